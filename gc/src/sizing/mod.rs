//! The sizing policy: the size of the nursery, when the whole heap is collected, and when survivors
//! are promoted at once. It has no clock and no heap; it is informed of each collection.
//!
//! Goals; when they conflict, the first one takes precedence:
//!
//! 1. **The limit.** The nursery and a whole copy of it fit into the part of the limit that the old
//!    generation does not use: as the heap fills, the nursery shrinks, finally to
//!    [`MIN_NURSERY`].
//! 2. **The pause goal** of young collections. The policy learns how the pause depends on the
//!    nursery from the sizes that it tries ([`PauseModel`]): one part of the pause (stopping
//!    threads, walking stacks, scanning what was written to the old generation) occurs in every
//!    collection. The nursery shrinks while pauses are longer than the goal, or than twice the
//!    fixed part if that is more: below that there would be more pauses, not shorter ones. A
//!    nursery that is copied in time even if all of it survives is never too large. The first one
//!    has this size, as nothing is known yet, and each further one at most twice that of the last.
//!    Where longer pauses save much time, the goal is larger ([`LongerPauses`]).
//! 3. **The share of time** in collections: half of the target is for young collections, half for
//!    full ones and concurrent cycles. The nursery grows while young collections take more than
//!    their half. The old generation may grow to a multiple of its live bytes, [`MIN_FACTOR`] to
//!    [`MAX_FACTOR`]; the multiple increases while full collections and cycles take more than their
//!    half, and decreases while they take less.
//! 4. **The cache.** The nursery first doubles to a size that fits the processor's cache. Beyond
//!    that, allocation itself costs more ([`MEMORY_COST`]), and young collections must exceed their
//!    half by as much before the nursery grows; it shrinks back when they cost little.
//!
//! # Promotion
//!
//! Normally an object is copied once within the young generation, and promoted when it survives
//! again (aging: Ungar, "Generation Scavenging", 1984). Where most objects that survive once
//! survive again, the first copy is waste, and promoting at once is better: as long as a program
//! builds something up. Whether this still holds cannot be observed meanwhile, so from time to time
//! two collections age their survivors to find out, with smaller nurseries ([`Tenuring`]).
//!
//! All sizes are in bytes. The policy does not learn from collections that the program did not need
//! (requested by the host, or by zeal mode), as they say nothing about the program's pace; nor from
//! the first young one, which takes memory that was never used, and from those that find out about
//! promotion.

mod cycle;
mod longer_pauses;
mod nursery;
mod tenuring;
mod times;

use std::time::Duration;

use cycle::CycleTime;
pub(crate) use cycle::MAX_ASSIST_PERCENT;
use longer_pauses::{Lifetime, LongerPauses};
use nursery::{copied_in_time, used_after};
use tenuring::Tenuring;
use times::{FullTime, PauseModel, YoungTime};

use crate::collection::CollectionKind;
use crate::space::BLOCK;

/// The smallest nursery.
pub(crate) const MIN_NURSERY: usize = 4 * BLOCK;
/// The smallest and the largest multiple of its live bytes that the old generation may grow to.
pub(crate) const MIN_FACTOR: f64 = 1.25;
pub(crate) const MAX_FACTOR: f64 = 4.0;
/// The initial multiple.
const FIRST_FACTOR: f64 = 2.0;
/// The part of the target share of time for young collections; the rest is for full ones.
const YOUNG_FRACTION: f64 = 0.5;
/// At most 1/`NURSERY_FRACTION` of the room for growth is kept for the nursery, and as much again
/// for its copy.
const NURSERY_FRACTION: usize = 8;
/// At least 1/`CYCLE_FRACTION` of the heap should be free when a cycle ends. With half as much, the
/// cycle would be outrun.
const CYCLE_FRACTION: usize = 16;
/// Seconds per byte that is written beyond the cache: 20 GB/s.
const MEMORY_COST: f64 = 0.05e-9;
/// Weight of earlier collections relative to the latest one.
const DECAY: f64 = 7.0 / 8.0;
/// The largest multiple of the busy time of a collection that counts in the share of time.
const MAX_INTERRUPTED: f64 = 4.0;
/// The largest factor by which one collection changes the nursery.
const STEP: f64 = 2.0;
/// The share of the pause goal for the evacuation of old blocks: 0.3 ms of the default goal.
const EVACUATION_SHARE: f64 = 0.15;

