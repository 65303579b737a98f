//! How large the nursery is, when the whole heap is collected, and when survivors are promoted at
//! once: a policy without a clock and without a heap, which is told of each collection.
//!
//! Aims, the first that is in danger wins:
//!
//! 1. **The limit.** The nursery and a whole copy of it fit into what the old generation leaves of the limit:
//!    as the heap fills, the nursery shrinks, to [`LEAST_NURSERY`] at last.
//! 2. **The pause goal** of young collections. How the pause depends on the nursery is learned from
//!    what the policy itself tries ([`PauseModel`]): a part of it (stopping, walking stacks, what was written
//!    to the old generation) comes with every collection. The nursery shrinks while pauses are longer than the goal,
//!    or than twice the part that no nursery avoids: below that there would be more pauses, not shorter ones.
//!    What is copied in time though all of it survives is never too large.
//! 3. **The share of time** in collections: half of the target is for young collections, half for full
//!    ones. The nursery grows while young collections take more than theirs; the old generation may grow to
//!    a multiple of what was alive in it, [`LEAST_FACTOR`] to [`MOST_FACTOR`], which goes up while full
//!    collections take more than theirs, and down while they take less.
//! 4. **The cache.** A nursery begins with what fits the processor's cache. Beyond that allocation itself
//!    costs more, [`MEMORY_COST`], and young collections must cost so much more before the nursery grows; it
//!    goes back slowly when they cost little.
//!
//! # Promotion
//!
//! Normally an object is copied once within the young generation, and promoted when it survives again. Where most of
//! what survives once survives again, the first copy is waste, and promoting at once is better: as long as a program
//! builds something up. Whether that is still so cannot be seen meanwhile, so now and then two
//! collections age their survivors to see ([`Tenuring`]).
//!
//! All sizes are bytes. Collections that nobody needed (asked for by the host, or by zeal mode) say nothing of the
//! program's pace and are not learned from; nor does the first young one, which takes memory that was never
//! used.

mod tenuring;
mod times;

use std::time::Duration;

use tenuring::Tenuring;
use times::{FullTime, PauseModel, YoungTime};

use crate::collection::CollectionKind;
use crate::space::BLOCK;

/// The least nursery.
pub(crate) const LEAST_NURSERY: usize = 4 * BLOCK;
/// What the pause goal leaves of a nursery, besides a block for each thread: bytes for each second of the goal. If all
/// of it survives it is copied in time, on a slow machine, too.
const LEAST_FOR_PAUSE: f64 = 0.5e9;
/// A nursery that fits the cache, within these bounds.
const CACHE_FIT: (usize, usize) = (1 << 20, 8 << 20);
/// That of a processor whose cache is not known.
const CACHE_UNKNOWN: usize = 4 << 20;
/// The least and the largest multiple of what is alive that the old generation may grow to.
pub(crate) const LEAST_FACTOR: f64 = 1.25;
pub(crate) const MOST_FACTOR: f64 = 4.0;
/// Where the multiple begins.
const FIRST_FACTOR: f64 = 2.0;
/// The part of the target share of time that is for young collections; the rest is for full ones.
const YOUNG_PART: f64 = 0.5;
/// How much of the room for growth may be kept for the nursery: one part of so many, and as much for its copy.
const NURSERY_PART: usize = 8;
/// Seconds for each byte that is written beyond the cache: 20 GB/s.
const MEMORY_COST: f64 = 0.05e-9;
/// How much earlier collections count beside the latest one.
const DECAY: f64 = 7.0 / 8.0;
/// A nursery changes by a factor of at most so much in a collection.
const STEP: f64 = 2.0;
/// The slow way back to the cache.
const BACK: f64 = 0.97;

/// What the policy goes by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SizingConfig {
    /// Bytes that the heap may use.
    pub(crate) limit: usize,
    /// Bytes that it may use before it was found how much it needs.
    pub(crate) initial: usize,
    pub(crate) nursery: NurserySize,
    /// The part of the time that may go into collections: more than 0, less than 1.
    pub(crate) time_share: f64,
    /// What young pauses should not exceed, all but a few of them.
    pub(crate) pause_goal: Duration,
}

/// The nursery, within the room that there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NurserySize {
    /// Always so many bytes.
    Fixed(usize),
    /// As the policy finds best; so many bytes fit the cache.
    Adaptive(usize),
}

impl NurserySize {
    /// Adaptive, beginning with half of a cache of so many bytes, the last one that all processors share, within
    /// bounds.
    pub(crate) fn for_cache(cache: Option<usize>) -> Self {
        let (least, most) = CACHE_FIT;
        Self::Adaptive(cache.map_or(CACHE_UNKNOWN, |bytes| (bytes / 2).clamp(least, most)))
    }
}

/// What a collection was like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Observed {
    pub(crate) kind: CollectionKind,
    /// The program needed it. If not, it was asked for, or came early (zeal mode, a large object).
    pub(crate) needed: bool,
    /// From the moment when all threads had stopped to the end of the collection.
    pub(crate) pause: Duration,
    /// How long the program ran since the last collection, of whatever kind, ended.
    pub(crate) ran: Duration,
    /// In use by the old generation and large objects when the collection has ended.
    pub(crate) old: usize,
    /// Copied within the young generation.
    pub(crate) survivors: usize,
    /// Copied into the old generation.
    pub(crate) promoted: usize,
    /// Attached threads.
    pub(crate) threads: usize,
}

/// What to do until the next collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// How much to allocate until the next young collection; a multiple of the block size, and at least [`LEAST_NURSERY`].
    pub(crate) nursery_bytes: usize,
    /// When the old generation and large objects take so much, the next collection is a full one.
    pub(crate) old_trigger_bytes: usize,
    /// Whether the next young collection promotes all that survives, whatever its age.
    pub(crate) promote_at_once: bool,
}

