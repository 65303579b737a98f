//! Code that is removed when no stack has a frame in it.

use core::ffi::{c_char, c_void};
use std::ffi::CString;

use super::callbacks::Data;
use super::code::spgc_code_region_id;
use super::heap::{self, spgc_heap};
use super::status::{Failure, array, guard, require_function, spgc_status};
use super::thread;
use crate::fatal::call_host;
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
        let callback = require_function(callback, "callback")?;
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

/// A frame in a region of code, or the function of a fiber that was not resumed yet.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_code_user {
    /// sizeof(spgc_code_user) as the library knows it.
    pub size: usize,
    /// The region.
    pub region: spgc_code_region_id,
    /// The return address of the call that the frame is in, or the address of the fiber's function
    /// plus 1.
    pub pc: *const c_void,
    /// The stack, for messages: `the stack of thread "main" (17)`. Valid until the callback
    /// returns.
    pub stack: *const c_char,
}

/// Receives a frame in a region.
///
/// data: the pointer that was passed to spgc_code_users().
/// user: valid until the callback returns. It must not throw: an exception ends the process.
pub type spgc_code_user_callback =
    Option<unsafe extern "C-unwind" fn(data: *mut c_void, user: *const spgc_code_user)>;

/// Searches the stacks of all threads and fibers for frames in regions of code, while all threads
/// are stopped. Then calls the host, for one frame of each region that has any, while the other
/// threads run. A region that it is not called for may be removed, if no call enters it any more;
/// spgc_code_retire() does all this by itself.
///
/// Frames of native functions are not searched for. Regions that are not registered have none.
///
/// Any thread that is not managed may call it at any time.
///
/// regions: the regions, in any order.
/// count: their number.
/// callback: called for each region in which there is a frame, in the order of `regions`.
/// data: passed to the callback.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL; SPGC_ERROR_CODE if an element of `regions` was not
/// stored by this library; SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `regions` is null or points to `count` elements. `callback` may be called with `data`.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_code_users(
    heap: *mut spgc_heap,
    regions: *const spgc_code_region_id,
    count: usize,
    callback: spgc_code_user_callback,
    data: *mut c_void,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let heap = heap::get(heap)?;
        let callback = require_function(callback, "callback")?;
        // SAFETY: the caller guarantees that there are `count` elements.
        let regions = unsafe { array(regions, count, "regions") }?;
        let ids: Vec<_> = regions.iter().map(|region| region.id()).collect::<Result<_, _>>()?;
        for (region, user) in regions.iter().zip(heap.code_users(&ids)) {
            let Some(user) = user else { continue };
            let stack = CString::new(user.stack).unwrap_or_default();
            let user = spgc_code_user {
                size: size_of::<spgc_code_user>(),
                region: *region,
                pc: core::ptr::without_provenance(user.pc as usize),
                stack: stack.as_ptr(),
            };
            call_host("the host's callback for a frame in code", || {
                // SAFETY: the caller guarantees that the callback may be called with this data.
                unsafe { callback(data, &raw const user) };
            });
        }
        Ok(())
    })
}

impl From<RetireError> for Failure {
    fn from(error: RetireError) -> Self {
        Self::new(spgc_status::SPGC_ERROR_CODE, error.to_string())
    }
}
