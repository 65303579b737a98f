//! The old objects that a concurrent cycle has marked, and all young ones, as the survivors of a
//! collection of the whole heap. Nothing moves.
//!
//! When marking ends, references are processed as after a full collection. A worker that retains
//! objects marks and scans like a marker in a pause. A job with few items uses the state of the
//! first marker; each worker of one with many has a state of its own, which it then adds to that of
//! the first marker.

use parking_lot::Mutex;

use super::collector::Collector;
use super::finish_marking::ends_early;
use super::forward::require_valid;
use super::reference_workers::WorkerLimits;
use super::references::{Liveness, Retain, RetainingJob, Workers};
use crate::marking::{Marker, Mode, Sources, Step};
use crate::object::{HeaderWord, WORD};
use crate::space::BlockState;
use crate::worklist::WorkSharing;

/// Checks of a marker's step after which other workers help: as many objects and slots as they
/// justify.
const CHECKS_OF_ONE_WORKER: usize = 1 << 7;

/// Answers whether an object is young, or marked in this cycle.
#[derive(Clone, Copy)]
pub(super) struct Marked<'a>(Sources<'a>);

impl Liveness for Marked<'_> {
    fn survivor(&self, word: u64) -> Option<u64> {
        let Self(sources) = self;
        let address = word as usize;
        let state = sources.blocks.state_at(address);
        let Some(state) = state.filter(|_| address.is_multiple_of(WORD)) else { return Some(word) };
        require_valid(sources.blocks, address, state);
        if !state.is_old() {
            return Some(word);
        }
        // The next collections do not visit items that refer to old objects.
        sources.blocks.keep_in_place(address);
        // SAFETY: a block of the old generation, in which an object begins if the word is a
        // reference.
        unsafe { HeaderWord::at(address) }.is_marked(sources.live_bits).then_some(word)
    }

    fn is_young(&self, word: u64) -> bool {
        self.0.blocks.state_at(word as usize) == Some(BlockState::SURVIVOR)
    }
}

/// A worker that marks what it retains.
struct MarkingWorker<'w, 'a> {
    marked: Marked<'a>,
    marker: &'w mut Marker,
}

impl Liveness for MarkingWorker<'_, '_> {
    fn survivor(&self, word: u64) -> Option<u64> {
        self.marked.survivor(word)
    }

    fn is_young(&self, word: u64) -> bool {
        self.marked.is_young(word)
    }
}

impl Retain for MarkingWorker<'_, '_> {
    fn retain(&mut self, word: u64) -> u64 {
        self.marked.0.blocks.keep_in_place(word as usize);
        self.marker.keep(&self.marked.0, word);
        word
    }
}

/// The workers that process references when marking ends. All markers are drained.
pub(super) struct CycleReferenceWorkers<'a> {
    collector: &'a Collector<'a>,
    limits: WorkerLimits,
    marked: Marked<'a>,
    discovered: Vec<usize>,
    reached_keys: Vec<u64>,
    /// The maximum number of workers of a job so far.
    pub(super) most_workers: usize,
}

impl<'a> CycleReferenceWorkers<'a> {
    /// `discovered`: the objects with fields that are not traced.
    pub(super) fn new(
        collector: &'a Collector<'a>,
        limits: WorkerLimits,
        discovered: Vec<usize>,
    ) -> Self {
        let marked = Marked(collector.marking_sources());
        Self { collector, limits, marked, discovered, reached_keys: Vec::new(), most_workers: 1 }
    }

    /// Does `begin` on `workers` workers, which then mark until no grey object is left.
    fn run_workers(&mut self, workers: usize, begin: impl Fn(&mut Marker) + Sync) {
        self.most_workers = self.most_workers.max(workers);
        let (marking, sources) = (self.collector.marking, self.marked.0);
        let sharing = WorkSharing::new(workers);
        self.collector.pool.run(workers - 1, &|index| {
            marking.mark_shared(&sources, &sharing, index, &begin);
        });
    }
}

impl<'a> Workers for CycleReferenceWorkers<'a> {
    type Liveness = Marked<'a>;

    fn liveness(&self) -> &Self::Liveness {
        &self.marked
    }

    fn run(&mut self, items: usize, job: &(dyn Fn(&Self::Liveness) + Sync)) {
        let workers = self.limits.for_clearing(items);
        self.most_workers = self.most_workers.max(workers);
        let marked = self.marked;
        self.collector.pool.run(workers - 1, &|_| job(&marked));
    }

    fn retain_and_trace(&mut self, items: usize, job: &impl RetainingJob) {
        let (marking, marked) = (self.collector.marking, self.marked);
        let workers = self.limits.for_clearing(items);
        let retain = |marker: &mut Marker| job.run(&mut MarkingWorker { marked, marker });
        if workers > 1 && !ends_early() {
            self.run_workers(workers, retain);
        } else {
            let mut marker = marking.marker(0);
            retain(&mut marker);
            let (mut checks, is_limited) = (0, self.limits.clearing > 1);
            let mut is_over = || {
                checks += 1;
                is_limited && checks > CHECKS_OF_ONE_WORKER
            };
            let is_interrupted = !ends_early()
                && marker.run(&marked.0, marking, Mode::Paused, |_| is_over()) == Step::Interrupted;
            drop(marker);
            if is_interrupted {
                let rest = Mutex::new(Some(core::mem::take(&mut *marking.marker(0))));
                self.run_workers(self.limits.clearing, |marker| {
                    if let Some(rest) = rest.lock().take() {
                        *marker = rest;
                    }
                });
            }
        }
        let mut marker = marking.marker(0);
        self.discovered.append(&mut marker.take_discovered());
        self.reached_keys.append(marker.reached_keys());
    }

    fn mark_waiting_key(&mut self, word: u64) {
        // SAFETY: as in `survivor`, which has found that the object was not reached.
        unsafe { HeaderWord::at(word as usize) }.mark_waiting_key();
    }

    fn next_reached_key(&mut self) -> Option<u64> {
        self.reached_keys.pop()
    }

    fn take_discovered(&mut self) -> Vec<usize> {
        core::mem::take(&mut self.discovered)
    }
}
