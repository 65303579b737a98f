//! Patched polls: polls that are no-ops until a stop is requested. Feature `patched-polls`.
//!
//! A poll that tests the thread's limit consists of two instructions. A patched poll is one no-op
//! instruction. A stop overwrites this instruction in all polls with a call of `spgc_poll_slow`.
//! The following function replaces the prelude's `gc.safepoint_poll` (`gc/ir/patched_poll.ll`,
//! `docs/porting/polls.md`). On AArch64, the size is 4 bytes instead of 5:
//!
//! ```text
//! define void @gc.safepoint_poll() {
//!   call void @spgc_poll_slow() "statepoint-id"="1347374156" "statepoint-num-patch-bytes"="5"
//!   ret void
//! }
//! ```
//!
//! The protocol is described at the head of `safepoint/poll_sites.rs`, and the protocol for writing
//! code at the head of `scanner/patch/src/patching/live.rs`.

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

/// The default ID of the stack map records of patched polls. A front end may use another ID. The
/// default fits 32 bits, because LLVM 14 truncates a statepoint's ID to 32 bits.
pub const PATCHED_POLL_ID: u64 = 1_347_374_156;

/// The default size of a patched poll in bytes, `"statepoint-num-patch-bytes"`: the size of a call.
/// A front end may reserve more.
pub const PATCHED_POLL_BYTES: u32 = Host::NEAR as u32;

/// The parameters of a front end's polls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PollParameters {
    /// The ID of the stack map records of polls. No other record may have this ID.
    pub id: u64,
    /// The size of a poll in bytes, `"statepoint-num-patch-bytes"`.
    pub bytes: u32,
    /// The address of the function that the patched polls call; `None` means `spgc_poll_slow`. If
    /// the function is out of range (on x86-64 2 GiB, on AArch64 128 MiB), the polls call a thunk
    /// near the code. The thunk jumps to the function and changes only r11 (AArch64: x16 and x17).
    pub target: Option<u64>,
}

impl Default for PollParameters {
    fn default() -> Self {
        Self { id: PATCHED_POLL_ID, bytes: PATCHED_POLL_BYTES, target: None }
    }
}

/// Registered code with patched polls, which are no-ops, and calls while a stop is pending. One or
/// several heaps may run the code. Feature `patched-polls`.
///
/// `gc/ir/patched_poll.ll` contains the poll that such code is compiled with, and
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
/// // Adds the polls of the image that contains `function`: for example, of the program.
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
/// Any thread may add and remove code at any time, also while other threads run managed code and
/// collect.
///
/// A `PatchedPolls` belongs to the process that created it, like a [`Heap`](crate::Heap). The child
/// of a `fork` creates its own, unless it shares the memory of the code with its parent.
///
/// On x86-64, a `PatchedPolls` installs a handler of `SIGTRAP` for the process
/// ([`BreakpointHandler`](statepoint_patch::BreakpointHandler)). No thread may block this signal
/// while it runs managed code.
#[derive(Debug)]
pub struct PatchedPolls {
    sites: Arc<PollSites<PolledCode>>,
}

impl PatchedPolls {
    /// Creates a `PatchedPolls` without code.
    ///
    /// # Errors
    ///
    /// If the OS has no barrier for changed code, or if the breakpoint handler or the fork handler
    /// cannot be installed.
    pub fn new() -> Result<Self, PatchedPollsError> {
        install_fork_handler().map_err(|error| PatchedPollsError::ForkHandler {
            code: error.raw_os_error().unwrap_or_default(),
        })?;
        Ok(Self { sites: Arc::new(PollSites::new(PolledCode::new()?)) })
    }

    /// Adds the polls of the registered program or library that contains this address. Each stop
    /// makes the pages of its code writable, and restores their protection when it ends.
    ///
    /// # Errors
    ///
    /// As [`Self::add`].
    ///
    /// # Safety
    ///
    /// In the image, only records of polls have the ID [`PATCHED_POLL_ID`]. A library stays loaded
    /// until its polls have been [removed](Self::remove); removing its code from the registry
    /// earlier may unload it. No other code changes the protection of the image's code pages.
    pub unsafe fn add_image_at(
        &self,
        code: &CodeRegistry,
        address: u64,
    ) -> Result<(), PatchedPollsError> {
        let region = code.snapshot().region_at(address).map(|(region, _)| region);
        let region = region.ok_or(PatchedPollsError::NotRegistered { address })?;
        // SAFETY: the caller upholds this function's contract. The default target is the slow path
        // of polls.
        unsafe { self.add_pages(code, region, PollParameters::default()) }
    }

