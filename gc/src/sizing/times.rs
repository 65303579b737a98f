//! The durations of collections that the policy remembers.

use std::time::Duration;

use super::DECAY;

/// Time in young collections, and the program's time in between: decaying sums, in seconds.
#[derive(Clone, Debug, Default)]
pub(super) struct YoungTime {
    collecting: f64,
    running: f64,
    bytes: f64,
    /// Time that the program has run since the last young collection.
    since: f64,
}

impl YoungTime {
    pub(super) fn ran(&mut self, time: Duration) {
        self.since += time.as_secs_f64();
    }

    /// Records a young collection, before which `bytes` were allocated.
    pub(super) fn collected(&mut self, pause: f64, bytes: usize) {
        self.collecting = self.collecting * DECAY + pause;
        self.running = self.running * DECAY + core::mem::take(&mut self.since);
        self.bytes = self.bytes * DECAY + bytes as f64;
    }

    /// Records a young collection that does not count.
    pub(super) fn skip(&mut self) {
        self.since = 0.0;
    }

    /// Rescales the measurements when the nursery changes by a factor, and with it the time until
    /// it is full. The expected values replace the measured ones, so that the same measurement does
    /// not cause one change after another.
    pub(super) fn resized(&mut self, change: f64) {
        self.running *= change;
        self.bytes *= change;
    }

    pub(super) fn share(&self) -> f64 {
        let total = self.collecting + self.running;
        if total > 0.0 { self.collecting / total } else { 0.0 }
    }

    /// Returns the number of bytes allocated per second.
    pub(super) fn rate(&self) -> f64 {
        let total = self.collecting + self.running;
        if total > 0.0 { self.bytes / total } else { 0.0 }
    }
}

/// Model of the pauses of young collections, in seconds.
#[derive(Clone, Debug, Default)]
pub(super) struct PauseModel {
    /// The high pause: nine of ten pauses do not exceed it.
    pub(super) high: f64,
    /// The fixed part, which does not depend on the nursery.
    pub(super) fixed: f64,
    /// Ring buffer of the latest pauses, converted to the present nursery.
    recent: [f64; Self::RECENT],
    /// Number of pauses observed.
    observed: usize,
    /// The high pause is only an expected one: no pause with the present nursery was observed.
    is_expected: bool,
    /// The line has determined the fixed part.
    pub(super) knows_fixed: bool,
    // Decaying sums for the least-squares line of pauses over nursery sizes: number, sizes, pauses,
    // squares, products.
    count: f64,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
}

impl PauseModel {
    const RECENT: usize = 16;
    /// A pause longer than this multiple of the high pause was delayed by something else.
    const OUTLIER: f64 = 2.0;
    /// The share of pauses that may be longer than the high pause.
    const LONGER: f64 = 0.1;
    /// The largest step, relative to the high pause, by which one longer pause raises it. The step
    /// of a shorter pause is smaller by so much that the high pause settles where the share
    /// `LONGER` of all pauses is longer.
    const CHANGE: f64 = 0.2;
    /// Weight of earlier points of the line relative to the latest one.
    const MEMORY: f64 = 31.0 / 32.0;
    /// The smallest variance of sizes, relative to the square of their mean, at which the line is
    /// meaningful.
    const SPREAD: f64 = 0.0025;
    /// Decay of the fixed part per pause while sizes do not vary enough to determine it again.
    const FORGET: f64 = 0.999;

    /// Records a pause, and returns what it would have been if nothing else had delayed it.
    pub(super) fn observe(&mut self, nursery: f64, pause: f64) -> f64 {
        if self.high == 0.0 {
            self.high = pause;
        }
        let pause = pause.min(Self::OUTLIER * self.high);
        if core::mem::take(&mut self.is_expected) {
            self.high = pause;
        }
        let max_change = Self::CHANGE * self.high;
        self.high += if pause > self.high {
            (pause - self.high).min(max_change)
        } else {
            (pause - self.high).max(-max_change * Self::LONGER / (1.0 - Self::LONGER))
        };
        for (sum, value) in [
            (&mut self.count, 1.0),
            (&mut self.x, nursery),
            (&mut self.y, pause),
            (&mut self.xx, nursery * nursery),
            (&mut self.xy, nursery * pause),
        ] {
            *sum = *sum * Self::MEMORY + value;
        }
        let (x, y) = (self.x / self.count, self.y / self.count);
        let variance = self.xx / self.count - x * x;
        if variance > Self::SPREAD * x * x {
            let slope = (self.xy / self.count - x * y) / variance;
            self.fixed = y - slope.clamp(0.0, y / x) * x;
            self.knows_fixed = true;
        } else {
            self.fixed *= Self::FORGET;
        }
        self.recent[self.observed % Self::RECENT] = pause;
        self.observed += 1;
        if self.observed >= Self::RECENT {
            // The high pause is no longer than the longest recent one; below, the fixed part is no
            // longer than the shortest.
            self.high = self.recent.iter().copied().fold(0.0, f64::max).min(self.high);
        }
        self.fixed = self.recent().copied().fold(self.fixed, f64::min);
        pause
    }

    fn recent(&self) -> impl Iterator<Item = &f64> {
        self.recent.iter().take(self.observed)
    }

    /// Forgets the pauses, except for the fixed part, as the nursery has grown to a size that was
    /// not tried before: the next pause becomes the high one. Otherwise pauses that are only
    /// expected, when the fixed part is unknown, would speak against the new size.
    pub(super) fn forget(&mut self) {
        self.is_expected = true;
        self.observed = 0;
    }

    /// Converts the pauses when the nursery changes by a factor; see [`YoungTime::resized`].
    pub(super) fn resized(&mut self, change: f64) {
        let fixed = self.fixed;
        for pause in self.recent.iter_mut().chain([&mut self.high]) {
            *pause += (*pause - fixed).max(0.0) * (change - 1.0);
        }
    }
}

/// Time since the last full collection, in seconds.
#[derive(Clone, Debug, Default)]
pub(super) struct FullTime {
    since: f64,
}

impl FullTime {
    pub(super) fn passed(&mut self, time: Duration) {
        self.since += time.as_secs_f64();
    }

    /// Records a concurrent cycle that has cost as much as this pause, and returns its share of the
    /// time since the previous one or the last full collection, if any time has passed.
    pub(super) fn cycle_ended(&mut self, pause: f64) -> Option<f64> {
        let total = core::mem::take(&mut self.since);
        (total > 0.0).then(|| (pause / total).min(1.0))
    }

    /// Records a full collection, and returns its share of the time since the previous one.
    pub(super) fn collected(&mut self, pause: f64) -> f64 {
        let total = core::mem::take(&mut self.since) + pause;
        if total > 0.0 { pause / total } else { 0.0 }
    }
}
