//! A marker: marks and scans old objects, in short steps, concurrently with mutators or in a
//! pause.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use statepoint_scanner::fault_injection::fault;

use super::Marking;
use super::fibers::{FiberKind, ReadFibers};
use super::grey::Grey;
use super::handles::Part;
use crate::fatal;
use crate::handles::{HandleTable, References};
use crate::object::{
    Extent, Header, HeaderWord, ScanPart, ScanRest, TypeTable, WORD, bad_reference, reference_slots,
};
use crate::space::{BLOCK, BUFFERED_SLOTS, BlockState, Blocks, IncomingSlot, LiveCount, Spaces};
use crate::worklist::{MarkStack, NoMemory, Ring, Task};

/// A step is checked for its end after this many objects and slots: some microseconds.
const BETWEEN_CHECKS: usize = 256;
/// A marker hands over objects only if it has more than this many.
const KEPT: usize = 16;
/// Cells of handles that are visited while their shard is locked: some microseconds.
const CELLS: u32 = 1 << 10;

/// The parts of a heap that marking reads.
#[derive(Clone, Copy)]
pub(crate) struct Sources<'a> {
    pub(crate) spaces: &'a Spaces,
    pub(crate) blocks: &'a Blocks,
    pub(crate) types: &'a TypeTable,
    pub(crate) handles: &'a HandleTable,
    pub(crate) references: &'a References,
    fibers: &'a dyn ReadFibers,
    /// Header bits of a live old object that was not logged: the present mark.
    pub(crate) live_bits: u64,
}

/// The reason for the end of a marker's step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The time limit was reached, or a stop requests that markers park.
    Interrupted,
    /// The marker has found no grey object, except those that only a pause can scan.
    Idle,
}

impl<'a> Sources<'a> {
    /// Returns the parts of a heap that marking reads.
    pub(crate) fn new(
        spaces: &'a Spaces,
        types: &'a TypeTable,
        handles: &'a HandleTable,
        references: &'a References,
        fibers: &'a dyn ReadFibers,
    ) -> Self {
        let (blocks, live_bits) = (spaces.blocks(), spaces.live_bits());
        Self { spaces, blocks, types, handles, references, fibers, live_bits }
    }

    /// Returns whether an old object begins at `address`, if any does. Everything else is not
    /// marked by markers: young objects, whose references to old ones each pause shades; and what
    /// is no reference. While mutators run, the state of a block that they have just taken may be
    /// seen as free.
    #[inline]
    pub(super) fn is_old(&self, address: usize) -> bool {
        self.old_state(address).is_some()
    }

    /// As [`Self::is_old`]; returns the state of the object's block.
    #[inline]
    fn old_state(&self, address: usize) -> Option<BlockState> {
        let state = self.blocks.state_at(address)?;
        (state.is_old() && address.is_multiple_of(WORD)).then_some(state)
    }
}

/// Objects that a marker has marked in a cycle, and their bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MarkerCounts {
    pub(crate) objects: u64,
    pub(crate) bytes: u64,
}

impl core::iter::Sum for MarkerCounts {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |a, b| Self {
            objects: a.objects + b.objects,
            bytes: a.bytes + b.bytes,
        })
    }
}

/// The state of a marker between its steps.
#[derive(Debug, Default)]
pub(crate) struct Marker {
    /// Marked objects that are still to be scanned.
    stack: MarkStack,
    /// Shaded references that are still to be marked.
    shaded: Vec<usize>,
    /// References whose objects are being fetched into the cache.
    ring: Ring,
    /// Objects with fields that were not traced.
    discovered: Vec<usize>,
    /// Slots to record, which refer to objects in tracked blocks.
    incoming: Vec<IncomingSlot>,
    /// Marked objects that only the host can describe: they are scanned in pauses.
    described: Vec<usize>,
    /// Keys of waiting ephemerons that were reached.
    reached_keys: Vec<u64>,
    counts: MarkerCounts,
}

/// The thread that runs a step, and what else runs meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// A marker thread. Mutators may run: the host's object model must not be called.
    Concurrent,
    /// A mutator that assists. As above, and it leaves the cells of handles, and fibers, to marker
    /// threads.
    Assist,
    /// A worker of a pause: the world is stopped, and marker threads are parked.
    Paused,
}

