//! Tables with weak keys (ephemeron tables): a value is live as long as its key and the table are.
//!
//! Each entry is an ephemeron (Hayes, OOPSLA 1997). An object that is reachable only from a value
//! does not keep a key alive, neither the value's own nor another, in this table or in others.
//!
//! # Protocol
//!
//! Each table has a lock. Only managed threads store and read references; collections hold the
//! locks of all tables while they process references. The list of tables has its own lock, which is
//! taken before any table's lock.
//!
//! Workers process the entries of a table concurrently. Each entry is part of one task, so only one
//! worker accesses its key and value ([`Entries::set`]). Workers change nothing else: one of them
//! updates the rest of the table at the end ([`Entries::finish`]). The barriers between the two are
//! those of the worker pool, so relaxed order suffices.
//!
//! # Addresses
//!
//! Keys are hashed by address, so a collection that moves a key has to rehash its entry. A young
//! collection visits only the entries in `Entries::young`, whose key or value may be young.

use core::ops::Range;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Weak};

use hashbrown::HashMap;
use parking_lot::Mutex;

use super::settled::{CycleNumber, Items};
use crate::collection::Scope;
use crate::worklist::ITEMS_PER_TASK;

/// An entry of a table, in use or free.
#[derive(Debug, Default)]
struct Entry {
    key: AtomicU64,
    value: AtomicU64,
    /// Whether the entry is in `Entries::young`.
    in_young: bool,
    /// Whether the entry is in use.
    taken: bool,
    /// The cycle in which the entry is settled.
    settled_in: CycleNumber,
}

impl Entry {
    fn key(&self) -> u64 {
        self.key.load(Relaxed)
    }

    fn value(&self) -> u64 {
        self.value.load(Relaxed)
    }
}

/// A key that has moved: its old address, and the index of its entry.
pub(crate) type MovedKey = (u64, u32);

/// The entries of a table.
#[derive(Debug, Default)]
pub(crate) struct Entries {
    /// All entries, free ones included.
    all: Vec<Entry>,
    /// Indices of free entries.
    free: Vec<u32>,
    /// The index of each key's entry.
    by_key: HashMap<u64, u32>,
    /// Indices of the entries that may refer to young objects. Some of these entries may be free.
    young: Vec<u32>,
    /// During a collection: the keys that have moved, as lists of several workers.
    moved: Vec<Vec<MovedKey>>,
    /// During a collection: indices of the entries whose keys have died.
    dead: Vec<u32>,
}

/// Some entries that a collection visits: one task of a worker.
#[derive(Debug)]
pub(crate) struct EntryTask<'a> {
    entries: &'a Entries,
    part: EntryPart<'a>,
    items: Items,
}

#[derive(Debug)]
enum EntryPart<'a> {
    /// All entries with these indices.
    Range(Range<usize>),
    /// Entries that may be young.
    Young(&'a [u32]),
}

impl EntryTask<'_> {
    /// Calls `visit` with the index of each entry of this part that is in use and selected.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(u32)) {
        let all = &self.entries.all;
        match &self.part {
            EntryPart::Young(indices) => {
                let taken = indices.iter().filter(|&&index| all[index as usize].taken);
                taken.for_each(|&index| visit(index));
            }
            EntryPart::Range(range) => {
                let is_visited = |entry: &Entry| match self.items {
                    Items::In(_) => entry.taken,
                    Items::NotSettledIn(cycle) => entry.taken && entry.settled_in != cycle,
                };
                let visited = range.clone().filter(|&index| is_visited(&all[index]));
                visited.for_each(|index| visit(index as u32));
            }
        }
    }
}

impl Entries {
    /// Adds an entry to `young`, unless it is there already.
    fn add_young(&mut self, index: u32) {
        let entry = &mut self.all[index as usize];
        if !core::mem::replace(&mut entry.in_young, true) {
            self.young.push(index);
        }
    }

