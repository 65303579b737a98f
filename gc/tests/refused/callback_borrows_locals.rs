//! A callback borrows a local variable, which the heap outlives.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use statepoint_gc::{Heap, HeapBuilder};

fn wrong() -> HeapBuilder {
    let collections = AtomicU64::new(0);
    Heap::builder().on_collection(|_| {
        collections.fetch_add(1, Relaxed);
    })
}

fn main() {}
