//! The workload `pause`. Worker threads allocate small trees continuously, and store one in eight
//! into a table. An observer thread sleeps repeatedly and measures how much longer each sleep
//! takes, which is an independent check of the pauses that the collector reports.

use core::cell::Cell;
use core::ops::Range;
use std::error::Error;
use std::fs;
use std::io::{self, BufWriter, Write as _};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Barrier, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use spgc_tools::page::quantile;
use statepoint_gc::{
    Argument, CollectionKind, Heap,
    observe::{CollectionEvent, CollectionEventKind, CollectionReport},
};

use super::{WorkloadResult, code};
use crate::mode::Mode;

/// Duration of one sleep of the observer.
const SLEEP: Duration = Duration::from_millis(1);

/// Number of trees that are replaced between two checks of the clock, if their rate is limited.
const BATCH: u64 = 16;

/// An event with a duration.
#[derive(Clone, Copy, Debug)]
struct Event {
    kind: EventKind,
    /// Begin of the event, as returned by [`now`].
    begin: u64,
    /// Duration in nanoseconds.
    time: u64,
}

/// The kind of an event, which gives the meaning of its duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EventKind {
    /// The time by which a sleep of the observer exceeded [`SLEEP`].
    Oversleep,
    /// The pause of any collection.
    Pause,
    /// The pause of a young collection.
    YoungPause,
    /// The time to safepoint of any collection.
    TimeToSafepoint,
    /// The processor time of the collecting thread in a pause, without the time to safepoint. The
    /// time for which the machine runs other programs is not part of it.
    ProcessorTime,
    /// The elapsed time of a collection that a thread requests.
    Request,
    /// The processor time of a thread while it requests a collection.
    RequestProcessorTime,
}

impl EventKind {
    /// Returns the name of the duration in the output.
    fn name(self) -> &'static str {
        match self {
            Self::Oversleep => "oversleep_ns",
            Self::Pause => "pause_ns",
            Self::YoungPause => "young_ns",
            Self::TimeToSafepoint => "tts_ns",
            Self::ProcessorTime => "cpu_ns",
            Self::Request => "request_ns",
            Self::RequestProcessorTime => "request_cpu_ns",
        }
    }
}

/// All recorded events.
static EVENTS: Mutex<Vec<Event>> = Mutex::new(Vec::new());

/// Records an event.
pub(super) fn record_event(kind: EventKind, begin: u64, time: u64) {
    if let Ok(mut events) = EVENTS.lock() {
        events.push(Event { kind, begin, time });
    }
}

/// Removes all recorded events.
///
/// # Errors
///
/// Returns an error if a thread panicked while it recorded an event.
pub(super) fn forget_events() -> Result<(), Box<dyn Error>> {
    EVENTS.lock().map_err(|error| error.to_string())?.clear();
    Ok(())
}

/// Removes the events that do not overlap this interval, whose ends [`now`] has returned. An event
/// that overlaps it stays with its whole duration.
///
/// # Errors
///
/// Returns an error if a thread panicked while it recorded an event.
pub(super) fn retain_events(interval: &Range<u64>) -> Result<(), Box<dyn Error>> {
    let mut events = EVENTS.lock().map_err(|error| error.to_string())?;
    events.retain(|event| event.begin < interval.end && event.begin + event.time >= interval.start);
    Ok(())
}

/// Returns the sum of the durations of all recorded events of this kind, in nanoseconds.
///
/// # Errors
///
/// Returns an error if a thread panicked while it recorded an event.
pub(super) fn sum_of_events(kind: EventKind) -> Result<u64, Box<dyn Error>> {
    let events = EVENTS.lock().map_err(|error| error.to_string())?;
    Ok(events.iter().filter(|event| event.kind == kind).map(|event| event.time).sum())
}

/// Records the pause of a collection. It is registered as a listener of the heap, and runs on the
/// collecting thread.
pub(super) fn record_collection(report: &CollectionReport) {
    let begin = now().saturating_sub(report.pause_ns);
    record_event(EventKind::Pause, begin, report.pause_ns);
    record_event(EventKind::TimeToSafepoint, begin, report.time_to_safepoint_ns);
    record_event(EventKind::ProcessorTime, begin, PROCESSOR_TIME.get());
    if report.kind == CollectionKind::Young {
        record_event(EventKind::YoungPause, begin, report.pause_ns);
    }
}

