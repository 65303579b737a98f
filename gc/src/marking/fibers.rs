//! The suspended fibers whose stacks a cycle has read.
//!
//! A pause scans the fibers that are listed: those that have run since they were found to be clean
//! (`thread/fibers.rs`). Markers read all others that existed when the cycle began, concurrently
//! with the program. So the references on each suspended stack are shaded in each cycle:
//!
//! * The marker claims a clean fiber while it reads its frames, so no thread resumes it meanwhile
//!   (`thread/resumable_by.rs`).
//! * A fiber that is not clean when a marker comes to it is listed, or runs. It stays so until the
//!   next pause, which scans it. All of it, even if it is deep: no pause of the cycle skips clean
//!   parts of a stack that the cycle has not seen (`thread/stack_parts.rs`).
//! * A fiber that was created later has no frames before it is resumed, and is listed then.
//! * A fiber that is removed is not a root any more.
//!
//! # Fibers that objects own
//!
//! The references on their stacks keep nothing alive unless the owners are live. So markers read
//! them last, when they settle weak items: nearly all live owners are marked then. The pause that
//! ends marking processes those whose owners are not, as ephemerons.

use std::sync::Arc;

use crate::sync::Mutex;
use crate::thread::FiberRecord;

/// Which fibers are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FiberKind {
    /// Those whose references are roots.
    Root,
    /// Those that objects own.
    Owned,
}

/// The fibers of a heap, as markers read them.
pub(crate) trait ReadFibers: Sync {
    /// Reads some of the clean fibers of this kind before the position `end` of the list of all
    /// fibers, the last ones first, and passes the references on their stacks to `visit`. Owned
    /// fibers are read if their owners are marked.
    fn read_some(&self, kind: FiberKind, end: usize, visit: &mut dyn FnMut(u64)) -> FibersRead;
}

/// The result of reading some fibers.
#[derive(Debug, Default)]
pub(crate) struct FibersRead {
    /// The position in the list of all fibers before which fibers remain to be read.
    pub(crate) end: usize,
    /// Number of fibers that were read.
    pub(crate) read: u64,
    /// Fibers that were not read because their owners are not marked.
    pub(crate) unmarked: Vec<Arc<FiberRecord>>,
}

#[derive(Debug, Default)]
struct State {
    /// The position in the list of all fibers before which roots remain to be read.
    end: usize,
    /// The same for owned fibers.
    owned_end: usize,
    read: u64,
    /// Fibers whose owners were not marked when a marker came to them. They are not removed before
    /// the end of the cycle, because objects own them.
    unmarked: Vec<Arc<FiberRecord>>,
}

/// The fibers that remain to be read in a cycle.
///
/// Positions decrease: a fiber that takes the place of a removed one comes from a higher position,
/// so none is left out.
#[derive(Debug)]
pub(super) struct FiberCursor(Mutex<State>);

impl FiberCursor {
    pub(super) fn new() -> Self {
        Self(Mutex::new(State::default()))
    }

    /// Begins a cycle: none of these fibers was read.
    pub(super) fn begin(&self, fibers: usize) {
        *self.0.lock() = State { end: fibers, owned_end: fibers, ..State::default() };
    }

    /// Forgets the fibers that were not read: the marking is abandoned.
    pub(super) fn clear(&self) {
        self.begin(0);
    }

    /// Returns whether all fibers of this kind were read.
    pub(super) fn is_done(&self, kind: FiberKind) -> bool {
        self.0.lock().end(kind) == 0
    }

    /// Returns the number of fibers that were read since the cycle has begun.
    pub(super) fn read(&self) -> u64 {
        self.0.lock().read
    }

    /// Removes and returns the fibers whose owners were not marked.
    pub(super) fn take_unmarked(&self) -> Vec<Arc<FiberRecord>> {
        core::mem::take(&mut self.0.lock().unmarked)
    }

    /// Reads the next fibers of this kind by `read`, which gets the position before which fibers
    /// remain. Returns `false` if all were read. Other markers wait meanwhile.
    pub(super) fn read_next(
        &self,
        kind: FiberKind,
        read: impl FnOnce(usize) -> FibersRead,
    ) -> bool {
        let mut state = self.0.lock();
        let end = state.end(kind);
        if end == 0 {
            return false;
        }
        let FibersRead { end, read, mut unmarked } = read(end);
        state.read += read;
        state.unmarked.append(&mut unmarked);
        match kind {
            FiberKind::Root => state.end = end,
            FiberKind::Owned => state.owned_end = end,
        }
        true
    }
}

impl State {
    fn end(&self, kind: FiberKind) -> usize {
        match kind {
            FiberKind::Root => self.end,
            FiberKind::Owned => self.owned_end,
        }
    }
}
