//! The report of a collection.

use core::fmt;
use std::time::{Duration, Instant};

use super::{CollectionCounts, Counters, SlowStop};
use crate::collection::{CollectionCause, CollectionKind, CycleProgress, HeapUse};
use crate::os;
use crate::sizing::Plan;

/// Durations of the phases of a collection, in nanoseconds, while all threads were stopped. A phase
/// that did not run has the duration 0. The sum is less than the pause, which has other parts as
/// well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PhaseDurations {
    /// From the start until the last worker has scanned its roots (stacks, handles and the
    /// remembered set). Includes some of the tracing.
    pub roots: u64,
    /// From the end of the root scan until tracing is complete.
    pub trace: u64,
    /// Processing of weak references, ephemerons and finalizers, including tracing from the objects
    /// that they retain.
    pub references: u64,
    /// Sweeping: finding free memory, and returning memory to the OS.
    pub sweep: u64,
    /// Heap verification.
    pub verify: u64,
}

/// Report of one collection: see [`Heap::recent_collections`](crate::Heap::recent_collections) and
/// [`HeapBuilder::on_collection`](crate::HeapBuilder::on_collection). Times are in nanoseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CollectionReport {
    /// Serial number of the collection in the heap, from 1.
    pub number: u64,
    /// The kind of the collection.
    pub kind: CollectionKind,
    /// The cause of the collection.
    pub cause: CollectionCause,
    /// Time of the request, since the heap was created.
    pub requested_ns: u64,
    /// Duration of the pause: from the request until all threads could resume.
    pub pause_ns: u64,
    /// The part of the pause until all threads had stopped.
    pub time_to_safepoint_ns: u64,
    /// Durations of the phases, after all threads had stopped.
    pub phases_ns: PhaseDurations,
    /// The thread that stopped last, if the stop had to wait for a thread.
    pub last_to_stop: Option<SlowStop>,
    /// Number of threads that collected.
    pub workers: usize,
    /// Number of attached threads.
    pub threads: usize,
    /// Memory in use when all threads had stopped.
    pub before: HeapUse,
    /// Memory in use when threads were about to resume.
    pub after: HeapUse,
    /// Counts of this collection.
    pub counts: CollectionCounts,
}

impl fmt::Display for CollectionReport {
    /// Writes one line, for a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, kind, cause, .. } = self;
        let used = |heap: &HeapUse| (heap.young + heap.old + heap.large) >> 10;
        write!(
            f,
            "collection {number} ({kind}, {cause}): {}K -> {}K, pause {:.3} ms, {:.3} ms to the \
             safepoint",
            used(&self.before),
            used(&self.after),
            self.pause_ns as f64 / 1e6,
            self.time_to_safepoint_ns as f64 / 1e6,
        )
    }
}

/// Data of a collection, from which its [`CollectionReport`] is created. It is filled in from the
/// request to the resumption of the threads.
#[derive(Debug)]
pub(crate) struct Collection<'a> {
    /// Serial number of the collection, from [`Recorder::begin`](super::Recorder::begin).
    pub(crate) number: u64,
    pub(crate) kind: CollectionKind,
    pub(crate) cause: CollectionCause,
    /// Time of the request.
    pub(crate) requested: Instant,
    /// Duration from the request until all threads could resume.
    pub(crate) pause: Duration,
    /// Duration from the request until all threads had stopped.
    pub(crate) time_to_safepoint: Duration,
    /// Name and ID of the thread that stopped last, if the stop had to wait for a thread.
    pub(crate) last_to_stop: Option<(&'a str, u32)>,
    /// Number of the fiber that it ran; 0 if none.
    pub(crate) last_to_stop_fiber: u64,
    /// Number of threads that had not yet stopped when the request had been sent to all threads.
    pub(crate) pending: usize,
    /// Name and ID of the thread that requested the collection, if it is attached.
    pub(crate) by: Option<(&'a str, u32)>,
    /// Number of the fiber that it runs; 0 if none.
    pub(crate) by_fiber: u64,
    /// Number of passes. A pass that did not free enough is followed by a more thorough pass in the
    /// same pause.
    pub(crate) passes: u32,
    /// The sizing policy's plan after this collection.
    pub(crate) plan: Plan,
    /// The state of the concurrent cycle when threads were about to resume.
    pub(crate) progress: CycleProgress,
    /// Durations of the phases.
    pub(crate) phases: PhaseDurations,
    /// Number of threads that collected.
    pub(crate) workers: usize,
    /// Number of attached threads.
    pub(crate) threads: usize,
    /// Memory in use when all threads had stopped.
    pub(crate) before: HeapUse,
    /// Memory in use when threads were about to resume.
    pub(crate) after: HeapUse,
    /// Counts of this collection.
    pub(crate) counters: Counters,
}

/// Returns a duration in nanoseconds; `u64::MAX` if it is more than 500 years.
pub(crate) fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

impl Collection<'_> {
    /// Returns the name and the ID of the thread that requested the collection. If no attached
    /// thread requested it, returns those of the calling thread.
    pub(crate) fn requester(&self) -> (String, u32) {
        match self.by {
            Some((name, id)) => (name.to_owned(), id),
            None => (os::thread_name(), os::current_thread_id()),
        }
    }

    /// Returns the report for the host. `created` is the time at which the heap was created.
    pub(super) fn report(&self, created: Instant) -> CollectionReport {
        let time_to_safepoint_ns = nanoseconds(self.time_to_safepoint);
        CollectionReport {
            number: self.number,
            kind: self.kind,
            cause: self.cause,
            requested_ns: nanoseconds(self.requested.saturating_duration_since(created)),
            pause_ns: nanoseconds(self.pause),
            time_to_safepoint_ns,
            phases_ns: self.phases,
            last_to_stop: self.last_to_stop.map(|(thread, thread_id)| SlowStop {
                time_to_safepoint_ns,
                thread: thread.to_owned(),
                thread_id,
            }),
            workers: self.workers,
            threads: self.threads,
            before: self.before,
            after: self.after,
            counts: self.counters.into(),
        }
    }
}
