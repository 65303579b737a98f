//! The distribution of a duration.

use hdrhistogram::Histogram;

/// The distribution of a duration in nanoseconds. All fields are 0 where `count` is.
///
/// Quantiles are exact to three significant digits; `min`, `max` and `count` are exact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quantiles {
    /// How many durations there were.
    pub count: u64,
    /// The shortest.
    pub min: u64,
    /// The arithmetic mean.
    pub mean: f64,
    /// Half of them took no longer.
    pub p50: u64,
    /// Nine of ten took no longer.
    pub p90: u64,
    /// 99 of a hundred took no longer.
    pub p99: u64,
    /// 999 of a thousand took no longer.
    pub p999: u64,
    /// The longest.
    pub max: u64,
}

/// Durations as they come in.
#[derive(Debug)]
pub(super) struct Durations {
    histogram: Histogram<u64>,
    min: u64,
    max: u64,
}

impl Durations {
    pub(super) fn new() -> Self {
        let histogram = Histogram::new(3).expect("three digits are a precision that it supports");
        Self { histogram, min: u64::MAX, max: 0 }
    }

    pub(super) fn record(&mut self, nanoseconds: u64) {
        // `record` resizes the histogram, unlike `saturating_record`, which only catches what no
        // histogram can hold: over 500 years.
        if self.histogram.record(nanoseconds).is_err() {
            self.histogram.saturating_record(nanoseconds);
        }
        self.min = self.min.min(nanoseconds);
        self.max = self.max.max(nanoseconds);
    }

    pub(super) fn quantiles(&self) -> Quantiles {
        let count = self.histogram.len();
        if count == 0 {
            return Quantiles::default();
        }
        // The histogram gives the upper end of a bucket, which may lie above the maximum.
        let at = |quantile| self.histogram.value_at_quantile(quantile).clamp(self.min, self.max);
        Quantiles {
            count,
            min: self.min,
            mean: self.histogram.mean(),
            p50: at(0.5),
            p90: at(0.9),
            p99: at(0.99),
            p999: at(0.999),
            max: self.max,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_right_to_three_digits() {
        let mut durations = Durations::new();
        assert_eq!(durations.quantiles(), Quantiles::default());
        for n in 1..=10_000 {
            durations.record(n * 1000);
        }
        let q = durations.quantiles();
        assert_eq!((q.count, q.min, q.max), (10_000, 1000, 10_000_000));
        for (found, expected) in [
            (q.p50, 5e6),
            (q.p90, 9e6),
            (q.p99, 9.9e6),
            (q.p999, 9.99e6),
            (q.mean as u64, 5.0005e6),
        ] {
            let error = (found as f64 - expected).abs() / expected;
            assert!(error < 2e-3, "{found} is not {expected}");
        }
    }
}
