//! [`PatchedPollsError`].

use std::io;

use statepoint_patch::{CodeMemoryError, PatchError};
use statepoint_scanner::registry::CodeRegionId;

/// Error returned when polls cannot be patched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatchedPollsError {
    /// No registered code has this address.
    #[error("no registered code has the address {address:#x}")]
    NotRegistered {
        /// The address.
        address: u64,
    },
    /// The region is not registered.
    #[error("the region {region} is not registered")]
    NoRegion {
        /// The region given.
        region: CodeRegionId,
    },
    /// The region's polls are already added.
    #[error("the polls of the region {region} were added before")]
    Known {
        /// The region.
        region: CodeRegionId,
    },
    /// The region's polls were not added.
    #[error("the polls of the region {region} were not added")]
    Unknown {
        /// The region.
        region: CodeRegionId,
    },
    /// No call in the region has the ID of a poll.
    #[error(
        "no call in the region {region} has the record of a patched poll, with the ID {id}: \
         is \"statepoint-id\" on the call in gc.safepoint_poll?"
    )]
    NoPolls {
        /// The region.
        region: CodeRegionId,
        /// The expected ID of the polls' stack map records.
        id: u64,
    },
    /// The polls were created by a process from which this one was forked.
    #[error("these polls belong to a parent of this process; a child must create its own")]
    Forked,
    /// The fork handler, which detects that the process is a forked child, cannot be installed.
    #[error("cannot install the fork handler: {}", io::Error::from_raw_os_error(*.code))]
    ForkHandler {
        /// The `errno` value.
        code: i32,
    },
    /// A poll cannot be patched.
    #[error(transparent)]
    Patch(#[from] PatchError),
}

impl From<CodeMemoryError> for PatchedPollsError {
    fn from(error: CodeMemoryError) -> Self {
        Self::Patch(error.into())
    }
}
