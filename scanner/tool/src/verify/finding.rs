//! Findings of a check.

use core::fmt;

use statepoint_scanner::cfi::UnwindProblem;
use statepoint_scanner::check::{RecordViolation, Severity};
use statepoint_scanner::stackmap::StackMapParseError;
use statepoint_scanner::statepoint::StatepointError;
use statepoint_scanner::table::{FrameSize, TableBuildError};

/// A defect or noteworthy fact of a stack map, and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The severity.
    pub severity: Severity,
    /// The address of the affected function, if any.
    pub function: Option<u64>,
    /// The offset of the affected record or instruction from the function's address, in bytes.
    pub instruction_offset: Option<u32>,
    /// The offset of the record or map in the stack map section, in bytes.
    pub section_offset: Option<usize>,
    /// The kind of the finding.
    pub defect: Defect,
}

/// The kind of a finding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Defect {
    /// There is no stack map section.
    #[error("there is no stack map section{}", Evidence(*.evidence))]
    NoStackMap {
        /// A property of the file that only files with statepoints have.
        evidence: Option<&'static str>,
    },
    /// The section cannot be read: inconsistent counts, truncation, reserved bytes.
    #[error("the stack map cannot be read: at {0}")]
    Malformed(StackMapParseError),
    /// The section exists, but contains no map.
    #[error("the stack map section holds no map")]
    Empty,
    /// The layout does not determine which record belongs to which function.
    #[error("a map of version 1 has no record counts, so its records belong to no function")]
    NoRecordCounts,
    /// A function has address 0.
    #[error("function {index} of the map has the address 0: its relocation has not been applied")]
    Unrelocated {
        /// The index of the function in the map.
        index: usize,
    },
    /// A return address overflows the address space.
    #[error("the function's address plus the record's offset is beyond the address space")]
    AddressOverflow,
    /// LLVM dropped all locations of the record, because there were more than a record can hold.
    #[error("an overflow record: LLVM dropped its locations because there were more than 65535")]
    Overflow,
    /// The record belongs to a statepoint, but cannot be used.
    #[error("{}", .0.reason)]
    Statepoint(StatepointError),
    /// The record violates a rule for all records.
    #[error("{0}")]
    Rule(RecordViolation),
    /// The file has no unwind information at all.
    #[error("the file has a stack map, but no .eh_frame section")]
    NoEhFrame,
    /// The unwind information cannot be read.
    #[error("the .eh_frame section cannot be read: {0}")]
    MalformedEhFrame(gimli::Error),
    /// There is no unwind information against which frames can be checked.
    #[error(
        "there is no unwind information to check frames against; \
         whether callers can be found was not checked"
    )]
    FramesUnchecked,
    /// The file has only unwind information in a format that is not read.
    #[error(
        "the unwind information of Windows code (.pdata, .xdata) is not read; \
         whether callers can be found was not checked, and this project's walker cannot find them"
    )]
    OtherUnwind,
    /// A function of fixed frame size has no unwind information.
    #[error("no .eh_frame entry covers the function ({records} records)")]
    NoUnwindEntry {
        /// The number of the function's records that no entry covers.
        records: usize,
    },
    /// A function whose frame size is known only at run time has no unwind information.
    #[error(
        "no .eh_frame entry covers the function ({records} records), \
         and its frame is not of fixed size"
    )]
    DynamicWithoutUnwind {
        /// The number of the function's records that no entry covers.
        records: usize,
    },
    /// The frame contains scalable (SVE) vectors.
    #[error("{0}")]
    ScalableFrame(ScalableSign),
    /// The unwind information has no usable rule.
    #[error("{0}")]
    Unwind(UnwindProblem),
    /// Two records for one return address have different roots.
    #[error("two records for this return address have different roots (the other: {other:#x})")]
    ConflictingRecords {
        /// The section offset of the first of these records, in bytes.
        other: usize,
    },
    /// Two records for one return address have the same roots, but differ otherwise.
    #[error(
        "two records for this return address have the same roots, \
         but differ in ID, flags or deopt values (the other: {other:#x})"
    )]
    DifferentCopies {
        /// The section offset of the first of these records, in bytes.
        other: usize,
    },
    /// The same record occurs in several maps, as with COMDAT functions.
    #[error("{count} records are equal to records of another map, and are merged")]
    MergedCopies {
        /// The number of redundant records.
        count: usize,
    },
    /// Two maps record different frame sizes for one function.
    #[error("two maps disagree on its frame: {} and {}", FrameSize(*.first), FrameSize(*.second))]
    ConflictingFrames {
        /// The frame size in bytes in the first map; `None` if the size is not fixed.
        first: Option<u64>,
        /// The frame size in bytes in a later map; `None` if the size is not fixed.
        second: Option<u64>,
    },
    /// The map contains records of `stackmap` or `patchpoint` calls.
    #[error("{count} records are not statepoints; a walk that reaches such a call site must fail")]
    OtherRecords {
        /// The number of these records.
        count: usize,
    },
    /// The call-site table cannot be built, for a reason that no other check finds.
    #[error("no table of call sites can be built: {0}")]
    Table(Box<TableBuildError>),
}

