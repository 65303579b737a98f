//! Patching the code at a record: calls, jumps, no-ops or other instructions in the bytes that LLVM
//! has left for them at a `statepoint` with patch bytes, a `patchpoint` or a `stackmap`.
//!
//! Patched-in code may change any register outside a [`LiveOutSet`](live_out::LiveOutSet); the
//! target of a patched call is a [`Thunk`](thunk::Thunk) (feature `thunk`).
//!
//! 1. A [`PatchSite`] says which intrinsic made a record and how many bytes it was given; only the
//!    front end knows this. With the record's address it makes a [`PatchRegion`], and
//!    [`CheckedRegion`] decodes the code there to check that it is what LLVM writes. Up to this
//!    step, code of any architecture can be processed, at any address.
//! 2. A [`Patcher`] holds the regions of one [`CodeMemory`] of this process, writes a [`Patch`]
//!    over a whole region, and restores the original code. [`ExecutionState`] says what other
//!    threads do during the write: they have not run the code yet, are stopped, or may be executing
//!    it. A [`PatchGroup`] does the same for many regions at once, for example polls.
//! 3. A walk that meets a call which was patched into a `patchpoint` or `stackmap` must know its
//!    record: [`Patcher::return_address`] returns the address to which the call will return, and
//!    [`CodeRegistry::add_patched_call`](statepoint_scanner::registry::CodeRegistry::add_patched_call)
//!    takes it. A call that was patched into a statepoint returns at the record's own address and
//!    needs no registration.
//!
//! Code that threads may be executing can be patched where one instruction becomes another. That
//! holds for each region whose original code has an instruction that is long enough for a call, or
//! exactly where the call must be. For other regions, [`Patch::NoOps`] makes a slot, once, before
//! threads run the code.
//!
//! # Freeing a target
//!
//! While threads run, a patch takes effect at one instruction: each thread executes the old or the
//! new one. This does not cover threads that have already executed the old instruction. They may be
//! in the old target, or may not have reached it yet: a call to a distant target is several
//! instructions, of which the first loads the address, so a thread between them calls the old
//! target after the patch was written. Before a target is freed, or the thunk that calls it, two
//! conditions must hold:
//!
//! 1. Each thread that may execute the site has been at a safepoint since the patch was written: in
//!    a collection that began after that, or in a handshake with each thread. No thread is at a
//!    safepoint between these instructions.
//! 2. No frame of the target is on a stack then, so no thread returns into it. Its code is removed
//!    from the registry like any other.
//!
//! The shadow of a `stackmap` may contain other code of the function ([`RegionContent::Code`]).
//! Then only code that never returns can be patched in, and only while threads are stopped.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use statepoint_scanner::arch::X86_64;
//! use statepoint_patch::{CheckedRegion, RegionContent, PatchError, PatchRegion, PatchSite};
//!
//! // A statepoint with "statepoint-num-patch-bytes"="5": its record is after the no-op.
//! let region = PatchRegion::<X86_64>::new(PatchSite::Statepoint { bytes: 5 }, 0x40_1005)?;
//! assert_eq!(region.range(), 0x40_1000..0x40_1005);
//! let checked = CheckedRegion::new(region, &[0x0f, 0x1f, 0x44, 0x00, 0x00])?;
//! assert_eq!(checked.content, RegionContent::NoOps);
//! // A return is not what LLVM writes there.
//! let wrong = CheckedRegion::new(region, &[0x0f, 0x1f, 0x40, 0x00, 0xc3]).unwrap_err();
//! assert!(matches!(wrong, PatchError::Unexpected { at: 0x40_1004, .. }));
//! # Ok(())
//! # }
//! ```
//!
//! `docs/porting/patching.md` has complete programs: a patched call, an inline cache, and the
//! invalidation of a function. `examples/inline-cache` is one that runs.

#[cfg(test)]
#[path = "../../src/fixtures/emulator.rs"]
mod emulator;
pub mod live_out;
#[cfg(test)]
#[path = "../../src/fixtures/map_builder.rs"]
#[allow(dead_code, reason = "other crates use the rest")]
mod map_builder;
mod os;
mod patching;
#[cfg(feature = "thunk")]
pub mod thunk;

pub use patching::{
    BreakpointHandler, CheckedRegion, CodeMemory, CodeMemoryError, ConcurrentExecution,
    ControlTransfer, ExecutionState, LivePatchMethod, Patch, PatchArchitecture, PatchError,
    PatchGroup, PatchRegion, PatchSite, PatchSiteId, Patcher, ProtectedPages, RegionContent,
    SecondMapping,
};
