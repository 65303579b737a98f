//! One collection from the request to the resumption.

use std::io;
use std::sync::atomic::AtomicUsize;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::termination::Sharing;
use super::worker::{self, Cycle};
use crate::fatal::{self, AbortOnUnwind};
use crate::heap::{CodeView, Found, MemoryRequest, OutOfMemory, Shared, Shortage};
use crate::mutator::{ThreadData, refuse_in_operation};
use crate::observe::{Collection, Counters, laggards};
use crate::safepoint::{Late, Participant, Patience};
use crate::sync::Arc;
use crate::verify;

/// Bytes in use for each worker that is worth waking.
const WORTH_A_WORKER: usize = 1 << 20;

/// What came of asking for a collection.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// Another thread's collection came first, and has ended.
    Other,
    /// There is room for the request, or another thread has taken it since.
    Room,
    /// There is none, or no time.
    Short(Found),
}

impl Shared {
    /// Collects, or waits for the collection of another thread that came first. `request`: the bytes
    /// that there shall be room for; 0 if memory is not short. `me` is the calling thread if it is managed.
    /// `asking`: it is about to learn what the host can give up.
    pub(crate) fn collect(
        &self,
        me: Option<&Arc<Participant<ThreadData>>>,
        request: usize,
        asking: bool,
    ) -> Outcome {
        self.home.process().require_current("a collection");
        refuse_in_operation("a collection");
        let requested = Instant::now();
        let late = |late: Late<'_, _>| match late {
            Late::Threads(threads) => laggards::report(&self.code, threads, requested),
            Late::Operations(count) => laggards::report_operations(count, requested),
        };
        let time = self.config.safepoint_timeout;
        let patience = (!time.is_zero()).then_some(Patience { time, over: &late });
        let Some(stopped) = self.safepoint.stop(me, patience) else { return Outcome::Other };
        // Half a collection cannot be resumed.
        let guard = AbortOnUnwind("a collection");
        let time_to_safepoint = requested.elapsed();
        let reliefs = self.relief.count();
        // SAFETY: the world is stopped until the view is dropped. What a walk comes to are frames that are
        // older than where a thread stopped or left for native code; they do not return meanwhile.
        let code = unsafe { CodeView::new(self) };
        let verify = |when| verify::check(self, when, &code, stopped.threads());
        let mut verified = 0;
        if self.config.verify.before {
            verified += verify("before a collection");
        }

        let flip = self.spaces.flip().unwrap_or_else(|error| no_memory(&error));
        let used = flip.from.len();
        let workers = self.workers_for(used);
        let cycle = Cycle {
            heap: self,
            code: &code,
            from: flip.from.clone(),
            to: &flip.to,
            to_space: flip.to_space.clone(),
            retired: if self.config.zeal.is_on() { self.spaces.range() } else { 0..0 },
            threads: stopped.threads(),
            next_root_task: AtomicUsize::new(0),
            sharing: Sharing::new(workers),
        };
        let counters = Mutex::new(Counters::default());
        self.pool.run(workers - 1, &|index| {
            let counted = match workers {
                1 => worker::work::<true>(&cycle, index),
                _ => worker::work::<false>(&cycle, index),
            };
            *counters.lock() += counted;
        });
        let mut counters = counters.into_inner();
        for thread in stopped.threads() {
            thread.data.context().clear_buffer();
        }
        let live = counters.bytes_copied as usize;
        let copied = flip.copied();
        self.spaces.finish(&flip, live, request).unwrap_or_else(|error| no_memory(&error));
        let collecting = requested.elapsed().saturating_sub(time_to_safepoint);
        if self.config.verify.after {
            verified += verify("after a collection");
        }
        counters.objects_verified = verified;
        drop(code);
        self.faults.collected(self.spaces.in_use(), self.recorder.collections() + 1);
        let outcome = match self.shortage(request, live, collecting, reliefs) {
            Some(found) => Outcome::Short(found),
            None => Outcome::Room,
        };
        if matches!(outcome, Outcome::Room) && !asking {
            self.relief.found_room();
        }
        guard.done();
        let last_to_stop = stopped.last_to_stop().cloned();
        let pause = stopped.resume(|| requested.elapsed());
        self.recorder.record(&Collection {
            pause,
            time_to_safepoint,
            last_to_stop: last_to_stop.as_ref().map(|t| (t.data.name.as_str(), t.data.id)),
            counters,
            peak: used + copied,
        });
        outcome
    }

    /// What is short after a collection for `request` bytes that left `live` and took so long.
    fn shortage(
        &self,
        request: usize,
        live: usize,
        collecting: Duration,
        reliefs: u64,
    ) -> Option<Found> {
        if request == 0 {
            return None;
        }
        let (limit, capacity) = (self.spaces.limit(), self.spaces.capacity());
        let found = |cause, last| {
            let request = MemoryRequest::Bytes(request);
            let why = OutOfMemory { limit, capacity, live, request, cause };
            Found { why, reliefs, rooms: self.relief.rooms(), last }
        };
        if !self.spaces.could_hold(request) {
            return Some(found(Shortage::Room, false));
        }
        let free_percent = capacity.saturating_sub(live) as f64 / capacity as f64 * 100.0;
        let exceeded = self.overhead.as_ref()?.collected(collecting, free_percent, reliefs)?;
        Some(found(Shortage::Time(exceeded.overhead), exceeded.last))
    }

    /// How many workers a collection of so many bytes is worth. In zeal mode every second one has
    /// all of them, however little there is to do.
    fn workers_for(&self, used: usize) -> usize {
        if self.config.zeal.is_on() && self.recorder.collections() % 2 == 1 {
            return self.config.workers;
        }
        self.config.workers.min(1 + used / WORTH_A_WORKER)
    }
}

fn no_memory(error: &io::Error) -> ! {
    fatal::stop(format_args!(
        "the system refuses to change the access of the heap's memory: {error}"
    ))
}
