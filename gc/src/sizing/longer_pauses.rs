//! Decides whether pauses may be longer than the pause goal, because this saves much of the
//! program's time.
//!
//! A nursery that is smaller than what a program builds up and drops again is copied almost whole,
//! each time. Young collections then take half of the time, and larger nurseries take longer pauses
//! and save nothing, until they are larger than that. So no small step shows what a large one would
//! save. From time to time a trial takes one: nurseries whose pauses are at most [`FACTOR`] times
//! the goal, for a few collections. If collections then cost much less for each allocated byte, the
//! larger goal stays as long as this holds. After some time the usual nursery is measured again, as
//! the program may have changed.
//!
//! No trial takes place where objects live too long for it to help. By Little's law, promoted
//! objects live, on average, while the program allocates as many bytes as the old generation has,
//! divided by the share of the allocated bytes that dies there. (Not the share that is promoted: of
//! what a program builds up when it starts, nothing may ever die.)

use super::MEMORY_COST;

/// The goal that is tried, as a multiple of the pause goal.
pub(super) const FACTOR: f64 = 4.0;
/// Young collections must take this multiple of the target share of time before a trial.
const MIN_SHARE: f64 = 4.0;
/// Number of collections of a trial.
const TRIAL: u32 = 3;
/// A trial ends at a pause that exceeds its goal by this factor.
const TOO_LONG: f64 = 1.5;
/// A trial has succeeded if the cost of a byte is at most this multiple of what it was.
const WORTHWHILE: f64 = 0.8;
/// The larger goal stays as long as the cost is at most this multiple.
const STILL_WORTHWHILE: f64 = 0.9;
/// Objects that live, on average, while more than this multiple of the nursery that would be tried
/// is allocated, live too long.
const MAX_LIFETIME: f64 = 16.0;
/// Number of collections before the first trial, and the largest number between two.
const INTERVAL: (u32, u32) = (8, 2048);
/// After a trial in vain, the number of collections until the next one is larger by this factor, so
/// that few pauses exceed the goal.
const PATIENCE: u32 = 4;
/// Number of collections for which the larger goal stays until the usual one is measured again: at
/// first, and at most.
const HOLD: (u32, u32) = (128, 2048);
/// After a trial that confirms the larger goal, it stays for longer by this factor.
const CONFIDENCE: u32 = 4;
/// Weight of earlier collections with the usual nursery relative to the latest one: they average
/// over as many bytes as a trial allocates.
const USUAL_DECAY: f64 = 11.0 / 12.0;
/// Weight of earlier collections with the larger nursery relative to the latest one.
const LONGER_DECAY: f64 = 3.0 / 4.0;
/// Number of young collections from which a lifetime is estimated, at least: the first ones only
/// age their survivors.
const MIN_SAMPLE: u32 = 3;

/// What the policy knows about the lifetime of promoted objects.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lifetime {
    /// Bytes of the old generation after its last collection.
    live: f64,
    /// Bytes that were allocated while one byte of the old generation died, on average between its
    /// last two collections, multiplied by its bytes; `None` before the first one.
    bytes: Option<f64>,
    /// Sums since the last collection of the old generation.
    since: Sums,
}

/// Sums over young collections.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    collections: u32,
    allocated: f64,
    survived: f64,
    promoted: f64,
}

impl Lifetime {
    /// Records a young collection.
    pub(super) fn young(&mut self, allocated: usize, survivors: usize, promoted: usize) {
        let since = &mut self.since;
        since.collections = since.collections.saturating_add(1);
        since.allocated += allocated as f64;
        since.survived += survivors as f64;
        since.promoted += promoted as f64;
    }

    /// Records a collection of the old generation, after which `live` bytes were in use. It has no
    /// effect right after another one: what it frees died before.
    pub(super) fn old(&mut self, live: usize) {
        let Sums { collections, allocated, promoted, .. } = self.since;
        if collections < MIN_SAMPLE {
            return;
        }
        let live = live as f64;
        let died = self.live + promoted - live;
        // The larger of both: of what is left of a large heap, little may ever die.
        let bytes = if died > 0.0 { live.max(self.live) * allocated / died } else { f64::INFINITY };
        *self = Self { live, bytes: Some(bytes), since: Sums::default() };
    }

    /// Returns the number of bytes that the program allocates while a promoted object is live, on
    /// average: an upper bound, as parts of the old generation may live forever. 0 if most objects
    /// that survive once die before they are promoted; infinite if this is not known yet.
    fn bytes(&self) -> f64 {
        let Sums { collections, survived, promoted, .. } = self.since;
        if collections >= MIN_SAMPLE && promoted < survived / 2.0 {
            return 0.0;
        }
        self.bytes.unwrap_or(f64::INFINITY)
    }
}

/// Average seconds of young collections for each allocated byte.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    seconds: f64,
    bytes: f64,
}

impl Cost {
    fn add(&mut self, young: &Young, decay: f64) {
        self.seconds = self.seconds * decay + young.pause;
        self.bytes = self.bytes * decay + young.allocated;
    }

