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

/// Runs a cycle until its marking has finished, and `during` while it marks. If a cycle is already
/// marking, another one is run after it. If a full collection abandons the cycle, another one is
/// run without `during`.
///
/// # Panics
///
/// If the heap has no cycles.
pub fn run_cycle(heap: &Heap, mutator: &mut Mutator, during: impl FnOnce(&mut Mutator)) {
    let mut during = Some(during);
    loop {
        let abandoned = counts(heap).cycles_abandoned;
        begin_cycle(heap, mutator);
        // At most one cycle marks at a time, so this is the number of the one that marks.
        let number = counts(heap).cycles_begun;
        if let Some(during) = during.take() {
            during(mutator);
        }
        while cycles_ended(heap) < number {
            mutator.collect_young();
            std::thread::sleep(Duration::from_micros(200));
        }
        if counts(heap).cycles_abandoned == abandoned {
            return;
        }
    }
}

/// Returns the number of cycles that no longer mark.
fn cycles_ended(heap: &Heap) -> u64 {
    let counts = counts(heap);
    counts.cycles_marked + counts.cycles_abandoned
}
