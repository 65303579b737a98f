//! A scope returns a local handle that was made in it.

use statepoint_gc::{Handle, Mutator};

fn wrong(mutator: &mut Mutator, object: &Handle) {
    let local = mutator.scope(|scope| scope.local(object).unwrap());
    let _ = mutator.type_of(local);
}

fn main() {}
