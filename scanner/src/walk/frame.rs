//! A frame of a walk.

use core::fmt;

use super::code::Code;
use super::error::WalkError;
use super::memory::{MemoryError, StackMemory};
use crate::arch::{Architecture, Register};
use crate::cfi::ReturnAddressSigning;
use crate::table::{AddressBase, FrameDescriptor, PinnedFrame, Record, RootLocation};

/// Whose a frame is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameKind {
    /// Managed code's: its call site is in a stack map.
    Managed,
    /// Native code's between managed frames. It has no roots of its own, but may have saved
    /// registers that hold roots of older frames.
    Native,
}

/// What a frame keeps of the heap, and what may be done with it.
#[derive(Clone, Copy, Debug)]
pub enum FrameRoots<'t, A: Architecture> {
    /// Of a statepoint: everything that refers to the heap is named, and can be rewritten.
    Relocatable(FrameDescriptor<'t, A>),
    /// Of a `stackmap` or `patchpoint`: what is named may refer to the heap, and there may be copies
    /// that are not named. What it refers to must not move.
    Pinned(PinnedFrame<'t, A>),
    /// Of native code: nothing.
    None,
}

/// The word by which a call returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReturnSlot {
    /// The address of the word.
    pub address: u64,
    /// How the return address is signed in it.
    pub signing: ReturnAddressSigning,
}

/// A frame that a [`Cursor`](super::Cursor) stands at.
#[derive(Clone, Copy)]
pub struct Frame<'t, A: Architecture> {
    /// The address in the frame's function that the call under way returns to.
    pub pc: u64,
    /// The stack pointer in the frame's function behind that call.
    pub sp: u64,
    /// How many frames are younger.
    pub depth: u64,
    /// Whose frame it is.
    pub kind: FrameKind,
    /// Its roots.
    pub roots: FrameRoots<'t, A>,
    /// How to leave it.
    pub(super) leaving: FrameDescriptor<'t, A>,
    pub(super) code: &'t dyn Code<A>,
    /// 0 where an address is not known.
    pub(super) saved: A::PerCalleeSaved,
    pub(super) return_slot: Option<ReturnSlot>,
}

impl<'t, A: Architecture> Frame<'t, A> {
    /// What a walk does not need of the call site's record, where there is one and records are kept.
    pub fn record(&self) -> Option<Record<'t, A>> {
        self.code.record(self.pc)
    }
}

