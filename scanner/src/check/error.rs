//! Errors found by the checks of records.

use core::fmt;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Information only. Every collector can use the map.
    Note,
    /// Suspicious, or a problem for some collectors.
    Warning,
    /// A collector that uses the map frees live objects or corrupts references, or must reject the
    /// map.
    Error,
}

impl Severity {
    /// Returns `error`, `warning` or `note`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reason why a record is invalid. An `index` is the index of a location in the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordViolation {
    /// A record of a function has a smaller offset than the one before it.
    #[error("its return address follows a larger one ({previous:#x} from the function)")]
    Unsorted {
        /// The larger offset.
        previous: u32,
    },
    /// A function has two statepoints with one return address.
    #[error("the map has two records for this return address")]
    Duplicate,
    /// The return address is outside the function to which the record belongs.
    #[error("the return address is outside its function, which ends at {end:#x}")]
    OutsideFunction {
        /// The first address after the function.
        end: u64,
    },
    /// The frame size according to the unwind information contradicts the stack map. It is smaller,
    /// or it differs on an architecture where both must be equal.
    #[error(
        "the stack map records a frame of {recorded} bytes, .eh_frame one of {unwound}: they \
         describe different code"
    )]
    FrameSize {
        /// Size of the frame in bytes according to the stack map.
        recorded: u64,
        /// Size of the frame in bytes according to `.eh_frame`.
        unwound: i64,
    },
    /// The callee may make guaranteed tail calls, which change the stack pointer by an unknown
    /// amount, and the frame is addressed from the stack pointer.
    #[error(
        "the callee has calling convention {calling_convention} (tailcc or swifttailcc) and may \
         return through a tail call with other stack arguments; the stack pointer is then unknown, \
         and the frame is addressed from it"
    )]
    StackPointer {
        /// LLVM's ID of the calling convention.
        calling_convention: u64,
    },
    /// A root is in a register that a callee may overwrite.
    #[error("location {index}: a root is in {register}, which calls do not preserve")]
    CallerSavedRoot {
        /// The index of the location.
        index: usize,
        /// The register's name.
        register: &'static str,
    },
    /// A root's slot is relative to a register that a callee may overwrite.
    #[error(
        "location {index}: a root's slot is relative to {register}, which calls do not preserve"
    )]
    SlotBase {
        /// The index of the location.
        index: usize,
        /// The register's name.
        register: &'static str,
    },
    /// A slot is not aligned.
    #[error("location {index}: the slot [{register}{offset:+}] is not aligned to 8 bytes")]
    MisalignedSlot {
        /// The index of the location.
        index: usize,
        /// The register's name.
        register: &'static str,
        /// Offset in bytes from the register.
        offset: i32,
    },
    /// A location is outside the frame of its function.
    #[error(
        "location {index}: {size} bytes at [{register}{offset:+}] are outside the frame: {problem}"
    )]
    OutsideFrame {
        /// The index of the location.
        index: usize,
        /// The register's name.
        register: &'static str,
        /// Offset in bytes from the register.
        offset: i32,
        /// Size of the location in bytes.
        size: u16,
        /// The actual position of the location.
        problem: FrameLocationProblem,
    },
    /// A derived pointer has two bases, so it is unknown which object it points into.
    #[error("location {index}: the derived pointer there has a second base, at location {other}")]
    TwoBases {
        /// The index of the derived pointer's location.
        index: usize,
        /// The index of the other base's location.
        other: usize,
    },
}

/// The position of a location outside its frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FrameLocationProblem {
    /// Below the stack pointer.
    #[error("they are below the stack pointer")]
    BelowStackPointer,
    /// Below the end of a frame of known size.
    #[error("they are below the frame, which has {size} bytes")]
    BelowFrame {
        /// Size of the frame in bytes.
        size: u64,
    },
    /// Above the frame.
    #[error("the frame has only {size} bytes")]
    AboveFrame {
        /// Size of the frame in bytes.
        size: u64,
    },
    /// In the caller's frame.
    #[error("they are in the caller's frame, {distance} bytes above the frame address")]
    InCaller {
        /// Distance in bytes from the frame address to the end of the location.
        distance: i64,
    },
    /// On the return address.
    #[error("the return address is there")]
    ReturnAddress,
    /// On the saved value of a register.
    #[error("the caller's {register} is saved there")]
    SavedRegister {
        /// The register's name.
        register: &'static str,
    },
}

impl RecordViolation {
    /// Returns a short name that is stable across versions, for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unsorted { .. } => "unsorted",
            Self::Duplicate => "duplicate",
            Self::OutsideFunction { .. } => "outside-function",
            Self::FrameSize { .. } => "frame-size",
            Self::StackPointer { .. } => "stack-pointer",
            Self::CallerSavedRoot { .. } => "caller-saved-root",
            Self::SlotBase { .. } => "slot-base",
            Self::MisalignedSlot { .. } => "misaligned-slot",
            Self::OutsideFrame { .. } => "outside-frame",
            Self::TwoBases { .. } => "two-bases",
        }
    }

    /// Returns advice on how to fix the problem.
    pub const fn advice(&self) -> &'static str {
        match self {
            Self::Unsorted { .. } | Self::Duplicate => {
                "LLVM writes each call once and in ascending order: the map was changed \
                 afterwards, so use the original one"
            }
            Self::OutsideFunction { .. } | Self::FrameSize { .. } => {
                "the map is damaged or belongs to another build of the code: build both again"
            }
            Self::StackPointer { .. } => {
                "give the callee another calling convention, such as fastcc"
            }
            Self::CallerSavedRoot { .. } => {
                "compile calls of preserve_most and preserve_all callees and deopt-live-in \
                 statepoints with --max-registers-for-gc-values=0 (the default), so that their gc \
                 values are in stack slots"
            }
            Self::SlotBase { .. } | Self::MisalignedSlot { .. } | Self::OutsideFrame { .. } => {
                "the map is damaged, or LLVM has a bug: a collector cannot rewrite such a slot"
            }
            Self::TwoBases { .. } => {
                "give each derived pointer one base in all handwritten gc.relocate calls; if there \
                 are none, the map was changed after LLVM wrote it"
            }
        }
    }
}
