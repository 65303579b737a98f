//! Tables with weak keys: a value is alive as long as its key and the table are.
//!
//! Each entry is an ephemeron. What is reachable only from a value does not keep a key alive, not even the value's
//! own, in this table or in others.
//!
//! # Protocol
//!
//! A table's entries have a lock. References are put in and read by managed threads only; collections hold the
//! locks of all tables while they process references. The list of tables has a lock of its own, which is
//! taken before one of theirs.
//!
//! # Addresses
//!
//! Keys are found by their addresses, so a collection that moves a key has to file its entry anew. Only entries
//! whose key or value may be young concern a young collection, and are listed.

use std::sync::{Arc, Weak};

use hashbrown::HashMap;
use parking_lot::Mutex;

use crate::collection::Scope;

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    value: u64,
    /// It is in the list of those that may be young.
    listed: bool,
    /// It is in use.
    taken: bool,
}

/// The entries of a table.
#[derive(Debug, Default)]
pub(crate) struct Entries {
    all: Vec<Entry>,
    free: Vec<u32>,
    /// Where each key's entry is.
    by_key: HashMap<u64, u32>,
    /// Entries that may refer to young objects; and some that are free.
    young: Vec<u32>,
    /// During a collection: where entries of keys that have moved were filed.
    moved: Vec<(u64, u32)>,
}

impl Entries {
    fn list(&mut self, index: u32) {
        let entry = &mut self.all[index as usize];
        if !core::mem::replace(&mut entry.listed, true) {
            self.young.push(index);
        }
    }

    /// The value that the key had before.
    pub(crate) fn insert(&mut self, key: u64, value: u64) -> Option<u64> {
        if let Some(&index) = self.by_key.get(&key) {
            self.list(index);
            return Some(core::mem::replace(&mut self.all[index as usize].value, value));
        }
        let index = self.free.pop().unwrap_or_else(|| {
            self.all.push(Entry::default());
            u32::try_from(self.all.len() - 1).expect("fewer than 2^32 entries")
        });
        let entry = &mut self.all[index as usize];
        *entry = Entry { key, value, taken: true, listed: entry.listed };
        self.list(index);
        self.by_key.insert(key, index);
        None
    }

    /// The value of a key.
    pub(crate) fn find(&self, key: u64) -> Option<u64> {
        self.by_key.get(&key).map(|&index| self.all[index as usize].value)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.by_key.len()
    }

    /// Takes an entry out; its value.
    pub(crate) fn remove(&mut self, key: u64) -> Option<u64> {
        let index = self.by_key.remove(&key)?;
        self.free.push(index);
        let entry = &mut self.all[index as usize];
        entry.taken = false;
        Some(entry.value)
    }

    /// The entries that a collection has to look at.
    pub(crate) fn to_visit(&self, kind: Scope) -> Vec<u32> {
        match kind {
            Scope::Young => {
                let taken = |index: &&u32| self.all[**index as usize].taken;
                self.young.iter().filter(taken).copied().collect()
            }
            Scope::Full => {
                let taken = |(index, entry): (usize, &Entry)| entry.taken.then_some(index as u32);
                self.all.iter().enumerate().filter_map(taken).collect()
            }
        }
    }

    fn pairs(&self) -> impl Iterator<Item = (u64, u64)> {
        self.all.iter().filter(|entry| entry.taken).map(|entry| (entry.key, entry.value))
    }

    /// Key and value of an entry.
    pub(crate) fn get(&self, index: u32) -> (u64, u64) {
        let entry = &self.all[index as usize];
        (entry.key, entry.value)
    }

    /// The key is alive; both may have moved.
    pub(crate) fn set(&mut self, index: u32, key: u64, value: u64) {
        let entry = &mut self.all[index as usize];
        if entry.key != key {
            self.moved.push((entry.key, index));
        }
        (entry.key, entry.value) = (key, value);
    }

    /// The key has died.
    pub(crate) fn bury(&mut self, index: u32) {
        let key = self.all[index as usize].key;
        self.remove(key);
    }

    /// All entries that the collection had to look at were: files those anew whose keys have moved.
    pub(crate) fn finish(&mut self, kind: Scope, is_young: impl Fn(u64) -> bool) {
        // First all go, then all come: a key may be where another one was.
        for (old, _) in &self.moved {
            self.by_key.remove(old);
        }
        for (_, index) in self.moved.drain(..) {
            self.by_key.insert(self.all[index as usize].key, index);
        }
        let stays = |entry: &Entry| entry.taken && (is_young(entry.key) || is_young(entry.value));
        match kind {
            Scope::Young => {
                let all = &mut self.all;
                self.young.retain(|&index| {
                    let entry = &mut all[index as usize];
                    entry.listed = stays(entry);
                    entry.listed
                });
            }
            Scope::Full => {
                self.young.clear();
                for (index, entry) in self.all.iter_mut().enumerate() {
                    entry.listed = stays(entry);
                    if entry.listed {
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

#[derive(Debug, Default)]
struct List {
    all: Vec<Weak<Mutex<Entries>>>,
    /// How many there may be before those that are gone are looked for.
    sweep_at: usize,
}

impl Tables {
    /// Adds a table, which is there as long as who made it keeps it.
    pub(crate) fn add(&self, table: &Arc<Mutex<Entries>>) {
        let mut list = self.0.lock();
        if list.all.len() >= list.sweep_at {
            list.all.retain(|table| table.strong_count() > 0);
            list.sweep_at = 2 * list.all.len() + 16;
        }
        list.all.push(Arc::downgrade(table));
    }

    /// Shows keys and values.
    pub(crate) fn for_each(&self, mut look: impl FnMut(u64, u64)) {
        for table in self.all() {
            table.lock().pairs().for_each(|(key, value)| look(key, value));
        }
    }

    /// Those that there are.
    pub(crate) fn all(&self) -> Vec<Arc<Mutex<Entries>>> {
        self.0.lock().all.iter().filter_map(Weak::upgrade).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_take_each_others_places_are_found() {
        let mut entries = Entries::default();
        for (key, value) in [(8, 1), (16, 2), (24, 3)] {
            assert_eq!(entries.insert(key, value), None);
        }
        assert_eq!(entries.insert(16, 20), Some(2));
        let visit = entries.to_visit(Scope::Young);
        assert_eq!(visit.len(), 3);
        for index in visit {
            match entries.get(index) {
                (8, value) => entries.set(index, 16, value),
                (16, value) => entries.set(index, 8, value),
                _ => entries.bury(index),
            }
        }
        entries.finish(Scope::Young, |word| word == 8);
        assert_eq!([8, 16, 24].map(|key| entries.find(key)), [Some(20), Some(1), None]);
        // One is young, and one place is free.
        assert_eq!(entries.to_visit(Scope::Young).len(), 1);
        assert_eq!(entries.insert(32, 4), None);
        assert_eq!(entries.all.len(), 3);
        assert_eq!(entries.to_visit(Scope::Young).len(), 2);
        assert_eq!(entries.to_visit(Scope::Full).len(), 3);
        assert_eq!(entries.remove(32), Some(4));
        assert_eq!(entries.insert(40, 5), None);
        assert_eq!(entries.to_visit(Scope::Young).len(), 2, "listed once");
    }
}
