//! A local handle is the result of the scope that it was made in.

use statepoint_gc::{Handle, Mutator};

fn wrong(mutator: &mut Mutator, object: &Handle) {
    let local = mutator.scope(|scope| scope.local(object).unwrap());
    let _ = mutator.type_of(local);
}

fn main() {}
