//! A code snapshot is used after the heap, and with it the registry, has been dropped.

use statepoint_gc::Heap;

fn wrong(heap: Heap) {
    let code = heap.code().snapshot();
    drop(heap);
    assert!(code.is_empty());
}

fn main() {}