/// Configuration of the policy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SizingConfig {
    /// Bytes that the heap may use.
    pub(crate) limit: usize,
    /// Bytes that the heap may use before its need is known.
    pub(crate) initial: usize,
    pub(crate) nursery: NurserySize,
    /// Target share of time for collections: more than 0, less than 1.
    pub(crate) time_share: f64,
    /// Number of threads that collect, at most, while the world is stopped.
    pub(crate) workers: usize,
    /// Goal that young pauses should not exceed, except for a few, and where longer ones save much
    /// time.
    pub(crate) pause_goal: Duration,
}

/// The configured nursery size, subject to the available room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NurserySize {
    /// Always this many bytes.
    Fixed(usize),
    /// The size that the policy finds best; the value is the number of bytes that fit the cache.
    Adaptive(usize),
}

/// Measurements of one collection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Observed {
    pub(crate) kind: CollectionKind,
    /// Whether the program needed it. If not, it was requested or came early (zeal mode, a large
    /// object).
    pub(crate) needed: bool,
    /// Time from when all threads had stopped to the end of the collection.
    pub(crate) pause: Duration,
    /// The part of `pause` for which the collecting threads had a processor.
    pub(crate) busy: Duration,
    /// Bytes that were allocated in the nursery since the last collection of any kind.
    pub(crate) allocated: usize,
    /// Time that the program ran since the end of the last collection of any kind.
    pub(crate) ran: Duration,
    /// Bytes in use by the old generation and large objects at the end of the collection.
    pub(crate) old: usize,
    /// Bytes copied within the young generation.
    pub(crate) survivors: usize,
    /// Bytes copied into the old generation.
    pub(crate) promoted: usize,
    /// Number of attached threads.
    pub(crate) threads: usize,
}

/// The policy's decisions until the next collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// Bytes to allocate until the next young collection; a multiple of the block size, and at
    /// least [`MIN_NURSERY`].
    pub(crate) nursery_bytes: usize,
    /// The next collection is a full one if the old generation and large objects use at least this
    /// many bytes.
    pub(crate) old_trigger_bytes: usize,
    /// If concurrent cycles are enabled: one begins with the next collection if the old generation
    /// and large objects use at least this many bytes.
    pub(crate) cycle_trigger_bytes: usize,
    /// Whether the next young collection promotes all survivors, whatever their age.
    pub(crate) promote_at_once: bool,
}

/// The policy and the state that it has learned.
#[derive(Clone, Debug)]
pub(crate) struct Sizing {
    config: SizingConfig,
    /// The best nursery size if there were room for it; not rounded.
    target: f64,
    /// No nursery is larger: twice the largest one so far, since pauses with larger ones are
    /// unknown.
    max_nursery: f64,
    /// The nursery size of the last plan.
    nursery: usize,
    young: YoungTime,
    pauses: PauseModel,
    longer: LongerPauses,
    lifetime: Lifetime,
    tenuring: Tenuring,
    full: FullTime,
    cycle: CycleTime,
    /// Live bytes of the old generation after the last full collection.
    live: usize,
    factor: f64,
    /// There has been no young collection yet.
    is_new: bool,
}

impl Sizing {
    pub(crate) fn new(config: &SizingConfig) -> Self {
        let (NurserySize::Fixed(target) | NurserySize::Adaptive(target)) = config.nursery;
        let max_nursery = match config.nursery {
            NurserySize::Fixed(_) => f64::INFINITY,
            NurserySize::Adaptive(_) => copied_in_time(config),
        };
        let mut sizing = Self {
            config: *config,
            target: target as f64,
            max_nursery,
            nursery: 0,
            young: YoungTime::default(),
            pauses: PauseModel::default(),
            longer: LongerPauses::default(),
            lifetime: Lifetime::default(),
            tenuring: Tenuring::default(),
            full: FullTime::default(),
            cycle: CycleTime::default(),
            live: 0,
            factor: FIRST_FACTOR,
            is_new: true,
        };
        sizing.nursery = sizing.nursery(0);
        sizing
    }