    /// Inserts a key-value pair and returns the previous value of the key, if any.
    pub(crate) fn insert(&mut self, key: u64, value: u64) -> Option<u64> {
        if let Some(&index) = self.by_key.get(&key) {
            self.add_young(index);
            let entry = &mut self.all[index as usize];
            entry.settled_in = 0;
            return Some(core::mem::replace(entry.value.get_mut(), value));
        }
        let index = self.free.pop().unwrap_or_else(|| {
            self.all.push(Entry::default());
            u32::try_from(self.all.len() - 1).expect("fewer than 2^32 entries")
        });
        let entry = &mut self.all[index as usize];
        let (key_word, value) = (AtomicU64::new(key), AtomicU64::new(value));
        let in_young = entry.in_young;
        *entry = Entry { key: key_word, value, taken: true, in_young, settled_in: 0 };
        self.add_young(index);
        self.by_key.insert(key, index);
        None
    }

    /// Returns the value of a key, if any.
    pub(crate) fn find(&self, key: u64) -> Option<u64> {
        self.by_key.get(&key).map(|&index| self.all[index as usize].value())
    }

    /// Returns the number of entries in use.
    pub(crate) fn len(&self) -> usize {
        self.by_key.len()
    }

    /// Removes the entry of a key and returns its value, if any.
    pub(crate) fn remove(&mut self, key: u64) -> Option<u64> {
        let index = self.by_key.remove(&key)?;
        self.free.push(index);
        let entry = &mut self.all[index as usize];
        entry.taken = false;
        Some(entry.value())
    }

    /// Returns an upper limit of the number of entries that `items` selects.
    pub(crate) fn count(&self, items: Items) -> usize {
        if items == Items::In(Scope::Young) { self.young.len() } else { self.len() }
    }

    /// Returns the entries that `items` selects, as tasks for several workers.
    pub(crate) fn tasks(&self, items: Items) -> impl Iterator<Item = EntryTask<'_>> {
        let is_young = items == Items::In(Scope::Young);
        let young: &[u32] = if is_young { &self.young } else { &[] };
        let all = if is_young { 0 } else { self.all.len() };
        let ranges = (0..all).step_by(ITEMS_PER_TASK);
        let ranges = ranges.map(move |from| EntryPart::Range(from..all.min(from + ITEMS_PER_TASK)));
        let parts = young.chunks(ITEMS_PER_TASK).map(EntryPart::Young).chain(ranges);
        parts.map(move |part| EntryTask { entries: self, part, items })
    }

    /// Inspects up to `max_entries` entries, from index `from` on, and settles those for which
    /// `is_settled` returns true. `is_settled` is called with the key and the value. Returns the
    /// index at which to continue, or `None` after the last entry. Mutators may run.
    pub(crate) fn settle_some(
        &mut self,
        cycle: CycleNumber,
        from: usize,
        max_entries: usize,
        mut is_settled: impl FnMut(u64, u64) -> bool,
    ) -> Option<usize> {
        let end = self.all.len().min(from.saturating_add(max_entries));
        for entry in self.all.get_mut(from..end).unwrap_or_default() {
            if entry.taken && is_settled(entry.key(), entry.value()) {
                entry.settled_in = cycle;
            }
        }
        (end < self.all.len()).then_some(end)
    }

    /// Returns the keys and values of all entries in use.
    fn pairs(&self) -> impl Iterator<Item = (u64, u64)> {
        self.all.iter().filter(|entry| entry.taken).map(|entry| (entry.key(), entry.value()))
    }

    /// Returns the key and the value of an entry.
    pub(crate) fn get(&self, index: u32) -> (u64, u64) {
        let entry = &self.all[index as usize];
        (entry.key(), entry.value())
    }

    /// Sets the key and the value of an entry whose key is live; both may have moved. The caller is
    /// the worker that has the entry's task. It passes keys that have moved to [`Self::add_moved`].
    pub(crate) fn set(&self, index: u32, key: u64, value: u64) {
        let entry = &self.all[index as usize];
        entry.key.store(key, Relaxed);
        entry.value.store(value, Relaxed);
    }

    /// Adds keys that have moved, for [`Self::finish`].
    pub(crate) fn add_moved(&mut self, moved: Vec<MovedKey>) {
        self.moved.push(moved);
    }

    /// Adds an entry whose key has died, for [`Self::finish`] to remove.
    pub(crate) fn add_dead(&mut self, index: u32) {
        self.dead.push(index);
    }

    /// Returns the number of keys that [`Self::finish`] removes or rehashes.
    pub(crate) fn unfinished(&self) -> usize {
        self.dead.len() + self.moved.iter().map(Vec::len).sum::<usize>()
    }

    /// Ends a collection's processing of the table: removes the entries whose keys have died,
    /// rehashes those whose keys have moved, and updates the list of young entries. Called after
    /// all tasks are done.
    pub(crate) fn finish(&mut self, items: Items, is_young: impl Fn(u64) -> bool) {
        // A map of which most keys change is faster to fill again. That takes as long as the table
        // was at its largest.
        let refills = self.unfinished() > self.all.len() / 2;
        let (dead, moved) = (core::mem::take(&mut self.dead), core::mem::take(&mut self.moved));
        // All old keys are removed before any is inserted: a key may be at the old address of
        // another key.
        if refills {
            self.by_key.clear();
        } else {
            for (old, _) in moved.iter().flatten() {
                self.by_key.remove(old);
            }
            for &index in &dead {
                self.by_key.remove(&self.all[index as usize].key());
            }
        }
        for &index in &dead {
            self.all[index as usize].taken = false;
        }
        self.free.extend(dead);
        if refills {
            let taken = (0..).zip(&self.all).filter(|(_, entry)| entry.taken);
            self.by_key.extend(taken.map(|(index, entry)| (entry.key(), index)));
        } else {
            for (_, index) in moved.into_iter().flatten() {
                self.by_key.insert(self.all[index as usize].key(), index);
            }
        }
        let stays =
            |entry: &Entry| entry.taken && (is_young(entry.key()) || is_young(entry.value()));
        match items {
            // The end of a cycle moves nothing, so it makes no further entries young.
            Items::In(Scope::Young) | Items::NotSettledIn(_) => {
                let all = &mut self.all;
                self.young.retain(|&index| {
                    let entry = &mut all[index as usize];
                    entry.in_young = stays(entry);
                    entry.in_young
                });
            }
            Items::In(Scope::Full) => {
                self.young.clear();
                for (index, entry) in self.all.iter_mut().enumerate() {
                    entry.in_young = stays(entry);
                    if entry.in_young {
                        self.young.push(index as u32);
                    }
                }
            }
        }
    }
}

