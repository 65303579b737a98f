//! What changed code needs before it is executed.

use core::arch::x86_64::__cpuid;
use core::sync::atomic::{Ordering, compiler_fence};
use std::sync::OnceLock;

/// Makes what was written the code of this thread. Other threads need a barrier of their own.
///
/// Processors of this architecture see to it that their caches agree, and fetch instructions after stores; only the
/// compiler must leave the stores where they are.
///
/// # Safety
///
/// None is needed here; as on other architectures.
pub(in crate::patching) unsafe fn publish_code(_written: *const u8, _code: u64, _len: usize) {
    compiler_fence(Ordering::SeqCst);
}

/// Whether the manufacturer promises that a processor which executes an instruction sees one store to it as a whole, if that
/// lies in one aligned word and the places where instructions begin stay. AMD does ("AMD64 Architecture Programmer's
/// Manual", volume 2, "Cross-Modifying Code"); Intel asks for a serialising instruction in between, and has
/// errata about what happens otherwise.
pub(in crate::patching) fn stores_replace_instructions() -> bool {
    static ANSWER: OnceLock<bool> = OnceLock::new();
    *ANSWER.get_or_init(|| {
        let leaf = __cpuid(0);
        let vendor = [leaf.ebx, leaf.edx, leaf.ecx].map(u32::to_le_bytes);
        [&b"AuthenticAMD"[..], b"HygonGenuine"].contains(&vendor.as_flattened())
    })
}
