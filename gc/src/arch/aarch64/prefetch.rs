//! Prefetching memory before its use.

/// Prefetches the cache line at `address`. Any address is allowed: this is not an access.
#[inline(always)]
pub(crate) fn prefetch(address: usize) {
    // SAFETY: the instruction does nothing where it cannot fetch.
    unsafe {
        core::arch::asm!(
            "prfm pldl1keep, [{}]",
            in(reg) address,
            options(nostack, preserves_flags, readonly),
        );
    }
}
