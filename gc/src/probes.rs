//! Static probes (USDT) for SystemTap, bpftrace, `perf` and gdb. Their provider is `statepoint_gc`.
//!
//! A probe is one no-op instruction, and a note of the file that says where it is and where its
//! arguments are. A tool writes a breakpoint over the no-op. `docs/tools.md` lists the probes.

use crate::collection::{CollectionCause, CollectionKind};

/// A thread begins to stop all others. `number` is that of the stop.
#[inline(always)]
pub(crate) fn safepoint_begin(number: u64) {
    probe::probe!(statepoint_gc, safepoint__begin, number);
}

/// All threads have stopped. `pending` of them had not stopped yet when all had been requested to.
#[inline(always)]
pub(crate) fn safepoint_reached(pending: usize) {
    probe::probe!(statepoint_gc, safepoint__reached, pending);
}

/// Threads resume.
#[inline(always)]
pub(crate) fn safepoint_end() {
    probe::probe!(statepoint_gc, safepoint__end);
}

/// A collection begins. All threads have stopped.
#[inline(always)]
pub(crate) fn collection_begin(cause: CollectionCause) {
    probe::probe!(statepoint_gc, collection__begin, cause as usize);
}

/// The collection with this number has ended. Threads have not resumed.
#[inline(always)]
pub(crate) fn collection_end(number: u64, kind: CollectionKind) {
    probe::probe!(statepoint_gc, collection__end, number, kind as usize);
}

/// Managed code, or the host, allocates an object of `bytes` bytes on the slow path.
#[inline(always)]
pub(crate) fn slow_allocation(bytes: usize) {
    probe::probe!(statepoint_gc, slow__allocation, bytes);
}
