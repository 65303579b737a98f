//! What an operation may look at while a thread is at a safepoint is looked at when the thread goes on.

use statepoint_gc::{Heap, handshake::Thread};

fn wrong(heap: &Heap, thread: &Thread) {
    let at = heap.handshake(thread, |at| at).unwrap();
    let _ = at.frames();
}

fn main() {}
