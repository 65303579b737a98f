//! Cells: words outside the heap that hold references. They never move, and any thread may allocate
//! and free them.
//!
//! # Protocol
//!
//! Cells are divided into shards, each with its own lock. A thread allocates cells in the shard
//! that it was assigned at its first allocation, so that few threads share a lock.
//!
//! * Allocating a cell, freeing it and copying it to another one of its shard happen under the
//!   shard's lock. So does a collection's visit, which holds the lock for the whole shard: an
//!   operation of another thread on the shard comes before the visit or after it. A native thread
//!   may do these operations at any time.
//! * A cell is read without the lock, by a managed thread only. No collection is in progress then,
//!   and the safepoint protocol orders the read after the last collection's writes; the cell was
//!   published to the thread together with its [`CellId`]. So relaxed order suffices.
//!
//! * A cell of one table is copied to another table while its own shard is locked, and the other
//!   table's shard is locked second. A copy that is made before a collection has visited the cell
//!   must be visited itself. So a collection visits a table before those to which its cells are
//!   copied: handles first, and weak handles later.
//!
//! `models` (built with `--cfg loom`) checks this.
//!
//! # Young collections
//!
//! A shard lists the cells that may refer to young objects: each new one, until a visit finds that
//! its object is old. A young collection visits only those. A cell is listed at most once, and
//! stays listed when it is freed; the next visit removes it from the list if it is still free.

use core::cell::Cell;
use core::sync::atomic::{self, Ordering::Relaxed};
use std::sync::OnceLock;

use crossbeam::utils::CachePadded;
use statepoint_scanner::fault_injection::fault;

use super::settled::{CycleNumber, Items};
use crate::collection::Scope;
use crate::sync::{AtomicU64, Mutex};

#[cfg(all(test, loom))]
mod models;

/// The number of shards of a table. A power of two.
pub(crate) const SHARDS: usize = if cfg!(loom) { 2 } else { 64 };
const SHARD_BITS: u32 = SHARDS.trailing_zeros();

/// The number of words of the first part, as a power of two. Each further part has twice as many
/// words as the one before.
const FIRST_BITS: u32 = if cfg!(loom) { 1 } else { 6 };
/// The number of parts: enough for all 32-bit indices.
const PARTS: usize = 32 - FIRST_BITS as usize + 1;

/// An array of words that grows without moving.
#[derive(Debug, Default)]
pub(super) struct CellArray {
    parts: [OnceLock<Box<[AtomicU64]>>; PARTS],
}

impl CellArray {
    fn position(index: u32) -> (usize, usize) {
        let shifted = u64::from(index) + (1 << FIRST_BITS);
        let bits = shifted.ilog2();
        ((bits - FIRST_BITS) as usize, (shifted - (1 << bits)) as usize)
    }

    /// Returns the word at an index; allocates its part if necessary.
    pub(super) fn get_or_allocate(&self, index: u32) -> &AtomicU64 {
        let (part, offset) = Self::position(index);
        let new =
            || (0..1_usize << (FIRST_BITS as usize + part)).map(|_| AtomicU64::new(0)).collect();
        &self.parts[part].get_or_init(new)[offset]
    }

    /// Returns the word at an index. [`Self::get_or_allocate`] was called for it before.
    pub(super) fn get(&self, index: u32) -> &AtomicU64 {
        let (part, offset) = Self::position(index);
        &self.parts[part].get().expect("the part was allocated")[offset]
    }
}

/// Identifies a cell of a [`CellTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CellId(u64);

impl CellId {
    fn new(shard: usize, index: u32) -> Self {
        Self(u64::from(index) << SHARD_BITS | shard as u64)
    }

    fn shard(self) -> usize {
        self.0 as usize % SHARDS
    }

    fn index(self) -> u32 {
        (self.0 >> SHARD_BITS) as u32
    }
}

/// The state of a shard that its lock protects.
#[derive(Debug, Default)]
struct State {
    /// The number of cells that were ever allocated.
    used: u32,
    free: Vec<u32>,
    /// Cells that may refer to young objects.
    young: Vec<u32>,
    /// One bit per cell: whether it is in `young`.
    in_young: Vec<u64>,
    /// One bit per cell: whether it is settled in the cycle `settled_in`. Cells without a bit are
    /// not.
    settled: Vec<u64>,
    settled_in: CycleNumber,
}

impl State {
    fn add_young(&mut self, index: u32) {
        let (word, bit) = (index as usize / 64, 1 << (index % 64));
        if self.in_young.len() <= word {
            self.in_young.resize(word + 1, 0);
        }
        if self.in_young[word] & bit == 0 {
            self.in_young[word] |= bit;
            self.young.push(index);
        }
    }

