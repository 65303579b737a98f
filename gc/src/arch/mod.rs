//! The parts of the collector that depend on the processor and its calling convention: entry into
//! managed code (`managed_call`), also as the oldest frame of a fiber (`fiber_entry`), calls on
//! another stack (`call_on_stack`) and with the caller's registers (`call_with_registers`), the
//! callee-saved registers as stubs push them (`registers`), the interrupted program counter
//! (`signal`).
//!
//! `cfg(target_arch)` appears here and in the other files named `arch/mod.rs`; machine code that
//! calls a module is in that module's own `arch`.

#[cfg(target_arch = "aarch64")]
mod aarch64;
mod managed_call;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "aarch64")]
pub(crate) use aarch64::*;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::*;

pub(crate) use managed_call::{MAX_ARGUMENTS, call_managed, entry_return_addresses};

#[cfg(not(any(target_arch = "aarch64", target_arch = "x86_64")))]
compile_error!("statepoint-gc runs on x86-64 and AArch64 only");
