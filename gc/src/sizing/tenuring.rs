//! When survivors are promoted at once.

use super::Observed;

/// Whether survivors are aged.
#[derive(Clone, Debug)]
pub(super) struct Tenuring {
    /// Bytes that the last collection has copied within the young generation; `None` if it promoted all.
    aged: Option<usize>,
    /// The part of those that survives again, of late.
    survival: f64,
    /// Collections that promote at once before it is looked at again; 0: survivors are aged.
    left: u32,
    /// The next such number.
    interval: u32,
}

impl Default for Tenuring {
    fn default() -> Self {
        Self { aged: None, survival: 0.0, left: 0, interval: Self::FIRST_INTERVAL }
    }
}

impl Tenuring {
    /// Copying once more is waste when so much of it survives.
    const WASTE: f64 = 0.8;
    /// Survivors of less than one part in so many of the nursery are copied at little cost, and say little.
    const LITTLE: usize = 32;
    const FIRST_INTERVAL: u32 = 8;
    const MOST_INTERVAL: u32 = 64;

    pub(super) fn at_once(&self) -> bool {
        self.left > 0
    }

    pub(super) fn young(&mut self, observed: &Observed, nursery: usize) {
        if self.left > 0 {
            self.left -= 1;
            self.aged = None;
            return;
        }
        let aged = self.aged.replace(observed.survivors);
        let Some(aged) = aged.filter(|&aged| aged > 0 && aged >= nursery / Self::LITTLE) else {
            return;
        };
        // All that was promoted had been aged.
        let survival = (observed.promoted as f64 / aged as f64).min(1.0);
        self.survival = (self.survival + survival) / 2.0;
        if self.survival.min(survival) >= Self::WASTE {
            self.left = self.interval;
            self.interval = (self.interval * 2).min(Self::MOST_INTERVAL);
        } else if survival < Self::WASTE {
            self.interval = Self::FIRST_INTERVAL;
        }
    }

    /// A full collection leaves no young objects that were aged.
    pub(super) fn full(&mut self) {
        self.aged = None;
    }
}
