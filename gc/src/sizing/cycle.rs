//! Pacing of concurrent cycles: each begins early enough to end before the old generation reaches
//! the size at which a full collection would be due.

use core::ops::Range;

use super::DECAY;

/// Seconds of a cycle per byte of the old generation, before one was measured: 500 MB/s.
const FIRST_TIME: f64 = 2e-9;
/// A cycle begins as early as if it took this many times as long as the last ones.
const MARGIN: f64 = 2.0;
/// At least this part of the growth that is allowed comes before a cycle begins.
const LEAST_GROWTH: f64 = 0.25;

/// The factor by which the expected time of a cycle changes when one was outrun.
const OUTRUN_CHANGE: f64 = 1.5;
/// The expected time never exceeds this: 10 MB/s.
const MAX_TIME: f64 = 1e-7;
/// After this many cycles in a row that were outrun, a full collection takes the place of the next
/// one that would be: floating garbage would accumulate.
const MAX_OUTRUN: u32 = 2;
/// A cycle is worth completing in a pause if at least this part of the expected bytes is marked.
const MIN_MARKED: f64 = 0.5;
/// The part of all marking by which markers may be late before mutators assist.
const TOLERATED_DELAY: f64 = 0.125;
/// At most this many bytes are marked by a mutator for each 100 bytes that it allocates: marking
/// then takes several times as long as allocating.
pub(crate) const MAX_ASSIST_PERCENT: usize = 400;

/// Measurements of cycles and of promotion.
#[derive(Clone, Debug)]
pub(super) struct CycleTime {
    /// Decaying sums: bytes promoted, and the time in which they were.
    promoted: f64,
    time: f64,
    /// Seconds of a cycle per byte of the old generation.
    per_byte: f64,
    /// Number of the last cycles that were outrun, in a row.
    outrun: u32,
}

impl Default for CycleTime {
    fn default() -> Self {
        Self { promoted: 0.0, time: 0.0, per_byte: FIRST_TIME, outrun: 0 }
    }
}

impl CycleTime {
    /// Records a young collection that promoted `bytes`, `seconds` after the end of the one before.
    pub(super) fn promoted(&mut self, bytes: usize, seconds: f64) {
        self.promoted = self.promoted * DECAY + bytes as f64;
        self.time = self.time * DECAY + seconds;
    }

    /// Records a cycle of an old generation of `old` bytes that took `seconds`.
    pub(super) fn ended(&mut self, old: usize, seconds: f64) {
        let measured = seconds / old.max(1 << 20) as f64;
        // Early cycles have few bytes: the next ones count as much.
        self.per_byte = 0.5 * self.per_byte + 0.5 * measured;
        self.outrun = 0;
    }

    /// Records that memory was short before the end of a cycle: the next one begins earlier.
    pub(super) fn outrun(&mut self) {
        self.begin_earlier();
        self.outrun += 1;
    }

    /// Increases the expected time of a cycle.
    pub(super) fn begin_earlier(&mut self) {
        self.per_byte = (self.per_byte * OUTRUN_CHANGE).min(MAX_TIME);
    }

    /// Records a full collection.
    pub(super) fn full_collection(&mut self) {
        self.outrun = 0;
    }

    /// Returns whether a pause in which memory is short should complete the cycle in progress, of
    /// which `marked` of `expected` bytes were marked. If not, a full collection takes its place:
    /// it takes little longer if little was marked, and it frees what has died since the cycle
    /// began.
    pub(super) fn is_worth_finishing(&self, expected: f64, marked: u64) -> bool {
        self.outrun < MAX_OUTRUN && marked as f64 >= MIN_MARKED * expected
    }

    /// Returns the size of the old generation at which a cycle begins, if it has `live` live bytes
    /// and may grow to `full` bytes.
    pub(super) fn trigger(&self, live: usize, full: usize) -> usize {
        let rate = if self.time > 0.0 { self.promoted / self.time } else { 0.0 };
        let growth = full.saturating_sub(live) as f64;
        let during = MARGIN * rate * self.per_byte * full as f64;
        live + (growth - during).max(LEAST_GROWTH * growth) as usize
    }
}

