//! Distributions of durations, for uses that need more than quantiles.

use super::Quantiles;
use super::quantiles::Durations;

/// Selects the durations that [`Heap::histogram`](crate::Heap::histogram) returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HistogramKind {
    /// Pauses: from the request for a collection until all threads may resume.
    Pause,
    /// Pauses for collections of the young generation.
    YoungPause,
    /// Pauses for collections of the whole heap.
    FullPause,
    /// The part of each pause until all threads had stopped.
    TimeToSafepoint,
    /// The part of each pause after all threads had stopped.
    Collection,
    /// Pauses for young collections that also worked for the marking of a concurrent cycle: those
    /// that began or ended it, or passed references to markers.
    MarkingPause,
    /// Pauses for young collections that also evacuated blocks of the old generation.
    EvacuationPause,
}

/// A snapshot of the distribution of durations, in nanoseconds, to three significant digits.
#[derive(Clone, Debug)]
pub struct Histogram(Durations);

/// One bucket of a [`Histogram`]: a range of durations that the histogram does not distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistogramBucket {
    /// The shortest duration of the range, in nanoseconds.
    pub shortest_ns: u64,
    /// The longest duration of the range, in nanoseconds.
    pub longest_ns: u64,
    /// The number of recorded durations in the range; not 0.
    pub count: u64,
}

impl Histogram {
    pub(super) fn new(durations: Durations) -> Self {
        Self(durations)
    }

    /// Returns the usual quantiles. The number of durations, the shortest, the longest and the mean
    /// are exact.
    pub fn quantiles(&self) -> Quantiles {
        self.0.quantiles()
    }

    /// Returns the duration, in nanoseconds, that a share of all durations, from 0 to 1, did not
    /// exceed; 0 if there were none.
    pub fn quantile(&self, share: f64) -> u64 {
        self.0.quantile(share)
    }

    /// Returns the buckets that are not empty, shortest durations first.
    pub fn buckets(&self) -> impl Iterator<Item = HistogramBucket> + '_ {
        self.0.buckets()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_duration_has_one_bucket() {
        let mut durations = Durations::new();
        for n in 1..=5000_u64 {
            durations.record(n * n);
        }
        let histogram = Histogram::new(durations);
        let buckets: Vec<_> = histogram.buckets().collect();
        assert_eq!(buckets.iter().map(|bucket| bucket.count).sum::<u64>(), 5000);
        assert!(buckets.windows(2).all(|pair| pair[0].longest_ns < pair[1].shortest_ns));
        for HistogramBucket { shortest_ns, longest_ns, count } in buckets {
            assert!(
                longest_ns - shortest_ns <= shortest_ns / 1000 + 1,
                "{shortest_ns} to {longest_ns}"
            );
            let inside =
                (1..=5000_u64).filter(|n| (shortest_ns..=longest_ns).contains(&(n * n))).count();
            assert_eq!(inside as u64, count);
        }
        assert_eq!(histogram.quantile(1.0), 25_000_000);
        assert_eq!(histogram.quantile(0.0), 1);
        assert_eq!(histogram.quantiles().count, 5000);
        assert_eq!(Histogram::new(Durations::new()).quantile(0.5), 0);
    }
}
