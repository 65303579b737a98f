//! What collections did.

use core::ffi::c_char;
use core::ptr;
use std::ffi::CString;

use super::heap::{self, spgc_heap};
use super::sized::{self, Structure};
use super::status::{guard, require, spgc_status};
use crate::collection::{CollectionCause, CollectionKind, HeapUse};
use crate::observe::{CollectionReport, Counts, Phases, Quantiles, SlowStop, Statistics};

/// A collection of the young generation.
pub const SPGC_COLLECTION_YOUNG: u32 = 0;
/// A collection of everything.
pub const SPGC_COLLECTION_FULL: u32 = 1;
/// A collection of everything, which moves together all that there is room to move.
pub const SPGC_COLLECTION_COMPACTING: u32 = 2;

/// A collection was made because there was no room for an object.
pub const SPGC_CAUSE_ALLOCATION: u32 = 0;
/// A collection was made because there was no room for a large object.
pub const SPGC_CAUSE_LARGE_ALLOCATION: u32 = 1;
/// A collection was made because the one before had not made enough room.
pub const SPGC_CAUSE_EMERGENCY: u32 = 2;
/// A collection was made because the host asked for it.
pub const SPGC_CAUSE_REQUEST: u32 = 3;
/// A collection was made by zeal mode.
pub const SPGC_CAUSE_ZEAL: u32 = 4;

/// The distribution of a duration, in nanoseconds; all zero if there was none. Quantiles are exact to three digits.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_quantiles {
    /// How many durations there were.
    pub count: u64,
    /// The shortest.
    pub min: u64,
    /// The arithmetic mean.
    pub mean: f64,
    /// Half of them took no longer.
    pub p50: u64,
    /// Nine of ten took no longer.
    pub p90: u64,
    /// 99 of a hundred took no longer.
    pub p99: u64,
    /// 999 of a thousand took no longer.
    pub p999: u64,
    /// The longest.
    pub max: u64,
}

/// What a collection did, or all of them together.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_counts {
    /// Managed frames that were walked.
    pub frames_walked: u64,
    /// Native frames that had to be unwound.
    pub native_frames_walked: u64,
    /// Frames for which the stack map had a record.
    pub records_matched: u64,
    /// Roots that were looked at.
    pub roots_visited: u64,
    /// Roots that were found in callee-saved registers.
    pub register_roots: u64,
    /// Those of them that were rewritten.
    pub register_roots_relocated: u64,
    /// Interior pointers that were moved along with their object.
    pub derived_relocated: u64,
    /// Old objects that a reference was stored into.
    pub objects_logged: u64,
    /// Fields of old objects that had referred to young ones.
    pub remembered_slots: u64,
    /// Objects that were moved.
    pub objects_moved: u64,
    /// Their bytes.
    pub bytes_copied: u64,
    /// Those of them that went from the young to the old generation.
    pub bytes_promoted: u64,
    /// Objects that were found alive and stayed where they are.
    pub objects_marked: u64,
    /// Objects that would have moved, but were pinned, or found no room.
    pub objects_kept: u64,
    /// Weak fields and references that were looked at.
    pub weak_visited: u64,
    /// Those that were cleared.
    pub weak_cleared: u64,
    /// Ephemerons that were looked at.
    pub ephemerons_visited: u64,
    /// Those that were cleared.
    pub ephemerons_cleared: u64,
    /// Objects that were queued for finalization.
    pub finalizers_queued: u64,
    /// Objects that the verifier looked at.
    pub objects_verified: u64,
}

/// Bytes of a heap that are in use.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_heap_use {
    /// By the young generation.
    pub young: u64,
    /// By the old generation.
    pub old: u64,
    /// By large objects.
    pub large: u64,
    /// By all of these, gaps included: what the heap's limit is about.
    pub committed: u64,
}

/// A collection. Times are in nanoseconds.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_collection {
    /// sizeof(spgc_collection) as the library knows it.
    pub size: usize,
    /// How many collections there have been, with this one.
    pub number: u64,
    /// SPGC_COLLECTION_*: what was collected.
    pub kind: u32,
    /// SPGC_CAUSE_*: why.
    pub cause: u32,
    /// When it was asked for, since the heap was started.
    pub requested_ns: u64,
    /// From then on, until all threads might go on.
    pub pause_ns: u64,
    /// The part of the pause until all threads had stopped.
    pub time_to_safepoint_ns: u64,
    /// Until stacks, references of native code, and what was remembered had been looked at.
    pub roots_ns: u64,
    /// From then on until everything was traced.
    pub trace_ns: u64,
    /// Weak references, ephemerons, finalizers.
    pub references_ns: u64,
    /// Finding what is free.
    pub sweep_ns: u64,
    /// Verification.
    pub verify_ns: u64,
    /// Threads that collected.
    pub workers: u64,
    /// Threads that were attached.
    pub threads: u64,
    /// The name of the thread that stopped last; null if none had to be waited for.
    pub last_to_stop: *const c_char,
    /// Its number in the system's lists, or 0.
    pub last_to_stop_id: u64,
    /// What was in use when all threads had stopped.
    pub before: spgc_heap_use,
    /// And when they were about to go on.
    pub after: spgc_heap_use,
    /// What was done.
    pub counts: spgc_counts,
}

