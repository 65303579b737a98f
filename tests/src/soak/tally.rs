//! Counters of the soak test, and the counts that must not be 0 at its end.

use statepoint_gc::observe::CollectorStatistics;

use crate::tally::tally;

tally! {
    /// Random steps.
    Steps = "steps",
    /// Objects that were allocated.
    ObjectsMade = "objects_made",
    /// Allocated objects of more than 8 KiB.
    LargeMade = "large_objects_made",
    /// References that were stored into objects.
    Stores = "stores",
    /// Arrays, or parts of them, that were copied or filled, and objects that were cloned.
    BulkOperations = "bulk_operations",
    /// References that were followed. The header of each referent was checked.
    EdgesFollowed = "edges_followed",
    /// Objects that were compared word by word.
    ObjectsCompared = "objects_compared",
    /// Graphs that were compared completely.
    GraphsCompared = "graphs_compared",
    /// Graphs that were compared after a full collection, including the absence of garbage.
    GraphsCollected = "graphs_collected",
    /// Identity hashes that were compared with the first one of the object.
    HashesCompared = "hashes_compared",
    /// Roots that were cleared.
    RootsDropped = "roots_dropped",
    /// Weak references that still pointed to their objects.
    WeakFound = "weak_found",
    /// Weak references that were found cleared.
    WeakCleared = "weak_cleared",
    /// Objects that a weak reference or a finalizer resurrected.
    Resurrected = "resurrected",
    /// Objects that were registered to be finalized.
    FinalizersRegistered = "finalizers_registered",
    /// Registrations that were cancelled.
    FinalizersCancelled = "finalizers_cancelled",
    /// Dead objects that were queued.
    Finalized = "finalized",
    /// Entries of tables with weak keys that were found.
    EntriesFound = "entries_found",
    /// Entries of tables with weak keys that were removed because their keys died.
    EntriesRemoved = "entries_removed",
    /// Objects that were pinned.
    Pinned = "pinned",
    /// Pinned objects whose address was compared.
    PinsCompared = "pins_compared",
    /// Pins that were held during a collection, summed over all collections.
    PinsHeld = "pins_held_across_collections",
    /// Managed frames that held references to an object while its graph changed.
    FramesHeld = "frames_held",
    /// Local handles that were compared at the end of their scope.
    LocalsHeld = "locals_held",
    /// Slots of root ranges that were compared.
    SlotsCompared = "root_slots_compared",
    /// Steps in a graph that other threads change as well.
    SharedSteps = "shared_steps",
    /// Accesses to the array that all threads write without a lock.
    SharedArrayAccesses = "shared_array_accesses",
    /// Young collections that were requested.
    YoungRequested = "young_collections_requested",
    /// Compacting collections that were requested.
    CompactingRequested = "compacting_collections_requested",
}

/// A count of the collector that must not be 0: its name and its accessor.
pub(super) type RequiredCount = (&'static str, fn(&CollectorStatistics) -> u64);

/// Counts that must not be 0 in any run.
pub(super) const ALWAYS: &[RequiredCount] = &[
    ("compacting collections", |s| s.compacting_collections),
    ("frames walked", |s| s.counts.frames_walked),
    ("records matched", |s| s.counts.records_matched),
    ("roots visited", |s| s.counts.roots_visited),
    ("derived pointers relocated", |s| s.counts.derived_relocated),
    ("objects moved", |s| s.counts.objects_moved),
    ("weak references cleared", |s| s.counts.weak_cleared),
    ("ephemerons cleared", |s| s.counts.ephemerons_cleared),
    ("finalizers queued", |s| s.counts.finalizers_queued),
];

/// Counts that must not be 0 unless zeal mode forces collections.
pub(super) const GENERATIONS: &[RequiredCount] = &[
    ("young collections", |s| s.young_collections),
    ("objects logged", |s| s.counts.objects_logged),
    ("remembered slots", |s| s.counts.remembered_slots),
    ("bytes promoted", |s| s.counts.bytes_promoted),
];

/// Returns the name of a required count that is 0, if any. [`GENERATIONS`] are required if
/// `generations` is true.
pub(super) fn missing_event(
    tally: &Tally,
    statistics: &CollectorStatistics,
    generations: bool,
) -> Option<&'static str> {
    let required = ALWAYS.iter().chain(if generations { GENERATIONS } else { &[] });
    let own = tally.counted().find(|&(_, count)| count == 0).map(|(name, _)| name);
    own.or_else(|| required.clone().find(|(_, f)| f(statistics) == 0).map(|&(name, _)| name))
}
