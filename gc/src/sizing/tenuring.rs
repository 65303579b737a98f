//! The decision when survivors are promoted at once (adaptive tenuring, as in Ungar and Jackson,
//! OOPSLA 1988).

use super::Observed;

/// Decides whether survivors are aged.
#[derive(Clone, Debug)]
pub(super) struct Tenuring {
    /// Bytes that the last collection copied within the young generation; `None` if it promoted all
    /// survivors.
    aged: Option<usize>,
    /// The recent share of those bytes that survives again.
    survival: f64,
    /// Remaining collections that promote at once before the decision is reviewed; 0: survivors are
    /// aged.
    left: u32,
    /// The next number of such collections.
    interval: u32,
}

impl Default for Tenuring {
    fn default() -> Self {
        Self { aged: None, survival: 0.0, left: 0, interval: Self::FIRST_INTERVAL }
    }
}

impl Tenuring {
    /// Share of survivors that survive again from which copying them twice is waste.
    const WASTE: f64 = 0.8;
    /// Survivors of less than 1/`LITTLE` of the nursery cost little to copy, and are not
    /// representative.
    const LITTLE: usize = 32;
    const FIRST_INTERVAL: u32 = 8;
    const MAX_INTERVAL: u32 = 64;

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
            self.interval = (self.interval * 2).min(Self::MAX_INTERVAL);
        } else if survival < Self::WASTE {
            self.interval = Self::FIRST_INTERVAL;
        }
    }

    /// A full collection leaves no young objects that were aged.
    pub(super) fn full(&mut self) {
        self.aged = None;
    }
}