/// Returns the number of bytes that should be marked by now, if the old generation has grown to
/// `old` bytes since the beginning of the cycle. `growth`: its size then, and the size at which
/// marking should have ended. `live`: its live bytes after the last cycle.
///
/// Marking keeps pace with the growth: when half of the growth is used up, half of the live bytes
/// should be marked. Small delays do not count, so that mutators seldom assist: markers work faster
/// than necessary if the processors have time for them.
pub(super) fn owed(growth: Range<usize>, live: usize, old: usize) -> u64 {
    let start = growth.start as f64;
    let used = old.saturating_sub(growth.start) as f64 / growth.len().max(1) as f64;
    let expected = if used < 1.0 { expected_live(growth.start, live) } else { start };
    (expected * (used.min(1.0) - TOLERATED_DELAY)).max(0.0) as u64
}

/// Returns the number of bytes that a cycle is expected to mark, if it has begun with `start` bytes
/// and there were `live` bytes after the last one: of `start` bytes, some are live that were not
/// after the last cycle, and some are dead.
pub(super) fn expected_live(start: usize, live: usize) -> f64 {
    (live as f64).clamp(start as f64 / 2.0, start as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: usize = 1 << 20;

    #[test]
    fn cycle_begins_earlier_the_faster_objects_are_promoted() {
        let mut time = CycleTime::default();
        assert_eq!(time.trigger(100 * MIB, 200 * MIB), 200 * MIB, "nothing was promoted yet");
        time.promoted(10 * MIB, 0.1);
        time.ended(200 * MIB, 0.2);
        let slow = time.trigger(100 * MIB, 200 * MIB);
        assert!((120 * MIB..195 * MIB).contains(&slow), "{slow}");
        time.promoted(100 * MIB, 0.1);
        let fast = time.trigger(100 * MIB, 200 * MIB);
        assert!(fast < slow && fast >= 125 * MIB, "{fast}");
        // However fast, a part of the growth comes first.
        time.promoted(100_000 * MIB, 0.1);
        assert_eq!(time.trigger(100 * MIB, 200 * MIB), 125 * MIB);
        assert_eq!(time.trigger(300 * MIB, 200 * MIB), 300 * MIB);
    }

    #[test]
    fn cycle_that_was_outrun_makes_the_next_begin_earlier() {
        let mut time = CycleTime::default();
        time.promoted(MIB, 0.1);
        let before = time.trigger(100 * MIB, 200 * MIB);
        time.outrun();
        assert!(time.trigger(100 * MIB, 200 * MIB) < before);
    }

    #[test]
    fn marking_is_owed_in_proportion_to_the_growth() {
        let owed = |old: usize| owed(100 * MIB..200 * MIB, 80 * MIB, old * MIB) / MIB as u64;
        assert_eq!([owed(90), owed(100), owed(112)], [0, 0, 0], "small delays do not count");
        assert_eq!(owed(150), 30, "half of 80 MiB, less the tolerated delay");
        assert_eq!(owed(200), 87, "everything that was there, however much of it is live");
        assert_eq!(owed(300), 87);
        let nothing_known = super::owed(100 * MIB..200 * MIB, 0, 150 * MIB) / MIB as u64;
        assert_eq!(nothing_known, 18, "half is live, if nothing is known");
        assert_eq!(super::owed(100 * MIB..100 * MIB, 100 * MIB, 101 * MIB) / MIB as u64, 87);
    }

    #[test]
    fn cycle_is_completed_if_half_is_marked_and_at_most_twice_in_a_row() {
        let mut time = CycleTime::default();
        let is_worth = |time: &CycleTime, marked| time.is_worth_finishing(100.0, marked);
        assert!(!is_worth(&time, 49) && is_worth(&time, 50));
        time.outrun();
        assert!(is_worth(&time, 50));
        time.outrun();
        assert!(!is_worth(&time, 100));
        time.full_collection();
        assert!(is_worth(&time, 50));
        time.outrun();
        time.outrun();
        time.ended(100 * MIB, 0.1);
        assert!(is_worth(&time, 50), "a cycle that is not outrun ends the row");
    }
}