/// What the collector of a heap did since it was started. Set the first field to sizeof(spgc_statistics) before it is
/// filled. Times are in nanoseconds.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_statistics {
    /// sizeof(spgc_statistics).
    pub size: usize,
    /// Collections of the young generation alone.
    pub young_collections: u64,
    /// Collections of the whole heap.
    pub full_collections: u64,
    /// Those of them that moved everything together.
    pub compacting_collections: u64,
    /// The most bytes that were ever in use.
    pub heap_peak_bytes: u64,
    /// From the request for a collection until all threads might go on.
    pub pause_ns: spgc_quantiles,
    /// The same of collections of the young generation.
    pub young_pause_ns: spgc_quantiles,
    /// The same of collections of the whole heap.
    pub full_pause_ns: spgc_quantiles,
    /// The part of each pause until all threads had stopped.
    pub time_to_safepoint_ns: spgc_quantiles,
    /// What was done.
    pub counts: spgc_counts,
    /// The rest of each pause, when all threads had stopped.
    pub collection_ns: spgc_quantiles,
}

// SAFETY: words throughout.
unsafe impl Structure for spgc_statistics {
    const NAME: &'static str = "spgc_statistics";
    const LEAST: usize = 520;
}

const _: () = assert!(size_of::<spgc_statistics>() == 520);

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
        impl From<&Counts> for spgc_counts {
            fn from(counts: &Counts) -> Self {
                // All of them.
                let Counts { $($field),* } = *counts;
                Self { $($field),* }
            }
        }
    };
}

counts! {
    frames_walked native_frames_walked records_matched roots_visited register_roots register_roots_relocated
    derived_relocated objects_logged remembered_slots objects_moved bytes_copied bytes_promoted objects_marked
    objects_kept weak_visited weak_cleared ephemerons_visited ephemerons_cleared finalizers_queued objects_verified
}

impl From<Statistics> for spgc_statistics {
    fn from(statistics: Statistics) -> Self {
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
        }
    }
}

impl spgc_collection {
    /// Shows C a collection.
    pub(super) fn with<R>(report: &CollectionReport, look: impl FnOnce(*const Self) -> R) -> R {
        let Phases { roots, trace, references, sweep, verify } = report.phases_ns;
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
                CollectionCause::Allocation => SPGC_CAUSE_ALLOCATION,
                CollectionCause::LargeAllocation => SPGC_CAUSE_LARGE_ALLOCATION,
                CollectionCause::Emergency => SPGC_CAUSE_EMERGENCY,
                CollectionCause::Request => SPGC_CAUSE_REQUEST,
                CollectionCause::Zeal => SPGC_CAUSE_ZEAL,
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

/// What the collector of a heap did so far.
///
/// Any thread may ask at any time.
///
/// statistics: to be filled; its first field says how much.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `statistics` is null or points to as many bytes as its first field says.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_heap_statistics(
    heap: *const spgc_heap,
    statistics: *mut spgc_statistics,
) -> spgc_status {
    guard(|| {
        let filled = heap::get(heap)?.statistics().into();
        // SAFETY: the caller promises so much room as the first field says.
        unsafe { sized::write(statistics, &filled, "statistics") }
    })
}

/// Shows the latest collections, 256 of them at most, oldest first, to a function as spgc_config.on_collection is told of
/// them.
///
/// Any thread may ask at any time. Threads go on meanwhile.
///
/// show: called for each, on this thread, before this function returns.
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
        let Some(show) = show else {
            return require(ptr::null::<u8>(), "show");
        };
        let guard = crate::fatal::AbortOnUnwind("the host's function for collections");
        for report in &recent {
            // SAFETY: the host's own function and data.
            spgc_collection::with(report, |collection| unsafe { show(data, collection) });
        }
        guard.done();
        Ok(())
    })
}
