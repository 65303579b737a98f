//! The trace from the roots.
//!
//! The stack of unscanned objects has a limited size. If it is full, an object is only marked, and
//! the lowest address of such objects is noted; when the stack is empty, all marked objects from
//! that address on are scanned again.

use std::collections::HashMap;

use super::InspectionError;
use super::object_edges::load;
use super::root_edges::{RootEdge, RootEdges, RootName};
use super::stopped::StoppedHeap;
use crate::object::{Extent, Header, ScanRest, Special};
use crate::space::ObjectStarts;
use crate::worklist::Ring;

/// Minimum capacity of the stack of unscanned objects.
const MIN_UNSCANNED: usize = 1 << 14;
/// Bytes of the heap for each entry of the stack, which has 8 bytes: one per cent.
const HEAP_BYTES_PER_ENTRY: usize = 800;

/// What becomes reachable with an object.
#[derive(Clone, Copy, Debug)]
enum Waiting {
    /// The value of an ephemeron, or of an entry in a table with weak keys.
    Value(u64),
    /// The roots on the stack of a fiber: a range of indices.
    Roots(usize, usize),
}

/// A trace in progress.
pub(super) struct Trace<'a> {
    heap: &'a StoppedHeap<'a>,
    roots: &'a RootEdges,
    starts: ObjectStarts,
    unscanned: Vec<usize>,
    max_unscanned: usize,
    /// The lowest address of a marked object that was not put on the full stack.
    scan_again_from: Option<usize>,
    /// What becomes reachable with unreached objects, by their addresses.
    waiting: HashMap<usize, Vec<Waiting>>,
    /// What has become reachable and is still to be processed. A queue, because a chain of
    /// ephemerons may be long.
    released: Vec<Waiting>,
}

/// Returns the start addresses of all reachable objects, numbered, and their number.
pub(super) fn trace(
    heap: &StoppedHeap<'_>,
    roots: &RootEdges,
) -> Result<(ObjectStarts, u64), InspectionError> {
    let max_unscanned = (heap.spaces.used() / HEAP_BYTES_PER_ENTRY).max(MIN_UNSCANNED);
    Trace::new(heap, roots, max_unscanned).run()
}

impl<'a> Trace<'a> {
    fn new(heap: &'a StoppedHeap<'a>, roots: &'a RootEdges, max_unscanned: usize) -> Self {
        Self {
            heap,
            roots,
            starts: ObjectStarts::new(heap.spaces.range()),
            unscanned: Vec::new(),
            max_unscanned,
            scan_again_from: None,
            waiting: HashMap::new(),
            released: Vec::new(),
        }
    }

    fn run(mut self) -> Result<(ObjectStarts, u64), InspectionError> {
        self.reach_roots();
        self.scan_all()?;
        while let Some(from) = self.scan_again_from.take() {
            self.scan_marked_from(from)?;
        }
        let count = self.starts.number();
        Ok((self.starts, count))
    }

    /// Marks the objects that roots refer to.
    fn reach_roots(&mut self) {
        let edges = self.roots.edges();
        let mut first = 0;
        while first < edges.len() {
            let source = edges[first].source();
            let length = edges[first..].partition_point(|edge| edge.source() <= source);
            let end = first + length;
            match self.roots.owner_of(source) {
                Some(owner) => self.wait_for(owner as u64, Waiting::Roots(first, end)),
                None => self.reach_edges(first, end),
            }
            first = end;
        }
    }

    /// Marks the objects that root edges refer to.
    fn reach_edges(&mut self, first: usize, end: usize) {
        let mut key = 0;
        for index in first..end {
            let edge: RootEdge = self.roots.edges()[index];
            match self.roots.name(&edge) {
                RootName::Key => key = edge.target,
                RootName::Value => self.wait_for(key as u64, Waiting::Value(edge.target as u64)),
                name if name.is_weak() => {}
                _ => self.reach(edge.target as u64),
            }
        }
    }

    /// Processes `waiting` when `key` is reachable. A word that is not a reference counts as
    /// reachable.
    fn wait_for(&mut self, key: u64, waiting: Waiting) {
        if self.heap.is_reference(key) && !self.starts.contains(key as usize) {
            self.waiting.entry(key as usize).or_default().push(waiting);
        } else {
            self.release(waiting);
        }
    }