impl Marker {
    /// Marks and scans until no grey object is left, or `is_over` returns true. That is called from
    /// time to time with the counts of this marker's cycle. The caller is
    /// [inside](super::Parking::enter) a step, is a mutator that assists, or has parked all
    /// markers.
    pub(crate) fn run(
        &mut self,
        heap: &Sources<'_>,
        marking: &Marking,
        mode: Mode,
        mut is_over: impl FnMut(MarkerCounts) -> bool,
    ) -> Step {
        let mut step = StepOf::new(heap, self, mode);
        loop {
            step.work = 0;
            while step.work < BETWEEN_CHECKS {
                if !step.advance(marking) {
                    return Step::Idle;
                }
                step.work += 1;
            }
            step.share(marking);
            step.marker.record(heap.spaces, BUFFERED_SLOTS);
            let must_end = mode == Mode::Concurrent && marking.parking.is_requested();
            if is_over(step.marker.counts) || must_end {
                return Step::Interrupted;
            }
        }
    }

    /// Records the slots that this marker has found, if there are at least `min`.
    pub(super) fn record(&mut self, spaces: &Spaces, min: usize) {
        if self.incoming.len() >= min {
            spaces.record(&mut self.incoming);
        }
    }

    /// Settles weak items, then reads fibers that objects own, until all were inspected or
    /// `is_over` returns true. All markers are idle. What this shades is marked by the next
    /// [`Self::run`]. The caller is inside a step.
    pub(crate) fn settle(
        &mut self,
        heap: &Sources<'_>,
        marking: &Marking,
        mut is_over: impl FnMut() -> bool,
    ) {
        let discovered = || core::mem::take(&mut *marking.discovered.lock());
        while let Some(mut shaded) = marking.settling.advance(heap, discovered) {
            self.shaded.append(&mut shaded);
            if is_over() || marking.parking.is_requested() {
                return;
            }
        }
        let mut step = StepOf::new(heap, self, Mode::Concurrent);
        while step.visit_fibers(marking, FiberKind::Owned) {
            if is_over() || marking.parking.is_requested() {
                return;
            }
        }
    }

    /// Marks the object that `word` refers to if it is an old one. In a pause. Not through the
    /// prefetch queue: the next ephemeron may have this object as its key.
    pub(crate) fn keep(&mut self, heap: &Sources<'_>, word: u64) {
        if heap.is_old(word as usize) {
            StepOf::new(heap, self, Mode::Paused).mark(word as usize);
        }
    }

    /// Returns whether the marker has no grey object; those that only a pause can scan do not
    /// count.
    pub(super) fn is_idle(&self) -> bool {
        self.stack.is_empty() && self.shaded.is_empty() && self.ring.is_empty()
    }

    /// Adds a marked object that is still to be scanned.
    pub(super) fn push(&mut self, task: Task) {
        if let Err(NoMemory) = self.stack.push(task) {
            fatal::abort(format_args!("the system has no memory left for marking"));
        }
    }

    /// Passes the older half of the stack's top to `take` if it has enough to spare.
    pub(super) fn take_spare(&mut self, take: impl FnMut(Task)) {
        if self.stack.top_segment_len() > KEPT {
            self.stack.take_oldest(take);
        }
    }

    /// Hands over all grey objects of this marker.
    pub(crate) fn hand_over_all(&mut self, marking: &Marking) {
        if fault("assist-forgets") {
            self.stack.pop();
        }
        let mut shaded = core::mem::take(&mut self.shaded);
        shaded.extend(core::iter::from_fn(|| self.ring.pop()));
        marking.hand_over_shaded(shaded);
        marking.hand_over(core::iter::from_fn(|| self.stack.pop()).collect());
    }

    /// Adds the results of another marker, which is idle.
    pub(super) fn absorb(&mut self, mut other: Self) {
        debug_assert!(other.is_idle() && other.described.is_empty());
        self.discovered.append(&mut other.discovered);
        self.reached_keys.append(&mut other.reached_keys);
        self.incoming.append(&mut other.incoming);
        self.counts = [self.counts, other.counts].into_iter().sum();
    }

    /// Returns the counts of this cycle.
    pub(crate) fn counts(&self) -> MarkerCounts {
        self.counts
    }

    /// Resets the counts: a cycle begins.
    pub(super) fn reset_counts(&mut self) {
        self.counts = MarkerCounts::default();
    }

