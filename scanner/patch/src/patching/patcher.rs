//! The regions of one code memory, and the patches in them.

use core::ops::Range;
use core::{fmt, iter};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::PatchError;
use super::change::{Change, check_code, is_in_one_word, needs_breakpoint, write_changes};
use super::check::CheckedRegion;
use super::fill::{Filled, Patch, changed_instruction, fill};
use super::live::{BreakpointHandler, CodeLocation, PATCHING};
use super::machine::PatchArchitecture;
use super::memory::{CodeMemory, ConcurrentExecution};
use super::region::{PatchRegion, PatchSite};
use crate::os;
use statepoint_scanner::arch::{Host, InstructionSet};

/// A patcher of this process's code in one code memory.
///
/// Any number of threads may share a patcher, and a process may have several. All patches of the
/// process are serialised.
#[derive(Debug)]
pub struct Patcher<M> {
    memory: M,
    sites: Mutex<Sites>,
}

/// The regions of a patcher.
#[derive(Debug, Default)]
struct Sites {
    /// Keyed by the start of the region.
    by_start: BTreeMap<u64, RegionState>,
}

/// A region and its current code.
#[derive(Debug)]
struct RegionState {
    /// The region and its original code.
    checked: CheckedRegion<Host>,
    /// The current code.
    code: Vec<u8>,
}

/// Identifies a region of a [`Patcher`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PatchSiteId(u64);

impl PatchSiteId {
    /// Returns the start of the region, for callers that cannot store a `PatchSiteId`.
    pub fn start(self) -> u64 {
        self.0
    }

    /// Returns the identifier of the region that starts at this address. If none was added, all
    /// functions return [unknown](PatchError::UnknownSite) for it.
    pub fn at(start: u64) -> Self {
        Self(start)
    }
}

/// The state of other threads while a region is written.
pub enum ExecutionState<'w> {
    /// No thread has executed any code of the region yet. Threads that will execute it learn its
    /// address through an operation that orders memory.
    NotYetRun,
    /// All threads that may execute the region are stopped outside it. The iterator yields their
    /// program counters and all return addresses on their stacks, or at least those in the code of
    /// the region. Any number of instructions can change.
    Stopped(&'w mut dyn Iterator<Item = u64>),
    /// Threads may be executing the region. One instruction can change.
    Running(LivePatchMethod),
}

impl fmt::Debug for ExecutionState<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotYetRun => f.write_str("NotYetRun"),
            Self::Stopped(_) => f.write_str("Stopped"),
            Self::Running(live) => f.debug_tuple("Running").field(live).finish(),
        }
    }
}

/// The method of changing an instruction that threads may be executing. On AArch64 all variants are
/// the same: one store.
#[derive(Clone, Copy, Debug)]
pub enum LivePatchMethod {
    /// One store of the aligned word that contains the instruction. Among the x86-64 manufacturers,
    /// only AMD guarantees that other processors then see the old or the new instruction.
    Store,
    /// A breakpoint that replaces the instruction while it changes.
    Breakpoint(BreakpointHandler),
    /// One store if the processor's manual guarantees its effect and the instruction is within one
    /// word; otherwise a breakpoint.
    Best(BreakpointHandler),
}

impl<M: CodeMemory> Patcher<M> {
    /// Returns a patcher without regions.
    pub fn new(memory: M) -> Self {
        Self { memory, sites: Mutex::default() }
    }

    /// Returns the code memory.
    pub fn memory(&self) -> &M {
        &self.memory
    }

    /// Consumes the patcher and returns the code memory. The code of all regions stays as it is.
    pub fn into_memory(self) -> M {
        self.memory
    }

