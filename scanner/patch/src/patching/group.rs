//! Groups of sites that are patched and restored together.

use core::fmt;
use core::ops::Range;

use super::PatchError;
use super::change::{Change, check_code, is_in_one_word, needs_breakpoint, write_changes};
use super::check::CheckedRegion;
use super::fill::{Patch, changed_instruction, fill};
use super::live::{CodeLocation, PATCHING};
use super::machine::PatchArchitecture;
use super::memory::{CodeMemory, ConcurrentExecution};
use super::patcher::{ExecutionState, LivePatchMethod, lock};
use super::region::{PatchRegion, PatchSite};
use crate::os;
use statepoint_scanner::arch::{Host, InstructionSet};

/// A group of sites in one code memory that receive the same patch and are restored together, such
/// as the safepoint polls of a program.
///
/// The patched bytes are computed and checked once, when the group is created. Patching thousands
/// of sites takes at most one change of page protection, and as many barriers in all threads as one
/// site: one barrier, or three if breakpoints are needed.
pub struct PatchGroup<M> {
    memory: M,
    /// Ordered by start address.
    sites: Vec<GroupSite>,
    /// Address range of the aligned words that contain all changed instructions.
    span: Range<u64>,
    /// Whether the sites contain the patch now.
    is_patched: bool,
}

/// The instruction of one site that is replaced and restored.
#[derive(Debug)]
struct GroupSite {
    /// Address of the site's record.
    record: u64,
    /// Address of the instruction.
    start: u64,
    /// Length of the instruction in bytes; 0 if the patch changes no byte.
    len: u8,
    /// Whether the instruction is within one aligned word.
    is_in_one_word: bool,
    /// The original code, in the first `len` bytes.
    original: [u8; LONGEST],
    /// The patched code, in the first `len` bytes.
    patched: [u8; LONGEST],
}

/// Length of the longest instruction, in bytes.
const LONGEST: usize = Host::LONGEST;

impl GroupSite {
    fn range(&self) -> Range<u64> {
        self.start..self.start + u64::from(self.len)
    }

    fn code(&self, is_patched: bool) -> &[u8] {
        let code = if is_patched { &self.patched } else { &self.original };
        &code[..self.len.into()]
    }
}

impl<M: CodeMemory> PatchGroup<M> {
    /// Creates a group of these sites, each given with the address of its record. Checks their code
    /// and that it can be patched while threads run. Does not patch the sites.
    ///
    /// # Errors
    ///
    /// The errors of [`Patcher::add`](super::Patcher::add) and
    /// [`Patcher::write`](super::Patcher::write) for each site. The patch must replace a single
    /// instruction ([`PatchError::SeveralInstructions`]). A statepoint with as many bytes as [a
    /// call](PatchArchitecture::NEAR) satisfies this, for example.
    pub fn new(
        memory: M,
        sites: impl IntoIterator<Item = (PatchSite, u64)>,
        patch: Patch,
    ) -> Result<Self, PatchError> {
        let bounds = memory.code();
        let mut regions = Vec::new();
        for (site, address) in sites {
            let region = PatchRegion::<Host>::new(site, address)?;
            let Range { start, end } = region.range();
            if start < bounds.start || bounds.end < end {
                let (low, high) = (bounds.start, bounds.end);
                return Err(PatchError::Outside { start, end, low, high });
            }
            regions.push(region);
        }
        regions.sort_unstable_by_key(|region| region.range().start);
        if let Some([other, region]) = regions.array_windows().find(|[a, b]| a.overlaps(b)) {
            let start = region.range().start;
            let (record, other) = (region.record(), other.record());
            return Err(PatchError::Overlap { start, record, other });
        }
        let _one = lock(&PATCHING);
        let to_site = |region| GroupSite::new(region, patch, &bounds);
        let sites = regions.into_iter().map(to_site).collect::<Result<Vec<_>, _>>()?;
        let word = |address: u64| address & !(Host::STORE - 1);
        let span = match (sites.first(), sites.last()) {
            (Some(first), Some(last)) => {
                let end = last.range().end.next_multiple_of(Host::STORE);
                word(first.start).max(bounds.start)..end.min(bounds.end)
            }
            _ => bounds.start..bounds.start,
        };
        if !sites.is_empty() {
            // Detect a failure of these operations now: a patch may have no way to handle it.
            os::code::prepare_to_synchronise().map_err(|code| PatchError::NoBarrier { code })?;
            memory.unlock(span.clone(), ConcurrentExecution::Possible)?;
            memory.lock(span.clone())?;
        }
        Ok(Self { memory, sites, span, is_patched: false })
    }

