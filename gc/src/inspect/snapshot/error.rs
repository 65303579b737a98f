//! [`SnapshotError`].

use std::io;
use std::path::PathBuf;

use crate::inspect::InspectionError;

/// Error returned when a heap snapshot cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SnapshotError {
    /// The heap cannot be inspected.
    #[error(transparent)]
    Inspection(#[from] InspectionError),
    /// The file cannot be created, written or renamed.
    #[error("cannot write the heap snapshot to {path:?}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },
    /// The writer has returned an error or has panicked.
    #[error("cannot write the heap snapshot: {0}")]
    Write(#[from] io::Error),
    /// The host's callback for labels has returned an error or has panicked.
    #[error("the callback for labels has failed for an object of {type_id:?}: {message}")]
    Label {
        /// The type of the object.
        type_id: crate::object::TypeId,
        /// The error or the panic message.
        message: String,
    },
    /// The host's callback for progress has panicked.
    #[error("the callback for the progress of a heap snapshot has panicked: {message}")]
    Progress {
        /// The panic message.
        message: String,
    },
    /// The host's object model has reported other references when it was called again for the same
    /// object.
    #[error(
        "the heap's object model is inconsistent: it has reported {first} references at first, and \
         then {second}"
    )]
    Inconsistent {
        /// The number of edges that was counted first.
        first: u64,
        /// The number of edges that were written.
        second: u64,
    },
    /// The heap has more objects than the format can number.
    #[error("the heap has {nodes} objects and roots, and the file format can number {}", u32::MAX)]
    TooManyNodes {
        /// The number of nodes.
        nodes: u64,
    },
}
