//! Threads that run managed code.

use core::mem::{self, ManuallyDrop};

use super::handle_scope;
use super::heap::{self, spgc_heap};
use super::restricted::refuse_in_callback;
use super::status::{Failure, guard, spgc_status};
use crate::mutator::{Mutator, NoMutator, Unfinished};
use crate::thread::abort_in_operation;

/// Returns the calling thread's mutator, if functions of attached threads may be called now.
pub(super) fn current() -> Result<ManuallyDrop<Mutator>, Failure> {
    refuse_in_callback()?;
    Mutator::current().map_err(|error| {
        let (status, message) = match error {
            NoMutator::NotAttached => (
                spgc_status::SPGC_ERROR_NOT_ATTACHED,
                "this thread is not attached to a heap; call spgc_thread_attach first",
            ),
            NoMutator::Managed => (
                spgc_status::SPGC_ERROR_MANAGED,
                "managed code has called native code directly, so this thread is still in \
                 managed state; call native code with spgc_call_native, or with a wrapper that \
                 uses spgc_enter_native and spgc_leave_native",
            ),
            NoMutator::Forked(_) => (
                spgc_status::SPGC_ERROR_FORKED,
                "this process is a fork of the one that started the heap, and cannot use it; \
                 call exec or _exit in the child",
            ),
        };
        Failure::new(status, message)
    })
}

/// Returns an error if the calling thread is managed. The function could wait for a collection that
/// waits for this thread.
pub(super) fn refuse_managed() -> Result<(), Failure> {
    match current() {
        Err(failure) if failure.is(spgc_status::SPGC_ERROR_MANAGED) => Err(failure),
        _ => Ok(()),
    }
}

/// Attaches the calling thread to a heap, so that it can run managed code and use references. A
/// thread is attached to at most one heap at a time. A thread that ends while attached is detached
/// automatically, even if it was attached by the destructor of a pthread_key (except in the last of
/// the PTHREAD_DESTRUCTOR_ITERATIONS rounds).
///
/// An attached thread that is not in a call into managed code is native: it never delays a
/// collection.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_ATTACHED, SPGC_ERROR_FORKED, SPGC_ERROR_SYSTEM,
/// SPGC_ERROR_CALLBACK; SPGC_ERROR_NOT_ATTACHED if the thread is ending.
///
/// # Safety
///
/// The thread runs managed code only on the stack on which it calls this function, on those of
/// fibers, and on those of the host to which switches are announced (spgc_fiber_swap()).
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_thread_attach(heap: *mut spgc_heap) -> spgc_status {
    guard(|| {
        heap::with(heap, |heap| {
            // `spgc_thread_detach`, or the end of the thread, detaches the thread.
            mem::forget(heap.attach()?);
            handle_scope::forget_all();
            Ok(())
        })
    })
}

/// Detaches the calling thread. Its open scopes are closed.
///
/// It must not be called in a native function that managed code has called. Nor must it be called
/// in a callback that a function of this library makes on the same thread. The caller would resume
/// without the thread's record.
///
/// Errors: SPGC_ERROR_NOT_ATTACHED, SPGC_ERROR_CALLBACK, SPGC_ERROR_FORKED; SPGC_ERROR_BUSY, or
/// SPGC_ERROR_MANAGED, if calls into managed code, allocations or collections of the thread have
/// not returned. In spgc_config.on_phase it ends the process with a message.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn spgc_thread_detach() -> spgc_status {
    guard(|| {
        let mutator = current()?;
        abort_in_operation("detaching a thread");
        if mutator.attachment().me.data.runs_other_stack() {
            return Err(Failure::new(
                spgc_status::SPGC_ERROR_BUSY,
                "this thread runs a fiber, or a stack of the host; detach it when it runs its own \
                 stack",
            ));
        }
        let Unfinished { calls, work, .. } = mutator.unfinished();
        if calls > 0 || work > 0 {
            return Err(Failure::new(
                spgc_status::SPGC_ERROR_BUSY,
                format!(
                    "this thread is in {calls} calls into managed code and {work} allocations or \
                     collections; detach it after they have returned"
                ),
            ));
        }
        handle_scope::forget_all();
        mutator.attachment().me.data.own_stack.locals.close_all();
        drop(ManuallyDrop::into_inner(mutator));
        Ok(())
    })
}

/// Returns whether the calling thread is attached to a heap. Any thread may call it at any time.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn spgc_thread_is_attached() -> bool {
    !matches!(Mutator::current(), Err(NoMutator::NotAttached))
}
