//! Events of a collection in progress: where its phases begin and end.

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
    /// A phase begins. If a collection did not free enough, its phases are repeated, more
    /// thoroughly.
    PhaseBegin(CollectionPhase),
    /// The phase that began last ends.
    PhaseEnd(CollectionPhase),
    /// Threads are about to resume.
    CollectionEnd,
}

/// Event of a collection, passed to the callback of
/// [`HeapBuilder::on_phase`](crate::HeapBuilder::on_phase).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CollectionEvent {
    /// Number of the collection: see
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

/// Times one collection, while all threads are stopped.
#[derive(Debug)]
pub(crate) struct PhaseTimer<'a> {
    observer: &'a Observer,
    number: u64,
    /// The current phase, and when it began.
    current: Option<(CollectionPhase, Instant)>,
    /// Duration of the roots in the current phase.
    roots: Duration,
    phases: PhaseDurations,
    /// The intervals for the trace; `None` if there is no trace.
    spans: Option<Vec<Span>>,
}

/// Durations and intervals of one collection.
#[derive(Debug)]
pub(crate) struct PhaseTimes {
    pub(crate) phases: PhaseDurations,
    pub(crate) spans: Vec<Span>,
}

impl<'a> PhaseTimer<'a> {
    /// Begins a collection and notifies the host.
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

    fn notify(&self, kind: CollectionEventKind) {
        self.observer.notify_phase(self.number, kind);
    }

    /// Ends the current phase, if there is one, and begins another. Returns the time at which it
    /// began.
    pub(crate) fn enter(&mut self, phase: CollectionPhase) -> Instant {
        let now = Instant::now();
        self.close(now);
        self.current = Some((phase, now));
        self.notify(CollectionEventKind::PhaseBegin(phase));
        now
    }

    /// Sets the part of the current phase that the roots took, in nanoseconds.
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

    /// Adds an interval to a duration, and to the intervals for the trace.
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
