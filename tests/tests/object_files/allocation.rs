//! Measures how much memory a thread has allocated at most.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static NOW: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn count(change: isize) {
    // A thread that ends may free memory after its thread-local variables are destroyed.
    let _ = NOW.try_with(|now| {
        now.set(now.get() + change);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(now.get())));
    });
}

// SAFETY: all calls are forwarded to the system's allocator; the counting allocates nothing, since
// the variables need neither initialisation nor destruction.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller keeps the contract of this function, which is that of the system's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the caller keeps the contract of this function, which is that of the system's.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Returns the largest number of bytes that this thread had allocated at once while `work` ran,
/// beyond those before.
pub(crate) fn peak_of(work: impl FnOnce()) -> usize {
    let before = NOW.get();
    PEAK.set(before);
    work();
    (PEAK.get() - before).unsigned_abs()
}

#[test]
fn freed_memory_counts_towards_the_peak() {
    let peak = peak_of(|| drop(std::hint::black_box(Vec::<u8>::with_capacity(1 << 20))));
    assert!((1 << 20..1 << 21).contains(&peak), "{peak}");
}
