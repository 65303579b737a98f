//! One collection from the request to the resumption.

use std::io;
use std::sync::atomic::AtomicUsize;
use std::time::Instant;

use parking_lot::Mutex;

use super::termination::Sharing;
use super::worker::{self, Cycle};
use crate::fatal::{self, AbortOnUnwind, Request};
use crate::heap::{CodeView, Shared};
use crate::mutator::{ThreadData, refuse_in_operation};
use crate::observe::{Collection, Counters, laggards};
use crate::safepoint::{Participant, Patience};
use crate::sync::Arc;
use crate::verify;

/// Bytes in use for each worker that is worth waking.
const WORTH_A_WORKER: usize = 1 << 20;

impl Shared {
    /// Collects, or waits for the collection of another thread that came first; whether it
    /// collected. Afterwards there is room for `request` bytes, or the process has ended with a
    /// message, or another thread has taken the room. `me` is the calling thread if it is managed.
    pub(crate) fn collect(
        &self,
        me: Option<&Arc<Participant<ThreadData>>>,
        request: usize,
    ) -> bool {
        self.home.process().require_current("a collection");
        refuse_in_operation("a collection");
        let requested = Instant::now();
        let late = |late: &[_]| laggards::report(&self.code, late, requested);
        let time = self.config.safepoint_timeout;
        let patience = (!time.is_zero()).then_some(Patience { time, over: &late });
        let Some(stopped) = self.safepoint.stop(me, patience) else { return false };
        // Half a collection cannot be resumed.
        let guard = AbortOnUnwind("a collection");
        let time_to_safepoint = requested.elapsed();
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
        if self.config.verify.after {
            verified += verify("after a collection");
        }
        counters.objects_verified = verified;
        drop(code);
        self.faults.collected(self.spaces.in_use(), self.recorder.collections() + 1);
        if request > 0 && !self.spaces.could_hold(request) {
            let spaces = &self.spaces;
            let request = Request::Bytes(request);
            fatal::out_of_memory(spaces.limit(), spaces.capacity(), live, request);
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
        true
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
