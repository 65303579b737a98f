//! A code snapshot is sent to another thread. If that thread removed code, it would wait for its
//! own snapshot without an error.

use statepoint_gc::code::CodeSnapshot;
use statepoint_scanner::arch::Architecture;

fn send<T: Send>(_: T) {}

fn wrong<A: Architecture + Send + Sync>(snapshot: CodeSnapshot<'_, A>) {
    send(snapshot);
}

fn main() {}
