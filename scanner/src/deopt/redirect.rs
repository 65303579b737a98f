//! Frame takeover: replacement of a frame's return address by that of a trampoline.

use super::error::DeoptError;
use super::return_trampoline::{
    NoTrampolineLeft, ReturnTrampoline, TakeoverHandler, original_return_address,
};
use super::state::DeoptState;
use super::trampoline_entry::TrampolineEntry;
use super::typed_value::DeoptValueKind;
use crate::arch::{Host, InstructionSet};
use crate::return_address::{
    Authentication, has_shadow_stack, redirect_barrier, return_address_at_barrier,
};
use crate::walk::{
    FrameKind, ReturnSlot, StackFrame, StackMemory, StackMemoryError, StackWalkError,
};

/// Error returned when a frame cannot be taken over. `pc` is the frame's program counter, which is
/// the return address of its active call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FrameTakeoverError {
    /// The stack walk does not find the frame or its caller.
    #[error(transparent)]
    Walk(#[from] StackWalkError),
    /// The frame's values cannot be read or are not of the expected kinds.
    #[error(transparent)]
    Deopt(#[from] DeoptError),
    /// The frame is not one of managed code.
    #[error("the frame at {pc:#x} is not a managed frame")]
    Native {
        /// The program counter.
        pc: u64,
    },
    /// The frame's active call has no deoptimization state.
    #[error(
        "the call that returns to {pc:#x} has no deoptimization state (no \"deopt\" bundle, or an \
         empty one)"
    )]
    NoState {
        /// The program counter.
        pc: u64,
    },
    /// The location of the return address into the frame is unknown: a signal interrupted the
    /// frame, or the walk started with registers.
    #[error("the location of the return address into the frame at {pc:#x} is unknown")]
    NoReturnAddress {
        /// The program counter.
        pc: u64,
    },
    /// The return address that the frame's callee uses is another address, or is not signed as the
    /// unwind information specifies.
    #[error(
        "the return address into the frame at {pc:#x} is {found:#x}: it is another address, or not \
         signed as the unwind information specifies"
    )]
    Signature {
        /// The program counter.
        pc: u64,
        /// The value found.
        found: u64,
    },
    /// The unwind information does not specify how the return address is signed. Several signing
    /// methods result in the value found, and for no free trampoline do they have equal results.
    #[error(
        "the return address into the frame at {pc:#x} is {found:#x}, and it is unknown whether it \
         is signed, and with which key: its callee is a wrapper of which only the frame record is \
         known (call the native function through spgc_call_native instead)"
    )]
    UnknownSigning {
        /// The program counter.
        pc: u64,
        /// The value found.
        found: u64,
    },
    /// The frame already returns to a trampoline.
    #[error("the frame at {pc:#x} already returns to a trampoline")]
    Taken {
        /// The program counter.
        pc: u64,
    },
    /// The value of a register of the frame's caller cannot be recovered.
    #[error("the frame at {pc:#x} cannot be replaced: the value of {name} in its caller is lost")]
    LostRegister {
        /// The program counter.
        pc: u64,
        /// The name of the register.
        name: &'static str,
    },
    /// A word that is needed to find the frame's caller is not in the stack.
    #[error("the frame at {pc:#x} cannot be replaced: {source}")]
    Memory {
        /// The program counter.
        pc: u64,
        /// The address of the word, and why it is wrong.
        source: StackMemoryError,
    },
    /// The processor compares return addresses with a shadow stack (CET on x86-64, GCS on AArch64).
    /// A replaced return address would terminate the process.
    #[error("this thread has a shadow stack (CET, GCS), so return addresses cannot be replaced")]
    ShadowStack,
    /// There are no trampolines left.
    #[error(transparent)]
    NoTrampolineLeft(#[from] NoTrampolineLeft),
}

/// The planned replacement of a frame's return address by that of a return-address trampoline.
#[derive(Clone, Copy, Debug)]
pub struct ReturnRedirect {
    /// Program counter of the frame.
    pc: u64,
    /// The address of the word that contains the return address into the frame.
    at: u64,
    /// The current value of that word, with its signature.
    raw: u64,
    way: Way,
}

