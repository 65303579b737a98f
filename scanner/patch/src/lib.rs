//! Library that patches the code at stack map records. A patch writes a call, a jump, no-ops or
//! other instructions to the bytes that LLVM reserves at a `statepoint` with patch bytes, a
//! `patchpoint` or a `stackmap`.
//!
//! Patched-in code may change any register outside a [`LiveOutSet`](live_out::LiveOutSet). The
//! target of a patched call can be a [`Thunk`](thunk::Thunk) (feature `thunk`).
//!
//! 1. A [`PatchSite`] states which intrinsic created a record and how many bytes the front end
//!    requested. A [`PatchRegion`] is a `PatchSite` at the address of a record. [`CheckedRegion`]
//!    decodes the code of a region and checks that LLVM writes such code. These types support code
//!    of any architecture, at any address.
//! 2. A [`Patcher`] contains the regions of one [`CodeMemory`] of this process. It writes a
//!    [`Patch`] over a whole region and restores the original code. [`ExecutionState`] states what
//!    other threads do during the write: they have not run the code yet, are stopped, or may be
//!    executing it. A [`PatchGroup`] does the same for many regions together, for example polls.
//! 3. A stack walk must find the record of a call that was patched into a `patchpoint` or
//!    `stackmap`. Pass the address that [`Patcher::return_address`] returns to
//!    [`CodeRegistry::add_patched_call`](statepoint_scanner::registry::CodeRegistry::add_patched_call)
//!    before you write the patch.
//!    A call that was patched into a statepoint returns to the record's own address and needs no
//!    registration.
//!
//! Code that threads may be executing can be patched if one instruction replaces another. This is
//! possible if the original code has an instruction that is long enough for a call (at a
//! statepoint, at the end of the region). For other regions, write [`Patch::NoOps`] once, before
//! threads run the code.
//!
//! # Freeing a target
//!
//! While threads run, a patch takes effect at one instruction: each thread executes the old or the
//! new one. A thread that has already executed the old instruction may be in the old target, or
//! about to enter it. A call to a distant target has several instructions, of which the first loads
//! the address; a thread between them calls the old target after the patch was written. Before you
//! free a target or the thunk that calls it, two conditions must hold:
//!
//! 1. Each thread that may execute the site has been at a safepoint since the patch was written: in
//!    a collection that started after that, or in a handshake with each thread. The instructions of
//!    a call contain no safepoint.
//! 2. After that, no stack has a frame of the target, so no thread returns into it. Remove its code
//!    from the registry like other code.
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
//! invalidation of a function. `examples/inline-cache` is a program that you can run.

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
