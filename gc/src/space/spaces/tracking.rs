//! Tracked blocks of the old generation: those that young collections evacuate after a concurrent
//! cycle. `recorded.rs` has the protocol.
//!
//! `is_tracking` and `has_evacuated` are written only by the thread that collects, before its
//! workers run, and read by these: relaxed.

use core::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use super::Spaces;
use crate::space::blocks::{BLOCK, BlockIndex};
use crate::space::recorded::{IncomingSlot, RecordedSlot};

/// The share of free memory that a concurrent cycle leaves unused in holes of tracked blocks.
const WITHHELD_FRACTION: usize = 4;
/// Evacuating tracked blocks leaves room for the survivors of 1/`SURVIVING_FRACTION` of the young
/// blocks. If more survive, and no room is left, objects stay in place.
const SURVIVING_FRACTION: usize = 4;
/// Estimates of the time that a young collection takes to evacuate a tracked block: for each live
/// byte, and for each recorded slot, which is seldom in the cache, as is its object.
const NANOSECONDS_PER_BYTE: u64 = 1;
const NANOSECONDS_PER_SLOT: u64 = 50;

impl Spaces {
    /// Begins to track sparse blocks, if there are any: a cycle begins.
    pub(super) fn begin_tracking(&self) {
        let free = self.max_mutator_blocks().saturating_sub(self.pool.used());
        let max_withheld = free / WITHHELD_FRACTION * BLOCK;
        self.recorded.discard_all();
        let is_tracking = self.old.lock().begin_tracking(&self.blocks, max_withheld);
        self.is_tracking.store(is_tracking, Relaxed);
        self.has_evacuated.store(false, Relaxed);
    }

    /// Returns whether blocks may be tracked, so that slots that refer to objects in tracked blocks
    /// must be recorded.
    pub(crate) fn is_tracking(&self) -> bool {
        self.is_tracking.load(Relaxed)
    }

    /// Returns whether blocks are tracked, none of which was evacuated since the last cycle.
    pub(crate) fn must_evacuate(&self) -> bool {
        self.is_tracking() && !self.has_evacuated.load(Relaxed)
    }

    /// Records slots that refer to objects in tracked blocks. Leaves `slots` empty.
    pub(crate) fn record(&self, slots: &mut Vec<IncomingSlot>) {
        if !slots.is_empty() {
            self.recorded.add(&self.blocks, slots);
        }
    }

    /// Returns the addresses of all recorded slots, for the verifier.
    pub(crate) fn recorded_slots(&self) -> Vec<usize> {
        self.recorded.all(&self.blocks)
    }

    /// Takes the tracked blocks that the young collection that begins evacuates: as many as take
    /// about `time`, but at least one if there is any, and as there is room for. `young`: the
    /// number of young blocks. No cycle is in progress.
    pub(super) fn take_tracked(
        &self,
        young: usize,
        time: Duration,
    ) -> (Vec<BlockIndex>, Vec<RecordedSlot>) {
        let reserved = young / SURVIVING_FRACTION;
        let free = self.max_mutator_blocks().saturating_sub(self.pool.used() + reserved);
        // Half of it, because copies do not fill their blocks completely.
        let mut room = free * BLOCK / 2;
        let mut left = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let mut old = self.old.lock();
        let blocks = old.take_tracked(&self.blocks, |block| {
            let bytes = self.blocks.live_bytes(block);
            let slots = self.recorded.count(block) as u64;
            if left == 0 || bytes > room {
                return false;
            }
            let cost = bytes as u64 * NANOSECONDS_PER_BYTE + slots * NANOSECONDS_PER_SLOT;
            left = left.saturating_sub(cost.max(1));
            room -= bytes;
            true
        });
        self.has_evacuated.store(true, Relaxed);
        let mut slots = Vec::new();
        for &block in &blocks {
            slots.append(&mut self.recorded.take(block));
            self.blocks.begin_evacuation(block);
        }
        if !old.has_tracked() {
            self.stop_tracking();
        }
        (blocks, slots)
    }

    /// Discards all recorded slots. No block is tracked any more.
    pub(super) fn stop_tracking(&self) {
        self.is_tracking.store(false, Relaxed);
        self.recorded.discard_all();
    }
}
