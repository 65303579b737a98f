//! The queue of finalizable objects is read after the heap has been dropped.

use statepoint_gc::Heap;

fn wrong(heap: Heap) {
    let dead = heap.drain_finalizers();
    drop(heap);
    assert_eq!(dead.count(), 0);
}

fn main() {}
