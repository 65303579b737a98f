//! Statistics of a heap's collector, for the host.

use super::{CollectionCounts, Quantiles};

/// Statistics of a heap's collector since the heap was created.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollectorStatistics {
    /// Number of collections of the young generation alone.
    pub young_collections: u64,
    /// Number of collections of the whole heap, compacting ones included.
    pub full_collections: u64,
    /// Number of collections of the whole heap that compacted it.
    pub compacting_collections: u64,
    /// Pauses in nanoseconds, from the request for a collection until all threads may resume.
    pub pause_ns: Quantiles,
    /// Pauses for collections of the young generation, in nanoseconds.
    pub young_pause_ns: Quantiles,
    /// Pauses for collections of the whole heap, in nanoseconds.
    pub full_pause_ns: Quantiles,
    /// Pauses for young collections that also worked for the marking of a concurrent cycle, in
    /// nanoseconds.
    pub marking_pause_ns: Quantiles,
    /// Pauses for young collections that also evacuated blocks of the old generation, in
    /// nanoseconds.
    pub evacuation_pause_ns: Quantiles,
    /// The part of each pause until all threads had stopped, in nanoseconds.
    pub time_to_safepoint_ns: Quantiles,
    /// The part of each pause after all threads had stopped, in nanoseconds.
    pub collection_ns: Quantiles,
    /// Counts summed over all collections.
    pub counts: CollectionCounts,
    /// The maximum number of bytes that were in use at any time. During a collection, both the
    /// originals and the copies of objects count.
    pub heap_peak_bytes: u64,
}

/// The duration of a stop, and the thread that stopped last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlowStop {
    /// Time from the request until all threads had stopped, in nanoseconds.
    pub time_to_safepoint_ns: u64,
    /// Name of the thread that stopped last. This is the kernel's name of the thread at the time
    /// when it was attached, at most 15 bytes.
    pub thread: String,
    /// Thread ID, as `gettid(2)` returns it.
    pub thread_id: u32,
}

/// The slowest and the latest stop, with the threads that stopped last. Only stops that had to wait
/// for a thread count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StopStatistics {
    /// The stop with the longest time to safepoint since the heap was created.
    pub slowest: Option<SlowStop>,
    /// The latest stop that had to wait for a thread.
    pub last: Option<SlowStop>,
}
