//! Patching the code at a record: calls, jumps, no-ops or other instructions in the bytes that LLVM has
//! left for them at a `statepoint` with patch bytes, a `patchpoint` or a `stackmap`.
//!
//! What patched-in code may change is a [`LiveOutSet`](live_out::LiveOutSet); what a patched call leads to
//! is a [`Thunk`](thunk::Thunk) (feature `thunk`).
//!
//! 1. A [`PatchSite`] says which intrinsic made a record and how many bytes it was given, which only the front end knows. With the
//!    record's address that is a [`Region`], and [`Checked`] finds out whether it has what LLVM writes there, by decoding
//!    it. So far this works for code of any architecture, wherever it lies.
//! 2. A [`Patcher`] has the regions of some [`CodeMemory`] of this process, writes a [`Patch`] over the whole of one, and puts back what was
//!    there. [`When`] says what other threads do meanwhile: nothing yet, stand still, or execute the code.
//!    A [`PatchGroup`] does the same to many regions at once: polls, for example.
//! 3. A walk that meets a call which was patched into a `patchpoint` or `stackmap` must know its record:
//!    [`Patcher::return_address`] says where the call will return to, and
//!    [`CodeRegistry::add_patched_call`](statepoint_scanner::registry::CodeRegistry::add_patched_call) takes that. A call that was patched into a
//!    statepoint returns at the record's own address; nothing is needed there.
//!
//! Code that threads execute can be patched where one instruction becomes another. That holds for each region whose original code has an
//! instruction that is long enough for a call, or exactly where it must be; for others [`Patch::NoOps`] makes room, once, before they
//! run.
//!
//! # Freeing a target
//!
//! While threads run, a patch takes effect at one instruction: each thread executes the old or the new one. That says nothing of
//! threads that have executed the old one already. They may be in the old target, or not even have come there: a call to
//! a distant target is several instructions, of which the first loads the address, so that a thread between them
//! calls the old target after the patch was written. Before a target is freed, or the thunk that led to it:
//!
//! 1. Each thread that may execute the site has been at a safepoint since the patch was written: in a collection that
//!    began after that, or a handshake with each. No thread is at a safepoint between these instructions.
//! 2. No frame of the target is on a stack then: nobody returns into it. Its code is removed from the registry like any
//!    other.
//!
//! The shadow of a `stackmap` may have other code of the function in it ([`Content::Code`]); then only what never comes back can be
//! patched in, and only while threads are stopped.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use statepoint_scanner::arch::X86_64;
//! use statepoint_patch::{Checked, Content, PatchError, Region, PatchSite};
//!
//! // A statepoint with "statepoint-num-patch-bytes"="5": its record is behind the no-op.
//! let region = Region::<X86_64>::new(PatchSite::Statepoint { bytes: 5 }, 0x40_1005)?;
//! assert_eq!(region.range(), 0x40_1000..0x40_1005);
//! let checked = Checked::new(region, &[0x0f, 0x1f, 0x44, 0x00, 0x00])?;
//! assert_eq!(checked.content, Content::NoOps);
//! // A return is not what LLVM writes there.
//! let wrong = Checked::new(region, &[0x0f, 0x1f, 0x40, 0x00, 0xc3]).unwrap_err();
//! assert!(matches!(wrong, PatchError::Unexpected { at: 0x40_1004, .. }));
//! # Ok(())
//! # }
//! ```

#[cfg(test)]
#[path = "../../src/fixtures/emulator.rs"]
mod emulator;
pub mod live_out;
#[cfg(test)]
#[path = "../../src/fixtures/made_maps.rs"]
#[allow(dead_code, reason = "other crates use the rest")]
mod made_maps;
mod os;
mod patching;
#[cfg(feature = "thunk")]
pub mod thunk;

pub use patching::{
    Breakpoints, Checked, CodeMemory, Content, Live, Machine, MemoryError, Patch, PatchError,
    PatchGroup, PatchSite, Patcher, ProtectedPages, Region, SecondMapping, SiteId, Threads,
    Transfer, When,
};
