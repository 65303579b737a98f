//! A scope is sent to another thread.

use statepoint_gc::Mutator;

fn send<T: Send>(_: T) {}

fn wrong(mutator: &mut Mutator) {
    mutator.scope(|scope| send(scope));
}

fn main() {}
