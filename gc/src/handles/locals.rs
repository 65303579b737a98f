//! Local handles: references that native code holds for a short while, in a stack of cells that belongs to
//! its thread. Making one takes no lock and no atomic exchange; the end of a scope frees all that were made in it.
//!
//! # Protocol
//!
//! A thread's cells are used by that thread, and by collections while it is stopped or native.
//!
//! * The thread makes and reads cells only while it is managed, when no collection is in progress; the safepoint
//!   protocol orders both behind what the last one wrote, and before the next. So relaxed order does.
//! * It frees cells while it is native, and a collection may be under way, which has read the old length. Then
//!   that goes on to rewrite cells that were just freed. They are still what the last collection has left
//!   there, or newer: the length only falls while the thread is native. So they hold references that are
//!   valid, or were forwarded already; that they keep objects alive once more does no harm.
//! * A cell that is free is written before it is counted, by the managed thread.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use statepoint_scanner::fault_injection::broken;

use super::cells::Words;

/// The cells of a thread.
#[derive(Debug, Default)]
pub(crate) struct LocalCells {
    words: Words,
    length: AtomicU32,
    /// How many scopes are open. Of the owner alone.
    depth: AtomicU32,
}

impl LocalCells {
    /// A scope is opened: how many cells there were before, and how many scopes are open with it.
    pub(crate) fn open(&self) -> (u32, u32) {
        let depth = self.depth.load(Relaxed) + 1;
        self.depth.store(depth, Relaxed);
        (self.len(), depth)
    }

    /// The scope that this was told of is closed, and those that were opened in it.
    pub(crate) fn close(&self, length: u32, depth: u32) {
        self.length.store(length, Relaxed);
        self.depth.store(depth - 1, Relaxed);
    }

    /// Moves the last cell to `length`, behind which there are no more: what is left of a scope that was opened
    /// with so many. The thread is managed.
    pub(crate) fn keep_last(&self, length: u32, index: u32) {
        let word = self.get(index);
        self.length.store(length, Relaxed);
        self.push(word);
    }

    /// All scopes are closed.
    #[cfg(feature = "capi")]
    pub(crate) fn close_all(&self) {
        self.length.store(0, Relaxed);
        self.depth.store(0, Relaxed);
    }

    /// How many scopes are open.
    pub(crate) fn depth(&self) -> u32 {
        self.depth.load(Relaxed)
    }

    pub(crate) fn len(&self) -> u32 {
        self.length.load(Relaxed)
    }

    /// A cell with a reference that was read while the thread was managed, and still is.
    pub(crate) fn push(&self, word: u64) -> u32 {
        let index = self.len();
        let length = index.checked_add(1).expect("fewer than 2^32 local handles");
        self.words.make(index).store(word, Relaxed);
        self.length.store(length, Relaxed);
        index
    }

    /// What a cell holds. The calling thread, whose cells these are, is managed.
    pub(crate) fn get(&self, index: u32) -> u64 {
        self.words.get(index).load(Relaxed)
    }

    /// Replaces each reference. The thread is stopped or native. Returns how many were looked at.
    pub(crate) fn visit(&self, mut visit: impl FnMut(u64) -> u64) -> u64 {
        let length = self.length.load(Relaxed);
        for index in 0..length.saturating_sub(u32::from(broken("forget-local"))) {
            let cell = self.words.get(index);
            cell.store(visit(cell.load(Relaxed)), Relaxed);
        }
        u64::from(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_freed_together_and_visited_while_they_last() {
        let cells = LocalCells::default();
        for n in 0..100 {
            assert_eq!(cells.push(8 * n), n as u32);
        }
        cells.length.store(70, Relaxed);
        assert_eq!(cells.visit(|word| word + 1), 70);
        assert_eq!(cells.push(1), 70);
        assert_eq!((cells.get(69), cells.get(70), cells.get(71)), (8 * 69 + 1, 1, 8 * 71));
    }

    /// What the protocol says of freed cells that a visit still rewrites.
    #[test]
    fn a_thread_frees_cells_while_they_are_visited() {
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
