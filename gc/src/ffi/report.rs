//! Reports of collections.

use core::ffi::c_char;
use core::ptr;
use std::ffi::CString;

use super::heap::{self, spgc_heap};
use super::sized::{self, Structure};
use super::status::{guard, require_function, spgc_status};
use crate::collection::{CollectionCause, CollectionKind, HeapUse};
use crate::observe::{
    CollectionCounts, CollectionReport, CollectorStatistics, PhaseDurations, Quantiles, SlowStop,
};

/// A collection of the young generation.
pub const SPGC_COLLECTION_YOUNG: u32 = 0;
/// A collection of the whole heap, which moves few old objects.
pub const SPGC_COLLECTION_FULL: u32 = 1;
/// A collection of the whole heap, which moves all objects for which there is space.
pub const SPGC_COLLECTION_COMPACTING: u32 = 2;
/// A concurrent cycle, which begins with a young collection. Only spgc_collect() uses this kind:
/// the reports of a cycle's pauses have the kind SPGC_COLLECTION_YOUNG.
pub const SPGC_COLLECTION_CYCLE: u32 = 3;

/// A collection was made because there was no room for an object.
pub const SPGC_COLLECTION_CAUSE_ALLOCATION: u32 = 0;
/// A collection was made because there was no room for a large object.
pub const SPGC_COLLECTION_CAUSE_LARGE_ALLOCATION: u32 = 1;
/// A collection was made because the one before had not freed enough room.
pub const SPGC_COLLECTION_CAUSE_EMERGENCY: u32 = 2;
/// A collection was made because the host asked for it.
pub const SPGC_COLLECTION_CAUSE_REQUEST: u32 = 3;
/// A collection was made by zeal mode.
pub const SPGC_COLLECTION_CAUSE_ZEAL: u32 = 4;
/// The markers of a concurrent cycle have nothing left to mark.
pub const SPGC_COLLECTION_CAUSE_MARKING: u32 = 5;

/// Distribution of a duration, in nanoseconds; all zero if there was none. Quantiles are exact to
/// three digits.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_quantiles {
    /// Number of durations.
    pub count: u64,
    /// The shortest duration.
    pub min: u64,
    /// The arithmetic mean.
    pub mean: f64,
    /// The median.
    pub p50: u64,
    /// The 90th percentile.
    pub p90: u64,
    /// The 99th percentile.
    pub p99: u64,
    /// The 99.9th percentile.
    pub p999: u64,
    /// The longest duration.
    pub max: u64,
}

/// Counters of one collection, or of all collections.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_collection_counts {
    /// Managed frames that were walked.
    pub frames_walked: u64,
    /// Native frames that were unwound.
    pub native_frames_walked: u64,
    /// Frames for which the stack map had a record.
    pub records_matched: u64,
    /// Roots that were scanned.
    pub roots_visited: u64,
    /// Roots that were found in callee-saved registers.
    pub register_roots: u64,
    /// Register roots that were rewritten.
    pub register_roots_relocated: u64,
    /// Derived (interior) pointers that were relocated along with their object.
    pub derived_relocated: u64,
    /// Old objects that a reference was stored into, as logged by the write barrier.
    pub objects_logged: u64,
    /// Remembered slots: fields of old objects that referred to young ones.
    pub remembered_slots: u64,
    /// Objects that were moved.
    pub objects_moved: u64,
    /// Bytes of the objects that were moved.
    pub bytes_copied: u64,
    /// Bytes of these that were promoted from the young to the old generation.
    pub bytes_promoted: u64,
    /// Objects that were live and did not move.
    pub objects_marked: u64,
    /// Objects that would have moved, but were pinned, or for which there was no room.
    pub objects_kept: u64,
    /// Weak fields and references that were visited.
    pub weak_visited: u64,
    /// Weak fields and references that were cleared.
    pub weak_cleared: u64,
    /// Ephemerons that were visited.
    pub ephemerons_visited: u64,
    /// Ephemerons that were cleared.
    pub ephemerons_cleared: u64,
    /// Objects that were queued for finalization.
    pub finalizers_queued: u64,
    /// Objects that the verifier checked.
    pub objects_verified: u64,
    /// Concurrent cycles that began.
    pub cycles_begun: u64,
    /// Concurrent cycles whose marking ended.
    pub cycles_marked: u64,
    /// Concurrent cycles that a collection completed because memory was short.
    pub cycles_outrun: u64,
    /// Concurrent cycles that were abandoned.
    pub cycles_abandoned: u64,
    /// References to old objects that were passed to markers.
    pub references_shaded: u64,
    /// Objects that were marked concurrently.
    pub objects_marked_concurrently: u64,
    /// Bytes of these objects.
    pub bytes_marked_concurrently: u64,
    /// Of these bytes, those that mutators have marked.
    pub bytes_marked_by_mutators: u64,
    /// Sparse blocks of the old generation that young collections evacuated.
    pub old_blocks_evacuated: u64,
    /// Bytes of the objects in these blocks that moved.
    pub old_bytes_evacuated: u64,
    /// Pauses that tried to end the marking of a cycle.
    pub marking_attempts: u64,
    /// Managed frames of deep stacks that were not walked, because they had not run.
    pub frames_skipped: u64,
    /// Suspended fibers whose stacks markers have read, instead of pauses.
    pub fibers_read: u64,
}

