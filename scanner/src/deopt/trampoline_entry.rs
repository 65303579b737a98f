//! A frame that has returned to a return-address trampoline.

use core::mem::MaybeUninit;

use super::arch::PRESERVED_VECTORS;
use super::error::DeoptError;
use super::replacement_call::ReplacementCall;
use super::state::DeoptState;
use super::typed_value::{DeoptValueKind, TypedDeoptValue};
use crate::arch::{Host, RegisterFile};
use crate::walk::StackMemory;

/// The DWARF number of the first vector register that callees preserve in part, on targets that
/// have such registers.
const FIRST_PRESERVED: u16 = 64 + 8;

/// The register contents when a frame has returned to a trampoline. The frame is unchanged and its
/// program counter is still the call's return address. A stack walk from [`Self::register_file`]
/// starts with this frame.
#[derive(Debug)]
#[repr(C, align(16))]
pub struct TrampolineEntry {
    /// The callee-saved registers and the return address, on this thread's stack.
    pub(crate) registers: *mut RegisterFile,
    /// The integer result registers.
    pub(crate) words: [u64; 2],
    /// The vector result registers.
    pub(crate) vectors: [u128; 2],
    /// The low halves of the vector registers that callees preserve in part.
    pub(crate) preserved: [u64; PRESERVED_VECTORS],
    /// The trampoline to which the frame has returned, which
    /// [`enter_takeover`](super::return_trampoline::enter_takeover) sets.
    pub(crate) trampoline: u64,
    /// The continuation, which [`enter_takeover`](super::return_trampoline::enter_takeover) sets.
    pub(crate) replacement: MaybeUninit<ReplacementCall>,
}

impl TrampolineEntry {
    /// Returns the callee-saved registers, with the original return address.
    pub fn register_file(&self) -> *const RegisterFile {
        self.registers
    }

    /// Returns the address of the trampoline to which the frame has returned.
    pub fn trampoline(&self) -> u64 {
        self.trampoline
    }

    /// Returns the integer result registers. They contain the callee's result if its type is an
    /// integer or a pointer. The upper bits of a narrower result have no meaning.
    pub fn result_words(&self) -> [u64; 2] {
        self.words
    }

    /// Returns the vector result registers. They contain the callee's result if its type is one or
    /// two floating-point numbers or vectors of 16 bytes. The lowest bits are first.
    pub fn result_vectors(&self) -> [u128; 2] {
        self.vectors
    }

    /// Returns the low halves of the vector registers that callees preserve in part, in register
    /// order; empty on x86-64.
    pub fn preserved_vectors(&self) -> [u64; PRESERVED_VECTORS] {
        self.preserved
    }

    /// Returns the low half of a vector register, if callees preserve it; for [`DeoptState::read`].
    /// A value of more than eight bytes is not complete in it.
    pub fn register(&self, dwarf: u16) -> Option<u128> {
        let index = usize::from(dwarf.checked_sub(FIRST_PRESERVED)?);
        self.preserved.get(index).map(|&half| half.into())
    }

    /// Reads the values of the frame that has entered the trampoline.
    ///
    /// # Errors
    ///
    /// The errors of [`DeoptState::read_as`].
    pub fn read_as(
        &self,
        state: &DeoptState<'_, Host>,
        kinds: &[DeoptValueKind],
        memory: &impl StackMemory,
    ) -> Result<Vec<TypedDeoptValue>, DeoptError> {
        state.read_as(kinds, memory, &|dwarf| self.register(dwarf))
    }

    /// Returns whether an entry has the contents of the register with this DWARF number.
    pub(super) fn has_register(dwarf: u16) -> bool {
        let index = dwarf.checked_sub(FIRST_PRESERVED).map(usize::from);
        index.is_some_and(|index| (0..PRESERVED_VECTORS).contains(&index))
    }
}
