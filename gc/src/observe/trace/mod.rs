//! A trace for Perfetto and `chrome://tracing`: the times at which each thread was stopped, and the
//! collector's work during each stop. `docs/log.md` documents its contents.
//!
//! While threads are stopped, only times are recorded ([`Timeline`]). A thread in native state
//! converts the times to events after mutators have resumed. Collections are written in the order
//! of their numbers, even if threads report them in another order.

mod cycle;
mod event;
mod file;

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use parking_lot::Mutex;

use self::cycle::CycleRow;
use self::event::Events;
use self::file::TraceFile;
use super::{CollectionReport, Span};
use crate::collection::{CycleProgress, HeapUse};
use crate::thread::AttachedThread;

/// The maximum number of collections that are held back while an earlier collection has not been
/// reported.
const MAX_BUFFERED: usize = 64;
/// The maximum number of row names that are kept. If there are more, rows are named again.
const MAX_ROWS: usize = 1024;
/// First row of cycles, above all thread IDs. Each heap has one.
const CYCLES: u32 = 1 << 29;
/// First row of workers.
const WORKERS: u32 = 1 << 30;
/// Number of rows for the workers of one heap.
const WORKERS_PER_HEAP: u32 = 256;

/// A thread's part in a stop.
#[derive(Debug)]
pub(crate) struct ThreadStop {
    pub(crate) thread: AttachedThread,
    /// Time at which the thread stopped or became native.
    pub(crate) since: Instant,
    /// Whether the thread waits for the end of the stop; otherwise it became native.
    pub(crate) waits: bool,
}

/// The work of one worker in one pass.
#[derive(Debug)]
pub(crate) struct WorkerSpan {
    /// Index of the worker.
    pub(crate) index: usize,
    pub(crate) begin: Instant,
    /// Time at which the worker finished the root scan and began to trace.
    pub(crate) traced: Instant,
    pub(crate) end: Instant,
    pub(crate) objects_moved: u64,
    pub(crate) bytes_copied: u64,
}

/// The times of a collection.
#[derive(Debug)]
pub(crate) struct Timeline {
    /// Time of the request.
    pub(crate) requested: Instant,
    /// Time at which all threads had stopped.
    pub(crate) stopped: Instant,
    /// Time at which all threads could resume.
    pub(crate) resumed: Instant,
    /// Intervals of the phases.
    pub(crate) spans: Vec<Span>,
    /// The work of each worker in each pass.
    pub(crate) workers: Vec<WorkerSpan>,
    /// The threads that stopped or became native.
    pub(crate) threads: Vec<ThreadStop>,
    /// Name and ID of the thread that requested the collection.
    pub(crate) by: (String, u32),
    /// Number of the fiber that it runs; 0 if none.
    pub(crate) by_fiber: u64,
    /// The state of the concurrent cycle at the end of the collection.
    pub(crate) progress: CycleProgress,
}

/// The trace of one heap.
#[derive(Debug)]
pub(super) struct Trace {
    file: Arc<TraceFile>,
    /// Serial number of the heap in the process.
    heap: u64,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// The serial number of the next collection to be written.
    next: u64,
    /// Collections that have been reported but not written, by serial number.
    waiting: BTreeMap<u64, (CollectionReport, Timeline)>,
    /// The names of rows that have been written.
    rows: HashMap<u32, String>,
    /// Time at which the previous collection ended.
    resumed: Option<Instant>,
    cycle: CycleRow,
}

impl Trace {
    /// Opens the trace file for the heap with the serial number `heap`.
    pub(super) fn begin(path: &Path, heap: u64) -> io::Result<Self> {
        let file = TraceFile::open(path)?;
        let state = State {
            next: 1,
            waiting: BTreeMap::new(),
            rows: HashMap::new(),
            resumed: None,
            cycle: CycleRow::default(),
        };
        Ok(Self { file, heap, state: Mutex::new(state) })
    }

    /// Adds a collection that has ended, and writes the collections whose turn it is.
    pub(super) fn collection(&self, report: &CollectionReport, timeline: Timeline) {
        let mut state = self.state.lock();
        state.waiting.insert(report.number, (report.clone(), timeline));
        loop {
            let Some((&number, _)) = state.waiting.first_key_value() else { return };
            if number > state.next && state.waiting.len() <= MAX_BUFFERED {
                return;
            }
            self.write_first(&mut state);
        }
    }

    /// Writes the collections that have not been written. Called when the heap or the process ends.
    pub(super) fn end(&self) {
        let mut state = self.state.lock();
        while !state.waiting.is_empty() {
            self.write_first(&mut state);
        }
        let mut events = Events::new(self.file.epoch);
        if let Some(at) = state.resumed {
            let (row, name) = self.cycle_row();
            state.name(&mut events, row, &name, 2);
            if state.cycle.end(&mut events, row, at) {
                self.file.write(&events.end());
            }
        }
    }

