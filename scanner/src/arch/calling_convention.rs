//! Calling conventions: the registers that calls preserve, and the register file of runtime stubs.

use core::fmt;

use super::{PhysicalRegister, Register};

/// The layout of a register file. A runtime stub stores the callee-saved registers there, on the
/// stack, and a walk starts from it.
///
/// All offsets are in bytes from the lowest address of the register file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegisterFileLayout {
    /// Size in bytes. The end of the register file is the stack pointer of the stub's caller after
    /// the stub has returned.
    pub size: u64,
    /// Offset of the return address into the stub's caller.
    pub return_address: u64,
    /// Offset of each register of [`CallingConvention::CALLEE_SAVED`], in the same order.
    pub callee_saved: &'static [u64],
}

mod sealed {
    pub trait Sealed {}
}

impl<const N: usize> sealed::Sealed for [u64; N] {}

/// An array of words: `[u64; N]`, and no other type. Unsafe code relies on its size.
pub trait WordArray:
    sealed::Sealed + Copy + fmt::Debug + AsRef<[u64]> + AsMut<[u64]> + 'static
{
}

impl<const N: usize> WordArray for [u64; N] {}

/// A calling convention of managed code on an instruction set.
pub trait CallingConvention: Copy + fmt::Debug + 'static {
    /// An array with one value per register of [`Self::CALLEE_SAVED`]: `[u64; N]`. A walk does not
    /// compile with another length.
    type PerCalleeSaved: WordArray + Default + PartialEq + Eq;
    /// An array with 16 bits per register of [`Self::CALLEE_SAVED`] and at least 16 more bits, four
    /// registers per element: `[u64; N / 4 + 1]`. A walk does not compile with another length.
    type Lanes: WordArray + Default;

    /// The frame pointer of functions that have one.
    const FRAME_POINTER: Register;
    /// The general-purpose registers that a callee must preserve, at most 15. A walk tracks their
    /// values through the frames. The index of a register here is its index in the walker's tables.
    const CALLEE_SAVED: &'static [Register];
    /// The vector registers whose lowest eight bytes a callee must preserve; at most eight
    /// registers. A walk does not track them, because they hold no references.
    const CALLEE_SAVED_VECTORS: &'static [Register] = &[];
    /// The layout of the register file that runtime stubs store. Its size is 0 if there are no
    /// stubs.
    const REGISTER_FILE: RegisterFileLayout;

    /// Returns how many of the lowest bytes of a register every callee preserves; 0 for the stack
    /// pointer.
    fn preserved_by_calls(register: PhysicalRegister) -> u8;
}

/// Returns the index of a register in [`CallingConvention::CALLEE_SAVED`]; `None` if callees need
/// not preserve the register.
pub fn callee_saved_index<C: CallingConvention>(register: Register) -> Option<usize> {
    C::CALLEE_SAVED.iter().position(|&saved| saved == register)
}
