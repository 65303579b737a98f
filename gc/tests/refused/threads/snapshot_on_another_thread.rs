//! A snapshot of the code goes to another thread: that one would not be told, when it removes code, that it waits for
//! itself.

use statepoint_gc::code::Snapshot;
use statepoint_scanner::arch::Architecture;

fn send<T: Send>(_: T) {}

fn wrong<A: Architecture + Send + Sync>(snapshot: Snapshot<'_, A>) {
    send(snapshot);
}

fn main() {}
