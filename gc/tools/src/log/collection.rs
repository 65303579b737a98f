//! What a log says about one collection.

use std::fmt;
use std::sync::Arc;

/// The kind of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum CollectionKind {
    /// Of the young generation.
    Young,
    /// Of the whole heap.
    Full,
    /// Of the whole heap, with all objects moved together.
    Compacting,
}

impl CollectionKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Young, Self::Full, Self::Compacting];

    /// Returns the name in a log.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Young => "young",
            Self::Full => "full",
            Self::Compacting => "compacting",
        }
    }
}

impl fmt::Display for CollectionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a pause did for a concurrent cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CycleStep {
    /// The cycle began.
    Begin,
    /// The pause passed references to the markers.
    Mark,
    /// Marking ended.
    End,
    /// The pause completed the cycle with all collector threads, because memory was short.
    Outrun,
    /// A full collection abandoned the cycle.
    Abandon,
    /// The pause moved the objects of sparse old blocks.
    Evacuate,
}

impl CycleStep {
    /// All steps.
    pub(super) const ALL: [Self; 6] =
        [Self::Begin, Self::Mark, Self::End, Self::Outrun, Self::Abandon, Self::Evacuate];

    /// Returns the name in a log.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Begin => "begin",
            Self::Mark => "mark",
            Self::End => "end",
            Self::Outrun => "outrun",
            Self::Abandon => "abandon",
            Self::Evacuate => "evacuate",
        }
    }
}

/// A thread of the program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Thread {
    /// The name, which may be empty.
    pub name: Arc<str>,
    /// The thread ID in the OS.
    pub id: u64,
    /// The number of the fiber that it ran, 0 for none.
    pub fiber: u64,
}

impl fmt::Display for Thread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.name {
            "" => write!(f, "thread {}", self.id)?,
            name => write!(f, "{name} ({})", self.id)?,
        }
        if self.fiber > 0 { write!(f, ", fiber {}", self.fiber) } else { Ok(()) }
    }
}

/// The stop of all threads for a collection, from a line `gc` or `safepoint`. Times are in
/// nanoseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// From the request until all threads could resume.
    pub pause_ns: u64,
    /// The part of the pause until all threads had stopped.
    pub time_to_safepoint_ns: u64,
    /// Number of attached threads.
    pub threads: u64,
    /// The thread that stopped last, if the stop waited for one.
    pub last_to_stop: Option<Thread>,
    /// The thread that collected, or requested it.
    pub by: Thread,
    /// Number of threads that had not stopped yet when all had been requested to, if the log has
    /// the topic `safepoint`.
    pub pending_threads: Option<u64>,
}

/// The parts of a pause after the time to safepoint, in nanoseconds. With it they add up to the
/// pause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the log")]
pub struct Phases {
    pub roots_ns: u64,
    pub trace_ns: u64,
    pub references_ns: u64,
    pub sweep_ns: u64,
    pub verify_ns: u64,
    pub rest_ns: u64,
}

/// The work of a collection, from a line `gc`. Sizes are in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    /// The kind.
    pub kind: CollectionKind,
    /// The cause, such as `allocation`.
    pub cause: Arc<str>,
    /// Number of passes.
    pub passes: u64,
    /// Memory in use by objects when all threads had stopped.
    pub before_bytes: u64,
    /// Memory in use by objects when threads were about to resume.
    pub after_bytes: u64,
    /// The heap limit.
    pub limit_bytes: u64,
    /// Bytes that survived and stay young.
    pub survivors_bytes: u64,
    /// Bytes promoted to the old generation.
    pub promoted_bytes: u64,
    /// Number of threads that collected.
    pub workers: u64,
    /// What the pause did for a concurrent cycle.
    pub cycle: Option<CycleStep>,
    /// Managed frames that were walked.
    pub frames_walked: u64,
    /// Roots that were visited.
    pub roots_visited: u64,
    /// The phases, if the log has the topic `phases`.
    pub phases: Option<Phases>,
}

/// The spaces of the heap around a collection, from a line `heap`. Sizes are in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapState {
    /// Bytes of young, old and large objects before the collection.
    pub before: Spaces,
    /// Bytes of young, old and large objects after the collection.
    pub after: Spaces,
    /// Blocks and pages in use after the collection, to which the limit applies.
    pub committed_bytes: u64,
    /// The heap limit.
    pub limit_bytes: u64,
    /// Bytes to be allocated until the next young collection.
    pub nursery_bytes: u64,
}

/// Bytes in use by objects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the log")]
pub struct Spaces {
    pub young: u64,
    pub old: u64,
    pub large: u64,
}

impl Spaces {
    /// Returns the sum.
    #[must_use]
    pub fn total(self) -> u64 {
        self.young.saturating_add(self.old).saturating_add(self.large)
    }
}

/// One collection. Which parts are known depends on the topics of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collection {
    /// Serial number in the heap, from 1.
    pub number: u64,
    /// Time of the request in nanoseconds since the heap was created; without `stop`, that of the
    /// end of the pause.
    pub at_ns: u64,
    /// The stop.
    pub stop: Option<Stop>,
    /// The work.
    pub work: Option<Work>,
    /// The spaces.
    pub heap: Option<Box<HeapState>>,
}

impl Collection {
    /// Returns when threads could resume, in nanoseconds since the heap was created.
    #[must_use]
    pub fn end_ns(&self) -> u64 {
        self.at_ns.saturating_add(self.stop.as_ref().map_or(0, |stop| stop.pause_ns))
    }

    /// Returns the bytes in use by objects before and after the collection.
    #[must_use]
    pub fn used(&self) -> Option<(u64, u64)> {
        let of_work = self.work.as_ref().map(|work| (work.before_bytes, work.after_bytes));
        let of_heap = self.heap.as_ref().map(|heap| (heap.before.total(), heap.after.total()));
        of_work.or(of_heap)
    }

    /// Takes the parts of another line of the same collection. Returns whether a part was known
    /// already, which is kept.
    pub(super) fn merge(&mut self, other: &mut Self) -> bool {
        let mut repeated = false;
        // The time of a line `heap` is that of the end.
        if self.stop.is_none() && other.stop.is_some() {
            self.at_ns = other.at_ns;
        }
        match (&mut self.stop, other.stop.take()) {
            (None, stop) => self.stop = stop,
            (Some(stop), Some(Stop { pending_threads: Some(pending), .. })) => {
                repeated |= stop.pending_threads.replace(pending).is_some();
            }
            (Some(_), _) => {}
        }
        match (&mut self.work, other.work.take()) {
            (None, work) => self.work = work,
            (Some(_), work) => repeated |= work.is_some(),
        }
        match (&mut self.heap, other.heap.take()) {
            (None, heap) => self.heap = heap,
            (Some(_), heap) => repeated |= heap.is_some(),
        }
        repeated
    }
}
