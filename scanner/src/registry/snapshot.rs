//! A snapshot of the registry.

use core::cell::RefCell;
use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;
use std::sync::MutexGuard;

use super::patched::PatchedCalls;
use super::published::Reader;
use super::range_set::{RangeSet, Ranged};
use super::region::{CodeRegionId, Region};
use crate::arch::Architecture;
use crate::deopt::original_return_address;
use crate::return_address::return_address_at_barrier;
use crate::table::CallSiteRecord;
use crate::walk::{CodeLookup, FoundCode};

/// The immutable state of a registry. Each change publishes a new one.
pub(super) struct State<A: Architecture> {
    /// Unique number of the state; see [`CodeLookup::generation`].
    pub(super) generation: u64,
    pub(super) regions: RangeSet<Region<A>>,
    /// Upper bound of the number of base roots per call site, over all regions.
    pub(super) max_bases: usize,
    /// Whether a current or removed region has call sites of `stackmap` or `patchpoint` records.
    pub(super) has_pinned: bool,
    pub(super) patched: PatchedCalls,
}

impl<A: Architecture> State<A> {
    /// Returns the region of the call that returns to `pc`.
    #[inline]
    fn region_of_call(&self, pc: u64) -> Option<&Region<A>> {
        // The call may be the last instruction of the region.
        self.regions.find(pc.wrapping_sub(1)).map(|region| &**region)
    }
}

/// A snapshot of the registry's contents, for a walk or a collection. It implements [`CodeLookup`].
///
/// [`CodeRegistry::remove`](super::CodeRegistry::remove) waits until all earlier snapshots have
/// been dropped, so keep a snapshot only as long as needed. If a snapshot is never dropped
/// (`mem::forget`), later removals never return.
///
/// Other threads may use a snapshot by reference, but it cannot be sent to another thread. So a
/// removal by the thread that holds a snapshot can return an error instead of a deadlock.
pub struct CodeSnapshot<'r, A: Architecture> {
    state: Reader<'r, State<A>>,
    /// Address of the registry, as in `HELD`.
    registry: usize,
    /// Makes the type `!Send` but `Sync`, like a mutex guard.
    not_send: PhantomData<MutexGuard<'static, ()>>,
}

std::thread_local! {
    /// Addresses of the registries of which this thread holds snapshots, one entry per snapshot.
    static HELD: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// Returns whether the calling thread holds a snapshot of the registry at this address.
pub(super) fn holds(registry: usize) -> bool {
    HELD.try_with(|held| held.borrow().contains(&registry)).unwrap_or(false)
}

impl<'r, A: Architecture> CodeSnapshot<'r, A> {
    pub(super) fn new(state: Reader<'r, State<A>>, registry: usize) -> Self {
        // Snapshots of an exiting thread are not tracked after its thread-local variables are
        // destroyed.
        let _ = HELD.try_with(|held| held.borrow_mut().push(registry));
        Self { state, registry, not_send: PhantomData }
    }

    /// Returns the generation number, which is unique among all states of all registries.
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

    /// Iterates over the regions and their address ranges, in the order of addresses.
    pub fn regions(&self) -> impl Iterator<Item = (CodeRegionId, Range<u64>)> {
        self.state.regions.iter().map(|region| (region.id, region.range()))
    }

    /// Returns the region that contains `address`, and its address range.
    pub fn region_at(&self, address: u64) -> Option<(CodeRegionId, Range<u64>)> {
        self.state.regions.find(address).map(|region| (region.id, region.range()))
    }

    /// Returns the return addresses of the calls in a region whose records have this ID, in
    /// ascending order. Returns `None` if there is no such region.
    pub fn call_sites_with_id(&self, region: CodeRegionId, id: u64) -> Option<Vec<u64>> {
        let found_region = self.state.regions.find(region.start);
        let found_region = found_region.filter(|found| found.id == region)?;
        Some(found_region.call_sites_with_id(id))
    }
}

impl<A: Architecture> CodeLookup<A> for CodeSnapshot<'_, A> {
    fn generation(&self) -> u64 {
        self.state.generation
    }

    #[inline]
    fn find(&self, pc: u64) -> FoundCode<'_, A> {
        let Some(region) = self.state.region_of_call(pc) else {
            return FoundCode::Unknown { function: None };
        };
        if !self.state.patched.is_empty()
            && let Some(call_site) = self.state.find_patched(region, pc)
        {
            return call_site;
        }
        region.find(pc)
    }

    fn original(&self, address: u64) -> u64 {
        // A barrier may lead to the trampoline of a takeover.
        let address = return_address_at_barrier(address).unwrap_or(address);
        original_return_address(address).unwrap_or(address)
    }

    fn function_containing(&self, pc: u64) -> Option<u64> {
        self.state.region_of_call(pc)?.function_containing(pc)
    }

    fn record(&self, pc: u64) -> Option<CallSiteRecord<'_, A>> {
        let record = self.state.patched.record_of(pc).unwrap_or(pc);
        self.state.region_of_call(pc)?.record(record)
    }

    fn covers(&self, pc: u64) -> bool {
        self.state.region_of_call(pc).is_some()
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
            if let Some(index) = held.iter().rposition(|&registry| registry == self.registry) {
                held.swap_remove(index);
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
