//! Cells: 8-byte slots outside the heap that hold references. Cells never move, and any thread may
//! allocate and free them.
//!
//! # Protocol
//!
//! Cells are divided into shards, each with its own lock. A thread allocates in one shard, which is
//! assigned at its first allocation, so that few threads share a lock. After some 1,000 cells it
//! continues in another shard: workers divide the cells among them by shards, however few threads
//! have allocated them.
//!
//! * A thread that allocates, frees or duplicates a cell holds the lock of the cell's shard. A
//!   collection holds the lock while it visits the whole shard, so each such operation comes before
//!   the visit or after it. A native thread may do these operations at any time.
//! * A cell is read without the lock, by managed threads only. While a thread is managed, no
//!   collection is in progress, and the safepoint protocol orders the read after the last
//!   collection's writes. The thread that shared the [`CellId`] has also published the cell. So
//!   relaxed order suffices.
//! * To copy a cell to another table, a thread locks the cell's shard first and the other table's
//!   shard second. If the copy is made before a collection has visited the original, the collection
//!   must visit the copy. So a collection visits a table before the tables to which its cells are
//!   copied: strong handles first, weak handles later.
//!
//! `models` (built with `--cfg loom`) checks this protocol.
//!
//! # Young collections
//!
//! Each shard has a list, `State::young`, of the cells that may refer to young objects. A new cell
//! is added to the list, and a visit removes it when its object is old. A young collection visits
//! only the cells in this list. A cell is in the list at most once. A freed cell stays in the list;
//! the next visit removes it if it is still free.

use core::cell::Cell;
use core::sync::atomic::{self, Ordering::Relaxed};

use crossbeam::utils::CachePadded;
use statepoint_scanner::fault_injection::fault;

use super::cell_array::CellArray;
use super::settled::{CycleNumber, Items};
use crate::collection::Scope;
use crate::sync::Mutex;

#[cfg(all(test, loom))]
mod models;

/// The number of shards of a table. A power of two.
pub(crate) const SHARDS: usize = if cfg!(loom) { 2 } else { 64 };
/// The number of bits of a [`CellId`] that hold the shard's index.
const SHARD_BITS: u32 = SHARDS.trailing_zeros();

/// Number of cells after which a thread continues in another shard. A power of two. Small enough
/// that 64 Ki cells are divided among many shards, and large enough that a thread seldom changes
/// its lock.
const CELLS_BETWEEN_MOVES: u32 = if cfg!(loom) { 1 << 31 } else { 1 << 10 };

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

/// The part of a shard that the shard's lock protects.
#[derive(Debug, Default)]
struct State {
    /// The number of cells that were ever allocated: all lower indices are valid.
    used: u32,
    /// Indices of free cells.
    free: Vec<u32>,
    /// Indices of the cells that may refer to young objects.
    young: Vec<u32>,
    /// One bit per cell: whether it is in `young`.
    in_young: Vec<u64>,
    /// One bit per cell: whether the cell is settled in the cycle `settled_in`. A cell beyond the
    /// end of this bitmap is not settled.
    settled: Vec<u64>,
    /// Number of bits that are set in `settled`.
    settled_count: u32,
    /// The cycle to which `settled` applies.
    settled_in: CycleNumber,
}

impl State {
    /// Adds a cell to `young`, unless it is there already.
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

    /// Begins to settle cells in `cycle`. If the bitmap belongs to another cycle, clears it: no
    /// cell is settled.
    fn begin_settling(&mut self, cycle: CycleNumber) {
        if core::mem::replace(&mut self.settled_in, cycle) != cycle {
            self.settled.clear();
            self.settled_count = 0;
        }
    }

    /// Records whether a cell is settled in the cycle `settled_in`.
    fn set_settled(&mut self, index: u32, is_settled: bool) {
        let (word, bit) = (index as usize / 64, 1 << (index % 64));
        if is_settled && self.settled.len() <= word {
            self.settled.resize(word + 1, 0);
        }
        if let Some(word) = self.settled.get_mut(word)
            && (*word & bit != 0) != is_settled
        {
            *word ^= bit;
            self.settled_count = match is_settled {
                true => self.settled_count + 1,
                false => self.settled_count - 1,
            };
        }
    }

