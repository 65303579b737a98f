//! [`CellArray`]: an array of cells that grows without moving them.

use std::sync::OnceLock;

use crate::sync::AtomicU64;

/// Base-2 logarithm of the number of cells in the first part of a [`CellArray`]. Each further part
/// has twice as many cells as the part before it.
const FIRST_BITS: u32 = if cfg!(loom) { 1 } else { 6 };
/// The number of parts of a [`CellArray`]: enough for all 32-bit indices.
const PARTS: usize = 32 - FIRST_BITS as usize + 1;

/// An array of cells that grows without moving them.
#[derive(Debug, Default)]
pub(super) struct CellArray {
    /// The parts, each allocated on first use.
    parts: [OnceLock<Box<[AtomicU64]>>; PARTS],
}

impl CellArray {
    /// Returns the index of a cell's part, and the cell's index in that part.
    fn position(index: u32) -> (usize, usize) {
        let shifted = u64::from(index) + (1 << FIRST_BITS);
        let bits = shifted.ilog2();
        ((bits - FIRST_BITS) as usize, (shifted - (1 << bits)) as usize)
    }

    /// Returns the cell at an index; allocates its part if necessary.
    pub(super) fn get_or_allocate(&self, index: u32) -> &AtomicU64 {
        let (part, offset) = Self::position(index);
        let new =
            || (0..1_usize << (FIRST_BITS as usize + part)).map(|_| AtomicU64::new(0)).collect();
        &self.parts[part].get_or_init(new)[offset]
    }

    /// Returns the cell at an index, for which [`Self::get_or_allocate`] must have been called
    /// before.
    pub(super) fn get(&self, index: u32) -> &AtomicU64 {
        let (part, offset) = Self::position(index);
        &self.parts[part].get().expect("the part was allocated")[offset]
    }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn cells_never_move() {
        let cells = CellArray::default();
        let first = cells.get_or_allocate(0) as *const _;
        for index in (0..100_000).chain([u32::MAX >> 8]) {
            cells.get_or_allocate(index).store(u64::from(index), Relaxed);
        }
        assert_eq!(cells.get(0) as *const _, first);
        for index in [0, 1, 63, 64, 65, 191, 192, 99_999, u32::MAX >> 8] {
            assert_eq!(cells.get(index).load(Relaxed), u64::from(index));
        }
        assert_eq!(CellArray::position(u32::MAX).0, PARTS - 1);
    }
}
