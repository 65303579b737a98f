//! Settings of the log: topics, form and destination, as `SPGC_LOG` and the host set them.

use std::path::PathBuf;

/// Topics of a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Topics {
    /// A line for each collection.
    pub(crate) gc: bool,
    /// In that line, the durations of the phases.
    pub(crate) phases: bool,
    /// In that line, all counts.
    pub(crate) counts: bool,
    /// A line for each stop.
    pub(crate) safepoint: bool,
    /// A line for the heap after each collection.
    pub(crate) heap: bool,
}

/// Form of the lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Form {
    /// For people.
    #[default]
    Text,
    /// For programs: each line is a JSON object.
    Json,
}

/// Destination of the lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Destination {
    #[default]
    StandardError,
    File(PathBuf),
}

/// Settings of one log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LogSettings {
    pub(crate) topics: Topics,
    pub(crate) form: Form,
    pub(crate) destination: Destination,
}

/// Error returned for a text that is not a valid setting of the log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "SPGC_LOG={text}: {why}; known are gc, phases, counts, safepoint, heap, all and off, with + between, and behind \
     them :text or :json, and :stderr or :FILE, such as gc+phases:json:/tmp/gc.log"
)]
pub struct LogError {
    text: String,
    why: String,
}

impl LogSettings {
    /// Parses a setting; returns `None` if nothing is to be logged.
    pub(crate) fn parse(text: &str) -> Result<Option<Self>, LogError> {
        let error = |why| LogError { text: text.to_owned(), why };
        let (words, rest) = match text.split_once(':') {
            Some((words, rest)) => (words, Some(rest)),
            None => (text, None),
        };
        let mut topics = Topics::default();
        let mut off = false;
        for word in words.split(['+', ',']) {
            match word.trim() {
                "gc" => topics.gc = true,
                "phases" => topics.phases = true,
                "counts" => topics.counts = true,
                "safepoint" => topics.safepoint = true,
                "heap" => topics.heap = true,
                "all" => topics = Topics::ALL,
                "off" => off = true,
                "" => return Err(error("a word is missing".to_owned())),
                word => return Err(error(format!("the word \"{word}\" is unknown"))),
            }
        }
        if off {
            let alone = topics == Topics::default() && rest.is_none();
            return if alone { Ok(None) } else { Err(error("off stands alone".to_owned())) };
        }
        // Phases and counts are parts of the line `gc`.
        topics.gc |= topics.phases || topics.counts;
        let (form, rest) = Self::form(rest);
        let destination = match rest {
            None | Some("stderr") => Destination::StandardError,
            Some("") => return Err(error("the name of a file is missing".to_owned())),
            Some(file) => Destination::File(file.into()),
        };
        Ok(Some(Self { topics, form, destination }))
    }

    /// Returns the form, by default text, and the rest of the setting after it.
    fn form(rest: Option<&str>) -> (Form, Option<&str>) {
        for (name, form) in [("text", Form::Text), ("json", Form::Json)] {
            let behind = rest.and_then(|rest| rest.strip_prefix(name));
            match behind {
                Some("") => return (form, None),
                Some(behind) if behind.starts_with(':') => return (form, Some(&behind[1..])),
                _ => {}
            }
        }
        (Form::default(), rest)
    }
}

impl Topics {
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
    fn topics_forms_and_destinations() {
        let gc = Topics { gc: true, ..Topics::default() };
        let file = |name: &str| Destination::File(name.into());
        for (text, topics, form, destination) in [
            ("gc", gc, Form::Text, Destination::StandardError),
            ("gc:stderr", gc, Form::Text, Destination::StandardError),
            ("gc:json", gc, Form::Json, Destination::StandardError),
            ("gc:json:stderr", gc, Form::Json, Destination::StandardError),
            ("gc:text:./json", gc, Form::Text, file("./json")),
            ("gc:/tmp/a:b", gc, Form::Text, file("/tmp/a:b")),
            ("gc:json.log", gc, Form::Text, file("json.log")),
            ("gc+phases:x", Topics { phases: true, ..gc }, Form::Text, file("x")),
            ("phases", Topics { phases: true, ..gc }, Form::Text, Destination::StandardError),
            ("counts,gc", Topics { counts: true, ..gc }, Form::Text, Destination::StandardError),
            ("all:json:x", Topics::ALL, Form::Json, file("x")),
        ] {
            assert_eq!(parse(text), LogSettings { topics, form, destination }, "{text}");
        }
        let heap = parse("heap+safepoint").topics;
        assert_eq!(heap, Topics { heap: true, safepoint: true, ..Topics::default() });
        assert_eq!(LogSettings::parse("off"), Ok(None));
    }

    #[test]
    fn what_is_unknown_is_named_with_what_is_known() {
        for (text, why) in [
            ("gcc", "\"gcc\" is unknown"),
            ("gc+", "missing"),
            ("GC", "\"GC\" is unknown"),
            ("gc+off", "off stands alone"),
            ("off:x", "off stands alone"),
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
