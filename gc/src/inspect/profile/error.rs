//! [`ProfileError`].

use std::io;
use std::path::PathBuf;

use crate::inspect::InspectionError;

/// Error returned when an allocation profile cannot be begun, ended, read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProfileError {
    /// The world cannot be stopped.
    #[error(transparent)]
    Inspection(#[from] InspectionError),
    /// A profile is being taken.
    #[error("an allocation profile of this heap is being taken; end it before another one")]
    Begun,
    /// No profile is being taken, or none was begun.
    #[error("no allocation profile of this heap was begun")]
    NotBegun,
    /// The profile cannot be written to the writer.
    #[error("cannot write the allocation profile: {0}")]
    Write(#[source] io::Error),
    /// The file cannot be written.
    #[error("cannot write the allocation profile to {path:?}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
}
