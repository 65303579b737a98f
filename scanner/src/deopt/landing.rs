//! A frame that has returned to a detour.

use core::mem::MaybeUninit;

use super::arch::PRESERVED_VECTORS;
use super::departure::Onward;
use super::error::DeoptError;
use super::state::DeoptState;
use super::typed_value::{DeoptValueKind, TypedValue};
use crate::arch::{Host, RegisterFile};
use crate::walk::StackMemory;

/// The DWARF number of the first vector register that callees preserve in part, where there are such.
const FIRST_PRESERVED: u16 = 64 + 8;

/// What the code of a detour found in registers. The frame is as its callee has left it, and stands at the call
/// still: a walk begins with it, at [`Self::register_file`].
#[derive(Debug)]
#[repr(C, align(16))]
pub struct Landing {
    pub(crate) registers: *mut RegisterFile,
    pub(crate) words: [u64; 2],
    pub(crate) vectors: [u128; 2],
    pub(crate) preserved: [u64; PRESERVED_VECTORS],
    /// Where the code goes on: filled in at the end.
    pub(crate) onward: MaybeUninit<Onward>,
}

impl Landing {
    /// The callee-saved registers, and the detour as the return address.
    pub fn register_file(&self) -> *const RegisterFile {
        self.registers
    }

    /// Where the frame has returned to.
    pub fn detour(&self) -> u64 {
        // SAFETY: the code of the detour has made it, on the stack of this thread.
        unsafe { (*self.registers).return_address }
    }

    /// What the callee returned, if that is an integer or a pointer: in one register or two. Of what is narrower the
    /// upper bits mean nothing.
    pub fn result_words(&self) -> [u64; 2] {
        self.words
    }

    /// What the callee returned, if that is a floating-point number or a vector of 16 bytes, or two of them: their
    /// bits, the lowest first.
    pub fn result_vectors(&self) -> [u128; 2] {
        self.vectors
    }

    /// What vector registers hold that callees preserve in part, the first of them first; none on x86-64.
    pub fn preserved_vectors(&self) -> [u64; PRESERVED_VECTORS] {
        self.preserved
    }

    /// The low half of a vector register, if callees preserve it; for [`DeoptState::read`]. Of a value of more than
    /// eight bytes that is not all.
    pub fn register(&self, dwarf: u16) -> Option<u128> {
        let index = usize::from(dwarf.checked_sub(FIRST_PRESERVED)?);
        self.preserved.get(index).map(|&half| half.into())
    }

    /// Reads the values of the frame that has landed.
    ///
    /// # Errors
    ///
    /// As [`DeoptState::read_as`].
    pub fn read_as(
        &self,
        state: &DeoptState<'_, Host>,
        kinds: &[DeoptValueKind],
        memory: &impl StackMemory,
    ) -> Result<Vec<TypedValue>, DeoptError> {
        state.read_as(kinds, memory, &|dwarf| self.register(dwarf))
    }

    /// Whether a landing will know what this register holds.
    pub(super) fn will_know(dwarf: u16) -> bool {
        let index = dwarf.checked_sub(FIRST_PRESERVED).map(usize::from);
        index.is_some_and(|index| (0..PRESERVED_VECTORS).contains(&index))
    }
}
