//! Polls that are no-ops until threads are to stop. Feature `patched-polls`.
//!
//! A poll that looks at the thread's limit is two instructions. One that is patched is an instruction that does nothing, for which a
//! stop writes a call of `spgc_poll_slow` into the code of all polls. `gc.safepoint_poll` is then not the prelude's, but this
//! (`gc/ir/patched_poll.ll`, `docs/porting/polls.md`), with 4 bytes in place of 5 on AArch64:
//!
//! ```text
//! define void @gc.safepoint_poll() {
//!   call void @spgc_poll_slow() "statepoint-id"="1347374156" "statepoint-num-patch-bytes"="5"
//!   ret void
//! }
//! ```
//!
//! The protocol is at the head of `safepoint/poll_sites.rs`, that of writing code at the head of the scanner's `patch/live.rs`.

mod code;
mod error;

use core::ops::Range;
use std::sync::Arc;

use statepoint_patch::{Machine, Patch, PatchGroup, PatchSite, ProtectedPages, SecondMapping};
use statepoint_scanner::arch::Host;
use statepoint_scanner::registry::{CodeRegistry, RegionId};

use crate::mutator::arch::poll_stub;
use crate::process::watch_forks;
use crate::safepoint::{Holds, PollSites};
use code::PolledCode;
pub use error::PatchedPollsError;

/// The ID of the records of patched polls, unless the front end has one of its own. (LLVM 14 keeps 32 bits of what a statepoint is given.)
pub const PATCHED_POLL_ID: u64 = 1_347_374_156;

/// The bytes that a patched poll has, `"statepoint-num-patch-bytes"`, unless the front end leaves more: those of a call.
pub const PATCHED_POLL_BYTES: u32 = Host::NEAR as u32;

/// What a front end makes its polls of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PollShape {
    /// The ID of their records, and of no others.
    pub id: u64,
    /// `"statepoint-num-patch-bytes"`.
    pub bytes: u32,
    /// What is called. If `None`, `spgc_poll_slow`; where that is too far away (on x86-64 2 GiB, on AArch64 128 MiB), something near
    /// the code that jumps there, with all registers as they are but r11 (AArch64: x16 and x17).
    pub target: Option<u64>,
}

impl Default for PollShape {
    fn default() -> Self {
        Self { id: PATCHED_POLL_ID, bytes: PATCHED_POLL_BYTES, target: None }
    }
}

/// Code whose polls are no-ops until threads are to stop, and calls then: for one heap or several that run it. Feature
/// `patched-polls`.
///
/// `gc/ir/patched_poll.ll` has the poll that such code is compiled with, and `docs/porting/polls.md` says what that is good for.
/// The host says which registered code has such polls:
///
/// ```no_run
/// use std::sync::Arc;
///
/// use statepoint_gc::{CodeRegistry, Heap, patched_polls::PatchedPolls};
///
/// # fn run(function: u64) -> Result<(), Box<dyn std::error::Error>> {
/// let code = Arc::new(CodeRegistry::of_this_process()?);
/// let polls = Arc::new(PatchedPolls::new()?);
/// // Of the image that this function is in: the program, for example.
/// // SAFETY: no other calls of the program have the ID of a poll, and its code stays as it is.
/// unsafe { polls.add_image_at(&code, function)? };
/// let heap = Heap::builder().code(code).patched_polls(polls).build()?;
/// # Ok(())
/// # }
/// ```
///
/// Threads that run such code without the heap knowing of its polls do not come to a stop, which then waits for them for ever
/// ([`HeapBuilder::safepoint_timeout`](crate::HeapBuilder::safepoint_timeout) names them).
///
/// Any thread may add and remove code at any time, while others run managed code and collect.
///
/// They belong to the process that made them, like a [`Heap`](crate::Heap): the child of a `fork` makes its own, unless it shares the
/// memory of the code with its parent.
///
/// On x86-64 it takes `SIGTRAP` for the process ([`Breakpoints`](statepoint_patch::Breakpoints)), which no thread may block
/// while it runs managed code.
#[derive(Debug)]
pub struct PatchedPolls {
    sites: Arc<PollSites<PolledCode>>,
}

impl PatchedPolls {
    /// Without any code yet.
    ///
    /// # Errors
    ///
    /// When the system has no barrier for changed code, or no handler of breakpoints or forks can be installed.
    pub fn new() -> Result<Self, PatchedPollsError> {
        watch_forks().map_err(|error| PatchedPollsError::ForkHandler {
            code: error.raw_os_error().unwrap_or_default(),
        })?;
        Ok(Self { sites: Arc::new(PollSites::new(PolledCode::new()?)) })
    }

