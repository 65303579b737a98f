//! A native function keeps the mutator that it may use while it runs.

use statepoint_gc::Mutator;

fn wrong() {
    let mutator = Mutator::with_current(|mutator| mutator).unwrap();
    mutator.collect();
}

fn main() {}
