//! The work of one collecting thread: it scans roots, copies or marks the objects they point to,
//! and traces from there.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use crossbeam::deque::Worker as Queue;
use parking_lot::MutexGuard;
use statepoint_scanner::fault_injection::fault;

use super::collector::Collector;
use super::owned_fibers::CollectedFibers;
use super::pass::Pass;
use super::reference_workers::{ReferenceWorkers, WorkerLimits};
use super::references::{self, ReferenceResult, Sources};
use crate::collection::Scope;
use crate::fatal;
use crate::handles::Items;
use crate::object::{ScanPart, ScanRest, TypeTable, bad_reference, reference_slots};
use crate::observe::{Counters, WorkerSpan, nanoseconds};
use crate::space::{BUFFERED_SLOTS, BlockState, Blocks, CopyBuffer, IncomingSlot, LiveCount};
use crate::thread::DeadFiberRecord;
use crate::worklist::{MarkStack, NoMemory, Ring, Task, WorkSharing};

/// A worker offers objects only if it has more than this many. Small: while tracing a binary tree,
/// a stack never has more objects than the tree is high, and the oldest ones lead to most of the
/// tree.
const MIN_RETAINED_TASKS: usize = 3;
/// Objects that a worker scans before it offers some again. In a list whose nodes have other fields
/// too, the oldest object is the next node: without this limit it would pass from worker to worker
/// at every node.
const SCANS_BETWEEN_OFFERS: u32 = 64;

/// The results of a worker.
#[derive(Default)]
pub(super) struct WorkerResult {
    pub(super) counters: Counters,
    /// Slots of old objects that refer to young ones.
    pub(super) remembered: Vec<usize>,
    /// While a concurrent cycle marks: the discovered objects, where they are now.
    pub(super) special: Vec<usize>,
    /// In a young collection: objects of evacuated old blocks that did not move.
    pub(super) retained: Vec<usize>,
}

impl WorkerResult {
    /// Adds the result of another worker.
    pub(super) fn add(&mut self, mut other: Self) {
        self.counters += other.counters;
        self.remembered.append(&mut other.remembered);
        self.special.append(&mut other.special);
        self.retained.append(&mut other.retained);
    }
}

/// Runs worker `index` of a pass. `SINGLE_WORKER`: it is the only worker, and claiming an object
/// needs no atomic exchange. `YOUNG`: this is a young collection.
pub(super) fn run_worker<const SINGLE_WORKER: bool, const YOUNG: bool>(
    pass: &Pass<'_>,
    index: usize,
) -> WorkerResult {
    let Some(queue) = pass.sharing.join(index) else { return WorkerResult::default() };
    let begin = pass.spans.as_ref().map(|_| Instant::now());
    let mut worker = Worker::<SINGLE_WORKER, YOUNG>::new(pass, &pass.sharing, index, queue);
    worker.process_roots();
    let roots = pass.began.elapsed();
    pass.roots_done.fetch_max(nanoseconds(roots), Relaxed);
    let search = |address| pass.collector.describe_field(address);
    bad_reference::with_search(&search, || worker.trace_all());
    if let (Some(begin), Some(spans)) = (begin, &pass.spans) {
        let Counters { objects_moved, bytes_copied, .. } = worker.done.counters;
        let (traced, end) = (pass.began + roots, Instant::now());
        spans.lock().push(WorkerSpan { index, begin, traced, end, objects_moved, bytes_copied });
    }
    pass.discovered.lock().append(&mut worker.discovered);
    worker.end()
}

/// The result of processing references.
pub(super) struct ProcessedReferences {
    pub(super) result: WorkerResult,
    /// The old objects that the next young collection must scan because of references.
    pub(super) revisit: Vec<usize>,
    /// Fibers whose owners are dead.
    pub(super) dead_fibers: Vec<DeadFiberRecord>,
    /// Maximum number of workers of a job.
    pub(super) workers: usize,
}