impl<A: Architecture> Frame<'_, A> {
    /// The address of the function, where that is known.
    pub fn function(&self) -> Option<u64> {
        self.code.function_containing(self.pc)
    }

    /// The ID of the call site's record, where there is one and records are kept; it need not be unique.
    pub fn record_id(&self) -> Option<u64> {
        self.record().map(|record| record.id)
    }

    /// Where a root of this frame lies in memory.
    ///
    /// # Errors
    ///
    /// [`WalkError::UnrecoverableRegister`] when it lies in or is relative to a register that is
    /// lost.
    #[inline]
    pub fn address_of(
        &self,
        root: RootLocation,
        memory: &impl StackMemory,
    ) -> Result<u64, WalkError> {
        match root {
            RootLocation::Slot { base: AddressBase::StackPointer, offset } => {
                Ok(self.sp.wrapping_add_signed(offset.into()))
            }
            RootLocation::Slot { base: AddressBase::CalleeSaved(index), offset } => {
                let base = memory
                    .load(self.saved_address(index)?)
                    .map_err(|source| self.bad_address("the base register of a slot", source))?;
                Ok(base.wrapping_add_signed(offset.into()))
            }
            RootLocation::Register(index) => self.saved_address(index),
        }
    }

    /// The address and the content of a root.
    #[inline]
    pub(crate) fn load(
        &self,
        root: RootLocation,
        memory: &impl StackMemory,
    ) -> Result<(u64, u64), WalkError> {
        let address = self.address_of(root, memory)?;
        let value = memory.load(address).map_err(|source| self.bad_address("a root", source))?;
        Ok((address, value))
    }

    /// Whether the frame's value of a callee-saved register lies at this address.
    pub(crate) fn finds(&self, address: u64) -> bool {
        self.saved.as_ref().contains(&address)
    }

    /// Fails if the record names a register that calls do not preserve: of those no walk knows where
    /// their values are.
    pub(crate) fn refuse_lost_candidates(
        &self,
        pinned: PinnedFrame<'_, A>,
    ) -> Result<(), WalkError> {
        let Self { pc, depth, .. } = *self;
        match pinned.unrecoverable().next() {
            None => Ok(()),
            Some(register) => {
                Err(WalkError::PinnedRegister { pc, function: self.function(), depth, register })
            }
        }
    }

    /// The canonical frame address: where the caller's stack pointer is when the frame has been left.
    ///
    /// # Errors
    ///
    /// When it is relative to a register that is lost or not in the stack.
    #[inline]
    pub fn cfa(&self, memory: &impl StackMemory) -> Result<u64, WalkError> {
        let (base, offset) = self.leaving.cfa();
        let base = match base {
            AddressBase::StackPointer => self.sp,
            AddressBase::CalleeSaved(index) => {
                memory.load(self.saved_address(index)?).map_err(|source| {
                    self.bad_address("the register that leads to the caller", source)
                })?
            }
        };
        Ok(base.wrapping_add_signed(offset.into()))
    }

    /// Returns the word by which the call under way returns to the frame, if its place is known: in the frame of
    /// its callee, or where the runtime's stub stored it.
    pub fn return_slot(&self) -> Option<ReturnSlot> {
        self.return_slot
    }

    /// A callee-saved register of which it is not known any more what the caller had in it.
    pub(crate) fn loses(&self) -> Option<Register> {
        let index = self.leaving.lost().trailing_zeros() as usize;
        let vector = || {
            let (index, _) = self.leaving.vectors().find(|(_, offset)| offset.is_none())?;
            A::CALLEE_SAVED_VECTORS.get(usize::from(index)).copied()
        };
        A::CALLEE_SAVED.get(index).copied().or_else(vector)
    }

    /// The callee-saved registers that the caller finds changed or elsewhere, once this frame is
    /// left: a bit for each index in [`CALLEE_SAVED`](crate::arch::CallingConvention::CALLEE_SAVED).
    pub(crate) fn replaced(&self) -> u16 {
        // A damaged table may name a register that there is not; nobody finds it anywhere.
        let bit = |index: u8| 1_u16.checked_shl(index.into()).unwrap_or(0);
        self.leaving.saved().fold(self.leaving.lost(), |mask, (index, _)| mask | bit(index))
    }

    #[inline]
    fn saved_address(&self, index: u8) -> Result<u64, WalkError> {
        let address = self.saved.as_ref().get(usize::from(index)).copied();
        address.filter(|&address| address != 0).ok_or_else(|| self.unrecoverable(index))
    }

    #[cold]
    pub(crate) fn bad_address(&self, what: &'static str, source: MemoryError) -> WalkError {
        WalkError::BadStackAddress {
            pc: self.pc,
            function: self.function(),
            depth: self.depth,
            what,
            source,
        }
    }

    /// What a table that nobody has damaged does not say.
    #[cold]
    pub(crate) fn damaged(&self, what: &'static str) -> WalkError {
        let Self { pc, depth, .. } = *self;
        WalkError::DamagedTable { pc, function: self.function(), depth, what }
    }

    #[cold]
    fn unrecoverable(&self, index: u8) -> WalkError {
        // The table builder takes indices from this list only.
        let register = A::CALLEE_SAVED.get(usize::from(index)).copied().unwrap_or(A::FRAME_POINTER);
        WalkError::UnrecoverableRegister {
            pc: self.pc,
            function: self.function(),
            depth: self.depth,
            register,
            name: A::register_name(register),
        }
    }
}

impl<A: Architecture> fmt::Debug for Frame<'_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Frame")
            .field("pc", &format_args!("{:#x}", self.pc))
            .field("sp", &format_args!("{:#x}", self.sp))
            .field("depth", &self.depth)
            .field("roots", &self.roots)
            .finish_non_exhaustive()
    }
}
