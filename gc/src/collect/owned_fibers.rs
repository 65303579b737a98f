//! The fibers that objects own, as reference processing inspects them.

use std::sync::Arc;

use parking_lot::Mutex;
use statepoint_scanner::fault_injection::fault;
use statepoint_scanner::roots::{PinnedRoot, Relocator};

use super::collector::Collector;
use super::part_scan::{FoundRoots, ScanMode, SkippableRelocator};
use super::references::{Keep, OwnedFibers};
use super::roots::{scan_parts, walk_frames};
use crate::collection::CollectionKind;
use crate::fatal;
use crate::marking::CyclePhase;
use crate::observe::Counters;
use crate::thread::{DeadFiberRecord, FiberRecord, Owner};

/// The fibers that a collection inspects because objects own them. All others are roots.
pub(super) struct CollectedFibers<'a> {
    collector: &'a Collector<'a>,
    kind: CollectionKind,
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
            kind,
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
        let Self { collector, kind, .. } = *self;
        let mut roots = KeptRoots { keep, collector, found: FoundRoots::default() };
        let mut counters = Counters {
            handles: stack.locals.visit(|word| roots.forward(word)),
            ..Counters::default()
        };
        let mut is_young = roots.found.is_young;
        // There is one for each worker, and roots are done.
        let Some(mut walker) = collector.walkers.iter().find_map(|walker| walker.try_lock()) else {
            fatal::abort(format_args!("more workers process references than there are walkers"));
        };
        let number = collector.marking.cycle();
        let is_seen =
            collector.marking.phase() != CyclePhase::Marking || stack.parts.were_seen_in(number);
        let may_skip = kind == CollectionKind::Young && is_seen;
        if collector.has_parts(stack, anchor) {
            let spacing = collector.barrier_spacing;
            let mode = ScanMode { spacing, may_skip, updates: true };
            let stack_and_anchor = (stack, anchor);
            let code = collector.code;
            let scanned = scan_parts(code, stack_and_anchor, &mut walker, &mut roots, mode);
            is_young |= scanned.is_young;
            (counters.walk, counters.frames_skipped) = (scanned.counts, scanned.skipped);
        } else {
            counters.walk = walk_frames(collector.code, stack, anchor, &mut walker, &mut roots);
            is_young |= roots.found.is_young;
        }
        *self.counters.lock() += counters;
        if !may_skip {
            stack.parts.set_seen_in(number);
        }
        if !is_young {
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

/// The relocator of the roots on the stack of a fiber that an object owns.
struct KeptRoots<'k, 'a, 'f> {
    keep: &'k mut Keep<'f>,
    collector: &'a Collector<'a>,
    found: FoundRoots,
}

impl Relocator for KeptRoots<'_, '_, '_> {
    fn forward(&mut self, object: u64) -> u64 {
        let (word, is_young) = (self.keep)(object);
        self.found.is_young |= is_young;
        word
    }

    fn pin(&mut self, root: PinnedRoot) -> bool {
        self.found.is_young = true;
        self.collector.is_pinned(root)
    }

    fn note_mutable_frame(&mut self) {
        self.found.is_mutable = true;
    }
}

impl SkippableRelocator for KeptRoots<'_, '_, '_> {
    fn take_found(&mut self) -> FoundRoots {
        core::mem::take(&mut self.found)
    }
}
