//! GC assists: mutators that allocate faster than marker threads mark pay for it by marking.
//!
//! Each pause of a cycle compares what was marked with what should be marked by then, and sets the
//! number of bytes that mutators mark for each byte that they allocate until the next pause. Tying
//! collection work to allocation is from Baker's incremental collector (CACM 1978); that mutators
//! work only if the collector's threads are late, from Go's pacer. A mutator marks before it gets a
//! TLAB or a large object, in bounded steps.
//!
//! # Protocol
//!
//! A mutator assists while it is managed, and between two polls. So no pause begins meanwhile, the
//! phase of the cycle does not change, and the mutator need not [enter](crate::marking::Parking) a
//! step. Like a marker, it marks by atomic read-modify-writes only, and ends its step when a stop
//! is requested. It holds no grey object when it resumes: it hands all of them over to marker
//! threads.

use crate::marking::{CyclePhase, Mode, Step};
use crate::runtime::Shared;

/// Maximum number of bytes that a mutator marks for one allocation: about a millisecond.
const MAX_BYTES: u64 = 1 << 20;

impl Shared {
    /// Marks what a mutator owes for `allocated` bytes that it is about to allocate. The caller is
    /// the mutator, managed, in a slow path in which it holds no reference.
    #[inline]
    pub(crate) fn assist(&self, allocated: usize) {
        let percent = self.marking.assist_percent();
        if percent > 0 {
            self.mark_owed(allocated.saturating_mul(percent) as u64 / 100);
        }
    }

    #[cold]
    fn mark_owed(&self, bytes: u64) {
        let marking = &self.marking;
        debug_assert_eq!(marking.phase(), CyclePhase::Marking);
        let Some(mut state) = marking.assistant() else { return };
        let end = state.counts().bytes + bytes.min(MAX_BYTES);
        let sources = self.marking_sources();
        let step = state.run(&sources, marking, Mode::Assist, |counts| counts.bytes >= end);
        if step == Step::Interrupted {
            state.hand_over_all(marking);
        }
    }
}
