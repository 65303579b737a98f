//! A local handle is made in a scope while another is open in it: their cells would be mixed.

use statepoint_gc::{Handle, Mutator};

fn wrong(mutator: &mut Mutator, object: &Handle) {
    mutator.scope(|outer| {
        outer.mutator().scope(|_inner| {
            let _ = outer.local(object);
        });
    });
}

fn main() {}
