//! Tables and other arrays of references outside the heap.

use crate::module::{Limits, TableType};

/// The largest table, so that a program cannot take all memory by one instruction.
const MAXIMUM_ELEMENTS: u64 = 10_000_000;

/// References in memory of the runtime. All slots together are one root range: whoever gives the
/// store a heap registers the range here, and again after the slots have moved.
#[derive(Debug, Default)]
#[repr(C)]
pub(super) struct RootCells {
    base: *mut u64,
    length: u64,
    slots: Vec<u64>,
}

impl RootCells {
    /// Creates slots with these references.
    pub(super) fn new(slots: Vec<u64>) -> Self {
        let mut cells = Self { base: std::ptr::null_mut(), length: 0, slots };
        cells.publish();
        cells
    }

    /// Publishes the address and number of the slots to compiled code.
    fn publish(&mut self) {
        self.base = self.slots.as_mut_ptr();
        self.length = self.slots.len() as u64;
    }

    fn extend(&mut self, count: u64, value: u64) -> bool {
        if self.slots.try_reserve(count as usize).is_err() {
            return false;
        }
        self.slots.resize(self.slots.len() + count as usize, value);
        self.publish();
        true
    }

    /// Drops all references.
    pub(super) fn clear(&mut self) {
        self.slots = Vec::new();
        self.publish();
    }

    /// Returns a range of slots, or `None` if it is not inside.
    pub(super) fn range(&mut self, start: u64, length: u64) -> Option<&mut [u64]> {
        let end = start.checked_add(length)?;
        self.slots.get_mut(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
    }

    /// Returns the number of slots.
    pub(super) fn len(&self) -> u64 {
        self.length
    }
}

/// A table. Compiled code reads address and length, which are first.
#[derive(Debug)]
#[repr(C)]
pub struct Table {
    pub(super) cells: RootCells,
    ty: TableType,
}

impl Table {
    /// Creates a table, or returns `None` if it is too large.
    pub(super) fn new(ty: TableType, value: u64) -> Option<Self> {
        let mut table = Self { cells: RootCells::new(Vec::new()), ty };
        table.grow(ty.limits.minimum, value)?;
        Some(table)
    }

    /// Appends elements and returns the former number. Returns `None` if the table would be larger
    /// than its maximum.
    pub(super) fn grow(&mut self, count: u64, value: u64) -> Option<u64> {
        let former = self.cells.len();
        let length = former.checked_add(count)?;
        let maximum = self.ty.limits.maximum.unwrap_or(u64::MAX).min(MAXIMUM_ELEMENTS);
        (length <= maximum && self.cells.extend(count, value)).then_some(former)
    }

    /// Returns the type, whose minimum is the present size.
    pub(super) fn ty(&self) -> TableType {
        let limits = Limits { minimum: self.cells.len(), ..self.ty.limits };
        TableType { limits, ..self.ty }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{HeapType, ReferenceType};

    #[test]
    fn growth_publishes_the_slots_and_ends_at_the_maximum() {
        let element = ReferenceType { nullable: true, heap: HeapType::Extern };
        let limits = Limits { wide: false, minimum: 1, maximum: Some(4) };
        let mut table = Table::new(TableType { element, limits }, 10).expect("one element");
        assert_eq!(table.grow(3, 26), Some(1));
        assert_eq!(table.grow(1, 0), None);
        assert_eq!(table.cells.base, table.cells.slots.as_mut_ptr());
        assert_eq!(table.cells.range(0, 4), Some(&mut [10, 26, 26, 26][..]));
        assert_eq!(table.cells.range(1, 4), None);
        assert_eq!(table.cells.range(u64::MAX, 2), None);
    }
}
