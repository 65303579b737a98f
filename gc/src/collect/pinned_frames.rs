//! What frames at `stackmap` and `patchpoint` records keep where it is.
//!
//! LLVM takes a patchpoint for a call that changes nothing, and may have copies of a reference that the record does not
//! name, or addresses that it has computed from it. So what such a record lists is pinned for the collection: its object is a
//! root, and does not move. That must be known before anything moves, for another root may lead to the object
//! first. Therefore all stacks are walked once more, at the beginning of each collection, where the code of the heap
//! has such records at all.
//!
//! Of a record without a list (`statepoint_scanner::reference_list`) nothing is known but that a value may lead into the
//! heap, perhaps to the inside of an object. The process ends where one does.

use statepoint_scanner::roots::{PinnedRoot, Relocator};

use super::collector::Collector;
use super::forward::{refuse, refuse_inside, refuse_stale};
use super::roots::walk_frames;
use crate::object::{Header, HeaderWord};

impl Collector<'_> {
    /// Pins what frames name that are not at statepoints. All threads are stopped, and nobody collects yet: pins of the
    /// collection before are released.
    pub(super) fn pin_named(&self) {
        if !self.code.with(|code| code.has_pinned()) {
            return;
        }
        // The first worker's, who does not work yet.
        let mut walker = self.walkers[0].lock();
        for thread in self.threads {
            walk_frames(self.code, &thread.data, &mut walker, &mut Finder(self));
        }
    }
}

/// Moves nothing, and pins what it is told to.
struct Finder<'a>(&'a Collector<'a>);

impl Relocator for Finder<'_> {
    fn forward(&mut self, object: u64) -> u64 {
        object
    }

    fn pin(&mut self, root: PinnedRoot) -> bool {
        match root {
            PinnedRoot::Reference(word) => self.0.pin_for_collection(word),
            PinnedRoot::Candidate(word) => !self.0.is_in_use(word),
        }
    }
}

impl Collector<'_> {
    /// Pins the object that a root refers to, if it refers to one of the heap.
    fn pin_for_collection(&self, word: u64) -> bool {
        if !self.spaces.is_reference(word) {
            return true;
        }
        let object = word as usize;
        let blocks = self.spaces.blocks();
        if !self.is_in_use(word) {
            refuse_stale(object);
        }
        let Some(room) = blocks.room_at(object) else { refuse_inside(object) };
        // SAFETY: an aligned word of a block for small objects, or the first of a large object; the
        // world is stopped.
        let header = unsafe { HeaderWord::at(object) };
        let known = Header::from_heap(header.read().bits());
        // SAFETY: so much is left of the block, and nobody changes it.
        let candidate =
            known.and_then(|known| unsafe { self.types.candidate(known, object, room) });
        // If the host's model describes it, nothing more is known until a worker scans it.
        if candidate.is_none() {
            refuse(object, header.read().bits());
        }
        if self.references.pins.keep_once(word) {
            header.pin();
        }
        true
    }
}
