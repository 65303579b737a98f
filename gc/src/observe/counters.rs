//! Counts that prove that a collection did something.

use core::ops::AddAssign;

use statepoint_scanner::roots::WalkCounts;

/// What one worker, one collection or all of them did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counters {
    pub(crate) frames_walked: u64,
    pub(crate) records_matched: u64,
    pub(crate) roots_visited: u64,
    pub(crate) register_roots: u64,
    pub(crate) derived_relocated: u64,
    pub(crate) objects_moved: u64,
    pub(crate) bytes_copied: u64,
}

impl Counters {
    pub(crate) fn add_walk(&mut self, walk: WalkCounts) {
        self.frames_walked += walk.frames_walked;
        self.records_matched += walk.records_matched;
        self.roots_visited += walk.roots_visited;
        self.register_roots += walk.register_roots;
        self.derived_relocated += walk.derived_relocated;
    }
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        self.frames_walked += other.frames_walked;
        self.records_matched += other.records_matched;
        self.roots_visited += other.roots_visited;
        self.register_roots += other.register_roots;
        self.derived_relocated += other.derived_relocated;
        self.objects_moved += other.objects_moved;
        self.bytes_copied += other.bytes_copied;
    }
}
