//! Safe code constructs a pin from a raw address.

use std::num::NonZeroUsize;

use statepoint_gc::roots::PinnedObject;

fn wrong(address: NonZeroUsize) {
    let _ = PinnedObject { object: address };
}

fn main() {}
