//! [`Run`]: the log of one heap.

use super::collection::{Collection, CycleStep};

/// The line `start`: what the heap was created with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The library's version.
    pub version: String,
    /// The date in UTC from which all times count, such as `2026-11-22T09:04:51.896Z`.
    pub date: String,
    /// The heap limit in bytes.
    pub limit_bytes: u64,
    /// The first size of the nursery in bytes.
    pub nursery_bytes: u64,
    /// Maximum number of collector threads.
    pub workers: u64,
    /// Number of concurrent markers.
    pub markers: u64,
    /// The zeal mode.
    pub zeal: String,
}

/// A line `quantiles`, in nanoseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the log")]
pub struct LoggedQuantiles {
    pub of: String,
    pub count: u64,
    pub min_ns: u64,
    pub mean_ns: u64,
    pub p50_ns: u64,
    pub p90_ns: u64,
    pub p99_ns: u64,
    pub p999_ns: u64,
    pub max_ns: u64,
}

/// The line `end`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The time in nanoseconds since the heap was created.
    pub at_ns: u64,
    /// Number of young collections.
    pub young_collections: u64,
    /// Number of full collections, with the compacting ones.
    pub full_collections: u64,
    /// Number of compacting collections.
    pub compacting_collections: u64,
    /// Sum of all pauses in nanoseconds.
    pub pauses_ns: u64,
    /// The largest number of bytes in use.
    pub heap_peak_bytes: u64,
    /// Number of lines that could not be written.
    pub lines_lost: u64,
}

/// The marking of a concurrent cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkingSpan {
    /// The collection that began it; `None` if the log does not contain it.
    pub first: Option<u64>,
    /// The collection that ended it; `None` if the log does not contain it.
    pub last: Option<u64>,
    /// From the request of the first collection, in nanoseconds since the heap was created.
    pub from_ns: u64,
    /// Until threads could resume after the last collection.
    pub to_ns: u64,
    /// How it ended; `None` if the log does not contain it.
    pub outcome: Option<CycleStep>,
}

/// What a log contains of one heap of one process.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// The process ID.
    pub process: u64,
    /// The number of the heap in the process, from 1.
    pub heap: u64,
    /// The first line; `None` if the log lacks it.
    pub start: Option<Start>,
    /// The collections, in the order of their numbers.
    pub collections: Vec<Collection>,
    /// The lines `quantiles`.
    pub quantiles: Vec<LoggedQuantiles>,
    /// The last line; `None` if the process runs, was killed or aborted.
    pub end: Option<End>,
    /// The latest time in the log, in nanoseconds since the heap was created.
    pub last_ns: u64,
    /// Number of lines that repeat what other lines say of the same collection.
    pub repeated: u64,
}

impl Run {
    /// Returns the markings of concurrent cycles, in the order of time.
    #[must_use]
    pub fn markings(&self) -> Vec<MarkingSpan> {
        let mut spans: Vec<MarkingSpan> = Vec::new();
        let mut begun: Option<&Collection> = None;
        for collection in &self.collections {
            let step = collection.work.as_ref().and_then(|work| work.cycle);
            match step {
                Some(CycleStep::Begin) => begun = Some(collection),
                Some(step @ (CycleStep::End | CycleStep::Outrun | CycleStep::Abandon)) => {
                    let first = begun.take();
                    // A log that begins later has no first collection of its first cycle.
                    let from_ns = first.map_or(0, |first| first.at_ns);
                    spans.push(MarkingSpan {
                        first: first.map(|first| first.number),
                        last: Some(collection.number),
                        from_ns,
                        to_ns: collection.end_ns(),
                        outcome: Some(step),
                    });
                }
                _ => {}
            }
        }
        spans.extend(begun.map(|first| MarkingSpan {
            first: Some(first.number),
            last: None,
            from_ns: first.at_ns,
            to_ns: self.last_ns,
            outcome: None,
        }));
        spans
    }

    /// Returns the heap limit in bytes, if it is known.
    #[must_use]
    pub fn limit_bytes(&self) -> Option<u64> {
        let of = |collection: &Collection| {
            let of_heap = collection.heap.as_ref().map(|heap| heap.limit_bytes);
            collection.work.as_ref().map(|work| work.limit_bytes).or(of_heap)
        };
        let start = self.start.as_ref().map(|start| start.limit_bytes);
        start.or_else(|| self.collections.iter().find_map(of))
    }

    /// Sorts the collections and merges the lines of each, when all lines are read.
    pub(super) fn merge_lines(&mut self) {
        self.collections.sort_by_key(|collection| collection.number);
        let mut repeated = 0;
        self.collections.dedup_by(|next, last| {
            let is_same = next.number == last.number;
            repeated += u64::from(is_same && last.merge(next));
            is_same
        });
        self.repeated = repeated;
    }
}
