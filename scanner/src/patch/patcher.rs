//! The regions of some code memory, and what is written into them.

use core::ops::Range;
use core::{fmt, iter};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::PatchError;
use super::check::Checked;
use super::live::{Breakpoints, PATCHING, Place, write_behind};
use super::machine::Machine;
use super::memory::{CodeMemory, Threads};
use super::region::{Region, Site};
use super::shape::{Filled, Patch, changed_instruction, fill, one_store};
use crate::arch::instruction_cache::stores_replace_instructions;
use crate::arch::{Architecture, Host};
use crate::os;

/// Patches the code of this process in one piece of code memory.
///
/// Any number of threads may share one, and there may be several; patches are made one after the other.
#[derive(Debug)]
pub struct Patcher<M> {
    memory: M,
    sites: Mutex<Sites>,
}

#[derive(Debug, Default)]
struct Sites {
    /// By where their regions begin.
    by_start: BTreeMap<u64, State>,
}

#[derive(Debug)]
struct State {
    checked: Checked<Host>,
    /// What it has now.
    code: Vec<u8>,
}

/// A region that a [`Patcher`] has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SiteId(u64);

/// What threads do while a region is written.
pub enum When<'w> {
    /// None has executed any of its code yet, and those that will are told of it in a way that orders memory.
    NotYetRun,
    /// All that may execute it are stopped, outside of the region: these are their program counters and all return addresses
    /// on their stacks (or at least those in this code). Any number of instructions can change.
    Stopped(&'w mut dyn Iterator<Item = u64>),
    /// They may be executing it. One instruction can change.
    Running(Live),
}

impl fmt::Debug for When<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotYetRun => f.write_str("NotYetRun"),
            Self::Stopped(_) => f.write_str("Stopped"),
            Self::Running(live) => f.debug_tuple("Running").field(live).finish(),
        }
    }
}

/// How an instruction is changed that threads may be executing. On AArch64 all are the same: one store.
#[derive(Clone, Copy, Debug)]
pub enum Live {
    /// By one store of the aligned word that it lies in. Of x86-64 processors, only AMD's manual promises that others then see
    /// the old or the new instruction.
    Store,
    /// With a breakpoint in its place while it changes.
    Breakpoint(Breakpoints),
    /// By one store where the processor's manual promises enough and it lies in one word, else with a breakpoint.
    Best(Breakpoints),
}

/// How one region is written.
#[derive(Clone, Debug)]
enum Method {
    /// Byte by byte.
    Copy,
    /// By a store of the word at this address.
    Store(u64),
    /// Behind a breakpoint.
    Trap(u8),
}

impl<M: CodeMemory> Patcher<M> {
    /// A patcher without a region.
    pub fn new(memory: M) -> Self {
        Self { memory, sites: Mutex::default() }
    }

    /// The memory.
    pub fn memory(&self) -> &M {
        &self.memory
    }

    /// Forgets all regions, whose code stays as it is.
    pub fn into_memory(self) -> M {
        self.memory
    }

    /// Adds the region of the record at `address`, and checks that it has what LLVM writes there.
    ///
    /// # Errors
    ///
    /// When there can be no such region, when it is outside of the code memory or overlaps another one, and when it has anything else.
    pub fn add(&self, site: Site, address: u64) -> Result<SiteId, PatchError> {
        let region = Region::<Host>::new(site, address)?;
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
        let checked = Checked::new(region, &code)?;
        sites.by_start.insert(range.start, State { checked, code });
        Ok(SiteId(range.start))
    }

    /// The region, and what it had when it was added.
    ///
    /// # Errors
    ///
    /// [`PatchError::UnknownSite`].
    pub fn checked(&self, site: SiteId) -> Result<Checked<Host>, PatchError> {
        self.sites().state(site).map(|state| state.checked.clone())
    }

    /// Where the call of this patch will return to; `None` of a patch that is no call. At a `patchpoint` or `stackmap` the walk is
    /// to be told of it ([`add_patched_call`](crate::registry::CodeRegistry::add_patched_call)) before the patch is written.
    ///
    /// # Errors
    ///
    /// When the patch cannot be written there.
    pub fn return_address(
        &self,
        site: SiteId,
        patch: Patch<'_>,
    ) -> Result<Option<u64>, PatchError> {
        let mut sites = self.sites();
        let filled = fill(&sites.state(site)?.checked, patch)?;
        Ok(filled.return_address)
    }

    /// Writes a patch over the whole region, and says where its call returns to. When this returns, no thread executes what was there
    /// before.
    ///
    /// # Errors
    ///
    /// The code is as it was then, whatever the error.
    ///
    /// # Safety
    ///
    /// What `when` says is so. The code at the target is right for whoever comes there: it obeys the calling convention of the
    /// record, preserves what is live there and, if it is called by [`Patch::Call`], returns. Of [`Patch::Leave`] it does not.
    pub unsafe fn write(
        &self,
        site: SiteId,
        patch: Patch<'_>,
        when: When<'_>,
    ) -> Result<Option<u64>, PatchError> {
        let mut sites = self.sites();
        let state = sites.state(site)?;
        let Filled { code, return_address } = fill(&state.checked, patch)?;
        // SAFETY: as the caller promises.
        unsafe { self.replace(state, code, when) }.map(|()| return_address)
    }

