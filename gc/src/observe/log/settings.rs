//! Settings of the log: topics, format and destination, as `SPGC_LOG` and the host set them.

use std::path::PathBuf;

/// Topics of a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Topics {
    /// A line for each collection.
    pub(crate) gc: bool,
    /// The durations of the phases, in the line of `gc`.
    pub(crate) phases: bool,
    /// All counts, in the line of `gc`.
    pub(crate) counts: bool,
    /// A line for each stop.
    pub(crate) safepoint: bool,
    /// A line for the state of the heap after each collection.
    pub(crate) heap: bool,
}

/// Format of the lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum LineFormat {
    /// For people.
    #[default]
    Text,
    /// For programs: each line is a JSON object.
    Json,
}

/// Destination of the lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Destination {
    /// Standard error.
    #[default]
    StandardError,
    /// A file, to which lines are appended. The path may contain `%p`.
    File(PathBuf),
}

/// Settings of one log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LogSettings {
    pub(crate) topics: Topics,
    pub(crate) format: LineFormat,
    pub(crate) destination: Destination,
}

/// Error returned for a string that is not a valid log setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "SPGC_LOG={text}: {why}; the topics are gc, phases, counts, safepoint, heap, all and off, \
     joined by +, then optionally :text or :json, and :stderr or :FILE, such as \
     gc+phases:json:/tmp/gc.log"
)]
pub struct LogError {
    /// The rejected setting.
    text: String,
    /// The reason.
    why: String,
}

impl LogSettings {
    /// Parses a log setting. Returns `None` if the setting is `off`.
    pub(crate) fn parse(text: &str) -> Result<Option<Self>, LogError> {
        let error = |why| LogError { text: text.to_owned(), why };
        let (words, rest) = match text.split_once(':') {
            Some((words, rest)) => (words, Some(rest)),
            None => (text, None),
        };
        let mut topics = Topics::default();
        let mut off = false;
        for part in words.split(['+', ',']) {
            let word = part.trim();
            // Byte offset in the setting.
            let at =
                part.as_ptr().addr() - text.as_ptr().addr() + part.len() - part.trim_start().len();
            match word {
                "gc" => topics.gc = true,
                "phases" => topics.phases = true,
                "counts" => topics.counts = true,
                "safepoint" => topics.safepoint = true,
                "heap" => topics.heap = true,
                "all" => topics = Topics::ALL,
                "off" => off = true,
                "" => return Err(error(format!("a topic is missing at byte {at}"))),
                _ => return Err(error(format!("the topic \"{word}\" is unknown, at byte {at}"))),
            }
        }
        if off {
            let alone = topics == Topics::default() && rest.is_none();
            return if alone {
                Ok(None)
            } else {
                Err(error("off excludes all other topics".to_owned()))
            };
        }
        // Phases and counts are parts of the line of `gc`.
        topics.gc |= topics.phases || topics.counts;
        let (format, rest) = Self::format(rest);
        let destination = match rest {
            None | Some("stderr") => Destination::StandardError,
            Some("") => return Err(error("the name of a file is missing".to_owned())),
            Some(file) => Destination::File(file.into()),
        };
        Ok(Some(Self { topics, format, destination }))
    }

    /// Parses the format at the start of `rest`; it is text if none is given. Returns the format
    /// and the remaining setting.
    fn format(rest: Option<&str>) -> (LineFormat, Option<&str>) {
        for (name, format) in [("text", LineFormat::Text), ("json", LineFormat::Json)] {
            let tail = rest.and_then(|rest| rest.strip_prefix(name));
            match tail {
                Some("") => return (format, None),
                Some(tail) if tail.starts_with(':') => return (format, Some(&tail[1..])),
                _ => {}
            }
        }
        (LineFormat::default(), rest)
    }
}

impl Topics {
    /// All topics.
    pub(crate) const ALL: Self =
        Self { gc: true, phases: true, counts: true, safepoint: true, heap: true };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> LogSettings {
        LogSettings::parse(text).unwrap().unwrap()
    }

    #[test]
    fn topics_formats_and_outputs_are_parsed() {
        let gc = Topics { gc: true, ..Topics::default() };
        let file = |name: &str| Destination::File(name.into());
        for (text, topics, format, destination) in [
            ("gc", gc, LineFormat::Text, Destination::StandardError),
            ("gc:stderr", gc, LineFormat::Text, Destination::StandardError),
            ("gc:json", gc, LineFormat::Json, Destination::StandardError),
            ("gc:json:stderr", gc, LineFormat::Json, Destination::StandardError),
            ("gc:text:./json", gc, LineFormat::Text, file("./json")),
            ("gc:/tmp/a:b", gc, LineFormat::Text, file("/tmp/a:b")),
            ("gc:json.log", gc, LineFormat::Text, file("json.log")),
            ("gc+phases:x", Topics { phases: true, ..gc }, LineFormat::Text, file("x")),
            ("phases", Topics { phases: true, ..gc }, LineFormat::Text, Destination::StandardError),
            (
                "counts,gc",
                Topics { counts: true, ..gc },
                LineFormat::Text,
                Destination::StandardError,
            ),
            ("all:json:x", Topics::ALL, LineFormat::Json, file("x")),
        ] {
            assert_eq!(parse(text), LogSettings { topics, format, destination }, "{text}");
        }
        let heap = parse("heap+safepoint").topics;
        assert_eq!(heap, Topics { heap: true, safepoint: true, ..Topics::default() });
        assert_eq!(LogSettings::parse("off"), Ok(None));
    }

    #[test]
    fn unknown_words_are_named_with_the_valid_ones() {
        for (text, why) in [
            ("gcc", "\"gcc\" is unknown, at byte 0"),
            ("gc+", "missing at byte 3"),
            ("gc++heap", "missing at byte 3"),
            ("gc, faces:x", "\"faces\" is unknown, at byte 4"),
            ("GC", "\"GC\" is unknown"),
            ("gc+off", "off excludes all other topics"),
            ("off:x", "off excludes all other topics"),
            ("gc:", "name of a file is missing"),
            ("gc:json:", "name of a file is missing"),
        ] {
            let error = LogSettings::parse(text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("SPGC_LOG={text}: ")), "{error}");
            for part in [why, "gc, phases, counts, safepoint, heap, all and off", ":json"] {
                assert!(error.contains(part), "{part} in {error}");
            }
        }
    }
}
