//! Error types of patching.

use std::io;

use super::region::PatchSite;

/// Error returned by patching. The code is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatchError {
    /// The region would be empty, cut an instruction, or have addresses that do not exist.
    #[error(
        "{site:?} at {address:#x} is not a valid region: it is empty, has incomplete instructions \
         or overflows the address space"
    )]
    NoRegion {
        /// The requested site.
        site: PatchSite,
        /// The address of the record.
        address: u64,
    },
    /// The length of the code is not that of the region.
    #[error("the code for the region at {start:#x} has {found} bytes, expected {expected}")]
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
        "unexpected instruction at {at:#x} in {site:?} of the record {record:#x}: it begins with \
         {found:#04x}, and LLVM writes no such instruction there"
    )]
    Unexpected {
        /// The requested site.
        site: PatchSite,
        /// The address of the record.
        record: u64,
        /// The address of the unexpected instruction.
        at: u64,
        /// The first byte of that instruction.
        found: u8,
    },
    /// The code has changed since the patcher last read or wrote it.
    #[error(
        "the code of the record {record:#x} was modified by other code: the byte at {at:#x} is \
         {found:#04x}"
    )]
    Changed {
        /// The address of the record.
        record: u64,
        /// The address of the changed byte.
        at: u64,
        /// The byte that is there now.
        found: u8,
    },
    /// The region overlaps another region.
    #[error(
        "the region at {start:#x} of the record {record:#x} overlaps the region of the record \
         {other:#x}"
    )]
    Overlap {
        /// The start of the region.
        start: u64,
        /// The address of the region's record.
        record: u64,
        /// The address of the other region's record.
        other: u64,
    },
    /// The region is too short for the patch.
    #[error("the region of the record {record:#x} has {found} bytes, but the patch needs {needed}")]
    TooShort {
        /// The address of the record.
        record: u64,
        /// Bytes of the region.
        found: usize,
        /// Bytes that the patch needs.
        needed: usize,
    },
    /// The bytes of the patch are not complete instructions.
    #[error(
        "the code for the region of the record {record:#x} has an invalid or incomplete \
         instruction at byte {at} ({found:#04x})"
    )]
    NoInstruction {
        /// The address of the record.
        record: u64,
        /// The offset of the invalid instruction in the given code.
        at: usize,
        /// The byte at that offset.
        found: u8,
    },
    /// The target is out of range of the instruction that fits the region.
    #[error(
        "the target {target:#x} is out of range of a call in the region of the record {record:#x}"
    )]
    OutOfReach {
        /// The address of the record.
        record: u64,
        /// The target.
        target: u64,
    },
    /// The shadow contains code of the function, which a patch that returns would skip.
    #[error(
        "the shadow of the record {record:#x} contains code of the function: only a patch that \
         does not return there can replace it"
    )]
    CodeInShadow {
        /// The address of the record.
        record: u64,
    },
    /// A thread is inside the region or has a return address in it.
    #[error("a thread is at {pc:#x}, inside the region of the record {record:#x}")]
    Occupied {
        /// The address of the record.
        record: u64,
        /// The program counter or return address.
        pc: u64,
    },
    /// More than one instruction would change, and a thread may be between them.
    #[error(
        "the patch replaces several instructions of the record {record:#x}, and a running thread \
         may be between them, at {at:#x}: stop the threads first"
    )]
    SeveralInstructions {
        /// The address of the record.
        record: u64,
        /// The address between the instructions.
        at: u64,
    },
    /// The instruction crosses the boundary of an aligned word, so a
    /// [breakpoint](super::BreakpointHandler) is needed.
    #[error(
        "the instruction at {at:#x} of the record {record:#x} spans two aligned words, so no \
         single store can change it: stop the threads or use breakpoints"
    )]
    TwoWords {
        /// The address of the record.
        record: u64,
        /// The start of the instruction.
        at: u64,
    },
    /// The region is not in the given code memory.
    #[error("{start:#x} to {end:#x} is outside the code memory, which is {low:#x} to {high:#x}")]
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
    #[error("no region begins at {start:#x}: add it first")]
    UnknownSite {
        /// The address that was given as the start of the region.
        start: u64,
    },
    /// The memory does not meet the requirements of patching.
    #[error(transparent)]
    Memory(#[from] CodeMemoryError),
    /// The kernel does not support synchronising the cores of all threads (`membarrier(2)`).
    #[error(
        "the kernel cannot synchronise the instruction streams of all threads (membarrier): {}",
        io::Error::from_raw_os_error(*.code)
    )]
    NoBarrier {
        /// The `errno` value.
        code: i32,
    },
    /// The breakpoint handler cannot be installed.
    #[error("cannot install a handler for SIGTRAP: {}", io::Error::from_raw_os_error(*.code))]
    NoHandler {
        /// The `errno` value.
        code: i32,
    },
}

/// Error returned when code memory cannot be written to or executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeMemoryError {
    /// Nothing is mapped at some of the addresses.
    #[error("no memory is mapped at {address:#x}")]
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
    #[error("the mappings at {writable:#x} and {code:#x} do not have the same contents")]
    NotTheSame {
        /// The address at which the code is executed.
        code: u64,
        /// The address at which it was to be written.
        writable: u64,
    },
    /// The kernel refuses to change the protection. It can forbid a process to have pages that are
    /// both writable and executable.
    #[error(
        "cannot change the protection of the pages at {address:#x}: {}; if the kernel forbids \
         pages that are writable and executable at the same time, map the code a second time as \
         writable (`SecondMapping`; in C, `writable`)",
        io::Error::from_raw_os_error(*.code)
    )]
    Protect {
        /// The first page.
        address: u64,
        /// The `errno` value.
        code: i32,
    },
    /// The list of mappings cannot be read.
    #[error("cannot read /proc/self/maps: {}", io::Error::from_raw_os_error(*.code))]
    Mappings {
        /// The `errno` value.
        code: i32,
    },
}