    /// Adds the polls of a region of registered code: the calls whose records have the ID
    /// `parameters.id`. If a stop is in progress, they are patched to calls at once. Add code
    /// before a thread can run it.
    ///
    /// # Errors
    ///
    /// * The region is not registered, or was added before.
    /// * The region has no such poll, or the code of a poll is not what LLVM generates.
    /// * The memory cannot be written.
    /// * The calling process is a child of the process that created `self`.
    ///
    /// On an error, the code is unchanged.
    ///
    /// # Safety
    ///
    /// Only calls of polls have records with the ID `parameters.id`. `memory` maps the code of the
    /// region, and stays mapped until the region has been [removed](Self::remove). The target, if
    /// given, behaves like the slow path of a poll.
    pub unsafe fn add(
        &self,
        code: &CodeRegistry,
        region: CodeRegionId,
        parameters: PollParameters,
        memory: SecondMapping,
    ) -> Result<(), PatchedPollsError> {
        // SAFETY: the caller upholds this function's contract, which is also that of `add_with`.
        unsafe { self.add_with(code, region, parameters, |_| Ok(Box::new(memory))) }
    }

    /// As [`Self::add`], for code whose memory is mapped only once. Each stop makes the pages of
    /// the code writable, and restores their protection when it ends.
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
        // SAFETY: the caller guarantees that no other code changes the protection of these pages.
        let pages = |sites| unsafe { ProtectedPages::new(sites) };
        // SAFETY: the caller upholds this function's contract, which includes that of `add_with`.
        unsafe { self.add_with(code, region, parameters, |sites| Ok(Box::new(pages(sites)?))) }
    }

    /// As [`Self::add`]. `memory` returns writable access to the code in a range of addresses.
    ///
    /// # Safety
    ///
    /// As for [`Self::add`].
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
        let records = code.snapshot().call_sites_with_id(region, id);
        let records = records.ok_or(PatchedPollsError::NoRegion { region })?;
        let (Some(&first), Some(&last)) = (records.first(), records.last()) else {
            return Err(PatchedPollsError::NoPolls { region, id });
        };
        let target = target.unwrap_or_else(poll_stub);
        let memory = memory(first.saturating_sub(bytes.into())..last)?;
        let sites = records.iter().map(|&record| (PatchSite::Statepoint { bytes }, record));
        let group = PatchGroup::new(memory, sites, Patch::Call(target))?;
        // SAFETY: the caller guarantees that the target can be called at each record with this ID,
        // and that the memory stays mapped.
        self.sites.change(|code, patched| unsafe { code.add(region, group, patched) })
    }

    /// Removes the polls of a region, which become no-ops again. Call this when no thread executes
    /// the region's code any more, and before the code is freed, as [`Self::add`] requires. A
    /// thread that still executes the code does not stop at these polls, so a stop waits for it.
    ///
    /// This function is safe, because an early call can only delay a stop. The code is patched in a
    /// way that allows for threads that execute it. A stop decides by each thread's state, not by
    /// its polls, whether it has to wait for the thread.
    ///
    /// # Errors
    ///
    /// If the region was not added, or its code cannot be restored. In the latter case, the region
    /// stays added. In a child of the process that created `self`, the function does nothing and
    /// returns `Ok`.
    pub fn remove(&self, region: CodeRegionId) -> Result<(), PatchedPollsError> {
        if !self.sites.process().is_current() {
            return Ok(());
        }
        self.sites.change(|code, _| code.remove(region))
    }

    /// Removes all regions, each as by [`Self::remove`].
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

    /// Returns the interface by which stops and handshakes patch these polls.
    pub(crate) fn poll_holder(&self) -> Arc<dyn PollHolder> {
        Arc::<PollSites<PolledCode>>::clone(&self.sites)
    }
}
