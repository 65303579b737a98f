//! Recorded slots: for each tracked block, the slots of old objects that refer into it, so that a
//! young collection can evacuate the block (a remembered set per region, as in G1: Detlefs and
//! others, ISMM 2004).
//!
//! # Protocol
//!
//! A concurrent cycle begins to track sparse blocks ([`BlockState::TRACKED`]). From then on, until
//! the block is evacuated or no longer tracked:
//!
//! * a marker records each slot that leads into a tracked block, of each object that it scans;
//! * a young collection records those of the old objects that it scans: promoted and evacuated
//!   objects, and, when no cycle is marking, logged objects and cards. While a cycle is marking,
//!   logged objects become grey again, so that a marker scans them; a card is recorded only if its
//!   object is marked;
//! * a reference that is in no such slot (a handle, a weak reference, an ephemeron, a finalizable
//!   object) ends the tracking of the block, unless each young collection visits it:
//!   [`Blocks::keep_in_place`].
//!
//! Invariant: when a collection evacuates the block, each slot of a live old object that refers to
//! one of its objects is recorded, or its object or card was logged since the last collection. For
//! the slot had the reference when its object was last scanned, in the cycle or after it, or got it
//! later.
//!
//! A recorded slot is a slot of an object that a marker has marked or a collection has promoted
//! since the cycle began. Such an object is not freed before the next cycle is marked, and by then
//! all recorded slots are dropped. So the slot is still one, except if its own block was evacuated
//! meanwhile. A recorded slot therefore has the block's evacuation parity in its lowest bit. A
//! block is evacuated this way at most once between two cycles, as what fills it later is not
//! tracked.
//!
//! A slot may be recorded several times, and may refer elsewhere by now.
//!
//! # Synchronisation
//!
//! One lock. Markers and workers collect slots in buffers of their own, and add whole buffers.
//! Evacuation parities change at the beginning of a pause only, before its workers run and while
//! markers are parked: relaxed.

use std::collections::HashMap;

use super::block_state::BlockState;
use super::blocks::{BlockIndex, Blocks};
use crate::sync::Mutex;

/// Number of slots that a thread collects before it adds them.
pub(crate) const BUFFERED_SLOTS: usize = 1 << 10;
/// At most 1/`LIMIT_FRACTION` of the heap limit is used for recorded slots, but at least
/// `MIN_BYTES`. A list may have allocated twice as much.
const LIMIT_FRACTION: usize = 100;
const MIN_BYTES: usize = 1 << 20;
/// A block to which more slots refer than this is not evacuated: updating them takes about 0.2 ms
/// of a pause.
const MAX_SLOTS_PER_BLOCK: usize = 1 << 12;

/// A slot of an old object that refers into a tracked block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IncomingSlot {
    /// Address of the slot.
    pub(crate) slot: usize,
    /// Address of the object that it refers to.
    pub(crate) target: usize,
}

/// A recorded slot: its address, and in the lowest bit its block's evacuation parity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RecordedSlot(usize);

impl RecordedSlot {
    fn new(blocks: &Blocks, slot: usize) -> Self {
        Self(slot | blocks.evacuation_parity(slot))
    }

    /// Returns the address of the slot; `None` if its object was moved since it was recorded.
    #[inline]
    pub(crate) fn address(self, blocks: &Blocks) -> Option<usize> {
        let slot = self.0 & !1;
        (self.0 & 1 == blocks.evacuation_parity(slot)).then_some(slot)
    }
}

#[derive(Debug, Default)]
struct Lists {
    of: HashMap<BlockIndex, Vec<RecordedSlot>>,
    /// Number of slots in all lists.
    count: usize,
    /// Lists that are no longer needed. Dropping many takes too long in a pause.
    discarded: Vec<HashMap<BlockIndex, Vec<RecordedSlot>>>,
}

/// The recorded slots of a heap.
#[derive(Debug)]
pub(super) struct RecordedSlots {
    lists: Mutex<Lists>,
    /// Maximum number of slots in all lists.
    max: usize,
}

impl RecordedSlots {
    /// Returns the recorded slots, none yet, of a heap with this limit in bytes.
    pub(super) fn new(limit: usize) -> Self {
        let max = (limit / LIMIT_FRACTION).max(MIN_BYTES) / size_of::<RecordedSlot>();
        Self { lists: Mutex::new(Lists::default()), max }
    }

    /// Records slots, and leaves `slots` empty. Blocks with too many slots are no longer tracked.
    pub(super) fn add(&self, blocks: &Blocks, slots: &mut Vec<IncomingSlot>) {
        let mut lists = self.lists.lock();
        for IncomingSlot { slot, target } in slots.drain(..) {
            let block = blocks.block_of(target);
            // Objects of the same block are evacuated together, and their copies are scanned.
            if blocks.state(block) != BlockState::TRACKED || blocks.block_of(slot) == block {
                continue;
            }
            let is_full = lists.count >= self.max;
            let list = lists.of.entry(block).or_default();
            if is_full || list.len() >= MAX_SLOTS_PER_BLOCK {
                let dropped = list.len();
                lists.of.remove(&block);
                lists.count -= dropped;
                blocks.stop_tracking(block);
                continue;
            }
            list.push(RecordedSlot::new(blocks, slot));
            lists.count += 1;
        }
    }

