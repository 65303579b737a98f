//! Instruction cache maintenance after code was changed.

use core::arch::x86_64::__cpuid;
use core::sync::atomic::{Ordering, compiler_fence};
use std::sync::OnceLock;

/// Makes the written bytes visible to this thread's instruction fetches. Other threads need a
/// barrier of their own.
///
/// Processors of this architecture keep their instruction caches coherent with stores, so only the
/// compiler must be prevented from moving the stores.
///
/// # Safety
///
/// None here. The function is unsafe because it has requirements on other architectures.
pub(in crate::patching) unsafe fn publish_code(_written: *const u8, _code: u64, _len: usize) {
    compiler_fence(Ordering::SeqCst);
}

/// Returns whether one store to an instruction is atomic for processors that execute it. The
/// store must be within one aligned word and must not change instruction boundaries. AMD guarantees
/// this ("AMD64 Architecture Programmer's Manual", volume 2, "Cross-Modifying Code"). Intel
/// requires a serialising instruction after the store, and has errata for code without it.
pub(in crate::patching) fn stores_replace_instructions() -> bool {
    static ANSWER: OnceLock<bool> = OnceLock::new();
    *ANSWER.get_or_init(|| {
        let leaf = __cpuid(0);
        let vendor = [leaf.ebx, leaf.edx, leaf.ecx].map(u32::to_le_bytes);
        [&b"AuthenticAMD"[..], b"HygonGenuine"].contains(&vendor.as_flattened())
    })
}
