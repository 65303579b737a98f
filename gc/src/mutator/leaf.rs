//! Functions that managed code calls without a safepoint. The prelude declares them as
//! `"gc-leaf-function"`.
//!
//! During the call the thread stays managed, so references stay valid and a stop waits for the
//! thread. The functions are short, and take no lock that is held for long.

use core::num::NonZeroU64;

use super::slow_path::Current;
use crate::fatal;

/// Returns the calling thread; ends the process if the thread is not managed. `function` is the
/// called function, and `instead` the function that native code must call.
fn require_managed<'a>(function: &str, instead: &str) -> Current<'a> {
    let current = Current::of_thread();
    if !current.attachment.me.is_managed() {
        fatal::abort(format_args!(
            "{function} is called on thread \"{}\", which is native; native code uses `{instead}`",
            crate::os::thread_name(),
        ));
    }
    current
}

/// Implements `i64 @spgc_finalize(ptr addrspace(1) %object, i64 %token)`: registers an object as
/// [`Mutator::finalize_with`](super::Mutator::finalize_with) does, and returns the ID of the
/// registration ([`FinalizerId::new`](crate::roots::FinalizerId::new)).
///
/// # Safety
///
/// Called by managed code, with a reference.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn spgc_finalize(object: u64, token: u64) -> u64 {
    let current = require_managed("spgc_finalize", "Mutator::finalize_with");
    current.attachment.heap.references.finalizers.register(object, token).get()
}

/// Implements `i64 @spgc_take_interrupt()`: takes the word that [`Heap::interrupt`] has left for
/// the thread, and returns it; 0 if there is none.
///
/// [`Heap::interrupt`]: crate::Heap::interrupt
#[unsafe(no_mangle)]
pub(crate) extern "C" fn spgc_take_interrupt() -> u64 {
    let current = require_managed("spgc_take_interrupt", "Mutator::take_interrupt");
    current.attachment.me.take_interrupt().map_or(0, NonZeroU64::get)
}

/// Implements `i32 @spgc_identity_hash(ptr addrspace(1) %object)`: returns the hash that
/// [`Mutator::identity_hash`](super::Mutator::identity_hash) returns.
///
/// # Safety
///
/// Called by managed code, with a value that a reference slot may hold.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn spgc_identity_hash(object: u64) -> u32 {
    let current = require_managed("spgc_identity_hash", "Mutator::identity_hash");
    current.attachment.identity_hash(object)
}
