//! Why code was not patched.

use std::io;

use super::region::PatchSite;

/// Why code was not patched. It is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatchError {
    /// There are no bytes, half an instruction, or addresses that do not exist.
    #[error("{site:?} at {address:#x} is no region of code")]
    NoRegion {
        /// What it was to be.
        site: PatchSite,
        /// The address of the record.
        address: u64,
    },
    /// The code is not that of the region.
    #[error("{found} bytes of code for the region at {start:#x}, which has {expected}")]
    Length {
        /// Where the region begins.
        start: u64,
        /// How many there are.
        found: usize,
        /// How many it has.
        expected: usize,
    },
    /// The code is not what LLVM writes for such a record.
    #[error(
        "at {at:#x}, of {site:?} with the record {record:#x}, is no instruction that LLVM writes there: it begins \
         with {found:#04x}"
    )]
    Unexpected {
        /// What it was to be.
        site: PatchSite,
        /// The address of the record.
        record: u64,
        /// Where the wrong instruction is.
        at: u64,
        /// Its first byte.
        found: u8,
    },
    /// The code has changed since it was last looked at here.
    #[error(
        "the code at {at:#x}, of the record {record:#x}, was changed by somebody else: {found:#04x}"
    )]
    Changed {
        /// The address of the record.
        record: u64,
        /// Where.
        at: u64,
        /// What is there now.
        found: u8,
    },
    /// Some of the region's bytes belong to another one.
    #[error(
        "the region at {start:#x}, of the record {record:#x}, overlaps that of the record {other:#x}"
    )]
    Overlap {
        /// Where the region begins.
        start: u64,
        /// The address of its record.
        record: u64,
        /// That of the other one's record.
        other: u64,
    },
    /// The region has no room for the patch.
    #[error(
        "the {found} bytes of the record {record:#x} have no room for the patch: that needs {needed}"
    )]
    TooShort {
        /// The address of the record.
        record: u64,
        /// Bytes of the region.
        found: usize,
        /// Bytes that are needed.
        needed: usize,
    },
    /// What is to be patched in is no code.
    #[error(
        "the code for the region of the record {record:#x} has no whole instruction at its byte {at}, {found:#04x}"
    )]
    NoInstruction {
        /// The address of the record.
        record: u64,
        /// Where in what was given.
        at: usize,
        /// The byte there.
        found: u8,
    },
    /// The target is too far away for the instruction that there is room for.
    #[error("{target:#x} is out of reach of a call in the region of the record {record:#x}")]
    OutOfReach {
        /// The address of the record.
        record: u64,
        /// The target.
        target: u64,
    },
    /// Code of the function lies in the shadow: what comes back would go on without it.
    #[error(
        "code of the function lies in the shadow of the record {record:#x}: only what never comes back can replace it"
    )]
    CodeInShadow {
        /// The address of the record.
        record: u64,
    },
    /// A thread stands inside the region, or returns into it.
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
        /// The place.
        at: u64,
    },
    /// The instruction is not in one aligned word, so that it needs a [breakpoint](super::Breakpoints).
    #[error(
        "the instruction at {at:#x}, of the record {record:#x}, is in two words: no single store can change it"
    )]
    TwoWords {
        /// The address of the record.
        record: u64,
        /// Where it begins.
        at: u64,
    },
    /// The region is not in the code memory that was given.
    #[error("{start:#x} to {end:#x} is not in the code memory of {low:#x} to {high:#x}")]
    Outside {
        /// Where the region begins.
        start: u64,
        /// Where it ends.
        end: u64,
        /// Where the memory begins.
        low: u64,
        /// Where it ends.
        high: u64,
    },
    /// No such site was added.
    #[error("no region at {start:#x} was added")]
    UnknownSite {
        /// Where it would begin.
        start: u64,
    },
    /// The memory is not what patching needs.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// The system cannot make all threads see changed code (`membarrier(2)`).
    #[error("the system cannot make all threads see changed code: {}", io::Error::from_raw_os_error(*.code))]
    NoBarrier {
        /// The system's error number.
        code: i32,
    },
    /// The handler of breakpoints cannot be installed.
    #[error("no handler for SIGTRAP can be installed: {}", io::Error::from_raw_os_error(*.code))]
    NoHandler {
        /// The system's error number.
        code: i32,
    },
}

/// Why code memory cannot be written to or executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MemoryError {
    /// Nothing is mapped at some of the addresses.
    #[error("nothing is mapped at {address:#x}")]
    Unmapped {
        /// The first such address.
        address: u64,
    },
    /// It is no code.
    #[error("the memory at {address:#x} is not executable")]
    NotExecutable {
        /// The first such address.
        address: u64,
    },
    /// It cannot be read.
    #[error("the memory at {address:#x} is not readable")]
    NotReadable {
        /// The first such address.
        address: u64,
    },
    /// It cannot be written to.
    #[error("the memory at {address:#x} is not writable")]
    NotWritable {
        /// The first such address.
        address: u64,
    },
    /// The two mappings are not of the same memory.
    #[error("the memory at {writable:#x} is not that at {code:#x}")]
    NotTheSame {
        /// Where the code is executed.
        code: u64,
        /// Where it was to be written.
        writable: u64,
    },
    /// The system refuses to change the protection: pages that are writable and executable at the same time are
    /// forbidden to some processes.
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
