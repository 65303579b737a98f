//! What the scanner must know of a processor and its calling convention.
//!
//! The files in `x86_64` and `aarch64` have the same names; `cfg(target_arch)` stands here and
//! nowhere else in this crate.

use core::fmt;

pub mod x86_64;

pub use x86_64::X86_64;

/// The architecture that this crate was compiled for.
#[cfg(target_arch = "x86_64")]
pub type Host = X86_64;

/// A general-purpose register, numbered as DWARF numbers it on its architecture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Register(u8);

impl Register {
    /// The register with this DWARF number; whether an architecture has it, only
    /// [`Architecture::register`] says.
    pub const fn new(dwarf: u8) -> Self {
        Self(dwarf)
    }

    /// The DWARF number.
    pub const fn dwarf(self) -> u16 {
        self.0 as u16
    }
}

impl fmt::Debug for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "R#{}", self.0)
    }
}

/// Register numbering and calling convention of one processor architecture.
pub trait Architecture: Copy + fmt::Debug + 'static {
    /// The name that people use.
    const NAME: &'static str;
    /// The stack pointer.
    const STACK_POINTER: Register;
    /// The frame pointer, where a function keeps one.
    const FRAME_POINTER: Register;
    /// The registers that a callee must hand back unchanged, and that a walk therefore follows
    /// through the frames. A register's position here is its index in the walker's tables.
    const CALLEE_SAVED: &'static [Register];

    /// The general-purpose register with this DWARF number, if there is one.
    fn register(dwarf: u16) -> Option<Register>;

    /// The assembler's name of a register of this architecture.
    fn register_name(register: Register) -> &'static str;

    /// A return address as the instruction pointer will see it: without a signature.
    fn strip_return_address(raw: u64) -> u64;
}
