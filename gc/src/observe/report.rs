//! What is told of each collection.

use core::fmt;
use std::time::{Duration, Instant};

use super::{Counters, Counts, SlowStop};
use crate::collection::{CollectionCause, CollectionKind, HeapUse};
use crate::os;
use crate::sizing::Plan;

/// Nanoseconds that the parts of a collection took, while all threads were stopped. What a collector does not have
/// takes no time; what belongs to none of them makes the rest of the pause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Phases {
    /// Until the last worker was done with stacks, handles and what was remembered, and with some of the tracing.
    pub roots: u64,
    /// From then on, until everything was traced.
    pub trace: u64,
    /// Weak references, ephemerons and finalizers, and tracing what they keep.
    pub references: u64,
    /// Finding what is free, and giving memory back.
    pub sweep: u64,
    /// Heap verification.
    pub verify: u64,
}

/// One collection: see [`Heap::recent_collections`](crate::Heap::recent_collections) and
/// [`HeapBuilder::on_collection`](crate::HeapBuilder::on_collection). Times are in nanoseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CollectionReport {
    /// How many collections there have been, with this one.
    pub number: u64,
    /// What was collected.
    pub kind: CollectionKind,
    /// Why.
    pub cause: CollectionCause,
    /// When it was asked for, since the heap was made.
    pub requested_ns: u64,
    /// From then on, until all threads might go on.
    pub pause_ns: u64,
    /// The part of the pause until all threads had stopped.
    pub time_to_safepoint_ns: u64,
    /// The parts of the rest.
    pub phases_ns: Phases,
    /// The thread that stopped last, if any had to be waited for.
    pub last_to_stop: Option<SlowStop>,
    /// Threads that collected.
    pub workers: usize,
    /// Threads that were attached.
    pub threads: usize,
    /// What was in use when all threads had stopped.
    pub before: HeapUse,
    /// And when they were about to go on.
    pub after: HeapUse,
    /// What was done.
    pub counts: Counts,
}

impl fmt::Display for CollectionReport {
    /// One line for a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, kind, cause, .. } = self;
        let used = |heap: &HeapUse| (heap.young + heap.old + heap.large) >> 10;
        write!(
            f,
            "collection {number} ({kind}, {cause}): {}K -> {}K, pause {:.3} ms, {:.3} ms to the safepoint",
            used(&self.before),
            used(&self.after),
            self.pause_ns as f64 / 1e6,
            self.time_to_safepoint_ns as f64 / 1e6,
        )
    }
}

/// The same as the collection itself tells it.
#[derive(Debug)]
pub(crate) struct Collection<'a> {
    /// From [`Recorder::begin`](super::Recorder::begin).
    pub(crate) number: u64,
    pub(crate) kind: CollectionKind,
    pub(crate) cause: CollectionCause,
    pub(crate) requested: Instant,
    /// From the request to the resumption of all threads.
    pub(crate) pause: Duration,
    /// From the request until all threads had stopped.
    pub(crate) time_to_safepoint: Duration,
    /// Name and number of the thread that stopped last, if any had to be waited for.
    pub(crate) last_to_stop: Option<(&'a str, u32)>,
    /// Threads that had not stopped when all had been asked to.
    pub(crate) awaited: usize,
    /// Name and number of the thread that asked for it, if it is attached.
    pub(crate) by: Option<(&'a str, u32)>,
    /// How often it began, as one more thorough than the one before.
    pub(crate) passes: u32,
    /// What the sizing policy makes of it.
    pub(crate) plan: Plan,
    pub(crate) phases: Phases,
    pub(crate) workers: usize,
    pub(crate) threads: usize,
    pub(crate) before: HeapUse,
    pub(crate) after: HeapUse,
    pub(crate) counters: Counters,
}

/// In nanoseconds; the largest number if it takes more than 500 years.
pub(crate) fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

impl Collection<'_> {
    /// Who collected: an attached thread, or else the calling one.
    pub(crate) fn by_whom(&self) -> (String, u32) {
        match self.by {
            Some((name, id)) => (name.to_owned(), id),
            None => (os::thread_name(), os::current_thread_id()),
        }
    }

    /// For the host, where the heap was made at this time.
    pub(super) fn report(&self, made: Instant) -> CollectionReport {
        let time_to_safepoint_ns = nanoseconds(self.time_to_safepoint);
        CollectionReport {
            number: self.number,
            kind: self.kind,
            cause: self.cause,
            requested_ns: nanoseconds(self.requested.saturating_duration_since(made)),
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
