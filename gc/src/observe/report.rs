//! What is told of each collection.

use core::fmt;
use std::time::{Duration, Instant};

use super::{Counters, SlowStop};

/// What a collection looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CollectionKind {
    /// The young generation.
    Young,
    /// Everything.
    Full,
    /// Everything, and moved together what can be moved.
    Compacting,
}

impl fmt::Display for CollectionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Young => "young",
            Self::Full => "full",
            Self::Compacting => "compacting",
        })
    }
}

/// Why there was a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CollectionCause {
    /// There was no room for an object.
    Allocation,
    /// There was no room for an object that lies outside threads' buffers.
    LargeAllocation,
    /// There was none after the collection before, either.
    Emergency,
    /// The host asked for it.
    Request,
    /// Zeal mode.
    Zeal,
}

impl fmt::Display for CollectionCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Allocation => "allocation",
            Self::LargeAllocation => "large allocation",
            Self::Emergency => "emergency",
            Self::Request => "request",
            Self::Zeal => "zeal",
        })
    }
}

/// Bytes of a heap that are in use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct HeapUse {
    /// By the young generation, threads' buffers as a whole.
    pub young: u64,
    /// By the old generation.
    pub old: u64,
    /// By large objects.
    pub large: u64,
    /// By all of these together, the gaps of the old generation included: blocks and pages in use, which the heap's
    /// limit is about.
    pub committed: u64,
}

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

/// A watch for the phases of a collection.
#[derive(Debug)]
pub(crate) struct Laps(Instant);

impl Laps {
    pub(crate) fn begin() -> Self {
        Self(Instant::now())
    }

    /// Nanoseconds since the last call, or the beginning.
    pub(crate) fn next(&mut self) -> u64 {
        let now = Instant::now();
        nanoseconds(now.saturating_duration_since(core::mem::replace(&mut self.0, now)))
    }
}

/// What a collection did, or all of them together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Managed frames that were walked.
    pub frames_walked: u64,
    /// Native frames between managed ones that had to be unwound; none where managed code calls
    /// native code by `spgc_call_native` only.
    pub native_frames_walked: u64,
    /// Frames for which the stack map had a record: all, or the process would have ended.
    pub records_matched: u64,
    /// Roots that were looked at: in frames, and handles.
    pub roots_visited: u64,
    /// Roots that were found in callee-saved registers.
    pub register_roots: u64,
    /// Those of them that were rewritten.
    pub register_roots_relocated: u64,
    /// Interior pointers in frames that were moved along with their object.
    pub derived_relocated: u64,
    /// Old objects that a reference was stored into, each counted once between two collections.
    pub objects_logged: u64,
    /// Fields of old objects that were looked at because they had referred to young ones.
    pub remembered_slots: u64,
    /// Objects that were moved.
    pub objects_moved: u64,
    /// Their bytes.
    pub bytes_copied: u64,
    /// Of these, those that went from the young to the old generation. What a collection of the young one copied
    /// besides stayed there.
    pub bytes_promoted: u64,
    /// Objects that were found alive and stayed where they are.
    pub objects_marked: u64,
    /// Objects that would have moved, but were pinned, or found no room.
    pub objects_kept: u64,
    /// Weak fields and handles that were looked at.
    pub weak_visited: u64,
    /// Those that were cleared.
    pub weak_cleared: u64,
    /// Ephemerons, in the heap and in tables, that were looked at; up to twice each.
    pub ephemerons_visited: u64,
    /// Those that were cleared.
    pub ephemerons_cleared: u64,
    /// Objects that were queued for finalization.
    pub finalizers_queued: u64,
    /// Objects that the heap verifier looked at; 0 where it is off.
    pub objects_verified: u64,
}

impl From<Counters> for Counts {
    fn from(counters: Counters) -> Self {
        let Counters { walk, references, .. } = counters;
        Self {
            frames_walked: walk.frames_walked,
            native_frames_walked: walk.native_frames,
            records_matched: walk.records_matched,
            roots_visited: walk.roots_visited + counters.handles,
            register_roots: walk.register_roots,
            register_roots_relocated: walk.register_roots_relocated,
            derived_relocated: walk.derived_relocated,
            objects_logged: counters.objects_logged,
            remembered_slots: counters.remembered_slots,
            objects_moved: counters.objects_moved,
            bytes_copied: counters.bytes_copied,
            bytes_promoted: counters.bytes_promoted,
            objects_marked: counters.objects_marked,
            objects_kept: counters.objects_kept,
            weak_visited: references.weak,
            weak_cleared: references.weak_cleared,
            ephemerons_visited: references.ephemerons,
            ephemerons_cleared: references.ephemerons_cleared,
            finalizers_queued: references.finalizable,
            objects_verified: counters.objects_verified,
        }
    }
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
