//! Times and events of the phases of a collection in progress.

use std::time::{Duration, Instant};

use super::{Observer, PhaseDurations, nanoseconds};

/// A phase of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CollectionPhase {
    /// Verification of the heap, before or after all other phases.
    Verify,
    /// Scanning the roots (stacks, references of native code and the remembered set), and tracing
    /// from them.
    Trace,
    /// Processing of weak references, ephemerons and finalizers.
    References,
    /// Sweeping: finding free memory.
    Sweep,
}

/// The beginning or the end of a collection or of one of its phases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CollectionEventKind {
    /// All threads have stopped.
    CollectionBegin,
    /// A phase begins. If a pass of the collection did not free enough, a more thorough pass
    /// repeats the phases.
    PhaseBegin(CollectionPhase),
    /// The phase that began last ends.
    PhaseEnd(CollectionPhase),
    /// The collection has finished, and threads are about to resume.
    CollectionEnd,
}

/// Event of a collection, passed to the callback of
/// [`HeapBuilder::on_phase`](crate::HeapBuilder::on_phase).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CollectionEvent {
    /// Serial number of the collection: see
    /// [`CollectionReport::number`](crate::observe::CollectionReport::number).
    pub number: u64,
    /// The collection or phase that begins or ends.
    pub kind: CollectionEventKind,
    /// Time of the event, in nanoseconds since the heap was created.
    pub at_ns: u64,
}

/// A named interval of time in a collection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(super) name: &'static str,
    pub(super) begin: Instant,
    pub(super) end: Instant,
}

/// Timer of one collection, used while all threads are stopped.
#[derive(Debug)]
pub(crate) struct PhaseTimer<'a> {
    observer: &'a Observer,
    /// Serial number of the collection, from 1.
    number: u64,
    /// The current phase, and its start time.
    current: Option<(CollectionPhase, Instant)>,
    /// Duration of the root scan in the current phase.
    roots: Duration,
    /// Durations of the phases that have ended.
    phases: PhaseDurations,
    /// The intervals for the trace; `None` if there is no trace.
    spans: Option<Vec<Span>>,
}

/// Durations of the phases of one collection, and their intervals.
#[derive(Debug)]
pub(crate) struct PhaseTimes {
    pub(crate) phases: PhaseDurations,
    /// Intervals of the phases; empty if there is no trace.
    pub(crate) spans: Vec<Span>,
}

impl<'a> PhaseTimer<'a> {
    /// Counts a new collection, starts its timer, and notifies the host.
    pub(crate) fn begin(observer: &'a Observer) -> Self {
        let number = observer.recorder.begin();
        let timer = Self {
            observer,
            number,
            current: None,
            roots: Duration::ZERO,
            phases: PhaseDurations::default(),
            spans: observer.wants_spans().then(Vec::new),
        };
        timer.notify(CollectionEventKind::CollectionBegin);
        timer
    }

    /// Returns the number of the collection, from 1.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Returns whether the intervals of each worker are recorded.
    pub(crate) fn wants_spans(&self) -> bool {
        self.spans.is_some()
    }

    /// Notifies the host of an event of this collection.
    fn notify(&self, kind: CollectionEventKind) {
        self.observer.notify_phase(self.number, kind);
    }

    /// Ends the current phase, if there is one, and begins the phase `phase`. Returns its start
    /// time.
    pub(crate) fn enter(&mut self, phase: CollectionPhase) -> Instant {
        let now = Instant::now();
        self.close(now);
        self.current = Some((phase, now));
        self.notify(CollectionEventKind::PhaseBegin(phase));
        now
    }

    /// Sets the duration of the root scan in the current phase, in nanoseconds.
    pub(crate) fn set_roots_duration(&mut self, nanoseconds: u64) {
        self.roots = Duration::from_nanos(nanoseconds);
    }

    /// Ends the current phase; no other follows immediately.
    pub(crate) fn leave(&mut self) {
        self.close(Instant::now());
    }

    /// Records the current phase, if there is one, as ended at `end`.
    fn close(&mut self, end: Instant) {
        let Some((phase, begin)) = self.current.take() else { return };
        let whole = end.saturating_duration_since(begin);
        match phase {
            CollectionPhase::Verify => self.add("verify", begin, end, |phases| &mut phases.verify),
            CollectionPhase::Trace => {
                let traced = begin + core::mem::take(&mut self.roots).min(whole);
                self.add("roots", begin, traced, |phases| &mut phases.roots);
                self.add("trace", traced, end, |phases| &mut phases.trace);
            }
            CollectionPhase::References => {
                self.add("references", begin, end, |phases| &mut phases.references);
            }
            CollectionPhase::Sweep => self.add("sweep", begin, end, |phases| &mut phases.sweep),
        }
        self.notify(CollectionEventKind::PhaseEnd(phase));
    }

    /// Adds an interval to the duration that `duration_of` selects, and to the intervals for the
    /// trace.
    fn add(
        &mut self,
        name: &'static str,
        begin: Instant,
        end: Instant,
        duration_of: impl FnOnce(&mut PhaseDurations) -> &mut u64,
    ) {
        *duration_of(&mut self.phases) += nanoseconds(end.saturating_duration_since(begin));
        if let Some(spans) = &mut self.spans {
            spans.push(Span { name, begin, end });
        }
    }

    /// Ends the collection: threads are about to resume.
    pub(crate) fn end(mut self) -> PhaseTimes {
        debug_assert!(self.current.is_none(), "phases end before the collection");
        self.notify(CollectionEventKind::CollectionEnd);
        PhaseTimes { phases: self.phases, spans: self.spans.take().unwrap_or_default() }
    }
}