    /// Returns the number of sites.
    pub fn len(&self) -> usize {
        self.sites.len()
    }

    /// Returns whether there are no sites.
    pub fn is_empty(&self) -> bool {
        self.sites.is_empty()
    }

    /// Returns whether the sites are patched now.
    pub fn is_patched(&self) -> bool {
        self.is_patched
    }

    /// Patches all sites of these groups if `patched`, or restores their original code. Groups that
    /// are already in the requested state do not change. During the call, some sites are patched
    /// and some are not. After it returns, no thread begins to execute a replaced instruction.
    /// Threads may still be in the calls ([freeing a target](crate#freeing-a-target)).
    ///
    /// # Errors
    ///
    /// After an error, the code is the same as before the call. The exception is a failure to lock
    /// the memory again: the code is then as requested, but still writable.
    ///
    /// # Safety
    ///
    /// The requirements of [`Patcher::write`](super::Patcher::write) hold for all groups.
    pub unsafe fn write<'g>(
        groups: impl IntoIterator<Item = &'g mut Self>,
        patched: bool,
        when: ExecutionState<'_>,
    ) -> Result<(), PatchError>
    where
        M: 'g,
    {
        let differs = |group: &&mut Self| group.is_patched != patched && !group.is_empty();
        let mut groups: Vec<_> = groups.into_iter().filter(differs).collect();
        if groups.is_empty() {
            return Ok(());
        }
        let _one = lock(&PATCHING);
        groups.iter().try_for_each(|group| group.check_code())?;
        let threads = if matches!(when, ExecutionState::NotYetRun) {
            ConcurrentExecution::Impossible
        } else {
            ConcurrentExecution::Possible
        };
        let live = match when {
            ExecutionState::NotYetRun => None,
            ExecutionState::Stopped(pcs) => {
                for pc in pcs.map(Host::strip_return_address) {
                    groups.iter().try_for_each(|group| group.check_free(pc))?;
                }
                None
            }
            ExecutionState::Running(live) => {
                groups.iter().try_for_each(|group| group.check_words(live))?;
                Some(live)
            }
        };
        if threads == ConcurrentExecution::Possible {
            os::code::prepare_to_synchronise().map_err(|code| PatchError::NoBarrier { code })?;
        }
        let mut spans = Vec::with_capacity(groups.len());
        for group in &groups {
            match group.memory.unlock(group.span.clone(), threads) {
                Ok(writable) => spans.push(CodeLocation { code: group.span.start, writable }),
                Err(error) => {
                    for group in &groups[..spans.len()] {
                        // The first error is the one to report.
                        let _ = group.memory.lock(group.span.clone());
                    }
                    return Err(error.into());
                }
            }
        }
        let changes = groups.iter().zip(&spans).flat_map(|(group, &span)| {
            group.sites.iter().map(move |site| site.change(span, patched, live))
        });
        // SAFETY: the spans of all groups are unlocked and contain the aligned words of all sites.
        // Each change replaces one instruction (see `GroupSite::new`), and `check_words` has
        // checked that `live` permits it. `PATCHING` is held.
        unsafe { write_changes(changes, live.is_some(), threads) };
        let mut locked = Ok(());
        for group in &mut groups {
            group.is_patched = patched;
            // The others must be locked in any case.
            locked = locked.and(group.memory.lock(group.span.clone()));
        }
        Ok(locked?)
    }

    /// Checks that the code has not changed since this group last read or wrote it. The caller
    /// holds [`PATCHING`].
    fn check_code(&self) -> Result<(), PatchError> {
        let check =
            |site: &GroupSite| check_code(site.record, site.start, site.code(self.is_patched));
        self.sites.iter().try_for_each(check)
    }

    /// Checks that `pc` is not after the start of a site and before its end.
    fn check_free(&self, pc: u64) -> Result<(), PatchError> {
        let next = self.sites.partition_point(|site| site.start < pc);
        match next.checked_sub(1).map(|index| &self.sites[index]) {
            Some(site) if pc < site.range().end => {
                Err(PatchError::Occupied { record: site.record, pc })
            }
            _ => Ok(()),
        }
    }

    /// Checks that `live` permits changing each site while threads run.
    fn check_words(&self, live: LivePatchMethod) -> Result<(), PatchError> {
        match self.sites.iter().find(|site| needs_breakpoint(site.is_in_one_word, live).is_none()) {
            Some(site) => Err(PatchError::TwoWords { record: site.record, at: site.start }),
            None => Ok(()),
        }
    }
}

