//! Safe code constructs a pin from a raw address.

use std::num::NonZeroUsize;

use statepoint_gc::roots::Pinned;

fn wrong(address: NonZeroUsize) {
    let _ = Pinned { object: address };
}

fn main() {}
