//! One stop of the world for a collection, from the request to the resumption.

use std::time::{Duration, Instant};

use super::cycle::Cycled;
use crate::fatal::AbortOnUnwind;
use crate::heap::{CodeView, Found, LARGE, MemoryRequest, OutOfMemory, Shared, Shortage};
use crate::mutator::{Operation, ThreadData, refuse_in_operation};
use crate::observe::{
    Collection, CollectionCause, CollectionKind, CollectionPhase, ThreadStop, Timeline, Watch,
    Watched, laggards,
};
use crate::safepoint::{Late, Participant, Patience, Stopped};
use crate::sync::Arc;
use crate::verify;

/// Why a collection is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// An object of so many bytes finds no room.
    Allocation(usize),
    /// As above; the host has given something up since it was found out that there was none.
    Emergency(usize),
    /// The host, or managed code, wants one of this kind.
    Request(CollectionKind),
    /// Zeal mode wants one, at an allocation of so many bytes, or at a poll (0).
    Zeal(usize),
}

impl Cause {
    /// The bytes that there shall be room for; 0 if memory is not short.
    pub(super) fn bytes(self) -> usize {
        match self {
            Self::Allocation(bytes) | Self::Emergency(bytes) | Self::Zeal(bytes) => bytes,
            Self::Request(_) => 0,
        }
    }

    /// Whether the program needs it.
    pub(super) fn is_need(self) -> bool {
        matches!(self, Self::Allocation(_) | Self::Emergency(_))
    }
}