    fn release(&mut self, waiting: Waiting) {
        match waiting {
            Waiting::Value(value) => self.reach(value),
            Waiting::Roots(first, end) => self.reach_edges(first, end),
        }
    }

    /// Marks an object, if `word` is a reference.
    #[inline]
    fn reach(&mut self, word: u64) {
        let object = word as usize;
        if !self.heap.is_reference(word) || self.starts.insert(object) {
            return;
        }
        if self.unscanned.len() < self.max_unscanned {
            self.unscanned.push(object);
        } else {
            let lowest = self.scan_again_from.unwrap_or(object);
            self.scan_again_from = Some(lowest.min(object));
        }
        if !self.waiting.is_empty()
            && let Some(all) = self.waiting.remove(&object)
        {
            self.released.extend(all);
        }
    }

    /// Scans the objects on the stack, and those reached from them.
    fn scan_all(&mut self) -> Result<(), InspectionError> {
        let mut ring = Ring::new();
        loop {
            let next = match self.unscanned.pop() {
                Some(object) => match ring.push(object, object) {
                    Some(oldest) => oldest,
                    None => continue,
                },
                None => match ring.pop() {
                    Some(oldest) => oldest,
                    None => match self.released.pop() {
                        Some(waiting) => {
                            self.release(waiting);
                            continue;
                        }
                        None => return Ok(()),
                    },
                },
            };
            self.scan(next)?;
        }
    }

    /// Scans the marked objects in the block of an address, and in later blocks. Objects that are
    /// marked meanwhile may be scanned twice.
    fn scan_marked_from(&mut self, from: usize) -> Result<(), InspectionError> {
        // The bitmap changes while it is read, so it is read block by block.
        let mut next = Some(from);
        while let Some(block) = next {
            let end = block / crate::space::BLOCK * crate::space::BLOCK + crate::space::BLOCK;
            let objects: Vec<usize> =
                self.starts.from(block).take_while(|&object| object < end).collect();
            for object in objects {
                self.scan(object)?;
                if self.unscanned.len() >= self.max_unscanned / 2 {
                    self.scan_all()?;
                }
            }
            next = self.starts.from(end).next();
        }
        self.scan_all()
    }

    fn scan(&mut self, object: usize) -> Result<(), InspectionError> {
        let (header, extent) = self.heap.object_at(object)?;
        if extent.references.is_empty() {
            return Ok(());
        }
        let heap = self.heap;
        if let Some(slots) = extent.references.slots(object) {
            for slot in slots {
                // SAFETY: a slot of an object; the world is stopped.
                self.reach(unsafe { load(slot) });
            }
            return Ok(());
        }
        // SAFETY: `object_at` has found an object; the world is stopped.
        let rest = unsafe { heap.for_each_strong_slot(object, |slot| self.reach(load(slot))) };
        if rest == ScanRest::Special
            && let Some(&Special::Ephemeron { key, value }) = heap.types.special(header.type_id())
        {
            // SAFETY: fields of the object.
            let (key, value) = unsafe { (load(object + key), load(object + value)) };
            if heap.is_reference(value) {
                self.wait_for(key, Waiting::Value(value));
            }
        }
        Ok(())
    }
}

impl StoppedHeap<'_> {
    /// Returns the header and the extent of the object at an address to which a reference points.
    #[inline]
    pub(super) fn object_at(&self, object: usize) -> Result<(Header, Extent), InspectionError> {
        let Some(room) = self.spaces.blocks().max_object_size_at(object) else {
            return Err(InspectionError::NoObject { address: object, header: 0 });
        };
        // SAFETY: `object` is aligned and lies in a block in use; the world is stopped.
        let word = unsafe { load(object) };
        let found = Header::from_heap(word).and_then(|header| {
            // SAFETY: a reachable reference points to a complete object, unless the heap is
            // corrupt; the world is stopped.
            let extent = unsafe { self.types.extent(header, object) }?;
            (extent.size <= room).then_some((header, extent))
        });
        found.ok_or(InspectionError::NoObject { address: object, header: word })
    }
}
