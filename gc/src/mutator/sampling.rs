//! [`Sampler`]: a thread's part in the choice of samples for the allocation profile; see
//! [`crate::profile`].

use core::cell::Cell;

use fastrand::Rng;

use crate::profile::SampleInterval;

/// Chooses the samples of a thread.
#[derive(Debug)]
pub(super) struct Sampler {
    /// The state of the generator of random numbers.
    seed: Cell<u64>,
    /// The end of the current TLAB for fast paths, if it was shortened; otherwise 0.
    limit: Cell<usize>,
    /// The end of the memory of that TLAB.
    end: Cell<usize>,
}

impl Sampler {
    pub(super) fn new(seed: u64) -> Self {
        Self { seed: Cell::new(seed), limit: Cell::new(0), end: Cell::new(0) }
    }

    /// Returns the end of the memory of the current TLAB, whose end for fast paths is `limit`.
    pub(super) fn tlab_end(&self, limit: usize) -> usize {
        // After a collection has revoked the TLAB, the limit is another one.
        if limit == self.limit.get() { self.end.get() } else { limit }
    }

    /// Draws the next chosen byte, and returns the end for fast paths of a TLAB that has free
    /// memory from `start` to `end`. It must be called for each new TLAB, also if no samples are
    /// taken.
    pub(super) fn shorten(
        &self,
        interval: Option<SampleInterval>,
        start: usize,
        end: usize,
    ) -> usize {
        let chosen = interval
            .and_then(|interval| self.draw(|random| interval.draw_below(end - start, random)));
        let limit = chosen.map_or(end, |chosen| start + chosen);
        let (shortened, memory) = if limit < end { (limit, end) } else { (0, 0) };
        self.limit.set(shortened);
        self.end.set(memory);
        limit
    }

    /// Draws whether an object of `size` bytes outside a TLAB is a sample.
    pub(super) fn hits(&self, interval: SampleInterval, size: usize) -> bool {
        self.draw(|random| interval.hits(size, random))
    }

    fn draw<R>(&self, draw: impl FnOnce(&mut Rng) -> R) -> R {
        let mut random = Rng::with_seed(self.seed.get());
        let drawn = draw(&mut random);
        self.seed.set(random.get_seed());
        drawn
    }
}

#[cfg(test)]
mod tests {
    use core::num::NonZeroU64;

    use super::*;

    #[test]
    fn tlab_ends_at_the_chosen_byte() {
        let sampler = Sampler::new(1);
        let interval = NonZeroU64::new(1000).map(SampleInterval::new);
        let mut shortened = 0;
        for _ in 0..1000 {
            let limit = sampler.shorten(interval, 0x10000, 0x10000 + 1000);
            assert!((0x10000..=0x10000 + 1000).contains(&limit));
            assert_eq!(sampler.tlab_end(limit), 0x10000 + 1000);
            shortened += usize::from(limit < 0x10000 + 1000);
        }
        // The probability is 1 - 1/e.
        assert!((570..700).contains(&shortened), "{shortened}, seed 1");
    }

    /// A revoked TLAB has the limit 1, and another TLAB may have the limit that a former one had.
    #[test]
    fn other_limits_are_not_lengthened() {
        let sampler = Sampler::new(1);
        let interval = NonZeroU64::new(1).map(SampleInterval::new);
        let limit = sampler.shorten(interval, 0x1000, 0x9000);
        assert!(limit < 0x9000);
        assert_eq!(sampler.tlab_end(1), 1);
        assert_eq!(sampler.shorten(None, limit - 8, limit), limit);
        assert_eq!(sampler.tlab_end(limit), limit);
    }
}
