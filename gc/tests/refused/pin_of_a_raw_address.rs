//! Safe code makes a pin of an address of its own.

use std::num::NonZeroUsize;

use statepoint_gc::roots::Pinned;

fn wrong(address: NonZeroUsize) {
    let _ = Pinned { object: address };
}

fn main() {}
