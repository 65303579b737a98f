//! Frames of a stack walk.

use core::fmt;

use super::code::CodeLookup;
use super::error::StackWalkError;
use super::memory::{StackMemory, StackMemoryError};
use crate::arch::{Architecture, Register};
use crate::cfi::ReturnAddressSigning;
use crate::table::{AddressBase, CallSiteRecord, FrameDescriptor, PinnedFrame, RootLocation};

/// The kind of code to which a frame belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameKind {
    /// Managed code: its call site is in a stack map.
    Managed,
    /// Native code between managed frames. It has no roots of its own, but may have saved registers
    /// that hold roots of older frames.
    Native,
}

/// The roots of a frame, and whether they may be rewritten.
#[derive(Clone, Copy, Debug)]
pub enum FrameRoots<'t, A: Architecture> {
    /// The frame is at a statepoint. The record lists all its references to the heap, and they can
    /// be rewritten.
    Relocatable(FrameDescriptor<'t, A>),
    /// The frame is at a `stackmap` or `patchpoint`. The values that the record lists may be
    /// references to the heap, and unlisted copies may exist. The objects must not move.
    Pinned(PinnedFrame<'t, A>),
    /// The frame belongs to native code and has no roots.
    None,
}

/// The word from which a call takes its return address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReturnSlot {
    /// The address of the word.
    pub address: u64,
    /// The signing scheme of the return address in it.
    pub signing: ReturnAddressSigning,
}

/// A frame that a [`Cursor`](super::Cursor) has returned.
#[derive(Clone, Copy)]
pub struct StackFrame<'t, A: Architecture> {
    /// The return address of the frame's active call: an address in the frame's function.
    pub pc: u64,
    /// The stack pointer of the frame's function after that call.
    pub sp: u64,
    /// The number of younger frames.
    pub depth: u64,
    /// The kind of code to which the frame belongs.
    pub kind: FrameKind,
    /// The roots of the frame.
    pub roots: FrameRoots<'t, A>,
    /// The rule for unwinding the frame.
    pub(super) leaving: FrameDescriptor<'t, A>,
    pub(super) code: &'t dyn CodeLookup<A>,
    /// Addresses of the saved callee-saved registers; 0 if an address is unknown.
    pub(super) saved: A::PerCalleeSaved,
    pub(super) return_slot: Option<ReturnSlot>,
}

impl<'t, A: Architecture> StackFrame<'t, A> {
    /// Returns the parts of the call site's record that a walk does not need. `None` if there is no
    /// record or the code look-up does not store records.
    pub fn record(&self) -> Option<CallSiteRecord<'t, A>> {
        self.code.record(self.pc)
    }
}

