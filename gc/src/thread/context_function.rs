//! The function by which compiled code gets its thread's context without a thread-local variable.
//! The function is not part of the feature `capi`, because Rust hosts also link code that calls it.
//! The C header declares it.

#![allow(unreachable_pub, reason = "the header is made of what is public")]

use core::ffi::c_void;

/// Returns the calling thread's context: the address of `spgc_thread`, whose layout is %spgc.thread
/// in statepoint_gc.ll. For code that cannot name a thread-local variable: statepoint_gc_context.ll
/// calls this. The address does not change while the thread lives, attached or not.
///
/// May be called by any thread at any time. Never null.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn spgc_thread_context() -> *mut c_void {
    super::thread_context().cast_mut().cast()
}