thread_local! {
    /// The processor time of this thread when its last collection began; then, the processor time
    /// of that collection.
    static PROCESSOR_TIME: Cell<u64> = const { Cell::new(0) };
}

/// Measures the processor time of the collecting thread. It is registered as the phase callback of
/// the heap.
pub(super) fn measure_processor_time(event: &CollectionEvent) {
    let now = || nanoseconds(libc::CLOCK_THREAD_CPUTIME_ID);
    match event.kind {
        CollectionEventKind::CollectionBegin => PROCESSOR_TIME.set(now()),
        CollectionEventKind::CollectionEnd => PROCESSOR_TIME.set(now() - PROCESSOR_TIME.get()),
        _ => {}
    }
}

/// Returns the processor time of the threads whose names begin with this text so far, in
/// nanoseconds. Those of the heap are `spgc-marker` and `spgc-worker`.
pub(super) fn time_of_threads(name: &str) -> Result<u64, Box<dyn Error>> {
    let mut time = 0;
    for thread in fs::read_dir("/proc/self/task")? {
        let folder = thread?.path();
        let read = |name| fs::read_to_string(folder.join(name)).unwrap_or_default();
        if read("comm").starts_with(name) {
            let statistics = read("schedstat");
            let used = statistics.split(' ').next().and_then(|used| used.parse::<u64>().ok());
            time += used.ok_or("a thread has no /proc/self/task/*/schedstat")?;
        }
    }
    Ok(time)
}

/// Prints the events of the measured interval, one line for each, with the name and the duration in
/// nanoseconds.
///
/// # Errors
///
/// Returns an error if standard output cannot be written.
pub(super) fn print_events() -> Result<(), Box<dyn Error>> {
    let events = EVENTS.lock().map_err(|error| error.to_string())?;
    let mut out = BufWriter::new(io::stdout().lock());
    for event in events.iter() {
        writeln!(out, "{} {}", event.kind.name(), event.time)?;
    }
    Ok(out.flush()?)
}

/// Returns the time of one of the system's clocks in nanoseconds.
fn nanoseconds(clock: libc::clockid_t) -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the kernel supports the clocks that are used here, and `time` is valid for writes.
    unsafe { libc::clock_gettime(clock, &raw mut time) };
    time.tv_sec.cast_unsigned() * 1_000_000_000 + time.tv_nsec.cast_unsigned()
}

/// Returns the time of the monotonic clock in nanoseconds.
pub(super) fn now() -> u64 {
    nanoseconds(libc::CLOCK_MONOTONIC)
}

extern "C" fn clock(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    now()
}

extern "C" fn sleep(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    thread::sleep(SLEEP);
    0
}

extern "C" fn record(begin: u64, end: u64, _: u64, _: u64, _: u64) -> u64 {
    record_event(
        EventKind::Oversleep,
        begin,
        (end - begin).saturating_sub(SLEEP.as_nanos() as u64),
    );
    0
}

/// The result of one worker thread.
struct WorkerResult {
    iterations: u64,
    sum: u64,
}

