//! The allocator of these tests.

use core::alloc::{GlobalAlloc, Layout};
use core::cell::Cell;
use std::alloc::System;

thread_local! {
    /// Number of allocations by this thread.
    pub(crate) static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    /// Whether allocations by this thread are cancellation points.
    pub(crate) static ALLOCATIONS_ACT_UPON_REQUESTS: Cell<bool> = const { Cell::new(false) };
}

unsafe extern "C-unwind" {
    fn pthread_testcancel();
}

/// Counts the allocations of each thread, and acts upon requests for cancellation.
struct TestAllocator;

// SAFETY: all calls are forwarded to the system's allocator, which upholds the contract.
unsafe impl GlobalAlloc for TestAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        if ALLOCATIONS_ACT_UPON_REQUESTS.get() {
            // SAFETY: the function has no preconditions. The thread of the test that sets this is
            // not expected to be unwound here; if it is, the process may end, and the test fails.
            unsafe { pthread_testcancel() };
        }
        // SAFETY: the caller upholds this function's contract, which is that of the system's
        // allocator as well.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller upholds this function's contract, which is that of the system's
        // allocator as well.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: TestAllocator = TestAllocator;
