//! Safe code reads the reference in a handle, which would be stale after the next collection.

use statepoint_gc::{Handle, LocalHandle, roots::AnyHandle};

fn wrong(object: &Handle, local: LocalHandle<'_>) {
    let _ = object.get();
    let _ = AnyHandle::from(object).get();
    let LocalHandle { index, .. } = local;
}

fn main() {}
