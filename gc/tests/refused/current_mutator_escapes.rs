//! A native function returns the current mutator, which is only lent to it.

use statepoint_gc::Mutator;

fn wrong() {
    let mutator = Mutator::with_current(|mutator| mutator).unwrap();
    mutator.collect();
}

fn main() {}
