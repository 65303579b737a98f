//! What a host can ask about the past of a heap.

use super::Quantiles;

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
    /// The most bytes that were ever in use, copies and originals of a collection together.
    pub heap_peak_bytes: u64,
}

/// How long a stop took, and the thread that it was waiting for at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlowStop {
    /// From the request until all threads had stopped, in nanoseconds.
    pub time_to_safepoint_ns: u64,
    /// The name of the thread that stopped last, when it was attached: that of the standard library, or
    /// else of the system.
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
