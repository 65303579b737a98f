//! The parts of a heap that a collection uses.

use parking_lot::Mutex;

use super::part_scan::BarrierSpacing;
use crate::handles::{HandleTable, References};
use crate::marking::{CyclePhase, Marking};
use crate::object::TypeTable;
use crate::observe::{CollectionPhase, PhaseTimer};
use crate::root_slots::RootSlots;
use crate::runtime::{CodeView, LazyWalker, Pacing, WorkerPool};
use crate::space::{BlockState, RememberedSets, Spaces};
use crate::thread::{AttachedThread, FiberLists};
use crate::verify::Verifier;

/// The parts of a heap that a collection uses, and the stopped threads. Built once per stop
/// (`request`); the collection itself accesses no other part of the heap.
#[derive(Clone, Copy)]
pub(super) struct Collector<'a> {
    pub(super) spaces: &'a Spaces,
    pub(super) types: &'a TypeTable,
    pub(super) remembered: &'a RememberedSets,
    pub(super) handles: &'a HandleTable,
    pub(super) references: &'a References,
    /// The concurrent cycle. All markers are parked.
    pub(super) marking: &'a Marking,
    pub(super) pacing: &'a Mutex<Pacing>,
    pub(super) pool: &'a WorkerPool,
    /// Stack walkers, one per worker.
    pub(super) walkers: &'a [Mutex<LazyWalker>],
    /// Maximum number of workers of a collection.
    pub(super) max_workers: usize,
    /// The seed of zeal mode; `None` outside zeal mode.
    pub(super) zeal_seed: Option<u32>,
    /// Where return barriers are installed.
    pub(super) barrier_spacing: BarrierSpacing,
    /// The code that is registered at the time of the stop. A stopped thread cannot be in any other
    /// managed code.
    pub(super) code: &'a CodeView<'a>,
    /// All attached threads, which are stopped.
    pub(super) threads: &'a [AttachedThread],
    /// All fibers. Those that do not run on one of the threads are suspended, new, or done.
    pub(super) fibers: &'a FiberLists,
}

impl Collector<'_> {
    /// Verifies the heap and returns the number of live objects.
    pub(super) fn verify(&self, when: &'static str, timer: &mut PhaseTimer<'_>) -> u64 {
        let &Self { spaces, types, remembered, handles, references, code, threads, fibers, .. } =
            self;
        timer.enter(CollectionPhase::Verify);
        let slots = &remembered.slots;
        let is_marking = self.marking.phase() == CyclePhase::Marking;
        let verifier = Verifier {
            spaces,
            is_marking,
            number: self.marking.cycle(),
            types,
            slots,
            roots: RootSlots { handles, references, code, threads, fibers },
        };
        let verified = verifier.check(when);
        timer.leave();
        verified
    }

    /// Returns whether `word`, taken as an address, lies in a block of the heap that is not free.
    pub(super) fn is_in_use(&self, word: u64) -> bool {
        let state = self.spaces.blocks().state_at(word as usize);
        state.is_some_and(|state| state != BlockState::FREE)
    }
}
