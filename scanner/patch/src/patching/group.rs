//! Groups of sites that are patched, and restored, together.

use core::fmt;
use core::ops::Range;

use super::PatchError;
use super::change::{Change, check_code, in_word, needs_breakpoint, write_changes};
use super::check::CheckedRegion;
use super::fill::{Patch, changed_instruction, fill};
use super::live::{PATCHING, Place};
use super::machine::PatchArchitecture;
use super::memory::{CodeMemory, ConcurrentExecution};
use super::patcher::{ExecutionState, LivePatchMethod, lock};
use super::region::{PatchRegion, PatchSite};
use crate::os;
use statepoint_scanner::arch::{Host, InstructionSet};

/// Sites of one code memory that all get the same patch and are all restored together, as polls are
/// at a stop.
///
/// The bytes are computed and checked once, when the group is made. To patch thousands of sites
/// then takes one change of protection, if any, and as many barriers in all threads as one site
/// takes: one, or three where breakpoints are needed.
pub struct PatchGroup<M> {
    memory: M,
    /// Ordered by start address.
    sites: Vec<GroupSite>,
    /// The aligned words that contain all changed instructions.
    span: Range<u64>,
    is_patched: bool,
}

/// One instruction that is replaced and restored.
#[derive(Debug)]
struct GroupSite {
    record: u64,
    start: u64,
    len: u8,
    /// Whether it lies in one aligned word.
    in_word: bool,
    original: [u8; LONGEST],
    patched: [u8; LONGEST],
}

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
    /// Makes a group of these sites, each with the address of its record. Checks their code, and
    /// that it can be patched while threads run. Patches nothing yet.
    ///
    /// # Errors
    ///
    /// As [`Patcher::add`](super::Patcher::add) and [`Patcher::write`](super::Patcher::write) of
    /// each. One instruction must become another ([`PatchError::SeveralInstructions`]): that is so,
    /// for example, where the bytes of a statepoint are [as many as a call
    /// has](PatchArchitecture::NEAR).
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
        let of_region = |region| GroupSite::of(region, patch, &bounds);
        let sites = regions.into_iter().map(of_region).collect::<Result<Vec<_>, _>>()?;
        let word = |address: u64| address & !(Host::STORE - 1);
        let span = match (sites.first(), sites.last()) {
            (Some(first), Some(last)) => {
                let end = last.range().end.next_multiple_of(Host::STORE);
                word(first.start).max(bounds.start)..end.min(bounds.end)
            }
            _ => bounds.start..bounds.start,
        };
        if !sites.is_empty() {
            // Here it is reported as an error; at the time of a patch it would be too late for one.
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

    /// Patches all sites of these groups, or restores the original code. Groups that are in the
    /// requested state are left alone. During the call some sites are patched and some are not.
    /// After this returns, no thread begins to execute an instruction that was replaced; threads
    /// may still be in the calls ([freeing a target](crate#freeing-a-target)).
    ///
    /// # Errors
    ///
    /// After an error, the code is the same as before the call; only if memory cannot be locked
    /// again, the code is as requested, but writable.
    ///
    /// # Safety
    ///
    /// As [`Patcher::write`](super::Patcher::write).
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
        let mut written = Vec::with_capacity(groups.len());
        for group in &groups {
            match group.memory.unlock(group.span.clone(), threads) {
                Ok(place) => written.push(Place { code: group.span.start, written: place }),
                Err(error) => {
                    for group in &groups[..written.len()] {
                        // The first error is the one to report.
                        let _ = group.memory.lock(group.span.clone());
                    }
                    return Err(error.into());
                }
            }
        }
        let changes = groups.iter().zip(&written).flat_map(|(group, &place)| {
            group.sites.iter().map(move |site| site.change(place, patched, live))
        });
        // SAFETY: all are unlocked, and each site is one instruction, which becomes another.
        unsafe { write_changes(changes, live.is_some(), threads) };
        let mut locked = Ok(());
        for group in &mut groups {
            group.is_patched = patched;
            // The others must be locked in any case.
            locked = locked.and(group.memory.lock(group.span.clone()));
        }
        Ok(locked?)
    }

    /// Checks that the code has not changed since it was last read here. [`PATCHING`] is held.
    fn check_code(&self) -> Result<(), PatchError> {
        let check =
            |site: &GroupSite| check_code(site.record, site.start, site.code(self.is_patched));
        self.sites.iter().try_for_each(check)
    }

    /// Checks that `pc` is not inside a site.
    fn check_free(&self, pc: u64) -> Result<(), PatchError> {
        let below = self.sites.partition_point(|site| site.start < pc);
        match below.checked_sub(1).map(|index| &self.sites[index]) {
            Some(site) if pc < site.range().end => {
                Err(PatchError::Occupied { record: site.record, pc })
            }
            _ => Ok(()),
        }
    }

    /// Checks that each site can be changed in this way while threads run.
    fn check_words(&self, live: LivePatchMethod) -> Result<(), PatchError> {
        match self.sites.iter().find(|site| needs_breakpoint(site.in_word, live).is_none()) {
            Some(site) => Err(PatchError::TwoWords { record: site.record, at: site.start }),
            None => Ok(()),
        }
    }
}

impl GroupSite {
    /// [`PATCHING`] is held.
    fn of(
        region: PatchRegion<Host>,
        patch: Patch,
        bounds: &Range<u64>,
    ) -> Result<Self, PatchError> {
        let (record, range) = (region.record(), region.range());
        // SAFETY: as in `check_code`.
        let code =
            unsafe { statepoint_scanner::os::mapped_bytes(range.start, region.len()) }.to_vec();
        let checked = CheckedRegion::new(region, &code)?;
        let filled = fill(&checked, patch)?.code;
        let at = |offset: usize| range.start + offset as u64;
        let changed = changed_instruction::<Host>(&code, &filled)
            .map_err(|offset| PatchError::SeveralInstructions { record, at: at(offset) })?;
        // No difference: the original is the patch.
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
            in_word: in_word(at(changed.start), changed.len(), bounds),
            original: copy(&code),
            patched: copy(&filled),
        })
    }

    /// Returns the change of this site, with the group's span at `place`. `live` says how, if
    /// threads run.
    fn change(&self, place: Place, patched: bool, live: Option<LivePatchMethod>) -> Change<'_> {
        // `check_words` has ensured that there is a way.
        let by_breakpoint = live.and_then(|live| needs_breakpoint(self.in_word, live));
        let place = place.at((self.start - place.code) as usize);
        Change { place, bytes: self.code(patched), needs_breakpoint: by_breakpoint == Some(true) }
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

    /// Code memory in data, which records what is locked and unlocked.
    struct RecordingMemory {
        words: Vec<AtomicU64>,
        fails_to_unlock: Cell<bool>,
        unlocked: RefCell<Vec<Range<u64>>>,
    }

    impl RecordingMemory {
        /// Makes the memory with no-ops at the place of a statepoint.
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

    // SAFETY: no thread executes it, and what is written lies in atomics.
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
            unlocked.swap_remove(at.expect("the range is unlocked"));
            Ok(())
        }
    }

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
            // SAFETY: no thread executes it.
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
        // SAFETY: no thread executes it.
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
