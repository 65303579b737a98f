//! Asking for memory ahead of its use.

/// Has the cache line at `address` fetched. Any address will do: this is no access.
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
