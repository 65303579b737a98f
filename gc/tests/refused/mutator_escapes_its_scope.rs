//! The mutator that a scope lends is used while the scope is used.

use statepoint_gc::{Handle, Mutator};

fn wrong(mutator: &mut Mutator, object: &Handle) {
    mutator.scope(|scope| {
        let lent = scope.mutator();
        let _local = scope.local(object);
        lent.collect();
    });
}

fn main() {}
