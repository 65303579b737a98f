//! Words outside the heap that hold references: many of them, which never move, and which any thread takes
//! and gives back.
//!
//! # Protocol
//!
//! Cells are divided into shards, each with a lock of its own; a thread takes cells from the shard that it was
//! given when it first took one, so that few threads share a lock.
//!
//! * Taking a cell, giving it back and copying it to another one of its shard happen under the shard's lock. So
//!   does a collection's visit, which holds the lock for the whole shard: what another thread does to the
//!   shard comes before the visit or after it. A native thread may do it at any time.
//! * A word is read without the lock, by a managed thread only. No collection is in progress then, and
//!   the safepoint protocol orders the read behind what the last one wrote; the cell itself came
//!   to the thread together with whatever names it. So relaxed order does.
//!
//! * A cell of one table is copied to another while its own shard is locked, and that one's is locked second. What
//!   is copied before a collection has visited the cell is visited with the copy. So a collection visits a table before those to which
//!   its cells are copied: handles, and weak handles later.
//!
//! `models` (built with `--cfg loom`) checks this.
//!
//! # Young collections
//!
//! A shard lists the cells that may refer to young objects: each new one, until a visit finds that its
//! object is old. A young collection visits only those. A cell is listed at most once, and stays listed when it is
//! given back; the next visit drops it if it is still free.

use core::cell::Cell;
use core::sync::atomic::{self, Ordering::Relaxed};
use std::sync::OnceLock;

use crossbeam::utils::CachePadded;
use statepoint_scanner::fault_injection::broken;

use crate::collection::Scope;
use crate::sync::{AtomicU64, Mutex};

#[cfg(all(test, loom))]
mod models;

/// How many shards a table has. A power of two.
pub(crate) const SHARDS: usize = if cfg!(loom) { 2 } else { 64 };
const SHARD_BITS: u32 = SHARDS.trailing_zeros();

/// Words of the first part, of so many bits; each further one has twice as many as the one before.
const FIRST_BITS: u32 = if cfg!(loom) { 1 } else { 6 };
/// Enough parts for all indices of 32 bits.
const PARTS: usize = 32 - FIRST_BITS as usize + 1;

/// An array of words that grows without moving.
#[derive(Debug, Default)]
pub(super) struct Words {
    parts: [OnceLock<Box<[AtomicU64]>>; PARTS],
}

impl Words {
    fn place(index: u32) -> (usize, usize) {
        let shifted = u64::from(index) + (1 << FIRST_BITS);
        let bits = shifted.ilog2();
        ((bits - FIRST_BITS) as usize, (shifted - (1 << bits)) as usize)
    }

    /// The word at an index; there is one for each.
    pub(super) fn make(&self, index: u32) -> &AtomicU64 {
        let (part, offset) = Self::place(index);
        let new =
            || (0..1_usize << (FIRST_BITS as usize + part)).map(|_| AtomicU64::new(0)).collect();
        &self.parts[part].get_or_init(new)[offset]
    }

    /// The same word, which was made before.
    pub(super) fn get(&self, index: u32) -> &AtomicU64 {
        let (part, offset) = Self::place(index);
        &self.parts[part].get().expect("the word was made")[offset]
    }
}

/// Names a cell of a [`CellTable`].
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

/// What changes under a shard's lock.
#[derive(Debug, Default)]
struct State {
    /// Cells that were ever taken.
    used: u32,
    free: Vec<u32>,
    /// Those that may refer to young objects.
    young: Vec<u32>,
    /// Whether a cell is in that list, a bit for each.
    listed: Vec<u64>,
}

impl State {
    fn list(&mut self, index: u32) {
        let (word, bit) = (index as usize / 64, 1 << (index % 64));
        if self.listed.len() <= word {
            self.listed.resize(word + 1, 0);
        }
        if self.listed[word] & bit == 0 {
            self.listed[word] |= bit;
            self.young.push(index);
        }
    }

    fn unlist(&mut self, index: u32) {
        self.listed[index as usize / 64] &= !(1 << (index % 64));
    }
}

#[derive(Debug)]
struct Shard {
    words: Words,
    state: Mutex<State>,
}

impl Shard {
    fn new() -> CachePadded<Self> {
        CachePadded::new(Self { words: Words::default(), state: Mutex::new(State::default()) })
    }

    fn take(&self, state: &mut State, word: u64) -> u32 {
        let index = state.free.pop().unwrap_or_else(|| {
            let index = state.used;
            state.used = index.checked_add(1).expect("fewer than 2^32 handles of a kind");
            index
        });
        self.words.make(index).store(word, Relaxed);
        state.list(index);
        index
    }
}

/// What a visitor has made of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Visited {
    /// What it is to hold now.
    pub(crate) word: u64,
    /// Whether that refers to a young object.
    pub(crate) young: bool,
}

/// Cells of one kind, of a heap.
#[derive(Debug)]
pub(crate) struct CellTable {
    shards: Box<[CachePadded<Shard>]>,
}

impl Default for CellTable {
    fn default() -> Self {
        Self { shards: (0..SHARDS).map(|_| Shard::new()).collect() }
    }
}

