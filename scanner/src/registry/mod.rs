//! The managed code of a process: the program, its libraries, and code generated at run time.
//!
//! A [`CodeRegistry`] contains *regions*. A region is an address range with the call-site tables of
//! its code. A walk takes a [`CodeSnapshot`] and looks up return addresses in it.
//!
//! # Guarantees for readers and writers
//!
//! * Taking a snapshot, lookups in it and dropping it are wait-free. A snapshot never changes.
//! * Registration may wait for other writers, but not for readers. A writer holds the lock for a
//!   few microseconds, because it reads images and compiles maps before it takes the lock. Every
//!   snapshot taken after the registration has returned contains the region. Register code before
//!   any thread executes it.
//! * [`CodeRegistry::remove`] waits until every earlier snapshot has been dropped, then frees the
//!   table of the region and releases its library. The caller may unmap the code when it has
//!   returned. To avoid a deadlock, a thread with a snapshot must not wait for a thread that
//!   removes a region.
//! * No thread may execute the code of a removed region or return into it: a walk through such a
//!   frame fails, and the library may be unloaded. The registry cannot check this, so `remove` is
//!   unsafe.
//!
//! `published.rs` describes the protocol and its alternatives. `range_set` has the immutable trees
//! of regions that it publishes. The cost of a change grows with the logarithm of their number.
//!
//! # Images
//!
//! The tables of an image are the compiled tables in its `statepoint_table` section, used in place,
//! and the table built from its `.llvm_stackmaps` and `.eh_frame`. An image may have either or
//! both. The registry keeps a registered library loaded, even after `dlclose`. The library is
//! unloaded when it has been both closed and removed, in either order.

mod edge;
mod error;
mod images;
mod jit;
#[cfg(all(test, loom))]
mod models;
mod patched;
mod published;
mod range_set;
mod region;
mod snapshot;
mod tables;
#[cfg(all(test, not(loom)))]
mod tests;

use core::fmt;
use core::num::NonZeroU64;
use core::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;

pub use error::{CodeOrigin, ImagePlace, RegistryError};
pub use jit::{JitRegion, JitTable};
pub use patched::PatchedCall;
use patched::PatchedCalls;
use published::Published;
use range_set::{RangeSet, Ranged};
pub use region::CodeRegionId;
use region::Region;
pub use snapshot::CodeSnapshot;
use snapshot::State;

use crate::arch::{Architecture, Host};
pub use crate::image::generated::GeneratedFunction;
use crate::table::next_generation;

/// The number of the next region of any registry.
static NEXT_REGION_NUMBER: AtomicU64 = AtomicU64::new(1);

/// Returns a region number that was not used before.
fn next_number() -> NonZeroU64 {
    // A 64-bit counter does not overflow in practice.
    NonZeroU64::new(NEXT_REGION_NUMBER.fetch_add(1, Ordering::Relaxed)).unwrap_or(NonZeroU64::MAX)
}

/// The regions of managed code in a process; see the [module](self) documentation.
///
/// ```
/// use statepoint_scanner::registry::CodeRegistry;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let registry: CodeRegistry = CodeRegistry::new();
/// // Registers the program and the loaded libraries, if they have stack maps.
/// let regions = registry.register_loaded_images()?;
/// let snapshot = registry.snapshot();
/// assert_eq!(snapshot.len(), regions.len());
/// # Ok(())
/// # }
/// ```
pub struct CodeRegistry<A: Architecture = Host> {
    published: Published<State<A>>,
}

impl<A: Architecture> CodeRegistry<A> {
    /// Creates a registry without regions.
    pub fn new() -> Self {
        let state = State {
            generation: next_generation(),
            regions: RangeSet::new(),
            max_bases: 0,
            has_pinned: false,
            patched: PatchedCalls::new(),
        };
        Self { published: Published::new(state) }
    }

