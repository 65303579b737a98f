//! Errors of stack walks.

use super::memory::StackMemoryError;
use crate::arch::Register;
use crate::cfi::UnwindProblem;

/// Error returned when a walk stops before its end.
///
/// After any error, roots may be missing, so the collector must not continue. `pc` is the return
/// address of the affected frame's active call. `function` is the address of the managed function
/// that contains it, if known. `depth` is the number of younger frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StackWalkError {
    /// The return address is not in the table, although only managed code can be here.
    #[error(
        "frame {depth} returns to {pc:#x}{}, which is not a call site in the stack map",
        Within(*.function)
    )]
    NoRecord {
        /// The return address.
        pc: u64,
        /// The managed function around it.
        function: Option<u64>,
        /// The number of younger frames.
        depth: u64,
    },
    /// The frame was interrupted outside a call, and the record at its address belongs to a call
    /// that has just returned.
    #[error(
        "frame {depth} was interrupted at {pc:#x}{}, after a call whose record does not describe \
         its result",
        Within(*.function)
    )]
    NotStoppedAtCall {
        /// The program counter.
        pc: u64,
        /// The managed function around it.
        function: Option<u64>,
        /// The number of younger frames.
        depth: u64,
    },
    /// A `stackmap` or `patchpoint` record lists a value whose object must not move, but the
    /// collector cannot pin it.
    #[error(
        "frame {depth} at {pc:#x}{} is at a stackmap or patchpoint record with the value \
         {value:#x}, which must be pinned, and this collector cannot pin it",
        Within(*.function)
    )]
    CannotPin {
        /// The program counter.
        pc: u64,
        /// The managed function around it.
        function: Option<u64>,
        /// The number of younger frames.
        depth: u64,
        /// The value, which may be a reference.
        value: u64,
    },
    /// A `stackmap` or `patchpoint` record lists a register that calls do not preserve.
    #[error(
        "frame {depth} at {pc:#x}{} is at a stackmap or patchpoint record with a value in DWARF \
         register {register}, which is lost",
        Within(*.function)
    )]
    PinnedRegister {
        /// The program counter.
        pc: u64,
        /// The managed function around it.
        function: Option<u64>,
        /// The number of younger frames.
        depth: u64,
        /// The register's DWARF number; not necessarily that of a general-purpose one.
        register: u16,
    },
    /// The frame belongs to native code, and its caller cannot be found.
    #[error("frame {depth} returns to {pc:#x}, in native code that cannot be unwound: {problem}")]
    NoRule {
        /// The return address.
        pc: u64,
        /// The number of younger frames.
        depth: u64,
        /// The problem with the unwind information.
        problem: UnwindProblem,
    },
    /// The walk has reached the outermost frame of the thread without finding its end.
    #[error(
        "frame {depth} at {pc:#x} is the outermost of its thread, and the walk has not reached its \
         end"
    )]
    Outermost {
        /// The return address.
        pc: u64,
        /// The number of younger frames.
        depth: u64,
    },
    /// The walk has reached an end with another stack pointer than the expected one; see
    /// [`Cursor::ending_at`](super::Cursor::ending_at).
    #[error(
        "after {depth} frames the walk ends with the stack pointer {sp:#x}, but the call into \
         managed code began with {expected:#x}"
    )]
    OtherEnd {
        /// The return address.
        pc: u64,
        /// The number of frames that the walk has visited.
        depth: u64,
        /// The stack pointer at the end of the walk.
        sp: u64,
        /// The expected stack pointer.
        expected: u64,
    },
    /// A word of the frame is outside the stack.
    #[error("frame {depth} at {pc:#x}{}: {what} cannot be read or written: {source}",
        Within(*.function))]
    BadStackAddress {
        /// The return address.
        pc: u64,
        /// The managed function around it.
        function: Option<u64>,
        /// The number of younger frames.
        depth: u64,
        /// Description of the word.
        what: &'static str,
        /// The address of the word, and why it is wrong.
        source: StackMemoryError,
    },
    /// The frame needs the value of a callee-saved register, but the address at which a younger
    /// frame saved it is unknown.
    #[error(
        "frame {depth} at {pc:#x}{} needs the value of {name}, which a younger frame did not \
         save at a known address",
        Within(*.function)
    )]
    UnrecoverableRegister {
        /// The return address.
        pc: u64,
        /// The managed function around it.
        function: Option<u64>,
        /// The number of younger frames.
        depth: u64,
        /// The register.
        register: Register,
        /// Name of the register on the architecture of the stack.
        name: &'static str,
    },
    /// The call-site table is inconsistent, so its bytes are damaged.
    #[error("frame {depth} at {pc:#x}{}: the call-site table is damaged: {what}", Within(*.function))]
    DamagedTable {
        /// The return address.
        pc: u64,
        /// The managed function around it.
        function: Option<u64>,
        /// The number of younger frames.
        depth: u64,
        /// Description of the inconsistency.
        what: &'static str,
    },
    /// The computed address of the caller's frame is not above the frame: the stack is damaged or
    /// the unwind rule is wrong.
    #[error(
        "frame {depth} at {pc:#x}{} with the stack pointer {sp:#x} has its caller at \
         {caller_sp:#x}, which is not above it",
        Within(*.function)
    )]
    StackNotGrowing {
        /// The return address.
        pc: u64,
        /// The managed function around it.
        function: Option<u64>,
        /// The number of younger frames.
        depth: u64,
        /// The stack pointer of the frame.
        sp: u64,
        /// The stack pointer computed for its caller.
        caller_sp: u64,
    },
}

impl StackWalkError {
    /// Returns the return address of the frame at which the walk stopped.
    pub fn pc(&self) -> u64 {
        match *self {
            Self::NoRecord { pc, .. }
            | Self::NotStoppedAtCall { pc, .. }
            | Self::CannotPin { pc, .. }
            | Self::PinnedRegister { pc, .. }
            | Self::NoRule { pc, .. }
            | Self::Outermost { pc, .. }
            | Self::OtherEnd { pc, .. }
            | Self::BadStackAddress { pc, .. }
            | Self::UnrecoverableRegister { pc, .. }
            | Self::DamagedTable { pc, .. }
            | Self::StackNotGrowing { pc, .. } => pc,
        }
    }

    /// Returns the address of the managed function in which the walk stopped, where it is known.
    pub fn function(&self) -> Option<u64> {
        match *self {
            Self::NoRecord { function, .. }
            | Self::NotStoppedAtCall { function, .. }
            | Self::CannotPin { function, .. }
            | Self::PinnedRegister { function, .. }
            | Self::BadStackAddress { function, .. }
            | Self::UnrecoverableRegister { function, .. }
            | Self::DamagedTable { function, .. }
            | Self::StackNotGrowing { function, .. } => function,
            Self::NoRule { .. } | Self::Outermost { .. } | Self::OtherEnd { .. } => None,
        }
    }
}

/// Displays ` in the managed function at ADDRESS`, or that there is none.
struct Within(Option<u64>);

impl core::fmt::Display for Within {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.0 {
            Some(address) => write!(f, " in the managed function at {address:#x}"),
            None => f.write_str(" outside every known managed function"),
        }
    }
}
