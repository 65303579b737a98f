//! The instructions that are patched in, for code of any architecture, and the instruction cache of
//! this processor.

mod aarch64;
mod x86_64;

#[cfg(target_arch = "aarch64")]
#[path = "aarch64/instruction_cache.rs"]
pub(super) mod instruction_cache;
#[cfg(target_arch = "x86_64")]
#[path = "x86_64/instruction_cache.rs"]
pub(super) mod instruction_cache;