impl GroupSite {
    /// Reads the code of a region and computes the instruction that the patch replaces. The caller
    /// holds [`PATCHING`].
    fn new(
        region: PatchRegion<Host>,
        patch: Patch,
        bounds: &Range<u64>,
    ) -> Result<Self, PatchError> {
        let (record, range) = (region.record(), region.range());
        // SAFETY: the contract of `CodeMemory` guarantees that the code is mapped and readable, and
        // that only patching changes it. The caller holds `PATCHING`, so no patch is in progress.
        let code =
            unsafe { statepoint_scanner::os::mapped_bytes(range.start, region.len()) }.to_vec();
        let checked = CheckedRegion::new(region, &code)?;
        let filled = fill(&checked, patch)?.code;
        let at = |offset: usize| range.start + offset as u64;
        let changed = changed_instruction::<Host>(&code, &filled)
            .map_err(|offset| PatchError::SeveralInstructions { record, at: at(offset) })?;
        // `None` means that the original code is already what the patch writes.
        let changed = changed.unwrap_or(0..0);
        if changed.len() > LONGEST {
            return Err(PatchError::SeveralInstructions { record, at: at(changed.start) });
        }
        let copy = |from: &[u8]| {
            let mut bytes = [0; LONGEST];
            bytes[..changed.len()].copy_from_slice(&from[changed.clone()]);
            bytes
        };
        Ok(Self {
            record,
            start: at(changed.start),
            len: changed.len() as u8,
            is_in_one_word: is_in_one_word(at(changed.start), changed.len(), bounds),
            original: copy(&code),
            patched: copy(&filled),
        })
    }

    /// Returns the change of this site. `span` is the location of the group's span; `live` is the
    /// method, or `None` if no thread runs.
    fn change(
        &self,
        span: CodeLocation,
        patched: bool,
        live: Option<LivePatchMethod>,
    ) -> Change<'_> {
        // `check_words` has checked that this is not `None` if `live` is given.
        let by_breakpoint = live.and_then(|live| needs_breakpoint(self.is_in_one_word, live));
        let location = span.add((self.start - span.code) as usize);
        let needs_breakpoint = by_breakpoint == Some(true);
        Change { location, bytes: self.code(patched), needs_breakpoint }
    }
}

