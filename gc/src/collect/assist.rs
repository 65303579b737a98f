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
//! step. Like a marker, it marks by atomic read-modify-writes only. It ends its step when it is to
//! stop, and after a limited amount of work. It holds no grey object when it resumes: it hands all
//! of them over to marker threads, which do not consider marking done before
//! ([`Marking::assistant`](crate::marking::Marking::assistant)).

use crate::marking::{CyclePhase, Mode, Step};
use crate::runtime::Shared;
use crate::thread::AttachedThread;

/// Maximum number of bytes that a mutator marks for one allocation.
const MAX_BYTES: u64 = 1 << 20;
/// Maximum number of checks of a step, each after 256 objects and slots: about a millisecond if no
/// object is in the cache.
const MAX_CHECKS: u32 = 64;

impl Shared {
    /// Marks what a mutator owes for `allocated` bytes that it allocates. The caller is the mutator
    /// `me`, managed, in a slow path in which it holds no reference to an initialised object.
    #[inline]
    pub(crate) fn assist(&self, me: &AttachedThread, allocated: usize) {
        let percent = self.marking.assist_percent();
        if percent > 0 {
            self.mark_owed(me, allocated.saturating_mul(percent) as u64 / 100);
        }
    }

    #[cold]
    fn mark_owed(&self, me: &AttachedThread, bytes: u64) {
        let marking = &self.marking;
        debug_assert_eq!(marking.phase(), CyclePhase::Marking);
        let Some(mut state) = marking.assistant() else { return };
        let end = state.counts().bytes + bytes.min(MAX_BYTES);
        let mut checks = 0;
        let step = state.run(&self.marking_sources(), marking, Mode::Assist, |counts| {
            checks += 1;
            counts.bytes >= end || checks >= MAX_CHECKS || me.is_armed()
        });
        if step == Step::Interrupted {
            state.hand_over_all(marking);
        }
    }
}
