//! One stop of the world for a collection, from the request to the resumption.

use std::time::{Duration, Instant};

use super::collector::Collector;
use super::part_scan::BarrierSpacing;
use super::passes::Findings;
use crate::collection::{CollectionCause, CollectionKind, CycleProgress, CycleStage, HeapUse};
use crate::config::Config;
use crate::fatal::AbortOnUnwind;
use crate::marking::CyclePhase;
use crate::observe::{
    Collection, Counters, PhaseDurations, PhaseTimer, Span, ThreadStop, Timeline, slow_threads,
};
use crate::probes;
use crate::runtime::{
    CodeView, FoundShortage, MemoryRequest, OutOfMemory, OutOfMemoryCause, RetiredRegion, Shared,
};
use crate::safepoint::{StopDelay, StopTimeout, Stopped};
use crate::space::LARGE;
use crate::sync::Arc;
use crate::thread::{AttachedThread, FiberLists, Operation, ThreadData, abort_in_operation};
use crate::verify;

/// The cause of a collection.
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
    /// The markers of a concurrent cycle have nothing left to mark.
    Marking,
    /// The host requests that a concurrent cycle begin.
    BeginCycle,
}

impl Cause {
    /// Returns the number of bytes that the collection must make room for; 0 if memory is not
    /// short.
    pub(super) fn bytes(self) -> usize {
        match self {
            Self::Allocation(bytes) | Self::Emergency(bytes) | Self::Zeal(bytes) => bytes,
            Self::Request(_) | Self::Marking | Self::BeginCycle => 0,
        }
    }

    /// Returns whether the program itself needs the collection.
    pub(super) fn is_for_allocation(self) -> bool {
        matches!(self, Self::Allocation(_) | Self::Emergency(_))
    }
}

impl From<Cause> for CollectionCause {
    fn from(cause: Cause) -> Self {
        match cause {
            Cause::Allocation(bytes) if bytes > LARGE => Self::LargeAllocation,
            Cause::Allocation(_) => Self::Allocation,
            Cause::Emergency(_) => Self::Emergency,
            Cause::Request(_) | Cause::BeginCycle => Self::Request,
            Cause::Zeal(_) => Self::Zeal,
            Cause::Marking => Self::Marking,
        }
    }
}

/// Result of a request for a collection.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// Another thread's collection came first and has finished.
    CollectedByOther,
    /// There is room for the request, or another thread has taken it since.
    Room,
    /// There is no room, or almost all time goes into collections.
    OutOfMemory(FoundShortage),
}

/// A request for a collection: the requester, the cause and the time of the request.
struct Request<'a> {
    /// The calling thread, if it is managed.
    me: Option<&'a AttachedThread>,
    cause: Cause,
    /// The requester is inside the host's out-of-memory callback, whose result is not known yet.
    in_memory_callback: bool,
    at: Instant,
}