/// How a frame is made to return to the trampoline of a takeover.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// The word gets the address of that trampoline, with this signature.
    Word(Authentication),
    /// The word contains the address of a return barrier's trampoline, which must stay there
    /// ([`crate::return_address`]). That one then leads to the trampoline of the takeover.
    Barrier(u64),
}

impl ReturnRedirect {
    /// Checks that the frame of `state` has values of these kinds and can be taken over when its
    /// active call returns.
    ///
    /// # Errors
    ///
    /// If the frame cannot be taken over.
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
        let (slot, raw) = Self::load_return_address(frame, memory)?;
        let address = Host::strip_return_address(raw);
        if is_takeover(address) {
            return Err(FrameTakeoverError::Taken { pc });
        }
        let is_barrier = return_address_at_barrier(address) == Some(pc);
        let expected = if is_barrier { address } else { pc };
        let authentication = Authentication::new(raw, expected, sp, slot.signing)
            .ok_or(FrameTakeoverError::Signature { pc, found: raw })?;
        let way = if is_barrier { Way::Barrier(address) } else { Way::Word(authentication) };
        Ok(Self { pc, at: slot.address, raw, way })
    }

    /// Returns whether the frame returns to a trampoline already.
    ///
    /// # Errors
    ///
    /// If the frame is not one of managed code, or if the location of the return address into it is
    /// unknown.
    pub fn is_taken(
        frame: &StackFrame<'_, Host>,
        memory: &impl StackMemory,
    ) -> Result<bool, FrameTakeoverError> {
        let (_, raw) = Self::load_return_address(frame, memory)?;
        Ok(is_takeover(Host::strip_return_address(raw)))
    }

    /// Returns the location and the value of the return address into the frame.
    fn load_return_address(
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

    /// Returns the frame's program counter. The trampoline's original return address must be equal.
    pub fn pc(&self) -> u64 {
        self.pc
    }

    /// Claims a trampoline for the frame's program counter that [fits](Self::fits). If the signing
    /// of the return address is unknown, not every trampoline fits. The parameters are those of
    /// [`ReturnTrampoline::new`].
    ///
    /// # Errors
    ///
    /// If no free trampoline fits.
    ///
    /// # Safety
    ///
    /// The requirements of [`ReturnTrampoline::new`].
    pub unsafe fn trampoline(
        &self,
        takeover: TakeoverHandler,
        context: *const (),
    ) -> Result<ReturnTrampoline, FrameTakeoverError> {
        let Self { pc, raw: found, .. } = *self;
        // SAFETY: the caller upholds the contract of `ReturnTrampoline::new`.
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
        match self.way {
            Way::Word(authentication) => authentication.sign(address).is_some(),
            Way::Barrier(_) => true,
        }
    }

    /// Makes the frame return to `trampoline`.
    ///
    /// # Errors
    ///
    /// If the trampoline has another original return address or does not [fit](Self::fits), or if
    /// the return address has changed since the check.
    ///
    /// # Safety
    ///
    /// `memory` is the stack of the frame, whose thread is stopped or is the calling one.
    /// `trampoline` is not dropped before the frame has been left, or will not run again.
    pub unsafe fn apply(
        self,
        trampoline: &ReturnTrampoline,
        memory: &mut impl StackMemory,
    ) -> Result<(), FrameTakeoverError> {
        let Self { pc, at, raw, way } = self;
        if trampoline.original() != pc || memory.load(at) != Ok(raw) {
            return Err(FrameTakeoverError::Signature { pc, found: raw });
        }
        match way {
            Way::Word(authentication) => {
                let unknown = FrameTakeoverError::UnknownSigning { pc, found: raw };
                let word = authentication.sign(trampoline.address()).ok_or(unknown)?;
                memory.store(at, word).map_err(|source| FrameTakeoverError::Memory { pc, source })
            }
            Way::Barrier(barrier) => {
                // SAFETY: the word is the return address into the frame, and contains the barrier's
                // trampoline. The caller guarantees the rest.
                match unsafe { redirect_barrier(barrier, pc, trampoline.address()) } {
                    true => Ok(()),
                    false => Err(FrameTakeoverError::Taken { pc }),
                }
            }
        }
    }
}

/// Returns whether a frame with this return address returns to the trampoline of a takeover.
fn is_takeover(address: u64) -> bool {
    let address = return_address_at_barrier(address).unwrap_or(address);
    original_return_address(address).is_some()
}