    /// Returns the plan until the first collection.
    pub(crate) fn first(&self) -> Plan {
        self.plan()
    }

    /// Records a collection and returns the plan until the next one.
    pub(crate) fn after(&mut self, observed: &Observed) -> Plan {
        let busy = observed.busy.min(observed.pause).as_secs_f64();
        // The share of time is that of the clock, but a single interruption says little.
        let pause = observed.pause.as_secs_f64().min(MAX_INTERRUPTED * busy);
        let was_limited = self.max_nursery < self.target;
        self.young.ran(observed.ran);
        self.full.passed(observed.ran);
        match observed.kind {
            CollectionKind::Young => {
                self.full.passed(observed.pause);
                let measures = self.tenuring.measures();
                if observed.needed {
                    self.tenuring.record_young(observed, self.nursery);
                } else {
                    self.tenuring.skip();
                }
                let Observed { allocated, survivors, promoted, .. } = *observed;
                self.lifetime.young(allocated, survivors, promoted);
                self.cycle.promoted(promoted, (observed.ran + observed.pause).as_secs_f64());
                if observed.needed {
                    // The first uses memory that was never used, and runs code for the first time.
                    if core::mem::take(&mut self.is_new) || measures {
                        self.young.skip();
                    } else {
                        let busy = self.pauses.observe(self.nursery as f64, busy);
                        self.young.collected(pause.min(MAX_INTERRUPTED * busy), self.nursery);
                        self.young_collected(busy, observed);
                    }
                    let doubled = STEP * self.nursery as f64;
                    let min_nursery = self.min_nursery(observed.threads);
                    self.max_nursery = self.max_nursery.max(doubled).max(min_nursery);
                }
            }
            CollectionKind::Full | CollectionKind::Compacting => {
                self.tenuring.skip();
                self.cycle.full_collection();
                let share = self.full.collected(pause);
                if observed.needed {
                    self.adapt_factor(share);
                }
                self.live = observed.old;
                self.lifetime.old(observed.old);
            }
        }
        let nursery = self.nursery(used_after(observed));
        let change = nursery as f64 / self.nursery as f64;
        self.young.resized(change);
        self.pauses.resized(change);
        if was_limited && nursery > self.nursery {
            self.pauses.forget();
        }
        self.nursery = nursery;
        self.plan()
    }

    /// Records that a concurrent cycle has ended, which began `duration` ago and left `old` bytes
    /// in use by the old generation and large objects; `None` if memory was short before, so that a
    /// pause has completed it. Marker threads have used `processor_time` for it. `is_needed`: this
    /// policy began it. Returns the plan until the next collection.
    pub(crate) fn cycle_ended(
        &mut self,
        old: usize,
        duration: Option<Duration>,
        processor_time: Duration,
        is_needed: bool,
    ) -> Plan {
        match duration {
            Some(duration) => self.cycle.ended(old, duration.as_secs_f64()),
            None => self.cycle.outrun(),
        }
        // The cycle costs as much as a pause in which all workers share its work.
        let pause = processor_time.as_secs_f64() / self.config.workers as f64;
        let share = self.full.cycle_ended(pause);
        if let Some(share) = share
            && is_needed
            && duration.is_some()
        {
            self.adapt_factor(share);
        }
        self.live = old;
        self.lifetime.old(old);
        self.plan()
    }

    /// Records that a concurrent cycle is abandoned because memory is short: the next one begins
    /// earlier.
    pub(crate) fn cycle_abandoned(&mut self) {
        self.cycle.begin_earlier();
    }

