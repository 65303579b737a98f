//! Continuation of a frame that is taken over: removal of the frame and call of another function.

use super::arch::PRESERVED_VECTORS;
use super::redirect::FrameTakeoverError;
use crate::arch::{CallingConvention, Host, InstructionSet};
use crate::return_address::{Authentication, return_address_at_barrier};
use crate::walk::{Cursor, StackMemory};

type CalleeSaved = <Host as CallingConvention>::PerCalleeSaved;

/// The register contents after a frame's epilogue: those of the frame's caller.
#[derive(Clone, Copy, Debug)]
pub struct CallerRegisters {
    sp: u64,
    return_address: u64,
    callee_saved: CalleeSaved,
    vectors: [u64; PRESERVED_VECTORS],
}

impl CallerRegisters {
    /// Unwinds the frame that the last step of `cursor` returned, and returns the registers of its
    /// caller. The cursor moves to the caller.
    ///
    /// `vectors` contains the frame's values of the vector registers that callees preserve in part.
    ///
    /// # Errors
    ///
    /// If the unwind rule does not locate the caller or one of its registers, or if the return
    /// address is not signed as the rule specifies.
    pub fn of_frame(
        cursor: &mut Cursor<'_, Host>,
        memory: &impl StackMemory,
        vectors: [u64; PRESERVED_VECTORS],
    ) -> Result<Self, FrameTakeoverError> {
        let pc = cursor.pc();
        let vectors = cursor.vectors_of_caller(memory, vectors)?;
        cursor.leave_frame(memory)?;
        let sp = cursor.sp();
        let slot = cursor.return_slot().ok_or(FrameTakeoverError::NoReturnAddress { pc })?;
        let memory_error = |source| FrameTakeoverError::Memory { pc, source };
        let raw = memory.load(slot.address).map_err(memory_error)?;
        let return_address = Host::strip_return_address(raw);
        // The epilogue of the frame's function would authenticate the return address.
        if Authentication::new(raw, return_address, sp, slot.signing).is_none() {
            return Err(FrameTakeoverError::Signature { pc, found: raw });
        }
        // The return address will be stored elsewhere, where a return barrier is unknown. A
        // takeover of the caller stays pending.
        let return_address = return_address_at_barrier(return_address).unwrap_or(return_address);
        let mut callee_saved = CalleeSaved::default();
        for (index, value) in callee_saved.as_mut().iter_mut().enumerate() {
            let register = Host::CALLEE_SAVED[index];
            let lost = FrameTakeoverError::LostRegister { pc, name: Host::register_name(register) };
            let at = cursor.saved_at(index).ok_or(lost)?;
            *value = memory.load(at).map_err(memory_error)?;
        }
        Ok(Self { sp, return_address, callee_saved, vectors })
    }
}

/// The continuation of a frame that is taken over: a call of a function with one argument, as if by
/// the frame's caller. The function's result becomes the result of the frame.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ReplacementCall {
    pub(crate) sp: u64,
    pub(crate) return_address: u64,
    pub(crate) target: u64,
    pub(crate) argument: u64,
    pub(crate) callee_saved: CalleeSaved,
    pub(crate) vectors: [u64; PRESERVED_VECTORS],
}

impl ReplacementCall {
    /// Creates the continuation that calls `target` with `argument`.
    ///
    /// # Safety
    ///
    /// `caller` contains the registers of the caller of the frame that has entered the trampoline.
    /// `target` is a function of the C calling convention that can be called with `argument` at the
    /// call site of the frame's caller, instead of the callee there. The record of that call site
    /// applies during the call. The return value of `target` is valid for the caller.
    pub unsafe fn new(caller: CallerRegisters, target: *const (), argument: u64) -> Self {
        let CallerRegisters { sp, return_address, callee_saved, vectors } = caller;
        let target = target.expose_provenance() as u64;
        Self { sp, return_address, target, argument, callee_saved, vectors }
    }
}
