//! Counts that prove that a collection did something.

use core::ops::AddAssign;

use statepoint_scanner::roots::WalkCounts;

use crate::collect::ReferenceCounts;

/// What one worker, one collection or all of them did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counters {
    pub(crate) walk: WalkCounts,
    /// Handles whose references were looked at.
    pub(crate) handles: u64,
    pub(crate) objects_moved: u64,
    pub(crate) bytes_copied: u64,
    pub(crate) references: ReferenceCounts,
    /// Of the bytes copied, those that went from the young to the old generation.
    pub(crate) bytes_promoted: u64,
    /// Objects that were found alive where they are.
    pub(crate) objects_marked: u64,
    /// Objects that should have moved and stayed: pinned ones, and those for which there was no room.
    pub(crate) objects_kept: u64,
    /// Slots of old objects that were looked at because they had referred to young ones.
    pub(crate) remembered_slots: u64,
    /// Objects that the heap verifier looked at.
    pub(crate) objects_verified: u64,
    /// Objects in the logs of modified ones.
    pub(crate) objects_logged: u64,
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        self.walk += other.walk;
        self.handles += other.handles;
        self.objects_moved += other.objects_moved;
        self.bytes_copied += other.bytes_copied;
        self.references += other.references;
        self.bytes_promoted += other.bytes_promoted;
        self.objects_marked += other.objects_marked;
        self.objects_kept += other.objects_kept;
        self.remembered_slots += other.remembered_slots;
        self.objects_verified += other.objects_verified;
        self.objects_logged += other.objects_logged;
    }
}
