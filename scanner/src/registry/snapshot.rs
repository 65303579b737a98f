//! The state of the registry at one time.

use core::cell::RefCell;
use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;
use std::sync::MutexGuard;

use super::patched::PatchedCalls;
use super::published::Reader;
use super::region::{CodeRegionId, Region};
use super::regions::{Ranged, Regions};
use crate::arch::Architecture;
use crate::deopt::original_return_address;
use crate::table::CallSiteRecord;
use crate::walk::{CodeLookup, FoundCode};

/// The value that the registry publishes.
pub(super) struct State<A: Architecture> {
    pub(super) generation: u64,
    pub(super) regions: Regions<Region<A>>,
    /// An upper bound of the base roots at a call site, over all regions.
    pub(super) max_bases: usize,
    /// Whether any region has, or had, frames of other records than statepoints.
    pub(super) has_pinned: bool,
    pub(super) patched: PatchedCalls,
}

impl<A: Architecture> State<A> {
    /// Returns the region of the call that returns to `pc`.
    #[inline]
    fn around(&self, pc: u64) -> Option<&Region<A>> {
        // The call may be the last instruction of the region.
        self.regions.find(pc.wrapping_sub(1)).map(|region| &**region)
    }
}

/// The contents of the registry at the time when the snapshot was taken, held for a walk or a
/// collection.
///
/// Removing code waits until all earlier snapshots have been dropped, so hold one no longer than
/// needed. Other threads may use a snapshot by reference. It cannot be sent to another thread,
/// so that a removal by the thread that took it can be refused instead of deadlocking. If a
/// snapshot is never dropped (`mem::forget`), later removals never return.
///
/// It is the [`CodeLookup`] of a walk.
pub struct CodeSnapshot<'r, A: Architecture> {
    state: Reader<'r, State<A>>,
    /// The registry's address, as in `HELD`.
    registry: usize,
    /// Stays with its thread, as a mutex guard does, but can be shared.
    not_send: PhantomData<MutexGuard<'static, ()>>,
}

std::thread_local! {
    /// The registries of which this thread holds snapshots, one entry for each snapshot.
    static HELD: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// Returns whether the calling thread holds a snapshot of the registry at this address.
pub(super) fn holds(registry: usize) -> bool {
    HELD.try_with(|held| held.borrow().contains(&registry)).unwrap_or(false)
}

impl<'r, A: Architecture> CodeSnapshot<'r, A> {
    pub(super) fn new(state: Reader<'r, State<A>>, registry: usize) -> Self {
        // An exiting thread whose thread-local variables are destroyed is not tracked.
        let _ = HELD.try_with(|held| held.borrow_mut().push(registry));
        Self { state, registry, not_send: PhantomData }
    }

    /// Returns a number that no other state of any registry has.
    pub fn generation(&self) -> u64 {
        self.state.generation
    }

    /// Returns the number of regions.
    pub fn len(&self) -> usize {
        self.state.regions.len()
    }

    /// Returns whether there are no regions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Iterates over the regions and their code, in the order of addresses.
    pub fn regions(&self) -> impl Iterator<Item = (CodeRegionId, Range<u64>)> {
        self.state.regions.iter().map(|region| (region.id, region.range()))
    }

    /// Returns the region that contains this address, and its code.
    pub fn region_at(&self, address: u64) -> Option<(CodeRegionId, Range<u64>)> {
        self.state.regions.find(address).map(|region| (region.id, region.range()))
    }

    /// Returns the return addresses of those calls of a region whose records have this ID, in the
    /// order of addresses; `None` if there is no such region.
    pub fn call_sites_with_id(&self, region: CodeRegionId, id: u64) -> Option<Vec<u64>> {
        let found = self.state.regions.find(region.start).filter(|found| found.id == region)?;
        Some(found.call_sites_with_id(id))
    }
}

impl<A: Architecture> CodeLookup<A> for CodeSnapshot<'_, A> {
    fn generation(&self) -> u64 {
        self.state.generation
    }

    #[inline]
    fn find(&self, pc: u64) -> FoundCode<'_, A> {
        let Some(region) = self.state.around(pc) else {
            return FoundCode::Unknown { function: None };
        };
        if !self.state.patched.is_empty()
            && let Some(found) = self.state.find_patched(region, pc)
        {
            return found;
        }
        region.find(pc)
    }

    fn original(&self, address: u64) -> u64 {
        original_return_address(address).unwrap_or(address)
    }

    fn function_containing(&self, pc: u64) -> Option<u64> {
        self.state.around(pc)?.function_containing(pc)
    }

    fn record(&self, pc: u64) -> Option<CallSiteRecord<'_, A>> {
        let record = self.state.patched.record_of(pc).unwrap_or(pc);
        self.state.around(pc)?.record(record)
    }

    fn covers(&self, pc: u64) -> bool {
        self.state.around(pc).is_some()
    }

    fn has_pinned(&self) -> bool {
        self.state.has_pinned
    }

    fn max_bases(&self) -> usize {
        self.state.max_bases
    }
}

impl<A: Architecture> Drop for CodeSnapshot<'_, A> {
    fn drop(&mut self) {
        let _ = HELD.try_with(|held| {
            let mut held = held.borrow_mut();
            if let Some(place) = held.iter().rposition(|&registry| registry == self.registry) {
                held.swap_remove(place);
            }
        });
    }
}

impl<A: Architecture> fmt::Debug for CodeSnapshot<'_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CodeSnapshot")
            .field("generation", &self.state.generation)
            .field("regions", &self.state.regions)
            .finish_non_exhaustive()
    }
}
