//! A local handle is made in an outer scope while an inner one is open.

use statepoint_gc::{Handle, Mutator};

fn wrong(mutator: &mut Mutator, object: &Handle) {
    mutator.scope(|outer| {
        outer.mutator().scope(|_inner| {
            let _ = outer.local(object);
        });
    });
}

fn main() {}
