//! The allocation profile: taking, reading and writing it. `crate::profile` has the samples.
//!
//! * `types`: the profile, for hosts.
//! * `functions`: the names of the functions.
//! * `messages`, `pprof`: the file format of `pprof`.

mod error;
mod functions;
mod messages;
mod pprof;
mod types;

pub use error::ProfileError;
pub use types::{AllocationProfile, AllocationSite, ProfileFrame, TypeAllocations};

use core::num::NonZeroU64;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use flate2::Compression;
use flate2::write::GzEncoder;
use hashbrown::HashMap;
use prost::Message as _;

use self::functions::Functions;
use super::InspectionError;
use super::output_file::OutputFile;
use super::stopped::with_stopped;
use super::types_in_use::ObjectCount;
use crate::mutator::is_managed;
use crate::object::WeakKind;
use crate::os::CancelDisabled;
use crate::profile::{CallStacks, Estimate, Profiler, SampleInterval, Samples, Site};
use crate::runtime::{Heap, Shared};

impl Heap {
    /// The mean number of allocated bytes from one sample of an allocation profile to the next, if
    /// the host sets no other.
    pub const PROFILE_INTERVAL: NonZeroU64 = SampleInterval::DEFAULT_BYTES;

    /// Begins an allocation profile: from now on, a sample of the objects that are allocated is
    /// noted with their types and call stacks. Forgets the last profile.
    ///
    /// `interval` is the mean number of allocated bytes from one sample to the next, for example
    /// [`Self::PROFILE_INTERVAL`]. Each byte is chosen with the same probability, so large objects
    /// are more likely to be samples than small ones; the numbers of the profile take this into
    /// account. With an interval of 1, nearly every object is a sample.
    ///
    /// Stops all threads for a moment. Each sampled object has a weak handle as long as it lives or
    /// the profile is kept. Native frames are found by the unwind tables of their images, also if
    /// the heap does [not unwind](crate::HeapBuilder::unwind_native_frames) them.
    ///
    /// # Errors
    ///
    /// [`ProfileError::Begun`] if a profile is being taken, and [`ProfileError::Inspection`].
    pub fn begin_allocation_profile(&self, interval: NonZeroU64) -> Result<(), ProfileError> {
        let heap = self.shared();
        with_stopped(heap, "beginning an allocation profile", |stopped| {
            if !begin(&heap.profiler, SampleInterval::new(interval), heap) {
                return Err(ProfileError::Begun);
            }
            // The next TLABs end at the chosen bytes.
            for thread in stopped.roots.threads {
                thread.data.context().clear_tlab();
            }
            Ok(())
        })
    }

    /// Ends the allocation profile: no more samples are noted. The profile can still be read, and
    /// the live objects are followed, until the next profile begins.
    ///
    /// # Errors
    ///
    /// [`ProfileError::NotBegun`] if no profile is being taken, and [`ProfileError::Inspection`].
    pub fn end_allocation_profile(&self) -> Result<(), ProfileError> {
        let heap = self.shared();
        with_stopped(heap, "ending an allocation profile", |_| match heap.profiler.end() {
            true => Ok(()),
            false => Err(ProfileError::NotBegun),
        })
    }

    /// Returns what was allocated since the allocation profile was begun, until now or until it was
    /// ended. Threads continue to run.
    ///
    /// Reads the symbols of the files that contain the functions, which may take some 100
    /// milliseconds. Generated functions have the names with which they were
    /// [registered](crate::CodeRegistry::register_jit_with_names), also if they were removed since.
    /// The functions of a library that was unloaded since have no names.
    ///
    /// # Errors
    ///
    /// [`ProfileError::NotBegun`] if no profile was begun, and [`ProfileError::Inspection`] if the
    /// calling thread is managed.
    pub fn allocation_profile(&self) -> Result<AllocationProfile, ProfileError> {
        read(self.shared())
    }

    /// Writes the [allocation profile](Self::allocation_profile) to a file in the format of
    /// `pprof`, compressed by gzip: see [`AllocationProfile::write_pprof`]. The file appears when
    /// it is complete, as for [`Self::write_snapshot`].
    ///
    /// # Errors
    ///
    /// As for [`Self::allocation_profile`], and [`ProfileError::File`].
    pub fn write_allocation_profile(&self, path: impl AsRef<Path>) -> Result<(), ProfileError> {
        write_file(self.shared(), path.as_ref())
    }
}

