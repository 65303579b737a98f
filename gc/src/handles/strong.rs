//! The cells of handles that keep their objects alive.

use super::cells::{CellId, CellTable, Visited};
use crate::collection::Scope;

/// The cells of all handles of a heap.
#[derive(Debug, Default)]
pub(crate) struct HandleTable(CellTable);

impl HandleTable {
    /// Replaces the references of one of [`SHARDS`](super::SHARDS) parts of the cells, of those that a collection
    /// of this kind has to look at. Different threads may do so at the same time; the world is stopped.
    /// Returns how many were looked at.
    pub(crate) fn visit(
        &self,
        shard: usize,
        kind: Scope,
        visit: impl FnMut(u64) -> Visited,
    ) -> u64 {
        self.0.visit(shard, kind, visit)
    }

    /// Shows what all cells hold.
    pub(crate) fn for_each(&self, look: impl FnMut(u64)) {
        self.0.for_each(look);
    }

    /// A cell that keeps an object alive which a collection has just reached.
    pub(crate) fn insert(&self, word: u64) -> CellId {
        self.0.insert(word)
    }

    /// What a cell holds. The calling thread is managed, or collects.
    pub(crate) fn get(&self, cell: CellId) -> u64 {
        self.0.get(cell)
    }

    /// Gives a cell back.
    pub(crate) fn remove(&self, cell: CellId) {
        self.0.remove(cell);
    }

    /// A further cell with what a cell holds.
    pub(crate) fn duplicate(&self, cell: CellId) -> CellId {
        self.0.duplicate(cell)
    }

    /// A cell of another table with what a cell holds.
    pub(crate) fn copy_to(&self, cell: CellId, other: &CellTable) -> CellId {
        self.0.copy_to(cell, other)
    }
}
