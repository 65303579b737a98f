//! A second mutator of a thread, which could be dropped in a call of the first, or used beside its scope.

use statepoint_gc::Mutator;

fn wrong(mutator: &Mutator) -> Mutator {
    Mutator::clone(mutator)
}

fn main() {}
