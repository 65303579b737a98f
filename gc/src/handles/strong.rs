//! The cells of strong handles, which keep their objects alive.

use super::cells::{CellId, CellTable, VisitedCell};
use super::settled::Items;
use crate::collection::Scope;

/// The cells of all strong handles of a heap.
#[derive(Debug, Default)]
pub(crate) struct HandleTable(CellTable);

impl HandleTable {
    /// Visits and updates the references in one of the [`SHARDS`](super::SHARDS) shards that a
    /// collection of the scope `kind` must scan. Different threads may visit different shards
    /// concurrently; the world is stopped. Returns the number of cells visited.
    pub(crate) fn visit(
        &self,
        shard: usize,
        kind: Scope,
        visit: impl FnMut(u64) -> VisitedCell,
    ) -> u64 {
        self.0.visit(shard, Items::In(kind), visit)
    }

    /// Reads up to `max_cells` cells of a shard, from index `from` on, and calls `read` with each
    /// value that is not 0. Returns the index at which to continue, or `None` after the last cell.
    /// Mutators may run.
    pub(crate) fn read_some(
        &self,
        shard: usize,
        from: u32,
        max_cells: u32,
        read: impl FnMut(u64),
    ) -> Option<u32> {
        self.0.read_some(shard, from, max_cells, read)
    }

    /// Calls `visit` with the value of each cell that is not 0.
    pub(crate) fn for_each(&self, visit: impl FnMut(u64)) {
        self.0.for_each(visit);
    }

    /// Allocates a cell that keeps alive an object that a collection has just reached.
    pub(crate) fn insert(&self, word: u64) -> CellId {
        self.0.insert(word)
    }

    /// Returns the value of a cell. The calling thread is managed, or is collecting.
    pub(crate) fn get(&self, cell: CellId) -> u64 {
        self.0.get(cell)
    }

    /// Frees a cell.
    pub(crate) fn remove(&self, cell: CellId) {
        self.0.remove(cell);
    }

    /// Allocates another cell with the value of a cell.
    pub(crate) fn duplicate(&self, cell: CellId) -> CellId {
        self.0.duplicate(cell)
    }

    /// Allocates a cell of the table `other` with the value of a cell of this table.
    pub(crate) fn copy_to(&self, cell: CellId, other: &CellTable) -> CellId {
        self.0.copy_to(cell, other)
    }
}
