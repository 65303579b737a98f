//! The assembly stubs between managed code and the runtime's slow paths. `stubs` contains the stubs
//! of safepoints, `preserving` the stubs that preserve most registers (transitions, write barrier),
//! and `switch` those that switch between stacks.

use core::ffi::c_void;
use core::ops::RangeInclusive;

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "aarch64")]
pub(crate) use aarch64::*;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::*;

#[cfg(feature = "patched-polls")]
unsafe extern "C" {
    fn spgc_poll_slow();
}

unsafe extern "C" {
    fn spgc_resume(fiber: *const c_void, reference: *const c_void) -> *mut c_void;
    fn spgc_suspend(reference: *const c_void) -> *mut c_void;
}

/// Returns the addresses of the stubs that resume a fiber and suspend one.
pub(crate) fn switch_stubs() -> [*const c_void; 2] {
    [spgc_resume as *const c_void, spgc_suspend as *const c_void]
}

unsafe extern "C" {
    static spgc_call_native_begins: u8;
    static spgc_call_native_returns: u8;
    static spgc_call_native_lands: u8;
    static spgc_call_native_resumes: u8;
    static spgc_fiber_return: u8;
    static spgc_fiber_lands: u8;
}

/// Returns the address of the stub that a poll calls when its thread has a pending safepoint
/// request.
#[cfg(feature = "patched-polls")]
pub(crate) fn poll_stub() -> u64 {
    (spgc_poll_slow as *const ()).expose_provenance() as u64
}

/// Returns the return address of native functions called by `spgc_call_native`, and the address of
/// the landing pad for exceptions that leave them.
pub(crate) fn native_call_exits() -> (usize, usize) {
    let returns = &raw const spgc_call_native_returns;
    (returns.addr(), (&raw const spgc_call_native_lands).addr())
}

/// Returns the addresses of the instructions of `spgc_call_native`, up to the last return address.
pub(crate) fn native_call_code() -> RangeInclusive<usize> {
    (&raw const spgc_call_native_begins).addr()..=(&raw const spgc_call_native_resumes).addr()
}

/// Returns the return address of a fiber's function, and the address of the landing pad for
/// exceptions that leave it.
pub(crate) fn fiber_exits() -> (usize, usize) {
    ((&raw const spgc_fiber_return).addr(), (&raw const spgc_fiber_lands).addr())
}