/// What a collection leaves to do when threads have resumed, besides its report.
struct Remainder {
    findings: Findings,
    outcome: Outcome,
    /// Retired code that no stack has a frame in.
    unused_code: Vec<RetiredRegion>,
    /// The times of the phases, and those that each thread took to stop; `None` unless a trace is
    /// written.
    spans: Option<(Vec<Span>, Vec<ThreadStop>)>,
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
        let report = |delay: StopDelay<'_, _>| match delay {
            StopDelay::Threads(threads) => slow_threads::report(&self.code, threads, requested),
            StopDelay::Handshakes(count) => slow_threads::report_handshakes(count, requested),
        };
        let after = self.config.safepoint_timeout;
        let timeout = (!after.is_zero()).then_some(StopTimeout { after, on_timeout: &report });
        self.safepoint.stop(me, timeout)
    }

    /// Stops all threads until the result is dropped. The calling thread must be native. `what`
    /// describes the operation that needs the stop, for the message that ends the process if the
    /// operation is not allowed here.
    pub(crate) fn stop_others(&self, what: &str) -> Stopped<'_, ThreadData> {
        self.home.process().require_current(what);
        abort_in_operation(what);
        let requested = Instant::now();
        loop {
            if let Some(stopped) = self.stop(None, requested) {
                return stopped;
            }
        }
    }

    /// Runs `inspect` with the attached threads, while all of them are stopped and markers are
    /// parked. It does not change the heap. The calling thread must be native. `what`: see
    /// [`Self::stop_others`].
    pub(crate) fn while_stopped<R>(
        &self,
        what: &str,
        inspect: impl FnOnce(&[AttachedThread]) -> R,
    ) -> R {
        // Early, so that markers end their steps while threads stop.
        self.marking.parking.request();
        let stopped = self.stop_others(what);
        let parked = self.marking.parking.park();
        let result = inspect(stopped.threads());
        // Before threads resume: one of them may stop the world again at once.
        drop(parked);
        drop(stopped);
        self.marking.resume(false);
        result
    }

    /// Runs a collection, or waits for the collection of another thread that came first. `me` is
    /// the calling thread if it is managed: it has recorded its managed-to-native transition and
    /// holds no reference elsewhere, because it is native for a while at the end.
    /// `in_memory_callback`: the requester is inside the host's out-of-memory callback, whose
    /// result is not known yet.
    pub(crate) fn collect(
        &self,
        me: Option<&AttachedThread>,
        cause: Cause,
        in_memory_callback: bool,
    ) -> Outcome {
        self.home.process().require_current("a collection");
        abort_in_operation("a collection");
        let request = Request { me, cause, in_memory_callback, at: Instant::now() };
        // Early, so that markers end their steps while threads stop.
        self.marking.parking.request();
        let Some(stopped) = self.stop(me, request.at) else {
            self.marking.parking.withdraw();
            return Outcome::CollectedByOther;
        };
        let parked = self.marking.parking.park();
        let last_to_stop = stopped.last_to_stop().cloned();
        let mut collection = self.begin(&request, &stopped, last_to_stop.as_ref());
        let remainder = self.collect_stopped(&request, stopped.threads(), &mut collection);
        collection.after = self.spaces.occupancy();
        // Before threads resume: one of them may stop the world again at once.
        drop(parked);
        collection.pause = stopped.resume(|| request.at.elapsed());
        self.marking.resume(self.spaces.must_populate());
        self.report(&request, &collection, remainder)
    }

    /// Returns the data of a collection that has just stopped all threads.
    fn begin<'a>(
        &self,
        request: &Request<'a>,
        stopped: &Stopped<'_, ThreadData>,
        last_to_stop: Option<&'a AttachedThread>,
    ) -> Collection<'a> {
        let fiber_of = |thread: &AttachedThread| thread.data.stack().fiber_number();
        Collection {
            number: 0,
            kind: CollectionKind::Young,
            cause: request.cause.into(),
            requested: request.at,
            pause: Duration::ZERO,
            time_to_safepoint: request.at.elapsed(),
            last_to_stop: last_to_stop.map(|thread| thread.data.named()),
            last_to_stop_fiber: last_to_stop.map_or(0, fiber_of),
            pending: stopped.pending_threads(),
            by: request.me.map(|me| me.data.named()),
            by_fiber: request.me.map_or(0, fiber_of),
            passes: 0,
            plan: self.pacing.lock().plan(),
            progress: CycleProgress::default(),
            phases: PhaseDurations::default(),
            workers: 0,
            threads: stopped.threads().len(),
            before: HeapUse::default(),
            after: HeapUse::default(),
            counters: Counters::default(),
        }
    }

    /// Runs the part of a collection during which `threads`, all of them, are stopped.
    fn collect_stopped(
        &self,
        request: &Request<'_>,
        threads: &[AttachedThread],
        collection: &mut Collection<'_>,
    ) -> Remainder {
        // An unfinished collection cannot be resumed.
        let guard = AbortOnUnwind("a collection");
        // The collection calls the host's object model.
        let operation = Operation::begin("a collection");
        probes::collection_begin(collection.cause);
        let mut timer = PhaseTimer::begin(&self.observer);
        collection.number = timer.number();
        let reliefs = self.memory_callback.count();
        // SAFETY: the world is stopped until the view is dropped. A walk visits only frames that
        // are older than the point at which a thread stopped or left for native code; they do not
        // return meanwhile.
        let code = unsafe { self.code_view() };
        let mut fibers = self.fibers.lock();
        let collector = self.collector(&code, threads, &fibers);
        let checks = self.config.verify;
        let verified = if checks.before { collector.verify(verify::BEFORE, &mut timer) } else { 0 };
        collection.before = self.spaces.occupancy();
        let mut findings = collector.collect_as_needed(request.cause, collection, &mut timer);
        for thread in threads {
            thread.data.context().clear_tlab();
        }
        let collecting = request.at.elapsed().saturating_sub(collection.time_to_safepoint);
        collection.counters.objects_verified = verified;
        if checks.after {
            let when = match collection.kind {
                CollectionKind::Young => "after a young collection",
                CollectionKind::Full | CollectionKind::Compacting => verify::AFTER_FULL,
            };
            collection.counters.objects_verified += collector.verify(when, &mut timer);
        }
        fibers.queue_dead(core::mem::take(&mut findings.dead_fibers));
        fibers.unlist_clean();
        let unused_code = match findings.is_thorough {
            true => code.with(|code| self.find_unused_code(threads, &fibers, code)),
            false => Vec::new(),
        };
        drop(fibers);
        drop(code);
        self.faults.set_collections(collection.number);
        probes::collection_end(collection.number, collection.kind);
        // The memory in use is the live memory: all dead objects were found, now or by a cycle.
        let is_measured = findings.is_thorough || findings.follows_cycle;
        let outcome = self.outcome(request, is_measured, collecting, reliefs);
        collection.progress = self.cycle_progress();
        let stops = timer.wants_spans().then(|| self.thread_stops(request, threads));
        let times = timer.end();
        collection.phases = times.phases;
        guard.done();
        drop(operation);
        Remainder { findings, outcome, unused_code, spans: stops.map(|stops| (times.spans, stops)) }
    }

    /// Returns the state of the concurrent cycle, in a pause.
    fn cycle_progress(&self) -> CycleProgress {
        let marking = &self.marking;
        let stage = match marking.phase() {
            CyclePhase::Marking => Some(CycleStage::Marking),
            CyclePhase::Sweeping => Some(CycleStage::Sweeping),
            CyclePhase::Idle => self.spaces.is_tracking().then_some(CycleStage::Evacuating),
        };
        CycleProgress {
            stage,
            marked: if stage == Some(CycleStage::Marking) { marking.marked_bytes() } else { 0 },
            assist_percent: marking.assist_percent() as u64,
            swept: marking.swept(),
        }
    }

    /// Returns the parts of the heap that a collection uses.
    fn collector<'a>(
        &'a self,
        code: &'a CodeView<'a>,
        threads: &'a [AttachedThread],
        fibers: &'a FiberLists,
    ) -> Collector<'a> {
        let Config { workers, zeal, zeal_seed, return_barriers, .. } = self.config;
        let barrier_spacing = match return_barriers {
            false => BarrierSpacing::Off,
            true if zeal.is_on() => BarrierSpacing::EveryFrame,
            true => BarrierSpacing::Exponential,
        };
        Collector {
            spaces: &self.spaces,
            types: &self.types,
            remembered: &self.remembered,
            handles: &self.handles,
            references: &self.references,
            marking: &self.marking,
            pacing: &self.pacing,
            pool: &self.pool,
            walkers: &self.walkers,
            max_workers: workers,
            zeal_seed: zeal.is_on().then_some(zeal_seed),
            barrier_spacing,
            code,
            threads,
            fibers,
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
    fn report(
        &self,
        request: &Request<'_>,
        collection: &Collection<'_>,
        remainder: Remainder,
    ) -> Outcome {
        let Remainder { findings, outcome, unused_code, spans } = remainder;
        let report = self.observer.recorder.record(collection);
        let timeline = spans.map(|(spans, threads)| Timeline {
            requested: request.at,
            stopped: request.at + collection.time_to_safepoint,
            resumed: request.at + collection.pause,
            spans,
            workers: findings.worker_spans,
            threads,
            progress: collection.progress,
            by: collection.requester(),
            by_fiber: collection.by_fiber,
        });
        // This takes time. As a native thread, this one does not delay another thread's stop.
        if let Some(me) = request.me {
            self.safepoint.enter_native(me);
        }
        // A pause that has completed a cycle has swept as much as a full collection.
        let kind = if findings.is_thorough { CollectionKind::Full } else { collection.kind };
        self.spaces.return_memory(kind, findings.dead);
        self.export_counters();
        self.observer.notify(&report, collection, timeline, self.home.process());
        self.notify_unused_code(unused_code);
        if let Some(me) = request.me {
            self.safepoint.leave_native(me);
        }
        outcome
    }

    /// Returns whether there is room for the request after the collection.
    fn outcome(
        &self,
        request: &Request<'_>,
        is_measured: bool,
        collecting: Duration,
        reliefs: u64,
    ) -> Outcome {
        if let Some(found) = self.shortage(request.cause, is_measured, collecting, reliefs) {
            return Outcome::OutOfMemory(found);
        }
        if !request.in_memory_callback {
            self.memory_callback.record_success();
        }
        Outcome::Room
    }

    /// Returns the shortage that remains after a collection for which memory was short, if any.
    /// `is_measured`: all live objects were marked by this collection, or by a cycle that has just
    /// ended. If not, there is no shortage, since more thorough kinds have not been tried.
    fn shortage(
        &self,
        cause: Cause,
        is_measured: bool,
        collecting: Duration,
        reliefs: u64,
    ) -> Option<FoundShortage> {
        let request = cause.bytes();
        if !is_measured || request == 0 {
            // With cycles, young collections and those of the markers are what a full heap costs.
            let counts = cause.is_for_allocation() || cause == Cause::Marking;
            if let Some(overhead) = &self.overhead
                && counts
                && self.marking.is_enabled(&self.types)
            {
                overhead.record_young(collecting);
            }
            return None;
        }
        let (limit, live) = (self.spaces.limit(), self.spaces.used());
        let found = |cause, last| {
            let request = MemoryRequest::Bytes(request);
            let why = OutOfMemory { limit, live, request, cause };
            FoundShortage { why, reliefs, successes: self.memory_callback.successes(), last }
        };
        if !self.spaces.can_allocate(request) {
            return Some(found(OutOfMemoryCause::NoRoom, false));
        }
        let free_percent = limit.saturating_sub(live) as f64 / limit as f64 * 100.0;
        let exceeded =
            self.overhead.as_ref()?.record_collection(collecting, free_percent, reliefs)?;
        Some(found(OutOfMemoryCause::OverheadLimit(exceeded.overhead), exceeded.last))
    }
}
