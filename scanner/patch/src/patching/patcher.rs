//! The regions of one code memory, and the patches in them.

use core::ops::Range;
use core::{fmt, iter};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::PatchError;
use super::change::{Change, check_code, in_word, needs_breakpoint, write_changes};
use super::check::CheckedRegion;
use super::fill::{Filled, Patch, changed_instruction, fill};
use super::live::{BreakpointHandler, PATCHING, Place};
use super::machine::PatchArchitecture;
use super::memory::{CodeMemory, ConcurrentExecution};
use super::region::{PatchRegion, PatchSite};
use crate::os;
use statepoint_scanner::arch::{Host, InstructionSet};

/// Patches the code of this process in one code memory.
///
/// Any number of threads may share one, and there may be several; patches are made one at a time.
#[derive(Debug)]
pub struct Patcher<M> {
    memory: M,
    sites: Mutex<Sites>,
}

#[derive(Debug, Default)]
struct Sites {
    /// Keyed by the start of the region.
    by_start: BTreeMap<u64, State>,
}

#[derive(Debug)]
struct State {
    checked: CheckedRegion<Host>,
    /// The bytes that the region has now.
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
    /// No thread has executed any of its code yet, and threads that will are notified of it in a
    /// way that orders memory.
    NotYetRun,
    /// All threads that may execute it are stopped, outside of the region: the iterator yields
    /// their program counters and all return addresses on their stacks (or at least those in this
    /// code). Any number of instructions can change.
    Stopped(&'w mut dyn Iterator<Item = u64>),
    /// Threads may be executing it. One instruction can change.
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
    /// By one store of the aligned word that it lies in. Of x86-64 manufacturers, only AMD
    /// guarantees that other processors then see the old or the new instruction.
    Store,
    /// Under a breakpoint that replaces it while it changes.
    Breakpoint(BreakpointHandler),
    /// By one store where the processor's manual guarantees enough and the instruction lies in one
    /// word, else under a breakpoint.
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

    /// Forgets all regions, whose code stays as it is, and returns the code memory.
    pub fn into_memory(self) -> M {
        self.memory
    }

    /// Adds the region of the record at `address`, and checks that it has the code that LLVM writes
    /// there.
    ///
    /// # Errors
    ///
    /// If there can be no such region, if it is outside of the code memory or overlaps another
    /// one, or if it has any other code.
    pub fn add(&self, site: PatchSite, address: u64) -> Result<PatchSiteId, PatchError> {
        let region = PatchRegion::<Host>::new(site, address)?;
        let (range, memory) = (region.range(), self.memory.code());
        if range.start < memory.start || memory.end < range.end {
            let (start, end) = (range.start, range.end);
            return Err(PatchError::Outside { start, end, low: memory.start, high: memory.end });
        }
        let mut sites = self.sites();
        let below = sites.by_start.range(..range.end).next_back().map(|(_, state)| state);
        if let Some(other) = below.filter(|state| state.checked.region.overlaps(&region)) {
            let (record, other) = (region.record(), other.checked.region.record());
            return Err(PatchError::Overlap { start: range.start, record, other });
        }
        let one = lock(&PATCHING);
        let code = self.read(&range);
        drop(one);
        let checked = CheckedRegion::new(region, &code)?;
        sites.by_start.insert(range.start, State { checked, code });
        Ok(PatchSiteId(range.start))
    }

    /// Returns the region, and the code that it had when it was added.
    ///
    /// # Errors
    ///
    /// [`PatchError::UnknownSite`].
    pub fn checked(&self, site: PatchSiteId) -> Result<CheckedRegion<Host>, PatchError> {
        self.sites().state(site).map(|state| state.checked.clone())
    }

    /// Returns the address to which the call of this patch will return; `None` for a patch that is
    /// not a call. At a `patchpoint` or `stackmap` the registry must be notified of it
    /// ([`add_patched_call`](statepoint_scanner::registry::CodeRegistry::add_patched_call)) before
    /// the patch is written.
    ///
    /// # Errors
    ///
    /// If the patch cannot be written there.
    pub fn return_address(
        &self,
        site: PatchSiteId,
        patch: Patch<'_>,
    ) -> Result<Option<u64>, PatchError> {
        let mut sites = self.sites();
        let filled = fill(&sites.state(site)?.checked, patch)?;
        Ok(filled.return_address)
    }

    /// Writes a patch over the whole region, and returns the address that its call returns to.
    /// After this returns, no thread begins to execute an instruction that was replaced. A thread
    /// may still be on its way to the old target, or in it: see [freeing a
    /// target](crate#freeing-a-target).
    ///
    /// # Errors
    ///
    /// After any error, the code is the same as before the call.
    ///
    /// # Safety
    ///
    /// The statement of `when` is true. The code at the target is correct for every thread that
    /// reaches it: it obeys the calling convention of the record, preserves what is live there and,
    /// if it is called by [`Patch::Call`], returns. The target of [`Patch::NoReturnCall`] does not
    /// return.
    pub unsafe fn write(
        &self,
        site: PatchSiteId,
        patch: Patch<'_>,
        when: ExecutionState<'_>,
    ) -> Result<Option<u64>, PatchError> {
        let mut sites = self.sites();
        let state = sites.state(site)?;
        let Filled { code, return_address } = fill(&state.checked, patch)?;
        // SAFETY: as the caller promises.
        unsafe { self.replace(state, code, when) }.map(|()| return_address)
    }

    /// Restores the original code.
    ///
    /// # Errors
    ///
    /// After any error, the code is the same as before the call.
    ///
    /// # Safety
    ///
    /// The statement of `when` is true.
    pub unsafe fn restore(
        &self,
        site: PatchSiteId,
        when: ExecutionState<'_>,
    ) -> Result<(), PatchError> {
        let mut sites = self.sites();
        let state = sites.state(site)?;
        let code = state.checked.code.clone();
        // SAFETY: as the caller promises.
        unsafe { self.replace(state, code, when) }
    }

    /// Forgets a region. The code stays as it is.
    ///
    /// # Errors
    ///
    /// [`PatchError::UnknownSite`].
    pub fn remove(&self, site: PatchSiteId) -> Result<(), PatchError> {
        let removed = self.sites().by_start.remove(&site.0);
        removed.map(drop).ok_or(PatchError::UnknownSite { start: site.0 })
    }

    fn sites(&self) -> MutexGuard<'_, Sites> {
        lock(&self.sites)
    }

