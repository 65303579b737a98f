//! A callback, which any thread may call, uses what belongs to one.

use std::cell::Cell;

use statepoint_gc::{Heap, HeapBuilder};

fn wrong(given: Cell<bool>) -> HeapBuilder {
    Heap::builder().on_out_of_memory(move |_| !given.replace(true))
}

fn main() {}
