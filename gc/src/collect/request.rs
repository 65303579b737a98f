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

/// Why a collection is requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// There is no room for an object of this many bytes.
    Allocation(usize),
    /// As above, after the out-of-memory callback of the host has released something.
    Emergency(usize),
    /// The host, or managed code, requests a collection of this kind.
    Request(CollectionKind),
    /// Zeal mode, at an allocation of this many bytes, or at a poll (0).
    Zeal(usize),
}

impl Cause {
    /// Returns the number of bytes that the collection must make room for; 0 if memory is not
    /// short.
    pub(super) fn bytes(self) -> usize {
        match self {
            Self::Allocation(bytes) | Self::Emergency(bytes) | Self::Zeal(bytes) => bytes,
            Self::Request(_) => 0,
        }
    }

    /// Returns whether the program itself needs the collection.
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

/// Result of a request for a collection.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// Another thread's collection came first and has finished.
    Other,
    /// There is room for the request, or another thread has taken it since.
    Room,
    /// There is no room, or almost all time goes into collections.
    Short(Found),
}

/// A request for a collection: the requester, the cause and the time of the request.
struct Request<'a> {
    /// The calling thread, if it is managed.
    me: Option<&'a AttachedThread>,
    cause: Cause,
    /// The requester is inside the host's out-of-memory callback, whose result is not known yet.
    asking: bool,
    at: Instant,
}

/// The results of the part of a collection that runs while threads are stopped.
struct Collected {
    number: u64,
    all_stopped: Instant,
    /// Memory in use before the collection.
    before: HeapUse,
    cycled: Cycled,
    outcome: Outcome,
    /// How long each thread took to stop; `None` unless a trace is written.
    stops: Option<Vec<ThreadStop>>,
    watched: Watched,
}

/// Data about a stop that is available when it has ended.
struct Resumed {
    last_to_stop: Option<AttachedThread>,
    threads: usize,
    awaited: usize,
    after: HeapUse,
    pause: Duration,
}

impl Shared {
    /// Stops all threads. Returns `None` if another thread's stop came first and has ended. Threads
    /// that are late for this stop, counted from `requested`, are reported if the host has set a
    /// timeout.
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

    /// Stops all threads until the result is dropped. The calling thread must be native. `what`
    /// describes the operation that needs the stop, for the message that ends the process if the
    /// operation is not allowed here.
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

    /// Runs a collection, or waits for the collection of another thread that came first. `me` is
    /// the calling thread if it is managed: it has recorded its managed-to-native transition and
    /// holds no reference elsewhere, because it is native for a while at the end. `asking`: the
    /// requester is inside the host's out-of-memory callback, whose result is not known yet.
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

    /// Runs the part of a collection during which threads are stopped.
    fn collect_stopped(
        &self,
        request: &Request<'_>,
        stopped: &Stopped<'_, ThreadData>,
    ) -> Collected {
        // An unfinished collection cannot be resumed.
        let guard = AbortOnUnwind("a collection");
        // The collection calls the host's object model.
        let operation = Operation::begin("a collection");
        let all_stopped = Instant::now();
        let time_to_safepoint = all_stopped.saturating_duration_since(request.at);
        let mut watch = Watch::begin(&self.observer);
        let reliefs = self.relief.count();
        // SAFETY: the world is stopped until the view is dropped. A walk visits only frames that
        // are older than the point at which a thread stopped or left for native code; they do not
        // return meanwhile.
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

    /// Returns the parts of the heap that a collection uses.
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

    /// Returns how long each thread except the collecting one took to stop.
    fn thread_stops(&self, request: &Request<'_>, threads: &[AttachedThread]) -> Vec<ThreadStop> {
        let is_other = |thread: &&Arc<_>| !request.me.is_some_and(|me| Arc::ptr_eq(me, thread));
        let stop = |thread: &AttachedThread| {
            let (since, waits) = self.safepoint.arrival(thread, request.at)?;
            Some(ThreadStop { thread: Arc::clone(thread), since, waits })
        };
        threads.iter().filter(is_other).filter_map(stop).collect()
    }

    /// Reports a collection to the host, the log and the trace, and returns memory to the OS.
    /// Threads have resumed.
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
        // This takes time. As a native thread, this one does not delay another thread's stop.
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

    /// Returns whether there is room for the request after the collection.
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

    /// Returns the shortage that remains after a collection for which memory was short, if any.
    /// After a young collection there is none, since more thorough kinds have not been tried.
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
