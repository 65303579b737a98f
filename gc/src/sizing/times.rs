//! What the policy remembers of the time that collections took.

use std::time::Duration;

use super::DECAY;

/// The time in young collections, and the program's time in between: decaying sums, in seconds.
#[derive(Clone, Debug, Default)]
pub(super) struct YoungTime {
    collecting: f64,
    running: f64,
    bytes: f64,
    /// How long the program has run since the last young collection.
    since: f64,
}

impl YoungTime {
    pub(super) fn ran(&mut self, time: Duration) {
        self.since += time.as_secs_f64();
    }

    /// A young collection, for which so many bytes were allocated.
    pub(super) fn collected(&mut self, pause: f64, bytes: usize) {
        self.collecting = self.collecting * DECAY + pause;
        self.running = self.running * DECAY + core::mem::take(&mut self.since);
        self.bytes = self.bytes * DECAY + bytes as f64;
    }

    /// A young collection that does not count.
    pub(super) fn skip(&mut self) {
        self.since = 0.0;
    }

    /// The nursery changes by a factor, and with it the time until it is full: what is to be expected
    /// stands for what was measured, so that one and the same measurement does not lead to change after change.
    pub(super) fn resized(&mut self, change: f64) {
        self.running *= change;
        self.bytes *= change;
    }

    pub(super) fn share(&self) -> f64 {
        let total = self.collecting + self.running;
        if total > 0.0 { self.collecting / total } else { 0.0 }
    }

    /// Bytes that are allocated in a second.
    pub(super) fn rate(&self) -> f64 {
        let total = self.collecting + self.running;
        if total > 0.0 { self.bytes / total } else { 0.0 }
    }
}

/// What is known of young pauses, in seconds.
#[derive(Clone, Debug, Default)]
pub(super) struct PauseModel {
    /// What nine of ten pauses do not exceed.
    pub(super) high: f64,
    /// The part that does not depend on the nursery.
    pub(super) fixed: f64,
    /// The latest pauses, in turn, as they would be with the present nursery.
    recent: [f64; Self::RECENT],
    /// How many there were.
    observed: usize,
    // Decaying sums for the line through pauses over nurseries: how many, sizes, pauses, squares, products.
    count: f64,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
}

impl PauseModel {
    const RECENT: usize = 16;
    /// What is longer than so many high pauses was held up by something else.
    const OUTLIER: f64 = 2.0;
    /// The part of pauses that may be longer than a high one.
    const LONGER: f64 = 0.1;
    /// The largest change of the high pause by one that is longer. One that is shorter changes it by so much less that
    /// it rests where as many are longer as may be.
    const CHANGE: f64 = 0.2;
    /// How much earlier points of the line count beside the latest one.
    const MEMORY: f64 = 31.0 / 32.0;
    /// The line means something if sizes differ by so much: variance in relation to the square.
    const SPREAD: f64 = 0.0025;
    /// A fixed part that was not seen again for long is looked for again.
    const FORGET: f64 = 0.999;

    /// Returns what the pause would have been, had nothing else held it up.
    pub(super) fn observe(&mut self, nursery: f64, pause: f64) -> f64 {
        if self.high == 0.0 {
            self.high = pause;
        }
        let pause = pause.min(Self::OUTLIER * self.high);
        let most = Self::CHANGE * self.high;
        self.high += if pause > self.high {
            (pause - self.high).min(most)
        } else {
            (pause - self.high).max(-most * Self::LONGER / (1.0 - Self::LONGER))
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
        } else {
            self.fixed *= Self::FORGET;
        }
        self.recent[self.observed % Self::RECENT] = pause;
        self.observed += 1;
        if self.observed >= Self::RECENT {
            // What has been high is so no longer; and what is part of each pause is no longer than any.
            self.high = self.recent.iter().copied().fold(0.0, f64::max).min(self.high);
        }
        self.fixed = self.recent().copied().fold(self.fixed, f64::min);
        pause
    }

    fn recent(&self) -> impl Iterator<Item = &f64> {
        self.recent.iter().take(self.observed)
    }

    /// The nursery changes by a factor; see [`YoungTime::resized`].
    pub(super) fn resized(&mut self, change: f64) {
        let fixed = self.fixed;
        for pause in self.recent.iter_mut().chain([&mut self.high]) {
            *pause += (*pause - fixed).max(0.0) * (change - 1.0);
        }
    }
}

/// The time between full collections, in seconds.
#[derive(Clone, Debug, Default)]
pub(super) struct FullTime {
    since: f64,
}

impl FullTime {
    pub(super) fn passed(&mut self, time: Duration) {
        self.since += time.as_secs_f64();
    }

    /// The share of time of a full collection that ends.
    pub(super) fn collected(&mut self, pause: f64) -> f64 {
        let total = core::mem::take(&mut self.since) + pause;
        if total > 0.0 { pause / total } else { 0.0 }
    }
}
