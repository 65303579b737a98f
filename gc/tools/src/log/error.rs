//! [`LogError`].

use std::io;

/// Error returned for a file that is no log in JSON, or one of another version of the library.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LogError {
    /// The file cannot be read.
    #[error("the file cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The log is in the form for people.
    #[error(
        "line {line} has the text form of the log, which is for people; \
         the JSON form is needed: SPGC_LOG=all:json:FILE"
    )]
    Text {
        /// The line, from 1.
        line: u64,
    },
    /// No line is one of a log.
    #[error(
        "no line is one of a log of statepoint-gc in JSON; SPGC_LOG=all:json:FILE writes such a log"
    )]
    Foreign,
    /// An event lacks a field that this version needs.
    #[error(
        "line {line}: the event \"{event}\" has no valid \"{field}\": the log is of another version of the \
         library{}", .version.as_ref().map(|version| format!(", {version}")).unwrap_or_default()
    )]
    Field {
        /// The line, from 1.
        line: u64,
        /// The event.
        event: &'static str,
        /// The name of the field.
        field: &'static str,
        /// The version of the library that wrote the log, if it is known.
        version: Option<String>,
    },
}