/// Bytes of a heap that are in use.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_heap_use {
    /// Bytes of the young generation.
    pub young: u64,
    /// Bytes of the old generation.
    pub old: u64,
    /// Bytes of large objects.
    pub large: u64,
    /// Bytes of all of these, gaps included. The heap's limit applies to this number.
    pub committed: u64,
}

/// Report of a collection. Times are in nanoseconds.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_collection_report {
    /// sizeof(spgc_collection_report) as the library knows it.
    pub size: usize,
    /// Number of this collection: 1 for the heap's first one.
    pub number: u64,
    /// SPGC_COLLECTION_YOUNG, SPGC_COLLECTION_FULL or SPGC_COLLECTION_COMPACTING: what was
    /// collected, and how; the most thorough kind, if there were several passes.
    pub kind: u32,
    /// SPGC_COLLECTION_CAUSE_*: the reason for the collection.
    pub cause: u32,
    /// Time of the request, since the heap was started.
    pub requested_ns: u64,
    /// The pause: from the request until mutators could resume.
    pub pause_ns: u64,
    /// Time to safepoint: the part of the pause until all threads had stopped.
    pub time_to_safepoint_ns: u64,
    /// Time for root scanning: until stacks, references of native code, and the remembered set had
    /// been scanned.
    pub roots_ns: u64,
    /// Time from the end of root scanning until tracing had finished.
    pub trace_ns: u64,
    /// Time for weak references, ephemerons, finalizers.
    pub references_ns: u64,
    /// Time for sweeping, which finds free memory.
    pub sweep_ns: u64,
    /// Time for verification.
    pub verify_ns: u64,
    /// Number of threads that collected.
    pub workers: u64,
    /// Number of attached threads.
    pub threads: u64,
    /// Name of the thread that stopped last; null if no thread had to be waited for.
    pub last_to_stop: *const c_char,
    /// Its thread ID in the operating system, or 0.
    pub last_to_stop_id: u64,
    /// Bytes in use when all threads had stopped.
    pub before: spgc_heap_use,
    /// Bytes in use when mutators were about to resume.
    pub after: spgc_heap_use,
    /// Counters of this collection.
    pub counts: spgc_collection_counts,
}

