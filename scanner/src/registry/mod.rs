//! The managed code of a process: that of the program and its libraries, and code that is generated
//! and removed while the process runs.
//!
//! A [`CodeRegistry`] holds *regions*. A region is a range of addresses with the call-site tables
//! of the code in it. A walk takes a [`CodeSnapshot`] and looks up its return addresses there.
//!
//! # What readers and writers may rely on
//!
//! * Taking a snapshot, looking something up in it and dropping it never wait, whatever other
//!   threads do: no lock is taken. A snapshot never changes.
//! * Registering code waits at most for other writers, never for readers. Writers hold their lock
//!   for some microseconds: images are read and maps compiled before it is taken. Each snapshot
//!   that is taken after the registration has returned contains the region. Register code before
//!   any thread runs it.
//! * [`CodeRegistry::remove`] waits until every earlier snapshot has been dropped. It returns when
//!   the registry has forgotten the region, freed its table and released its library. The caller
//!   may unmap the code then. A thread that is to drop a snapshot must therefore not wait for a
//!   thread that removes a region. By then no thread may execute the code or return into it: a walk
//!   that meets it fails, and the library may be unloaded. Nothing can check that, so the function
//!   is unsafe.
//!
//! `published.rs` describes the protocol and why it was chosen.
//!
//! # Images
//!
//! The tables of an image are its `statepoint_table` sections, used in place, and the table built
//! from its `.llvm_stackmaps` and `.eh_frame`. It may have either or both. A registered library
//! stays loaded until it is removed from the registry. An earlier `dlclose` does no harm; the
//! library is unloaded when it has been both closed and removed, in whichever order.

mod edge;
mod error;
mod images;
mod jit;
#[cfg(all(test, loom))]
mod models;
mod patched;
mod published;
mod region;
mod regions;
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
pub use region::CodeRegionId;
use region::Region;
use regions::{Ranged, Regions};
pub use snapshot::CodeSnapshot;
use snapshot::State;

use crate::arch::{Architecture, Host};
pub use crate::image::generated::GeneratedFunction;
use crate::table::next_generation;

static REGIONS: AtomicU64 = AtomicU64::new(1);

fn next_number() -> NonZeroU64 {
    // A counter of 64 bits does not overflow.
    NonZeroU64::new(REGIONS.fetch_add(1, Ordering::Relaxed)).unwrap_or(NonZeroU64::MAX)
}

/// The regions of managed code in a process; see the head of this module.
///
/// ```
/// use statepoint_scanner::registry::CodeRegistry;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let registry: CodeRegistry = CodeRegistry::new();
/// // The program and the libraries that are loaded: those that have stack maps.
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
            regions: Regions::new(),
            max_bases: 0,
            has_pinned: false,
            patched: PatchedCalls::default(),
        };
        Self { published: Published::new(state) }
    }

    /// Returns a snapshot of the code that is registered now. Takes no lock and never waits.
    pub fn snapshot(&self) -> CodeSnapshot<'_, A> {
        CodeSnapshot::new(self.published.read(), self.address())
    }

    /// Removes a region: snapshots taken from now on do not contain it. Waits until all earlier
    /// snapshots have been dropped.
    ///
    /// When this returns, the code may be freed. The registry no longer keeps a library loaded; if
    /// the program's own handles are closed already, the library is unloaded before this returns.
    ///
    /// # Errors
    ///
    /// [`RegistryError::NotRegistered`] if there is no such region, and
    /// [`RegistryError::SnapshotHeld`] if the calling thread holds a snapshot itself. If another
    /// thread holds one and waits for this thread, the two threads deadlock.
    ///
    /// # Safety
    ///
    /// No thread executes the region's code or has a frame of it.
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
                patched: state.patched.outside(&region.range()),
            };
            Ok::<_, RegistryError>((state, region))
        })?;
        self.published.wait(ticket);
        debug_assert_eq!(Arc::strong_count(&region), 1, "the region is in no state");
        // Not under the lock: dropping it may unload a library, which runs the library's code.
        drop(region);
        Ok(())
    }

    /// Adds all of these regions or none. If `skip`, leaves out those whose code is registered
    /// already; otherwise that is an error.
    fn add(
        &self,
        regions: &[Arc<Region<A>>],
        skip: bool,
    ) -> Result<Vec<CodeRegionId>, RegistryError> {
        let (ids, _unused_ticket) = self.published.replace(|state| {
            let mut next = state.regions.clone();
            let (mut max_bases, mut has_pinned) = (state.max_bases, state.has_pinned);
            let mut ids = Vec::with_capacity(regions.len());
            for region in regions {
                let code = region.range();
                if let Some(other) = next.overlapping(&code) {
                    if skip && code == other.range() {
                        continue;
                    }
                    return Err(conflict(code, other));
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

    fn add_one(&self, region: Region<A>) -> Result<CodeRegionId, RegistryError> {
        let id = region.id;
        self.add(&[Arc::new(region)], false).map(|_| id)
    }

    /// Fails early, before the table is built, where [`Self::add_one`] would fail afterwards.
    fn check_free(&self, code: &core::ops::Range<u64>) -> Result<(), RegistryError> {
        let state = self.published.read();
        state.regions.overlapping(code).map_or(Ok(()), |other| Err(conflict(code.clone(), other)))
    }

    /// Returns the address of the registry, which distinguishes it from every other live registry.
    fn address(&self) -> usize {
        core::ptr::from_ref(self).addr()
    }
}

fn conflict<A: Architecture>(code: core::ops::Range<u64>, other: &Region<A>) -> RegistryError {
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
