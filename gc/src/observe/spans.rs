//! Reports collections as spans and events of the crate `tracing` (feature `tracing`).
//!
//! A subscriber may run any code, and may take locks. Therefore it is notified of a collection
//! after mutators have resumed, like the host's callback. Durations are fields of the span and of
//! its events; the start and end times of the span itself have no meaning. If the subscriber
//! collects, it is not notified of that collection.

use core::cell::Cell;

use super::{CollectionReport, PhaseDurations};
use crate::collection::HeapUse;
use crate::fatal::AbortOnUnwind;

/// The target of all spans and events.
const TARGET: &str = "statepoint_gc";

thread_local! {
    /// Whether the calling thread is executing a subscriber.
    static IN_CALLBACK: Cell<bool> = const { Cell::new(false) };
}

/// Reports a collection to the calling thread's subscriber, as a span `collection` with one event
/// for each phase and one for the whole collection. The thread is in native state.
pub(super) fn notify(report: &CollectionReport) {
    if !tracing::enabled!(target: TARGET, tracing::Level::INFO) || IN_CALLBACK.replace(true) {
        return;
    }
    let guard = AbortOnUnwind("a subscriber of `tracing`");
    let used = |heap: &HeapUse| heap.young + heap.old + heap.large;
    let CollectionReport { number, kind, cause, pause_ns, time_to_safepoint_ns, .. } = *report;
    let span = tracing::info_span!(
        target: TARGET,
        "collection",
        number,
        kind = kind.name(),
        cause = cause.word(),
        pause_ns,
        time_to_safepoint_ns,
        last_to_stop = report.last_to_stop.as_ref().map(|stop| stop.thread.as_str()),
        workers = report.workers,
        threads = report.threads,
        before_bytes = used(&report.before),
        after_bytes = used(&report.after),
        copied_bytes = report.counts.bytes_copied,
        promoted_bytes = report.counts.bytes_promoted,
        roots_visited = report.counts.roots_visited,
        frames_walked = report.counts.frames_walked,
    );
    span.in_scope(|| {
        let PhaseDurations { roots, trace, references, sweep, verify } = report.phases_ns;
        for (phase, duration_ns) in [
            ("roots", roots),
            ("trace", trace),
            ("references", references),
            ("sweep", sweep),
            ("verify", verify),
        ] {
            tracing::debug!(target: TARGET, phase, duration_ns);
        }
        tracing::info!(target: TARGET, "{report}");
    });
    guard.done();
    IN_CALLBACK.set(false);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fmt::Debug;
    use std::sync::{Arc, Mutex};

    use tracing::field::{Field, Visit};
    use tracing::span::{Attributes, Id, Record};
    use tracing::{Event, Metadata, Subscriber};

    use super::super::CollectionCounts;
    use super::*;
    use crate::collection::{CollectionCause, CollectionKind};

    type Fields = BTreeMap<&'static str, String>;

    #[derive(Default)]
    struct RecordingSubscriber(Arc<Mutex<Vec<(&'static str, Fields)>>>);

    struct FieldRecorder(Fields);

    impl Visit for FieldRecorder {
        fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
            self.0.insert(field.name(), format!("{value:?}"));
        }
    }

    impl Subscriber for RecordingSubscriber {
        fn enabled(&self, metadata: &Metadata<'_>) -> bool {
            metadata.target() == TARGET
        }

        fn new_span(&self, span: &Attributes<'_>) -> Id {
            let mut recorder = FieldRecorder(Fields::new());
            span.record(&mut recorder);
            self.0.lock().unwrap().push((span.metadata().name(), recorder.0));
            // A subscriber that collects is not notified of that collection.
            notify(&report(2));
            Id::from_u64(1)
        }

        fn event(&self, event: &Event<'_>) {
            let mut recorder = FieldRecorder(Fields::new());
            event.record(&mut recorder);
            self.0.lock().unwrap().push(("event", recorder.0));
        }

        fn record(&self, _: &Id, _: &Record<'_>) {}
        fn record_follows_from(&self, _: &Id, _: &Id) {}
        fn enter(&self, _: &Id) {}
        fn exit(&self, _: &Id) {}
    }

    fn report(number: u64) -> CollectionReport {
        CollectionReport {
            number,
            kind: CollectionKind::Young,
            cause: CollectionCause::LargeAllocation,
            requested_ns: 1,
            pause_ns: 5000,
            time_to_safepoint_ns: 70,
            phases_ns: PhaseDurations {
                roots: 11,
                trace: 12,
                references: 13,
                sweep: 14,
                verify: 15,
            },
            last_to_stop: None,
            workers: 2,
            threads: 3,
            before: HeapUse { young: 100, old: 20, large: 3, committed: 200 },
            after: HeapUse::default(),
            counts: CollectionCounts { roots_visited: 9, ..CollectionCounts::default() },
        }
    }

    #[test]
    fn subscriber_receives_collection_and_phase_spans() {
        let subscriber = RecordingSubscriber::default();
        let records = Arc::clone(&subscriber.0);
        tracing::subscriber::with_default(subscriber, || notify(&report(1)));
        let records = records.lock().unwrap();
        assert_eq!(records.len(), 1 + 5 + 1, "{records:?}");
        let (name, span) = &records[0];
        assert_eq!(*name, "collection");
        for (field, value) in [
            ("number", "1"),
            ("kind", "\"young\""),
            ("cause", "\"large-allocation\""),
            ("pause_ns", "5000"),
            ("time_to_safepoint_ns", "70"),
            ("before_bytes", "123"),
            ("after_bytes", "0"),
            ("roots_visited", "9"),
        ] {
            assert_eq!(span[field], value, "{field}");
        }
        let phases: Vec<_> = records[1..6]
            .iter()
            .map(|(_, event)| (event["phase"].as_str(), event["duration_ns"].as_str()))
            .collect();
        let expected = [
            ("\"roots\"", "11"),
            ("\"trace\"", "12"),
            ("\"references\"", "13"),
            ("\"sweep\"", "14"),
            ("\"verify\"", "15"),
        ];
        assert_eq!(phases, expected);
        assert!(records[6].1["message"].contains("collection 1 (young"));
    }
}