/// Statistics of a heap's collector since the heap was started. Set the first field to
/// sizeof(spgc_collector_statistics) before the call that fills it. Times are in nanoseconds.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_collector_statistics {
    /// sizeof(spgc_collector_statistics).
    pub size: usize,
    /// Number of collections of the young generation alone.
    pub young_collections: u64,
    /// Number of collections of the whole heap.
    pub full_collections: u64,
    /// Number of these that compacted the heap.
    pub compacting_collections: u64,
    /// Highest number of bytes in use so far.
    pub heap_peak_bytes: u64,
    /// Pauses: from the request for a collection until mutators could resume.
    pub pause_ns: spgc_quantiles,
    /// Pauses of collections of the young generation.
    pub young_pause_ns: spgc_quantiles,
    /// Pauses of collections of the whole heap.
    pub full_pause_ns: spgc_quantiles,
    /// Times to safepoint: the part of each pause until all threads had stopped.
    pub time_to_safepoint_ns: spgc_quantiles,
    /// Counters of all collections.
    pub counts: spgc_collection_counts,
    /// The remainder of each pause, after all threads had stopped.
    pub collection_ns: spgc_quantiles,
    /// Pauses of young collections that also worked for the marking of a concurrent cycle.
    pub marking_pause_ns: spgc_quantiles,
    /// Pauses of young collections that also evacuated blocks of the old generation.
    pub evacuation_pause_ns: spgc_quantiles,
}

// SAFETY: all fields have 8 bytes, or are structures of such fields.
unsafe impl Structure for spgc_collector_statistics {
    const NAME: &'static str = "spgc_collector_statistics";
    const LEAST: usize = 752;
}

const _: () = assert!(size_of::<spgc_collector_statistics>() == 752);

impl From<Quantiles> for spgc_quantiles {
    fn from(quantiles: Quantiles) -> Self {
        let Quantiles { count, min, mean, p50, p90, p99, p999, max } = quantiles;
        Self { count, min, mean, p50, p90, p99, p999, max }
    }
}

impl From<HeapUse> for spgc_heap_use {
    fn from(usage: HeapUse) -> Self {
        let HeapUse { young, old, large, committed } = usage;
        Self { young, old, large, committed }
    }
}

macro_rules! counts {
    ($($field:ident)*) => {
        impl From<&CollectionCounts> for spgc_collection_counts {
            fn from(counts: &CollectionCounts) -> Self {
                // The pattern names all fields.
                let CollectionCounts { $($field),* } = *counts;
                Self { $($field),* }
            }
        }
    };
}

counts! {
    frames_walked native_frames_walked records_matched roots_visited register_roots register_roots_relocated
    derived_relocated objects_logged remembered_slots objects_moved bytes_copied bytes_promoted objects_marked
    objects_kept weak_visited weak_cleared ephemerons_visited ephemerons_cleared finalizers_queued objects_verified
    cycles_begun cycles_marked cycles_outrun cycles_abandoned references_shaded objects_marked_concurrently
    bytes_marked_concurrently bytes_marked_by_mutators old_blocks_evacuated old_bytes_evacuated
    marking_attempts frames_skipped fibers_read
}

impl From<CollectorStatistics> for spgc_collector_statistics {
    fn from(statistics: CollectorStatistics) -> Self {
        Self {
            size: size_of::<Self>(),
            young_collections: statistics.young_collections,
            full_collections: statistics.full_collections,
            compacting_collections: statistics.compacting_collections,
            heap_peak_bytes: statistics.heap_peak_bytes,
            pause_ns: statistics.pause_ns.into(),
            young_pause_ns: statistics.young_pause_ns.into(),
            full_pause_ns: statistics.full_pause_ns.into(),
            time_to_safepoint_ns: statistics.time_to_safepoint_ns.into(),
            counts: (&statistics.counts).into(),
            collection_ns: statistics.collection_ns.into(),
            marking_pause_ns: statistics.marking_pause_ns.into(),
            evacuation_pause_ns: statistics.evacuation_pause_ns.into(),
        }
    }
}

