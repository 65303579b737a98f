//! The size of the nursery.

use super::longer_pauses::{self, Change, Young};
use super::{
    MEMORY_COST, MIN_NURSERY, NurserySize, Observed, STEP, Sizing, SizingConfig, YOUNG_FRACTION,
};
use crate::space::BLOCK;

/// Size below which the pause goal does not shrink a nursery, in bytes per second of the goal, plus
/// one block per thread. If all of it survives it is copied in time, even on a slow machine. Also
/// the size of the first adaptive nursery, of which all may survive.
const COPY_BYTES_PER_SECOND: f64 = 0.5e9;
/// Bounds of the nursery size that fits the cache.
const CACHE_FIT: (usize, usize) = (1 << 20, 8 << 20);
/// The nursery size that fits the cache if the cache size is unknown.
pub(super) const CACHE_UNKNOWN: usize = 4 << 20;
/// Factor by which one collection shrinks a nursery back towards the cache size.
const BACK: f64 = 0.8;
/// The factor by which one collection shrinks the nursery, at least, until the policy knows which
/// part of the pauses is fixed. With sizes that differ less it would not find out.
const LEARNING: f64 = 0.75;
/// The nursery is 1/`MEASURED_FRACTION` of its size while the tenuring policy measures: a
/// collection then copies the survivors of two nurseries.
pub(super) const MEASURED_FRACTION: usize = 2;

impl NurserySize {
    /// Returns an adaptive size that fits a cache of this many bytes: half of it, within
    /// `CACHE_FIT`. `cache` is the size of the last-level cache that all processors share, if
    /// known.
    pub(crate) fn for_cache(cache: Option<usize>) -> Self {
        let (min, max) = CACHE_FIT;
        Self::Adaptive(cache.map_or(CACHE_UNKNOWN, |bytes| (bytes / 2).clamp(min, max)))
    }
}

impl Sizing {
    /// Updates the best nursery size after a young collection that took `pause` seconds.
    pub(super) fn young_collected(&mut self, pause: f64, observed: &Observed) {
        let NurserySize::Adaptive(cache) = self.config.nursery else { return };
        // A nursery that is smaller than it should be is no measure.
        let has_room = self.target < (self.nursery + BLOCK) as f64;
        let room = if has_room { self.room(used_after(observed)) } else { 0 };
        let young = Young {
            nursery: self.nursery as f64,
            allocated: observed.allocated as f64,
            pause,
            high_pause: self.pauses.high,
            goal: self.goal(1.0),
            longer_goal: self.goal(longer_pauses::FACTOR),
            share: self.young.share() / self.config.time_share,
            cache: cache as f64,
            room: room as f64,
        };
        match self.longer.record(&young, &self.lifetime) {
            Change::None => self.adapt_nursery(observed.threads),
            Change::Try(size) | Change::Return(size) => {
                self.target = size.min((self.config.limit / 2) as f64).max(MIN_NURSERY as f64);
                self.max_nursery = self.max_nursery.max(self.target);
            }
        }
    }

    /// Returns the goal for pauses, in seconds, if the configured one is multiplied by `factor`.
    fn goal(&self, factor: f64) -> f64 {
        (self.config.pause_goal.as_secs_f64() * factor).max(2.0 * self.pauses.fixed)
    }

    /// Updates the best nursery size.
    fn adapt_nursery(&mut self, threads: usize) {
        let NurserySize::Adaptive(cache) = self.config.nursery else { return };
        let pause = self.pauses.high;
        let goal = self.goal(self.longer.factor());
        let share = self.young.share();
        let mut enough = self.config.time_share * YOUNG_FRACTION;
        if self.nursery >= cache {
            enough += MEMORY_COST * self.young.rate();
        }
        // The measurements belong to the nursery that there was room for.
        let nursery = self.nursery as f64;
        let mut best = if pause > goal {
            let max_change = if self.pauses.knows_fixed { 1.0 } else { LEARNING };
            let change = (goal / pause).min(max_change).max(1.0 / STEP);
            (nursery * change).max(self.min_nursery(threads).min(nursery))
        } else if share > enough {
            nursery * (share / enough).min(goal / pause).clamp(1.0, STEP)
        } else if share < enough / 4.0 && self.nursery > cache {
            (nursery * BACK).max(cache as f64)
        } else {
            nursery
        };
        // There was no room for the wanted size, and no measurement speaks against it: keep it
        // until there is room.
        if best >= nursery && self.target > nursery {
            best = best.max(self.target);
        }
        // Never so large that it would take long to find that there is less room.
        self.target = best.min((self.config.limit / 2) as f64).max(MIN_NURSERY as f64);
    }

    /// Returns the size below which the pause goal does not shrink a nursery.
    pub(super) fn min_nursery(&self, threads: usize) -> f64 {
        copied_in_time(&self.config) + (threads * BLOCK) as f64
    }

    /// Returns the maximum nursery size if this many bytes are in use or kept free for survivors.
    fn room(&self, used: usize) -> usize {
        (self.config.limit.saturating_sub(used) / 2).max(MIN_NURSERY)
    }

    pub(super) fn nursery(&self, used: usize) -> usize {
        let mut bytes = self.target.min(self.max_nursery) as usize;
        if self.tenuring.measures() && matches!(self.config.nursery, NurserySize::Adaptive(_)) {
            bytes /= MEASURED_FRACTION;
        }
        let bytes = bytes.min(self.room(used));
        (bytes / BLOCK * BLOCK).max(MIN_NURSERY)
    }
}

/// Returns the bytes that are in use after a collection, or that the next one needs to copy its
/// survivors.
pub(super) fn used_after(observed: &Observed) -> usize {
    observed.old.saturating_add(observed.survivors.saturating_mul(2))
}

/// Returns the size of a nursery that is copied within the pause goal even if all of it survives.
pub(super) fn copied_in_time(config: &SizingConfig) -> f64 {
    COPY_BYTES_PER_SECOND * config.pause_goal.as_secs_f64()
}
