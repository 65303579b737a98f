//! A table of pairs: old objects for tests of concurrent cycles.

use statepoint_gc::{Argument, Handle, Mutator, observe::CollectionCounts};
use tests::cycles::promote_all;
use tests::managed::{self, call, make};

/// An array of references to pairs, each of which contains its index.
pub(super) struct Pairs {
    table: Handle,
    length: usize,
}

impl Pairs {
    pub(super) fn new(mutator: &mut Mutator, length: usize) -> Self {
        let table = make(mutator, managed::references, &[Argument::Word(length as u64)]).unwrap();
        let pairs = Self { table, length };
        pairs.replace(mutator, 1);
        pairs
    }

    /// Replaces each `step`-th pair by a new one with the same contents, which is promoted.
    pub(super) fn replace(&self, mutator: &mut Mutator, step: usize) {
        for index in (0..self.length).step_by(step) {
            let pair = [Argument::Word(index as u64), Argument::Word(1)];
            let pair = make(mutator, managed::pair, &pair).unwrap();
            mutator.store_reference(&self.table, 16 + 8 * index, Some(&pair)).unwrap();
        }
        promote_all(mutator);
    }

    /// Asserts that all pairs have their contents. Also asserts that, by `counts`, objects moved,
    /// roots were visited, frames had records, and at least `cycles` cycles marked all pairs.
    pub(super) fn check(&self, mutator: &mut Mutator, counts: &CollectionCounts, cycles: u64) {
        for index in 0..self.length {
            let pair = mutator.load_reference(&self.table, 16 + 8 * index).unwrap().unwrap();
            let left = call(mutator, managed::left, &[Argument::Reference(&pair)]);
            assert_eq!(left, Ok(index as u64));
        }
        let length = self.length as u64;
        assert!(counts.cycles_marked >= cycles, "{counts:?}");
        assert!(counts.objects_marked_concurrently >= cycles * length, "{counts:?}");
        assert!(counts.objects_moved >= length && counts.roots_visited > 0, "{counts:?}");
        assert_eq!(counts.frames_walked, counts.records_matched);
    }
}
