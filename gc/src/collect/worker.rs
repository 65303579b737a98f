//! One collecting thread: looks at roots, copies or marks what they lead to, and goes on from there.

use core::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use bumpalo::Bump as Arena;
use crossbeam::deque::Worker as Queue;
use parking_lot::{Mutex, MutexGuard};
use statepoint_scanner::fault_injection::broken;

use super::collector::Collector;
use super::mark_stack::{MarkStack, NoMemory, Task};
use super::prefetch::Ring;
use super::random_order::RandomOrder;
use super::references::{self, Sources};
use super::roots::RootTask;
use super::termination::Sharing;
use crate::collection::Scope;
use crate::fatal;
use crate::object::{Left, Rest, TypeTable, reference_slots};
use crate::observe::{Counters, WorkerSpan, nanoseconds};
use crate::space::{BlockState, Blocks, CopyBuffer, Evacuation};

/// Objects that a worker keeps on its own stack. Few: of a binary tree there are never more than it is high, and the
/// oldest ones lead to most of it.
const KEPT: usize = 3;
/// Objects that a worker looks at before it offers some again. Of a list, whose nodes have other fields too, the
/// oldest object is the next node: without this it would go from worker to worker at every node.
const BETWEEN_OFFERS: u32 = 64;

/// What all workers of a collection share.
pub(super) struct Cycle<'a> {
    pub(super) collector: Collector<'a>,
    pub(super) evacuation: &'a Evacuation<'a>,
    pub(super) root_tasks: &'a [RootTask<'a>],
    pub(super) next_root_task: AtomicUsize,
    /// When the last worker was done with roots, in nanoseconds from the beginning.
    pub(super) roots_done: AtomicU64,
    pub(super) began: Instant,
    pub(super) sharing: Sharing<Task>,
    /// Objects with fields that are not traced.
    pub(super) discovered: Mutex<Vec<usize>>,
    /// In zeal mode: where orders begin.
    pub(super) random_order: Option<RandomOrder>,
    /// What each worker did when, if somebody wants to know.
    pub(super) spans: Option<Mutex<Vec<WorkerSpan>>>,
}

/// What a worker has done.
#[derive(Default)]
pub(super) struct Done {
    pub(super) counters: Counters,
    /// Slots of old objects that refer to young ones.
    pub(super) remembered: Vec<usize>,
}

/// Does what worker `index` of a cycle does. `ALONE`: there is only one, and claiming an object
/// needs no exchange. `YOUNG`: the collection is one of the young generation.
pub(super) fn work<const ALONE: bool, const YOUNG: bool>(cycle: &Cycle<'_>, index: usize) -> Done {
    let Some(queue) = cycle.sharing.join(index) else { return Done::default() };
    let begin = cycle.spans.as_ref().map(|_| Instant::now());
    let arena = Arena::new();
    let mut worker = Worker::<ALONE, YOUNG>::new(cycle, index, queue, &arena);
    worker.roots();
    let roots = cycle.began.elapsed();
    cycle.roots_done.fetch_max(nanoseconds(roots), Relaxed);
    worker.trace_all();
    if let (Some(begin), Some(spans)) = (begin, &cycle.spans) {
        let Counters { objects_moved, bytes_copied, .. } = worker.done.counters;
        let (traced, end) = (cycle.began + roots, Instant::now());
        spans.lock().push(WorkerSpan { index, begin, traced, end, objects_moved, bytes_copied });
    }
    cycle.discovered.lock().append(&mut worker.discovered);
    worker.done
}

