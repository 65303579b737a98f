//! An argument is used after the handle from which it was made has been dropped.

use statepoint_gc::{Argument, Handle};

fn wrong(object: Handle) {
    let argument = Argument::Reference(&object);
    drop(object);
    println!("{argument:?}");
}

fn main() {}