    /// Returns the number of slots that are recorded for a block.
    pub(super) fn count(&self, block: BlockIndex) -> usize {
        self.lists.lock().of.get(&block).map_or(0, Vec::len)
    }

    /// Removes and returns the slots that are recorded for a block.
    pub(super) fn take(&self, block: BlockIndex) -> Vec<RecordedSlot> {
        let mut lists = self.lists.lock();
        let taken = lists.of.remove(&block).unwrap_or_default();
        lists.count -= taken.len();
        taken
    }

    /// Discards all recorded slots: no block is tracked any more. In a pause.
    pub(super) fn discard_all(&self) {
        let mut lists = self.lists.lock();
        let of = core::mem::take(&mut lists.of);
        lists.count = 0;
        if !of.is_empty() {
            lists.discarded.push(of);
        }
    }

    /// Drops what was discarded. Mutators may run.
    pub(super) fn drop_discarded(&self) {
        let discarded = core::mem::take(&mut self.lists.lock().discarded);
        drop(discarded);
    }

    /// Returns the addresses of all recorded slots that are current, for the verifier.
    pub(super) fn all(&self, blocks: &Blocks) -> Vec<usize> {
        let lists = self.lists.lock();
        lists.of.values().flatten().filter_map(|slot| slot.address(blocks)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::BLOCK;

    const START: usize = 16 * BLOCK;

    fn blocks() -> Blocks {
        let blocks = Blocks::new(START..START + 16 * BLOCK, 8).unwrap();
        for block in 0..3 {
            blocks.set_state(BlockIndex(block), BlockState::TRACKED);
        }
        blocks.set_state(BlockIndex(3), BlockState::OLD);
        blocks
    }

    fn incoming(slot: usize, target: usize) -> IncomingSlot {
        IncomingSlot { slot, target }
    }

    #[test]
    fn slots_are_recorded_for_tracked_blocks_only() {
        let (blocks, recorded) = (blocks(), RecordedSlots::new(1 << 30));
        let at = |block: usize, offset: usize| START + block * BLOCK + offset;
        let mut slots = vec![
            incoming(at(3, 8), at(0, 16)),
            incoming(at(9, 8), at(0, 64)),
            incoming(at(1, 8), at(1, 64)),
            incoming(at(0, 8), at(3, 64)),
            incoming(at(0, 24), at(1, 64)),
        ];
        recorded.add(&blocks, &mut slots);
        assert!(slots.is_empty());
        assert_eq!([0, 1, 2, 3].map(|block| recorded.count(BlockIndex(block))), [2, 1, 0, 0]);
        let taken = recorded.take(BlockIndex(0));
        let taken: Vec<_> = taken.iter().map(|slot| slot.address(&blocks)).collect();
        assert_eq!(taken, [Some(at(3, 8)), Some(at(9, 8))]);
        assert_eq!(recorded.count(BlockIndex(0)), 0);
    }

    #[test]
    fn slots_of_moved_objects_are_not_used() {
        let (blocks, recorded) = (blocks(), RecordedSlots::new(1 << 30));
        let (slot, target) = (START + 8, START + BLOCK + 16);
        recorded.add(&blocks, &mut vec![incoming(slot, target)]);
        blocks.begin_evacuation(BlockIndex(0));
        assert!(recorded.all(&blocks).is_empty());
        // The block was freed, and filled again.
        blocks.set_state(BlockIndex(0), BlockState::OLD);
        recorded.add(&blocks, &mut vec![incoming(slot + 8, target)]);
        let taken = recorded.take(BlockIndex(1));
        let taken: Vec<_> = taken.iter().map(|slot| slot.address(&blocks)).collect();
        assert_eq!(taken, [None, Some(slot + 8)]);
    }

    #[test]
    fn blocks_with_too_many_slots_are_not_tracked() {
        let (blocks, recorded) = (blocks(), RecordedSlots::new(0));
        let max = MIN_BYTES / 8;
        let one = |block: usize| incoming(START + 3 * BLOCK, START + block * BLOCK);
        recorded.add(&blocks, &mut vec![one(0); MAX_SLOTS_PER_BLOCK]);
        assert_eq!(blocks.state(BlockIndex(0)), BlockState::TRACKED);
        recorded.add(&blocks, &mut vec![one(0)]);
        assert_eq!(blocks.state(BlockIndex(0)), BlockState::OLD);
        assert_eq!((recorded.count(BlockIndex(0)), recorded.lists.lock().count), (0, 0));
        recorded.lists.lock().count = max - 1;
        recorded.add(&blocks, &mut vec![one(1), one(1), one(2)]);
        let states = [1, 2].map(|block| blocks.state(BlockIndex(block)));
        assert_eq!(states, [BlockState::OLD, BlockState::TRACKED], "one was dropped for the other");
        recorded.discard_all();
        assert_eq!(recorded.count(BlockIndex(2)), 0);
        recorded.drop_discarded();
    }
}
