//! The state of a stopped thread is inspected after the handshake, when the thread has resumed.

use statepoint_gc::{Heap, handshake::MutatorThread};

fn wrong(heap: &Heap, thread: &MutatorThread) {
    let at = heap.handshake(thread, |at| at).unwrap();
    let _ = at.frames();
}

fn main() {}