    /// Forgets the cells that are settled in other cycles.
    fn begin_settling(&mut self, cycle: CycleNumber) {
        if core::mem::replace(&mut self.settled_in, cycle) != cycle {
            self.settled.clear();
        }
    }

    fn set_settled(&mut self, index: u32, is_settled: bool) {
        let (word, bit) = (index as usize / 64, 1 << (index % 64));
        if is_settled && self.settled.len() <= word {
            self.settled.resize(word + 1, 0);
        }
        if let Some(word) = self.settled.get_mut(word) {
            *word = if is_settled { *word | bit } else { *word & !bit };
        }
    }

    /// Returns the cells that are not settled, and perhaps some that are free.
    fn not_settled(&self) -> impl Iterator<Item = u32> {
        let words = 0..self.used.div_ceil(64);
        let bits = words.flat_map(|word| {
            let mut rest = !self.settled.get(word as usize).copied().unwrap_or(0);
            core::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(64 * word + bit)
            })
        });
        bits.take_while(|&index| index < self.used)
    }

    fn remove_young(&mut self, index: u32) {
        self.in_young[index as usize / 64] &= !(1 << (index % 64));
    }
}

#[derive(Debug)]
struct Shard {
    cells: CellArray,
    state: Mutex<State>,
}

impl Shard {
    fn new() -> CachePadded<Self> {
        CachePadded::new(Self { cells: CellArray::default(), state: Mutex::new(State::default()) })
    }

    fn take(&self, state: &mut State, word: u64) -> u32 {
        let index = state.free.pop().unwrap_or_else(|| {
            let index = state.used;
            state.used = index.checked_add(1).expect("fewer than 2^32 handles of a kind");
            index
        });
        self.cells.get_or_allocate(index).store(word, Relaxed);
        state.add_young(index);
        state.set_settled(index, false);
        index
    }
}

/// A visitor's result for a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct VisitedCell {
    /// The new value of the cell.
    pub(crate) word: u64,
    /// Whether `word` refers to a young object.
    pub(crate) young: bool,
}

/// The cells of one kind in a heap.
#[derive(Debug)]
pub(crate) struct CellTable {
    shards: Box<[CachePadded<Shard>]>,
}

impl Default for CellTable {
    fn default() -> Self {
        Self { shards: (0..SHARDS).map(|_| Shard::new()).collect() }
    }
}

/// Returns the calling thread's shard.
fn own_shard() -> usize {
    static NEXT: atomic::AtomicUsize = atomic::AtomicUsize::new(0);
    thread_local! {
        static OWN: Cell<Option<usize>> = const { Cell::new(None) };
    }
    OWN.with(|own| {
        own.get().unwrap_or_else(|| {
            let shard = NEXT.fetch_add(1, Relaxed) % SHARDS;
            own.set(Some(shard));
            shard
        })
    })
}

impl CellTable {
    /// Allocates a cell and stores a reference in it. The caller is the collector, or a thread that
    /// was managed when it read the reference and still is.
    pub(crate) fn insert(&self, word: u64) -> CellId {
        self.insert_into(own_shard(), word)
    }

    fn insert_into(&self, number: usize, word: u64) -> CellId {
        let shard = &self.shards[number];
        CellId::new(number, shard.take(&mut shard.state.lock(), word))
    }

    /// Allocates a cell with the value of another one.
    pub(crate) fn duplicate(&self, cell: CellId) -> CellId {
        self.copy_with(cell, |shard, state, word| {
            CellId::new(cell.shard(), shard.take(state, word))
        })
    }

    /// Allocates a cell of another table with the value of a cell of this one. Locks the other
    /// table's shard second.
    pub(super) fn copy_to(&self, cell: CellId, other: &Self) -> CellId {
        self.copy_with(cell, |_, _, word| other.insert(word))
    }

    fn copy_with<R>(&self, cell: CellId, copy: impl FnOnce(&Shard, &mut State, u64) -> R) -> R {
        let shard = &self.shards[cell.shard()];
        let mut state = shard.state.lock();
        copy(shard, &mut state, shard.cells.get(cell.index()).load(Relaxed))
    }

    /// Returns the value of a cell. The calling thread is managed.
    pub(crate) fn get(&self, cell: CellId) -> u64 {
        self.shards[cell.shard()].cells.get(cell.index()).load(Relaxed)
    }

    /// Frees a cell.
    pub(crate) fn remove(&self, cell: CellId) {
        let shard = &self.shards[cell.shard()];
        let mut state = shard.state.lock();
        shard.cells.get(cell.index()).store(0, Relaxed);
        state.free.push(cell.index());
    }

