//! Whole distributions of pauses and their parts.

use core::ffi::c_void;
use core::ptr;

use super::heap::{self, spgc_heap};
use super::status::{Failure, guard, require, spgc_status};
use crate::fatal::AbortOnUnwind;
use crate::observe::{Bucket, Distribution};

/// spgc_heap_histogram: pauses, from the request for a collection until all threads might go on.
pub const SPGC_HISTOGRAM_PAUSE: u32 = 0;
/// spgc_heap_histogram: those for collections of the young generation.
pub const SPGC_HISTOGRAM_YOUNG_PAUSE: u32 = 1;
/// spgc_heap_histogram: those for collections of the whole heap.
pub const SPGC_HISTOGRAM_FULL_PAUSE: u32 = 2;
/// spgc_heap_histogram: the part of each pause until all threads had stopped.
pub const SPGC_HISTOGRAM_TIME_TO_SAFEPOINT: u32 = 3;
/// spgc_heap_histogram: the rest of each pause.
pub const SPGC_HISTOGRAM_COLLECTION: u32 = 4;

/// Is shown a part of a histogram: so many durations of so many nanoseconds, the shortest and the longest that are not told
/// apart. Parts come in order, and none is empty.
pub type spgc_histogram_callback =
    Option<unsafe extern "C-unwind" fn(data: *mut c_void, shortest: u64, longest: u64, count: u64)>;

/// Shows how long pauses, or parts of them, took since the heap was started: a whole distribution, to three digits.
///
/// Any thread may ask at any time. Threads go on meanwhile.
///
/// of: SPGC_HISTOGRAM_*.
/// show: called for each part, on this thread, before this function returns.
/// data: passed to it.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_ARGUMENT, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
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
        let of = match of {
            SPGC_HISTOGRAM_PAUSE => Distribution::Pause,
            SPGC_HISTOGRAM_YOUNG_PAUSE => Distribution::YoungPause,
            SPGC_HISTOGRAM_FULL_PAUSE => Distribution::FullPause,
            SPGC_HISTOGRAM_TIME_TO_SAFEPOINT => Distribution::TimeToSafepoint,
            SPGC_HISTOGRAM_COLLECTION => Distribution::Collection,
            other => {
                return Err(Failure::argument(format!(
                    "of is {other}; use one of SPGC_HISTOGRAM_*"
                )));
            }
        };
        let Some(show) = show else {
            return require(ptr::null::<u8>(), "show");
        };
        let histogram = heap.histogram(of);
        let guard = AbortOnUnwind("the host's function for histograms");
        for Bucket { least, most, count } in histogram.buckets() {
            // SAFETY: the host's own function and data.
            unsafe { show(data, least, most, count) };
        }
        guard.done();
        Ok(())
    })
}
