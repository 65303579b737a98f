//! A weak handle is upgraded without a mutator, by a thread for which collections do not wait.

use statepoint_gc::{Handle, WeakHandle};

fn wrong(weak: &WeakHandle) -> Handle {
    weak.upgrade().unwrap().unwrap()
}

fn main() {}
