//! The fibers that objects own, as reference processing inspects them.

use std::sync::Arc;

use parking_lot::Mutex;
use statepoint_scanner::fault_injection::fault;

use super::collector::Collector;
use super::references::{Keep, OwnedFibers};
use super::stacks::{SkippableRoots, StackPass};
use crate::collection::CollectionKind;
use crate::fatal;
use crate::observe::Counters;
use crate::thread::{DeadFiberRecord, FiberRecord, Owner};

/// The fibers that a collection inspects because objects own them. All others are roots.
pub(super) struct CollectedFibers<'a> {
    collector: &'a Collector<'a>,
    stacks: StackPass,
    fibers: Vec<Arc<FiberRecord>>,
    /// Those that the host is to take.
    dead: Mutex<Vec<DeadFiberRecord>>,
    /// Counts of the walks of their stacks.
    counters: Mutex<Counters>,
}

impl<'a> CollectedFibers<'a> {
    /// Returns the fibers to be inspected by a collection of this kind: those with owners, except
    /// clean ones in a young collection.
    pub(super) fn new(collector: &'a Collector<'a>, kind: CollectionKind) -> Self {
        let all = match kind {
            CollectionKind::Young => collector.fibers.listed(),
            CollectionKind::Full | CollectionKind::Compacting => collector.fibers.all(),
        };
        Self::among(collector, kind, all)
    }

    /// Returns the fibers to be inspected when marking ends: those whose owners markers have not
    /// found to be marked.
    pub(super) fn at_the_end_of_marking(collector: &'a Collector<'a>) -> Self {
        let mut unmarked = collector.marking.take_fibers_with_unmarked_owners();
        if !collector.marking.is_settled() {
            // Memory was short, or it is zeal mode.
            unmarked = collector.fibers.all().to_vec();
        }
        // A marker may have come to a fiber twice, if it has changed its position.
        unmarked.sort_unstable_by_key(|fiber| fiber.stack.fiber_number());
        unmarked.dedup_by_key(|fiber| fiber.stack.fiber_number());
        Self::among(collector, CollectionKind::Full, &unmarked)
    }

    fn among(
        collector: &'a Collector<'a>,
        kind: CollectionKind,
        fibers: &[Arc<FiberRecord>],
    ) -> Self {
        let owned = fibers.iter().filter(|fiber| fiber.owner.get() != Owner::None);
        Self {
            collector,
            stacks: StackPass::new(kind, collector.marking),
            fibers: owned.cloned().collect(),
            dead: Mutex::default(),
            counters: Mutex::default(),
        }
    }

    /// Returns the fibers that the host is to take, in the order of their creation, and the counts
    /// of the walks.
    pub(super) fn end(self) -> (Vec<DeadFiberRecord>, Counters) {
        let mut dead = self.dead.into_inner();
        dead.sort_unstable_by_key(|dead| dead.fiber.stack.fiber_number());
        (dead, self.counters.into_inner())
    }

    /// Passes the references on the stack of a suspended fiber to `keep`.
    fn scan(&self, fiber: &FiberRecord, keep: &mut Keep<'_>) {
        let Some((stack, anchor)) = fiber.suspended() else { return };
        let mut is_young = false;
        let handles = stack.locals.visit(|word| {
            let (word, found) = keep(word);
            is_young |= found;
            word
        });
        let collector = self.collector;
        // There is one for each worker, and roots are done.
        let Some(mut walker) = collector.walkers.iter().find_map(|walker| walker.try_lock()) else {
            fatal::abort(format_args!("more workers process references than there are walkers"));
        };
        let mut roots = SkippableRoots::new(collector, keep);
        let scanned =
            collector.scan_skippable(self.stacks, (stack, anchor), &mut walker, &mut roots);
        *self.counters.lock() += Counters {
            handles,
            walk: scanned.counts,
            frames_skipped: scanned.skipped,
            ..Counters::default()
        };
        if !is_young && !scanned.is_young {
            fiber.set_clean();
        }
    }
}

impl OwnedFibers for CollectedFibers<'_> {
    fn count(&self) -> u32 {
        u32::try_from(self.fibers.len()).expect("fewer than 2^32 fibers")
    }

    fn owner(&self, fiber: u32) -> u64 {
        match self.fibers[fiber as usize].owner.get() {
            Owner::Object(owner) => owner,
            Owner::None => unreachable!("only fibers with owners are inspected, each until queued"),
        }
    }

    fn is_running(&self, fiber: u32) -> bool {
        self.fibers[fiber as usize].stack.switch.resumable_by.is_running()
    }

    fn keep(&self, fiber: u32, (owner, is_young): (u64, bool), keep: &mut Keep<'_>) {
        let fiber = &self.fibers[fiber as usize];
        if !fault("forget-owner") {
            fiber.owner.set(owner, is_young);
        }
        self.scan(fiber, keep);
    }

    fn queue(&self, index: u32, keep: &mut Keep<'_>) {
        let fiber = &self.fibers[index as usize];
        let (owner, _) = keep(self.owner(index));
        let owner = self.collector.handles.insert(owner);
        fiber.owner.set_queued();
        self.dead.lock().push(DeadFiberRecord { fiber: Arc::clone(fiber), owner, token: 0 });
        self.scan(fiber, keep);
    }
}
