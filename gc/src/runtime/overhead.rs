//! The overhead limit: detects that collections take almost all of the time and free almost no
//! memory. Without the limit, the program would continue at a hundredth of its speed until the heap
//! is full.
//!
//! The policy is that of OpenJDK's `GCTimeLimit` and `GCHeapFreeLimit`, with the same defaults. A
//! heap is out of memory when 98 % of the time is spent in collections that each leave less than 2
//! % of the space for objects free. OpenJDK uses a decaying average of the time, and requires five
//! consecutive collections over the limits. This policy sums the times of the last five collections
//! and of the intervals between them.
//!
//! Only collections that were caused by a shortage of memory count. The time of collections that
//! the host requests is treated as mutator time. So is the time to safepoint, because the threads
//! that have not stopped are running.
//!
//! In a heap with concurrent cycles, the first collection after the end of a cycle counts as well,
//! together with the time of the young collections before it.
//!
//! If the limit is exceeded, the host may release memory. The next collection then determines
//! whether the heap is out of memory.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::GcOverhead;
use crate::config::OverheadLimit;

/// Number of consecutive collections that are considered. Each must leave too little free, and
/// their times are summed.
const COLLECTIONS: usize = 5;

/// The data of one collection that the policy uses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// Time from the end of the previous collection to the end of this one.
    pub(crate) elapsed: Duration,
    /// The part of `elapsed` that was spent collecting.
    pub(crate) collecting: Duration,
    /// Share of the space for objects that was left free, in per cent.
    pub(crate) free_percent: f64,
    /// Number of times that the host had released memory before the collection began.
    pub(crate) reliefs: u64,
}

/// The measurements of an exceeded limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Exceeded {
    /// The measurements, for the message.
    pub(crate) overhead: GcOverhead,
    /// Whether the limit is exceeded although the host has released memory.
    pub(crate) last: bool,
}

/// The overhead limit and the collections that it considers.
#[derive(Debug)]
struct Policy {
    limit: OverheadLimit,
    /// The last collections, at most [`COLLECTIONS`], each of which left too little free.
    window: VecDeque<Sample>,
    /// The value of [`Sample::reliefs`] when the limit was exceeded; `None` if the limit is not
    /// exceeded.
    exceeded: Option<u64>,
}

impl Policy {
    fn new(limit: OverheadLimit) -> Self {
        Self { limit, window: VecDeque::with_capacity(COLLECTIONS + 1), exceeded: None }
    }

    /// Adds a collection. Returns the measurements if the limit is exceeded.
    fn sample(&mut self, sample: Sample) -> Option<Exceeded> {
        if sample.free_percent >= self.limit.free_percent {
            self.window.clear();
            self.exceeded = None;
            return None;
        }
        self.window.push_back(sample);
        if self.window.len() > COLLECTIONS {
            self.window.pop_front();
        }
        let time_percent = self.time_percent();
        let last = self.exceeded.is_some_and(|reliefs| reliefs != sample.reliefs);
        let over = self.window.len() == COLLECTIONS && time_percent >= self.limit.time_percent;
        self.exceeded = (over || last).then_some(sample.reliefs);
        (over || last).then(|| Exceeded {
            overhead: GcOverhead {
                collections: self.window.len(),
                time_percent,
                free_percent: self.window.iter().map(|s| s.free_percent).fold(0.0, f64::max),
            },
            last,
        })
    }

    /// Returns the share of time that the collections in the window took, in per cent.
    fn time_percent(&self) -> f64 {
        let sum = |part: fn(&Sample) -> Duration| self.window.iter().map(part).sum::<Duration>();
        let elapsed = sum(|sample| sample.elapsed).as_secs_f64();
        if elapsed == 0.0 {
            100.0
        } else {
            sum(|sample| sample.collecting).as_secs_f64() / elapsed * 100.0
        }
    }
}

/// The policy together with a clock.
#[derive(Debug)]
pub(crate) struct OverheadMonitor(Mutex<MonitorState>);

/// The part of a monitor that its lock protects.
#[derive(Debug)]
struct MonitorState {
    policy: Policy,
    /// The end of the last collection that counted.
    since: Instant,
    /// The time of the young collections since `since`, in a heap with concurrent cycles.
    young: Duration,
}

impl OverheadMonitor {
    pub(crate) fn new(limit: OverheadLimit) -> Self {
        let (policy, since) = (Policy::new(limit), Instant::now());
        Self(Mutex::new(MonitorState { policy, since, young: Duration::ZERO }))
    }

    /// Records a young collection for which memory was short and which took `collecting`, in a heap
    /// with concurrent cycles.
    pub(crate) fn record_young(&self, collecting: Duration) {
        self.0.lock().young += collecting;
    }