    /// Takes the objects with fields that were not traced.
    pub(crate) fn take_discovered(&mut self) -> Vec<usize> {
        core::mem::take(&mut self.discovered)
    }

    /// Returns the keys of waiting ephemerons that were reached.
    pub(crate) fn reached_keys(&mut self) -> &mut Vec<u64> {
        &mut self.reached_keys
    }
}

/// A step in progress.
struct StepOf<'m, 'h> {
    heap: &'h Sources<'h>,
    marker: &'m mut Marker,
    mode: Mode,
    /// Number of objects and slots that were visited since the last check.
    work: usize,
    /// Bytes of the last objects that were marked.
    marked: LiveCount,
}

impl Drop for StepOf<'_, '_> {
    fn drop(&mut self) {
        self.heap.blocks.add_counted(&mut self.marked);
    }
}

impl<'m, 'h> StepOf<'m, 'h> {
    fn new(heap: &'h Sources<'h>, marker: &'m mut Marker, mode: Mode) -> Self {
        Self { heap, marker, mode, work: 0, marked: LiveCount::default() }
    }

    /// Scans or marks one object, or finds some to mark. Returns `false` if there is none left.
    #[inline]
    fn advance(&mut self, marking: &Marking) -> bool {
        if let Some(task) = self.marker.stack.pop() {
            self.scan(task);
            return true;
        }
        self.advance_from_queues(marking)
    }

    /// Hands over the older half of the stack's top if other markers, or mutators that are to
    /// assist, have nothing to do.
    fn share(&mut self, marking: &Marking) {
        if self.mode == Mode::Concurrent && (marking.is_anyone_idle() || marking.lacks_assists()) {
            let mut tasks = Vec::new();
            self.marker.take_spare(|task| tasks.push(task));
            marking.hand_over(tasks);
        }
    }

    #[inline(never)]
    fn advance_from_queues(&mut self, marking: &Marking) -> bool {
        if let Some(address) = self.marker.shaded.pop() {
            self.shade(address);
            return true;
        }
        if let Some(address) = self.marker.ring.pop() {
            self.mark(address);
            return true;
        }
        // Early in a cycle: these are roots, and seldom change.
        if self.mode != Mode::Assist
            && (self.visit_handles(marking) || self.visit_fibers(marking, FiberKind::Root))
        {
            return true;
        }
        match marking.grey.take() {
            Some(Grey::Shaded(references)) => self.marker.shaded = references,
            Some(Grey::Tasks(tasks)) => tasks.into_iter().for_each(|task| self.marker.push(task)),
            None if self.mode == Mode::Paused && !self.marker.described.is_empty() => {
                self.scan_described();
            }
            None => return false,
        }
        true
    }

    /// Visits some cells of handles that existed when the cycle began. Returns `false` if all were
    /// visited.
    fn visit_handles(&mut self, marking: &Marking) -> bool {
        let handles = self.heap.handles;
        let mut words = Vec::new();
        // The next check follows at once.
        self.work = BETWEEN_CHECKS;
        let visited = marking.handles.visit_next(|Part { shard, from }| {
            handles.read_some(shard, from, CELLS, |word| words.push(word as usize))
        });
        if !fault("marker-skips-handles") {
            self.shade_roots(words);
        }
        visited
    }

    /// Reads the stacks of some fibers of this kind that existed when the cycle began. Returns
    /// `false` if all were read.
    fn visit_fibers(&mut self, marking: &Marking, kind: FiberKind) -> bool {
        let fibers = self.heap.fibers;
        let mut words = Vec::new();
        // The next check follows at once.
        self.work = BETWEEN_CHECKS;
        let visited = marking.fibers.read_next(kind, |position| {
            fibers.read_some(kind, position, &mut |word| words.push(word as usize))
        });
        if !fault("marker-skips-fibers") {
            self.shade_roots(words);
        }
        visited
    }

    /// Shades the references in roots that later collections do not visit if they point to old
    /// objects.
    fn shade_roots(&mut self, words: Vec<usize>) {
        for address in words {
            self.heap.blocks.keep_in_place(address);
            self.shade(address);
        }
    }

    /// Makes the object at `address` one of the next to be marked, if it is an old one.
    #[inline]
    fn shade(&mut self, address: usize) {
        if self.heap.is_old(address) {
            self.shade_old(address);
        }
    }

