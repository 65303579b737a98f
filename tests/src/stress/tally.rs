//! Counters of the stress test, and the counts that must not be 0 at the end of a scenario.

use statepoint_gc::observe::CollectorStatistics;

use crate::tally::tally;

tally! {
    /// Steps of all threads.
    Steps = "steps",
    /// Elements that were pushed to a list.
    ElementsPushed = "elements_pushed",
    /// Lists that were compared with their shadow copies.
    ListsCompared = "lists_compared",
    /// Calls of native functions by managed code.
    NativeCalls = "native_calls",
    /// Collections that native functions requested, which managed code had called.
    CollectionsFromNative = "collections_from_native",
    /// Threads that were attached.
    ThreadsAttached = "threads_attached",
    /// Threads that ended while they were attached.
    ThreadsEndedAttached = "threads_ended_attached",
    /// Managed frames of all recursions.
    FramesEntered = "frames_entered",
    /// Calls of managed code that allocates objects and checks that they are zeroed.
    FreshObjects = "fresh_objects",
    /// Code regions that were registered.
    RegionsRegistered = "regions_registered",
    /// Code regions that were removed.
    RegionsRemoved = "regions_removed",
    /// Libraries that were loaded, run and removed.
    LibrariesRun = "libraries_run",
    /// Addresses that were looked up.
    LookUps = "look_ups",
    /// Addresses that were looked up and found in a region.
    LookUpsFound = "look_ups_found",
    /// Collections that threads requested explicitly.
    CollectionsRequested = "collections_requested",
    /// Handshakes that ran their operation.
    Handshakes = "handshakes",
    /// Handshakes with a thread that had managed frames.
    HandshakesWithFrames = "handshakes_with_frames",
    /// Number of times that a thread spun with patched polls until it was released.
    Spins = "spins",
    /// Fibers that were created.
    FibersCreated = "fibers_created",
    /// Number of times that native code has resumed a fiber.
    FibersResumed = "fibers_resumed",
    /// Number of times that a thread has resumed a fiber that another one had run last.
    FibersMoved = "fibers_moved",
    /// Fibers whose function has returned.
    FibersFinished = "fibers_finished",
    /// Fibers that were dropped early.
    FibersAbandoned = "fibers_abandoned",
    /// Fibers that were returned because their owners were dead.
    FibersReturned = "fibers_returned",
    /// Exceptions that native functions threw through managed frames.
    ExceptionsThrown = "exceptions_thrown",
    /// Backtraces that were compared with another one of the same frames.
    BacktracesCompared = "backtraces_compared",
    /// Samples of a profiler.
    Samples = "samples",
    /// Loops with patched polls that computed a sum.
    SumsOfPolls = "sums_of_polls",
}

/// A count that must not be 0 at the end of a scenario.
#[derive(Clone, Copy, Debug)]
pub(super) enum RequiredCount {
    /// A count of the threads.
    Thread(Count),
    /// A count of the collector.
    Collector(&'static str, fn(&CollectorStatistics) -> u64),
}

pub(super) const COLLECTIONS: RequiredCount =
    RequiredCount::Collector("collections", |s| s.young_collections + s.full_collections);
pub(super) const FRAMES_WALKED: RequiredCount =
    RequiredCount::Collector("frames walked", |s| s.counts.frames_walked);
pub(super) const FRAMES_SKIPPED: RequiredCount =
    RequiredCount::Collector("frames skipped", |s| s.counts.frames_skipped);
pub(super) const REGISTER_ROOTS: RequiredCount =
    RequiredCount::Collector("register roots", |s| s.counts.register_roots);
pub(super) const OBJECTS_MOVED: RequiredCount =
    RequiredCount::Collector("objects moved", |s| s.counts.objects_moved);

impl RequiredCount {
    pub(super) fn name(&self) -> &'static str {
        match *self {
            Self::Thread(count) => Count::NAMES[count as usize],
            Self::Collector(name, _) => name,
        }
    }

    /// Returns whether the count is not 0.
    pub(super) fn is_met(&self, tally: &Tally, statistics: &CollectorStatistics) -> bool {
        match *self {
            Self::Thread(count) => tally.of(count) > 0,
            Self::Collector(_, number) => number(statistics) > 0,
        }
    }
}
