//! The concurrent cycle of a heap in the trace: a row with a span for each stage, and a graph of
//! the bytes that were marked.
//!
//! Stages begin and end in pauses, except that a sweep ends between two: its time is known at the
//! next pause.

use std::time::Instant;

use super::super::CollectionReport;
use super::Timeline;
use super::event::Events;
use crate::collection::CycleStage;

/// The stage in which the last pause has left the cycle.
#[derive(Debug, Default)]
pub(super) struct CycleRow {
    /// The stage, and since when it has lasted.
    open: Option<(CycleStage, Instant)>,
}

impl CycleRow {
    /// Appends the stage that ends with this pause, if one does, and the bytes marked so far. `row`
    /// is the row of stages, `graph` the name of the graph.
    pub(super) fn pause(
        &mut self,
        events: &mut Events,
        (row, graph): (u32, &str),
        report: &CollectionReport,
        timeline: &Timeline,
    ) {
        let Timeline { stopped, resumed, progress, .. } = timeline;
        let counts = &report.counts;
        // Another cycle may have begun in the same stage.
        let has_ended = |stage| progress.stage != Some(stage) || counts.cycles_begun > 0;
        if let Some((stage, since)) = self.open.take_if(|(stage, _)| has_ended(*stage)) {
            let end = match stage {
                // Unless a full collection has abandoned the cycle before all was swept.
                CycleStage::Sweeping => progress.swept.filter(|at| *at > since).unwrap_or(*stopped),
                // The last blocks are evacuated in this pause.
                CycleStage::Evacuating => *resumed,
                CycleStage::Marking => *stopped,
            };
            let marked = [
                ("objects_marked", counts.objects_marked_concurrently),
                ("bytes_marked", counts.bytes_marked_concurrently),
                ("bytes_marked_by_mutators", counts.bytes_marked_by_mutators),
                ("attempts", counts.marking_attempts),
            ];
            let is_complete = stage == CycleStage::Marking && counts.cycles_marked > 0;
            let arguments = if is_complete { &marked[..] } else { &[] };
            events.span((stage.word(), "cycle"), row, (since, end.max(since)), arguments);
        }
        if self.open.is_none() {
            self.open = progress.stage.map(|stage| (stage, *resumed));
        }
        if counts.cycles_marked > 0 {
            events.counter(graph, *stopped, &[("marked", counts.bytes_marked_concurrently)]);
        }
        let ends = counts.cycles_marked + counts.cycles_abandoned > 0;
        if ends || progress.stage == Some(CycleStage::Marking) {
            events.counter(graph, *resumed, &[("marked", progress.marked)]);
        }
    }

    /// Appends the stage that is unfinished when the heap or the process ends, up to its last
    /// pause, at `at`. Returns whether there is one.
    pub(super) fn end(&mut self, events: &mut Events, row: u32, at: Instant) -> bool {
        let Some((stage, since)) = self.open.take() else { return false };
        events.span((stage.word(), "cycle"), row, (since, at.max(since)), &[]);
        true
    }
}