    /// As [`Self::shade`], for an old object.
    #[inline]
    fn shade_old(&mut self, address: usize) {
        if let Some(due) = self.marker.ring.push(address, address) {
            self.mark(due);
        }
    }

    /// Marks an old object, unless it is marked.
    #[inline]
    fn mark(&mut self, address: usize) {
        // SAFETY: an aligned word of a block of the old generation, in which an object begins if
        // the reference is one; its header is accessed by atomic operations while mutators run.
        let word = unsafe { HeaderWord::at(address) };
        let Some(header) = word.mark_concurrently(self.heap.live_bits) else { return };
        if header.is_waiting_key() {
            // Only while references are processed, in a pause.
            word.store(header.without_waiting_key());
            self.marker.reached_keys.push(address as u64);
        }
        if self.heap.types.is_described(header.type_id()) {
            self.marker.described.push(address);
            return;
        }
        let task = self.mark_lines(address, header);
        if !task.part.is_empty() {
            self.marker.push(task);
        }
    }

    /// Marks the lines of an object that was just marked. Returns the part to scan.
    fn mark_lines(&mut self, address: usize, header: Header) -> Task {
        let large = self.heap.blocks.state_at(address) == Some(BlockState::LARGE_OLD);
        if large && !address.is_multiple_of(BLOCK) {
            bad_reference::inside_large(address);
        }
        let room = if large { usize::MAX } else { BLOCK - address % BLOCK };
        // SAFETY: the object is old, so it is complete and its length does not change. If only the
        // host can describe it, the world is stopped.
        let extent = unsafe { self.heap.types.extent(header, address) };
        let Some(Extent { size, alignment, references }) = extent.filter(|e| e.size <= room) else {
            bad_reference::no_object(address, header.bits());
        };
        if !large {
            // Includes the alignment gap that the object may need when it is moved.
            self.heap.blocks.mark_counted(address, alignment.up(size), &mut self.marked);
        }
        self.marker.counts.objects += 1;
        // The references of a large object are counted when they are scanned.
        if !large || references.is_empty() {
            self.marker.counts.bytes += size as u64;
        }
        Task { object: address, part: references }
    }

    /// Marks the lines of marked objects that only the host can describe, and scans them.
    fn scan_described(&mut self) {
        for address in core::mem::take(&mut self.marker.described) {
            // SAFETY: an old object, which a marker has marked.
            let header = unsafe { HeaderWord::at(address) }.read();
            // In this step, as a later one may run concurrently with mutators.
            let task = self.mark_lines(address, header);
            if !task.part.is_empty() {
                self.scan(task);
            }
        }
    }

    /// Scans a marked object, or a part of it.
    #[inline]
    fn scan(&mut self, Task { object, part }: Task) {
        if let Some(slots) = part.slots(object) {
            slots.for_each(|slot| self.visit(slot));
            return;
        }
        self.scan_other(object, part);
    }

    #[inline(never)]
    fn scan_other(&mut self, object: usize, part: ScanPart) {
        let before = self.work;
        // SAFETY: the object is old, so it is complete; nothing is changed. If only the host can
        // describe it, the world is stopped.
        let rest =
            unsafe { reference_slots(self.heap.types, object, part, |slot| self.visit(slot)) };
        if self.heap.blocks.state_at(object) == Some(BlockState::LARGE_OLD) {
            self.marker.counts.bytes += ((self.work - before) * WORD) as u64;
        }
        match rest {
            ScanRest::Done => {}
            ScanRest::More(part) => self.marker.push(Task { object, part }),
            ScanRest::Special => self.marker.discovered.push(object),
        }
    }

    #[inline]
    fn visit(&mut self, slot: usize) {
        self.work += 1;
        // SAFETY: a slot of an old object, which mutators may be writing: both sides access whole
        // words.
        let word = unsafe { &*core::ptr::with_exposed_provenance::<AtomicU64>(slot) };
        let address = word.load(Relaxed) as usize;
        if fault("marker-skips-slot") && address % 256 == 8 {
            return;
        }
        let Some(state) = self.heap.old_state(address) else { return };
        if state == BlockState::TRACKED && !fault("record-no-marked") {
            self.marker.incoming.push(IncomingSlot { slot, target: address });
        }
        self.shade_old(address);
    }
}