    /// Returns the row of this heap's cycles, and its name.
    fn cycle_row(&self) -> (u32, String) {
        (CYCLES + self.heap as u32 % CYCLES, format!("heap {} cycle", self.heap))
    }

    /// Writes the waiting collection with the lowest serial number.
    fn write_first(&self, state: &mut State) {
        let Some((number, (report, timeline))) = state.waiting.pop_first() else { return };
        state.next = state.next.max(number + 1);
        let mut events = Events::new(self.file.epoch);
        if state.rows.len() > MAX_ROWS {
            state.rows.clear();
        }
        self.threads(&mut events, state, &timeline);
        pause(&mut events, state, &report, &timeline);
        self.workers(&mut events, state, &timeline);
        let graph = format!("heap {}", self.heap);
        for (at, heap) in [(timeline.stopped, &report.before), (timeline.resumed, &report.after)] {
            let HeapUse { young, old, large, .. } = *heap;
            events.counter(&graph, at, &[("young", young), ("old", old), ("large", large)]);
        }
        let (row, name) = self.cycle_row();
        if timeline.progress.stage.is_some() {
            state.name(&mut events, row, &name, 2);
        }
        state.cycle.pause(&mut events, (row, &name), &report, &timeline);
        state.resumed = Some(timeline.resumed);
        if !self.file.write(&events.end()) {
            // Later events may be fewer, and then there is space for them. Their rows need names.
            state.rows.clear();
        }
    }

    /// Appends the stops of the threads.
    fn threads(&self, events: &mut Events, state: &mut State, timeline: &Timeline) {
        for ThreadStop { thread, since, waits } in &timeline.threads {
            let (name, row) = thread.data.named();
            state.name(events, row, name, 1);
            // A thread that did not resume after the previous stop waits for this stop only since
            // the end of the previous one.
            let since = state.resumed.map_or(*since, |resumed| resumed.max(*since));
            if *waits {
                let times = (since, timeline.resumed.max(since));
                events.span(("stopped", "safepoint"), row, times, &[]);
            } else {
                events.instant(("to native code", "safepoint"), row, since);
            }
        }
    }

    /// Appends the work of the workers.
    fn workers(&self, events: &mut Events, state: &mut State, timeline: &Timeline) {
        let first = WORKERS + (self.heap as u32 % (WORKERS / WORKERS_PER_HEAP)) * WORKERS_PER_HEAP;
        for worker in &timeline.workers {
            let index = worker.index as u32;
            let row = first + index % WORKERS_PER_HEAP;
            state.name(events, row, &format!("heap {} worker {index}", self.heap), 3 + index);
            let WorkerSpan { begin, traced, end, objects_moved, bytes_copied, .. } = *worker;
            events.span(("worker roots", "worker"), row, (begin, traced), &[]);
            let done = [("objects_moved", objects_moved), ("bytes_copied", bytes_copied)];
            events.span(("worker trace", "worker"), row, (traced, end), &done);
        }
    }
}

impl State {
    /// Names a row, unless it already has this name. `place` is its position among the rows.
    fn name(&mut self, events: &mut Events, row: u32, name: &str, place: u32) {
        if self.rows.get(&row).is_none_or(|known| known != name) {
            events.row(row, name, place);
            self.rows.insert(row, name.to_owned());
        }
    }
}

/// Appends the pause and its parts, in the row of the thread that collected.
fn pause(events: &mut Events, state: &mut State, report: &CollectionReport, timeline: &Timeline) {
    let Timeline { requested, stopped, resumed, spans, by: (name, row), .. } = timeline;
    state.name(events, *row, name, 1);
    let counts = &report.counts;
    let arguments = [
        ("number", report.number),
        ("pause_ns", report.pause_ns),
        ("time_to_safepoint_ns", report.time_to_safepoint_ns),
        ("workers", report.workers as u64),
        ("threads", report.threads as u64),
        ("frames_walked", counts.frames_walked),
        ("roots_visited", counts.roots_visited),
        ("objects_moved", counts.objects_moved),
        ("bytes_copied", counts.bytes_copied),
        ("bytes_promoted", counts.bytes_promoted),
        ("references_shaded", counts.references_shaded),
        ("old_bytes_evacuated", counts.old_bytes_evacuated),
        ("by_fiber", timeline.by_fiber),
    ];
    let name = format!("{} collection ({})", report.kind, report.cause);
    events.span((&name, "pause"), *row, (*requested, *resumed), &arguments);
    events.span(("time to safepoint", "safepoint"), *row, (*requested, *stopped), &[]);
    events.span(("collection", "collection"), *row, (*stopped, *resumed), &[]);
    for span in spans {
        events.span((span.name, "phase"), *row, (span.begin, span.end), &[]);
    }
}
