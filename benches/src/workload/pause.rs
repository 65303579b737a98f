//! The workload `pause`. Worker threads allocate small trees continuously, and store one in eight
//! into a table. An observer thread sleeps repeatedly and measures how much longer each sleep
//! takes, which is an independent check of the pauses that the collector reports.

use std::error::Error;
use std::io::{self, BufWriter, Write as _};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Barrier, Mutex};
use std::thread;
use std::time::Duration;

use statepoint_gc::{Argument, CollectionKind, Heap, observe::CollectionReport};

use super::{WorkloadResult, code};
use crate::mode::Mode;
use crate::time_to_safepoint::quantile;

/// Duration of one sleep of the observer.
const SLEEP: Duration = Duration::from_millis(1);

/// An event with a duration.
#[derive(Clone, Copy, Debug)]
struct Event {
    kind: EventKind,
    /// Begin of the event, as returned by [`nanoseconds`].
    begin: u64,
    /// Duration in nanoseconds.
    time: u64,
}

/// The kind of an event, which gives the meaning of its duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EventKind {
    /// The time by which a sleep of the observer exceeded [`SLEEP`].
    Oversleep,
    /// The pause of any collection.
    Pause,
    /// The pause of a young collection.
    YoungPause,
    /// The time to safepoint of any collection.
    TimeToSafepoint,
}

impl EventKind {
    /// Returns the name of the duration in the output.
    fn name(self) -> &'static str {
        match self {
            Self::Oversleep => "oversleep_ns",
            Self::Pause => "pause_ns",
            Self::YoungPause => "young_ns",
            Self::TimeToSafepoint => "tts_ns",
        }
    }
}

/// All recorded events.
static EVENTS: Mutex<Vec<Event>> = Mutex::new(Vec::new());

fn record_event(kind: EventKind, begin: u64, time: u64) {
    if let Ok(mut events) = EVENTS.lock() {
        events.push(Event { kind, begin, time });
    }
}

/// Records the pause of a collection. It is registered as a listener of the heap.
pub(super) fn record_collection(report: &CollectionReport) {
    let begin = nanoseconds().saturating_sub(report.pause_ns);
    record_event(EventKind::Pause, begin, report.pause_ns);
    record_event(EventKind::TimeToSafepoint, begin, report.time_to_safepoint_ns);
    if report.kind == CollectionKind::Young {
        record_event(EventKind::YoungPause, begin, report.pause_ns);
    }
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

/// Returns the monotonic time in nanoseconds.
fn nanoseconds() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the kernel supports this clock, and `time` is valid for writes.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut time) };
    time.tv_sec.cast_unsigned() * 1_000_000_000 + time.tv_nsec.cast_unsigned()
}

extern "C" fn clock(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    nanoseconds()
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

/// Runs the workload for this time. Each thread has a table of `chunks` arrays of `length` trees.
///
/// All threads build their tables, then wait at a barrier. The measured interval begins after the
/// barrier and ends when the flag is set.
pub(super) fn run(
    heap: &Heap,
    mode: Mode,
    threads: u32,
    [chunks, length]: [u64; 2],
    time: Duration,
) -> Result<WorkloadResult, Box<dyn Error>> {
    let flag = AtomicU32::new(0);
    let begun = Barrier::new(threads as usize + 1);
    let (done, measured) = thread::scope(|scope| {
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
                let work =
                    [table[0], table[1], table[2], Argument::Word(seed), code::address(flag)];
                let iterations = code::number(&mut mutator, (code::replace_trees, mode), &work);
                let iterations = iterations.map_err(|error| error.to_string())?;
                if iterations == 0 {
                    return Err("a tree has a wrong sum".to_owned());
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
        let begin = nanoseconds();
        thread::sleep(time);
        flag.store(1, Ordering::Relaxed);
        let measured = begin..nanoseconds();
        let done: Result<Vec<WorkerResult>, String> =
            workers.into_iter().map(|worker| worker.join().expect("no panic")).collect();
        let observed = observer.join().expect("no panic");
        Ok::<_, String>((done.and_then(|done| observed.map(|_| done))?, measured))
    })?;
    let mut events = EVENTS.lock().map_err(|error| error.to_string())?;
    // An event that overlaps the measured interval is included with its whole duration.
    events.retain(|event| event.begin < measured.end && event.begin + event.time >= measured.start);
    let mut counts = vec![("operations", done.iter().map(|done| done.iterations).sum())];
    for (kind, [count, p50, p99, max]) in [
        (
            EventKind::Oversleep,
            ["sleeps", "oversleep_p50_ns", "oversleep_p99_ns", "oversleep_max_ns"],
        ),
        (EventKind::Pause, ["pauses", "pause_p50_ns", "pause_p99_ns", "pause_max_ns"]),
        (EventKind::YoungPause, ["young_pauses", "young_p50_ns", "young_p99_ns", "young_max_ns"]),
        (EventKind::TimeToSafepoint, ["stops", "tts_p50_ns", "tts_p99_ns", "tts_max_ns"]),
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
