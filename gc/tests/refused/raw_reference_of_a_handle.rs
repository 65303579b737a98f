//! Safe code reads the raw reference in a handle, which the next collection makes stale.

use statepoint_gc::{Handle, LocalHandle, roots::AnyHandle};

fn wrong(object: &Handle, local: LocalHandle<'_>) {
    let _ = object.get();
    let _ = AnyHandle::from(object).get();
    let LocalHandle { index, .. } = local;
}

fn main() {}