    /// # Safety
    ///
    /// The statement of `when` is true.
    unsafe fn replace(
        &self,
        state: &mut State,
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
        let mut how = None;
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
                let in_word = in_word(at, bytes.len(), &self.memory.code());
                let by_breakpoint = needs_breakpoint(in_word, live);
                how = Some(by_breakpoint.ok_or(PatchError::TwoWords { record, at })?);
            }
        }
        if threads == ConcurrentExecution::Possible {
            os::code::prepare_to_synchronise().map_err(|code| PatchError::NoBarrier { code })?;
        }
        let (first, last) = (start + bytes.start as u64, start + bytes.end as u64);
        let unlocked = match how {
            // With one store of the word.
            Some(false) => first - first % Host::STORE..last.next_multiple_of(Host::STORE),
            _ => first..last,
        };
        let written = self.memory.unlock(unlocked.clone(), threads)?;
        let place = Place { code: unlocked.start, written }.at((first - unlocked.start) as usize);
        let write = |code: &[u8]| {
            let needs_breakpoint = how == Some(true);
            let change = Change { place, bytes: &code[bytes.clone()], needs_breakpoint };
            // SAFETY: it is unlocked, and the change is one instruction unless threads are stopped:
            // `changed_instruction` has ensured that.
            unsafe { write_changes(iter::once(change), how.is_some(), threads) }
        };
        write(&new);
        if let Err(error) = self.memory.lock(unlocked) {
            write(&state.code);
            return Err(error.into());
        }
        state.code = new;
        Ok(())
    }

    /// Reads the code there. [`PATCHING`] is held.
    fn read(&self, range: &Range<u64>) -> Vec<u8> {
        let len = (range.end - range.start) as usize;
        // SAFETY: the memory promises that its code can be read, and that only patching changes it;
        // this is part of patching.
        unsafe { statepoint_scanner::os::mapped_bytes(range.start, len) }.to_vec()
    }
}

impl Sites {
    fn state(&mut self, site: PatchSiteId) -> Result<&mut State, PatchError> {
        self.by_start.get_mut(&site.0).ok_or(PatchError::UnknownSite { start: site.0 })
    }
}

/// Ignores poisoning: the guarded data changes in steps that cannot panic half-way.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