    /// Puts the original code back.
    ///
    /// # Errors
    ///
    /// The code is as it was then, whatever the error.
    ///
    /// # Safety
    ///
    /// What `when` says is so.
    pub unsafe fn restore(&self, site: SiteId, when: When<'_>) -> Result<(), PatchError> {
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
    pub fn remove(&self, site: SiteId) -> Result<(), PatchError> {
        let removed = self.sites().by_start.remove(&site.0);
        removed.map(drop).ok_or(PatchError::UnknownSite { start: site.0 })
    }

    fn sites(&self) -> MutexGuard<'_, Sites> {
        lock(&self.sites)
    }

    /// # Safety
    ///
    /// What `when` says is so.
    unsafe fn replace(
        &self,
        state: &mut State,
        new: Vec<u8>,
        when: When<'_>,
    ) -> Result<(), PatchError> {
        let region = state.checked.region;
        let (record, start) = (region.record(), region.range().start);
        let _one = lock(&PATCHING);
        let found = self.read(&region.range());
        if let Some(at) = (0..found.len()).find(|&at| found[at] != state.code[at]) {
            return Err(PatchError::Changed { record, at: start + at as u64, found: found[at] });
        }
        let threads = if matches!(when, When::NotYetRun) { Threads::None } else { Threads::Some };
        let mut bytes = 0..new.len();
        let method = match when {
            When::NotYetRun => Method::Copy,
            When::Stopped(pcs) => {
                let range = region.range();
                let mut pcs = pcs.map(Host::strip_return_address);
                if let Some(pc) = pcs.find(|&pc| range.start < pc && pc < range.end) {
                    return Err(PatchError::Occupied { record, pc });
                }
                Method::Copy
            }
            When::Running(live) => {
                let changed = changed_instruction::<Host>(&found, &new).map_err(|at| {
                    PatchError::SeveralInstructions { record, at: start + at as u64 }
                })?;
                let Some(changed) = changed else { return Ok(()) };
                bytes = changed;
                self.method(start, &bytes, live)
                    .ok_or(PatchError::TwoWords { record, at: start + bytes.start as u64 })?
            }
        };
        if threads == Threads::Some {
            os::code::prepare_to_synchronise().map_err(|code| PatchError::NoBarrier { code })?;
        }
        let unlocked = match method {
            Method::Store(word) => word..word + Host::STORE,
            _ => start + bytes.start as u64..start + bytes.end as u64,
        };
        let written = self.memory.unlock(unlocked.clone(), threads)?;
        let place = Place { code: unlocked.start, written };
        let write = |code: &[u8]| {
            // SAFETY: it is unlocked, and what changes is one instruction unless threads are stopped: `changed_instruction` has seen to it.
            unsafe {
                match method {
                    Method::Copy => place.write(&code[bytes.clone()]),
                    Method::Trap(trap) => {
                        write_behind(trap, iter::once((place, &code[bytes.clone()])));
                    }
                    Method::Store(word) => {
                        let first = (start + bytes.start as u64 - word) as usize;
                        place.write_in_word(first..first + bytes.len(), &code[bytes.clone()]);
                    }
                }
            }
            // Behind a breakpoint that was done already.
            if threads == Threads::Some && !matches!(method, Method::Trap(_)) {
                os::code::synchronise_cores();
            }
        };
        write(&new);
        if let Err(error) = self.memory.lock(unlocked) {
            write(&found);
            return Err(error.into());
        }
        state.code = new;
        Ok(())
    }

    /// How to replace one instruction; `None` if the caller allows no way.
    fn method(&self, start: u64, bytes: &Range<usize>, live: Live) -> Option<Method> {
        let memory = self.memory.code();
        let store = one_store::<Host>(start, bytes)
            .filter(|&word| memory.start <= word && word + Host::STORE <= memory.end)
            .map(Method::Store);
        let Some(trap) = Host::TRAP.map(Method::Trap) else { return store };
        match live {
            Live::Store => store,
            Live::Breakpoint(_) => Some(trap),
            Live::Best(_) => store.filter(|_| stores_replace_instructions()).or(Some(trap)),
        }
    }

    /// The code there. [`PATCHING`] is held.
    fn read(&self, range: &Range<u64>) -> Vec<u8> {
        let len = (range.end - range.start) as usize;
        // SAFETY: the memory promises that its code can be read, and that only patching changes it, of which this is one.
        unsafe { os::mapped_bytes(range.start, len) }.to_vec()
    }
}

impl Sites {
    fn state(&mut self, site: SiteId) -> Result<&mut State, PatchError> {
        self.by_start.get_mut(&site.0).ok_or(PatchError::UnknownSite { start: site.0 })
    }
}

/// What is guarded changes in steps that cannot panic half-way.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
