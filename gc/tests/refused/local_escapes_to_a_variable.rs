//! A local handle is stored in a variable that outlives its scope.

use statepoint_gc::{Handle, Mutator};

fn wrong(mutator: &mut Mutator, object: &Handle) {
    let mut kept = None;
    mutator.scope(|scope| kept = Some(scope.local(object).unwrap()));
    let _ = mutator.type_of(kept.unwrap());
}

fn main() {}
