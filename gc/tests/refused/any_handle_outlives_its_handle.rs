//! An `AnyHandle` is used after the handle from which it was made has been dropped.

use statepoint_gc::{Handle, Mutator, roots::AnyHandle};

fn wrong(mutator: &mut Mutator, object: &Handle, value: Handle) {
    let held = AnyHandle::from(&value);
    drop(value);
    let _ = mutator.store_any_handle(AnyHandle::from(object), 8, Some(held));
}

fn main() {}
