//! A mutator is cloned: the copy could be dropped during a call or a scope of the original.

use statepoint_gc::Mutator;

fn wrong(mutator: &Mutator) -> Mutator {
    Mutator::clone(mutator)
}

fn main() {}
