//! Another thread gets a mutator, or sees one.

use statepoint_gc::Mutator;

fn send<T: Send>(_: T) {}

fn share<T: Sync>(_: &T) {}

fn wrong(mutator: Mutator) {
    share(&mutator);
    send(mutator);
}

fn main() {}
