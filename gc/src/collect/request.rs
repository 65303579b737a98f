//! One stop of the world for a collection, from the request to the resumption.

use std::time::{Duration, Instant};

use super::collector::Collector;
use super::cycle::Cycled;
use crate::collection::{CollectionCause, CollectionKind, HeapUse};
use crate::config::Config;
use crate::fatal::AbortOnUnwind;
use crate::observe::{Collection, ThreadStop, Timeline, Watch, Watched, slow_threads};
use crate::runtime::{CodeView, Found, MemoryRequest, OutOfMemory, Shared, Shortage};
use crate::safepoint::{Late, Patience, Stopped};
use crate::space::LARGE;
use crate::sync::Arc;
use crate::thread::{AttachedThread, Operation, ThreadData, refuse_in_operation};
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

/// Who asks for a collection, why, and since when.
struct Request<'a> {
    /// The calling thread, if it is managed.
    me: Option<&'a AttachedThread>,
    cause: Cause,
    /// It is about to learn what the host can give up.
    asking: bool,
    at: Instant,
}

/// What was done while threads were stopped.
struct Collected {
    number: u64,
    all_stopped: Instant,
    /// What was in use before.
    before: HeapUse,
    cycled: Cycled,
    outcome: Outcome,
    /// How long threads took to stop, if there is a trace.
    stops: Option<Vec<ThreadStop>>,
    watched: Watched,
}

/// What is known of a stop when it has ended.
struct Resumed {
    last_to_stop: Option<AttachedThread>,
    threads: usize,
    awaited: usize,
    after: HeapUse,
    pause: Duration,
}

