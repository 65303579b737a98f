//! A set of all addresses at which breakpoints were ever written, for look-up by a signal handler.
//!
//! The set is a hash table with open addressing and linear probing. Only one thread inserts at any
//! time. Any thread looks up addresses without a lock. Addresses are never removed, because a
//! thread may be between its breakpoint and the handler for an unbounded time. A table that is half
//! full is copied to one of twice the size. The old table is never freed, because a handler may be
//! reading it. All tables together have fewer than twice as many entries as the largest; an entry
//! has 8 bytes.
//!
//! An entry is stored once, with release order, and so is the address of a complete table. A thread
//! that loads an entry needs no other data: the address is the whole entry. The comment at the
//! start of `live.rs` shows why a thread that hit a breakpoint finds its address here.

use core::ptr;
use core::sync::atomic::{AtomicPtr, AtomicU64, Ordering};

/// Number of entries of the first table.
const INITIAL_ENTRIES: usize = 64;

/// A hash table of fixed size.
#[derive(Debug)]
struct Table {
    /// The entries; 0 is a free entry. Their number is a power of two, and at most half are in use.
    entries: Box<[AtomicU64]>,
}

impl Table {
    /// Creates a table with `entries` free entries.
    fn new(entries: usize) -> Self {
        Self { entries: (0..entries).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Returns the entry of an address, or the free entry at which the search for it ends.
    fn entry(&self, address: u64) -> &AtomicU64 {
        let mask = self.entries.len() - 1;
        // Fibonacci hashing: the upper bits of the product depend on all of the address.
        let mut index = (address.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        loop {
            let entry = &self.entries[index];
            if matches!(entry.load(Ordering::Acquire), found if found == 0 || found == address) {
                return entry;
            }
            index = (index + 1) & mask;
        }
    }
}

/// A set of addresses, none of which is 0.
#[derive(Debug)]
pub(super) struct AddressSet {
    /// Initially null. Tables are never freed.
    table: AtomicPtr<Table>,
    /// Entries in use. Written only by the inserting thread.
    count: AtomicU64,
}

impl AddressSet {
    pub(super) const fn new() -> Self {
        Self { table: AtomicPtr::new(ptr::null_mut()), count: AtomicU64::new(0) }
    }

    /// Returns the current table; `None` before the first insertion.
    fn table(&self) -> Option<&'static Table> {
        // SAFETY: the pointer is null, or points to a table that was complete when its address was
        // stored and is never freed.
        unsafe { self.table.load(Ordering::Acquire).as_ref() }
    }

    /// Returns whether an address was inserted. Async-signal-safe.
    pub(super) fn contains(&self, address: u64) -> bool {
        self.table().is_some_and(|table| table.entry(address).load(Ordering::Acquire) == address)
    }

    /// Inserts an address, if it is absent. Must not be called concurrently.
    pub(super) fn insert(&self, address: u64) {
        debug_assert_ne!(address, 0, "0 marks a free entry");
        if self.contains(address) {
            return;
        }
        let count = self.count.load(Ordering::Relaxed) as usize + 1;
        let table = match self.table() {
            Some(table) if 2 * count <= table.entries.len() => table,
            full => self.grow(full),
        };
        table.entry(address).store(address, Ordering::Release);
        self.count.store(count as u64, Ordering::Relaxed);
    }

    /// Replaces a table with a larger copy, or creates the first one.
    fn grow(&self, full: Option<&Table>) -> &'static Table {
        let larger = Table::new(full.map_or(INITIAL_ENTRIES, |full| 2 * full.entries.len()));
        for entry in full.iter().flat_map(|full| &*full.entries) {
            let address = entry.load(Ordering::Relaxed);
            if address != 0 {
                larger.entry(address).store(address, Ordering::Relaxed);
            }
        }
        let larger: &'static mut Table = Box::leak(Box::new(larger));
        self.table.store(ptr::from_mut(larger), Ordering::Release);
        larger
    }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::AtomicU64;
    use std::thread;

    use super::*;

    #[test]
    fn set_contains_exactly_inserted_addresses() {
        let set = AddressSet::new();
        assert!(!set.contains(0x1000));
        let address = |index: u64| 0x40_0000 + 5 * index;
        for index in 0..1000 {
            set.insert(address(index));
            set.insert(address(index / 2));
            assert!(set.contains(address(index)) && !set.contains(address(index + 1)));
            assert!(!set.contains(address(index) + 1));
        }
        assert_eq!(set.count.load(Ordering::Relaxed), 1000);
        assert_eq!(set.table().unwrap().entries.len(), 2048);
        assert!((0..1000).all(|index| set.contains(address(index))));
    }

    #[test]
    fn addresses_stay_in_set_while_table_grows() {
        /// Number of inserted addresses, for which the table grows nine times from 64 entries.
        const INSERTIONS: u64 = 20_000;
        /// Index of an address that is not inserted.
        const NEVER_INSERTED: u64 = 30_000;
        let set = AddressSet::new();
        let inserted = AtomicU64::new(0);
        let address = |index: u64| 0x1000 + 16 * index;
        let lookups = thread::scope(|scope| {
            let look_up = || {
                let (mut lookups, mut last) = (0_u64, 0);
                while last < INSERTIONS {
                    last = inserted.load(Ordering::Acquire);
                    for index in last.saturating_sub(3)..last {
                        assert!(set.contains(address(index)));
                        lookups += 1;
                    }
                    assert!(!set.contains(address(NEVER_INSERTED)));
                }
                lookups
            };
            let readers = [scope.spawn(look_up), scope.spawn(look_up)];
            for index in 0..INSERTIONS {
                set.insert(address(index));
                inserted.store(index + 1, Ordering::Release);
            }
            readers.map(|thread| thread.join().unwrap())
        });
        assert!(lookups.iter().all(|&lookups| lookups > 0));
    }
}