/// Processes references, when all workers are done. Also returns the old objects that the next young collection must
/// look at on account of them.
pub(super) fn references<const YOUNG: bool>(cycle: &Cycle<'_>) -> (Done, Vec<usize>) {
    let arena = Arena::new();
    let mut worker = Worker::<true, YOUNG>::new(cycle, 0, Queue::new_lifo(), &arena);
    worker.discovered = core::mem::take(&mut *cycle.discovered.lock());
    let Collector { types, handles, references, .. } = cycle.collector;
    let sources = Sources { types, handles, references };
    let processed = references::process(sources, Worker::<true, YOUNG>::SCOPE, &mut worker);
    worker.done.counters.references = processed.counts;
    (worker.done, processed.revisit)
}

pub(super) struct Worker<'a, 's, const ALONE: bool, const YOUNG: bool> {
    pub(super) cycle: &'a Cycle<'a>,
    pub(super) index: usize,
    queue: Queue<Task>,
    /// Where young objects go that stay young.
    pub(super) survivors: CopyBuffer,
    /// Where objects go that are old, or grow old.
    pub(super) old: MutexGuard<'a, CopyBuffer>,
    /// Objects that are alive, and whose references were not looked at yet.
    unscanned: MarkStack<'s>,
    /// Slots that are to be looked at when what they refer to is in the cache.
    ring: Ring,
    pub(super) done: Done,
    /// Objects with fields that were not traced.
    pub(super) discovered: Vec<usize>,
    /// Where objects were that somebody waited for, and that were reached.
    pub(super) reached: Vec<u64>,
    // Of the cycle, at hand where each reference is looked at.
    pub(super) blocks: &'a Blocks,
    pub(super) types: &'a TypeTable,
    pub(super) live: u64,
    /// Whether who survives once stays young.
    pub(super) ages: bool,
    /// In zeal mode: what to look at next.
    pub(super) random: Option<fastrand::Rng>,
}

impl<'a, 's, const ALONE: bool, const YOUNG: bool> Worker<'a, 's, ALONE, YOUNG> {
    /// Which objects the collection is about.
    pub(super) const SCOPE: Scope = if YOUNG { Scope::Young } else { Scope::Full };

    fn new(cycle: &'a Cycle<'a>, index: usize, queue: Queue<Task>, arena: &'s Arena) -> Self {
        Self {
            cycle,
            index,
            queue,
            survivors: CopyBuffer::default(),
            old: cycle.collector.spaces.promotion_buffer(index),
            unscanned: MarkStack::new(arena),
            ring: Ring::new(),
            done: Done::default(),
            discovered: Vec::new(),
            reached: Vec::new(),
            blocks: cycle.evacuation.blocks(),
            types: cycle.collector.types,
            live: cycle.evacuation.live,
            ages: YOUNG && !cycle.evacuation.promote_at_once,
            random: cycle.random_order.map(|random_order| random_order.of_worker(index)),
        }
    }

    /// Scans objects, one's own and others', until all of them are scanned.
    fn trace_all(&mut self) {
        let mut since_offer = 0;
        loop {
            if self.random.is_some() {
                self.trace_in_random_order();
            }
            while let Some(task) = self.next() {
                self.scan(task);
                if ALONE {
                    continue;
                }
                since_offer += 1;
                if since_offer >= BETWEEN_OFFERS && self.unscanned.in_top() > KEPT {
                    since_offer = 0;
                    self.share();
                }
            }
            match self.cycle.sharing.steal(self.index) {
                Some(task) => self.push(task),
                None => return,
            }
        }
    }

