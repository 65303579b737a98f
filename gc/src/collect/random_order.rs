//! Zeal mode: the kinds of collections take turns, and the order is random wherever it must not
//! matter.
//!
//! Nothing may depend on which of two references to an object is followed first, which objects are
//! neighbours after they were moved, or whether a key is reached before its ephemeron. Without
//! randomisation the order is much the same in each collection of a program, and such a dependence
//! never shows.

use std::time::Duration;

use fastrand::Rng;

use super::finish_marking::{DRAIN_TIME, MarkingWork};
use super::roots::{RememberedRoots, RootTask};
use crate::collection::CollectionKind;
use crate::sizing::MAX_ASSIST_PERCENT;
use crate::zeal;

/// The turn of one collection in zeal mode, and the seed of its random orders.
#[derive(Clone, Copy, Debug)]
pub(super) struct RandomOrder {
    seed: u32,
    collection: u64,
}

/// Number of random sequences per collection: more than a collection has workers.
const SEQUENCES: u64 = 1 << 10;
const ROOTS_SEQUENCE: u64 = SEQUENCES - 1;
const REMEMBERED_SEQUENCE: u64 = SEQUENCES - 2;
const MARKING_SEQUENCE: u64 = SEQUENCES - 3;
const ASSIST_SEQUENCE: u64 = SEQUENCES - 4;
const EVACUATION_SEQUENCE: u64 = SEQUENCES - 5;

impl RandomOrder {
    /// Returns the seed for the collection with this number; `None` outside zeal mode, where no
    /// order is randomised.
    pub(super) fn of(zeal_seed: Option<u32>, collection: u64) -> Option<Self> {
        zeal_seed.map(|seed| Self { seed, collection })
    }

    /// Returns the kind of a collection outside a concurrent cycle.
    pub(super) fn kind(self) -> CollectionKind {
        match self.collection % 8 {
            0 | 1 | 4 | 5 => CollectionKind::Young,
            // Marks in place, and leaves holes for the next collections.
            2 | 7 => CollectionKind::Full,
            _ => CollectionKind::Compacting,
        }
    }

    /// Returns whether the collection is one of those during which a concurrent cycle is in
    /// progress, if the heap has cycles: three of four groups of eight.
    pub(super) fn is_in_cycle(self) -> bool {
        !(self.collection / 8).is_multiple_of(4)
    }

    /// Returns whether the collection has the maximum number of workers, however little work there
    /// is.
    pub(super) fn has_all_workers(self) -> bool {
        self.collection % 2 == 1
    }

    fn sequence(self, number: u64) -> Rng {
        zeal::sequence(self.seed, self.collection * SEQUENCES + number)
    }

    /// Returns the generator by which a worker chooses the next object to scan.
    pub(super) fn worker_rng(self, index: usize) -> Rng {
        self.sequence(index as u64)
    }

    /// Returns the collection's work for a concurrent cycle. Phases change at random points,
    /// whatever markers have done so far.
    pub(super) fn marking_work(self) -> MarkingWork {
        match self.sequence(MARKING_SEQUENCE).u32(..8) {
            0..4 => MarkingWork::None,
            4 => MarkingWork::Drain(DRAIN_TIME / 20),
            _ => MarkingWork::Finish(None),
        }
    }

    /// Returns the number of bytes that mutators mark for each 100 bytes that they allocate: every
    /// second collection, mutators assist as much as they ever do.
    pub(super) fn assist_percent(self) -> usize {
        if self.sequence(ASSIST_SEQUENCE).bool() { MAX_ASSIST_PERCENT } else { 0 }
    }

    /// Returns the time that the collection may take to evacuate tracked blocks: one block, or
    /// several.
    pub(super) fn evacuation_time(self) -> Duration {
        Duration::from_nanos(self.sequence(EVACUATION_SEQUENCE).u64(1..1 << 15))
    }

    /// Returns whether a cycle begins although blocks are left that the last one has tracked.
    pub(super) fn ends_evacuation(self) -> bool {
        self.sequence(EVACUATION_SEQUENCE).u32(..4) == 0
    }

    pub(super) fn shuffle_roots(self, tasks: &mut [RootTask<'_>]) {
        self.sequence(ROOTS_SEQUENCE).shuffle(tasks);
    }

    /// Shuffles the remembered sets, so that their division into tasks differs between collections,
    /// too.
    pub(super) fn shuffle_remembered(self, old: &mut RememberedRoots) {
        let mut random = self.sequence(REMEMBERED_SEQUENCE);
        old.logged.iter_mut().for_each(|log| random.shuffle(log));
        old.cards.iter_mut().for_each(|log| random.shuffle(log));
        old.slots.iter_mut().for_each(|slots| random.shuffle(slots));
    }
}

/// Shuffles a list if the order is randomised.
pub(super) fn shuffle<T>(random: &mut Option<Rng>, all: &mut [T]) {
    if let Some(random) = random {
        random.shuffle(all);
    }
}

/// Removes and returns a random element if the order is randomised, otherwise the last one.
pub(super) fn take<T>(random: &mut Option<Rng>, all: &mut Vec<T>) -> Option<T> {
    match random {
        Some(random) if !all.is_empty() => Some(all.swap_remove(random.usize(..all.len()))),
        _ => all.pop(),
    }
}
