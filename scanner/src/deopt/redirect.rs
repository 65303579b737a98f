//! Hijacking the return address of a frame, so that it is taken over.

use super::arch::has_shadow_stack;
use super::error::DeoptError;
use super::return_trampoline::{
    NoTrampolineLeft, ReturnTrampoline, TakeoverHandler, original_return_address,
};
use super::signing::Authentication;
use super::state::DeoptState;
use super::trampoline_entry::TrampolineEntry;
use super::typed_value::DeoptValueKind;
use crate::arch::{Host, InstructionSet};
use crate::walk::{
    FrameKind, ReturnSlot, StackFrame, StackMemory, StackMemoryError, StackWalkError,
};

/// Error returned when a frame cannot be taken over. `pc` is its program counter: the return
/// address of its call under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FrameTakeoverError {
    /// The walk does not lead to the frame or to its caller.
    #[error(transparent)]
    Walk(#[from] StackWalkError),
    /// Its values cannot be read, or differ from the expected ones.
    #[error(transparent)]
    Deopt(#[from] DeoptError),
    /// The frame is not one of managed code.
    #[error("the frame at {pc:#x} is not a managed frame")]
    Native {
        /// The program counter.
        pc: u64,
    },
    /// Its call under way has no deoptimization state, so it cannot be continued elsewhere.
    #[error(
        "the call that returns to {pc:#x} has no deoptimization state (no \"deopt\" bundle, or an \
         empty one)"
    )]
    NoState {
        /// The program counter.
        pc: u64,
    },
    /// The place of its callee's return address is not known: the frame was interrupted by a
    /// signal, or the walk began with registers.
    #[error("the place of the return address into the frame at {pc:#x} is unknown")]
    NoReturnAddress {
        /// The program counter.
        pc: u64,
    },
    /// The word that its callee uses as return address is not the frame's address, signed as the
    /// unwind information says.
    #[error(
        "the return address into the frame at {pc:#x} is {found:#x}: it is another address, or not \
         signed as the unwind information says"
    )]
    Signature {
        /// The program counter.
        pc: u64,
        /// The word.
        found: u64,
    },
    /// It is not known how the return address that its callee uses is signed, the word has several
    /// meanings, and no trampoline is left that is right for each of them.
    #[error(
        "the return address into the frame at {pc:#x} is {found:#x}, and it is unknown whether it \
         is signed, and with which key: its callee is a wrapper of which only the frame record is \
         known (call the native function through spgc_call_native instead)"
    )]
    UnknownSigning {
        /// The program counter.
        pc: u64,
        /// The word.
        found: u64,
    },
    /// The frame already returns to a trampoline.
    #[error("the frame at {pc:#x} already returns to a trampoline")]
    Taken {
        /// The program counter.
        pc: u64,
    },
    /// The value of one of its caller's registers cannot be recovered from it.
    #[error("the frame at {pc:#x} cannot be replaced: the value of {name} in its caller is lost")]
    LostRegister {
        /// The program counter.
        pc: u64,
        /// The name of the register.
        name: &'static str,
    },
    /// A word that is needed to find its caller does not lie in the stack.
    #[error("the frame at {pc:#x} cannot be replaced: {source}")]
    Memory {
        /// The program counter.
        pc: u64,
        /// The address of the word, and why it is wrong.
        source: StackMemoryError,
    },
    /// The processor compares return addresses with a shadow stack (CET on x86-64, GCS on AArch64):
    /// a changed one would end the process.
    #[error("this thread has a shadow stack (CET, GCS), so return addresses cannot be replaced")]
    ShadowStack,
    /// There are no trampolines left.
    #[error(transparent)]
    NoTrampolineLeft(#[from] NoTrampolineLeft),
}

/// A frame that can be made to return to a return-address trampoline.
#[derive(Clone, Copy, Debug)]
pub struct ReturnRedirect {
    pc: u64,
    /// The address of the word that holds the return address into the frame.
    at: u64,
    raw: u64,
    authentication: Authentication,
}

impl ReturnRedirect {
    /// Checks that the frame of `state` can be taken over when its call under way returns, with
    /// values of these kinds.
    ///
    /// # Errors
    ///
    /// If it cannot be taken over.
    pub fn of_frame(
        state: &DeoptState<'_, Host>,
        kinds: &[DeoptValueKind],
        memory: &impl StackMemory,
    ) -> Result<Self, FrameTakeoverError> {
        Self::of_frame_with(state, kinds, memory, has_shadow_stack)
    }