    /// Visits the cells of a shard that are not 0, and replaces their values by the visitor's: the
    /// cells that may refer to young objects, all, or those that are not settled. The world is
    /// stopped. Returns the number of cells visited.
    pub(crate) fn visit(
        &self,
        shard: usize,
        items: Items,
        mut visit: impl FnMut(u64) -> VisitedCell,
    ) -> u64 {
        let shard = &self.shards[shard];
        let mut state = shard.state.lock();
        let mut visited = 0;
        let mut visit_cell = |index: u32| {
            let cell = shard.cells.get(index);
            let old = cell.load(Relaxed);
            if old == 0 || (index % 16 == 15 && fault("forget-handle")) {
                return false;
            }
            visited += 1;
            let VisitedCell { word, young } = visit(old);
            cell.store(word, Relaxed);
            word != 0 && young
        };
        match items {
            Items::In(Scope::Young) => {
                let mut young = core::mem::take(&mut state.young);
                young.retain(|&index| {
                    let stays = visit_cell(index);
                    if !stays {
                        state.remove_young(index);
                    }
                    stays
                });
                state.young = young;
            }
            Items::In(Scope::Full) => {
                state.young.clear();
                state.in_young.fill(0);
                for index in 0..state.used {
                    if visit_cell(index) {
                        state.add_young(index);
                    }
                }
            }
            Items::NotSettledIn(cycle) => {
                state.begin_settling(cycle);
                // Nothing moves: cells of young objects stay listed.
                for index in state.not_settled() {
                    visit_cell(index);
                }
            }
        }
        visited
    }

    /// Settles those of up to `max_cells` cells of a shard, from index `from` on, for which
    /// `is_settled` returns true. Returns the index after them; `None` if there are no further
    /// cells. Mutators may run.
    pub(crate) fn settle_some(
        &self,
        cycle: CycleNumber,
        shard: usize,
        from: u32,
        max_cells: u32,
        mut is_settled: impl FnMut(u64) -> bool,
    ) -> Option<u32> {
        let shard = &self.shards[shard];
        let mut state = shard.state.lock();
        state.begin_settling(cycle);
        let end = state.used.min(from.saturating_add(max_cells));
        for index in from..end {
            let word = shard.cells.get(index).load(Relaxed);
            // What takes a free cell resets its bit.
            if word == 0 || is_settled(word) {
                state.set_settled(index, true);
            }
        }
        (end < state.used).then_some(end)
    }

    /// Calls `read` with the values that are not 0 of up to `max_cells` cells of a shard, from
    /// index `from` on. Returns the index after them; `None` if there are no further cells.
    /// Mutators may run.
    pub(crate) fn read_some(
        &self,
        shard: usize,
        from: u32,
        max_cells: u32,
        mut read: impl FnMut(u64),
    ) -> Option<u32> {
        let shard = &self.shards[shard];
        let state = shard.state.lock();
        let end = state.used.min(from.saturating_add(max_cells));
        let words = (from..end).map(|index| shard.cells.get(index).load(Relaxed));
        words.filter(|&word| word != 0).for_each(&mut read);
        (end < state.used).then_some(end)
    }

