//! A snapshot of the code goes to another thread, which could remove code: it would wait for
//! itself without an error.

use statepoint_gc::code::CodeSnapshot;
use statepoint_scanner::arch::Architecture;

fn send<T: Send>(_: T) {}

fn wrong<A: Architecture + Send + Sync>(snapshot: CodeSnapshot<'_, A>) {
    send(snapshot);
}

fn main() {}
