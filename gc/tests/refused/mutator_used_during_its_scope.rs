//! The mutator itself is used while a scope has it.

use statepoint_gc::Mutator;

fn wrong(mutator: &mut Mutator) {
    mutator.scope(|_scope| mutator.collect());
}

fn main() {}