    /// Calls `visit` with the value of each cell that is not 0.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(u64)) {
        for shard in &self.shards {
            let state = shard.state.lock();
            let cells = (0..state.used).map(|index| shard.cells.get(index).load(Relaxed));
            cells.filter(|&word| word != 0).for_each(&mut visit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn old(word: u64) -> VisitedCell {
        VisitedCell { word, young: false }
    }

    fn visit_all(table: &CellTable, kind: Items, mut visit: impl FnMut(u64) -> VisitedCell) -> u64 {
        (0..SHARDS).map(|shard| table.visit(shard, kind, &mut visit)).sum()
    }

    #[test]
    fn cells_are_reused_and_free_ones_skipped() {
        let table = CellTable::default();
        let (a, b) = (table.insert(0x100), table.insert(0x200));
        table.remove(a);
        assert_eq!(visit_all(&table, Items::In(Scope::Full), |word| old(word + 8)), 1);
        assert_eq!(table.get(b), 0x208);
        assert_eq!(table.insert(0x300), a);
        let c = table.duplicate(b);
        assert_eq!(visit_all(&table, Items::In(Scope::Full), |word| old(word + 8)), 3);
        assert_eq!([a, b, c].map(|cell| table.get(cell)), [0x308, 0x210, 0x210]);
    }

    #[test]
    fn cells_never_move() {
        let cells = CellArray::default();
        let first = cells.get_or_allocate(0) as *const _;
        for index in (0..100_000).chain([u32::MAX >> 8]) {
            cells.get_or_allocate(index).store(u64::from(index), Relaxed);
        }
        assert_eq!(cells.get(0) as *const _, first);
        for index in [0, 1, 63, 64, 65, 191, 192, 99_999, u32::MAX >> 8] {
            assert_eq!(cells.get(index).load(Relaxed), u64::from(index));
        }
        assert_eq!(CellArray::position(u32::MAX).0, PARTS - 1);
    }

    #[test]
    fn young_collection_visits_only_possibly_young_cells() {
        let table = CellTable::default();
        let cells: Vec<_> = (1..=1000).map(|n| table.insert(8 * n)).collect();
        // Every tenth object stays young.
        let age = |word| VisitedCell { word, young: word % 80 == 0 };
        assert_eq!(visit_all(&table, Items::In(Scope::Young), age), 1000);
        assert_eq!(visit_all(&table, Items::In(Scope::Young), age), 100);
        // Cells that are freed and allocated again are visited once.
        for &cell in &cells[..20] {
            table.remove(cell);
        }
        for n in 0..20 {
            table.insert(8008 + 8 * n);
        }
        assert_eq!(visit_all(&table, Items::In(Scope::Young), old), 98 + 20);
        assert_eq!(visit_all(&table, Items::In(Scope::Young), old), 0);
        // A full collection visits all, and determines anew which are young.
        assert_eq!(visit_all(&table, Items::In(Scope::Full), age), 1000);
        assert_eq!(visit_all(&table, Items::In(Scope::Young), old), 98 + 2);
    }

    #[test]
    fn cells_are_allocated_and_freed_during_visits() {
        let table = CellTable::default();
        std::thread::scope(|scope| {
            for thread in 0..8_u64 {
                let table = &table;
                scope.spawn(move || {
                    let word = 0x1000 * (thread + 1);
                    for _ in 0..500 {
                        let cells: Vec<_> = (0..20).map(|_| table.insert(word)).collect();
                        let copy = table.duplicate(cells[3]);
                        // Visits change the low bits.
                        assert_eq!(table.get(copy) & !0xfff, word);
                        cells.into_iter().chain([copy]).for_each(|cell| table.remove(cell));
                    }
                });
            }
            for round in 0..200 {
                visit_all(&table, Items::In(Scope::Full), |word| old(word & !0xfff | round));
            }
        });
        assert_eq!(visit_all(&table, Items::In(Scope::Full), old), 0);
    }

    /// Settles the cells with even values in a cycle, a few at a time.
    fn settle_even(table: &CellTable, cycle: CycleNumber) {
        for shard in 0..SHARDS {
            let mut from = Some(0);
            while let Some(next) = from {
                from = table.settle_some(cycle, shard, next, 10, |word| word % 16 == 0);
            }
        }
    }

    #[test]
    fn only_cells_that_are_not_settled_are_visited_at_the_end_of_a_cycle() {
        let table = CellTable::default();
        let cells: Vec<_> = (1..=1000).map(|n| table.insert(8 * n)).collect();
        let mut seen = Vec::new();
        let mut visit_end = |table: &CellTable, cycle| {
            seen.clear();
            visit_all(table, Items::NotSettledIn(cycle), |word| {
                seen.push(word);
                old(word)
            });
            seen.sort_unstable();
            seen.clone()
        };
        assert_eq!(visit_end(&table, 1).len(), 1000, "none is settled");
        settle_even(&table, 2);
        let odd: Vec<_> = (1..=1000).step_by(2).map(|n| 8 * n).collect();
        assert_eq!(visit_end(&table, 2), odd);
        // A cell that is used again is not settled; one that was added later neither.
        let even = cells[1];
        assert_eq!(table.get(even), 16);
        table.remove(even);
        let reused = table.insert(48);
        assert_eq!(reused, even);
        let added = table.insert(64);
        let visited = visit_end(&table, 2);
        assert_eq!(visited.len(), odd.len() + 2);
        assert!(visited.contains(&48) && visited.contains(&64));
        // In another cycle nothing is settled at first.
        assert_eq!(visit_end(&table, 3).len(), 1001);
        settle_even(&table, 3);
        assert_eq!(visit_end(&table, 3), odd);
        assert_eq!((table.get(reused), table.get(added)), (48, 64));
    }

    #[test]
    fn visiting_what_is_not_settled_keeps_young_cells_listed() {
        let table = CellTable::default();
        for n in 1..=100 {
            table.insert(8 * n);
        }
        let age = |word| VisitedCell { word, young: word == 80 };
        assert_eq!(visit_all(&table, Items::In(Scope::Young), age), 100);
        settle_even(&table, 1);
        assert_eq!(visit_all(&table, Items::NotSettledIn(1), age), 50);
        assert_eq!(visit_all(&table, Items::In(Scope::Young), age), 1);
    }
}