    /// Returns a snapshot of the currently registered code. Wait-free.
    pub fn snapshot(&self) -> CodeSnapshot<'_, A> {
        CodeSnapshot::new(self.published.read(), self.address())
    }

    /// Removes a region, and waits until all earlier snapshots have been dropped. Later snapshots
    /// do not contain the region.
    ///
    /// When this function returns, the code may be freed. If the region is a library without open
    /// handles, the library is unloaded before this function returns.
    ///
    /// # Errors
    ///
    /// [`RegistryError::NotRegistered`] if there is no such region, and
    /// [`RegistryError::SnapshotHeld`] if the calling thread holds a snapshot. If another thread
    /// holds a snapshot and waits for this thread, the two threads deadlock.
    ///
    /// # Safety
    ///
    /// No thread executes the region's code, and no stack has a frame of it.
    pub unsafe fn remove(&self, id: CodeRegionId) -> Result<(), RegistryError> {
        if snapshot::holds(self.address()) {
            return Err(RegistryError::SnapshotHeld { id });
        }
        let (region, ticket) = self.published.replace(|state| {
            let region = state.regions.find(id.start).filter(|region| region.id == id);
            let region = Arc::clone(region.ok_or(RegistryError::NotRegistered { id })?);
            let regions = state.regions.without(id.start);
            let state = State {
                generation: next_generation(),
                regions,
                max_bases: state.max_bases,
                has_pinned: state.has_pinned,
                patched: state.patched.without_code(&region.range()),
            };
            Ok::<_, RegistryError>((state, region))
        })?;
        self.published.wait(ticket);
        debug_assert_eq!(Arc::strong_count(&region), 1, "a state still contains the region");
        // Outside the lock, because dropping the region may unload a library, which runs its
        // destructors.
        drop(region);
        Ok(())
    }

    /// Adds all regions, or none if an error occurs. A region whose code is already registered is
    /// skipped if `skip_registered` is set; otherwise it is an error.
    fn add(
        &self,
        regions: &[Arc<Region<A>>],
        skip_registered: bool,
    ) -> Result<Vec<CodeRegionId>, RegistryError> {
        let (ids, _unused_ticket) = self.published.replace(|state| {
            let mut next = state.regions.clone();
            let (mut max_bases, mut has_pinned) = (state.max_bases, state.has_pinned);
            let mut ids = Vec::with_capacity(regions.len());
            for region in regions {
                let code = region.range();
                if let Some(other) = next.find_overlapping(&code) {
                    if skip_registered && code == other.range() {
                        continue;
                    }
                    return Err(overlap_error(code, other));
                }
                next = next.with(Arc::clone(region));
                max_bases = max_bases.max(region.max_bases());
                has_pinned |= region.has_pinned();
                ids.push(region.id);
            }
            let state = State {
                generation: next_generation(),
                regions: next,
                max_bases,
                has_pinned,
                patched: state.patched.clone(),
            };
            Ok((state, ids))
        })?;
        Ok(ids)
    }

    /// Adds a region.
    fn add_one(&self, region: Region<A>) -> Result<CodeRegionId, RegistryError> {
        let id = region.id;
        self.add(&[Arc::new(region)], false).map(|_| id)
    }

    /// Returns an error if the code overlaps a region. Callers check this before they build a
    /// table, because [`Self::add_one`] would return the same error afterwards.
    fn check_free(&self, code: &core::ops::Range<u64>) -> Result<(), RegistryError> {
        let state = self.published.read();
        state
            .regions
            .find_overlapping(code)
            .map_or(Ok(()), |other| Err(overlap_error(code.clone(), other)))
    }

    /// Returns the address of the registry, which identifies it among all live registries.
    fn address(&self) -> usize {
        core::ptr::from_ref(self).addr()
    }
}

/// Returns the error for code that overlaps the region `other`.
fn overlap_error<A: Architecture>(code: core::ops::Range<u64>, other: &Region<A>) -> RegistryError {
    if code == other.range() {
        RegistryError::AlreadyRegistered { id: other.id, code }
    } else {
        RegistryError::Overlap { code, id: other.id, other: other.range() }
    }
}

impl<A: Architecture> Default for CodeRegistry<A> {
    fn default() -> Self {
        Self::new()
    }
}

impl<A: Architecture> fmt::Debug for CodeRegistry<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.published.read();
        f.debug_struct("CodeRegistry")
            .field("generation", &state.generation)
            .field("regions", &state.regions)
            .finish()
    }
}
