//! Counts that prove that a collection did something.

use core::ops::AddAssign;

use statepoint_scanner::roots::WalkCounts;

/// What one worker, one collection or all of them did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counters {
    pub(crate) walk: WalkCounts,
    /// Handles whose references were looked at.
    pub(crate) handles: u64,
    pub(crate) objects_moved: u64,
    pub(crate) bytes_copied: u64,
    /// Objects that the heap verifier looked at.
    pub(crate) objects_verified: u64,
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        self.walk += other.walk;
        self.handles += other.handles;
        self.objects_moved += other.objects_moved;
        self.bytes_copied += other.bytes_copied;
        self.objects_verified += other.objects_verified;
    }
}
