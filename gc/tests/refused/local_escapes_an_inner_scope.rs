//! A local handle of a scope within a scope is used in the outer one.

use statepoint_gc::{Handle, Mutator};

fn wrong(mutator: &mut Mutator, object: &Handle) {
    mutator.scope(|outer| {
        let local = outer.mutator().scope(|inner| inner.local(object).unwrap());
        let _ = outer.global(local);
    });
}

fn main() {}
