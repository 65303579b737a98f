//! Quantiles of durations.

use hdrhistogram::Histogram;

use super::HistogramBucket;

/// Summary of a distribution of durations, in nanoseconds. If `count` is 0, all fields are 0.
///
/// Quantiles are exact to three significant digits; the other fields are exact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quantiles {
    /// The number of durations.
    pub count: u64,
    /// The shortest duration.
    pub min: u64,
    /// The arithmetic mean.
    pub mean: f64,
    /// The median: half of the durations are no longer than this.
    pub p50: u64,
    /// 90 % of the durations are no longer than this.
    pub p90: u64,
    /// 99 % of the durations are no longer than this.
    pub p99: u64,
    /// 99.9 % of the durations are no longer than this.
    pub p999: u64,
    /// The longest duration.
    pub max: u64,
}

/// Number, sum and maximum of durations, in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Totals {
    pub(super) count: u64,
    pub(super) sum: u64,
    pub(super) max: u64,
}

/// Accumulator of a distribution of durations, in nanoseconds.
#[derive(Clone, Debug)]
pub(super) struct Durations {
    /// Takes 16 KB. Created when the first duration is added, since most heaps never add any to
    /// some distributions, and a program with a small live set may never collect.
    histogram: Option<Histogram<u64>>,
    sum: u128,
    min: u64,
    max: u64,
}

impl Durations {
    pub(super) fn new() -> Self {
        Self { histogram: None, sum: 0, min: u64::MAX, max: 0 }
    }

    /// Adds a duration.
    pub(super) fn record(&mut self, nanoseconds: u64) {
        let histogram = self.histogram.get_or_insert_with(|| {
            Histogram::new(3).expect("three digits are a precision that it supports")
        });
        // `Histogram::record` grows the histogram as needed. It fails only for durations that no
        // histogram can hold (over 500 years), which `saturating_record` clamps.
        if histogram.record(nanoseconds).is_err() {
            histogram.saturating_record(nanoseconds);
        }
        self.sum += u128::from(nanoseconds);
        self.min = self.min.min(nanoseconds);
        self.max = self.max.max(nanoseconds);
    }

    /// Returns the number of the durations, their sum and the longest.
    pub(super) fn totals(&self) -> Totals {
        Totals {
            count: self.histogram.as_ref().map_or(0, Histogram::len),
            sum: u64::try_from(self.sum).unwrap_or(u64::MAX),
            max: self.max,
        }
    }

    /// Returns a summary of the durations.
    pub(super) fn quantiles(&self) -> Quantiles {
        let Some(histogram) = &self.histogram else { return Quantiles::default() };
        let count = histogram.len();
        let at = |share| self.quantile(share);
        Quantiles {
            count,
            min: self.min,
            mean: self.sum as f64 / count as f64,
            p50: at(0.5),
            p90: at(0.9),
            p99: at(0.99),
            p999: at(0.999),
            max: self.max,
        }
    }

    /// Returns the duration, in nanoseconds, that a share of all durations, from 0 to 1, did not
    /// exceed; 0 if there were none.
    pub(super) fn quantile(&self, share: f64) -> u64 {
        // The histogram returns the upper end of a bucket, which may exceed the maximum.
        self.histogram
            .as_ref()
            .map_or(0, |histogram| histogram.value_at_quantile(share).max(self.min).min(self.max))
    }

    /// Returns the buckets that are not empty, shortest durations first.
    pub(super) fn buckets(&self) -> impl Iterator<Item = HistogramBucket> + '_ {
        self.histogram.iter().flat_map(|histogram| {
            histogram.iter_recorded().map(|value| HistogramBucket {
                shortest_ns: histogram.lowest_equivalent(value.value_iterated_to()),
                longest_ns: histogram.highest_equivalent(value.value_iterated_to()),
                count: value.count_at_value(),
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_accurate_to_three_digits() {
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