    /// Records a collection for which memory was short and which took `collecting`; returns the
    /// measurements if the limit is exceeded. The world is stopped.
    pub(crate) fn record_collection(
        &self,
        collecting: Duration,
        free_percent: f64,
        reliefs: u64,
    ) -> Option<Exceeded> {
        let mut state = self.0.lock();
        let now = Instant::now();
        let elapsed = now.saturating_duration_since(state.since);
        state.since = now;
        let collecting = collecting + core::mem::take(&mut state.young);
        state.policy.sample(Sample { elapsed, collecting, free_percent, reliefs })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy() -> Policy {
        Policy::new(OverheadLimit::default())
    }

    /// Returns a sample in which `collecting` of 1000 milliseconds were spent collecting.
    fn sample(collecting: u64, free_percent: f64) -> Sample {
        Sample {
            elapsed: Duration::from_secs(1),
            collecting: Duration::from_millis(collecting),
            free_percent,
            reliefs: 0,
        }
    }

    #[test]
    fn limit_needs_five_consecutive_expensive_collections() {
        let mut policy = policy();
        for free in [0.5, 1.9, 0.1, 0.1] {
            assert_eq!(policy.sample(sample(985, free)), None);
        }
        let exceeded = policy.sample(sample(985, 0.1)).unwrap();
        let GcOverhead { collections, time_percent, free_percent } = exceeded.overhead;
        assert_eq!((collections, free_percent, exceeded.last), (5, 1.9, false));
        assert!((98.4..98.6).contains(&time_percent), "{time_percent}");
    }

    #[test]
    fn collection_that_frees_memory_resets_the_count() {
        let mut policy = policy();
        for _ in 0..10 {
            for _ in 0..4 {
                assert_eq!(policy.sample(sample(1000, 1.0)), None);
            }
            assert_eq!(policy.sample(sample(1000, 2.0)), None);
        }
    }

    #[test]
    fn time_share_is_measured_over_the_last_five() {
        let mut policy = policy();
        // The program runs for a second between long collections.
        assert_eq!(policy.sample(sample(0, 1.0)), None);
        for _ in 0..4 {
            assert_eq!(policy.sample(sample(1000, 1.0)), None);
        }
        assert!(policy.sample(sample(1000, 1.0)).is_some(), "the pause is forgotten");
        assert_eq!(policy.sample(sample(890, 1.0)), None, "97.8 %");
        for _ in 0..4 {
            assert_eq!(policy.sample(sample(1000, 1.0)), None);
        }
        assert!(policy.sample(sample(900, 1.0)).is_some(), "98 % is enough");
    }

    #[test]
    fn low_collection_time_permits_a_full_heap() {
        let mut policy = policy();
        for _ in 0..100 {
            assert_eq!(policy.sample(sample(979, 0.0)), None);
        }
    }

    #[test]
    fn collection_after_a_relief_decides() {
        let exceeded = || {
            let mut policy = policy();
            assert!((0..4).all(|_| policy.sample(sample(1000, 1.0)).is_none()));
            assert!(!policy.sample(sample(1000, 1.0)).unwrap().last);
            policy
        };
        let relieved = |free| Sample { reliefs: 1, ..sample(0, free) };
        // The relief did not help: the limit is exceeded, however much time has passed.
        assert!(exceeded().sample(relieved(1.0)).unwrap().last);
        // The relief was sufficient: the window restarts as if the limit had not been exceeded.
        let mut policy = exceeded();
        assert_eq!(policy.sample(relieved(50.0)), None);
        assert!(
            (0..4).all(|_| policy.sample(Sample { reliefs: 1, ..sample(1000, 1.0) }).is_none())
        );
        assert!(!policy.sample(Sample { reliefs: 1, ..sample(1000, 1.0) }).unwrap().last);
        // Another thread's collection that began before the relief does not decide.
        assert!(!exceeded().sample(sample(1000, 1.0)).unwrap().last);
        // A relief for another reason does not make the next collection decide.
        assert_eq!(super::tests::policy().sample(relieved(1.0)), None);
    }

    #[test]
    fn extreme_limits_are_handled() {
        let always = OverheadLimit { time_percent: 0.0, free_percent: 100.0 };
        let mut policy = Policy::new(always);
        assert!((0..4).all(|_| policy.sample(sample(0, 99.9)).is_none()));
        assert!(policy.sample(sample(0, 99.9)).is_some());
        let nothing = Sample { elapsed: Duration::ZERO, ..sample(0, 0.0) };
        assert!(policy.sample(nothing).unwrap().overhead.time_percent.is_finite());
        let never = OverheadLimit { time_percent: 0.0, free_percent: 0.0 };
        let mut policy = Policy::new(never);
        assert!((0..10).all(|_| policy.sample(sample(1000, 0.0)).is_none()));
    }

    #[test]
    fn young_collections_between_cycles_count_with_the_next_sample() {
        let record = |young: Duration| {
            let monitor = OverheadMonitor::new(OverheadLimit::default());
            let mut last = None;
            for _ in 0..COLLECTIONS {
                monitor.record_young(young);
                last = monitor.record_collection(Duration::ZERO, 0.0, 0);
            }
            last
        };
        assert_eq!(record(Duration::ZERO), None);
        let exceeded = record(Duration::from_secs(1000)).expect("longer than the test runs");
        assert!(exceeded.overhead.time_percent > 98.0, "{exceeded:?}");
    }
}