/// Processes references after all workers have finished.
pub(super) fn process_references<const YOUNG: bool>(
    pass: &Pass<'_>,
    limits: WorkerLimits,
) -> ProcessedReferences {
    let mut workers = ReferenceWorkers::<YOUNG>::new(pass, limits);
    let Collector { types, handles, references, .. } = pass.collector;
    let kind = pass.evacuation.kind;
    let fibers = CollectedFibers::new(&pass.collector, kind);
    let sources = Sources { types, handles, references, fibers: &fibers };
    let items = Items::In(Worker::<true, YOUNG>::SCOPE);
    let search = |address| pass.collector.describe_field(address);
    let processed =
        bad_reference::with_search(&search, || references::process(sources, items, &mut workers));
    let most_workers = workers.most_workers;
    let mut result = workers.end();
    result.counters.references = processed.counts;
    let ReferenceResult { revisit, .. } = processed;
    let (dead_fibers, counters) = fibers.end();
    result.counters += counters;
    ProcessedReferences { result, revisit, dead_fibers, workers: most_workers }
}

pub(super) struct Worker<'a, const SINGLE_WORKER: bool, const YOUNG: bool> {
    pub(super) pass: &'a Pass<'a>,
    pub(super) index: usize,
    sharing: &'a WorkSharing<Task>,
    queue: Queue<Task>,
    /// Copy buffer for young objects that stay young.
    pub(super) survivors: CopyBuffer,
    /// Copy buffer for objects that are old or are promoted.
    pub(super) old: MutexGuard<'a, CopyBuffer>,
    /// Live objects that have not been scanned yet.
    unscanned: MarkStack,
    /// Slots to process when the objects they point to are in the cache.
    ring: Ring,
    pub(super) done: WorkerResult,
    /// Bytes of the last objects that were marked where they are.
    pub(super) marked: LiveCount,
    /// Discovered objects: those with fields that were not traced.
    pub(super) discovered: Vec<usize>,
    /// Former addresses of keys of waiting ephemerons that were reached.
    pub(super) reached_keys: Vec<u64>,
    /// Whether a concurrent cycle marks, for which references to old objects are shaded.
    pub(super) shades: bool,
    /// References to old objects that were shaded.
    shaded: Vec<usize>,
    /// Marked objects that were logged, and are grey again.
    pub(super) rescan: Vec<Task>,
    /// Whether old blocks are tracked, so that slots of old objects are recorded.
    records: bool,
    /// Whether slots of old objects are remembered or recorded.
    notes_old_slots: bool,
    /// Slots to record.
    incoming: Vec<IncomingSlot>,
    // Copied from the pass for fast access while references are processed.
    pub(super) blocks: &'a Blocks,
    pub(super) types: &'a TypeTable,
    pub(super) live_bits: u64,
    /// Whether an object that survives its first collection stays young.
    pub(super) keeps_survivors_young: bool,
    /// Chooses the next object to scan; `None` outside zeal mode.
    pub(super) random: Option<fastrand::Rng>,
}

impl<'a, const SINGLE_WORKER: bool, const YOUNG: bool> Worker<'a, SINGLE_WORKER, YOUNG> {
    /// The generations that the collection collects.
    pub(super) const SCOPE: Scope = if YOUNG { Scope::Young } else { Scope::Full };

    pub(super) fn new(
        pass: &'a Pass<'a>,
        sharing: &'a WorkSharing<Task>,
        index: usize,
        queue: Queue<Task>,
    ) -> Self {
        let keeps_survivors_young = YOUNG && !pass.evacuation.promote_at_once;
        let records = YOUNG && pass.collector.spaces.is_tracking();
        Self {
            pass,
            index,
            sharing,
            queue,
            survivors: CopyBuffer::default(),
            old: pass.collector.spaces.promotion_buffer(index),
            unscanned: MarkStack::default(),
            ring: Ring::new(),
            done: WorkerResult::default(),
            marked: LiveCount::default(),
            discovered: Vec::new(),
            reached_keys: Vec::new(),
            shades: YOUNG && pass.is_marking(),
            shaded: Vec::new(),
            rescan: Vec::new(),
            records,
            notes_old_slots: keeps_survivors_young || records,
            incoming: Vec::new(),
            blocks: pass.evacuation.blocks(),
            types: pass.collector.types,
            live_bits: pass.evacuation.live_bits,
            keeps_survivors_young,
            random: pass.random_order.map(|random_order| random_order.worker_rng(index)),
        }
    }

    /// Ends the worker, and passes the references that it has shaded to the markers.
    pub(super) fn end(mut self) -> WorkerResult {
        self.pass.collector.spaces.record(&mut self.incoming);
        self.blocks.add_counted(&mut self.marked);
        self.done.counters.cycles.shaded += (self.shaded.len() + self.rescan.len()) as u64;
        let grey = &self.pass.collector.marking.grey;
        grey.shade(self.shaded);
        grey.hand_over(self.rescan);
        self.done
    }