/// The calling thread's shard.
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
    /// A new cell with a reference that was read while the thread was managed, and still is; or the collector's.
    pub(crate) fn insert(&self, word: u64) -> CellId {
        self.insert_into(own_shard(), word)
    }

    fn insert_into(&self, number: usize, word: u64) -> CellId {
        let shard = &self.shards[number];
        CellId::new(number, shard.take(&mut shard.state.lock(), word))
    }

    /// A new cell with what another one holds.
    pub(crate) fn duplicate(&self, cell: CellId) -> CellId {
        self.copy_with(cell, |shard, state, word| {
            CellId::new(cell.shard(), shard.take(state, word))
        })
    }

    /// A new cell of another table with what a cell of this one holds. Locks that one's shard second.
    pub(super) fn copy_to(&self, cell: CellId, other: &Self) -> CellId {
        self.copy_with(cell, |_, _, word| other.insert(word))
    }

    fn copy_with<R>(&self, cell: CellId, copy: impl FnOnce(&Shard, &mut State, u64) -> R) -> R {
        let shard = &self.shards[cell.shard()];
        let mut state = shard.state.lock();
        copy(shard, &mut state, shard.words.get(cell.index()).load(Relaxed))
    }

    /// What a cell holds. The calling thread is managed.
    pub(crate) fn get(&self, cell: CellId) -> u64 {
        self.shards[cell.shard()].words.get(cell.index()).load(Relaxed)
    }

    /// Gives a cell back.
    pub(crate) fn remove(&self, cell: CellId) {
        let shard = &self.shards[cell.shard()];
        let mut state = shard.state.lock();
        shard.words.get(cell.index()).store(0, Relaxed);
        state.free.push(cell.index());
    }

    /// Replaces what each cell of a shard holds that is not 0: of those that may refer to young objects, or of
    /// all. The world is stopped. Returns how many were looked at.
    pub(crate) fn visit(
        &self,
        shard: usize,
        kind: Scope,
        mut visit: impl FnMut(u64) -> Visited,
    ) -> u64 {
        let shard = &self.shards[shard];
        let mut state = shard.state.lock();
        let mut visited = 0;
        let mut look = |index: u32| {
            let cell = shard.words.get(index);
            let old = cell.load(Relaxed);
            if old == 0 || (index % 16 == 15 && broken("forget-handle")) {
                return false;
            }
            visited += 1;
            let Visited { word, young } = visit(old);
            cell.store(word, Relaxed);
            word != 0 && young
        };
        match kind {
            Scope::Young => {
                let mut young = core::mem::take(&mut state.young);
                young.retain(|&index| {
                    let stays = look(index);
                    if !stays {
                        state.unlist(index);
                    }
                    stays
                });
                state.young = young;
            }
            Scope::Full => {
                state.young.clear();
                state.listed.fill(0);
                for index in 0..state.used {
                    if look(index) {
                        state.list(index);
                    }
                }
            }
        }
        visited
    }

    /// Shows what each cell holds that is not 0.
    pub(crate) fn for_each(&self, mut look: impl FnMut(u64)) {
        for shard in &self.shards {
            let state = shard.state.lock();
            let words = (0..state.used).map(|index| shard.words.get(index).load(Relaxed));
            words.filter(|&word| word != 0).for_each(&mut look);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn old(word: u64) -> Visited {
        Visited { word, young: false }
    }

    fn visit_all(table: &CellTable, kind: Scope, mut visit: impl FnMut(u64) -> Visited) -> u64 {
        (0..SHARDS).map(|shard| table.visit(shard, kind, &mut visit)).sum()
    }

    #[test]
    fn cells_are_reused_and_only_those_in_use_are_visited() {
        let table = CellTable::default();
        let (a, b) = (table.insert(0x100), table.insert(0x200));
        table.remove(a);
        assert_eq!(visit_all(&table, Scope::Full, |word| old(word + 8)), 1);
        assert_eq!(table.get(b), 0x208);
        assert_eq!(table.insert(0x300), a);
        let c = table.duplicate(b);
        assert_eq!(visit_all(&table, Scope::Full, |word| old(word + 8)), 3);
        assert_eq!([a, b, c].map(|cell| table.get(cell)), [0x308, 0x210, 0x210]);
    }

    #[test]
    fn words_stay_where_they_are() {
        let words = Words::default();
        let first = words.make(0) as *const _;
        for index in (0..100_000).chain([u32::MAX >> 8]) {
            words.make(index).store(u64::from(index), Relaxed);
        }
        assert_eq!(words.get(0) as *const _, first);
        for index in [0, 1, 63, 64, 65, 191, 192, 99_999, u32::MAX >> 8] {
            assert_eq!(words.get(index).load(Relaxed), u64::from(index));
        }
        assert_eq!(Words::place(u32::MAX).0, PARTS - 1);
    }

    #[test]
    fn a_young_collection_visits_only_what_may_be_young() {
        let table = CellTable::default();
        let cells: Vec<_> = (1..=1000).map(|n| table.insert(8 * n)).collect();
        // Every tenth object stays young.
        let age = |word| Visited { word, young: word % 80 == 0 };
        assert_eq!(visit_all(&table, Scope::Young, age), 1000);
        assert_eq!(visit_all(&table, Scope::Young, age), 100);
        // Cells that are given back and taken again are visited once.
        for &cell in &cells[..20] {
            table.remove(cell);
        }
        for n in 0..20 {
            table.insert(8008 + 8 * n);
        }
        assert_eq!(visit_all(&table, Scope::Young, old), 98 + 20);
        assert_eq!(visit_all(&table, Scope::Young, old), 0);
        // A full collection looks at all, and finds out anew what is young.
        assert_eq!(visit_all(&table, Scope::Full, age), 1000);
        assert_eq!(visit_all(&table, Scope::Young, old), 98 + 2);
    }

    #[test]
    fn threads_take_and_give_back_while_cells_are_visited() {
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
                visit_all(&table, Scope::Full, |word| old(word & !0xfff | round));
            }
        });
        assert_eq!(visit_all(&table, Scope::Full, old), 0);
    }
}
