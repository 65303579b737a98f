//! Local handles: references that native code holds for a scope, in a stack of cells that belongs
//! to its thread. Making one takes no lock and no atomic exchange. The end of a scope frees all
//! handles that were made in it.
//!
//! # Protocol
//!
//! A thread's cells are used by that thread, and by collections while it is stopped or native.
//!
//! * The thread makes and reads cells only while it is managed, when no collection is in progress.
//!   The safepoint protocol orders both after the last collection's writes, and before the next
//!   collection. So relaxed order suffices.
//! * It frees cells while it is native, and a collection that has read the old length may be in
//!   progress. Then the collection also rewrites cells that were just freed. These still hold the
//!   values that the last collection left there, or newer ones: the length only decreases while the
//!   thread is native. So they hold references that are valid, or were forwarded already. That they
//!   keep objects alive for one more collection does no harm.
//! * The managed thread writes a free cell before it increments the length to include it.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use statepoint_scanner::fault_injection::fault;

use super::cells::CellArray;

/// The local handles' cells of a thread.
#[derive(Debug, Default)]
pub(crate) struct LocalCells {
    cells: CellArray,
    length: AtomicU32,
    /// The number of open scopes. Owner only.
    depth: AtomicU32,
}

impl LocalCells {
    /// Opens a scope. Returns the number of cells before it, and the number of open scopes
    /// including it.
    pub(crate) fn open(&self) -> (u32, u32) {
        let depth = self.depth.load(Relaxed) + 1;
        self.depth.store(depth, Relaxed);
        (self.len(), depth)
    }

    /// Closes the scope for which [`Self::open`] returned `length` and `depth`, and those opened in
    /// it.
    pub(crate) fn close(&self, length: u32, depth: u32) {
        self.length.store(length, Relaxed);
        self.depth.store(depth - 1, Relaxed);
    }

    /// Moves the value of the cell at `index` to the cell at `length`, and frees all cells after
    /// that: it is the only one kept of a scope that was opened when there were `length` cells. The
    /// thread is managed.
    pub(crate) fn keep_last(&self, length: u32, index: u32) {
        let word = self.get(index);
        self.length.store(length, Relaxed);
        self.push(word);
    }

    /// Closes all scopes.
    #[cfg(feature = "capi")]
    pub(crate) fn close_all(&self) {
        self.length.store(0, Relaxed);
        self.depth.store(0, Relaxed);
    }

    /// Returns the number of open scopes.
    pub(crate) fn depth(&self) -> u32 {
        self.depth.load(Relaxed)
    }

    pub(crate) fn len(&self) -> u32 {
        self.length.load(Relaxed)
    }

    /// Makes a cell with a reference and returns its index. The thread was managed when it read the
    /// reference, and still is.
    pub(crate) fn push(&self, word: u64) -> u32 {
        let index = self.len();
        let length = index.checked_add(1).expect("fewer than 2^32 local handles");
        self.cells.get_or_allocate(index).store(word, Relaxed);
        self.length.store(length, Relaxed);
        index
    }

    /// Returns the value of a cell. The calling thread owns these cells and is managed.
    pub(crate) fn get(&self, index: u32) -> u64 {
        self.cells.get(index).load(Relaxed)
    }

    /// Visits each reference and replaces it by the visitor's result. The thread is stopped or
    /// native. Returns the number of cells visited.
    pub(crate) fn visit(&self, mut visit: impl FnMut(u64) -> u64) -> u64 {
        let length = self.length.load(Relaxed);
        for index in 0..length.saturating_sub(u32::from(fault("forget-local"))) {
            let cell = self.cells.get(index);
            cell.store(visit(cell.load(Relaxed)), Relaxed);
        }
        u64::from(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scope_end_frees_its_cells() {
        let cells = LocalCells::default();
        for n in 0..100 {
            assert_eq!(cells.push(8 * n), n as u32);
        }
        cells.length.store(70, Relaxed);
        assert_eq!(cells.visit(|word| word + 1), 70);
        assert_eq!(cells.push(1), 70);
        assert_eq!((cells.get(69), cells.get(70), cells.get(71)), (8 * 69 + 1, 1, 8 * 71));
    }

    /// The case of the protocol in which a visit rewrites cells that were just freed.
    #[test]
    fn cells_are_freed_during_visits() {
        for _ in 0..200 {
            let cells = LocalCells::default();
            for n in 0..300 {
                cells.push(8 * n);
            }
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    for length in (0..300).rev() {
                        cells.length.store(length, Relaxed);
                    }
                });
                let visited = cells.visit(|word| {
                    assert_eq!(word % 8, 0, "each is visited once");
                    word + 1
                });
                assert!(visited <= 300);
            });
            assert_eq!(cells.visit(|_| 0), 0);
        }
    }
}
