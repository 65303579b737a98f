//! An argument is used when the handle that it was made of is gone.

use statepoint_gc::{Argument, Handle};

fn wrong(object: Handle) {
    let argument = Argument::Reference(&object);
    drop(object);
    println!("{argument:?}");
}

fn main() {}
