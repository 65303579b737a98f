//! What managed code calls without a safepoint: functions that the prelude declares as `"gc-leaf-function"`.
//!
//! The thread stays managed, so references stay valid, and stops wait for it: these functions do little, and
//! take no lock that is held for long.

use super::slow_path::Current;
use crate::fatal;

/// The calling thread, which is managed; `instead`: what native code does.
fn managed<'a>(function: &str, instead: &str) -> Current<'a> {
    let current = Current::of_thread();
    if !current.attachment.me.is_managed() {
        fatal::stop(format_args!(
            "{function} is called on thread \"{}\", which is native; native code uses `{instead}`",
            crate::os::thread_name(),
        ));
    }
    current
}

/// Behind `i64 @spgc_finalize(ptr addrspace(1) %object, i64 %token)`: registers an object as
/// [`Mutator::finalize_with`](super::Mutator::finalize_with) does; the number of the registration
/// ([`FinalizerId::new`](crate::roots::FinalizerId::new)).
///
/// # Safety
///
/// Called by managed code, with a reference.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn spgc_finalize(object: u64, token: u64) -> u64 {
    let current = managed("spgc_finalize", "Mutator::finalize_with");
    current.attachment.heap.references.finalizers.register(object, token).get()
}

/// Behind `i32 @spgc_identity_hash(ptr addrspace(1) %object)`: the hash that
/// [`Mutator::identity_hash`](super::Mutator::identity_hash) tells.
///
/// # Safety
///
/// Called by managed code, with what a reference slot may hold.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn spgc_identity_hash(object: u64) -> u32 {
    let current = managed("spgc_identity_hash", "Mutator::identity_hash");
    current.attachment.identity_hash(object)
}
