//! Local handles: references that native code holds for a scope. They are cells in a per-thread
//! stack. Creating a local handle needs no lock and no atomic read-modify-write. The end of a scope
//! frees all handles that were created in it.
//!
//! # Protocol
//!
//! A thread's cells are accessed by that thread, and by collections while the thread is stopped or
//! native. Those of a suspended fiber are also read by a marker that has claimed it.
//!
//! * The thread creates and reads cells only while it is managed, when no collection is in
//!   progress. The safepoint protocol orders these accesses after the writes of the last
//!   collection, and before the next collection. So relaxed order suffices.
//! * The thread frees cells while it is native. A collection that has read the old length may be in
//!   progress; it then also updates cells that were just freed. The length only decreases while the
//!   thread is native, so these cells still hold valid or already forwarded references. At worst
//!   they keep objects alive for one more collection.
//! * The managed thread writes a free cell before it increments the length to include the cell.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use statepoint_scanner::fault_injection::fault;

use super::cell_array::CellArray;

/// The cells of a thread's local handles.
#[derive(Debug, Default)]
pub(crate) struct LocalCells {
    cells: CellArray,
    /// Number of cells in use.
    length: AtomicU32,
    /// Number of open scopes. Accessed only by the owner thread.
    depth: AtomicU32,
}

impl LocalCells {
    /// Opens a scope. Returns the number of cells in use, and the number of open scopes including
    /// the new one.
    pub(crate) fn open(&self) -> (u32, u32) {
        let depth = self.depth.load(Relaxed) + 1;
        self.depth.store(depth, Relaxed);
        (self.len(), depth)
    }

    /// Closes the scope for which [`Self::open`] returned `length` and `depth`, and all scopes
    /// nested in it.
    pub(crate) fn close(&self, length: u32, depth: u32) {
        self.length.store(length, Relaxed);
        self.depth.store(depth - 1, Relaxed);
    }

    /// Moves the value of the cell at `index` to the cell at `length`, and frees all later cells.
    /// Used to keep one reference of a scope that was opened when there were `length` cells. The
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

    /// Returns the number of cells in use.
    pub(crate) fn len(&self) -> u32 {
        self.length.load(Relaxed)
    }

    /// Creates a cell with a reference and returns the cell's index. The thread has been managed
    /// since it read the reference.
    pub(crate) fn push(&self, word: u64) -> u32 {
        let index = self.len();
        let length = index.checked_add(1).expect("a thread has at most 2^32 - 1 local handles");
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
                    assert_eq!(word % 8, 0, "a cell was visited twice");
                    word + 1
                });
                assert!(visited <= 300);
            });
            assert_eq!(cells.visit(|_| 0), 0);
        }
    }
}