impl<A: Architecture> StackFrame<'_, A> {
    /// Returns the address of the function, where it is known.
    pub fn function(&self) -> Option<u64> {
        self.code.function_containing(self.pc)
    }

    /// Returns the ID of the call site's record, which need not be unique. `None` if there is no
    /// record or the code look-up does not store records.
    pub fn record_id(&self) -> Option<u64> {
        self.record().map(|record| record.id)
    }

    /// Returns the address of a root of this frame.
    ///
    /// # Errors
    ///
    /// [`StackWalkError::UnrecoverableRegister`] if the root lies in, or is relative to, a register
    /// that cannot be recovered.
    #[inline]
    pub fn address_of(
        &self,
        root: RootLocation,
        memory: &impl StackMemory,
    ) -> Result<u64, StackWalkError> {
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

    /// Returns the address and the content of a root.
    #[inline]
    pub(crate) fn load(
        &self,
        root: RootLocation,
        memory: &impl StackMemory,
    ) -> Result<(u64, u64), StackWalkError> {
        let address = self.address_of(root, memory)?;
        let value = memory.load(address).map_err(|source| self.bad_address("a root", source))?;
        Ok((address, value))
    }

    /// Returns whether the frame's value of a callee-saved register lies at this address.
    pub(crate) fn has_register_saved_at(&self, address: u64) -> bool {
        self.saved.as_ref().contains(&address)
    }

    /// Fails if the record lists a register that calls do not preserve, because a walk cannot find
    /// the values of such registers.
    pub(crate) fn reject_lost_candidates(
        &self,
        pinned: PinnedFrame<'_, A>,
    ) -> Result<(), StackWalkError> {
        let Self { pc, depth, .. } = *self;
        match pinned.unrecoverable().next() {
            None => Ok(()),
            Some(register) => Err(StackWalkError::PinnedRegister {
                pc,
                function: self.function(),
                depth,
                register,
            }),
        }
    }

    /// Returns the canonical frame address (CFA): the caller's stack pointer after the frame has
    /// been left.
    ///
    /// # Errors
    ///
    /// If it is relative to a register that cannot be recovered or whose value is not in the stack.
    #[inline]
    pub fn cfa(&self, memory: &impl StackMemory) -> Result<u64, StackWalkError> {
        let (base, offset) = self.leaving.cfa();
        let base = match base {
            AddressBase::StackPointer => self.sp,
            AddressBase::CalleeSaved(index) => {
                memory.load(self.saved_address(index)?).map_err(|source| {
                    self.bad_address("the base register of the frame address", source)
                })?
            }
        };
        Ok(base.wrapping_add_signed(offset.into()))
    }

    /// Returns the word from which the active call takes its return address, if its address is
    /// known. The word is in the frame of the callee, or in the register file of the runtime's
    /// stub.
    pub fn return_slot(&self) -> Option<ReturnSlot> {
        self.return_slot
    }

    /// Returns a callee-saved register whose value in the caller is lost.
    pub(crate) fn lost_register(&self) -> Option<Register> {
        let index = self.leaving.lost().trailing_zeros() as usize;
        let vector = || {
            let (index, _) = self.leaving.vectors().find(|(_, offset)| offset.is_none())?;
            A::CALLEE_SAVED_VECTORS.get(usize::from(index)).copied()
        };
        A::CALLEE_SAVED.get(index).copied().or_else(vector)
    }

    /// Returns the callee-saved registers that, once this frame is left, are changed or saved
    /// elsewhere: a bit for each index in
    /// [`CALLEE_SAVED`](crate::arch::CallingConvention::CALLEE_SAVED).
    pub(crate) fn changed_registers(&self) -> u16 {
        // A damaged table may contain a register index without a bit. It is ignored: no walk looks
        // for such a register.
        let bit = |index: u8| 1_u16.checked_shl(index.into()).unwrap_or(0);
        self.leaving.saved().fold(self.leaving.lost(), |mask, (index, _)| mask | bit(index))
    }

    #[inline]
    fn saved_address(&self, index: u8) -> Result<u64, StackWalkError> {
        let address = self.saved.as_ref().get(usize::from(index)).copied();
        address.filter(|&address| address != 0).ok_or_else(|| self.unrecoverable(index))
    }

    #[cold]
    pub(crate) fn bad_address(
        &self,
        what: &'static str,
        source: StackMemoryError,
    ) -> StackWalkError {
        StackWalkError::BadStackAddress {
            pc: self.pc,
            function: self.function(),
            depth: self.depth,
            what,
            source,
        }
    }

    /// Returns the error for a contradiction that only a damaged table contains.
    #[cold]
    pub(crate) fn damaged(&self, what: &'static str) -> StackWalkError {
        let Self { pc, depth, .. } = *self;
        StackWalkError::DamagedTable { pc, function: self.function(), depth, what }
    }

    #[cold]
    fn unrecoverable(&self, index: u8) -> StackWalkError {
        // The table builder only uses indices from this list.
        let register = A::CALLEE_SAVED.get(usize::from(index)).copied().unwrap_or(A::FRAME_POINTER);
        StackWalkError::UnrecoverableRegister {
            pc: self.pc,
            function: self.function(),
            depth: self.depth,
            register,
            name: A::register_name(register),
        }
    }
}

impl<A: Architecture> fmt::Debug for StackFrame<'_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StackFrame")
            .field("pc", &format_args!("{:#x}", self.pc))
            .field("sp", &format_args!("{:#x}", self.sp))
            .field("depth", &self.depth)
            .field("roots", &self.roots)
            .finish_non_exhaustive()
    }
}
