//! [`PolledCode`], the patch sites of the polls of all added code regions.

use std::collections::HashMap;

use statepoint_patch::{
    BreakpointHandler, CodeMemory, ExecutionState, LivePatchMethod, PatchError, PatchGroup,
};
use statepoint_scanner::registry::CodeRegionId;

use super::PatchedPollsError;
use crate::fatal::{self, AbortOnUnwind};
use crate::safepoint::PollCode;

/// Writable access to the code that contains polls.
pub(super) type Memory = Box<dyn CodeMemory + Send + Sync>;

/// The polls of the added code regions.
///
/// Invariant: each group was passed to [`PolledCode::add`], and meets the safety requirements of
/// that function.
#[derive(Debug)]
pub(super) struct PolledCode {
    /// The method of patching code that threads may be executing.
    live: LivePatchMethod,
    /// The regions, each with its polls.
    regions: HashMap<CodeRegionId, PatchGroup<Memory>>,
}

impl PolledCode {
    /// Returns an empty value. Installs the process's breakpoint handler where patching needs one.
    pub(super) fn new() -> Result<Self, PatchedPollsError> {
        let live = LivePatchMethod::Best(BreakpointHandler::install()?);
        Ok(Self { live, regions: HashMap::new() })
    }

    /// Returns the number of polls.
    pub(super) fn len(&self) -> usize {
        self.regions.values().map(PatchGroup::len).sum()
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
        if self.regions.contains_key(&region) {
            return Err(PatchedPollsError::Known { region });
        }
        // SAFETY: `Running` allows for threads that execute the code. The caller guarantees that
        // the memory stays mapped and that the target can be called at each site.
        unsafe { PatchGroup::write([&mut group], patched, ExecutionState::Running(self.live)) }?;
        self.regions.insert(region, group);
        Ok(())
    }

    /// Restores the polls of a region to no-ops and removes them.
    pub(super) fn remove(&mut self, region: CodeRegionId) -> Result<(), PatchedPollsError> {
        let group = self.regions.get_mut(&region).ok_or(PatchedPollsError::Unknown { region })?;
        // SAFETY: `Running` allows for threads that execute the code. The invariant ensures the
        // rest.
        unsafe { PatchGroup::write([group], false, ExecutionState::Running(self.live)) }?;
        self.regions.remove(&region);
        Ok(())
    }

    /// Restores all polls to no-ops and removes them.
    #[cfg(feature = "capi")]
    pub(super) fn clear(&mut self) -> Result<(), PatchedPollsError> {
        self.write(false)?;
        self.regions.clear();
        Ok(())
    }

    /// Patches all polls to calls, or restores them to no-ops.
    fn write(&mut self, patched: bool) -> Result<(), PatchError> {
        let groups = self.regions.values_mut();
        // SAFETY: `Running` allows for threads that execute the code, also those of other heaps.
        // The invariant ensures the rest.
        unsafe { PatchGroup::write(groups, patched, ExecutionState::Running(self.live)) }
    }
}

impl PollCode for PolledCode {
    fn set_patched(&mut self, patched: bool) {
        // The barrier (membarrier(2)) panics if the kernel has forbidden the system call since. An
        // unwinding thread would leave a stop that no thread ends.
        let guard = AbortOnUnwind("a patch of polls");
        if let Err(error) = self.write(patched) {
            let action = if patched { "patched" } else { "restored" };
            fatal::abort(format_args!("the polls of managed code cannot be {action}: {error}"));
        }
        guard.done();
    }
}
