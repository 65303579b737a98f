//! A snapshot of the code is used when the heap, and with it the registry, may be gone.

use statepoint_gc::Heap;

fn wrong(heap: Heap) {
    let code = heap.code().snapshot();
    drop(heap);
    assert!(code.is_empty());
}

fn main() {}
