//! One line of a log: names and values, as text or as a JSON object.
//!
//! Text is for people: times are in microseconds, and bytes are in KiB, rounded. JSON is for
//! programs: values are exact, and names end with the unit.

use super::super::{json, number};
use super::LineFormat;

/// The process and the heap that a line belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    /// The process ID.
    pub(super) process: u32,
    /// The heap's serial number in the process, from 1.
    pub(super) heap: u64,
}

/// Builder of a line.
#[derive(Debug)]
pub(super) struct Line {
    format: LineFormat,
    text: String,
}

impl Line {
    /// Begins a line for an event. `at` is the time in nanoseconds since the heap was created.
    pub(super) fn new(format: LineFormat, origin: Origin, event: &'static str, at: u64) -> Self {
        // Most lines are shorter than this.
        let mut line = Self { format, text: String::with_capacity(512) };
        let Origin { process, heap } = origin;
        let (process, text) = (u64::from(process), &mut line.text);
        match format {
            LineFormat::Text => {
                text.push_str("spgc ");
                number::decimal(text, process);
                text.push('.');
                number::decimal(text, heap);
                text.push(' ');
                number::decimal(text, at / 1_000_000_000);
                text.push('.');
                number::padded(text, at / 1000 % 1_000_000, 6);
                text.push_str("s ");
                text.push_str(event);
                line
            }
            LineFormat::Json => {
                text.push_str("{\"event\":\"");
                text.push_str(event);
                text.push('"');
                line.count("process", process).count("heap", heap).time("at", at)
            }
        }
    }

    /// Begins a value: appends its name, and in JSON the suffix `unit`.
    fn name(&mut self, name: &str, unit: &str) {
        let text = &mut self.text;
        match self.format {
            LineFormat::Text => {
                text.push(' ');
                text.push_str(name);
                text.push('=');
            }
            LineFormat::Json => {
                text.push_str(",\"");
                text.push_str(name);
                text.push_str(unit);
                text.push_str("\":");
            }
        }
    }

    /// Appends a number without a unit.
    pub(super) fn count(mut self, name: &str, value: u64) -> Self {
        self.name(name, "");
        number::decimal(&mut self.text, value);
        self
    }

    /// Appends a duration: in microseconds as text, in nanoseconds as JSON.
    pub(super) fn time(mut self, name: &str, nanoseconds: u64) -> Self {
        self.name(name, "_ns");
        match self.format {
            LineFormat::Text => {
                number::thousandth(&mut self.text, nanoseconds);
                self.text.push_str("us");
            }
            LineFormat::Json => number::decimal(&mut self.text, nanoseconds),
        }
        self
    }

    /// Appends a number of bytes: in KiB as text, in bytes as JSON.
    pub(super) fn bytes(mut self, name: &str, bytes: u64) -> Self {
        self.name(name, "_bytes");
        match self.format {
            LineFormat::Text => {
                number::decimal(&mut self.text, bytes / 1024 + u64::from(bytes % 1024 >= 512));
                self.text.push('K');
            }
            LineFormat::Json => number::decimal(&mut self.text, bytes),
        }
        self
    }

    /// Appends a share in per cent, which must not be negative.
    pub(super) fn percent(mut self, name: &str, percent: f64) -> Self {
        self.name(name, "_percent");
        number::thousandth(&mut self.text, (percent * 1000.0).round() as u64);
        if self.format == LineFormat::Text {
            self.text.push('%');
        }
        self
    }

    /// Appends a string of characters that need no escaping. It has quotes only in JSON.
    pub(super) fn word(mut self, name: &str, word: &str) -> Self {
        self.name(name, "");
        let quote = if self.format == LineFormat::Json { "\"" } else { "" };
        self.text.push_str(quote);
        self.text.push_str(word);
        self.text.push_str(quote);
        self
    }

    /// Appends a thread's name, escaped, as the value `name`, and its thread ID as the value `id`.
    /// `None` means that there is no such thread.
    pub(super) fn thread(mut self, name: &str, id: &str, thread: Option<(&str, u32)>) -> Self {
        self.name(name, "");
        match (thread, self.format) {
            (Some((thread, _)), _) => json::string(&mut self.text, thread),
            (None, LineFormat::Text) => self.text.push('-'),
            (None, LineFormat::Json) => self.text.push_str("null"),
        }
        self.count(id, thread.map_or(0, |(_, id)| u64::from(id)))
    }

    /// Ends the line and returns it.
    pub(super) fn end(mut self) -> String {
        self.text.push_str(match self.format {
            LineFormat::Text => "\n",
            LineFormat::Json => "}\n",
        });
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(format: LineFormat) -> String {
        Line::new(format, Origin { process: 7, heap: 2 }, "gc", 12_345_678_901)
            .count("number", 3)
            .word("kind", "young")
            .time("pause", 1_234_567)
            .bytes("before", 10_240 + 512)
            .percent("share", 2.5)
            .thread("last", "last_id", Some(("a \"b\"\n", 9)))
            .thread("by", "by_id", None)
            .end()
    }

    #[test]
    fn text_lines_are_formatted() {
        let expected = "spgc 7.2 12.345678s gc number=3 kind=young pause=1234.567us before=11K share=2.500% \
                        last=\"a \\\"b\\\"\\n\" last_id=9 by=- by_id=0\n";
        assert_eq!(line(LineFormat::Text), expected);
    }

    #[test]
    fn json_lines_are_exact() {
        let expected =
            r#"{"event":"gc","process":7,"heap":2,"at_ns":12345678901,"number":3,"kind":"young","#
                .to_owned()
                + r#""pause_ns":1234567,"before_bytes":10752,"share_percent":2.500,"last":"a \"b\"\n","last_id":9,"#
                + "\"by\":null,\"by_id\":0}\n";
        assert_eq!(line(LineFormat::Json), expected);
    }
}
