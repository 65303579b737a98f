//! What a collection tells of itself while it lasts: where its phases begin and end.

use std::time::{Duration, Instant};

use super::{Observer, Phases, nanoseconds};

/// A part of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CollectionPhase {
    /// Verifying the heap, before or after everything else.
    Verify,
    /// Looking at stacks, at references of native code and at what was remembered, and tracing from there.
    Trace,
    /// Weak references, ephemerons and finalizers.
    References,
    /// Finding what is free.
    Sweep,
}

/// The beginning or the end of a phase of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CollectionMoment {
    /// All threads have stopped.
    Begins,
    /// A phase begins. After one that did not free enough, phases come again, more thorough.
    PhaseBegins(CollectionPhase),
    /// The phase that has begun last ends.
    PhaseEnds(CollectionPhase),
    /// Threads are about to go on.
    Ends,
}

/// A moment of a collection: see [`HeapBuilder::on_phase`](crate::HeapBuilder::on_phase).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CollectionEvent {
    /// Of the collection: see [`CollectionReport::number`](crate::observe::CollectionReport::number).
    pub number: u64,
    /// What happens.
    pub moment: CollectionMoment,
    /// When, in nanoseconds since the heap was made.
    pub at_ns: u64,
}

/// A stretch of time in a collection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(super) name: &'static str,
    pub(super) begin: Instant,
    pub(super) end: Instant,
}

/// Watches one collection, while all threads are stopped.
#[derive(Debug)]
pub(crate) struct Watch<'a> {
    observer: &'a Observer,
    number: u64,
    /// The present phase, and when it began.
    present: Option<(CollectionPhase, Instant)>,
    /// How long its roots took.
    roots: Duration,
    phases: Phases,
    /// Kept if somebody wants to know.
    spans: Option<Vec<Span>>,
}

/// What was seen.
#[derive(Debug)]
pub(crate) struct Watched {
    pub(crate) phases: Phases,
    pub(crate) spans: Vec<Span>,
}

impl<'a> Watch<'a> {
    /// A collection begins.
    pub(crate) fn begin(observer: &'a Observer) -> Self {
        let number = observer.recorder.begin();
        let watch = Self {
            observer,
            number,
            present: None,
            roots: Duration::ZERO,
            phases: Phases::default(),
            spans: observer.wants_spans().then(Vec::new),
        };
        watch.tell(CollectionMoment::Begins);
        watch
    }

    /// Of the collection, from 1.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Whether what each worker does is to be told.
    pub(crate) fn wants_spans(&self) -> bool {
        self.spans.is_some()
    }

    fn tell(&self, moment: CollectionMoment) {
        self.observer.tell_moment(self.number, moment);
    }

    /// The present phase ends, if there is one, and another begins. Returns when.
    pub(crate) fn enter(&mut self, phase: CollectionPhase) -> Instant {
        let now = Instant::now();
        self.close(now);
        self.present = Some((phase, now));
        self.tell(CollectionMoment::PhaseBegins(phase));
        now
    }

    /// Roots took so many nanoseconds of the present phase.
    pub(crate) fn roots_took(&mut self, nanoseconds: u64) {
        self.roots = Duration::from_nanos(nanoseconds);
    }

    /// The present phase ends, and none follows at once.
    pub(crate) fn leave(&mut self) {
        self.close(Instant::now());
    }

    fn close(&mut self, end: Instant) {
        let Some((phase, begin)) = self.present.take() else { return };
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
        self.tell(CollectionMoment::PhaseEnds(phase));
    }

    fn add(
        &mut self,
        name: &'static str,
        begin: Instant,
        end: Instant,
        of: impl FnOnce(&mut Phases) -> &mut u64,
    ) {
        *of(&mut self.phases) += nanoseconds(end.saturating_duration_since(begin));
        if let Some(spans) = &mut self.spans {
            spans.push(Span { name, begin, end });
        }
    }

    /// Threads are about to go on.
    pub(crate) fn end(mut self) -> Watched {
        debug_assert!(self.present.is_none(), "phases end before the collection");
        self.tell(CollectionMoment::Ends);
        Watched { phases: self.phases, spans: self.spans.take().unwrap_or_default() }
    }
}
