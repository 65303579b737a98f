//! A local handle is sent to, or shared with, a thread that did not make it.

use statepoint_gc::LocalHandle;

fn send<T: Send>(_: T) {}

fn share<T: Sync>(_: &T) {}

fn wrong(local: LocalHandle<'_>) {
    send(local);
    share(&local);
}

fn main() {}
