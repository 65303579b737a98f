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

/// The registers that the code of a trampoline found. The frame is as its callee has left it, and
/// still at the call: a walk begins with it, at [`Self::register_file`].
#[derive(Debug)]
#[repr(C, align(16))]
pub struct TrampolineEntry {
    pub(crate) registers: *mut RegisterFile,
    pub(crate) words: [u64; 2],
    pub(crate) vectors: [u128; 2],
    pub(crate) preserved: [u64; PRESERVED_VECTORS],
    /// The continuation; set at the end.
    pub(crate) replacement: MaybeUninit<ReplacementCall>,
}

impl TrampolineEntry {
    /// Returns the callee-saved registers, with the trampoline as the return address.
    pub fn register_file(&self) -> *const RegisterFile {
        self.registers
    }

    /// Returns the address of the trampoline to which the frame has returned.
    pub fn trampoline(&self) -> u64 {
        // SAFETY: the code of the trampoline has made it, on the stack of this thread.
        unsafe { (*self.registers).return_address }
    }

    /// Returns the callee's result, if it is an integer or a pointer: in one register or two. The
    /// upper bits of a narrower result have no meaning.
    pub fn result_words(&self) -> [u64; 2] {
        self.words
    }

    /// Returns the callee's result, if it is a floating-point number or a vector of 16 bytes, or
    /// two of them: their bits, the lowest first.
    pub fn result_vectors(&self) -> [u128; 2] {
        self.vectors
    }

    /// Returns the contents of the vector registers that callees preserve in part, in the order of
    /// their numbers; empty on x86-64.
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
    /// As [`DeoptState::read_as`].
    pub fn read_as(
        &self,
        state: &DeoptState<'_, Host>,
        kinds: &[DeoptValueKind],
        memory: &impl StackMemory,
    ) -> Result<Vec<TypedDeoptValue>, DeoptError> {
        state.read_as(kinds, memory, &|dwarf| self.register(dwarf))
    }

    /// Returns whether an entry has the content of this register.
    pub(super) fn has_register(dwarf: u16) -> bool {
        let index = dwarf.checked_sub(FIRST_PRESERVED).map(usize::from);
        index.is_some_and(|index| (0..PRESERVED_VECTORS).contains(&index))
    }
}