/// The policy and what it has learned.
#[derive(Clone, Debug)]
pub(crate) struct Sizing {
    config: SizingConfig,
    /// The nursery that would be best if there were room for it; not rounded.
    wanted: f64,
    /// What the last plan said.
    nursery: usize,
    young: YoungTime,
    pauses: PauseModel,
    tenuring: Tenuring,
    full: FullTime,
    /// What was alive in the old generation after the last full collection.
    live: usize,
    factor: f64,
    /// There was no young collection yet.
    is_new: bool,
}

impl Sizing {
    pub(crate) fn new(config: &SizingConfig) -> Self {
        let (NurserySize::Fixed(first) | NurserySize::Adaptive(first)) = config.nursery;
        let mut sizing = Self {
            config: *config,
            wanted: first as f64,
            nursery: 0,
            young: YoungTime::default(),
            pauses: PauseModel::default(),
            tenuring: Tenuring::default(),
            full: FullTime::default(),
            live: 0,
            factor: FIRST_FACTOR,
            is_new: true,
        };
        sizing.nursery = sizing.nursery(0);
        sizing
    }

    /// What to do before there was a collection.
    pub(crate) fn first(&self) -> Plan {
        self.plan()
    }

    /// What to do after a collection.
    pub(crate) fn after(&mut self, observed: &Observed) -> Plan {
        let pause = observed.pause.as_secs_f64();
        self.young.ran(observed.ran);
        self.full.passed(observed.ran);
        match observed.kind {
            CollectionKind::Young => {
                self.full.passed(observed.pause);
                self.tenuring.young(observed, self.nursery);
                if observed.needed {
                    if core::mem::take(&mut self.is_new) {
                        // It takes memory that was never used, and runs code for the first time.
                        self.young.skip();
                    } else {
                        let pause = self.pauses.observe(self.nursery as f64, pause);
                        self.young.collected(pause, self.nursery);
                        self.adapt_nursery(observed.threads);
                    }
                }
            }
            CollectionKind::Full | CollectionKind::Compacting => {
                self.tenuring.full();
                let share = self.full.collected(pause);
                if observed.needed {
                    let change = share / (self.config.time_share * (1.0 - YOUNG_PART));
                    let growth = (self.factor - 1.0) * change.clamp(1.0 / STEP, STEP);
                    self.factor = (1.0 + growth).clamp(LEAST_FACTOR, MOST_FACTOR);
                }
                self.live = observed.old;
            }
        }
        let nursery = self.nursery(observed.old);
        let change = nursery as f64 / self.nursery as f64;
        self.young.resized(change);
        self.pauses.resized(change);
        self.nursery = nursery;
        self.plan()
    }

    fn plan(&self) -> Plan {
        Plan {
            nursery_bytes: self.nursery,
            old_trigger_bytes: self.trigger(),
            promote_at_once: self.tenuring.at_once(),
        }
    }

    /// Changes the nursery that would be best.
    fn adapt_nursery(&mut self, threads: usize) {
        let NurserySize::Adaptive(cache) = self.config.nursery else { return };
        let pause = self.pauses.high;
        let goal = self.config.pause_goal.as_secs_f64().max(2.0 * self.pauses.fixed);
        let share = self.young.share();
        let mut enough = self.config.time_share * YOUNG_PART;
        if self.nursery >= cache {
            enough += MEMORY_COST * self.young.rate();
        }
        // What was measured is of the nursery that there was room for.
        let nursery = self.nursery as f64;
        let mut best = if pause > goal {
            let least = LEAST_FOR_PAUSE * self.config.pause_goal.as_secs_f64();
            let least = least + (threads * BLOCK) as f64;
            (nursery * (goal / pause).max(1.0 / STEP)).max(least.min(nursery))
        } else if share > enough {
            nursery * (share / enough).min(goal / pause).clamp(1.0, STEP)
        } else if share < enough / 4.0 && self.nursery > cache {
            (nursery * BACK).max(cache as f64)
        } else {
            nursery
        };
        // There was no room for what is wanted, and nothing speaks against it: let it be until there is.
        if best >= nursery && self.wanted > nursery {
            best = best.max(self.wanted);
        }
        // Never so large that it would take long to find that there is room for less.
        self.wanted = best.min((self.config.limit / 2) as f64).max(LEAST_NURSERY as f64);
    }

    /// The largest nursery beside an old generation of so many bytes.
    fn room(&self, old: usize) -> usize {
        (self.config.limit.saturating_sub(old) / 2).max(LEAST_NURSERY)
    }

    fn nursery(&self, old: usize) -> usize {
        let bytes = (self.wanted as usize).min(self.room(old));
        (bytes / BLOCK * BLOCK).max(LEAST_NURSERY)
    }

    fn trigger(&self) -> usize {
        let Self { config: SizingConfig { limit, initial, .. }, live, .. } = *self;
        let wanted = self.wanted as usize;
        // Room for a nursery that is worth while, when the old generation has grown to the trigger.
        let kept = wanted.min(limit.saturating_sub(live) / NURSERY_PART).max(LEAST_NURSERY);
        let most = limit.saturating_sub(2 * kept);
        let grown = (live as f64 * self.factor) as usize;
        // A few nurseries of survivors, or there would be a full collection after every second young one.
        let least = live.saturating_add(2 * wanted).max(initial.saturating_sub(2 * wanted));
        grown.max(least).min(most)
    }
}

#[cfg(test)]
mod tests;
