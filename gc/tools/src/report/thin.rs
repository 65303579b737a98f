//! Thins points that are too many for a plot: those that stay keep the extremes.

/// The intervals of a plot's time axis, of which each keeps few points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Intervals {
    /// The end of the axis.
    pub(super) end: u64,
    /// Number of intervals.
    pub(super) count: usize,
}

impl Intervals {
    /// Returns the interval of a time.
    fn of(self, at: u64) -> usize {
        let share = u128::from(at) * self.count as u128 / (u128::from(self.end) + 1);
        (share as usize).min(self.count - 1)
    }

    /// Returns the points with their interval, in the order of time, as one list for each interval
    /// that has any.
    fn split<T>(self, points: &[T], at: impl Fn(&T) -> u64) -> Vec<Vec<&T>> {
        let mut split = vec![Vec::new(); self.count];
        for point in points {
            split[self.of(at(point))].push(point);
        }
        split.retain(|points| !points.is_empty());
        split
    }

    /// Returns the shortest, the median and the longest point of each interval, in the order of
    /// time.
    pub(super) fn extremes<T>(
        self,
        points: &[T],
        at: impl Fn(&T) -> u64,
        value: impl Fn(&T) -> u64,
    ) -> Vec<&T> {
        let mut kept = Vec::new();
        for mut points in self.split(points, &at) {
            points.sort_by_key(|point| value(point));
            let mut places = vec![0, points.len() / 2, points.len() - 1];
            places.dedup();
            let mut of_interval: Vec<&T> = places.into_iter().map(|at| points[at]).collect();
            of_interval.sort_by_key(|point| at(point));
            kept.extend(of_interval);
        }
        kept
    }

    /// Returns the lowest and the highest value of each interval, with the time of its middle
    /// point.
    pub(super) fn bounds<T>(
        self,
        points: &[T],
        at: impl Fn(&T) -> u64,
        low: impl Fn(&T) -> u64,
        high: impl Fn(&T) -> u64,
    ) -> Vec<(u64, u64, u64)> {
        let bounds = |points: Vec<&T>| {
            let lowest = points.iter().map(|point| low(point)).min().unwrap_or_default();
            let highest = points.iter().map(|point| high(point)).max().unwrap_or_default();
            (at(points[points.len() / 2]), lowest, highest)
        };
        self.split(points, &at).into_iter().map(bounds).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extremes_of_each_interval_stay() {
        let points: Vec<(u64, u64)> = (0..10_000).map(|at| (at, at * 7919 % 10_007)).collect();
        let intervals = Intervals { end: 10_000, count: 50 };
        let kept = intervals.extremes(&points, |point| point.0, |point| point.1);
        assert_eq!(kept.len(), 150);
        assert!(kept.is_sorted_by_key(|point| point.0));
        let longest = points.iter().max_by_key(|point| point.1).unwrap();
        let shortest = points.iter().min_by_key(|point| point.1).unwrap();
        assert!(kept.contains(&longest) && kept.contains(&shortest));
        let bounds =
            intervals.bounds(&points, |point| point.0, |point| point.1, |point| point.1 + 1);
        assert_eq!(bounds.len(), 50);
        assert_eq!(bounds.iter().map(|of| of.1).min(), Some(shortest.1));
        assert_eq!(bounds.iter().map(|of| of.2).max(), Some(longest.1 + 1));
    }

    #[test]
    fn single_points_and_the_end_of_the_axis_stay() {
        for end in [0, 1, u64::MAX] {
            let kept = Intervals { end, count: 3 };
            let points = [(0, 5), (end, 7)];
            let kept = kept.extremes(&points, |point| point.0, |point| point.1);
            assert!(kept.contains(&&points[0]) && kept.contains(&&points[1]), "{end}");
        }
    }
}
