//! A mutator is sent to, or shared with, another thread.

use statepoint_gc::Mutator;

fn send<T: Send>(_: T) {}

fn share<T: Sync>(_: &T) {}

fn wrong(mutator: Mutator) {
    share(&mutator);
    send(mutator);
}

fn main() {}
