//! Why frames are not taken over.

use statepoint_scanner::deopt::{self, DeoptError};
use statepoint_scanner::walk::WalkError;

use crate::mutator::ManagedFrame;

/// Why frames are not taken over; then none is of those that were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CommandeerError {
    /// One of them cannot be.
    #[error(transparent)]
    Frame(#[from] deopt::CommandeerError),
    /// The continuation does not know what the values of the frame are.
    #[error("the continuation does not know the call in {frame} (record {record:#x})")]
    NoShape {
        /// The frame.
        frame: ManagedFrame,
        /// The ID of its record.
        record: u64,
    },
    /// A stack object is to be copied in which the collector knows a reference. It must be a value of its own.
    #[error(
        "value {index} of {frame} is a stack object with references in it, which cannot be copied"
    )]
    ReferencesInObject {
        /// The frame.
        frame: ManagedFrame,
        /// Which value.
        index: usize,
    },
    /// There is no such frame on the thread's stack.
    #[error("the thread has no managed frame of those that are to be taken over")]
    NoFrame,
    /// The continuation is for frames of another heap.
    #[error("the takeover belongs to another heap")]
    ForeignTakeover,
}

impl From<WalkError> for CommandeerError {
    fn from(error: WalkError) -> Self {
        Self::Frame(error.into())
    }
}

impl From<DeoptError> for CommandeerError {
    fn from(error: DeoptError) -> Self {
        Self::Frame(error.into())
    }
}