/// All tables of a heap.
#[derive(Debug, Default)]
pub(crate) struct Tables(Mutex<List>);

/// The list of a heap's tables, which does not own them.
#[derive(Debug, Default)]
struct List {
    /// The tables; some may have been dropped.
    all: Vec<Weak<Mutex<Entries>>>,
    /// The length of `all` at which dropped tables are removed from it.
    sweep_at: usize,
}

impl Tables {
    /// Adds a table. The list does not keep the table alive.
    pub(crate) fn add(&self, table: &Arc<Mutex<Entries>>) {
        let mut add_young = self.0.lock();
        if add_young.all.len() >= add_young.sweep_at {
            add_young.all.retain(|table| table.strong_count() > 0);
            add_young.sweep_at = 2 * add_young.all.len() + 16;
        }
        add_young.all.push(Arc::downgrade(table));
    }

    /// Calls `visit` with the keys and values of all tables.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(u64, u64)) {
        for table in self.all() {
            table.lock().pairs().for_each(|(key, value)| visit(key, value));
        }
    }

    /// Returns the list of tables, of which some may have been dropped.
    pub(crate) fn list(&self) -> Vec<Weak<Mutex<Entries>>> {
        self.0.lock().all.clone()
    }

    /// Returns all tables that have not been dropped.
    pub(crate) fn all(&self) -> Vec<Arc<Mutex<Entries>>> {
        self.0.lock().all.iter().filter_map(Weak::upgrade).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the indices of the entries that `items` selects.
    fn visited(entries: &Entries, items: Items) -> Vec<u32> {
        let mut all = Vec::new();
        entries.tasks(items).for_each(|task| task.for_each(|index| all.push(index)));
        all
    }

    #[test]
    fn swapped_keys_are_found() {
        let mut entries = Entries::default();
        for (key, value) in [(8, 1), (16, 2), (24, 3)] {
            assert_eq!(entries.insert(key, value), None);
        }
        assert_eq!(entries.insert(16, 20), Some(2));
        let visit = visited(&entries, Items::In(Scope::Young));
        assert_eq!((visit.len(), entries.count(Items::In(Scope::Young))), (3, 3));
        let mut moved = Vec::new();
        for index in visit {
            let (key, value) = entries.get(index);
            if key == 24 {
                entries.add_dead(index);
            } else {
                entries.set(index, 24 - key, value);
                moved.push((key, index));
            }
        }
        entries.add_moved(moved);
        entries.finish(Items::In(Scope::Young), |word| word == 8);
        assert_eq!([8, 16, 24].map(|key| entries.find(key)), [Some(20), Some(1), None]);
        // One entry is young, and one is free.
        assert_eq!(visited(&entries, Items::In(Scope::Young)).len(), 1);
        assert_eq!(entries.insert(32, 4), None);
        assert_eq!(entries.all.len(), 3);
        assert_eq!(visited(&entries, Items::In(Scope::Young)).len(), 2);
        assert_eq!(visited(&entries, Items::In(Scope::Full)).len(), 3);
        assert_eq!(entries.remove(32), Some(4));
        assert_eq!(entries.insert(40, 5), None);
        assert_eq!(visited(&entries, Items::In(Scope::Young)).len(), 2, "in_young once");
    }

    /// Keys that move and die are found, whether the map is filled again or not.
    #[test]
    fn large_tables_are_rehashed() {
        for (moving, dying) in [(1, 1), (1, 7), (3, 5), (5, 3), (50, 70), (7, 1000)] {
            let mut entries = Entries::default();
            let count = 3 * ITEMS_PER_TASK as u64 + 5;
            (1..=count).for_each(|n| assert_eq!(entries.insert(8 * n, n), None));
            // Onto the former address of another key that moves or dies.
            let shift = 8 * moving;
            let all = visited(&entries, Items::In(Scope::Full));
            assert_eq!(all.len() as u64, count);
            let mut moved = Vec::new();
            for index in all {
                let (key, value) = entries.get(index);
                if value % dying == 0 {
                    entries.add_dead(index);
                } else if value % moving == 0 {
                    entries.set(index, key + shift, value);
                    moved.push((key, index));
                }
            }
            entries.add_moved(moved);
            entries.finish(Items::In(Scope::Full), |_| false);
            let live = (1..=count).filter(|n| n % dying != 0);
            assert_eq!(entries.len(), live.clone().count());
            for n in live {
                let key = if n % moving == 0 { 8 * n + shift } else { 8 * n };
                assert_eq!(entries.find(key), Some(n), "{n} of {moving}, {dying}");
            }
            assert_eq!(entries.unfinished(), 0);
            assert_eq!(entries.free.len() + entries.len(), count as usize);
        }
    }

    #[test]
    fn changed_entries_are_not_settled() {
        let mut entries = Entries::default();
        (1..=5).for_each(|n| assert_eq!(entries.insert(8 * n, n), None));
        let mut from = Some(0);
        while let Some(next) = from {
            from = entries.settle_some(1, next, 2, |key, value| key != 24 && value != 5);
        }
        let not_settled = |entries: &Entries, cycle| {
            let indices = visited(entries, Items::NotSettledIn(cycle));
            indices.into_iter().map(|index| entries.get(index).0).collect::<Vec<_>>()
        };
        assert_eq!(not_settled(&entries, 1), [24, 40]);
        // A new value, a new key in a reused entry, and a new entry.
        assert_eq!(entries.insert(8, 10), Some(1));
        assert_eq!(entries.remove(16), Some(2));
        assert_eq!(entries.insert(48, 6), None);
        assert_eq!(entries.insert(56, 7), None);
        assert_eq!(not_settled(&entries, 1), [8, 48, 24, 40, 56]);
        entries.add_dead(entries.by_key[&24]);
        entries.finish(Items::NotSettledIn(1), |word| word == 56);
        assert_eq!(not_settled(&entries, 1), [8, 48, 40, 56]);
        assert_eq!(visited(&entries, Items::In(Scope::Young)).len(), 1);
        assert_eq!(not_settled(&entries, 2).len(), 5);
    }
}