impl spgc_collection_report {
    /// Calls `look` with a collection's report in its C form.
    pub(super) fn with<R>(report: &CollectionReport, look: impl FnOnce(*const Self) -> R) -> R {
        let PhaseDurations { roots, trace, references, sweep, verify } = report.phases_ns;
        let slow = report.last_to_stop.as_ref();
        let name = slow.map(|SlowStop { thread, .. }| {
            CString::new(thread.replace('\0', " ")).unwrap_or_default()
        });
        let collection = Self {
            size: size_of::<Self>(),
            number: report.number,
            kind: match report.kind {
                CollectionKind::Young => SPGC_COLLECTION_YOUNG,
                CollectionKind::Full => SPGC_COLLECTION_FULL,
                CollectionKind::Compacting => SPGC_COLLECTION_COMPACTING,
            },
            cause: match report.cause {
                CollectionCause::Allocation => SPGC_COLLECTION_CAUSE_ALLOCATION,
                CollectionCause::LargeAllocation => SPGC_COLLECTION_CAUSE_LARGE_ALLOCATION,
                CollectionCause::Emergency => SPGC_COLLECTION_CAUSE_EMERGENCY,
                CollectionCause::Request => SPGC_COLLECTION_CAUSE_REQUEST,
                CollectionCause::Zeal => SPGC_COLLECTION_CAUSE_ZEAL,
                CollectionCause::Marking => SPGC_COLLECTION_CAUSE_MARKING,
            },
            requested_ns: report.requested_ns,
            pause_ns: report.pause_ns,
            time_to_safepoint_ns: report.time_to_safepoint_ns,
            roots_ns: roots,
            trace_ns: trace,
            references_ns: references,
            sweep_ns: sweep,
            verify_ns: verify,
            workers: report.workers as u64,
            threads: report.threads as u64,
            last_to_stop: name.as_ref().map_or(ptr::null(), |name| name.as_ptr()),
            last_to_stop_id: slow.map_or(0, |slow| u64::from(slow.thread_id)),
            before: report.before.into(),
            after: report.after.into(),
            counts: (&report.counts).into(),
        };
        look(&raw const collection)
    }
}

/// Fills in the statistics of a heap's collector.
///
/// Any thread may call it at any time.
///
/// statistics: the structure to fill; its first field is its size.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_FORKED,
/// SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `statistics` is null or points to the number of bytes given in its first field.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_heap_statistics(
    heap: *const spgc_heap,
    statistics: *mut spgc_collector_statistics,
) -> spgc_status {
    guard(|| {
        let filled = heap::get(heap)?.statistics().into();
        // SAFETY: the caller promises the number of bytes given in the first field.
        unsafe { sized::write(statistics, &filled, "statistics") }
    })
}

/// Calls a function for each of the latest collections, at most 256, oldest first, in the same way
/// as spgc_config.on_collection.
///
/// Any thread may call it at any time. Other threads keep running.
///
/// show: called for each collection, on this thread, before this function returns.
/// data: passed to it.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `show` may be called with `data`, by the rules of its type.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_heap_recent_collections(
    heap: *const spgc_heap,
    show: super::callbacks::spgc_collection_callback,
    data: *mut core::ffi::c_void,
) -> spgc_status {
    guard(|| {
        let recent = heap::get(heap)?.recent_collections();
        let show = require_function(show, "show")?;
        crate::fatal::call_host("the host's function for collections", || {
            for report in &recent {
                // SAFETY: the host's own function and data.
                spgc_collection_report::with(report, |seen| unsafe { show(data, seen) });
            }
        });
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Static probes pass kinds and causes as numbers, which tools compare with the constants here.
    #[test]
    fn constants_are_the_numbers_of_kinds_and_causes() {
        for (kind, number) in [
            (CollectionKind::Young, SPGC_COLLECTION_YOUNG),
            (CollectionKind::Full, SPGC_COLLECTION_FULL),
            (CollectionKind::Compacting, SPGC_COLLECTION_COMPACTING),
        ] {
            assert_eq!(kind as u32, number);
        }
        for (cause, number) in [
            (CollectionCause::Allocation, SPGC_COLLECTION_CAUSE_ALLOCATION),
            (CollectionCause::LargeAllocation, SPGC_COLLECTION_CAUSE_LARGE_ALLOCATION),
            (CollectionCause::Emergency, SPGC_COLLECTION_CAUSE_EMERGENCY),
            (CollectionCause::Request, SPGC_COLLECTION_CAUSE_REQUEST),
            (CollectionCause::Zeal, SPGC_COLLECTION_CAUSE_ZEAL),
            (CollectionCause::Marking, SPGC_COLLECTION_CAUSE_MARKING),
        ] {
            assert_eq!(cause as u32, number);
        }
    }
}
