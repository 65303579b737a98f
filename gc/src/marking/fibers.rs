//! The suspended fibers whose stacks a cycle has read.
//!
//! A pause scans the fibers that are listed: those that have run since they were found to be clean
//! (`thread/fibers.rs`). Markers read all others that existed when the cycle began, beside the
//! program. So the references on each suspended stack are shaded in each cycle:
//!
//! * The marker claims a clean fiber while it reads its frames, so nobody resumes it meanwhile
//!   (`thread/resumable_by.rs`).
//! * A fiber that is not clean when a marker comes to it is listed, or runs. It stays so until the
//!   next pause, which scans it. All of it, even if it is deep: no pause of the cycle skips clean
//!   parts of a stack that the cycle has not seen (`thread/stack_parts.rs`).
//! * A fiber that was created later has no frames before it is resumed, and is listed then.
//! * A fiber that is removed is not a root any more.

use crate::sync::Mutex;

/// The fibers of a heap, as markers read them.
pub(crate) trait ReadFibers: Sync {
    /// Reads some of the clean fibers before the position `end` of the list of all fibers, the last
    /// ones first, and passes the references on their stacks to `visit`.
    fn read_some(&self, end: usize, visit: &mut dyn FnMut(u64)) -> FibersRead;
}

/// The result of reading some fibers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FibersRead {
    /// The position in the list of all fibers before which fibers remain to be read.
    pub(crate) end: usize,
    /// Number of fibers that were read.
    pub(crate) read: u64,
}

/// The fibers that remain to be read in a cycle.
///
/// Positions decrease: a fiber that takes the place of a removed one comes from a higher position,
/// so none is left out.
#[derive(Debug)]
pub(super) struct FiberCursor(Mutex<FibersRead>);

impl FiberCursor {
    pub(super) fn new() -> Self {
        Self(Mutex::new(FibersRead::default()))
    }

    /// Begins a cycle: none of these fibers was read.
    pub(super) fn begin(&self, fibers: usize) {
        *self.0.lock() = FibersRead { end: fibers, read: 0 };
    }

    /// Forgets the fibers that were not read: the marking is abandoned.
    pub(super) fn clear(&self) {
        self.begin(0);
    }

    /// Returns whether all fibers were read.
    pub(super) fn is_done(&self) -> bool {
        self.0.lock().end == 0
    }

    /// Returns the number of fibers that were read since the cycle has begun.
    pub(super) fn read(&self) -> u64 {
        self.0.lock().read
    }

    /// Reads the next fibers by `read`, which gets the position before which fibers remain. Returns
    /// `false` if all fibers were read. Other markers wait meanwhile.
    pub(super) fn read_next(&self, read: impl FnOnce(usize) -> FibersRead) -> bool {
        let mut all = self.0.lock();
        if all.end == 0 {
            return false;
        }
        let more = read(all.end);
        *all = FibersRead { end: more.end, read: all.read + more.read };
        true
    }
}
