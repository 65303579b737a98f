//! [`ReadError`].

use std::io;

/// Error returned for a file that is no complete heap snapshot.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file cannot be read.
    #[error("the file cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The file ends too early.
    #[error("the file is cut short: it ends at line {line}, column {column}")]
    CutShort {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// The file is not JSON, or not a heap snapshot.
    #[error("the file is no heap snapshot in the format of V8 (.heapsnapshot): {0}")]
    Foreign(String),
}

impl From<serde_json::Error> for ReadError {
    fn from(error: serde_json::Error) -> Self {
        let (line, column) = (error.line(), error.column());
        match error.classify() {
            serde_json::error::Category::Io => Self::Io(error.into()),
            serde_json::error::Category::Eof => Self::CutShort { line, column },
            _ => Self::Foreign(error.to_string()),
        }
    }
}
