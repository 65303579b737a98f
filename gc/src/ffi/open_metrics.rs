//! The counters of a heap in the text format of OpenMetrics.

use core::ffi::{c_char, c_void};
use std::ffi::CString;

use super::heap::{self, spgc_heap};
use super::status::{guard, require_function, spgc_status};
use crate::fatal::call_host;

/// Called with a text of `length` bytes, which ends with a zero byte. It is valid until the
/// callback returns.
pub type spgc_text_callback =
    Option<unsafe extern "C-unwind" fn(data: *mut c_void, text: *const c_char, length: usize)>;

/// Calls a function with the heap's counters in the text format of OpenMetrics 1.0, which
/// Prometheus and others scrape. The media type is "application/openmetrics-text; version=1.0.0;
/// charset=utf-8". The text is complete: it ends with "# EOF". It is that of one heap; a process
/// with several heaps offers each at an address of its own.
///
/// Any thread may call it at any time. Other threads keep running.
///
/// show: called once, on this thread, before this function returns.
/// data: passed to `show`.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `show` may be called with `data`, by the rules of its type.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_heap_open_metrics(
    heap: *const spgc_heap,
    show: spgc_text_callback,
    data: *mut c_void,
) -> spgc_status {
    guard(|| {
        let heap = heap::get(heap)?;
        let show = require_function(show, "show")?;
        // It has no zero byte: all names are the library's.
        let text = CString::new(heap.open_metrics().to_string()).unwrap_or_default();
        call_host("the host's function for OpenMetrics", || {
            // SAFETY: the host guarantees that the callback may be called with this data.
            unsafe { show(data, text.as_ptr(), text.count_bytes()) };
        });
        Ok(())
    })
}
