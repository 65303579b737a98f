//! Tables and other arrays of references outside the heap.

use std::ptr::NonNull;

use statepoint_gc::Heap;
use statepoint_gc::roots::RootRange;

use super::cells::register;
use crate::mapping::Mapping;
use crate::module::{Limits, TableType};
use crate::types::HeapType;

/// The largest table, so that a program cannot take all memory by one instruction.
const MAXIMUM_ELEMENTS: u64 = 10_000_000;

/// References in memory of the runtime. Compiled code reads the first two fields.
///
/// Address space for the largest number is reserved, so the cells never move. Those in use are
/// roots, and as many after them: so a table that grows is registered in few ranges.
#[derive(Debug)]
#[repr(C)]
pub(super) struct RootCells {
    base: NonNull<u64>,
    length: u64,
    reserved: u64,
    /// How many cells are registered. All are, if none needs to be.
    registered: u64,
    ranges: Vec<RootRange>,
    /// `None` if the cells do not hold references into the heap.
    heap: Option<Heap>,
    /// Has the cells, if there is room for any.
    mapping: Option<Mapping>,
}

impl Default for RootCells {
    /// Returns an array without cells, and without room for any.
    fn default() -> Self {
        let base = NonNull::dangling();
        Self {
            base,
            length: 0,
            reserved: 0,
            registered: 0,
            ranges: vec![],
            heap: None,
            mapping: None,
        }
    }
}

impl RootCells {
    /// Reserves room for references, none of which is in use. Without a heap, they do not refer to
    /// its objects. Returns `None` if the system has no memory.
    pub(super) fn reserve(maximum: u64, heap: Option<Heap>) -> Option<Self> {
        let bytes = usize::try_from(maximum.checked_mul(8)?).ok()?;
        let mut cells = Self::default();
        cells.heap = heap;
        if maximum > 0 {
            let mapping = Mapping::reserve(bytes, true).ok()?;
            (cells.base, cells.reserved) = (mapping.base().cast(), maximum);
            cells.mapping = Some(mapping);
        }
        Some(cells)
    }

    /// Puts more cells into use, which are null. Returns `None` if there is no room.
    fn extend(&mut self, count: u64) -> Option<()> {
        let length = self.length.checked_add(count).filter(|&length| length <= self.reserved)?;
        if let Some(heap) = &self.heap
            && length > self.registered
        {
            let end = length.max(2 * self.registered).min(self.reserved);
            let (first, count) = (self.registered as usize, (end - self.registered) as usize);
            // SAFETY: the cells are in the mapping, null, and stay until the range is dropped.
            let range = unsafe { register(heap, self.base.as_ptr().add(first), count) };
            self.ranges.push(range.ok()?);
            self.registered = end;
        }
        self.length = length;
        Some(())
    }

    /// Creates cells of any references, all null. Returns `None` if the system has no memory.
    pub(super) fn new(count: u64, heap: &Heap) -> Option<Self> {
        let mut cells = Self::reserve(count, Some(heap.clone()))?;
        cells.extend(count)?;
        Some(cells)
    }

    /// Returns the address of the first cell of a range, or `None` if the range is not inside.
    pub(super) fn range(&self, start: u64, length: u64) -> Option<*mut u64> {
        let end = start.checked_add(length)?;
        // SAFETY: the start is not beyond the end of the cells.
        (end <= self.length).then(|| unsafe { self.base.as_ptr().add(start as usize) })
    }

    /// Returns the number of cells in use.
    pub(super) fn len(&self) -> u64 {
        self.length
    }
}

impl Drop for RootCells {
    fn drop(&mut self) {
        // The cells are roots as long as the mapping exists, which is dropped after this.
        self.ranges.clear();
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
    /// Creates a table of nulls, or returns `None` if it is too large. References to functions are
    /// registered with the heap, too, if the type is a defined one: they are no addresses in it.
    pub(super) fn new(ty: TableType, heap: &Heap) -> Option<Self> {
        let is_of_functions = matches!(ty.element.heap, HeapType::Func | HeapType::NoFunc);
        let heap = (!is_of_functions).then(|| heap.clone());
        let maximum = ty.limits.maximum.unwrap_or(u64::MAX).min(MAXIMUM_ELEMENTS);
        let mut table = Self { cells: RootCells::reserve(maximum, heap)?, ty };
        table.grow(ty.limits.minimum)?;
        Some(table)
    }

    /// Appends null elements and returns the former number. Returns `None` if the table would be
    /// larger than its maximum.
    pub(super) fn grow(&mut self, count: u64) -> Option<u64> {
        let former = self.cells.len();
        self.cells.extend(count)?;
        Some(former)
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
    fn growth_registers_the_cells_and_ends_at_the_maximum() {
        let heap = Heap::builder().code(std::sync::Arc::default()).build().expect("a heap");
        let element = ReferenceType { nullable: true, heap: HeapType::Extern };
        let limits = Limits { wide: false, minimum: 1, maximum: Some(4) };
        let mut table = Table::new(TableType { element, limits }, &heap).expect("one element");
        let base = table.cells.range(0, 1);
        assert_eq!((table.cells.registered, table.cells.ranges.len()), (1, 1));
        assert_eq!(table.grow(1), Some(1));
        assert_eq!(table.grow(2), Some(2));
        assert_eq!(table.grow(1), None);
        assert_eq!((table.cells.registered, table.cells.ranges.len()), (4, 3));
        assert_eq!(table.cells.range(0, 4), base);
        assert_eq!(table.cells.range(1, 4), None);
        assert_eq!(table.cells.range(u64::MAX, 2), None);
    }
}
