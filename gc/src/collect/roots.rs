//! The roots of a collection: handles, stacks, and the references of old objects that the
//! collection does not scan as a whole.

use core::sync::atomic::Ordering::Relaxed;
use std::sync::Arc;

use statepoint_scanner::arch::Host;
use statepoint_scanner::fault_injection::fault;
use statepoint_scanner::roots::{PinnedRoot, Relocator, StackWalker};

use super::pass::Pass;
use super::stacks::{SkippableRoots, walk_frames};
use super::worker::Worker;
use crate::handles::{RootRangeKind, SHARDS, VisitedCell};
use crate::object::{HeaderWord, ScanPart, UNLOGGED, bad_reference, reference_slots_within};
use crate::space::{BlockState, CARD, Card, RecordedSlot};
use crate::thread::{FiberRecord, FrameAnchor, Owner, Stack, ThreadData};
use crate::worklist::Task;

/// A set of roots that one worker processes.
#[derive(Clone, Copy, Debug)]
pub(super) enum RootTask<'a> {
    /// The handles of one shard of the table.
    Handles(usize),
    /// Root ranges in the host's memory.
    Ranges,
    /// Pinned objects.
    Pins,
    /// The stacks that the thread with this index runs.
    Stack(usize),
    /// Stacks of fibers, which are scanned if they are suspended and no object owns them.
    Fibers(&'a [Arc<FiberRecord>]),
    /// Logged objects: old objects into which references were stored since the last collection.
    Logged(&'a [usize]),
    /// Logged cards: parts of large old objects into which references were stored since the last
    /// collection.
    Cards(&'a [Card]),
    /// Remembered slots: slots of old objects that referred to young ones when the last collection
    /// ended.
    Remembered(&'a [usize]),
    /// Recorded slots: slots of old objects that referred to objects in old blocks that this
    /// collection evacuates.
    Recorded(&'a [RecordedSlot]),
}

/// The remembered sets, which the old generation adds to the roots of a young collection: objects
/// and cards that the object-logging write barrier has logged (Blackburn, Hosking, ISMM 2004),
/// slots that the last collection remembered, and slots that were recorded for the old blocks that
/// this collection evacuates.
#[derive(Debug, Default)]
pub(super) struct RememberedRoots {
    pub(super) logged: Vec<Vec<usize>>,
    pub(super) cards: Vec<Vec<Card>>,
    pub(super) slots: Vec<Vec<usize>>,
    pub(super) recorded: Vec<RecordedSlot>,
}

impl RememberedRoots {
    /// Returns the number of logged objects and cards.
    pub(super) fn logged_count(&self) -> usize {
        let objects = self.logged.iter().map(Vec::len).sum::<usize>();
        objects + self.cards.iter().map(Vec::len).sum::<usize>()
    }
}

fn chunks<T>(lists: &[Vec<T>]) -> impl Iterator<Item = &[T]> {
    lists.iter().flat_map(|list| list.chunks(ENTRIES_PER_TASK))
}

/// Maximum number of logged objects, cards or remembered slots per task.
const ENTRIES_PER_TASK: usize = 512;

/// Maximum number of fibers per task.
const FIBERS_PER_TASK: usize = 64;

/// Returns the root tasks of a collection with this many threads and these fibers. `old` is empty
/// unless the collection is a young one.
pub(super) fn tasks<'a>(
    threads: usize,
    fibers: &'a [Arc<FiberRecord>],
    old: &'a RememberedRoots,
) -> Vec<RootTask<'a>> {
    // The roots that may lead to the most objects come first.
    let handles = (0..SHARDS).map(RootTask::Handles).chain([RootTask::Ranges, RootTask::Pins]);
    let slots = chunks(&old.slots).map(RootTask::Remembered);
    let cards = chunks(&old.cards).map(RootTask::Cards);
    let logged = chunks(&old.logged).map(RootTask::Logged);
    let recorded = old.recorded.chunks(ENTRIES_PER_TASK).map(RootTask::Recorded);
    let fibers = fibers.chunks(FIBERS_PER_TASK).map(RootTask::Fibers);
    let stacks = (0..threads).map(RootTask::Stack).chain(fibers);
    handles.chain(slots).chain(recorded).chain(cards).chain(logged).chain(stacks).collect()
}

impl<const SINGLE_WORKER: bool, const YOUNG: bool> Worker<'_, SINGLE_WORKER, YOUNG> {
    /// Processes root tasks until none is left.
    pub(super) fn process_roots(&mut self) {
        // No other worker has this index.
        let pass = self.pass;
        let mut walker = pass.collector.walkers[self.index].lock();
        while let Some(&task) = pass.root_tasks.get(pass.next_root_task.fetch_add(1, Relaxed)) {
            let search = |address| pass.collector.describe_root(task, address);
            bad_reference::with_search(&search, || self.process_root_task(task, &mut walker));
        }
    }

    /// Processes one root task.
    fn process_root_task(&mut self, task: RootTask<'_>, walker: &mut StackWalker<Host>) {
        let pass = self.pass;
        match task {
            RootTask::Handles(shard) => {
                let visited = pass.collector.handles.visit(shard, Self::SCOPE, |word| {
                    let word = match fault("shade-no-handles") {
                        true => self.without_shading(|worker| worker.forward(word)),
                        false => self.forward(word),
                    };
                    // The next collections do not visit the cell of an old object.
                    self.blocks.keep_in_place(word as usize);
                    VisitedCell { word, young: self.is_survivor(word as usize) }
                });
                self.done.counters.handles += visited;
            }
            RootTask::Ranges => {
                let ranges = &pass.collector.references.ranges;
                ranges.visit(RootRangeKind::Strong, |word| self.forward(word));
            }
            RootTask::Pins => {
                let pins = &pass.collector.references.pins;
                self.done.counters.handles += pins.visit(|word| self.forward(word));
            }
            RootTask::Stack(thread) if fault("shade-no-stacks") => {
                let data = &pass.collector.threads[thread].data;
                self.without_shading(|worker| worker.scan_stack(data, walker));
            }
            RootTask::Stack(thread) => {
                self.scan_stack(&pass.collector.threads[thread].data, walker)
            }
            RootTask::Fibers(fibers) if fault("shade-no-stacks") => {
                self.without_shading(|worker| worker.scan_fibers(fibers, walker))
            }
            RootTask::Fibers(fibers) => self.scan_fibers(fibers, walker),
            RootTask::Logged(objects) => {
                objects.iter().for_each(|&object| self.scan_logged(object))
            }
            RootTask::Cards(cards) => {
                let first = usize::from(fault("skip-card"));
                cards[first..].iter().for_each(|&card| self.scan_card(card));
            }
            RootTask::Remembered(slots) => {
                self.done.counters.remembered_slots += slots.len() as u64;
                self.without_recording(|worker| worker.update_remembered(slots));
            }
            RootTask::Recorded(slots) => {
                let slots = slots.iter().filter_map(|slot| slot.address(self.blocks));
                slots.for_each(|slot| self.update(slot, true));
            }
        }
    }

    /// Updates slots that referred to young objects when the last collection ended. If they refer
    /// to old ones now, their objects are logged.
    fn update_remembered(&mut self, slots: &[usize]) {
        for &slot in slots {
            if !self.is_evacuated(slot) {
                self.update(slot, true);
            }
        }
    }

    /// Returns whether `address` is in an old block that this young collection evacuates. The copy
    /// of an object there is scanned as a whole.
    fn is_evacuated(&self, address: usize) -> bool {
        self.pass.evacuation.tracked > 0
            && self.blocks.state_at(address) == Some(BlockState::CANDIDATE)
    }

    /// Pushes a logged object to be scanned, and sets its unlogged bit again: the next thread that
    /// stores a reference into it logs it again.
    fn scan_logged(&mut self, object: usize) {
        if self.is_evacuated(object) && !fault("scan-evacuated") {
            return;
        }
        // SAFETY: an object of the old generation that stays where it is in this collection.
        let word = unsafe { HeaderWord::at(object) };
        word.set(UNLOGGED);
        // The host's model is not asked concurrently, so these are shaded like others.
        if self.shades && !self.types.is_described(word.read().type_id()) {
            return self.scan_logged_while_marking(object, word.is_marked(self.live_bits));
        }
        self.push(Task { object, part: ScanPart::ALL });
    }

    /// Scans a logged object for references to young objects, while a concurrent cycle marks. A
    /// marked object becomes grey again, instead of what it refers to: it is one word, and markers
    /// read its references when they have time. One that is not marked will be scanned if it is
    /// live.
    fn scan_logged_while_marking(&mut self, object: usize, is_marked: bool) {
        if is_marked && !fault("shade-no-logged") {
            self.rescan.push(Task { object, part: ScanPart::ALL });
        }
        self.without_shading(|worker| {
            worker.without_recording(|worker| worker.scan_whole(object));
        });
    }

    /// Scans the slots of a card, unless the whole object was logged and is still to be scanned.
    fn scan_card(&mut self, Card { object, start }: Card) {
        self.blocks.cards().clear(object, start);
        // SAFETY: an object of the old generation.
        let word = unsafe { HeaderWord::at(object) };
        if !word.is_unlogged() {
            return;
        }
        let id = word.read().type_id();
        let scan = |worker: &mut Self| {
            // SAFETY: the object is complete; no other worker has this card.
            unsafe {
                reference_slots_within(worker.types, id, object, start..start + CARD, |slot| {
                    worker.update(slot, true)
                });
            }
        };
        if word.is_marked(self.live_bits) {
            scan(self);
        } else {
            // It may be dead, and swept later. If it is live, a marker will scan it.
            self.without_recording(scan);
        }
    }

    /// Relocates the roots of the stacks that a stopped thread runs: local handles, and the managed
    /// frames of each call from native code that has not returned. A stack without such a call has
    /// no managed frames.
    fn scan_stack(&mut self, thread: &ThreadData, walker: &mut StackWalker<Host>) {
        for (stack, anchor) in thread.stacks() {
            self.done.counters.handles += stack.locals.visit(|word| self.forward(word));
            if self.pass.collector.has_parts(stack, anchor) {
                self.scan_skippable(stack, anchor, walker);
            } else {
                let counts = walk_frames(self.pass.collector.code, stack, anchor, walker, self);
                self.done.counters.walk += counts;
                self.pass.stacks.set_seen(stack);
            }
        }
    }

    /// Relocates the roots of suspended fibers. Those without references to young objects are clean
    /// until they are resumed. Running fibers are scanned with their threads, and those that
    /// objects own are inspected with other ephemerons.
    fn scan_fibers(&mut self, fibers: &[Arc<FiberRecord>], walker: &mut StackWalker<Host>) {
        for fiber in fibers {
            let Some((stack, anchor)) = fiber.suspended().filter(|_| !fault("forget-fiber")) else {
                continue;
            };
            if fiber.owner.get() != Owner::None {
                // It is an ephemeron.
                continue;
            }
            let mut is_young = false;
            let handles = stack.locals.visit(|word| {
                let (word, found) = self.forward_skippable(word);
                is_young |= found;
                word
            });
            self.done.counters.handles += handles;
            is_young |= self.scan_skippable(stack, anchor, walker);
            // Nothing changes the stack objects of a suspended fiber.
            if !is_young || fault("clean-early") {
                fiber.set_clean();
            }
        }
    }

    /// Relocates the roots in the managed frames of a stack that the next young collections may
    /// skip. Returns whether any of those that were visited points to a young object, or to one
    /// that each collection must pin.
    fn scan_skippable(
        &mut self,
        stack: &Stack,
        anchor: FrameAnchor,
        walker: &mut StackWalker<Host>,
    ) -> bool {
        let Pass { collector, stacks, .. } = self.pass;
        let mut roots = SkippableRoots::new(collector, |word| self.forward_skippable(word));
        let scanned = collector.scan_skippable(*stacks, (stack, anchor), walker, &mut roots);
        self.done.counters.walk += scanned.counts;
        self.done.counters.frames_skipped += scanned.skipped;
        scanned.is_young
    }

    /// Forwards a root that the next collections do not visit if it points to an old object.
    /// Returns the new value, and whether it points to a young one.
    #[inline]
    fn forward_skippable(&mut self, object: u64) -> (u64, bool) {
        let word = self.forward(object);
        self.blocks.keep_in_place(word as usize);
        (word, self.is_survivor(word as usize))
    }
}

impl<const SINGLE_WORKER: bool, const YOUNG: bool> Relocator for Worker<'_, SINGLE_WORKER, YOUNG> {
    #[inline(always)]
    fn forward(&mut self, object: u64) -> u64 {
        self.forward_root(object)
    }

    fn pin(&mut self, root: PinnedRoot) -> bool {
        self.pass.collector.is_pinned(root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_root_is_in_exactly_one_task() {
        let numbers = |from: usize, count: usize| (from..from + count).collect::<Vec<usize>>();
        let (logged, slots) =
            ([numbers(0, 2 * ENTRIES_PER_TASK + 1), numbers(5000, 7)], numbers(9000, 513));
        let old = RememberedRoots {
            logged: logged.to_vec(),
            cards: Vec::new(),
            slots: vec![slots.clone()],
            recorded: Vec::new(),
        };
        let mut found = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut others = Vec::new();
        for task in tasks(3, &[], &old) {
            match task {
                RootTask::Handles(shard) => found.0.push(shard),
                RootTask::Stack(thread) => found.1.push(thread),
                RootTask::Logged(part) => found.2.extend(part.to_vec()),
                RootTask::Remembered(part) => found.3.extend(part.to_vec()),
                other => others.push(other),
            }
        }
        let expected = (numbers(0, SHARDS), numbers(0, 3), logged.concat(), slots);
        assert_eq!(found, expected);
        assert!(matches!(others[..], [RootTask::Ranges, RootTask::Pins]), "{others:?}");
    }
}
