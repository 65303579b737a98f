//! [`SampleInterval`]: the mean number of bytes between two samples, and the probabilities that
//! follow from it.

use core::num::NonZeroU64;

use fastrand::Rng;

/// The mean number of allocated bytes from one sample to the next.
///
/// Each byte is chosen with the same small probability, independently of all others (a Poisson
/// process). The number of bytes to the next chosen one is then exponentially distributed. This
/// distribution has no memory: however many bytes were allocated since the last chosen one, the
/// number of bytes that remain has the same distribution. So a thread may discard a number and draw
/// another one at any time, for example for a new TLAB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SampleInterval(NonZeroU64);

impl SampleInterval {
    /// 512 KiB: cheap, and samples what matters for a heap of some megabytes.
    pub(crate) const DEFAULT_BYTES: NonZeroU64 = NonZeroU64::new(512 << 10).unwrap();
    /// The interval of these bytes.
    pub(crate) const DEFAULT: Self = Self(Self::DEFAULT_BYTES);

    /// Returns the interval of this many bytes.
    pub(crate) fn new(bytes: NonZeroU64) -> Self {
        Self(bytes)
    }

    /// Returns the number of bytes.
    pub(crate) fn bytes(self) -> u64 {
        self.0.get()
    }

    /// Draws the number of bytes before the next chosen one; `None` if it is at least `limit`.
    pub(crate) fn draw_below(self, limit: usize, random: &mut Rng) -> Option<usize> {
        let (uniform, mean) = (random.f64(), self.bytes() as f64);
        // The probability that one of `limit` bytes is chosen, 1 - exp(-limit / mean), is at most
        // limit / mean. So most numbers are compared without a logarithm.
        if uniform * mean >= limit as f64 {
            return None;
        }
        // `uniform` is less than 1, so the logarithm is finite. The conversion saturates.
        let drawn = (-(1.0 - uniform).ln() * mean) as usize;
        (drawn < limit).then_some(drawn)
    }

    /// Draws whether an object of `size` bytes has a chosen byte.
    pub(crate) fn hits(self, size: usize, random: &mut Rng) -> bool {
        self.draw_below(size, random).is_some()
    }

    /// Returns the number of objects of `size` bytes that a sample of this size stands for: the
    /// reciprocal of the probability that such an object is a sample.
    pub(crate) fn weight(self, size: u64) -> f64 {
        // `exp_m1` is exact for small arguments.
        -1.0 / (-(size as f64) / self.bytes() as f64).exp_m1()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(bytes: u64) -> SampleInterval {
        SampleInterval::new(NonZeroU64::new(bytes).unwrap())
    }

    #[test]
    fn weights_are_reciprocal_probabilities() {
        // An interval of one byte makes nearly every object a sample.
        assert!((interval(1).weight(64) - 1.0).abs() < 1e-12);
        let small = interval(512 << 10).weight(16);
        assert!((small - 32768.5).abs() < 0.1, "{small}");
        let even = interval(1000).weight(693);
        assert!((even - 2.0).abs() < 0.001, "{even}");
    }

    /// The sum of the weights of samples is an unbiased estimate of the number of objects.
    #[test]
    fn weighted_samples_estimate_the_number_of_objects() {
        for (bytes, size, count) in [(4096, 32, 400_000), (4096, 4096, 20_000), (1, 16, 100)] {
            let (interval, mut random) = (interval(bytes), Rng::with_seed(27));
            let hits = (0..count).filter(|_| interval.hits(size, &mut random)).count();
            let estimate = hits as f64 * interval.weight(size as u64);
            let error = (estimate / f64::from(count) - 1.0).abs();
            assert!(error < 0.05, "interval {bytes}, size {size}: {estimate} of {count}, seed 27");
        }
    }

    #[test]
    fn draws_have_the_mean_of_the_interval() {
        let mut random = Rng::with_seed(3);
        let draws = 100_000;
        let mut draw = || interval(1 << 19).draw_below(usize::MAX, &mut random);
        let sum: usize = (0..draws).map(|_| draw().expect("no limit")).sum();
        let mean = sum as f64 / f64::from(draws);
        assert!((mean / f64::from(1 << 19) - 1.0).abs() < 0.02, "{mean}, seed 3");
    }
}
