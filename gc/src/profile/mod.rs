//! The allocation profile: a sample of the allocated objects, with the call stacks that allocated
//! them, and whether they are still live.
//!
//! # Sampling
//!
//! Each allocated byte is chosen with the same probability, and the objects with a chosen byte are
//! the samples ([`SampleInterval`]). A thread shortens its TLAB so that it ends at the next chosen
//! byte. The object that does not fit is the sample: its allocation takes the slow path, which puts
//! the rest of the TLAB back into use. So the fast path has no instruction for this, whether a
//! profile is taken or not. Objects that are allocated outside a TLAB are samples with the
//! probability that they have a chosen byte.
//!
//! Each sample counts as the number of objects that it stands for. The sums are unbiased estimates
//! of the numbers of all objects, of each size.
//!
//! A weak cell refers to each sampled object, so that a collection updates or clears it as any
//! other weak handle. Objects that have died are removed when there are twice as many as remained
//! after the last removal.
//!
//! # Protocol
//!
//! * `interval` is stored while the world is stopped, and all TLABs are revoked then. A managed
//!   thread loads it with relaxed order: the safepoint protocol orders the load after the store.
//!   The value does not change as long as the thread stays managed.
//! * `samples` is locked for a short time. Its holder reaches no safepoint, and waits only for the
//!   lock of a shard of cells. So a managed thread may wait for it, and it may be locked while the
//!   world is stopped.

mod call_stacks;
mod interval;
mod samples;

pub(crate) use call_stacks::{CallFrame, CallStacks};
pub(crate) use interval::SampleInterval;
pub(crate) use samples::{Estimate, SampledObject, Samples, Site};

use core::num::NonZeroU64;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use parking_lot::Mutex;

use crate::handles::CellTable;

/// The allocation profile of a heap.
#[derive(Debug, Default)]
pub(crate) struct Profiler {
    /// The mean number of bytes between two samples; 0 if none are taken.
    interval: AtomicU64,
    /// The samples of the last profile; `None` if none was begun.
    samples: Mutex<Option<Samples>>,
    /// Whether the report for the end of the process was written.
    was_reported: AtomicBool,
}

impl Profiler {
    /// Returns the mean number of bytes between two samples; `None` if none are taken. The calling
    /// thread is managed, or the world is stopped.
    pub(crate) fn interval(&self) -> Option<SampleInterval> {
        NonZeroU64::new(self.interval.load(Relaxed)).map(SampleInterval::new)
    }

    /// Begins a profile, and forgets the last one. Returns false if a profile is being taken. The
    /// world is stopped, and the caller revokes all TLABs.
    pub(crate) fn begin(&self, interval: SampleInterval, cells: &CellTable) -> bool {
        let mut samples = self.samples.lock();
        if self.interval.load(Relaxed) != 0 {
            return false;
        }
        if let Some(last) = &mut *samples {
            last.release(cells);
        }
        *samples = Some(Samples::new(interval));
        self.interval.store(interval.bytes(), Relaxed);
        true
    }

    /// Ends the profile, which can still be read. Returns false if none is being taken. The world
    /// is stopped.
    pub(crate) fn end(&self) -> bool {
        let mut samples = self.samples.lock();
        if let Some(samples) = &mut *samples {
            samples.end();
        }
        self.interval.swap(0, Relaxed) != 0
    }

    /// Notes that the report for the end of the process is being written.
    pub(crate) fn note_report(&self) {
        self.was_reported.store(true, Relaxed);
    }

    /// Returns whether that report was written.
    pub(crate) fn was_reported(&self) -> bool {
        self.was_reported.load(Relaxed)
    }

    /// Adds a sample: the object, the addresses of the calls on the stack, youngest first, and the
    /// generation of the registered code. The calling thread is managed.
    pub(crate) fn add(
        &self,
        object: SampledObject,
        addresses: &[u64],
        generation: u64,
        cells: &CellTable,
    ) {
        if let Some(samples) = &mut *self.samples.lock() {
            samples.add(object, addresses, generation, cells);
        }
    }

    /// Returns the result of `read` for the samples of the last profile; `None` if none was begun.
    /// `read` reaches no safepoint, and does not wait.
    pub(crate) fn read<R>(&self, read: impl FnOnce(&Samples) -> R) -> Option<R> {
        self.samples.lock().as_ref().map(read)
    }
}
