//! The handle cells that a cycle has visited.
//!
//! A pause visits the cells that are listed as possibly young, and shades their objects; a new cell
//! is listed. Markers visit all cells that existed when the cycle began, one part at a time. So
//! each cell is visited by a marker, or by a pause after its creation.

use crate::handles::SHARDS;
use crate::sync::Mutex;

/// A part of the cells of a shard: from this index on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) shard: usize,
    pub(super) from: u32,
}

/// The next part of the cells of handles to visit.
#[derive(Debug)]
pub(super) struct HandleCursor(Mutex<Option<Part>>);

impl HandleCursor {
    pub(super) fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// Begins a cycle: no cell was visited.
    pub(super) fn begin(&self) {
        *self.0.lock() = Some(Part { shard: 0, from: 0 });
    }

    /// Forgets the cells that were not visited: the marking is abandoned.
    pub(super) fn clear(&self) {
        *self.0.lock() = None;
    }

    /// Returns whether all cells were visited.
    pub(super) fn is_done(&self) -> bool {
        self.0.lock().is_none()
    }

    /// Visits the next part by `visit`, which returns the index to continue with in the same shard.
    /// Returns `false` if all parts were visited. Other markers wait meanwhile.
    pub(super) fn visit_next(&self, visit: impl FnOnce(Part) -> Option<u32>) -> bool {
        let mut next = self.0.lock();
        let Some(part) = *next else { return false };
        *next = match visit(part) {
            Some(from) => Some(Part { from, ..part }),
            None if part.shard + 1 < SHARDS => Some(Part { shard: part.shard + 1, from: 0 }),
            None => None,
        };
        true
    }
}