    /// Adds the polls of the program or library that this address is in, which is registered. Its pages are made
    /// writable for each stop, and are what they were afterwards.
    ///
    /// # Errors
    ///
    /// As [`Self::add`].
    ///
    /// # Safety
    ///
    /// In the image, no record but that of a poll has the ID [`PATCHED_POLL_ID`]. A library stays loaded until its polls were
    /// [removed](Self::remove): to remove its code from the registry first may unload it. Nobody else changes the
    /// protection of its code's pages.
    pub unsafe fn add_image_at(
        &self,
        code: &CodeRegistry,
        address: u64,
    ) -> Result<(), PatchedPollsError> {
        let region = code.snapshot().region_at(address).map(|(region, _)| region);
        let region = region.ok_or(PatchedPollsError::NotRegistered { address })?;
        // SAFETY: as the caller promises; the target is the slow path of polls.
        unsafe { self.add_pages(code, region, PollShape::default()) }
    }

    /// Adds the polls of a region of registered code. Polls of this shape whose record is there are patched from now on: at
    /// once, if a stop is in progress. So add code before a thread can run it.
    ///
    /// # Errors
    ///
    /// When the region is not registered or was added before, has no such poll, or one that is not what LLVM makes of it, when its memory
    /// cannot be written to, and in another process. The code is as it was then.
    ///
    /// # Safety
    ///
    /// No call but that of a poll has a record with that ID. The memory is that of the code, and stays until it was [removed](Self::remove). The
    /// target, if there is one, does what it should.
    pub unsafe fn add(
        &self,
        code: &CodeRegistry,
        region: RegionId,
        shape: PollShape,
        memory: SecondMapping,
    ) -> Result<(), PatchedPollsError> {
        // SAFETY: passed on.
        unsafe { self.add_with(code, region, shape, |_| Ok(Box::new(memory))) }
    }

    /// The same where the code's memory is mapped once: its pages are made writable for each stop, and are what they were
    /// afterwards.
    ///
    /// # Errors
    ///
    /// As [`Self::add`].
    ///
    /// # Safety
    ///
    /// As for [`Self::add`]; nobody else changes the protection of the code's pages.
    pub unsafe fn add_pages(
        &self,
        code: &CodeRegistry,
        region: RegionId,
        shape: PollShape,
    ) -> Result<(), PatchedPollsError> {
        // SAFETY: as the caller promises.
        let pages = |sites| unsafe { ProtectedPages::new(sites) };
        // SAFETY: passed on.
        unsafe { self.add_with(code, region, shape, |sites| Ok(Box::new(pages(sites)?))) }
    }

    /// # Safety
    ///
    /// As [`Self::add`].
    unsafe fn add_with(
        &self,
        code: &CodeRegistry,
        region: RegionId,
        shape: PollShape,
        memory: impl FnOnce(Range<u64>) -> Result<code::Memory, PatchedPollsError>,
    ) -> Result<(), PatchedPollsError> {
        if !self.sites.process().is_current() {
            return Err(PatchedPollsError::Forked);
        }
        let PollShape { id, bytes, target } = shape;
        let found = code.snapshot().call_sites_with_id(region, id);
        let records = found.ok_or(PatchedPollsError::NoRegion { region })?;
        let (Some(&first), Some(&last)) = (records.first(), records.last()) else {
            return Err(PatchedPollsError::NoPolls { region, id });
        };
        let target = target.unwrap_or_else(poll_stub);
        let memory = memory(first.saturating_sub(bytes.into())..last)?;
        let sites = records.iter().map(|&record| (PatchSite::Statepoint { bytes }, record));
        let group = PatchGroup::new(memory, sites, Patch::Call(target))?;
        // SAFETY: passed on: the target can be called at each record of this ID, and the memory stays.
        self.sites.change(|code, patched| unsafe { code.add(region, group, patched) })
    }

    /// Forgets the polls of a region, which are no-ops again. To be called before its code is freed,
    /// as [`Self::add`] demands, and when no thread executes it any more: a thread that does comes to
    /// no stop at those polls, and a stop waits for it.
    ///
    /// Not unsafe, as nothing worse follows: the code is changed as in a stop, when threads may
    /// execute it, and a stop knows what it has to wait for by each thread's state, not by its polls.
    ///
    /// # Errors
    ///
    /// When it was not added, and when its code cannot be put back: it is still known then. (In another process nothing is done.)
    pub fn remove(&self, region: RegionId) -> Result<(), PatchedPollsError> {
        if !self.sites.process().is_current() {
            return Ok(());
        }
        self.sites.change(|code, _| code.remove(region))
    }

    /// Forgets all, as [`Self::remove`] does each.
    #[cfg(feature = "capi")]
    pub(crate) fn clear(&self) -> Result<(), PatchedPollsError> {
        if !self.sites.process().is_current() {
            return Ok(());
        }
        self.sites.change(|code, _| code.clear())
    }

    /// How many polls there are.
    pub fn len(&self) -> usize {
        self.sites.change(|code, _| code.len())
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// For those who wait for threads.
    pub(crate) fn holds(&self) -> Arc<dyn Holds> {
        Arc::<PollSites<PolledCode>>::clone(&self.sites)
    }
}
