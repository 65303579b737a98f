//! Which record a call that was patched in belongs to.
//!
//! The record of a `patchpoint` or `stackmap` is known by where that begins, but a walk meets the return address of the
//! call that was patched into it. (At a statepoint the two are the same.)

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::arch::Architecture;
use crate::table::Record;
use crate::walk::{Code, Found, next_generation};

/// Where calls that were patched in return to. It does not change; a patcher makes another one.
#[derive(Debug, Default)]
pub struct ReturnAddresses {
    records: HashMap<u64, u64>,
    /// The generation of what this was last put around, and the one that both together have.
    generation: Mutex<Option<(u64, u64)>>,
}

impl ReturnAddresses {
    /// The address of the record whose call returns there.
    pub fn record(&self, return_address: u64) -> Option<u64> {
        self.records.get(&return_address).copied()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    pub(super) fn with(&self, return_address: u64, record: u64) -> Self {
        let mut records = self.records.clone();
        records.insert(return_address, record);
        Self { records, generation: Mutex::default() }
    }

    pub(super) fn without(&self, record: u64) -> Self {
        let mut records = self.records.clone();
        records.retain(|_, found| *found != record);
        Self { records, generation: Mutex::default() }
    }

    /// The generation around code of this one.
    fn around(&self, inner: u64) -> u64 {
        let mut last = self.generation.lock().unwrap_or_else(PoisonError::into_inner);
        match *last {
            Some((known, generation)) if known == inner => generation,
            _ => {
                let generation = next_generation();
                *last = Some((inner, generation));
                generation
            }
        }
    }
}

/// Code into which calls were patched: their return addresses lead to the records that they belong to.
///
/// What is at such an address otherwise is not found: where a `stackmap` begins right behind a patchpoint, a thread that was
/// interrupted there looks like one in the patchpoint's call. Leave a byte between them where both are used.
#[derive(Clone, Copy)]
pub struct WithPatches<'c, A> {
    code: &'c dyn Code<A>,
    returns: &'c ReturnAddresses,
    generation: u64,
}

impl<A> core::fmt::Debug for WithPatches<'_, A> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("WithPatches").field("returns", self.returns).finish_non_exhaustive()
    }
}

impl<'c, A: Architecture> WithPatches<'c, A> {
    /// This code with these return addresses.
    pub fn new(code: &'c dyn Code<A>, returns: &'c ReturnAddresses) -> Self {
        Self { code, returns, generation: returns.around(code.generation()) }
    }

    fn record_of(&self, pc: u64) -> u64 {
        self.returns.record(pc).unwrap_or(pc)
    }
}

impl<A: Architecture> Code<A> for WithPatches<'_, A> {
    fn generation(&self) -> u64 {
        self.generation
    }

    fn find(&self, pc: u64) -> Found<'_, A> {
        self.code.find(self.record_of(pc))
    }

    fn function_containing(&self, pc: u64) -> Option<u64> {
        self.code.function_containing(pc)
    }

    fn record(&self, pc: u64) -> Option<Record<'_, A>> {
        self.code.record(self.record_of(pc))
    }

    fn covers(&self, pc: u64) -> bool {
        self.code.covers(pc)
    }

    fn has_pinned(&self) -> bool {
        self.code.has_pinned()
    }

    fn max_bases(&self) -> usize {
        self.code.max_bases()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::X86_64;
    use crate::fixtures::{map, slot};
    use crate::table::TableBuilder;

    #[test]
    fn a_patched_call_leads_to_its_record() {
        let frame = crate::cfi::FrameRule {
            cfa_base: X86_64::STACK_POINTER,
            cfa_offset: 32,
            return_address: -8,
            saved: Default::default(),
        };
        // A patchpoint at 0x1010.
        let section = map(&[(0x1000, &[(0x10, 7, &[slot(7, 8)])])], &[]);
        let buffer = TableBuilder::<X86_64>::new().add(&section, &frame).unwrap().build().unwrap();
        let table = buffer.table();
        let none = ReturnAddresses::default();
        let some = none.with(0x1015, 0x1010);
        let unpatched = WithPatches::new(&table, &none);
        assert!(matches!(unpatched.find(0x1015), Found::Unknown { .. }));
        let patched = WithPatches::new(&table, &some);
        for pc in [0x1010, 0x1015] {
            assert!(matches!(patched.find(pc), Found::Managed(site) if site.frame().is_none()));
            assert_eq!(patched.record(pc).map(|record| record.id), Some(7));
        }
        // Who remembers answers of the one must not use them for the other, but may for the same again.
        assert_ne!(patched.generation(), unpatched.generation());
        assert_ne!(patched.generation(), table.generation());
        assert_eq!(patched.generation(), WithPatches::new(&table, &some).generation());
        let removed = some.without(0x1010);
        assert!(removed.is_empty() && some.len() == 1);
        let removed = WithPatches::new(&table, &removed);
        assert!(matches!(removed.find(0x1015), Found::Unknown { .. }));
    }
}
