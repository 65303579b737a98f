//! Reads the JSON log of the library (`SPGC_LOG=all:json:FILE`).

mod collection;
mod error;
mod line;
mod run;

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

pub use collection::{
    Collection, CollectionKind, CycleStep, HeapState, Phases, Spaces, Stop, Thread, Work,
};
pub use error::LogError;
pub use run::{End, LoggedQuantiles, MarkingSpan, Run, Start};

use line::{BadLine, Event, Origin, Strings};

/// Maximum length of a line in bytes. The library's lines have at most a few KiB.
const MAX_LINE: u64 = 1 << 20;

/// Maximum number of unknown events that a message names.
const MAX_NAMED_EVENTS: usize = 5;

/// How each line of JSON that the library writes begins.
const LINE_BEGIN: &[u8] = b"{\"event\":\"";

/// A log, of one or several heaps.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// The heaps, in the order in which they appear.
    pub runs: Vec<Run>,
    /// What was not used.
    pub skipped: Skipped,
}

/// The lines of a log that were not used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// Number of lines for each event that this version does not know.
    pub unknown_events: BTreeMap<String, u64>,
    /// Number of lines in the text form of the log.
    pub text_lines: u64,
    /// Number of other lines that are not of a log, such as messages of the program.
    pub other_lines: u64,
    /// The first of them, from 1.
    pub first_other_line: Option<u64>,
    /// Number of lines that begin like a line of a log but cannot be parsed.
    pub damaged_lines: u64,
    /// The number of the first of them, from 1, and what is wrong with it.
    pub first_damaged_line: Option<(u64, String)>,
    /// The number of the last line, if it is incomplete, as after a process was killed.
    pub incomplete_last_line: Option<u64>,
}

impl Skipped {
    /// Returns a sentence for each kind of lines that were not used.
    #[must_use]
    pub fn notices(&self) -> Vec<String> {
        let mut notices = Vec::new();
        if let Some(line) = self.incomplete_last_line {
            notices.push(format!(
                "The last line, {line}, is incomplete and was skipped: the program is still \
                 running, or was killed."
            ));
        }
        if let Some((line, problem)) = &self.first_damaged_line {
            let count = lines(self.damaged_lines);
            notices.push(format!(
                "Damaged and skipped: {count}. The first is line {line}: {problem}."
            ));
        }
        if !self.unknown_events.is_empty() {
            let all = &self.unknown_events;
            let events = all.iter().take(MAX_NAMED_EVENTS);
            let events = events.map(|(event, count)| format!("{event:?} ({count})"));
            let more = if all.len() > MAX_NAMED_EVENTS { ", and others" } else { "" };
            notices.push(format!(
                "Of events that this version does not know, and skipped: {}: {}{more}.",
                lines(all.values().sum()),
                events.collect::<Vec<_>>().join(", ")
            ));
        }
        if self.text_lines > 0 {
            notices.push(format!(
                "In the text form of the log, and skipped: {}.",
                lines(self.text_lines)
            ));
        }
        if let Some(line) = self.first_other_line {
            notices.push(format!(
                "Not of a log, and skipped: {}. The first is line {line}.",
                lines(self.other_lines)
            ));
        }
        notices
    }
}

fn lines(count: u64) -> String {
    format!("{count} {}", if count == 1 { "line" } else { "lines" })
}

impl Log {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// [`LogError`] if the file cannot be read, is no log in JSON, or is of a version of the
    /// library whose lines lack a field.
    pub fn open(path: &Path) -> Result<Self, LogError> {
        Self::read(BufReader::with_capacity(1 << 18, File::open(path)?))
    }

    /// Reads a log from bytes in memory, a pipe, or a file.
    ///
    /// # Errors
    ///
    /// As for [`Log::open`].
    pub fn read(mut source: impl BufRead) -> Result<Self, LogError> {
        let mut reader = Reader::default();
        let mut line = Vec::new();
        let mut number = 0;
        loop {
            line.clear();
            (&mut source).take(MAX_LINE).read_until(b'\n', &mut line)?;
            if line.is_empty() {
                return reader.finish();
            }
            number += 1;
            if line.pop_if(|last| *last == b'\n').is_some() {
                reader.line(number, &line)?;
            } else if line.len() as u64 == MAX_LINE {
                reader.other(number);
                skip_line(&mut source)?;
            } else {
                reader.last_line(number, &line)?;
            }
        }
    }
}

