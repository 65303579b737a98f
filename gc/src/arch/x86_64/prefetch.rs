//! Prefetching memory before its use.

/// Prefetches the cache line at `address`. Any address is allowed: this is not an access.
#[inline(always)]
pub(crate) fn prefetch(address: usize) {
    use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: the instruction does nothing where it cannot fetch.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::without_provenance(address)) };
}
