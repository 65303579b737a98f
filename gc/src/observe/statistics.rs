//! What a host can ask about the past of a heap.

use super::{Counts, Quantiles};

/// What the collector of a heap did since the heap was made.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Collections of the young generation alone.
    pub young_collections: u64,
    /// Collections of the whole heap.
    pub full_collections: u64,
    /// Those of them that moved everything together.
    pub compacting_collections: u64,
    /// Pauses in nanoseconds, from the request for a collection to the moment when all threads may
    /// go on.
    pub pause_ns: Quantiles,
    /// Those for collections of the young generation.
    pub young_pause_ns: Quantiles,
    /// Those for collections of the whole heap.
    pub full_pause_ns: Quantiles,
    /// The part of each pause until all threads had stopped, in nanoseconds.
    pub time_to_safepoint_ns: Quantiles,
    /// The rest of each pause, in nanoseconds.
    pub collection_ns: Quantiles,
    /// What all collections did together.
    pub counts: Counts,
    /// The most bytes that were ever in use, copies and originals of a collection together.
    pub heap_peak_bytes: u64,
}

/// How long a stop took, and the thread that it was waiting for at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlowStop {
    /// From the request until all threads had stopped, in nanoseconds.
    pub time_to_safepoint_ns: u64,
    /// The name that the system had of the thread that stopped last when it was attached: at most 15
    /// bytes.
    pub thread: String,
    /// The thread's number in the system's lists.
    pub thread_id: u32,
}

/// Who was slow to stop. Only stops count in which a thread had to be waited for: others, in which
/// all threads were in native code or were stopping themselves, had no last thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stops {
    /// The stop that took longest to reach its safepoint since the heap was made.
    pub slowest: Option<SlowStop>,
    /// The latest one.
    pub last: Option<SlowStop>,
}
