//! How full the spaces are, and what mutators have taken.
//!
//! The counters are statistics, which order nothing: relaxed.

use core::sync::atomic::Ordering::Relaxed;
use core::sync::atomic::{AtomicU64, AtomicUsize};

use super::Spaces;
use crate::collection::HeapUse;
use crate::space::blocks::BLOCK;

/// Counters of the memory in use.
#[derive(Debug, Default)]
pub(super) struct UseCounters {
    /// The maximum number of bytes that were in use at the same time, up to the end of the last
    /// collection.
    peak: AtomicUsize,
    /// Bytes of all chunks and large objects that mutators have taken.
    allocated: AtomicU64,
    /// The occupancy of the old generation when [`Spaces::occupancy`] was last called.
    old: AtomicUsize,
}

impl UseCounters {
    /// Counts memory that a mutator has taken.
    pub(super) fn add_allocated(&self, bytes: usize) {
        self.allocated.fetch_add(bytes as u64, Relaxed);
    }
}

impl Spaces {
    /// Returns the bytes of all blocks and pages in use.
    pub(crate) fn used(&self) -> usize {
        self.pool.used() * BLOCK + self.large.bytes()
    }

    /// Returns the occupancy of each space. Young: blocks of eden and of survivors. Old: blocks,
    /// minus the holes in them. Large: pages of all large objects, young ones included. Called in a
    /// pause, or by the sweeper: while a collection runs, the lists of old blocks are incomplete.
    pub(crate) fn occupancy(&self) -> HeapUse {
        let old = self.old.lock().occupied();
        self.use_counters.old.store(old, Relaxed);
        self.occupancy_with(old)
    }

    /// As [`Self::occupancy`], at any time: the value of the old generation is that of the last
    /// call of that function, and the others may be those of a collection in progress.
    pub(crate) fn recent_occupancy(&self) -> HeapUse {
        self.occupancy_with(self.use_counters.old.load(Relaxed))
    }

    fn occupancy_with(&self, old: usize) -> HeapUse {
        let young = (self.eden.len() + self.survivors.lock().len()) * BLOCK;
        HeapUse {
            young: young as u64,
            old: old as u64,
            large: self.large.bytes() as u64,
            committed: self.used() as u64,
        }
    }

    /// Returns the bytes of the old generation's blocks that are not known to be live: the bytes
    /// that a compaction would free.
    pub(crate) fn fragmented_bytes(&self) -> usize {
        self.old.lock().fragmented(&self.blocks)
    }

    /// Returns the maximum number of bytes of blocks and pages that were in use at the same time.
    pub(crate) fn peak_used(&self) -> usize {
        let used = self.used();
        self.use_counters.peak.fetch_max(used, Relaxed).max(used)
    }

    /// Returns the bytes that mutators have allocated since the heap was created. TLABs count in
    /// full.
    pub(crate) fn allocated(&self) -> u64 {
        self.use_counters.allocated.load(Relaxed)
    }
}
