//! A second mutator of a thread: it could be dropped in a call of the first or break its scope.

use statepoint_gc::Mutator;

fn wrong(mutator: &Mutator) -> Mutator {
    Mutator::clone(mutator)
}

fn main() {}