impl<M> fmt::Debug for PatchGroup<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatchGroup")
            .field("sites", &self.sites.len())
            .field("span", &format_args!("{:#x?}", self.span))
            .field("is_patched", &self.is_patched)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::AtomicU64;
    use std::cell::{Cell, RefCell};

    use super::super::CodeMemoryError;
    use super::*;

    /// Code memory for tests, which records the unlocked ranges. Its code is never executed.
    struct RecordingMemory {
        words: Vec<AtomicU64>,
        /// Whether [`CodeMemory::unlock`] returns an error.
        fails_to_unlock: Cell<bool>,
        unlocked: RefCell<Vec<Range<u64>>>,
    }

    impl RecordingMemory {
        /// Creates the memory, with the no-ops of a statepoint at offset 8.
        fn new() -> Self {
            let mut sled = [0; Host::NEAR];
            Host::write_no_op(&mut sled);
            let mut bytes = [0; 64];
            bytes[8..8 + Host::NEAR].copy_from_slice(&sled);
            let (words, _) = bytes.as_chunks::<8>();
            let words = words.iter().map(|word| AtomicU64::new(u64::from_ne_bytes(*word)));
            Self {
                words: words.collect(),
                fails_to_unlock: Cell::new(false),
                unlocked: RefCell::default(),
            }
        }

        fn start(&self) -> u64 {
            self.words.as_ptr().expose_provenance() as u64
        }

        fn contents(&self) -> Vec<u64> {
            self.words.iter().map(|word| word.load(core::sync::atomic::Ordering::Relaxed)).collect()
        }

        fn group(&self) -> PatchGroup<&Self> {
            let record = self.start() + 8 + Host::NEAR as u64;
            let sites = [(PatchSite::Statepoint { bytes: Host::NEAR as u32 }, record)];
            PatchGroup::new(self, sites, Patch::Call(self.start() + 0x1000)).unwrap()
        }
    }

    // SAFETY: no thread executes the code, and all its bytes are in atomic words.
    unsafe impl CodeMemory for &RecordingMemory {
        fn code(&self) -> Range<u64> {
            self.start()..self.start() + 8 * self.words.len() as u64
        }

        fn unlock(
            &self,
            bytes: Range<u64>,
            _: ConcurrentExecution,
        ) -> Result<*mut u8, CodeMemoryError> {
            if self.fails_to_unlock.get() {
                return Err(CodeMemoryError::NotWritable { address: bytes.start });
            }
            let start = bytes.start as usize;
            self.unlocked.borrow_mut().push(bytes);
            Ok(core::ptr::with_exposed_provenance_mut(start))
        }

        fn lock(&self, bytes: Range<u64>) -> Result<(), CodeMemoryError> {
            let mut unlocked = self.unlocked.borrow_mut();
            let at = unlocked.iter().position(|range| *range == bytes);
            unlocked.swap_remove(at.expect("the range is not unlocked"));
            Ok(())
        }
    }

    /// Returns for each memory whether all of it is locked.
    fn all_locked(memory: &[RecordingMemory]) -> Vec<bool> {
        memory.iter().map(|memory| memory.unlocked.borrow().is_empty()).collect()
    }

    #[test]
    fn all_groups_are_locked_after_a_write() {
        let memory = [(); 3].map(|()| RecordingMemory::new());
        let before: Vec<_> = memory.iter().map(RecordingMemory::contents).collect();
        let mut groups: Vec<_> = memory.iter().map(RecordingMemory::group).collect();
        assert_eq!(all_locked(&memory), [true; 3]);
        for patched in [true, false] {
            // SAFETY: no thread executes the code.
            unsafe { PatchGroup::write(&mut groups, patched, ExecutionState::NotYetRun) }.unwrap();
            assert_eq!(all_locked(&memory), [true; 3]);
            for ((group, memory), before) in groups.iter().zip(&memory).zip(&before) {
                assert_eq!(group.is_patched(), patched);
                assert_eq!(memory.contents() != *before, patched);
            }
        }
    }

    #[test]
    fn failed_unlock_leaves_no_group_unlocked() {
        let memory = [(); 3].map(|()| RecordingMemory::new());
        let before: Vec<_> = memory.iter().map(RecordingMemory::contents).collect();
        let mut groups: Vec<_> = memory.iter().map(RecordingMemory::group).collect();
        memory[2].fails_to_unlock.set(true);
        // SAFETY: no thread executes the code.
        let refused = unsafe { PatchGroup::write(&mut groups, true, ExecutionState::NotYetRun) };
        assert!(matches!(refused, Err(PatchError::Memory(_))), "{refused:?}");
        assert_eq!(all_locked(&memory), [true; 3]);
        assert!(groups.iter().all(|group| !group.is_patched()));
        assert!(memory.iter().map(RecordingMemory::contents).eq(before));
    }

    #[test]
    fn overlap_error_names_two_lowest_sites() {
        let memory = RecordingMemory::new();
        let start = memory.start();
        let bytes = Host::NEAR as u32;
        let record = |index: u64| start + 8 + 4 * index;
        let site = |index| (PatchSite::Statepoint { bytes: bytes.max(8) }, record(index));
        let refused = PatchGroup::new(&memory, [2, 0, 1].map(site), Patch::NoOps).unwrap_err();
        match refused {
            PatchError::Overlap { record: found, other, .. } => {
                assert_eq!((found, other), (record(1), record(0)));
            }
            other => panic!("{other:?}"),
        }
    }
}