    /// Does `work` without shading: for injected faults.
    pub(super) fn without_shading<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        let shades = core::mem::replace(&mut self.shades, false);
        let result = work(self);
        self.shades = shades;
        result
    }

    /// Does `work` without recording slots.
    pub(super) fn without_recording<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        let records = core::mem::replace(&mut self.records, false);
        let result = work(self);
        self.records = records;
        result
    }

    /// Records a slot of an old object that refers to an object in a tracked block.
    fn record(&mut self, slot: usize, target: usize) {
        if fault("record-no-promoted") {
            return;
        }
        self.incoming.push(IncomingSlot { slot, target });
        if self.incoming.len() >= BUFFERED_SLOTS {
            self.pass.collector.spaces.record(&mut self.incoming);
        }
    }

    /// Shades a reference to an old object: a marker will mark the object. It is not read here,
    /// which would miss the cache.
    #[inline]
    pub(super) fn shade(&mut self, address: usize) {
        if self.shaded.last() != Some(&address) {
            self.shaded.push(address);
        }
    }

    /// Scans the objects of the only worker. If `is_limited` and more than `max_scans` objects are
    /// to be scanned, returns the others.
    pub(super) fn trace_some(&mut self, max_scans: usize, is_limited: bool) -> Vec<Task> {
        if self.random.is_some() {
            self.trace_in_random_order();
        }
        let mut scans = 0;
        while let Some(task) = self.next() {
            if is_limited && scans == max_scans {
                let mut rest = vec![task];
                rest.extend(core::iter::from_fn(|| self.next()));
                return rest;
            }
            self.scan(task);
            scans += 1;
        }
        Vec::new()
    }

    /// Scans objects, the worker's own and stolen ones, until no worker has any left.
    pub(super) fn trace_all(&mut self) {
        let mut since_offer = 0;
        loop {
            if self.random.is_some() {
                self.trace_in_random_order();
            }
            while let Some(task) = self.unscanned.pop() {
                self.scan(task);
                if SINGLE_WORKER {
                    continue;
                }
                since_offer += 1;
                if since_offer >= SCANS_BETWEEN_OFFERS
                    && self.unscanned.top_segment_len() > MIN_RETAINED_TASKS
                {
                    since_offer = 0;
                    self.share();
                }
            }
            if self.take_queued() {
                continue;
            }
            match self.sharing.steal(self.index) {
                Some(task) => self.push(task),
                None => return,
            }
        }
    }

    /// Returns the next object to scan; `None` if this worker has none left.
    #[inline]
    fn next(&mut self) -> Option<Task> {
        if self.unscanned.is_empty() && !self.take_queued() {
            return None;
        }
        self.unscanned.pop()
    }

    /// When the stack is empty: moves work from the worker's queues to the stack. Returns whether
    /// the stack has work.
    #[inline(never)]
    fn take_queued(&mut self) -> bool {
        loop {
            if let Some(task) = self.queue.pop() {
                self.push(task);
                return true;
            }
            if !self.unscanned.is_empty() {
                return true;
            }
            let Some(slot) = self.ring.pop() else { return false };
            self.update(slot, false);
        }
    }

    /// Zeal mode: scans the worker's own objects in random order until none is left.
    #[cold]
    #[inline(never)]
    fn trace_in_random_order(&mut self) {
        while let Some(random) = &mut self.random {
            let place = random.u64(..);
            self.unscanned.swap_to_top(place >> 2);
            self.ring.swap_oldest(place >> 34);
            // The queue otherwise returns slots only if it is full or the worker has nothing else
            // to do.
            if place & 3 == 0
                && let Some(slot) = self.ring.pop()
            {
                self.update(slot, false);
            }
            let Some(task) = self.next() else { return };
            self.scan(task);
            if !SINGLE_WORKER && place & 4 == 0 {
                self.share();
            }
        }
    }

    /// Offers part of the mark stack to waiting workers.
    fn share(&mut self) {
        if self.sharing.has_idle_worker() && self.queue.is_empty() {
            let queue = &self.queue;
            self.unscanned.take_oldest(|task| queue.push(task));
            self.sharing.notify_work();
        }
    }

    /// Pushes a live object whose references are to be scanned.
    #[inline(always)]
    pub(super) fn push(&mut self, task: Task) {
        if let Err(NoMemory) = self.unscanned.push(task) {
            fatal::abort(format_args!(
                "out of memory: the operating system has no memory for the mark stack"
            ));
        }
    }

    #[inline(always)]
    fn scan(&mut self, Task { object, part }: Task) {
        if fault("shade-no-promoted") && self.shades && !self.is_survivor(object) {
            return self.without_shading(|worker| worker.scan(Task { object, part }));
        }
        let is_old = YOUNG && self.notes_old_slots && !self.is_survivor(object);
        let Some(slots) = part.slots(object) else {
            return self.scan_other(object, part, is_old);
        };
        for slot in slots {
            self.visit(slot, is_old);
        }
    }

    /// As [`Self::scan`], for objects that must be read to find their reference slots.
    #[inline(never)]
    fn scan_other(&mut self, object: usize, part: ScanPart, is_old: bool) {
        // SAFETY: the object is complete where it is, and this worker has the only task for these
        // slots.
        let rest =
            unsafe { reference_slots(self.types, object, part, |slot| self.visit(slot, is_old)) };
        match rest {
            ScanRest::Done => {}
            ScanRest::More(part) => self.push(Task { object, part }),
            ScanRest::Special => self.discovered.push(object),
        }
    }

    /// Scans an object of the old generation at once, however long it is.
    pub(super) fn scan_whole(&mut self, object: usize) {
        let mut part = ScanPart::ALL;
        loop {
            // SAFETY: as in `scan_other`.
            let rest =
                unsafe { reference_slots(self.types, object, part, |slot| self.visit(slot, true)) };
            match rest {
                ScanRest::Done => return,
                ScanRest::More(more) => part = more,
                ScanRest::Special => return self.discovered.push(object),
            }
        }
    }

    /// Processes a slot of a live object: immediately, or when the object that it points to is in
    /// the cache.
    #[inline(always)]
    fn visit(&mut self, slot: usize, is_old: bool) {
        // No prefetch: young objects were allocated recently, so most are in the cache.
        if YOUNG {
            return self.update(slot, is_old);
        }
        // SAFETY: a slot of an object in the heap.
        let word = unsafe { slot_at(slot) }.load(Relaxed);
        if self.blocks.contains(word as usize)
            && let Some(due) = self.ring.push(slot, word as usize)
        {
            self.update(due, false);
        }
    }

    /// Updates a slot to the current address of its object. `is_old`: the slot belongs to an old
    /// object, and is remembered if it then points to a survivor, and recorded if it points into a
    /// tracked block.
    #[inline(always)]
    pub(super) fn update(&mut self, slot: usize, is_old: bool) {
        // SAFETY: a slot of an object in the heap.
        let word = unsafe { slot_at(slot) };
        let before = word.load(Relaxed);
        if before == 0 {
            return;
        }
        let after = self.forward_here(before);
        if after != before {
            // Two workers may process the same slot, one because it was remembered, the other
            // because its object was logged: both store the same value.
            word.store(after, Relaxed);
            let forgotten = slot & 8 == 0 && fault("forget-slot");
            if YOUNG && is_old && self.is_survivor(after as usize) && !forgotten {
                self.done.remembered.push(slot);
            }
        }
        if YOUNG && is_old && self.records && self.is_tracked(after as usize) {
            self.record(slot, after as usize);
        }
    }

    #[inline]
    fn is_tracked(&self, address: usize) -> bool {
        self.blocks.state_at(address) == Some(BlockState::TRACKED)
    }

    #[inline]
    pub(super) fn is_survivor(&self, address: usize) -> bool {
        self.blocks.state_at(address) == Some(BlockState::SURVIVOR)
    }
}

/// Returns a slot as an atomic word, for access during a collection.
///
/// # Safety
///
/// `slot` is the address of a slot of an object of the heap that does not move meanwhile; only
/// workers access it, atomically.
#[inline]
unsafe fn slot_at<'a>(slot: usize) -> &'a AtomicU64 {
    // SAFETY: the caller promises a live, aligned word.
    unsafe { &*core::ptr::with_exposed_provenance::<AtomicU64>(slot) }
}