    /// Adds the region of the record at `address`, and checks that it has the code that LLVM writes
    /// there.
    ///
    /// # Errors
    ///
    /// If the region is invalid, outside the code memory or overlaps another region, or if its code
    /// is not what LLVM writes.
    pub fn add(&self, site: PatchSite, address: u64) -> Result<PatchSiteId, PatchError> {
        let region = PatchRegion::<Host>::new(site, address)?;
        let (range, memory) = (region.range(), self.memory.code());
        if range.start < memory.start || memory.end < range.end {
            let (start, end) = (range.start, range.end);
            return Err(PatchError::Outside { start, end, low: memory.start, high: memory.end });
        }
        let mut sites = self.sites();
        let previous = sites.by_start.range(..range.end).next_back().map(|(_, state)| state);
        if let Some(other) = previous.filter(|state| state.checked.region.overlaps(&region)) {
            let (record, other) = (region.record(), other.checked.region.record());
            return Err(PatchError::Overlap { start: range.start, record, other });
        }
        let one = lock(&PATCHING);
        let code = self.read(&range);
        drop(one);
        let checked = CheckedRegion::new(region, &code)?;
        sites.by_start.insert(range.start, RegionState { checked, code });
        Ok(PatchSiteId(range.start))
    }

    /// Returns the region and its original code.
    ///
    /// # Errors
    ///
    /// [`PatchError::UnknownSite`] if the patcher has no such region.
    pub fn checked(&self, site: PatchSiteId) -> Result<CheckedRegion<Host>, PatchError> {
        self.sites().state(site).map(|state| state.checked.clone())
    }

    /// Returns the address to which the call of this patch will return, or `None` if the patch is
    /// not a call. At a `patchpoint` or `stackmap`, add this address to the registry
    /// ([`add_patched_call`](statepoint_scanner::registry::CodeRegistry::add_patched_call)) before
    /// you write the patch.
    ///
    /// # Errors
    ///
    /// If the patch does not fit the region.
    pub fn return_address(
        &self,
        site: PatchSiteId,
        patch: Patch<'_>,
    ) -> Result<Option<u64>, PatchError> {
        let mut sites = self.sites();
        let filled = fill(&sites.state(site)?.checked, patch)?;
        Ok(filled.return_address)
    }

    /// Writes a patch over the whole region and returns the address to which its call returns, if
    /// it is a call. After this function returns, no thread begins to execute a replaced
    /// instruction. A thread may still be executing the old target, or be about to
    /// ([freeing a target](crate#freeing-a-target)).
    ///
    /// # Errors
    ///
    /// After any error, the code is the same as before the call.
    ///
    /// # Safety
    ///
    /// The other threads are in the state `when`. The code at the target is correct for every
    /// thread that reaches it. It obeys the calling convention of the record and preserves the
    /// registers that are live there. The target of [`Patch::Call`] returns; the target of
    /// [`Patch::NoReturnCall`] does not.
    pub unsafe fn write(
        &self,
        site: PatchSiteId,
        patch: Patch<'_>,
        when: ExecutionState<'_>,
    ) -> Result<Option<u64>, PatchError> {
        let mut sites = self.sites();
        let state = sites.state(site)?;
        let Filled { code, return_address } = fill(&state.checked, patch)?;
        // SAFETY: the caller guarantees that the other threads are in the state `when`.
        unsafe { self.replace(state, code, when) }.map(|()| return_address)
    }

    /// Restores the original code of a region.
    ///
    /// # Errors
    ///
    /// After any error, the code is the same as before the call.
    ///
    /// # Safety
    ///
    /// The other threads are in the state `when`.
    pub unsafe fn restore(
        &self,
        site: PatchSiteId,
        when: ExecutionState<'_>,
    ) -> Result<(), PatchError> {
        let mut sites = self.sites();
        let state = sites.state(site)?;
        let code = state.checked.code.clone();
        // SAFETY: the caller guarantees that the other threads are in the state `when`.
        unsafe { self.replace(state, code, when) }
    }

    /// Removes a region from the patcher. Its code stays as it is.
    ///
    /// # Errors
    ///
    /// [`PatchError::UnknownSite`] if the patcher has no such region.
    pub fn remove(&self, site: PatchSiteId) -> Result<(), PatchError> {
        let removed = self.sites().by_start.remove(&site.0);
        removed.map(drop).ok_or(PatchError::UnknownSite { start: site.0 })
    }

