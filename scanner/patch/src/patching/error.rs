//! Errors of patching.

use std::io;

use super::region::PatchSite;

/// Error returned by patching. The code is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatchError {
    /// The region would be empty, cut an instruction, or have addresses that do not exist.
    #[error("{site:?} at {address:#x} is no region of code")]
    NoRegion {
        /// The requested site.
        site: PatchSite,
        /// The address of the record.
        address: u64,
    },
    /// The length of the code is not that of the region.
    #[error("{found} bytes of code for the region at {start:#x}, which has {expected}")]
    Length {
        /// The start of the region.
        start: u64,
        /// Bytes of the code.
        found: usize,
        /// Bytes of the region.
        expected: usize,
    },
    /// The code is not what LLVM writes for such a record.
    #[error(
        "at {at:#x}, of {site:?} with the record {record:#x}, is no instruction that LLVM writes there: it begins \
         with {found:#04x}"
    )]
    Unexpected {
        /// The requested site.
        site: PatchSite,
        /// The address of the record.
        record: u64,
        /// The address of the unexpected instruction.
        at: u64,
        /// Its first byte.
        found: u8,
    },
    /// The code has changed since it was last read here.
    #[error(
        "the code at {at:#x}, of the record {record:#x}, was changed by somebody else: {found:#04x}"
    )]
    Changed {
        /// The address of the record.
        record: u64,
        /// The address of the changed byte.
        at: u64,
        /// The byte that is there now.
        found: u8,
    },
    /// Some of the region's bytes belong to another one.
    #[error(
        "the region at {start:#x}, of the record {record:#x}, overlaps that of the record {other:#x}"
    )]
    Overlap {
        /// The start of the region.
        start: u64,
        /// The address of its record.
        record: u64,
        /// The address of the other region's record.
        other: u64,
    },
    /// The region is too short for the patch.
    #[error(
        "the {found} bytes of the record {record:#x} have no room for the patch: that needs {needed}"
    )]
    TooShort {
        /// The address of the record.
        record: u64,
        /// Bytes of the region.
        found: usize,
        /// Bytes that the patch needs.
        needed: usize,
    },
    /// The bytes to patch in are not whole instructions.
    #[error(
        "the code for the region of the record {record:#x} has no whole instruction at its byte {at}, {found:#04x}"
    )]
    NoInstruction {
        /// The address of the record.
        record: u64,
        /// The offset in the given code.
        at: usize,
        /// The byte there.
        found: u8,
    },
    /// The target is out of range of the instruction that fits the region.
    #[error("{target:#x} is out of reach of a call in the region of the record {record:#x}")]
    OutOfReach {
        /// The address of the record.
        record: u64,
        /// The target.
        target: u64,
    },
    /// Code of the function lies in the shadow: a patch that returns would skip it.
    #[error(
        "code of the function lies in the shadow of the record {record:#x}: only what never comes back can replace it"
    )]
    CodeInShadow {
        /// The address of the record.
        record: u64,
    },
    /// A thread is inside the region, or returns into it.
    #[error("a thread is at {pc:#x}, inside of the region of the record {record:#x}")]
    Occupied {
        /// The address of the record.
        record: u64,
        /// The program counter or return address.
        pc: u64,
    },
    /// More than one instruction would change, and a thread may be between them.
    #[error(
        "a running thread may be at {at:#x}, between two instructions of the record {record:#x}: threads must be stopped"
    )]
    SeveralInstructions {
        /// The address of the record.
        record: u64,
        /// The address between the instructions.
        at: u64,
    },
    /// The instruction crosses the boundary of an aligned word, so a
    /// [breakpoint](super::Breakpoints) is needed.
    #[error(
        "the instruction at {at:#x}, of the record {record:#x}, is in two words: no single store can change it"
    )]
    TwoWords {
        /// The address of the record.
        record: u64,
        /// The start of the instruction.
        at: u64,
    },
    /// The region is not in the given code memory.
    #[error("{start:#x} to {end:#x} is not in the code memory of {low:#x} to {high:#x}")]
    Outside {
        /// The start of the region.
        start: u64,
        /// The end of the region.
        end: u64,
        /// The start of the memory.
        low: u64,
        /// The end of the memory.
        high: u64,
    },
    /// No such site was added.
    #[error("no region at {start:#x} was added")]
    UnknownSite {
        /// The address that was given as the start of the region.
        start: u64,
    },
    /// The memory does not meet the requirements of patching.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// The system cannot make all threads see changed code (`membarrier(2)`).
    #[error("the system cannot make all threads see changed code: {}", io::Error::from_raw_os_error(*.code))]
    NoBarrier {
        /// The system's error number.
        code: i32,
    },
    /// The breakpoint handler cannot be installed.
    #[error("no handler for SIGTRAP can be installed: {}", io::Error::from_raw_os_error(*.code))]
    NoHandler {
        /// The system's error number.
        code: i32,
    },
}

/// Error returned when code memory cannot be written to or executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MemoryError {
    /// Nothing is mapped at some of the addresses.
    #[error("nothing is mapped at {address:#x}")]
    Unmapped {
        /// The first such address.
        address: u64,
    },
    /// The memory is not executable.
    #[error("the memory at {address:#x} is not executable")]
    NotExecutable {
        /// The first such address.
        address: u64,
    },
    /// The memory is not readable.
    #[error("the memory at {address:#x} is not readable")]
    NotReadable {
        /// The first such address.
        address: u64,
    },
    /// The memory is not writable.
    #[error("the memory at {address:#x} is not writable")]
    NotWritable {
        /// The first such address.
        address: u64,
    },
    /// The two mappings do not have the same memory.
    #[error("the memory at {writable:#x} is not that at {code:#x}")]
    NotTheSame {
        /// The address at which the code is executed.
        code: u64,
        /// The address at which it was to be written.
        writable: u64,
    },
    /// The system refuses to change the protection: some processes must not have pages that are
    /// both writable and executable.
    #[error(
        "the protection of the pages at {address:#x} cannot be changed: {}; if the system forbids pages that are writable \
         and executable at the same time, map the code a second time to write to it (`SecondMapping`; in C, `writable`)",
        io::Error::from_raw_os_error(*.code)
    )]
    Protect {
        /// The first page.
        address: u64,
        /// The system's error number.
        code: i32,
    },
    /// The list of mappings cannot be read.
    #[error("/proc/self/maps cannot be read: {}", io::Error::from_raw_os_error(*.code))]
    Mappings {
        /// The system's error number.
        code: i32,
    },
}
