//! The whole distribution of a duration, for those whom quantiles do not tell enough.

use super::Quantiles;
use super::quantiles::Durations;

/// Which durations of a heap [`Heap::histogram`](crate::Heap::histogram) is to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Distribution {
    /// Pauses: from the request for a collection to the moment when all threads may go on.
    Pause,
    /// Those for collections of the young generation.
    YoungPause,
    /// Those for collections of the whole heap.
    FullPause,
    /// The part of each pause until all threads had stopped.
    TimeToSafepoint,
    /// The rest of each pause.
    Collection,
}

/// Durations as they were when it was asked for, in nanoseconds, to three significant digits.
#[derive(Clone, Debug)]
pub struct Histogram(Durations);

/// Durations that a [`Histogram`] does not tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// The shortest that belongs here, in nanoseconds.
    pub least: u64,
    /// The longest.
    pub most: u64,
    /// How many there were; not 0.
    pub count: u64,
}

impl Histogram {
    pub(super) fn new(durations: Durations) -> Self {
        Self(durations)
    }

    /// The usual ones, with the number of durations, the shortest, the longest and the mean, which are exact.
    pub fn quantiles(&self) -> Quantiles {
        self.0.quantiles()
    }

    /// The duration that a share of all, from 0 to 1, did not exceed; 0 if there were none.
    pub fn quantile(&self, share: f64) -> u64 {
        self.0.quantile(share)
    }

    /// What it is made of, shortest first.
    pub fn buckets(&self) -> impl Iterator<Item = Bucket> + '_ {
        self.0.buckets()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_hold_every_duration_once() {
        let mut durations = Durations::new();
        for n in 1..=5000_u64 {
            durations.record(n * n);
        }
        let histogram = Histogram::new(durations);
        let buckets: Vec<_> = histogram.buckets().collect();
        assert_eq!(buckets.iter().map(|bucket| bucket.count).sum::<u64>(), 5000);
        assert!(buckets.windows(2).all(|pair| pair[0].most < pair[1].least));
        for Bucket { least, most, count } in buckets {
            assert!(most - least <= least / 1000 + 1, "{least} to {most}");
            let inside = (1..=5000_u64).filter(|n| (least..=most).contains(&(n * n))).count();
            assert_eq!(inside as u64, count);
        }
        assert_eq!(histogram.quantile(1.0), 25_000_000);
        assert_eq!(histogram.quantile(0.0), 1);
        assert_eq!(histogram.quantiles().count, 5000);
        assert_eq!(Histogram::new(Durations::new()).quantile(0.5), 0);
    }
}
