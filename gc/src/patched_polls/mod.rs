//! Patched polls: polls that are no-ops until a stop is requested. Feature `patched-polls`.
//!
//! A poll that tests the thread's limit is two instructions. A patched poll is one no-op
//! instruction; a stop overwrites it in all polls with a call of `spgc_poll_slow`.
//! `gc.safepoint_poll` is then not the prelude's, but this one (`gc/ir/patched_poll.ll`,
//! `docs/porting/polls.md`), with 4 bytes instead of 5 on AArch64:
//!
//! ```text
//! define void @gc.safepoint_poll() {
//!   call void @spgc_poll_slow() "statepoint-id"="1347374156" "statepoint-num-patch-bytes"="5"
//!   ret void
//! }
//! ```
//!
//! The protocol is described at the head of `safepoint/poll_sites.rs`, and the protocol for writing
//! code at the head of the scanner's `patch/live.rs`.

mod code;
mod error;

use core::ops::Range;
use std::sync::Arc;

use statepoint_patch::{
    Patch, PatchArchitecture, PatchGroup, PatchSite, ProtectedPages, SecondMapping,
};
use statepoint_scanner::arch::Host;
use statepoint_scanner::registry::{CodeRegionId, CodeRegistry};

use crate::mutator::arch::poll_stub;
use crate::process::install_fork_handler;
use crate::safepoint::{PollHolder, PollSites};
use code::PolledCode;
pub use error::PatchedPollsError;

/// The default ID of the stack map records of patched polls. A front end may use another one. (LLVM
/// 14 keeps 32 bits of a statepoint's ID.)
pub const PATCHED_POLL_ID: u64 = 1_347_374_156;

/// The default size of a patched poll in bytes, `"statepoint-num-patch-bytes"`: the size of a call.
/// A front end may reserve more.
pub const PATCHED_POLL_BYTES: u32 = Host::NEAR as u32;

/// The parameters of a front end's polls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PollParameters {
    /// The ID of their stack map records, and of no others.
    pub id: u64,
    /// Their size in bytes, `"statepoint-num-patch-bytes"`.
    pub bytes: u32,
    /// The address that the patched polls call. If `None`, `spgc_poll_slow`. If the target is out
    /// of range (on x86-64 2 GiB, on AArch64 128 MiB), they call a thunk near the code that jumps
    /// there and changes no registers but r11 (AArch64: x16 and x17).
    pub target: Option<u64>,
}

impl Default for PollParameters {
    fn default() -> Self {
        Self { id: PATCHED_POLL_ID, bytes: PATCHED_POLL_BYTES, target: None }
    }
}

/// Registered code whose polls are patched: they are no-ops, and calls while a stop is pending. One
/// or several heaps may run the code. Feature `patched-polls`.
///
/// `gc/ir/patched_poll.ll` has the poll that such code is compiled with, and
/// `docs/porting/polls.md` describes its purpose. The host declares which registered code has such
/// polls:
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
/// If a thread runs such code and the heap does not have its polls, the thread does not stop, and a
/// stop waits for it forever
/// ([`HeapBuilder::safepoint_timeout`](crate::HeapBuilder::safepoint_timeout) reports such
/// threads).
///
/// Any thread may add and remove code at any time, also while others run managed code and collect.
///
/// A `PatchedPolls` belongs to the process that made it, like a [`Heap`](crate::Heap): the child of
/// a `fork` makes its own, unless it shares the memory of the code with its parent.
///
/// On x86-64 it handles `SIGTRAP` for the process
/// ([`BreakpointHandler`](statepoint_patch::BreakpointHandler)), which no thread may block while it
/// runs managed code.
#[derive(Debug)]
pub struct PatchedPolls {
    sites: Arc<PollSites<PolledCode>>,
}

impl PatchedPolls {
    /// Makes a `PatchedPolls` without any code.
    ///
    /// # Errors
    ///
    /// If the operating system has no barrier for changed code, or the handler of breakpoints or of
    /// forks cannot be installed.
    pub fn new() -> Result<Self, PatchedPollsError> {
        install_fork_handler().map_err(|error| PatchedPollsError::ForkHandler {
            code: error.raw_os_error().unwrap_or_default(),
        })?;
        Ok(Self { sites: Arc::new(PollSites::new(PolledCode::new()?)) })
    }

    /// Adds the polls of the registered program or library that contains this address. Its pages
    /// are made writable for each stop, and get their previous protection back after it.
    ///
    /// # Errors
    ///
    /// As [`Self::add`].
    ///
    /// # Safety
    ///
    /// In the image, no record but that of a poll has the ID [`PATCHED_POLL_ID`]. A library stays
    /// loaded until its polls have been [removed](Self::remove): removing its code from the
    /// registry first may unload it. No other code changes the protection of its code's pages.
    pub unsafe fn add_image_at(
        &self,
        code: &CodeRegistry,
        address: u64,
    ) -> Result<(), PatchedPollsError> {
        let region = code.snapshot().region_at(address).map(|(region, _)| region);
        let region = region.ok_or(PatchedPollsError::NotRegistered { address })?;
        // SAFETY: as the caller promises; the target is the slow path of polls.
        unsafe { self.add_pages(code, region, PollParameters::default()) }
    }

