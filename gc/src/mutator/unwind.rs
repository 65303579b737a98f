//! Exceptions that leave native code: the personality routine of the stub `spgc_call_native`.
//!
//! An exception of any kind (a Rust panic, a C++ exception, a cancelled thread) is thrown in native
//! code and may reach managed code, whose landing pads read references. So the thread must become
//! managed before the unwinder continues past the stub. The stub has a landing pad for this
//! purpose, and this module's personality routine directs the unwinder to the pad. The pad makes
//! the same transition as a return from the native function. It waits if a stop is in progress,
//! because a collection may update the registers that the stub has saved and the unwinder will
//! reload. Then it resumes unwinding. For the resumed unwinding, and for the search phase, which
//! changes nothing, the stub is an ordinary frame.
//!
//! From managed code, the exception reaches the frame of `Mutator::call`, where a guard performs
//! the transition that a return would have performed.
//!
//! An exception that leaves the function of a fiber is the subject of `fibers/exception.rs`, which
//! uses this module's interface of the unwinder. Exceptions do not unwind through the other stubs:
//! the functions that they call are `extern "C"`, and a panic in them aborts.
//!
//! **A program may contain two unwinders**: a C++ program that was linked with `-static-libgcc`
//! brings its own, and this library calls that of its shared object. The routine is then called by
//! the one, and calls accessors of the other. Copies of libgcc have the same layout of the context,
//! but an accessor aborts in a copy that has never unwound, because its table of register sizes is
//! empty: [`prepare`] fills it. Other unwinders, such as LLVM's, have other layouts. They are
//! detected by the return address in the context, which must be in the frame's function.
//!
//! Names and values of constants are those of the Itanium C++ ABI: Exception Handling, level I.

use core::ffi::{c_int, c_void};
use core::ops::RangeInclusive;
use core::ptr;

use super::arch;
use crate::fatal;

unsafe extern "C-unwind" {
    /// Resumes the unwinding of an exception after a landing pad.
    pub(crate) fn _Unwind_Resume(exception: *mut c_void) -> !;
    /// Raises an exception again, or resumes forced unwinding, which has no search phase. Returns
    /// if no frame handles the exception.
    pub(crate) fn _Unwind_Resume_or_Rethrow(exception: *mut c_void) -> c_int;
}

unsafe extern "C" {
    fn _Unwind_GetIP(context: *mut c_void) -> usize;
    fn _Unwind_SetIP(context: *mut c_void, address: usize);
    fn _Unwind_SetGR(context: *mut c_void, register: c_int, value: usize);
    fn _Unwind_Backtrace(
        visit: extern "C" fn(context: *mut c_void, argument: *mut c_void) -> c_int,
        argument: *mut c_void,
    ) -> c_int;
}

/// The version of the interface between unwinder and personality routines.
pub(super) const VERSION: c_int = 1;
/// Action flag: the unwinder is in the cleanup phase, and not in the search phase.
pub(super) const UA_CLEANUP_PHASE: c_int = 2;
/// Result: the exception cannot be handled.
pub(super) const URC_FATAL_PHASE1_ERROR: c_int = 3;
/// Result of the search phase: the frame handles the exception.
pub(super) const URC_HANDLER_FOUND: c_int = 6;
/// Result: continue at the landing pad that the context contains.
const URC_INSTALL_CONTEXT: c_int = 7;
/// Result: the frame has no handler; continue with its caller.
pub(super) const URC_CONTINUE_UNWIND: c_int = 8;
/// Result of a function called for each frame of a backtrace: visit no more frames.
const URC_NORMAL_STOP: c_int = 4;

/// Prepares the unwinder that this library is linked to for contexts of other copies of it. Called
/// before any managed code runs.
pub(crate) fn prepare() {
    extern "C" fn stop(_context: *mut c_void, _argument: *mut c_void) -> c_int {
        URC_NORMAL_STOP
    }
    // The result says only that the walk was stopped.
    // SAFETY: `stop` does not use its arguments.
    unsafe { _Unwind_Backtrace(stop, ptr::null_mut()) };
}

/// Returns whether the frame that the unwinder visits is at this return address. Ends the process
/// if the frame is not in `code`, the function whose personality routine was called.
///
/// # Safety
///
/// An unwinder has passed `context`.
pub(super) unsafe fn is_at(
    context: *mut c_void,
    return_address: usize,
    code: &RangeInclusive<usize>,
) -> bool {
    // SAFETY: the caller guarantees a context. libgcc's accessor reads one word of it, in the first
    // kilobyte. The contexts of other unwinders may be shorter, but are local variables of the
    // unwinder, with the frames of its callers after them.
    let address = unsafe { _Unwind_GetIP(context) };
    if !code.contains(&address) {
        fatal::abort(format_args!(
            "an exception reached managed code through an unwinder that this library cannot use: \
             the program has one that is neither the library's nor another copy of libgcc (a \
             static libunwind?). Link the program such that it has one \
             unwinder (docs/porting/exceptions.md)",
        ));
    }
    address == return_address
}

/// Directs the unwinder, which is in the cleanup phase, to a landing pad of the frame that it
/// visits. The pad receives the exception in [`arch::EXCEPTION_REGISTER`]. Returns the result of
/// the personality routine.
///
/// # Safety
///
/// The unwinder has passed `context`. The code at `landing_pad` expects the exception in this
/// register, and no other value.
pub(super) unsafe fn land(
    context: *mut c_void,
    exception: *mut c_void,
    landing_pad: usize,
) -> c_int {
    // SAFETY: the caller guarantees that the context is valid.
    unsafe {
        _Unwind_SetGR(context, arch::EXCEPTION_REGISTER, exception.expose_provenance());
        _Unwind_SetIP(context, landing_pad);
    }
    URC_INSTALL_CONTEXT
}

/// The personality routine of `spgc_call_native`: directs an exception that leaves the native
/// function to the stub's landing pad.
///
/// # Safety
///
/// Called by the unwinder, for a frame of the stub.
pub(crate) unsafe extern "C" fn personality(
    version: c_int,
    actions: c_int,
    _class: u64,
    exception: *mut c_void,
    context: *mut c_void,
) -> c_int {
    if version != VERSION {
        return URC_FATAL_PHASE1_ERROR;
    }
    let (returns, landing_pad) = arch::native_call_exits();
    // If the pad were also used at its own call of `_Unwind_Resume`, unwinding would loop forever.
    // SAFETY: the unwinder, which is the caller, passes its context.
    let is_at_call = unsafe { is_at(context, returns, &arch::native_call_code()) };
    if actions & UA_CLEANUP_PHASE == 0 || !is_at_call {
        return URC_CONTINUE_UNWIND;
    }
    // SAFETY: the unwinder passes a valid context. The pad expects the exception.
    unsafe { land(context, exception, landing_pad) }
}
