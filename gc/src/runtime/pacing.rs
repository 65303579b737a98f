//! The sizing policy with a clock.

use std::time::Instant;

use crate::collection::{CollectionKind, HeapUse};
use crate::observe::Counters;
use crate::sizing::{Observed, Plan, Sizing, SizingConfig};

/// What the policy has said last, and what it goes by.
#[derive(Debug)]
pub(crate) struct Pacing {
    sizing: Sizing,
    plan: Plan,
    /// When the last collection ended, or the heap was made.
    ended: Instant,
    /// What a young collection has to do, as a number of bytes to copy that takes as long. There was none yet if `None`.
    young_work: Option<u64>,
}

/// What looking at a frame, or at an object or card that was written to, takes, in bytes that are copied meanwhile.
const FRAME: u64 = 64;
const LOGGED: u64 = 512;

/// A collection that has ended.
pub(crate) struct Ended<'a> {
    pub(crate) kind: CollectionKind,
    /// The program needed it.
    pub(crate) needed: bool,
    pub(crate) began: Instant,
    pub(crate) after: HeapUse,
    pub(crate) counters: &'a Counters,
    pub(crate) threads: usize,
}

impl Pacing {
    pub(crate) fn new(config: &SizingConfig) -> Self {
        let sizing = Sizing::new(config);
        let plan = sizing.first();
        Self { sizing, plan, ended: Instant::now(), young_work: None }
    }

    pub(crate) fn plan(&self) -> Plan {
        self.plan
    }

    /// Whether the next collection is to be a full one.
    pub(crate) fn is_full_due(&self, now: HeapUse) -> bool {
        now.old + now.large >= self.plan.old_trigger_bytes as u64
    }

    /// What the next young collection has to do, as a number of bytes to copy: as much as the latest ones, of which the
    /// largest counts longest; no number is too large before the first.
    pub(crate) fn young_work(&self) -> u64 {
        self.young_work.unwrap_or(u64::MAX)
    }

    /// What to do after a collection.
    pub(crate) fn after(&mut self, ended: &Ended<'_>) -> Plan {
        let now = Instant::now();
        let ran = ended.began.saturating_duration_since(self.ended);
        let Counters { bytes_copied, bytes_promoted, objects_logged, walk, .. } = *ended.counters;
        if ended.kind == CollectionKind::Young {
            let work = bytes_copied + walk.frames_walked * FRAME + objects_logged * LOGGED;
            let before = self.young_work.map_or(0, |work| work / 4 * 3);
            self.young_work = Some(work.max(before));
        }
        self.plan = self.sizing.after(&Observed {
            kind: ended.kind,
            needed: ended.needed,
            pause: now.saturating_duration_since(ended.began),
            ran,
            old: (ended.after.old + ended.after.large) as usize,
            survivors: (bytes_copied - bytes_promoted) as usize,
            promoted: bytes_promoted as usize,
            threads: ended.threads,
        });
        self.ended = now;
        self.plan
    }
}

#[cfg(test)]
mod tests {
    use core::time::Duration;

    use super::*;
    use crate::sizing::NurserySize;

    #[test]
    fn the_program_runs_from_the_end_of_one_collection_to_the_begin_of_the_next() {
        let mut pacing = Pacing::new(&SizingConfig {
            limit: 64 << 20,
            initial: 64 << 20,
            nursery: NurserySize::Fixed(1 << 20),
            time_share: 0.1,
            pause_goal: Duration::from_millis(1),
        });
        let began = Instant::now();
        pacing.after(&Ended {
            kind: CollectionKind::Young,
            needed: false,
            began,
            after: HeapUse::default(),
            counters: &Counters::default(),
            threads: 1,
        });
        assert!(pacing.ended >= began, "the collection's own time is the program's");
    }
}
