//! A local handle of an inner scope is used in the outer scope.

use statepoint_gc::{Handle, Mutator};

fn wrong(mutator: &mut Mutator, object: &Handle) {
    mutator.scope(|outer| {
        let local = outer.mutator().scope(|inner| inner.local(object).unwrap());
        let _ = outer.global(local);
    });
}

fn main() {}
