//! Another thread gets a local handle: only the thread that made it knows when it may be read.

use statepoint_gc::LocalHandle;

fn send<T: Send>(_: T) {}

fn share<T: Sync>(_: &T) {}

fn wrong(local: LocalHandle<'_>) {
    send(local);
    share(&local);
}

fn main() {}
