//! Stacks that the host has made, and its switches between them.

use core::ffi::c_void;

use super::fiber::{settings, spgc_fiber, spgc_fiber_config};
use super::heap::{self, spgc_heap};
use super::restricted::refuse_in_callback;
use super::status::{Failure, guard, require, spgc_status};
use super::tagged::Tagged;
use super::thread;
use crate::mutator::Fiber;

/// Makes a stack known that the host has made, and to which it switches by its own means
/// (Boost.Context, swapcontext(), assembly), so that managed code may run on it. The host announces
/// each switch by spgc_fiber_swap().
///
/// The result is a fiber without a function. Native code on the stack calls managed code as
/// elsewhere (spgc_call()). The references in its frames are roots, also while the stack is
/// suspended. The stack stays on the thread that has switched to it first.
///
/// spgc_fiber_destroy() releases the fiber, while the stack does not run and no call into managed
/// code on it is unfinished. The library does not free the memory.
///
/// Any thread may call it at any time, except in restricted callbacks.
///
/// config: settings, or null for the default ones. Only the name is used.
/// low, high: the lowest address of the stack, and the address after its highest byte; at least
/// 64 KiB, since collections that its managed code causes run on it. Guard pages are not part of
/// it.
/// fiber: where to store the fiber.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_NO_HEAP, SPGC_ERROR_CALLBACK;
/// SPGC_ERROR_ARGUMENT if the stack is too small, the name is not UTF-8 or the flags are unknown.
///
/// # Safety
///
/// `config` is null or points to a structure of the size in its first field, whose name is null or
/// a string. `fiber` is null or valid for writes. The memory is that of a stack, which is used for
/// nothing else, until the fiber is released. While the stack is suspended, no code writes
/// references to variables on it.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_fiber_adopt(
    heap: *mut spgc_heap,
    config: *const spgc_fiber_config,
    low: *mut c_void,
    high: *mut c_void,
    fiber: *mut *mut spgc_fiber,
) -> spgc_status {
    guard(|| {
        refuse_in_callback()?;
        require(low.cast::<u8>(), "low")?;
        require(high.cast::<u8>(), "high")?;
        require(fiber, "fiber")?;
        // SAFETY: the caller guarantees what this requires.
        let settings = unsafe { settings(config) }?;
        let memory = low.expose_provenance()..high.expose_provenance();
        heap::with(heap, |heap| {
            // SAFETY: the caller upholds the contract for the memory.
            let adopted = unsafe { heap.adopt_stack(settings, memory) }?;
            // SAFETY: the caller guarantees that `fiber` is valid for writes.
            unsafe { fiber.write(Tagged::allocate(adopted).cast()) };
            Ok(())
        })
    })
}

/// Announces that the calling thread is about to switch from one stack to another. Called on the
/// stack that is left, directly before the switch: the thread uses no other function of the library
/// in between, and does not return to managed code.
///
/// From the thread's own stack, or that of a fiber, the thread can switch to a stack of the host
/// that does not run. The stack that is left counts as running: it has resumed the other. From a
/// stack of the host it can switch back to the stack that has resumed it, which suspends the
/// former. It can also switch to another stack of the host that does not run. The former is
/// suspended then, and the stack that has resumed it has now resumed the latter.
///
/// A switch that was not announced is detected when the thread enters managed code
/// (SPGC_ERROR_STACK) or returns to it (the process ends with a message).
///
/// The calling thread must be attached and native. Waits for a collection in progress; is not a
/// safepoint itself. The thread must not be cancelled asynchronously.
///
/// from: the stack that the thread runs; null for its own.
/// to: the stack that it will run; null for its own.
///
/// Errors, after which the thread must not switch: SPGC_ERROR_REFERENCE, and those of all functions
/// of attached threads; SPGC_ERROR_STACK if an earlier switch was not announced; SPGC_ERROR_FIBER
/// if the thread does not run `from`, or `to` runs and has not resumed `from`, is a fiber with a
/// function that has not resumed `from`, belongs to another heap, or stays on another thread; also
/// in the out-of-memory callback and the callback for collections.
///
/// # Safety
///
/// `from` and `to` are null or fibers that have not been released. The switch continues where `to`
/// was left after the last announcement, or calls a function at the end of a stack that was not
/// left before. No other thread releases `from`, or frees its memory, before the switch was made:
/// spgc_fiber_get_state() does not tell that. It preserves the callee-saved registers of the
/// calling convention.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_fiber_swap(
    from: *const spgc_fiber,
    to: *const spgc_fiber,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        // SAFETY: the caller guarantees that the fibers have not been released.
        let (from, to) = unsafe { (named(from)?, named(to)?) };
        // SAFETY: the caller upholds the contract for the switch.
        unsafe { mutator.swap_from(from, to) }?;
        Ok(())
    })
}

/// # Safety
///
/// `fiber` is null or a fiber that is not released as long as the result is used.
unsafe fn named<'a>(fiber: *const spgc_fiber) -> Result<Option<&'a Fiber>, Failure> {
    if fiber.is_null() {
        return Ok(None);
    }
    // SAFETY: passed on.
    unsafe { Tagged::<Fiber>::get(fiber.cast()) }.map(Some)
}