impl From<Cause> for CollectionCause {
    fn from(cause: Cause) -> Self {
        match cause {
            Cause::Allocation(bytes) if bytes > LARGE => Self::LargeAllocation,
            Cause::Allocation(_) => Self::Allocation,
            Cause::Emergency(_) => Self::Emergency,
            Cause::Request(_) => Self::Request,
            Cause::Zeal(_) => Self::Zeal,
        }
    }
}

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
    /// Stops all threads; `None` if another thread's stop came first, and has ended. Threads that are late for a stop
    /// requested at that time are reported, if the host wants that.
    fn stop<'a>(
        &'a self,
        me: Option<&'a Arc<Participant<ThreadData>>>,
        requested: Instant,
    ) -> Option<Stopped<'a, ThreadData>> {
        let late = |late: Late<'_, _>| match late {
            Late::Threads(threads) => laggards::report(&self.code, threads, requested),
            Late::Operations(count) => laggards::report_operations(count, requested),
        };
        let time = self.config.safepoint_timeout;
        let patience = (!time.is_zero()).then_some(Patience { time, over: &late });
        self.safepoint.stop(me, patience)
    }

    /// Stops all threads until the result is dropped. The calling thread is native. `what` it is about to do, for the
    /// message that ends the process where it must not.
    pub(crate) fn stop_others(&self, what: &str) -> Stopped<'_, ThreadData> {
        self.home.process().require_current(what);
        refuse_in_operation(what);
        let requested = Instant::now();
        loop {
            if let Some(stopped) = self.stop(None, requested) {
                return stopped;
            }
        }
    }

    /// Collects, or waits for the collection of another thread that came first. `me` is the calling thread if it is
    /// managed: it has noted its exit, and holds no reference elsewhere, for at the end it is native for a while.
    /// `asking`: it is about to learn what the host can give up.
    pub(crate) fn collect(
        &self,
        me: Option<&Arc<Participant<ThreadData>>>,
        cause: Cause,
        asking: bool,
    ) -> Outcome {
        self.home.process().require_current("a collection");
        refuse_in_operation("a collection");
        let requested = Instant::now();
        let Some(stopped) = self.stop(me, requested) else { return Outcome::Other };
        // Half a collection cannot be resumed.
        let guard = AbortOnUnwind("a collection");
        // What the host says of objects is called in it.
        let operation = Operation::begin("a collection");
        let all_stopped = Instant::now();
        let time_to_safepoint = all_stopped.saturating_duration_since(requested);
        let mut watch = Watch::begin(&self.observer);
        let reliefs = self.relief.count();
        // SAFETY: the world is stopped until the view is dropped. What a walk comes to are frames that are
        // older than where a thread stopped or left for native code; they do not return meanwhile.
        let code = unsafe { CodeView::new(self) };
        let threads = stopped.threads();
        let verify = |when| verify::check(self, when, &code, threads);
        let mut verified = 0;
        if self.config.verify.before {
            watch.enter(CollectionPhase::Verify);
            verified += verify("before a collection");
            watch.leave();
        }
        let before = self.spaces.occupancy();
        let Cycled { kind, mut counters, workers, dead, workers_did, passes, plan } =
            self.collect_as_needed(cause, &mut watch, &code, threads);
        for thread in threads {
            thread.data.context().clear_buffer();
        }
        let collecting = requested.elapsed().saturating_sub(time_to_safepoint);
        if self.config.verify.after {
            watch.enter(CollectionPhase::Verify);
            verified += verify(match kind {
                CollectionKind::Young => "after a young collection",
                CollectionKind::Full | CollectionKind::Compacting => verify::AFTER_FULL,
            });
            watch.leave();
        }
        counters.objects_verified = verified;
        drop(code);
        let number = watch.number();
        self.faults.collected(number);
        let outcome = match self.shortage(cause, kind, collecting, reliefs) {
            Some(found) => Outcome::Short(found),
            None => Outcome::Room,
        };
        if matches!(outcome, Outcome::Room) && !asking {
            self.relief.found_room();
        }
        let stops = watch.wants_spans().then(|| {
            let stop = |thread: &Arc<Participant<ThreadData>>| {
                let (since, waits) = self.safepoint.arrival(thread, requested)?;
                Some(ThreadStop { thread: Arc::clone(thread), since, waits })
            };
            let others =
                stopped.threads().iter().filter(|t| !me.is_some_and(|me| Arc::ptr_eq(me, t)));
            others.filter_map(stop).collect::<Vec<_>>()
        });
        let Watched { phases, spans } = watch.end();
        guard.done();
        drop(operation);
        let last_to_stop = stopped.last_to_stop().cloned();
        let (threads, awaited) = (threads.len(), stopped.awaited());
        let after = self.spaces.occupancy();
        let pause = stopped.resume(|| requested.elapsed());
        let collection = Collection {
            number,
            kind,
            cause: cause.into(),
            requested,
            pause,
            time_to_safepoint,
            last_to_stop: last_to_stop.as_ref().map(|thread| thread.data.named()),
            awaited,
            by: me.map(|me| me.data.named()),
            passes,
            plan,
            phases,
            workers,
            threads,
            before,
            after,
            counters,
        };
        let report = self.observer.recorder.record(&collection);
        let timeline = stops.map(|threads| Timeline {
            requested,
            stopped: all_stopped,
            resumed: requested + pause,
            spans,
            workers: workers_did,
            threads,
            by: collection.by_whom(),
        });
        // Nobody else's collection has to wait for what takes its time.
        if let Some(me) = me {
            self.safepoint.enter_native(me);
        }
        self.spaces.give_back(kind, dead);
        self.observer.tell(&report, &collection, timeline, self.home.process());
        if let Some(me) = me {
            self.safepoint.leave_native(me);
        }
        outcome
    }

    /// What is short after a collection for which memory was short. A young one has not tried everything.
    fn shortage(
        &self,
        cause: Cause,
        kind: CollectionKind,
        collecting: Duration,
        reliefs: u64,
    ) -> Option<Found> {
        let request = cause.bytes();
        if request == 0 || kind == CollectionKind::Young {
            return None;
        }
        let (limit, live) = (self.spaces.limit(), self.spaces.used());
        let found = |cause, last| {
            let request = MemoryRequest::Bytes(request);
            let why = OutOfMemory { limit, live, request, cause };
            Found { why, reliefs, rooms: self.relief.rooms(), last }
        };
        if !self.spaces.could_hold(request) {
            return Some(found(Shortage::Room, false));
        }
        let free_percent = limit.saturating_sub(live) as f64 / limit as f64 * 100.0;
        let exceeded = self.overhead.as_ref()?.collected(collecting, free_percent, reliefs)?;
        Some(found(Shortage::Time(exceeded.overhead), exceeded.last))
    }
}
