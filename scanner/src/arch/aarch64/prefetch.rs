//! Prefetching memory before its use.

/// Prefetches the cache line at `address`. Any address is allowed: this is not an access.
#[inline(always)]
pub fn prefetch(address: usize) {
    // SAFETY: a prefetch of an invalid address has no effect.
    unsafe {
        core::arch::asm!(
            "prfm pldl1keep, [{}]",
            in(reg) address,
            options(nostack, preserves_flags, readonly),
        );
    }
}
