//! A scope is used after it has been closed.

use statepoint_gc::Mutator;

fn wrong(mutator: &mut Mutator) {
    let scope = mutator.scope(|scope| scope);
    scope.mutator().collect();
}

fn main() {}
