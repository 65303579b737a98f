//! Handles: cells outside the heap that keep an object alive and follow it when it moves.
//!
//! Handles are made, read and dropped by any thread at any time, native ones included, while the
//! collector may be rewriting the cells: hence the lock. A reference is taken out of a cell, or put
//! into one, only by a managed thread, for which no collection is in progress.

use std::sync::Arc;

use parking_lot::Mutex;

use crate::heap::Shared;

#[derive(Debug, Default)]
struct Cells {
    /// References; a free cell holds 0.
    words: Vec<u64>,
    free: Vec<usize>,
}

/// The cells of all handles of a heap.
#[derive(Debug, Default)]
pub(crate) struct HandleTable(Mutex<Cells>);

impl HandleTable {
    fn insert(&self, word: u64) -> usize {
        let mut cells = self.0.lock();
        if let Some(index) = cells.free.pop() {
            cells.words[index] = word;
            return index;
        }
        cells.words.push(word);
        cells.words.len() - 1
    }

    fn get(&self, index: usize) -> u64 {
        self.0.lock().words[index]
    }

    fn remove(&self, index: usize) {
        let mut cells = self.0.lock();
        cells.words[index] = 0;
        cells.free.push(index);
    }

    /// Replaces each cell's reference; the world is stopped. Returns how many were looked at.
    pub(crate) fn relocate(&self, mut forward: impl FnMut(u64) -> u64) -> u64 {
        let mut cells = self.0.lock();
        let mut visited = 0;
        for word in cells.words.iter_mut().filter(|word| **word != 0) {
            *word = forward(*word);
            visited += 1;
        }
        visited
    }
}

/// Keeps an object of a heap alive, for native code, until it is dropped. Any thread may hold it.
#[derive(Debug)]
pub struct Handle {
    heap: Arc<Shared>,
    index: usize,
}

impl Handle {
    /// A handle for a reference that the calling thread, which is managed, has just got.
    pub(crate) fn new(heap: &Arc<Shared>, reference: u64) -> Self {
        Self { heap: Arc::clone(heap), index: heap.handles.insert(reference) }
    }

    /// The reference; it means something only as long as the calling thread stays managed.
    pub(crate) fn get(&self) -> u64 {
        self.heap.handles.get(self.index)
    }

    pub(crate) fn belongs_to(&self, heap: &Arc<Shared>) -> bool {
        Arc::ptr_eq(&self.heap, heap)
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // In a forked child a thread that is not there may have the lock.
        if self.heap.home.process().is_current() {
            self.heap.handles.remove(self.index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_reused_and_only_those_in_use_are_relocated() {
        let table = HandleTable::default();
        let (a, b) = (table.insert(0x100), table.insert(0x200));
        table.remove(a);
        assert_eq!(table.relocate(|word| word + 8), 1);
        assert_eq!(table.get(b), 0x208);
        assert_eq!(table.insert(0x300), a);
        assert_eq!(table.relocate(|word| word + 8), 2);
        assert_eq!((table.get(a), table.get(b)), (0x308, 0x210));
    }
}
