//! Registers that code patched in at a record must preserve.
//!
//! A `patchpoint` record lists the registers whose values are used after it. [`LiveOutSet`]
//! represents that list for a code generator: physical registers instead of DWARF numbers, each
//! with the number of bytes to save.
//!
//! * The list contains the number of live bytes of a register, but not which bytes. One byte of
//!   `rax` can be `al` or `ah`, so all of `rax` is saved. For a vector register the low bytes are
//!   live: for 16 bytes of `ymm0`, `xmm0` is enough, and for 8 bytes of `v8`, `d8`.
//! * Some records list the stack pointer, depending on where the function ends. It is never in the
//!   set, because code that returns restores it.
//! * Callee-saved registers may hold the caller's values, whether the function uses them or not.
//!   LLVM lists those that the function does not use (pristine ones) only from version 19 on. So
//!   [`LiveOutSet::from_record`] adds all registers that the platform's calling convention
//!   preserves; as C functions preserve them anyway, this costs a stub that calls one nothing. A
//!   function with a patchpoint that LLVM before 19 compiled must itself have the platform's
//!   convention: what it must preserve beyond that is not known.
//! * The result of a patchpoint is used after it, so its register is listed like others. Code that
//!   puts a result there removes the register from the set ([`LiveOutSet::remove`]).
//! * A record contains no information about the flags, because no convention preserves them across
//!   a call. A `stackmap` is not a call, so code that makes a call there must save all registers
//!   ([`LiveOutSet::all`]) and the flags.
//! * The link register of AArch64 is listed if it is live. A patched-in jump preserves it; a call
//!   overwrites it.
//!
//! ```
//! use statepoint_scanner::arch::x86_64::Processor;
//! use statepoint_scanner::arch::{PhysicalRegister, X86_64};
//! use statepoint_patch::live_out::LiveOutSet;
//! use statepoint_scanner::stackmap::LiveOut;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // One byte of rax, rsp, 16 bytes of ymm0.
//! let listed = [(0, 1), (7, 8), (17, 16)].map(|(register, size)| LiveOut { register, size });
//! let set = LiveOutSet::<X86_64>::from_record(listed, Processor::Avx)?;
//! assert_eq!(set.bytes(PhysicalRegister::Vector(0)), 16);
//! // Calls preserve rbx and the other callee-saved registers.
//! let clobbered = set.clobbered_by_calls();
//! let saved: Vec<_> = clobbered.iter().map(|live| (live.register, live.bytes)).collect();
//! assert_eq!(saved.len(), 2);
//! assert_eq!(saved[0].1, 8);
//! # Ok(())
//! # }
//! ```

#![forbid(unsafe_code)]

mod error;
mod set;

pub use error::LiveOutError;
pub use set::{LiveOutSet, LiveRegister};

#[cfg(test)]
mod tests;