    fn per_byte(&self) -> f64 {
        if self.bytes > 0.0 { self.seconds / self.bytes } else { 0.0 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Stage {
    /// The goal is the configured one. After `wait` collections a trial may begin.
    Usual { wait: u32 },
    /// Larger nurseries are tried, in `left` more collections.
    Trial { left: u32 },
    /// The larger goal is worthwhile. It is checked again after `left` collections.
    Longer { left: u32 },
}

/// What changes after a collection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Change {
    /// Nothing: the nursery is adapted as usual.
    None,
    /// A trial takes place: the nursery has this size, and is not adapted.
    Try(f64),
    /// The nursery returns to this size, which it had with the usual goal.
    Return(f64),
}

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct LongerPauses {
    stage: Stage,
    /// Number of collections after the next trial in vain.
    interval: u32,
    /// Number of collections after the next trial that succeeds.
    hold: u32,
    /// The nursery before the trial.
    usual_nursery: f64,
    /// The size that is tried.
    tried_nursery: f64,
    usual: Cost,
    longer: Cost,
}

impl Default for LongerPauses {
    fn default() -> Self {
        Self {
            stage: Stage::Usual { wait: INTERVAL.0 },
            interval: INTERVAL.0 * PATIENCE,
            hold: HOLD.0,
            usual_nursery: 0.0,
            tried_nursery: 0.0,
            usual: Cost::default(),
            longer: Cost::default(),
        }
    }
}

/// A young collection, as this part of the policy sees it. Times are in seconds, sizes in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Young {
    pub(super) nursery: f64,
    /// The bytes that were allocated before it: fewer than the nursery has if a large object needed
    /// the collection.
    pub(super) allocated: f64,
    pub(super) pause: f64,
    /// The high pause with this nursery.
    pub(super) high_pause: f64,
    /// The usual goal for pauses, and that of a trial, which is no less.
    pub(super) goal: f64,
    pub(super) longer_goal: f64,
    /// The share of time that young collections take, relative to the target for all collections.
    pub(super) share: f64,
    /// The size that fits the cache.
    pub(super) cache: f64,
    /// The largest nursery for which there is room.
    pub(super) room: f64,
}

impl LongerPauses {
    /// Returns the multiple of the configured pause goal that is the goal at present.
    pub(super) fn factor(&self) -> f64 {
        if matches!(self.stage, Stage::Longer { .. }) { FACTOR } else { 1.0 }
    }

    /// Records a young collection.
    pub(super) fn record(&mut self, young: &Young, lifetime: &Lifetime) -> Change {
        match self.stage {
            Stage::Usual { wait } => {
                self.usual.add(young, USUAL_DECAY);
                self.stage = Stage::Usual { wait: wait.saturating_sub(1) };
                let larger = young.nursery * (young.longer_goal / young.high_pause).min(FACTOR);
                // In a heap that is almost full, collections of the old generation need the room.
                let larger = larger.min(young.room / 2.0);
                let is_limited = young.high_pause > WORTHWHILE * young.goal;
                if wait > 0
                    || !is_limited
                    || young.share < MIN_SHARE
                    || larger < 2.0 * young.nursery
                    || lifetime.bytes() > MAX_LIFETIME * larger
                {
                    return Change::None;
                }
                self.usual_nursery = young.nursery;
                self.tried_nursery = larger;
                self.longer = Cost::default();
                self.stage = Stage::Trial { left: TRIAL };
                Change::Try(larger)
            }
            Stage::Trial { left } => {
                self.longer.add(young, 1.0);
                // Otherwise there was no room, or a large object needed the collection.
                let is_tried = young.allocated > 0.9 * self.tried_nursery;
                let is_too_long = young.pause > TOO_LONG * young.longer_goal;
                if left > 1 && is_tried && !is_too_long {
                    self.stage = Stage::Trial { left: left - 1 };
                    return Change::Try(self.tried_nursery);
                }
                if is_tried && !is_too_long && self.is_worthwhile(young, WORTHWHILE) {
                    self.stage = Stage::Longer { left: self.hold };
                    self.hold = (CONFIDENCE * self.hold).min(HOLD.1);
                    return Change::None;
                }
                self.give_up()
            }
            Stage::Longer { left } => {
                self.longer.add(young, LONGER_DECAY);
                if !self.is_worthwhile(young, STILL_WORTHWHILE) {
                    return self.give_up();
                }
                if left > 0 && young.nursery > self.usual_nursery {
                    self.stage = Stage::Longer { left: left - 1 };
                    return Change::None;
                }
                self.interval = INTERVAL.0 * PATIENCE;
                self.return_to_usual(INTERVAL.0)
            }
        }
    }

    fn is_worthwhile(&self, young: &Young, max_cost: f64) -> bool {
        let leaves_cache = young.nursery > young.cache && self.usual_nursery <= young.cache;
        let memory = if leaves_cache { MEMORY_COST } else { 0.0 };
        self.longer.per_byte() + memory <= max_cost * self.usual.per_byte()
    }

    /// Ends a trial, or the larger goal, that saves too little.
    fn give_up(&mut self) -> Change {
        let wait = self.interval;
        self.interval = (PATIENCE * self.interval).min(INTERVAL.1);
        self.hold = HOLD.0;
        self.return_to_usual(wait)
    }

    fn return_to_usual(&mut self, wait: u32) -> Change {
        self.stage = Stage::Usual { wait };
        self.usual = Cost::default();
        Change::Return(self.usual_nursery)
    }
}
