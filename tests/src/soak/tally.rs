//! Counters of the soak program, and which of them must not be 0 at its end.

use statepoint_gc::observe::CollectorStatistics;

use crate::tally::tally;

tally! {
    /// Steps of all threads.
    Steps = "steps",
    /// Objects that were made.
    ObjectsMade = "objects_made",
    /// Those of more than 8 KiB.
    LargeMade = "large_objects_made",
    /// References that were stored into objects.
    Stores = "stores",
    /// Arrays, or parts of them, that were copied or filled, and objects that were cloned.
    BulkOperations = "bulk_operations",
    /// Edges that were followed, each with a check of the object at its end.
    EdgesFollowed = "edges_followed",
    /// Objects that were compared word by word.
    ObjectsCompared = "objects_compared",
    /// Graphs that were compared from end to end.
    GraphsCompared = "graphs_compared",
    /// Graphs that were checked, after a collection, to contain no dead objects any more.
    GraphsCollected = "graphs_collected",
    /// Identity hashes that were requested again.
    HashesCompared = "hashes_compared",
    /// Subgraphs that were dropped with a root.
    RootsDropped = "roots_dropped",
    /// Weak references that referred to their objects.
    WeakFound = "weak_found",
    /// Weak references that had been cleared.
    WeakLost = "weak_lost",
    /// Objects that a weak reference or a finalizer resurrected.
    Revived = "revived",
    /// Objects that were registered to be finalized.
    FinalizersRegistered = "finalizers_registered",
    /// Registrations that were cancelled.
    FinalizersCancelled = "finalizers_cancelled",
    /// Dead objects that were queued.
    Finalized = "finalized",
    /// Entries of tables with weak keys that were found.
    EntriesFound = "entries_found",
    /// Entries that were removed with their keys.
    EntriesLost = "entries_lost",
    /// Objects that were pinned.
    Pinned = "pinned",
    /// Pinned objects whose address was compared.
    PinsCompared = "pins_compared",
    /// Collections that a pinned object stayed in place for, each pin counted once for each.
    PinsHeld = "pins_held_across_collections",
    /// Times that managed frames held objects of which the graph changed meanwhile.
    FramesHeld = "frames_held",
    /// Local handles that were compared at the end of their scope.
    LocalsHeld = "locals_held",
    /// Slots of root ranges that were compared.
    SlotsCompared = "root_slots_compared",
    /// Steps in a graph that other threads change as well.
    SharedSteps = "shared_steps",
    /// Elements that were stored or read in an array that all threads write without a lock.
    BoardAccesses = "board_accesses",
    /// Young collections that were requested.
    YoungAsked = "young_collections_asked",
    /// Compacting collections that were requested.
    CompactingAsked = "compacting_collections_asked",
}

/// Counts of the heap itself that must not be 0.
pub(super) type Proof = (&'static str, fn(&CollectorStatistics) -> u64);

/// In every mode.
pub(super) const ALWAYS: &[Proof] = &[
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

/// Only where collections are not forced.
pub(super) const GENERATIONS: &[Proof] = &[
    ("young collections", |s| s.young_collections),
    ("objects logged", |s| s.counts.objects_logged),
    ("remembered slots", |s| s.counts.remembered_slots),
    ("bytes promoted", |s| s.counts.bytes_promoted),
];

/// Returns the counters that must not be 0 and still are.
pub(super) fn missing(
    tally: &Tally,
    statistics: &CollectorStatistics,
    generations: bool,
) -> Option<&'static str> {
    let proofs = ALWAYS.iter().chain(if generations { GENERATIONS } else { &[] });
    let own = tally.counted().find(|&(_, number)| number == 0).map(|(name, _)| name);
    own.or_else(|| proofs.clone().find(|(_, f)| f(statistics) == 0).map(|&(name, _)| name))
}
