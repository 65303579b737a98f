//! How exceptions pass return barriers.
//!
//! An unwinder visits the frames twice (Itanium C++ ABI: Exception Handling, section 1.3): it
//! searches a handler, and then runs cleanups up to the handler. libgcc recognises the frame of the
//! handler by the CFA of its callee. Between the two phases, and between two cleanups, managed code
//! may run, and a collection may install barriers. So the CFA of a barrier's frame must
//! be that of the callee, as if there was no barrier, but then a barrier is taken for the handler's
//! frame. Therefore the second phase ends at each barrier: the landing pad of the trampolines
//! resumes the exception as a callee of the original caller.

use core::ffi::{c_int, c_void};

use super::arch::{LANDING_REGISTERS, barrier_landing_pad};
use super::barrier::return_address_at_barrier;

/// `_UA_SEARCH_PHASE`.
pub(crate) const SEARCH_PHASE: c_int = 1;
/// `_URC_FATAL_PHASE2_ERROR`.
const FATAL_PHASE2_ERROR: c_int = 2;
/// `_URC_INSTALL_CONTEXT`.
const INSTALL_CONTEXT: c_int = 7;
/// `_URC_CONTINUE_UNWIND`.
const CONTINUE_UNWIND: c_int = 8;

unsafe extern "C" {
    /// Returns the program counter of a frame.
    fn _Unwind_GetIP(context: *mut c_void) -> usize;
    /// Sets the program counter with which a landing pad is entered.
    fn _Unwind_SetIP(context: *mut c_void, ip: usize);
    /// Sets a register with which a landing pad is entered.
    fn _Unwind_SetGR(context: *mut c_void, register: c_int, value: usize);
    /// Continues the second phase after a cleanup.
    pub(super) fn _Unwind_Resume(exception: *mut c_void) -> !;
}

/// The personality routine of the trampolines of return barriers.
///
/// # Safety
///
/// Called by an unwinder.
pub(super) unsafe extern "C" fn barrier_personality(
    _version: c_int,
    actions: c_int,
    _class: u64,
    exception: *mut c_void,
    context: *mut c_void,
) -> c_int {
    if actions & SEARCH_PHASE != 0 {
        return CONTINUE_UNWIND;
    }
    // SAFETY: the unwinder passes its context.
    let trampoline = unsafe { _Unwind_GetIP(context) };
    let Some(original) = return_address_at_barrier(trampoline as u64) else {
        return FATAL_PHASE2_ERROR;
    };
    let [first, second] = LANDING_REGISTERS;
    let landing_pad = barrier_landing_pad as *const ();
    // SAFETY: the unwinder passes its context. The landing pad expects these registers.
    unsafe {
        _Unwind_SetGR(context, first, exception.expose_provenance());
        _Unwind_SetGR(context, second, original as usize);
        _Unwind_SetIP(context, landing_pad.expose_provenance());
    }
    INSTALL_CONTEXT
}
