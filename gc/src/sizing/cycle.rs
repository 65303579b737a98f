//! Pacing of concurrent cycles: each begins early enough to end before the old generation reaches
//! the size at which a full collection would be due.

use super::DECAY;

/// Seconds of a cycle per byte of the old generation, before one was measured: 500 MB/s.
const FIRST_TIME: f64 = 2e-9;
/// A cycle begins as early as if it took this many times as long as the last ones.
const MARGIN: f64 = 2.0;
/// At least this part of the growth that is allowed comes before a cycle begins.
const LEAST_GROWTH: f64 = 0.25;

/// Measurements of cycles and of promotion.
#[derive(Clone, Debug)]
pub(super) struct CycleTime {
    /// Decaying sums: bytes promoted, and the time in which they were.
    promoted: f64,
    time: f64,
    /// Seconds of a cycle per byte of the old generation.
    per_byte: f64,
}

impl Default for CycleTime {
    fn default() -> Self {
        Self { promoted: 0.0, time: 0.0, per_byte: FIRST_TIME }
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
}
