//! Errors of frame takeover.

use statepoint_scanner::deopt::{self, DeoptError};
use statepoint_scanner::walk::StackWalkError;

use crate::mutator::ManagedFrame;

/// Error returned when frames cannot be taken over. Then none of the selected frames is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TakeoverError {
    /// One of the frames cannot be taken over.
    #[error(transparent)]
    Frame(#[from] deopt::FrameTakeoverError),
    /// The continuation has no layout for the values of the frame.
    #[error("the continuation does not know the call in {frame} (record {record:#x})")]
    NoFrameLayout {
        /// The frame.
        frame: ManagedFrame,
        /// The ID of its record.
        record: u64,
    },
    /// A stack object that is to be copied contains a reference known to the collector. The
    /// reference must be a value of its own.
    #[error(
        "value {index} of {frame} is a stack object with references in it, which cannot be copied"
    )]
    ReferencesInObject {
        /// The frame.
        frame: ManagedFrame,
        /// The index of the value.
        index: usize,
    },
    /// No frame on the thread's stack was selected.
    #[error("the thread has no managed frame that was selected for takeover")]
    NoFrame,
    /// The continuation is for frames of another heap.
    #[error("the takeover belongs to another heap")]
    ForeignTakeover,
}

impl From<StackWalkError> for TakeoverError {
    fn from(error: StackWalkError) -> Self {
        Self::Frame(error.into())
    }
}

impl From<DeoptError> for TakeoverError {
    fn from(error: DeoptError) -> Self {
        Self::Frame(error.into())
    }
}
