//! The queue of dead objects is read when the heap is gone.

use statepoint_gc::Heap;

fn wrong(heap: Heap) {
    let dead = heap.drain_finalizers();
    drop(heap);
    assert_eq!(dead.count(), 0);
}

fn main() {}