    /// The next object to scan.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Task> {
        match self.unscanned.pop() {
            Some(task) => Some(task),
            None => self.next_offered(),
        }
    }

    /// As [`Self::next`], when the stack is empty.
    #[inline(never)]
    fn next_offered(&mut self) -> Option<Task> {
        loop {
            if let Some(task) = self.queue.pop().or_else(|| self.unscanned.pop()) {
                return Some(task);
            }
            let slot = self.ring.pop()?;
            self.update(slot, false);
        }
    }

    /// In zeal mode: scans objects until one's own are scanned, in an order that is as good as any.
    #[cold]
    #[inline(never)]
    pub(super) fn trace_in_random_order(&mut self) {
        while let Some(random) = &mut self.random {
            let place = random.u64(..);
            self.unscanned.choose(place >> 2);
            // Slots wait in the order in which they were met, and only until there is nothing else to do.
            if place & 3 == 0
                && let Some(slot) = self.ring.pop()
            {
                self.update(slot, false);
            }
            let Some(task) = self.next() else { return };
            self.scan(task);
            if !ALONE && place & 4 == 0 {
                self.share();
            }
        }
    }

    /// Offers some of the stack to workers that wait.
    fn share(&mut self) {
        if self.cycle.sharing.is_anyone_idle() && self.queue.is_empty() {
            let queue = &self.queue;
            self.unscanned.take_oldest(|task| queue.push(task));
            self.cycle.sharing.offered();
        }
    }

    /// An object is alive, and has references.
    #[inline(always)]
    pub(super) fn push(&mut self, task: Task) {
        if let Err(NoMemory) = self.unscanned.push(task) {
            fatal::stop(format_args!("the system has no memory left for tracing"));
        }
    }

    #[inline(always)]
    pub(super) fn scan(&mut self, Task { object, left }: Task) {
        let remembers = self.ages && !self.is_survivor(object);
        let Some(slots) = left.slots(object) else {
            return self.scan_other(object, left, remembers);
        };
        for slot in slots {
            self.visit(slot, remembers);
        }
    }

    /// As [`Self::scan`], where one has to look at the object to know where its references are.
    #[inline(never)]
    fn scan_other(&mut self, object: usize, left: Left, remembers: bool) {
        // SAFETY: the object is complete where it is, and this worker has the only task for these slots.
        let rest = unsafe {
            reference_slots(self.types, object, left, |slot| self.visit(slot, remembers))
        };
        match rest {
            Rest::Nothing => {}
            Rest::More(left) => self.push(Task { object, left }),
            Rest::Special => self.discovered.push(object),
        }
    }

    /// Sees to a slot of an object that is alive: now, or when what it refers to has come to the cache.
    #[inline(always)]
    fn visit(&mut self, slot: usize, remembers: bool) {
        // A nursery is in the cache, or should be.
        if YOUNG {
            return self.update(slot, remembers);
        }
        // SAFETY: a slot of an object in the heap.
        let word = unsafe { slot_at(slot) }.load(Relaxed);
        if self.blocks.contains(word as usize)
            && let Some(due) = self.ring.push(slot, word as usize)
        {
            self.update(due, false);
        }
    }

    /// Makes a slot refer to where its object is now. `remembers`: the slot's own object is old, and the slot is
    /// remembered if what it refers to is not.
    #[inline(always)]
    pub(super) fn update(&mut self, slot: usize, remembers: bool) {
        // SAFETY: a slot of an object in the heap.
        let word = unsafe { slot_at(slot) };
        let before = word.load(Relaxed);
        let after = self.forward_here(before);
        if after != before {
            // Two workers may come here with one slot, which was remembered and whose object was logged: both
            // store the same.
            word.store(after, Relaxed);
            let forgotten = slot & 8 == 0 && broken("forget-slot");
            if YOUNG && remembers && self.is_survivor(after as usize) && !forgotten {
                self.done.remembered.push(slot);
            }
        }
    }

    #[inline]
    pub(super) fn is_survivor(&self, address: usize) -> bool {
        self.blocks.state_at(address) == Some(BlockState::SURVIVOR)
    }
}

/// A slot during a collection.
///
/// # Safety
///
/// `slot` is the address of a slot of an object of the heap, which stays where it is; nobody but workers
/// accesses it meanwhile, as an atomic.
#[inline]
unsafe fn slot_at<'a>(slot: usize) -> &'a AtomicU64 {
    // SAFETY: the caller promises a live, aligned word.
    unsafe { &*core::ptr::with_exposed_provenance::<AtomicU64>(slot) }
}