/// Runs the workload for this time. Each thread has a table of `chunks` arrays of `length` trees,
/// and replaces at most `rate` trees in a second; any number if `rate` is 0.
///
/// All threads build their tables, then wait at a barrier. The measured interval begins after the
/// barrier and ends when the flag is set.
pub(super) fn run(
    heap: &Heap,
    mode: Mode,
    threads: u32,
    [chunks, length]: [u64; 2],
    time: Duration,
    rate: u64,
) -> Result<WorkloadResult, Box<dyn Error>> {
    let flag = AtomicU32::new(0);
    let begun = Barrier::new(threads as usize + 1);
    let (done, measured, marking) = thread::scope(|scope| {
        let worker = |seed: u64| {
            let (flag, begun) = (&flag, &begun);
            move || {
                let table = [Argument::Word(chunks), Argument::Word(length)];
                let prepared =
                    heap.attach().map_err(|error| error.to_string()).and_then(|mut mutator| {
                        let table = code::reference(&mut mutator, (code::make_table, mode), &table);
                        Ok((table.map_err(|error| error.to_string())?, mutator))
                    });
                // The thread must arrive also after an error, because others wait at the barrier.
                begun.wait();
                let (root, mut mutator) = prepared?;
                let table = [Argument::Reference(&root), table[0], table[1]];
                let (begin, mut iterations) = (Instant::now(), 0);
                while iterations == 0 || flag.load(Ordering::Relaxed) == 0 {
                    let [seed, limit] =
                        [seed + iterations, if rate > 0 { BATCH } else { u64::MAX }];
                    let [seed, limit] = [seed, limit].map(Argument::Word);
                    let work = [table[0], table[1], table[2], seed, code::address(flag), limit];
                    let replaced = code::number(&mut mutator, (code::replace_trees, mode), &work);
                    let replaced = replaced.map_err(|error| error.to_string())?;
                    if replaced == 0 {
                        return Err("a tree has a wrong sum".to_owned());
                    }
                    iterations += replaced;
                    let due = iterations.saturating_mul(1_000_000_000).checked_div(rate);
                    let due = Duration::from_nanos(due.unwrap_or(0));
                    thread::sleep(due.saturating_sub(begin.elapsed()));
                }
                let sum = code::number(&mut mutator, (code::sum_table, mode), &table);
                Ok(WorkerResult { iterations, sum: sum.map_err(|error| error.to_string())? })
            }
        };
        let workers: Vec<_> =
            (1..=u64::from(threads)).map(|seed| scope.spawn(worker(seed))).collect();
        let observer = scope.spawn(|| {
            // The observer attaches before the measured interval, which can begin with a pause.
            let mut mutator = heap.attach().map_err(|error| error.to_string())?;
            let functions = [clock, sleep, record]
                .map(|f: extern "C" fn(_, _, _, _, _) -> u64| code::address(f as *const ()));
            let [clock, sleep, record] = functions;
            let observe = [clock, sleep, record, code::address(&raw const flag)];
            code::number(&mut mutator, (code::observe, mode), &observe)
                .map_err(|error| error.to_string())
        });
        begun.wait();
        let (begin, marking) = (now(), time_of_threads("spgc-marker"));
        thread::sleep(time);
        flag.store(1, Ordering::Relaxed);
        let measured = begin..now();
        let marking = time_of_threads("spgc-marker").and_then(|now| Ok(now - marking?));
        let done: Result<Vec<WorkerResult>, String> =
            workers.into_iter().map(|worker| worker.join().expect("no panic")).collect();
        let observed = observer.join().expect("no panic");
        Ok::<_, String>((done.and_then(|done| observed.map(|_| done))?, measured, marking))
    })?;
    retain_events(&measured)?;
    let events = EVENTS.lock().map_err(|error| error.to_string())?;
    let operations = done.iter().map(|done| done.iterations).sum();
    let mut counts = vec![("operations", operations), ("markers_cpu_ns", marking?)];
    for (kind, [count, p50, p99, max]) in [
        (
            EventKind::Oversleep,
            ["sleeps", "oversleep_p50_ns", "oversleep_p99_ns", "oversleep_max_ns"],
        ),
        (EventKind::Pause, ["pauses", "pause_p50_ns", "pause_p99_ns", "pause_max_ns"]),
        (EventKind::YoungPause, ["young_pauses", "young_p50_ns", "young_p99_ns", "young_max_ns"]),
        (EventKind::TimeToSafepoint, ["stops", "tts_p50_ns", "tts_p99_ns", "tts_max_ns"]),
        (EventKind::ProcessorTime, ["cpu_times", "cpu_p50_ns", "cpu_p99_ns", "cpu_max_ns"]),
    ] {
        let events = events.iter().filter(|event| event.kind == kind);
        let mut times: Vec<f64> = events.map(|event| event.time as f64).collect();
        times.sort_by(f64::total_cmp);
        counts.push((count, times.len() as u64));
        if !times.is_empty() {
            let at = |share| quantile(&times, share) as u64;
            counts.extend([(p50, at(0.5)), (p99, at(0.99)), (max, at(1.0))]);
        }
    }
    let wall = Duration::from_nanos(measured.end - measured.start);
    Ok(WorkloadResult { result: done.iter().map(|done| done.sum).sum(), wall, counts })
}