impl Shared {
    /// Stops all threads; `None` if another thread's stop came first, and has ended. Threads that are late for a stop
    /// requested at that time are reported, if the host wants that.
    fn stop<'a>(
        &'a self,
        me: Option<&'a AttachedThread>,
        requested: Instant,
    ) -> Option<Stopped<'a, ThreadData>> {
        let late = |late: Late<'_, _>| match late {
            Late::Threads(threads) => slow_threads::report(&self.code, threads, requested),
            Late::Operations(count) => slow_threads::report_operations(count, requested),
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
        me: Option<&AttachedThread>,
        cause: Cause,
        asking: bool,
    ) -> Outcome {
        self.home.process().require_current("a collection");
        refuse_in_operation("a collection");
        let request = Request { me, cause, asking, at: Instant::now() };
        let Some(stopped) = self.stop(me, request.at) else { return Outcome::Other };
        let collected = self.collect_stopped(&request, &stopped);
        let last_to_stop = stopped.last_to_stop().cloned();
        let (threads, awaited) = (stopped.threads().len(), stopped.awaited());
        let after = self.spaces.occupancy();
        let pause = stopped.resume(|| request.at.elapsed());
        let resumed = Resumed { last_to_stop, threads, awaited, after, pause };
        self.report(&request, collected, &resumed)
    }

    /// Does all of a collection that is done while threads are stopped.
    fn collect_stopped(
        &self,
        request: &Request<'_>,
        stopped: &Stopped<'_, ThreadData>,
    ) -> Collected {
        // Half a collection cannot be resumed.
        let guard = AbortOnUnwind("a collection");
        // What the host says of objects is called in it.
        let operation = Operation::begin("a collection");
        let all_stopped = Instant::now();
        let time_to_safepoint = all_stopped.saturating_duration_since(request.at);
        let mut watch = Watch::begin(&self.observer);
        let reliefs = self.relief.count();
        // SAFETY: the world is stopped until the view is dropped. What a walk comes to are frames that are
        // older than where a thread stopped or left for native code; they do not return meanwhile.
        let code = unsafe { self.code_view() };
        let threads = stopped.threads();
        let collector = self.collector(&code, threads);
        let verified = match self.config.verify.before {
            true => collector.verify("before a collection", &mut watch),
            false => 0,
        };
        let before = self.spaces.occupancy();
        let mut cycled = collector.collect_as_needed(request.cause, &mut watch);
        for thread in threads {
            thread.data.context().clear_buffer();
        }
        let collecting = request.at.elapsed().saturating_sub(time_to_safepoint);
        cycled.counters.objects_verified = verified;
        if self.config.verify.after {
            let when = match cycled.kind {
                CollectionKind::Young => "after a young collection",
                CollectionKind::Full | CollectionKind::Compacting => verify::AFTER_FULL,
            };
            cycled.counters.objects_verified += collector.verify(when, &mut watch);
        }
        drop(code);
        let number = watch.number();
        self.faults.collected(number);
        let outcome = self.outcome(request, cycled.kind, collecting, reliefs);
        let stops = watch.wants_spans().then(|| self.thread_stops(request, threads));
        let watched = watch.end();
        guard.done();
        drop(operation);
        Collected { number, all_stopped, before, cycled, outcome, stops, watched }
    }

    /// Returns what a collection uses of the heap.
    fn collector<'a>(
        &'a self,
        code: &'a CodeView<'a>,
        threads: &'a [AttachedThread],
    ) -> Collector<'a> {
        let Config { workers, zeal, zeal_seed, .. } = self.config;
        Collector {
            spaces: &self.spaces,
            types: &self.types,
            remembered: &self.remembered,
            handles: &self.handles,
            references: &self.references,
            pacing: &self.pacing,
            pool: &self.pool,
            walkers: &self.walkers,
            most_workers: workers,
            zeal_seed: zeal.is_on().then_some(zeal_seed),
            code,
            threads,
        }
    }

    /// Returns how long each thread but the one that collects took to stop.
    fn thread_stops(&self, request: &Request<'_>, threads: &[AttachedThread]) -> Vec<ThreadStop> {
        let is_other = |thread: &&Arc<_>| !request.me.is_some_and(|me| Arc::ptr_eq(me, thread));
        let stop = |thread: &AttachedThread| {
            let (since, waits) = self.safepoint.arrival(thread, request.at)?;
            Some(ThreadStop { thread: Arc::clone(thread), since, waits })
        };
        threads.iter().filter(is_other).filter_map(stop).collect()
    }

    /// Tells the host, log and trace of a collection, and returns memory to the system. Threads have resumed.
    fn report(&self, request: &Request<'_>, collected: Collected, resumed: &Resumed) -> Outcome {
        let Collected { number, all_stopped, before, cycled, outcome, stops, watched } = collected;
        let last_to_stop = resumed.last_to_stop.as_ref().map(|thread| thread.data.named());
        let collection = Collection {
            number,
            kind: cycled.kind,
            cause: request.cause.into(),
            requested: request.at,
            pause: resumed.pause,
            time_to_safepoint: all_stopped.saturating_duration_since(request.at),
            last_to_stop,
            awaited: resumed.awaited,
            by: request.me.map(|me| me.data.named()),
            passes: cycled.passes,
            plan: cycled.plan,
            phases: watched.phases,
            workers: cycled.workers,
            threads: resumed.threads,
            before,
            after: resumed.after,
            counters: cycled.counters,
        };
        let report = self.observer.recorder.record(&collection);
        let timeline = stops.map(|threads| Timeline {
            requested: request.at,
            stopped: all_stopped,
            resumed: request.at + resumed.pause,
            spans: watched.spans,
            workers: cycled.workers_did,
            threads,
            by: collection.by_whom(),
        });
        // No other thread's collection has to wait for what takes its time.
        if let Some(me) = request.me {
            self.safepoint.enter_native(me);
        }
        self.spaces.give_back(cycled.kind, cycled.dead);
        self.observer.tell(&report, &collection, timeline, self.home.process());
        if let Some(me) = request.me {
            self.safepoint.leave_native(me);
        }
        outcome
    }

    /// Returns whether there is room for the request now.
    fn outcome(
        &self,
        request: &Request<'_>,
        kind: CollectionKind,
        collecting: Duration,
        reliefs: u64,
    ) -> Outcome {
        if let Some(found) = self.shortage(request.cause, kind, collecting, reliefs) {
            return Outcome::Short(found);
        }
        if !request.asking {
            self.relief.found_room();
        }
        Outcome::Room
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