/// Implements [`Heap::allocation_profile`].
fn read(heap: &Shared) -> Result<AllocationProfile, ProfileError> {
    let _uncancelled = CancelDisabled::begin();
    heap.home.process().require_current("reading an allocation profile");
    if is_managed() {
        return Err(InspectionError::Managed.into());
    }
    let cells = heap.references.weak(WeakKind::Short);
    let copy = |samples: &Samples| Copy {
        interval: samples.interval(),
        duration: samples.duration(),
        count: samples.count(),
        sites: samples.sites(cells),
        stacks: samples.stacks.copy(),
    };
    let copy = heap.profiler.read(copy).ok_or(ProfileError::NotBegun)?;
    Ok(copy.with_names(heap))
}

/// Implements [`Heap::write_allocation_profile`].
pub(super) fn write_file(heap: &Shared, path: &Path) -> Result<(), ProfileError> {
    let _uncancelled = CancelDisabled::begin();
    let profile = read(heap)?;
    let error = |source| ProfileError::File { path: path.to_owned(), source };
    let mut file = OutputFile::create(path).map_err(error)?;
    profile.write(file.writer()).map_err(error)?;
    file.finish().map_err(error)
}

/// Begins a profile of a heap; see [`Profiler::begin`].
fn begin(profiler: &Profiler, interval: SampleInterval, heap: &Shared) -> bool {
    profiler.begin(interval, heap.references.weak(WeakKind::Short))
}

/// Begins the profile that the settings request. No thread is attached yet.
pub(crate) fn begin_requested(heap: &Shared) {
    if heap.config.profile.is_on() {
        begin(&heap.profiler, heap.config.profile_interval, heap);
    }
}

/// A copy of the samples.
struct Copy {
    interval: SampleInterval,
    duration: std::time::Duration,
    count: u64,
    sites: Vec<Site>,
    stacks: CallStacks,
}

impl Copy {
    fn with_names(self, heap: &Shared) -> AllocationProfile {
        let names = heap.types.names();
        let mut functions = Functions::new(self.stacks.names());
        let mut stacks = HashMap::new();
        let site = |site: Site| {
            let frames = &self.stacks.stacks()[site.stack as usize];
            let stack = stacks.entry(site.stack).or_insert_with(|| functions.stack(frames));
            AllocationSite {
                stack: Arc::clone(stack),
                type_id: site.type_id,
                type_name: names.type_name(site.type_id),
                allocated: site.allocated.into(),
                in_use: site.in_use.into(),
            }
        };
        let sites = self.sites.into_iter().map(site).collect();
        AllocationProfile {
            interval: self.interval.bytes(),
            read_at: SystemTime::now(),
            duration: self.duration,
            samples: self.count,
            sites,
            images: functions.images(),
        }
    }
}

impl From<Estimate> for ObjectCount {
    fn from(Estimate { objects, bytes }: Estimate) -> Self {
        Self { objects: objects.round() as u64, bytes: bytes.round() as u64 }
    }
}

impl AllocationProfile {
    /// Writes the profile in the format of `pprof`, compressed by gzip, which `go tool pprof`,
    /// speedscope and other viewers read. It has four values, as the heap profiles of Go have:
    /// `alloc_objects`, `alloc_space`, `inuse_objects`, `inuse_space`. The label `type` is the name
    /// of the type (`go tool pprof -tagroot type`).
    ///
    /// # Errors
    ///
    /// [`ProfileError::Write`]. A part may have been written.
    pub fn write_pprof(&self, writer: &mut dyn Write) -> Result<(), ProfileError> {
        self.write(writer).map_err(ProfileError::Write)
    }

    fn write(&self, writer: &mut dyn Write) -> std::io::Result<()> {
        let mut encoder = GzEncoder::new(writer, Compression::default());
        encoder.write_all(&pprof::convert(self).encode_to_vec())?;
        encoder.finish()?.flush()
    }
}
