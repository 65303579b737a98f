//! Tables of facts about the heap that lie beside it: one entry for so many of its bytes.
//!
//! A table covers all addresses that the heap may ever have, of which it seldom uses many: memory is taken
//! where an entry was written.

use core::marker::PhantomData;
use core::ops::Deref;
use core::sync::atomic::{AtomicU8, AtomicU32, AtomicUsize};
use std::io;

use crate::os::{self, Reservation};

/// An atomic integer for which zeroed memory is zero.
///
/// # Safety
///
/// All bytes zero is a valid value, and the type has no destructor.
pub(crate) unsafe trait Entry: Sync {}

// SAFETY: atomics have the representation of their integers.
unsafe impl Entry for AtomicU8 {}
// SAFETY: as above.
unsafe impl Entry for AtomicU32 {}
// SAFETY: as above.
unsafe impl Entry for AtomicUsize {}

/// A table of entries that are zero at first.
#[derive(Debug)]
pub(crate) struct SideTable<T> {
    memory: Reservation,
    entries: usize,
    of: PhantomData<T>,
}

impl<T: Entry> SideTable<T> {
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
        // SAFETY: so many entries are mapped as long as `memory` lives, page-aligned and zero at first,
        // which `Entry` says is a value; they are only ever accessed as these atomics.
        unsafe { core::slice::from_raw_parts(start, self.entries) }
    }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn entries_are_zero_and_keep_what_is_stored() {
        let table = SideTable::<AtomicU32>::new(3000).unwrap();
        assert_eq!(table.len(), 3000);
        assert!(table.iter().all(|entry| entry.load(Relaxed) == 0));
        table[2999].store(7, Relaxed);
        assert_eq!(table[2999].load(Relaxed), 7);
    }
}