    /// Returns whether a pause in which memory is short should complete a cycle that has begun with
    /// `start` bytes, of which `marked` bytes were marked.
    pub(crate) fn is_worth_finishing(&self, start: usize, marked: u64) -> bool {
        self.cycle.is_worth_finishing(cycle::expected_live(start, self.live), marked)
    }

    /// Returns the time that a young collection may take to evacuate blocks of the old generation.
    pub(crate) fn evacuation_time(&self) -> Duration {
        self.config.pause_goal.mul_f64(EVACUATION_SHARE)
    }

    /// Returns the number of bytes that mutators are to mark for each 100 bytes that they allocate,
    /// at most [`MAX_ASSIST_PERCENT`]. The concurrent cycle has begun with `start` bytes in the old
    /// generation and large objects, which have `old` bytes now; `marked` bytes were marked.
    pub(crate) fn assist_percent(&self, start: usize, old: usize, marked: u64) -> usize {
        if self.is_marking_overdue(start, old) {
            return MAX_ASSIST_PERCENT;
        }
        let growth = start..self.end_of_cycle(start);
        let owed = cycle::owed(growth, self.live, old).saturating_sub(marked);
        (owed * 100 / self.nursery as u64).min(MAX_ASSIST_PERCENT as u64) as usize
    }

    /// Returns whether the marking of a cycle that has begun with `start` bytes should have ended
    /// by now, since the old generation and large objects have `old` bytes. Markers can be late
    /// although nearly all is marked, if mutators modify marked objects, which are scanned again,
    /// as fast as they scan.
    pub(crate) fn is_marking_overdue(&self, start: usize, old: usize) -> bool {
        old >= self.end_of_cycle(start)
    }

    fn plan(&self) -> Plan {
        Plan {
            nursery_bytes: self.nursery,
            old_trigger_bytes: self.trigger(),
            cycle_trigger_bytes: self.cycle.trigger(self.live, self.cycle_end()),
            promote_at_once: self.tenuring.at_once(),
        }
    }

    /// Updates the growth that the old generation is allowed. The last full collection or cycle
    /// took this share of the time.
    fn adapt_factor(&mut self, share: f64) {
        let change = share / (self.config.time_share * (1.0 - YOUNG_FRACTION));
        let growth = (self.factor - 1.0) * change.clamp(1.0 / STEP, STEP);
        self.factor = (1.0 + growth).clamp(MIN_FACTOR, MAX_FACTOR);
    }

    /// Returns the size of the old generation at which a concurrent cycle should have ended.
    fn cycle_end(&self) -> usize {
        let trigger = self.trigger();
        // If little is free, a cycle still begins after half of the growth only.
        let half = self.live + trigger.saturating_sub(self.live) / 2;
        trigger.min(half.max(self.max_cycle_end()))
    }

    /// Returns the size of the old generation at which a concurrent cycle should have ended that
    /// has begun with `start` bytes.
    fn end_of_cycle(&self, start: usize) -> usize {
        // What is promoted during the cycle stays until the end of the next one, dead or not. The
        // next one needs as much room.
        let live = cycle::expected_live(start, self.live) as usize;
        let growth = self.max_cycle_end().saturating_sub(live) / 2;
        let end = self.cycle_end();
        end.min(start + growth.max(end.saturating_sub(start) / 2))
    }

    fn max_cycle_end(&self) -> usize {
        self.config.limit - self.config.limit / CYCLE_FRACTION
    }

    fn trigger(&self) -> usize {
        let Self { config: SizingConfig { limit, initial, .. }, live, .. } = *self;
        let target = self.target as usize;
        // Keeps room for a worthwhile nursery when the old generation has grown to the trigger.
        let kept = target.min(limit.saturating_sub(live) / NURSERY_FRACTION).max(MIN_NURSERY);
        let max = limit.saturating_sub(2 * kept);
        let grown = (live as f64 * self.factor) as usize;
        // At least two nurseries of survivors, or a full collection would follow every second young
        // one.
        let min = live.saturating_add(2 * target).max(initial.saturating_sub(2 * target));
        grown.max(min).min(max)
    }
}

#[cfg(test)]
mod tests;
