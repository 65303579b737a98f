//! Instruction cache maintenance after code was changed.

use core::arch::x86_64::__cpuid;
use core::sync::atomic::{Ordering, compiler_fence};
use std::sync::OnceLock;

/// Makes the written bytes visible to this thread's instruction fetches. Other threads need a
/// barrier of their own.
///
/// Processors of this architecture keep their instruction caches coherent and fetch instructions
/// after stores; only the compiler must not move the stores.
///
/// # Safety
///
/// Nothing is required here; other architectures have requirements.
pub(in crate::patching) unsafe fn publish_code(_written: *const u8, _code: u64, _len: usize) {
    compiler_fence(Ordering::SeqCst);
}

/// Returns whether the manufacturer guarantees that a processor which executes an instruction sees
/// one store to it as a whole, if that lies in one aligned word and instruction boundaries stay the
/// same. AMD does ("AMD64 Architecture Programmer's Manual", volume 2, "Cross-Modifying Code");
/// Intel requires a serialising instruction in between, and has errata about what happens
/// otherwise.
pub(in crate::patching) fn stores_replace_instructions() -> bool {
    static ANSWER: OnceLock<bool> = OnceLock::new();
    *ANSWER.get_or_init(|| {
        let leaf = __cpuid(0);
        let vendor = [leaf.ebx, leaf.edx, leaf.ecx].map(u32::to_le_bytes);
        [&b"AuthenticAMD"[..], b"HygonGenuine"].contains(&vendor.as_flattened())
    })
}
