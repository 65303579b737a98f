//! One collection from the request to the resumption.

use std::io;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use parking_lot::Mutex;

use super::termination::Sharing;
use super::worker::{self, Cycle};
use crate::fatal;
use crate::heap::Shared;
use crate::mutator::ThreadData;
use crate::observe::{Collection, Counters};
use crate::safepoint::Participant;

/// Bytes in use for each worker that is worth waking.
const WORTH_A_WORKER: usize = 1 << 20;

impl Shared {
    /// Collects, or waits for the collection of another thread that came first. Afterwards there is
    /// room for `request` bytes, or the process has ended with a message, or another thread has
    /// taken the room. `me` is the calling thread if it is managed.
    pub(crate) fn collect(&self, me: Option<&Participant<ThreadData>>, request: usize) {
        let requested = Instant::now();
        let Some(stopped) = self.safepoint.stop(me) else { return };
        let time_to_safepoint = requested.elapsed();

        let flip = self.spaces.flip().unwrap_or_else(|error| no_memory(&error));
        let used = flip.from.len();
        let workers = self.config.workers.min(1 + used / WORTH_A_WORKER);
        let cycle = Cycle {
            heap: self,
            from: flip.from.clone(),
            to: &flip.to,
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
        for thread in stopped.threads() {
            let context = thread.data.context();
            context.cursor.store(0, Relaxed);
            context.limit.store(0, Relaxed);
        }
        self.spaces.finish(&flip, request).unwrap_or_else(|error| no_memory(&error));
        self.faults.collected(self.spaces.in_use(), self.recorder.collections() + 1);

        let live = flip.copied();
        let room = self.spaces.could_hold(request);
        drop(stopped);
        self.recorder.record(&Collection {
            pause: requested.elapsed(),
            time_to_safepoint,
            counters: counters.into_inner(),
            peak: used + live,
        });
        if !room {
            fatal::out_of_memory(self.spaces.limit(), live, request, 0);
        }
    }
}

fn no_memory(error: &io::Error) -> ! {
    fatal::stop(format_args!(
        "the system refuses to change the access of the heap's memory: {error}"
    ))
}
