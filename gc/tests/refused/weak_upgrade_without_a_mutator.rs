//! A weak handle is turned into a strong one by a thread that collections do not wait for.

use statepoint_gc::{Handle, WeakHandle};

fn wrong(weak: &WeakHandle) -> Handle {
    weak.upgrade().unwrap().unwrap()
}

fn main() {}
