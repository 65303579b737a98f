//! A callback, which any thread may call, uses a value that is not `Sync`.

use std::cell::Cell;

use statepoint_gc::{Heap, HeapBuilder};

fn wrong(given: Cell<bool>) -> HeapBuilder {
    Heap::builder().on_out_of_memory(move |_| !given.replace(true))
}

fn main() {}
