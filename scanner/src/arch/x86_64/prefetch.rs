//! Prefetching memory before its use.

/// Prefetches the cache line at `address`. Any address is allowed: this is not an access.
#[inline(always)]
pub fn prefetch(address: usize) {
    use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch of an invalid address has no effect.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::without_provenance(address)) };
}
