//! A handshake operation, which another thread may run, uses this thread's mutator.

use statepoint_gc::{Heap, Mutator, handshake::MutatorThread};

fn wrong(heap: &Heap, thread: &MutatorThread, mutator: &mut Mutator) {
    let _ = heap.handshake(thread, |_at| mutator.collect());
}

fn main() {}
