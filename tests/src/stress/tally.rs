//! Counters of a stress program, and those that must not be 0 at the end of a scenario.

use statepoint_gc::observe::CollectorStatistics;

use crate::tally::tally;

tally! {
    /// Steps of all threads.
    Steps = "steps",
    /// Elements that were pushed to the front of a list.
    ElementsPushed = "elements_pushed",
    /// Lists that were compared, with their copies outside the heap, from end to end.
    ListsCompared = "lists_compared",
    /// Calls from managed into native code.
    NativeCalls = "native_calls",
    /// Collections that native code requested while it was called by managed code.
    CollectionsFromNative = "collections_from_native",
    /// Threads that were attached.
    ThreadsAttached = "threads_attached",
    /// Attached threads that ended without having been detached.
    ThreadsEndedAttached = "threads_ended_attached",
    /// Managed frames of recursions that reached their bottom.
    FramesEntered = "frames_entered",
    /// New objects that were checked to be zeroed.
    FreshObjects = "fresh_objects",
    /// Pieces of generated code that were registered.
    RegionsRegistered = "regions_registered",
    /// Pieces of generated code that were removed.
    RegionsRemoved = "regions_removed",
    /// Libraries that were loaded, run and removed.
    LibrariesRun = "libraries_run",
    /// Addresses that were looked up.
    LookUps = "look_ups",
    /// Addresses that were looked up and found in a region.
    LookUpsFound = "look_ups_found",
    /// Collections that threads requested explicitly.
    CollectionsRequested = "collections_requested",
    /// Operations that were run at a thread's safepoint.
    Handshakes = "handshakes",
    /// Operations at a thread's safepoint that found managed frames.
    HandshakesWithFrames = "handshakes_with_frames",
    /// Times that a thread polled, by patched polls, until another one released it.
    Spins = "spins",
    /// Sums that code with patched polls computed.
    SumsOfPolls = "sums_of_polls",
}

/// A count that must not be 0 at the end of a scenario.
#[derive(Clone, Copy, Debug)]
pub(super) enum Proof {
    /// A count of the program's threads.
    Own(Count),
    /// A count of the collector.
    Collector(&'static str, fn(&CollectorStatistics) -> u64),
}

pub(super) const COLLECTIONS: Proof =
    Proof::Collector("collections", |s| s.young_collections + s.full_collections);
pub(super) const FRAMES_WALKED: Proof =
    Proof::Collector("frames walked", |s| s.counts.frames_walked);
pub(super) const REGISTER_ROOTS: Proof =
    Proof::Collector("register roots", |s| s.counts.register_roots);
pub(super) const OBJECTS_MOVED: Proof =
    Proof::Collector("objects moved", |s| s.counts.objects_moved);

impl Proof {
    pub(super) fn name(&self) -> &'static str {
        match *self {
            Self::Own(count) => Count::NAMES[count as usize],
            Self::Collector(name, _) => name,
        }
    }

    pub(super) fn holds(&self, tally: &Tally, statistics: &CollectorStatistics) -> bool {
        match *self {
            Self::Own(count) => tally.of(count) > 0,
            Self::Collector(_, number) => number(statistics) > 0,
        }
    }
}
