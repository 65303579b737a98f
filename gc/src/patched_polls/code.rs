//! The polls of all code that was added.

use statepoint_patch::{Breakpoints, CodeMemory, Live, PatchError, PatchGroup, When};
use statepoint_scanner::registry::RegionId;

use super::PatchedPollsError;
use crate::fatal::{self, AbortOnUnwind};
use crate::safepoint::PollCode;

pub(super) type Memory = Box<dyn CodeMemory + Send + Sync>;

/// The polls of each region.
///
/// Invariant: each group is one of those that [`PolledCode::add`] takes.
#[derive(Debug)]
pub(super) struct PolledCode {
    live: Live,
    regions: Vec<(RegionId, PatchGroup<Memory>)>,
}

impl PolledCode {
    pub(super) fn new() -> Result<Self, PatchedPollsError> {
        let live = Live::Best(Breakpoints::install()?);
        Ok(Self { live, regions: Vec::new() })
    }

    pub(super) fn len(&self) -> usize {
        self.regions.iter().map(|(_, group)| group.len()).sum()
    }

    /// Adds the polls of a region, and patches them if `patched`.
    ///
    /// # Safety
    ///
    /// Until the group is removed, its memory stays, and what it calls can be called at each of its sites while threads
    /// run: it preserves what a poll's slow path preserves, and returns.
    pub(super) unsafe fn add(
        &mut self,
        region: RegionId,
        mut group: PatchGroup<Memory>,
        patched: bool,
    ) -> Result<(), PatchedPollsError> {
        if self.regions.iter().any(|(known, _)| *known == region) {
            return Err(PatchedPollsError::Known { region });
        }
        // SAFETY: threads may be executing it; the rest is what the caller promises.
        unsafe { PatchGroup::write([&mut group], patched, When::Running(self.live)) }?;
        self.regions.push((region, group));
        Ok(())
    }

    pub(super) fn remove(&mut self, region: RegionId) -> Result<(), PatchedPollsError> {
        let place = self.regions.iter().position(|(known, _)| *known == region);
        let place = place.ok_or(PatchedPollsError::Unknown { region })?;
        // SAFETY: as in `write`.
        unsafe {
            PatchGroup::write([&mut self.regions[place].1], false, When::Running(self.live))
        }?;
        self.regions.swap_remove(place);
        Ok(())
    }

    #[cfg(feature = "capi")]
    pub(super) fn clear(&mut self) -> Result<(), PatchedPollsError> {
        self.write(false)?;
        self.regions.clear();
        Ok(())
    }

    fn write(&mut self, patched: bool) -> Result<(), PatchError> {
        let groups = self.regions.iter_mut().map(|(_, group)| group);
        // SAFETY: threads may be executing it; not all who do need be of the heap that stops. The invariant has the rest.
        unsafe { PatchGroup::write(groups, patched, When::Running(self.live)) }
    }
}

impl PollCode for PolledCode {
    fn set_patched(&mut self, patched: bool) {
        // The barrier panics if the system has forbidden it since: whoever stops would leave a stop that nobody ends.
        let guard = AbortOnUnwind("a patch of polls");
        if let Err(error) = self.write(patched) {
            let what = if patched { "patched" } else { "put back" };
            fatal::stop(format_args!("the polls of managed code cannot be {what}: {error}"));
        }
        guard.done();
    }
}
