//! Errors of frame takeover.

use statepoint_scanner::deopt::{self, DeoptError};
use statepoint_scanner::walk::StackWalkError;

use crate::mutator::ManagedFrame;

/// Error returned when frames cannot be taken over. Then no selected frame is taken over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TakeoverError {
    /// One of the frames cannot be taken over.
    #[error(transparent)]
    Frame(#[from] deopt::FrameTakeoverError),
    /// [`Continuation::frame_layout`](super::Continuation::frame_layout) returned `None` for the
    /// frame.
    #[error("the continuation does not know the call in {frame} (record {record:#x})")]
    NoFrameLayout {
        /// The frame.
        frame: ManagedFrame,
        /// The ID of the stack map record of the frame's call.
        record: u64,
    },
    /// A stack object that is to be copied contains a reference that the collector updates. Such a
    /// reference must be a separate deopt value.
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
