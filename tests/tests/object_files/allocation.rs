//! A global allocator that measures the peak of the memory allocated by each thread.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Allocated and not yet freed bytes. Negative if the thread frees memory of other threads.
    static ALLOCATED: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

struct CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn count_bytes(change: isize) {
    // A thread that ends may free memory after its thread-local variables are destroyed.
    let _ = ALLOCATED.try_with(|allocated| {
        allocated.set(allocated.get() + change);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(allocated.get())));
    });
}

// SAFETY: all calls are forwarded to the system's allocator. Counting does not allocate, since the
// thread-local variables need neither initialisation nor destruction.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count_bytes(layout.size() as isize);
        // SAFETY: the caller's guarantees are those that the system's allocator requires.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count_bytes(-(layout.size() as isize));
        // SAFETY: the caller's guarantees are those that the system's allocator requires.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Returns the peak of the bytes allocated by this thread while `work` ran, without those allocated
/// before.
pub(crate) fn peak_allocation(work: impl FnOnce()) -> usize {
    let before = ALLOCATED.get();
    PEAK.set(before);
    work();
    (PEAK.get() - before).unsigned_abs()
}

#[test]
fn freed_memory_counts_towards_the_peak() {
    let peak = peak_allocation(|| drop(std::hint::black_box(Vec::<u8>::with_capacity(1 << 20))));
    assert!((1 << 20..1 << 21).contains(&peak), "{peak}");
}
