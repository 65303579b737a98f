//! Asking for memory ahead of its use.

/// Has the cache line at `address` fetched. Any address will do: this is no access.
#[inline(always)]
pub(crate) fn prefetch(address: usize) {
    use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: the instruction does nothing where it cannot fetch.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::without_provenance(address)) };
}