/// Skips the rest of a line.
fn skip_line(source: &mut impl BufRead) -> Result<(), LogError> {
    loop {
        let bytes = source.fill_buf()?;
        let (count, is_end) = match bytes.iter().position(|&byte| byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (bytes.len(), bytes.is_empty()),
        };
        source.consume(count);
        if is_end {
            return Ok(());
        }
    }
}

/// What has been read.
#[derive(Debug, Default)]
struct Reader {
    log: Log,
    /// The index of each heap's run. A process ID may occur again in a later run.
    current: HashMap<Origin, usize>,
    strings: Strings,
    /// The first line in the text form.
    first_text: Option<u64>,
}

impl Reader {
    /// Reads a line, which is complete.
    fn line(&mut self, number: u64, line: &[u8]) -> Result<(), LogError> {
        let line = line.trim_ascii();
        match line {
            [] => Ok(()),
            [b'{', ..] => self.json(number, line),
            [b's', b'p', b'g', b'c', b' ', ..] => {
                self.log.skipped.text_lines += 1;
                self.first_text.get_or_insert(number);
                Ok(())
            }
            _ => {
                self.other(number);
                Ok(())
            }
        }
    }

    /// Reads the last line, which has no end.
    fn last_line(&mut self, number: u64, line: &[u8]) -> Result<(), LogError> {
        if line.starts_with(b"{") && serde_json::from_slice::<serde::de::IgnoredAny>(line).is_err()
        {
            self.log.skipped.incomplete_last_line = Some(number);
            return Ok(());
        }
        self.line(number, line)
    }

    fn json(&mut self, number: u64, line: &[u8]) -> Result<(), LogError> {
        match line::parse(line, &mut self.strings) {
            Ok((origin, at_ns, event)) => self.event(origin, at_ns, event),
            Err(BadLine::Unknown(event)) => {
                *self.log.skipped.unknown_events.entry(event).or_default() += 1;
            }
            Err(BadLine::Foreign) => self.other(number),
            Err(BadLine::Damaged(problem)) => {
                let skipped = &mut self.log.skipped;
                skipped.damaged_lines += 1;
                skipped.first_damaged_line.get_or_insert((number, problem));
                // A process that was killed leaves a line without an end, to which the next process
                // appends its first one.
                let next = (1..line.len()).rev().find(|&at| line[at..].starts_with(LINE_BEGIN));
                if let Some(next) = next {
                    self.json(number, &line[next..])?;
                }
            }
            Err(BadLine::Field(event, field)) => {
                let mut starts = self.log.runs.iter().rev().filter_map(|run| run.start.as_ref());
                let version = starts.next().map(|start| start.version.clone());
                return Err(LogError::Field { line: number, event, field, version });
            }
        }
        Ok(())
    }

    fn other(&mut self, number: u64) {
        self.log.skipped.other_lines += 1;
        self.log.skipped.first_other_line.get_or_insert(number);
    }

    fn event(&mut self, origin: Origin, at_ns: u64, event: Event) {
        let runs = &mut self.log.runs;
        let known = self.current.get(&origin).copied();
        // A second `start` is that of another process with the same ID.
        let index = known.filter(|_| !matches!(event, Event::Start(_))).unwrap_or_else(|| {
            let Origin { process, heap } = origin;
            runs.push(Run { process, heap, ..Run::default() });
            runs.len() - 1
        });
        self.current.insert(origin, index);
        let run = &mut runs[index];
        run.last_ns = run.last_ns.max(at_ns);
        match event {
            Event::Start(start) => run.start = Some(start),
            Event::Collection(collection) => {
                run.last_ns = run.last_ns.max(collection.end_ns());
                run.collections.push(collection);
            }
            Event::Quantiles(quantiles) => run.quantiles.push(quantiles),
            Event::End(end) => run.end = Some(end),
        }
    }

    fn finish(mut self) -> Result<Log, LogError> {
        if self.log.runs.is_empty() && self.log.skipped.unknown_events.is_empty() {
            return Err(match self.first_text {
                Some(line) => LogError::Text { line },
                None => LogError::Foreign,
            });
        }
        self.log.runs.iter_mut().for_each(Run::merge_lines);
        Ok(self.log)
    }
}

#[cfg(test)]
pub(crate) mod tests;
