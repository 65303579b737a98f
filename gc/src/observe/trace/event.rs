//! Events in the Trace Event Format, which Perfetto and `chrome://tracing` read.

use core::fmt::Write as _;
use std::time::Instant;

use super::super::{json, nanoseconds};

/// Builder of the JSON text of a sequence of events of one process.
#[derive(Debug)]
pub(super) struct Events {
    /// The process ID.
    process: u32,
    /// Time that has the timestamp 0.
    epoch: Instant,
    text: String,
}

// Results of `write!` are ignored, because writing to a string cannot fail.
impl Events {
    pub(super) fn new(epoch: Instant) -> Self {
        Self { process: std::process::id(), epoch, text: String::with_capacity(4096) }
    }

    /// Begins an event. `kind` is the value of its field `ph`, and `row` that of its field `tid`.
    fn begin(&mut self, kind: char, name: &str, row: u32) {
        self.text.push_str(if self.text.is_empty() { "{\"name\":" } else { ",\n{\"name\":" });
        json::string(&mut self.text, name);
        let _ = write!(self.text, r#","ph":"{kind}","pid":{},"tid":{row}"#, self.process);
    }

    /// Appends a time in microseconds, the unit of the format, with three decimals.
    fn time(&mut self, name: &str, nanoseconds: u64) {
        let (whole, part) = (nanoseconds / 1000, nanoseconds % 1000);
        let _ = write!(self.text, r#","{name}":{whole}.{part:03}"#);
    }

    /// Returns the nanoseconds from the epoch to `time`.
    fn since_epoch(&self, time: Instant) -> u64 {
        nanoseconds(time.saturating_duration_since(self.epoch))
    }

    /// Appends the field `args`, and ends the event.
    fn arguments(&mut self, arguments: &[(&str, u64)]) {
        let _ = write!(self.text, r#","args":{{"#);
        for (index, (name, value)) in arguments.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            let _ = write!(self.text, r#"{comma}"{name}":{value}"#);
        }
        self.text.push_str("}}");
    }

    /// Names a row, and sets its position among the rows to `place`.
    pub(super) fn row(&mut self, row: u32, name: &str, place: u32) {
        self.begin('M', "thread_name", row);
        self.text.push_str(r#","args":{"name":"#);
        json::string(&mut self.text, name);
        self.text.push_str("}}");
        self.begin('M', "thread_sort_index", row);
        self.arguments(&[("sort_index", u64::from(place))]);
    }

    /// Appends an event with a duration. Nested events must be appended after the event that
    /// contains them.
    pub(super) fn span(
        &mut self,
        (name, category): (&str, &str),
        row: u32,
        (begin, end): (Instant, Instant),
        arguments: &[(&str, u64)],
    ) {
        self.begin('X', name, row);
        // The duration is computed from the times in nanoseconds since the epoch, so that events
        // with equal end times have equal ends in the trace.
        let (begin, end) = (self.since_epoch(begin), self.since_epoch(end));
        self.time("ts", begin);
        self.time("dur", end.saturating_sub(begin));
        let _ = write!(self.text, r#","cat":"{category}""#);
        self.arguments(arguments);
    }

    /// Appends an event without a duration.
    pub(super) fn instant(&mut self, (name, category): (&str, &str), row: u32, at: Instant) {
        self.begin('i', name, row);
        let at = self.since_epoch(at);
        self.time("ts", at);
        let _ = write!(self.text, r#","cat":"{category}","s":"t"}}"#);
    }

    /// Appends values of a counter graph; the graph shows them from the time `at` on.
    pub(super) fn counter(&mut self, name: &str, at: Instant, values: &[(&str, u64)]) {
        self.begin('C', name, 0);
        let at = self.since_epoch(at);
        self.time("ts", at);
        self.arguments(values);
    }

    /// Returns the text of all events.
    pub(super) fn end(self) -> String {
        self.text
    }
}
