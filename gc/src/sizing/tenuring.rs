//! Adaptive tenuring (Ungar and Jackson, OOPSLA 1988): decides whether young collections age their
//! survivors, that is, copy them within the young generation first, or promote them at once.

use super::Observed;

/// The tenuring policy. It ages survivors until too many aged objects survive again. Then it
/// promotes at once for [`interval`](Self::interval) collections, and ages once more to measure
/// again.
///
/// A measurement takes three collections: the first ages, the second also promotes what the first
/// has aged, and the third promotes its own survivors and those that the second has aged. Since it
/// would take twice as long as others, nurseries are smaller while a measurement is in progress.
#[derive(Clone, Debug)]
pub(super) struct Tenuring {
    /// Bytes that the last collection aged; `None` if it promoted all survivors.
    aged: Option<usize>,
    /// The share of aged bytes that survives the next collection, as a moving average.
    survival: f64,
    /// Number of collections that still promote at once; 0 if survivors are aged.
    remaining: u32,
    /// Number of collections that promote at once before the next measurement.
    interval: u32,
    /// The next collection belongs to a measurement after collections that promoted at once.
    measures: bool,
}

impl Default for Tenuring {
    fn default() -> Self {
        Self {
            aged: None,
            survival: 0.0,
            remaining: 0,
            interval: Self::FIRST_INTERVAL,
            measures: false,
        }
    }
}

impl Tenuring {
    /// If at least this share of aged bytes survives, aging copies them for nothing.
    const MAX_SURVIVAL: f64 = 0.8;
    /// Measurements with less than 1/`SAMPLE_FRACTION` of the nursery aged are ignored: so few
    /// bytes are cheap to copy, and not representative.
    const SAMPLE_FRACTION: usize = 32;
    const FIRST_INTERVAL: u32 = 8;
    const MAX_INTERVAL: u32 = 64;

    /// Returns whether the next young collection promotes all survivors.
    pub(super) fn at_once(&self) -> bool {
        self.remaining > 0
    }

    /// Returns whether the next young collection belongs to a measurement.
    pub(super) fn measures(&self) -> bool {
        self.measures
    }

    /// Records a young collection that started with a nursery of `nursery` bytes.
    pub(super) fn record_young(&mut self, observed: &Observed, nursery: usize) {
        if self.remaining > 0 {
            self.remaining -= 1;
            self.measures = self.remaining == 0;
            self.aged = None;
            return;
        }
        let Some(aged) = self.aged.replace(observed.survivors) else { return };
        if aged < (nursery / Self::SAMPLE_FRACTION).max(1) {
            self.measures = false;
            return;
        }
        // This collection aged, so it promoted only objects that the previous one had aged.
        let survival = (observed.promoted as f64 / aged as f64).min(1.0);
        self.survival = (self.survival + survival) / 2.0;
        if self.survival.min(survival) >= Self::MAX_SURVIVAL {
            self.remaining = self.interval;
            self.interval = (self.interval * 2).min(Self::MAX_INTERVAL);
        } else if survival < Self::MAX_SURVIVAL {
            self.interval = Self::FIRST_INTERVAL;
            self.measures = false;
        }
    }

    /// Records a full collection, which promotes all aged objects, or a young one that began before
    /// the nursery was full. A measurement begins again later, since it could be interrupted every
    /// time.
    pub(super) fn skip(&mut self) {
        self.aged = None;
        if core::mem::take(&mut self.measures) && self.remaining == 0 {
            self.remaining = Self::FIRST_INTERVAL;
        }
    }
}