/// Evidence of scalable (SVE) vectors in the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScalableSign {
    /// The unwind information at a call: the CFA is computed by a DWARF expression.
    #[error(
        "its frame address is computed by a DWARF expression, as in a frame with scalable (SVE) \
         vectors, whose locations LLVM records wrongly"
    )]
    CfaExpression,
    /// The function's first instruction that moves the stack pointer by a multiple of the vector
    /// length.
    #[error(
        "it moves the stack pointer by a multiple of the vector length: the frame has scalable \
         (SVE) vectors, and LLVM records the locations in such a frame wrongly"
    )]
    StackPointer,
}

impl Defect {
    /// Returns a short, stable identifier of the kind, for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoStackMap { .. } => "no-stack-map",
            Self::Malformed(_) => "malformed",
            Self::Empty => "empty",
            Self::NoRecordCounts => "no-record-counts",
            Self::Unrelocated { .. } => "unrelocated",
            Self::AddressOverflow => "address-overflow",
            Self::Overflow => "overflow-record",
            Self::Statepoint(_) => "unusable-statepoint",
            Self::Rule(violation) => violation.code(),
            Self::NoEhFrame => "no-eh-frame",
            Self::MalformedEhFrame(_) => "malformed-eh-frame",
            Self::FramesUnchecked => "frames-unchecked",
            Self::OtherUnwind => "other-unwind",
            Self::NoUnwindEntry { .. } => "no-unwind-entry",
            Self::DynamicWithoutUnwind { .. } => "dynamic-frame",
            Self::ScalableFrame(_) => "scalable-frame",
            Self::Unwind(_) => "unwind",
            Self::ConflictingRecords { .. } => "conflict",
            Self::DifferentCopies { .. } => "different-copies",
            Self::MergedCopies { .. } => "merged-copies",
            Self::ConflictingFrames { .. } => "conflicting-frames",
            Self::OtherRecords { .. } => "other-records",
            Self::Table(_) => "table",
        }
    }

    /// Returns advice on how to fix the defect.
    pub const fn advice(&self) -> &'static str {
        match self {
            Self::NoStackMap { .. } | Self::Empty => {
                "nothing refers to the section, so linkers drop it with --gc-sections: retain it \
                 (`.section .llvm_stackmaps,\"awR\"` in the assembly, or KEEP in a linker script) \
                 or `stackmap compile` the object files; check that functions have a gc strategy \
                 and rewrite-statepoints-for-gc ran"
            }
            Self::Malformed(_) => "build the file again; if LLVM wrote it, name the layout (--raw)",
            Self::NoRecordCounts => {
                "convert it with the record counts of its functions, or use \
                                     LLVM 4 or newer"
            }
            Self::Unrelocated { .. } => "verify the linked file, or the section as it is loaded",
            Self::Rule(violation) => violation.advice(),
            Self::AddressOverflow => {
                "the map is damaged or belongs to another build of the code: build both again"
            }
            Self::Overflow => "split the function, or keep fewer values live across the call",
            Self::Statepoint(_) => {
                "a vector register, an undefined value (LLVM 20 and later) or damage: keep undef \
                 and poison out of gc values and compile again"
            }
            Self::NoEhFrame | Self::NoUnwindEntry { .. } | Self::DynamicWithoutUnwind { .. } => {
                "mark the function `uwtable` in the IR, and do not strip .eh_frame"
            }
            Self::MalformedEhFrame(_) | Self::Unwind(_) => {
                "compile the function with LLVM and `uwtable`, without unwind directives of your \
                 own"
            }
            Self::OtherUnwind => "walk such frames with RtlVirtualUnwind",
            Self::FramesUnchecked => "verify the object file or program that the bytes are from",
            Self::ScalableFrame(_) => {
                "compile functions with statepoints without SVE (target feature -sve)"
            }
            Self::ConflictingRecords { .. } | Self::ConflictingFrames { .. } => {
                "a COMDAT function was compiled in two ways and the linker kept one: compile all \
                 objects with the same options"
            }
            Self::DifferentCopies { .. } => {
                "give the call the same statepoint ID and deopt state in all objects"
            }
            Self::MergedCopies { .. } => "nothing",
            Self::OtherRecords { .. } => "make sure that no collection can start at such a call",
            Self::Table(_) => "see the reason",
        }
    }
}

/// Displays as `, although EVIDENCE`, or as nothing.
struct Evidence(Option<&'static str>);

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |evidence| write!(f, ", although {evidence}"))
    }
}
