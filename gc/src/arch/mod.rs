//! The assembly between managed code and the runtime; `cfg(target_arch)` stands here only.
//!
//! Each architecture has the same files: `stubs` (slow paths that managed code calls, and the way
//! into managed code), `preserving` (slow paths that keep all registers: transitions, write barrier),
//! `thread_local` (the context that compiled code finds in thread-local storage), `signal` (the
//! interrupted program counter) and `prefetch`.

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "aarch64")]
pub(crate) use aarch64::*;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::*;

#[cfg(not(any(target_arch = "aarch64", target_arch = "x86_64")))]
compile_error!("statepoint-gc runs on x86-64 and AArch64 only");