    /// Returns the indices of the cells that are not settled. Some of these cells may be free.
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

    /// Clears a cell's bit in `in_young`. The caller removes the cell from `young`.
    fn remove_young(&mut self, index: u32) {
        self.in_young[index as usize / 64] &= !(1 << (index % 64));
    }
}

/// A part of a table's cells, with its own lock.
#[derive(Debug)]
struct Shard {
    cells: CellArray,
    state: Mutex<State>,
}

impl Shard {
    fn new() -> CachePadded<Self> {
        CachePadded::new(Self { cells: CellArray::default(), state: Mutex::new(State::default()) })
    }

    /// Allocates a cell with the value `word`, and returns the cell's index. `state` is the locked
    /// state of this shard.
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
    /// The new value of the cell: the reference after evacuation, or 0 to clear the cell.
    pub(crate) word: u64,
    /// Whether `word` refers to a young object.
    pub(crate) young: bool,
}

/// A table of cells: one for strong handles, and one for each kind of weak handles.
#[derive(Debug)]
pub(crate) struct CellTable {
    shards: Box<[CachePadded<Shard>]>,
}

impl Default for CellTable {
    fn default() -> Self {
        Self { shards: (0..SHARDS).map(|_| Shard::new()).collect() }
    }
}

/// The shard that is assigned next to a thread.
static NEXT_SHARD: atomic::AtomicUsize = atomic::AtomicUsize::new(0);

