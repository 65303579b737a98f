//! What an operation may inspect only at a safepoint is inspected after the thread has resumed.

use statepoint_gc::{Heap, handshake::Thread};

fn wrong(heap: &Heap, thread: &Thread) {
    let at = heap.handshake(thread, |at| at).unwrap();
    let _ = at.frames();
}

fn main() {}