    fn sites(&self) -> MutexGuard<'_, Sites> {
        lock(&self.sites)
    }

    /// Replaces the code of a region with `new`.
    ///
    /// # Safety
    ///
    /// The other threads are in the state `when`.
    unsafe fn replace(
        &self,
        state: &mut RegionState,
        new: Vec<u8>,
        when: ExecutionState<'_>,
    ) -> Result<(), PatchError> {
        let region = state.checked.region;
        let (record, start) = (region.record(), region.range().start);
        let _one = lock(&PATCHING);
        check_code(record, start, &state.code)?;
        let threads = if matches!(when, ExecutionState::NotYetRun) {
            ConcurrentExecution::Impossible
        } else {
            ConcurrentExecution::Possible
        };
        let mut bytes = 0..new.len();
        // If threads run: whether the instruction is replaced under a breakpoint.
        let mut by_breakpoint = None;
        match when {
            ExecutionState::NotYetRun => {}
            ExecutionState::Stopped(pcs) => {
                let range = region.range();
                let mut pcs = pcs.map(Host::strip_return_address);
                if let Some(pc) = pcs.find(|&pc| range.start < pc && pc < range.end) {
                    return Err(PatchError::Occupied { record, pc });
                }
            }
            ExecutionState::Running(live) => {
                let changed = changed_instruction::<Host>(&state.code, &new).map_err(|at| {
                    PatchError::SeveralInstructions { record, at: start + at as u64 }
                })?;
                let Some(changed) = changed else { return Ok(()) };
                bytes = changed;
                let at = start + bytes.start as u64;
                let is_in_one_word = is_in_one_word(at, bytes.len(), &self.memory.code());
                let permitted = needs_breakpoint(is_in_one_word, live);
                by_breakpoint = Some(permitted.ok_or(PatchError::TwoWords { record, at })?);
            }
        }
        if threads == ConcurrentExecution::Possible {
            os::code::prepare_to_synchronise().map_err(|code| PatchError::NoBarrier { code })?;
        }
        let (first, last) = (start + bytes.start as u64, start + bytes.end as u64);
        let unlocked = match by_breakpoint {
            // One store writes the whole aligned word.
            Some(false) => first - first % Host::STORE..last.next_multiple_of(Host::STORE),
            _ => first..last,
        };
        let writable = self.memory.unlock(unlocked.clone(), threads)?;
        let location = CodeLocation { code: unlocked.start, writable };
        let location = location.add((first - unlocked.start) as usize);
        let write = |code: &[u8]| {
            let needs_breakpoint = by_breakpoint == Some(true);
            let change = Change { location, bytes: &code[bytes.clone()], needs_breakpoint };
            // SAFETY: the bytes are unlocked, and so is their aligned word if one store replaces
            // them. If threads run, `changed_instruction` has checked that the change is one
            // instruction. `PATCHING` is held.
            unsafe { write_changes(iter::once(change), by_breakpoint.is_some(), threads) }
        };
        write(&new);
        if let Err(error) = self.memory.lock(unlocked) {
            write(&state.code);
            return Err(error.into());
        }
        state.code = new;
        Ok(())
    }

    /// Reads the code at these addresses, which are in the code memory. The caller holds
    /// [`PATCHING`].
    fn read(&self, range: &Range<u64>) -> Vec<u8> {
        let len = (range.end - range.start) as usize;
        // SAFETY: the contract of `CodeMemory` guarantees that the code is mapped and readable, and
        // that only patching changes it. The caller holds `PATCHING`, so no patch is in progress.
        unsafe { statepoint_scanner::os::mapped_bytes(range.start, len) }.to_vec()
    }
}

impl Sites {
    fn state(&mut self, site: PatchSiteId) -> Result<&mut RegionState, PatchError> {
        self.by_start.get_mut(&site.0).ok_or(PatchError::UnknownSite { start: site.0 })
    }
}

/// Locks a mutex and ignores poisoning: no update of the guarded data can panic half-way.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
