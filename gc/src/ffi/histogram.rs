//! Histograms of pauses and their parts.

use core::ffi::c_void;

use super::heap::{self, spgc_heap};
use super::status::{Failure, guard, require_function, spgc_status};
use crate::fatal::call_host;
use crate::observe::{HistogramBucket, HistogramKind};

/// spgc_heap_histogram: pauses, from the request for a collection until mutators resume.
pub const SPGC_HISTOGRAM_PAUSE: u32 = 0;
/// spgc_heap_histogram: pauses of collections of the young generation.
pub const SPGC_HISTOGRAM_YOUNG_PAUSE: u32 = 1;
/// spgc_heap_histogram: pauses of collections of the whole heap.
pub const SPGC_HISTOGRAM_FULL_PAUSE: u32 = 2;
/// spgc_heap_histogram: times to safepoint. This is the part of each pause until all threads have
/// stopped.
pub const SPGC_HISTOGRAM_TIME_TO_SAFEPOINT: u32 = 3;
/// spgc_heap_histogram: the part of each pause after all threads have stopped.
pub const SPGC_HISTOGRAM_COLLECTION: u32 = 4;
/// spgc_heap_histogram: pauses of young collections that also worked for the marking of a
/// concurrent cycle.
pub const SPGC_HISTOGRAM_MARKING_PAUSE: u32 = 5;
/// spgc_heap_histogram: pauses of young collections that also evacuated blocks of the old
/// generation.
pub const SPGC_HISTOGRAM_EVACUATION_PAUSE: u32 = 6;

/// Called with one bucket of a histogram: `count` durations from `shortest` to `longest`
/// nanoseconds. Buckets are in ascending order, and none is empty.
pub type spgc_histogram_callback = Option<
    unsafe extern "C-unwind" fn(data: *mut c_void, shortest_ns: u64, longest_ns: u64, count: u64),
>;

/// Calls a function for each bucket of a histogram of pauses, or of parts of pauses, since the heap
/// was started. The resolution is three digits.
///
/// Any thread may call it at any time. Other threads keep running.
///
/// of: SPGC_HISTOGRAM_*.
/// show: called for each bucket, on this thread, before this function returns.
/// data: passed to `show`.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_ARGUMENT, SPGC_ERROR_FORKED,
/// SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `show` may be called with `data`, by the rules of its type.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_heap_histogram(
    heap: *const spgc_heap,
    of: u32,
    show: spgc_histogram_callback,
    data: *mut c_void,
) -> spgc_status {
    guard(|| {
        let heap = heap::get(heap)?;
        let kind = match of {
            SPGC_HISTOGRAM_PAUSE => HistogramKind::Pause,
            SPGC_HISTOGRAM_YOUNG_PAUSE => HistogramKind::YoungPause,
            SPGC_HISTOGRAM_FULL_PAUSE => HistogramKind::FullPause,
            SPGC_HISTOGRAM_TIME_TO_SAFEPOINT => HistogramKind::TimeToSafepoint,
            SPGC_HISTOGRAM_COLLECTION => HistogramKind::Collection,
            SPGC_HISTOGRAM_MARKING_PAUSE => HistogramKind::MarkingPause,
            SPGC_HISTOGRAM_EVACUATION_PAUSE => HistogramKind::EvacuationPause,
            other => {
                return Err(Failure::argument(format!(
                    "of is {other}; use one of SPGC_HISTOGRAM_*"
                )));
            }
        };
        let show = require_function(show, "show")?;
        let histogram = heap.histogram(kind);
        call_host("the host's function for histograms", || {
            for HistogramBucket { shortest_ns, longest_ns, count } in histogram.buckets() {
                // SAFETY: the host guarantees that the callback may be called with this data.
                unsafe { show(data, shortest_ns, longest_ns, count) };
            }
        });
        Ok(())
    })
}
