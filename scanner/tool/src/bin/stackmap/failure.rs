//! Errors that end the tool with status 1 and a message.

use std::fmt::Display;
use std::io;

use anstyle::{AnsiColor, Style};

/// Error returned by a command.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is unusable, for this reason.
    Input(String),
    /// The result cannot be written.
    Output(io::Error),
}

impl Failure {
    /// Returns the failure of an operation on a file.
    pub(crate) fn new(label: impl Display, reason: impl Display) -> Self {
        Self::Input(format!("{label}: {reason}"))
    }

    /// Writes the message to standard error.
    pub(crate) fn print(&self) {
        let bad = Style::new().fg_color(Some(AnsiColor::Red.into())).bold();
        match self {
            Self::Input(message) => anstream::eprintln!("{bad}stackmap:{bad:#} {message}"),
            Self::Output(error) => {
                anstream::eprintln!("{bad}stackmap:{bad:#} cannot write the output: {error}");
            }
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        // All values written here can be serialized, so the stream has failed.
        Self::Output(error.into())
    }
}
