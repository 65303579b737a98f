//! The registers that calls preserve, and the layout in which a runtime stub stores them.

use core::fmt;

use super::{PhysicalRegister, Register};

/// The layout of a register file: the callee-saved registers as a runtime stub leaves them on the
/// stack, from which a walk starts.
///
/// All positions are byte offsets from the lowest address of the register file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegisterFileLayout {
    /// Size in bytes. After the stub has returned, its caller's stack pointer is the end of the
    /// register file.
    pub size: u64,
    /// Position of the return address into the stub's caller.
    pub return_address: u64,
    /// Position of each of [`CallingConvention::CALLEE_SAVED`], in the same order.
    pub callee_saved: &'static [u64],
}

/// A calling convention of managed code on an instruction set.
pub trait CallingConvention: Copy + fmt::Debug + 'static {
    /// One value for each of [`Self::CALLEE_SAVED`]: `[u64; N]`.
    type PerCalleeSaved: Copy + Default + fmt::Debug + PartialEq + Eq + AsRef<[u64]> + AsMut<[u64]>;
    /// Sixteen bits for each of [`Self::CALLEE_SAVED`] and at least sixteen more, four to a word:
    /// `[u64; N / 4 + 1]`.
    type Lanes: Copy + Default + fmt::Debug + AsRef<[u64]> + AsMut<[u64]>;

    /// The frame pointer, if a function keeps one.
    const FRAME_POINTER: Register;
    /// The registers that a callee must preserve, and that a walk therefore follows through the
    /// frames. A register's position here is its index in the walker's tables.
    const CALLEE_SAVED: &'static [Register];
    /// The vector registers whose lowest eight bytes a callee must preserve, eight registers at
    /// most. They hold no references, so no walk follows them.
    const CALLEE_SAVED_VECTORS: &'static [Register] = &[];
    /// The layout of the register file that runtime stubs store. Of size 0 if no stub exists.
    const REGISTER_FILE: RegisterFileLayout;

    /// Returns the number of bytes of a register, the lowest ones, that every function preserves. 0
    /// for the stack pointer.
    fn preserved_by_calls(register: PhysicalRegister) -> u8;
}

/// Returns the position of a register in [`CallingConvention::CALLEE_SAVED`], if a callee preserves
/// it.
pub fn callee_saved_index<C: CallingConvention>(register: Register) -> Option<usize> {
    C::CALLEE_SAVED.iter().position(|&saved| saved == register)
}
