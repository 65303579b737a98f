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
//! # Addresses
//!
//! Keys are hashed by address, so a collection that moves a key has to rehash its entry. A young
//! collection visits only the entries in `Entries::young`, whose key or value may be young.

use std::sync::{Arc, Weak};

use hashbrown::HashMap;
use parking_lot::Mutex;

use super::settled::{CycleNumber, Items};
use crate::collection::Scope;

/// An entry of a table, in use or free.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    value: u64,
    /// Whether the entry is in `Entries::young`.
    in_young: bool,
    /// Whether the entry is in use.
    taken: bool,
    /// The cycle in which the entry is settled.
    settled_in: CycleNumber,
}

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
    /// During a collection: the old addresses of keys that have moved, and the indices of their
    /// entries.
    moved: Vec<(u64, u32)>,
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
            return Some(core::mem::replace(&mut entry.value, value));
        }
        let index = self.free.pop().unwrap_or_else(|| {
            self.all.push(Entry::default());
            u32::try_from(self.all.len() - 1).expect("fewer than 2^32 entries")
        });
        let entry = &mut self.all[index as usize];
        *entry = Entry { key, value, taken: true, in_young: entry.in_young, settled_in: 0 };
        self.add_young(index);
        self.by_key.insert(key, index);
        None
    }

    /// Returns the value of a key, if any.
    pub(crate) fn find(&self, key: u64) -> Option<u64> {
        self.by_key.get(&key).map(|&index| self.all[index as usize].value)
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
        Some(entry.value)
    }

    /// Returns the indices of the entries in use that `items` selects.
    pub(crate) fn entries_to_visit(&self, items: Items) -> Vec<u32> {
        let all = || (0..).zip(&self.all).filter(|(_, entry)| entry.taken);
        match items {
            Items::In(Scope::Young) => {
                let taken = |index: &&u32| self.all[**index as usize].taken;
                self.young.iter().filter(taken).copied().collect()
            }
            Items::In(Scope::Full) => all().map(|(index, _)| index).collect(),
            Items::NotSettledIn(cycle) => {
                let not_settled = all().filter(|(_, entry)| entry.settled_in != cycle);
                not_settled.map(|(index, _)| index).collect()
            }
        }
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
            if entry.taken && is_settled(entry.key, entry.value) {
                entry.settled_in = cycle;
            }
        }
        (end < self.all.len()).then_some(end)
    }

    /// Returns the keys and values of all entries in use.
    fn pairs(&self) -> impl Iterator<Item = (u64, u64)> {
        self.all.iter().filter(|entry| entry.taken).map(|entry| (entry.key, entry.value))
    }

    /// Returns the key and the value of an entry.
    pub(crate) fn get(&self, index: u32) -> (u64, u64) {
        let entry = &self.all[index as usize];
        (entry.key, entry.value)
    }

    /// Sets the key and the value of an entry whose key is live; both may have moved.
    pub(crate) fn set(&mut self, index: u32, key: u64, value: u64) {
        let entry = &mut self.all[index as usize];
        if entry.key != key {
            self.moved.push((entry.key, index));
        }
        (entry.key, entry.value) = (key, value);
    }

    /// Removes an entry whose key has died.
    pub(crate) fn clear_dead(&mut self, index: u32) {
        let key = self.all[index as usize].key;
        self.remove(key);
    }

    /// Ends a collection's processing of the table: rehashes the entries whose keys have moved, and
    /// updates the list of young entries. Called after all entries of [`Self::entries_to_visit`]
    /// have been processed.
    pub(crate) fn finish(&mut self, items: Items, is_young: impl Fn(u64) -> bool) {
        // All moved keys are removed before any is inserted: a key may be at the old address of
        // another key.
        for (old, _) in &self.moved {
            self.by_key.remove(old);
        }
        for (_, index) in self.moved.drain(..) {
            self.by_key.insert(self.all[index as usize].key, index);
        }
        let stays = |entry: &Entry| entry.taken && (is_young(entry.key) || is_young(entry.value));
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

    #[test]
    fn swapped_keys_are_found() {
        let mut entries = Entries::default();
        for (key, value) in [(8, 1), (16, 2), (24, 3)] {
            assert_eq!(entries.insert(key, value), None);
        }
        assert_eq!(entries.insert(16, 20), Some(2));
        let visit = entries.entries_to_visit(Items::In(Scope::Young));
        assert_eq!(visit.len(), 3);
        for index in visit {
            match entries.get(index) {
                (8, value) => entries.set(index, 16, value),
                (16, value) => entries.set(index, 8, value),
                _ => entries.clear_dead(index),
            }
        }
        entries.finish(Items::In(Scope::Young), |word| word == 8);
        assert_eq!([8, 16, 24].map(|key| entries.find(key)), [Some(20), Some(1), None]);
        // One entry is young, and one is free.
        assert_eq!(entries.entries_to_visit(Items::In(Scope::Young)).len(), 1);
        assert_eq!(entries.insert(32, 4), None);
        assert_eq!(entries.all.len(), 3);
        assert_eq!(entries.entries_to_visit(Items::In(Scope::Young)).len(), 2);
        assert_eq!(entries.entries_to_visit(Items::In(Scope::Full)).len(), 3);
        assert_eq!(entries.remove(32), Some(4));
        assert_eq!(entries.insert(40, 5), None);
        assert_eq!(entries.entries_to_visit(Items::In(Scope::Young)).len(), 2, "in_young once");
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
            let indices = entries.entries_to_visit(Items::NotSettledIn(cycle));
            indices.into_iter().map(|index| entries.get(index).0).collect::<Vec<_>>()
        };
        assert_eq!(not_settled(&entries, 1), [24, 40]);
        // A new value, a new key in a reused entry, and a new entry.
        assert_eq!(entries.insert(8, 10), Some(1));
        assert_eq!(entries.remove(16), Some(2));
        assert_eq!(entries.insert(48, 6), None);
        assert_eq!(entries.insert(56, 7), None);
        assert_eq!(not_settled(&entries, 1), [8, 48, 24, 40, 56]);
        entries.clear_dead(entries.by_key[&24]);
        entries.finish(Items::NotSettledIn(1), |word| word == 56);
        assert_eq!(not_settled(&entries, 1), [8, 48, 40, 56]);
        assert_eq!(entries.entries_to_visit(Items::In(Scope::Young)).len(), 1);
        assert_eq!(not_settled(&entries, 2).len(), 5);
    }
}
