//! Pins objects that frames at `stackmap` and `patchpoint` records refer to.
//!
//! LLVM treats a patchpoint as a call that changes no references, and may hold copies of a
//! reference that the record does not name, or addresses that it has computed from it. So the
//! object of each reference that such a record lists is pinned for the collection: it is a root,
//! and does not move. This must be known before any object moves, for another root may lead to the
//! object first. Therefore all stacks are walked once more, at the beginning of each collection, if
//! the code of the heap has such records at all.
//!
//! Of a record without a list (`statepoint_scanner::reference_list`) it is only known that any of
//! its values may point into the heap, perhaps into the interior of an object. The process ends if
//! one does.

use statepoint_scanner::roots::{PinnedRoot, Relocator};

use super::collector::Collector;
use super::part_scan::{FoundRoots, ScanMode, SkippableRelocator};
use super::stacks::{scan_parts, walk_frames};
use crate::object::{Header, HeaderWord, bad_reference};

impl Collector<'_> {
    /// Pins the objects named by frames that are not at statepoints. All threads are stopped, and
    /// no worker runs yet; the pins of the previous collection have been released.
    pub(super) fn pin_frame_roots(&self) {
        if !self.code.with(|code| code.has_pinned()) {
            return;
        }
        // The walker of the first worker, which does not run yet.
        let mut walker = self.walkers[0].lock();
        let running = self.threads.iter().flat_map(|thread| thread.data.stacks());
        // A fiber with such frames stays listed until they have returned.
        let suspended = self.fibers.listed().iter().filter_map(|fiber| fiber.suspended());
        // The clean parts of a deep stack have no such frames.
        let mode = ScanMode { spacing: self.barrier_spacing, may_skip: true, updates: false };
        for (stack, anchor) in running.chain(suspended) {
            let mut visitor = PinningVisitor(self);
            let search = |address| self.describe_stack_root((stack, anchor), address);
            bad_reference::with_search(&search, || {
                if stack.parts.is_empty() {
                    walk_frames(self.code, stack, anchor, &mut walker, &mut visitor);
                } else {
                    scan_parts(self.code, (stack, anchor), &mut walker, &mut visitor, mode);
                }
            });
        }
    }
}

/// A relocator that moves nothing and pins the objects of pinned roots.
struct PinningVisitor<'a>(&'a Collector<'a>);

impl Relocator for PinningVisitor<'_> {
    const FORWARDS: bool = false;

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

impl SkippableRelocator for PinningVisitor<'_> {
    fn take_found(&mut self) -> FoundRoots {
        FoundRoots::default()
    }
}

impl Collector<'_> {
    /// Pins the object that a root points to, if it points into the heap. Returns `true`: the
    /// object is pinned now, or the word is not a reference into the heap. Ends the process if no
    /// object lies there.
    fn pin_for_collection(&self, word: u64) -> bool {
        if !self.spaces.is_reference(word) {
            return true;
        }
        let object = word as usize;
        let blocks = self.spaces.blocks();
        if !self.is_in_use(word) {
            bad_reference::stale(object);
        }
        let Some(room) = blocks.max_object_size_at(object) else {
            bad_reference::inside_large(object)
        };
        // SAFETY: an aligned word of a block for small objects, or the first of a large object; the
        // world is stopped.
        let header = unsafe { HeaderWord::at(object) };
        let known = Header::from_heap(header.read().bits());
        // SAFETY: `room` bytes are left of the block or large object, and no thread changes them.
        let candidate =
            known.and_then(|known| unsafe { self.types.candidate(known, object, room) });
        // If the host's model describes the type, nothing more is known until a worker scans the
        // object.
        if candidate.is_none() {
            bad_reference::no_object(object, header.read().bits());
        }
        if self.references.pins.add_for_collection(word) {
            header.pin();
        }
        true
    }
}