    pub(super) fn of_frame_with(
        state: &DeoptState<'_, Host>,
        kinds: &[DeoptValueKind],
        memory: &impl StackMemory,
        has_shadow_stack: impl FnOnce() -> bool,
    ) -> Result<Self, FrameTakeoverError> {
        let frame = state.frame();
        let (pc, sp) = (frame.pc, frame.sp);
        if state.is_empty() {
            return Err(FrameTakeoverError::NoState { pc });
        }
        state.check_as(kinds, TrampolineEntry::has_register)?;
        if let Some(register) = frame.lost_register() {
            let name = Host::register_name(register);
            return Err(FrameTakeoverError::LostRegister { pc, name });
        }
        if has_shadow_stack() {
            return Err(FrameTakeoverError::ShadowStack);
        }
        let (slot, raw) = Self::returns_by(frame, memory)?;
        if original_return_address(Host::strip_return_address(raw)).is_some() {
            return Err(FrameTakeoverError::Taken { pc });
        }
        let authentication = Authentication::of(raw, pc, sp, slot.signing)
            .ok_or(FrameTakeoverError::Signature { pc, found: raw })?;
        Ok(Self { pc, at: slot.address, raw, authentication })
    }

    /// Returns whether the frame returns to a trampoline already.
    ///
    /// # Errors
    ///
    /// If it is not one of managed code, or the place of the return address into it is not known.
    pub fn is_taken(
        frame: &StackFrame<'_, Host>,
        memory: &impl StackMemory,
    ) -> Result<bool, FrameTakeoverError> {
        let (_, raw) = Self::returns_by(frame, memory)?;
        Ok(original_return_address(Host::strip_return_address(raw)).is_some())
    }

    fn returns_by(
        frame: &StackFrame<'_, Host>,
        memory: &impl StackMemory,
    ) -> Result<(ReturnSlot, u64), FrameTakeoverError> {
        let pc = frame.pc;
        if frame.kind != FrameKind::Managed {
            return Err(FrameTakeoverError::Native { pc });
        }
        let slot = frame.return_slot().ok_or(FrameTakeoverError::NoReturnAddress { pc })?;
        let raw = memory
            .load(slot.address)
            .map_err(|source| FrameTakeoverError::Memory { pc, source })?;
        Ok((slot, raw))
    }

    /// Returns the frame's program counter; the trampoline must be one for this address.
    pub fn pc(&self) -> u64 {
        self.pc
    }

    /// Claims a trampoline for the frame's program counter to which the frame can be made to
    /// return: not every one is suitable if the signing of the return address is not known. The
    /// parameters are those of [`ReturnTrampoline::new`].
    ///
    /// # Errors
    ///
    /// If there is none.
    ///
    /// # Safety
    ///
    /// As [`ReturnTrampoline::new`].
    pub unsafe fn trampoline(
        &self,
        takeover: TakeoverHandler,
        context: *const (),
    ) -> Result<ReturnTrampoline, FrameTakeoverError> {
        let Self { pc, raw: found, .. } = *self;
        // SAFETY: the caller has the same duties.
        match unsafe {
            ReturnTrampoline::new_where(pc, takeover, context, |address| self.fits(address))
        } {
            Some(trampoline) => Ok(trampoline),
            None if ReturnTrampoline::is_any_left() => {
                Err(FrameTakeoverError::UnknownSigning { pc, found })
            }
            None => Err(NoTrampolineLeft.into()),
        }
    }

    /// Returns whether the frame can be made to return to a trampoline at `address`.
    pub fn fits(&self, address: u64) -> bool {
        self.authentication.sign(address).is_some()
    }

    /// Makes the frame return to `trampoline` instead.
    ///
    /// # Errors
    ///
    /// If the trampoline is not one for the frame's program counter or not one that
    /// [fits](Self::fits), or the stack has changed since.
    pub fn apply(
        self,
        trampoline: &ReturnTrampoline,
        memory: &mut impl StackMemory,
    ) -> Result<(), FrameTakeoverError> {
        let Self { pc, at, raw, authentication } = self;
        if trampoline.original() != pc || memory.load(at) != Ok(raw) {
            return Err(FrameTakeoverError::Signature { pc, found: raw });
        }
        let unknown = FrameTakeoverError::UnknownSigning { pc, found: raw };
        let word = authentication.sign(trampoline.address()).ok_or(unknown)?;
        memory.store(at, word).map_err(|source| FrameTakeoverError::Memory { pc, source })
    }
}
