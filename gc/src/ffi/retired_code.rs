//! Code that is removed when no stack has a frame in it.

use core::ffi::c_void;

use super::callbacks::Data;
use super::code::spgc_code_region_id;
use super::heap::{self, spgc_heap};
use super::status::{Failure, guard, spgc_status};
use super::thread;
use crate::mutator::RetireError;

/// Called when no stack has a frame in retired code. It removes the code (spgc_code_remove()), and
/// may then free it, or close the library.
///
/// The callback runs once, on the thread that has searched the stacks, which is native meanwhile.
/// It may call functions of this library. It must not wait for a thread that waits for this one. It
/// must not throw: an exception ends the process.
///
/// data: the pointer that was passed to spgc_code_retire().
/// region: the region.
pub type spgc_unused_code_callback =
    Option<unsafe extern "C-unwind" fn(data: *mut c_void, region: spgc_code_region_id)>;

/// Calls a function of the host when no stack has a frame in a region of code: neither of a thread,
/// nor of a suspended fiber, nor is it the function of a fiber that was not resumed yet.
///
/// The host has made sure that no call enters the region from now on: no function pointer, patched
/// call or dispatch table leads there, and no thread holds such an address for a call. Calls that
/// have not returned may continue, call other code, and return.
///
/// Stacks are searched in collections that find all dead objects (full ones, and the pause that
/// ends marking), by spgc_code_search_retired(), and by this function if many regions wait. A
/// search stops all threads and walks all stacks. Frames of native functions are not searched for.
///
/// Any thread may call it at any time, while others run managed code and collect. When the heap is
/// shut down, no code of it runs any more: regions that still wait are forgotten, without a call.
///
/// callback: called when the code is unused.
/// data: passed to the callback.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL; SPGC_ERROR_CODE if the region is not registered, or
/// was retired before; SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// The callback may be called with `data`, on any thread, until the heap has been shut down.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_code_retire(
    heap: *mut spgc_heap,
    region: spgc_code_region_id,
    callback: spgc_unused_code_callback,
    data: *mut c_void,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let heap = heap::get(heap)?;
        let Some(callback) = callback else {
            return Err(Failure::new(spgc_status::SPGC_ERROR_NULL, "callback is null"));
        };
        let data = Data::new(data);
        heap.retire_code(region.id()?, move |region| {
            // SAFETY: the caller guarantees that the callback may be called with this data.
            unsafe { callback(data.get(), region.into()) };
        })?;
        Ok(())
    })
}

/// Stops all threads, and searches their stacks and those of fibers for frames in retired code.
/// Calls the callbacks of regions without a frame.
///
/// Any thread that is not managed may call it at any time.
///
/// waiting: where to store the number of regions that still wait, or null.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `waiting` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_code_search_retired(
    heap: *mut spgc_heap,
    waiting: *mut usize,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let count = heap::get(heap)?.search_retired_code();
        if !waiting.is_null() {
            // SAFETY: the caller guarantees that `waiting` is valid for writes.
            unsafe { waiting.write(count) };
        }
        Ok(())
    })
}

impl From<RetireError> for Failure {
    fn from(error: RetireError) -> Self {
        Self::new(spgc_status::SPGC_ERROR_CODE, error.to_string())
    }
}
