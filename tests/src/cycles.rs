//! Concurrent cycles that tests begin and wait for.

use std::time::Duration;

use statepoint_gc::{Heap, Mutator, observe::CollectionCounts};

/// Returns the counts of the heap since it was created.
pub fn counts(heap: &Heap) -> CollectionCounts {
    heap.statistics().counts
}

/// Promotes all young objects: survivors are promoted by their second young collection.
pub fn promote_all(mutator: &mut Mutator) {
    mutator.collect_young();
    mutator.collect_young();
}

/// Begins a cycle, after the previous one has been swept.
///
/// # Panics
///
/// If the heap has no cycles.
pub fn begin_cycle(heap: &Heap, mutator: &mut Mutator) {
    let before = counts(heap).cycles_begun;
    while counts(heap).cycles_begun == before {
        assert!(mutator.begin_cycle());
    }
}

/// Runs a cycle until marking has finished, and `during` while it marks.
///
/// # Panics
///
/// If the heap has no cycles.
pub fn run_cycle(heap: &Heap, mutator: &mut Mutator, during: impl FnOnce(&mut Mutator)) {
    let marked = counts(heap).cycles_marked;
    begin_cycle(heap, mutator);
    during(mutator);
    while counts(heap).cycles_marked == marked {
        mutator.collect_young();
        std::thread::sleep(Duration::from_micros(200));
    }
}