    /// Adds the polls of a region of registered code. Polls with these parameters that have a
    /// record in the region are patched from now on: at once, if a stop is in progress. So add code
    /// before a thread can run it.
    ///
    /// # Errors
    ///
    /// If the region is not registered or was added before, has no such poll, or one whose code is
    /// not what LLVM generates; if its memory cannot be written; and in another process. Then the
    /// code is unchanged.
    ///
    /// # Safety
    ///
    /// No call but that of a poll has a record with that ID. The memory is that of the code, and
    /// stays mapped until the region has been [removed](Self::remove). The target, if there is one,
    /// behaves as the slow path of a poll.
    pub unsafe fn add(
        &self,
        code: &CodeRegistry,
        region: CodeRegionId,
        parameters: PollParameters,
        memory: SecondMapping,
    ) -> Result<(), PatchedPollsError> {
        // SAFETY: passed on.
        unsafe { self.add_with(code, region, parameters, |_| Ok(Box::new(memory))) }
    }

    /// As [`Self::add`], for code whose memory is mapped once: its pages are made writable for each
    /// stop, and get their previous protection back after it.
    ///
    /// # Errors
    ///
    /// As [`Self::add`].
    ///
    /// # Safety
    ///
    /// As for [`Self::add`]; no other code changes the protection of the code's pages.
    pub unsafe fn add_pages(
        &self,
        code: &CodeRegistry,
        region: CodeRegionId,
        parameters: PollParameters,
    ) -> Result<(), PatchedPollsError> {
        // SAFETY: as the caller promises.
        let pages = |sites| unsafe { ProtectedPages::new(sites) };
        // SAFETY: passed on.
        unsafe { self.add_with(code, region, parameters, |sites| Ok(Box::new(pages(sites)?))) }
    }

    /// # Safety
    ///
    /// As [`Self::add`].
    unsafe fn add_with(
        &self,
        code: &CodeRegistry,
        region: CodeRegionId,
        parameters: PollParameters,
        memory: impl FnOnce(Range<u64>) -> Result<code::Memory, PatchedPollsError>,
    ) -> Result<(), PatchedPollsError> {
        if !self.sites.process().is_current() {
            return Err(PatchedPollsError::Forked);
        }
        let PollParameters { id, bytes, target } = parameters;
        let found = code.snapshot().call_sites_with_id(region, id);
        let records = found.ok_or(PatchedPollsError::NoRegion { region })?;
        let (Some(&first), Some(&last)) = (records.first(), records.last()) else {
            return Err(PatchedPollsError::NoPolls { region, id });
        };
        let target = target.unwrap_or_else(poll_stub);
        let memory = memory(first.saturating_sub(bytes.into())..last)?;
        let sites = records.iter().map(|&record| (PatchSite::Statepoint { bytes }, record));
        let group = PatchGroup::new(memory, sites, Patch::Call(target))?;
        // SAFETY: passed on: the target can be called at each record of this ID, and the memory
        // stays.
        self.sites.change(|code, patched| unsafe { code.add(region, group, patched) })
    }

    /// Removes the polls of a region, which become no-ops again. Call this before the region's code
    /// is freed, as [`Self::add`] requires, and when no thread executes it any more: a thread that
    /// still does so does not stop at those polls, and a stop waits for it.
    ///
    /// This is not unsafe, as there is no worse consequence: the code is changed as in a stop,
    /// while threads may execute it, and a stop determines by each thread's state, not by its
    /// polls, which threads it has to wait for.
    ///
    /// # Errors
    ///
    /// If the region was not added, or its code cannot be restored; in the latter case it stays
    /// added. (In another process nothing is done.)
    pub fn remove(&self, region: CodeRegionId) -> Result<(), PatchedPollsError> {
        if !self.sites.process().is_current() {
            return Ok(());
        }
        self.sites.change(|code, _| code.remove(region))
    }

    /// Removes all regions, as [`Self::remove`] does one.
    #[cfg(feature = "capi")]
    pub(crate) fn clear(&self) -> Result<(), PatchedPollsError> {
        if !self.sites.process().is_current() {
            return Ok(());
        }
        self.sites.change(|code, _| code.clear())
    }

    /// Returns the number of polls.
    pub fn len(&self) -> usize {
        self.sites.change(|code, _| code.len())
    }

    /// Returns whether there is no poll.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the interface by which a stop uses these polls.
    pub(crate) fn poll_holder(&self) -> Arc<dyn PollHolder> {
        Arc::<PollSites<PolledCode>>::clone(&self.sites)
    }
}
