//! Side tables: metadata of the heap, with one entry for a fixed number of the heap's bytes.
//!
//! A table covers all addresses that the heap may ever use. The heap seldom uses many of them, and
//! the OS allocates pages of the table only where an entry was written.

use core::marker::PhantomData;
use core::ops::Deref;
use core::sync::atomic::{AtomicU8, AtomicU32, AtomicUsize};
use std::io;

use crate::os::{self, Reservation};

/// An atomic integer type for which all-zero bytes represent the value 0.
///
/// # Safety
///
/// All-zero bytes must be a valid value, and the type must have no destructor.
pub(crate) unsafe trait Entry: Sync {}

// SAFETY: an atomic integer has the representation of its integer type, for which all-zero bytes
// are valid, and has no destructor.
unsafe impl Entry for AtomicU8 {}
// SAFETY: as for `AtomicU8`.
unsafe impl Entry for AtomicU32 {}
// SAFETY: as for `AtomicU8`.
unsafe impl Entry for AtomicUsize {}

/// A table of atomic entries, initially zero.
#[derive(Debug)]
pub(crate) struct SideTable<T> {
    /// The memory of the entries.
    memory: Reservation,
    /// Number of entries.
    entries: usize,
    of: PhantomData<T>,
}

impl<T: Entry> SideTable<T> {
    /// Creates a table of `entries` entries.
    pub(crate) fn new(entries: usize) -> io::Result<Self> {
        let bytes = (entries.max(1) * size_of::<T>()).next_multiple_of(os::page_size());
        let memory = Reservation::new(bytes)?;
        memory.commit(memory.range())?;
        Ok(Self { memory, entries, of: PhantomData })
    }
}

impl<T: Entry> Deref for SideTable<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        let start = core::ptr::with_exposed_provenance::<T>(self.memory.start());
        // SAFETY: the entries are mapped as long as `memory` lives, and page-aligned. They are
        // initially zero, which is a valid value by the contract of `Entry`, and are only accessed
        // as atomics of type `T`.
        unsafe { core::slice::from_raw_parts(start, self.entries) }
    }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn entries_are_initially_zero() {
        let table = SideTable::<AtomicU32>::new(3000).unwrap();
        assert_eq!(table.len(), 3000);
        assert!(table.iter().all(|entry| entry.load(Relaxed) == 0));
        table[2999].store(7, Relaxed);
        assert_eq!(table[2999].load(Relaxed), 7);
    }
}