thread_local! {
    /// The index of the thread's shard; `None` before its first allocation.
    static OWN_SHARD: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Returns the index of the calling thread's shard.
fn own_shard() -> usize {
    OWN_SHARD.get().unwrap_or_else(move_to_next_shard)
}

/// Assigns another shard to the calling thread, and returns its index.
#[cold]
fn move_to_next_shard() -> usize {
    let shard = NEXT_SHARD.fetch_add(1, Relaxed) % SHARDS;
    OWN_SHARD.set(Some(shard));
    shard
}

impl CellTable {
    /// Allocates a cell and stores a reference in it. The caller is the collector, or a thread that
    /// has been managed since it read the reference.
    pub(crate) fn insert(&self, word: u64) -> CellId {
        let cell = self.insert_into(own_shard(), word);
        if cell.index() % CELLS_BETWEEN_MOVES == CELLS_BETWEEN_MOVES - 1 {
            move_to_next_shard();
        }
        cell
    }

    /// Allocates a cell in the shard with the index `number`, and stores a reference in it.
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

    /// Allocates a cell of the table `other` with the value of a cell of this table. Locks the
    /// shard of `other` second.
    pub(super) fn copy_to(&self, cell: CellId, other: &Self) -> CellId {
        self.copy_with(cell, |_, _, word| other.insert(word))
    }

    /// Calls `copy` with the cell's shard, its state and the cell's value, while the shard is
    /// locked.
    fn copy_with<R>(&self, cell: CellId, copy: impl FnOnce(&Shard, &mut State, u64) -> R) -> R {
        let shard = &self.shards[cell.shard()];
        let mut state = shard.state.lock();
        copy(shard, &mut state, shard.cells.get(cell.index()).load(Relaxed))
    }

    /// Returns the value of a cell. The calling thread is managed.
    pub(crate) fn get(&self, cell: CellId) -> u64 {
        self.shards[cell.shard()].cells.get(cell.index()).load(Relaxed)
    }

    /// Returns whether a collection has cleared the cell. Any thread; a collection in progress may
    /// clear it at the same time.
    pub(crate) fn is_cleared(&self, cell: CellId) -> bool {
        self.shards[cell.shard()].cells.get(cell.index()).load(Relaxed) == 0
    }

    /// Frees a cell.
    pub(crate) fn remove(&self, cell: CellId) {
        let shard = &self.shards[cell.shard()];
        let mut state = shard.state.lock();
        shard.cells.get(cell.index()).store(0, Relaxed);
        state.free.push(cell.index());
    }

    /// Returns the shards in which [`Self::visit`] may visit cells, and an upper limit of their
    /// number. A cell that is allocated later need not be visited: it is a copy of one that was
    /// visited before.
    pub(crate) fn shards_to_visit(&self, items: Items) -> (Vec<usize>, usize) {
        let count = |shard: &Shard| {
            let state = shard.state.lock();
            match items {
                Items::In(Scope::Young) => state.young.len(),
                Items::NotSettledIn(cycle) if cycle == state.settled_in => {
                    (state.used - state.settled_count) as usize
                }
                Items::In(Scope::Full) | Items::NotSettledIn(_) => state.used as usize,
            }
        };
        let counts = self.shards.iter().map(|shard| count(shard)).enumerate();
        let counts: Vec<_> = counts.filter(|&(_, count)| count > 0).collect();
        let sum = counts.iter().map(|&(_, count)| count).sum();
        (counts.into_iter().map(|(shard, _)| shard).collect(), sum)
    }

    /// Visits the cells of a shard that `items` selects and whose values are not 0, and replaces
    /// their values by the visitor's. `items` selects the cells that may refer to young objects,
    /// all cells, or the cells that are not settled. The world is stopped. Returns the number of
    /// cells visited.
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
                // Nothing moves at the end of a cycle, so `young` stays as it is.
                for index in state.not_settled() {
                    visit_cell(index);
                }
            }
        }
        visited
    }

    /// Inspects up to `max_cells` cells of a shard, from index `from` on, and settles those for
    /// which `is_settled` returns true. Returns the index at which to continue, or `None` after the
    /// last cell. Mutators may run.
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
            // A free cell is settled, too: allocating it clears its bit.
            if word == 0 || is_settled(word) {
                state.set_settled(index, true);
            }
        }
        (end < state.used).then_some(end)
    }

    /// Reads up to `max_cells` cells of a shard, from index `from` on, and calls `read` with each
    /// value that is not 0. Returns the index at which to continue, or `None` after the last cell.
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
    fn young_collection_visits_only_possibly_young_cells() {
        let table = CellTable::default();
        let cells: Vec<_> = (1..=1000).map(|n| table.insert(8 * n)).collect();
        // Every tenth object stays young.
        let age = |word| VisitedCell { word, young: word % 80 == 0 };
        assert_eq!(visit_all(&table, Items::In(Scope::Young), age), 1000);
        assert_eq!(table.shards_to_visit(Items::In(Scope::Young)), (vec![cells[0].shard()], 100));
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
        // A full collection visits all cells, and rebuilds the list of young cells.
        assert_eq!(visit_all(&table, Items::In(Scope::Full), age), 1000);
        assert_eq!(visit_all(&table, Items::In(Scope::Young), old), 98 + 2);
    }

    // In a build for loom, threads stay in their shards.
    #[cfg(not(loom))]
    #[test]
    fn cells_of_one_thread_are_divided_among_shards() {
        let table = CellTable::default();
        let count = 2 * SHARDS as u32 * CELLS_BETWEEN_MOVES;
        for n in 1..=count {
            table.insert(8 * u64::from(n));
        }
        let visited: Vec<_> =
            (0..SHARDS).map(|shard| table.visit(shard, Items::In(Scope::Young), old)).collect();
        assert_eq!(visited.iter().sum::<u64>(), u64::from(count));
        // Other tests move to other shards concurrently.
        let most = visited.into_iter().max().unwrap();
        assert!(most <= 4 * u64::from(CELLS_BETWEEN_MOVES), "{most} cells in one shard");
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
        assert_eq!(table.shards_to_visit(Items::NotSettledIn(2)).1, odd.len());
        assert_eq!(visit_end(&table, 2), odd);
        // A reused cell is not settled; neither is a cell that was added later.
        let even = cells[1];
        assert_eq!(table.get(even), 16);
        table.remove(even);
        let reused = table.insert(48);
        assert_eq!(reused, even);
        let added = table.insert(64);
        let visited = visit_end(&table, 2);
        assert_eq!(visited.len(), odd.len() + 2);
        assert_eq!(table.shards_to_visit(Items::NotSettledIn(2)).1, visited.len());
        assert!(visited.contains(&48) && visited.contains(&64));
        // At the start of another cycle no cell is settled.
        assert_eq!(table.shards_to_visit(Items::NotSettledIn(3)).1, 1001);
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
