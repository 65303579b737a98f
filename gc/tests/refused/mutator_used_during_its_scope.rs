//! A mutator is used while one of its scopes borrows it.

use statepoint_gc::Mutator;

fn wrong(mutator: &mut Mutator) {
    mutator.scope(|_scope| mutator.collect());
}

fn main() {}
