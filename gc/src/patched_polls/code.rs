//! The patched polls of all code regions that were added.

use statepoint_patch::{
    BreakpointHandler, CodeMemory, ExecutionState, LivePatchMethod, PatchError, PatchGroup,
};
use statepoint_scanner::registry::CodeRegionId;

use super::PatchedPollsError;
use crate::fatal::{self, AbortOnUnwind};
use crate::safepoint::PollCode;

pub(super) type Memory = Box<dyn CodeMemory + Send + Sync>;

/// The polls, by region.
///
/// Invariant: each group was passed to [`PolledCode::add`], and meets its requirements.
#[derive(Debug)]
pub(super) struct PolledCode {
    live: LivePatchMethod,
    regions: Vec<(CodeRegionId, PatchGroup<Memory>)>,
}

impl PolledCode {
    pub(super) fn new() -> Result<Self, PatchedPollsError> {
        let live = LivePatchMethod::Best(BreakpointHandler::install()?);
        Ok(Self { live, regions: Vec::new() })
    }

    pub(super) fn len(&self) -> usize {
        self.regions.iter().map(|(_, group)| group.len()).sum()
    }

    /// Adds the polls of a region, and patches them if `patched`.
    ///
    /// # Safety
    ///
    /// Until the group is removed, its memory stays mapped, and its target can be called at each of
    /// its sites while threads run: the target preserves the registers that a poll's slow path
    /// preserves, and returns.
    pub(super) unsafe fn add(
        &mut self,
        region: CodeRegionId,
        mut group: PatchGroup<Memory>,
        patched: bool,
    ) -> Result<(), PatchedPollsError> {
        if self.regions.iter().any(|(known, _)| *known == region) {
            return Err(PatchedPollsError::Known { region });
        }
        // SAFETY: threads may be executing the code; the caller promises the rest.
        unsafe { PatchGroup::write([&mut group], patched, ExecutionState::Running(self.live)) }?;
        self.regions.push((region, group));
        Ok(())
    }

    pub(super) fn remove(&mut self, region: CodeRegionId) -> Result<(), PatchedPollsError> {
        let place = self.regions.iter().position(|(known, _)| *known == region);
        let place = place.ok_or(PatchedPollsError::Unknown { region })?;
        // SAFETY: as in `write`.
        unsafe {
            PatchGroup::write(
                [&mut self.regions[place].1],
                false,
                ExecutionState::Running(self.live),
            )
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
        // SAFETY: threads may be executing the code, also threads that are not of the stopping
        // heap. The invariant ensures the rest.
        unsafe { PatchGroup::write(groups, patched, ExecutionState::Running(self.live)) }
    }
}

impl PollCode for PolledCode {
    fn set_patched(&mut self, patched: bool) {
        // The barrier (membarrier(2)) panics if the system has forbidden it since: the stopping
        // thread would leave a stop that no thread ends.
        let guard = AbortOnUnwind("a patch of polls");
        if let Err(error) = self.write(patched) {
            let what = if patched { "patched" } else { "put back" };
            fatal::abort(format_args!("the polls of managed code cannot be {what}: {error}"));
        }
        guard.done();
    }
}
