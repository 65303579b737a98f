//! Why polls cannot be patched.

use std::io;

use statepoint_patch::{MemoryError, PatchError};
use statepoint_scanner::registry::RegionId;

/// Why polls cannot be patched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatchedPollsError {
    /// No registered code has this address.
    #[error("no registered code has the address {address:#x}")]
    NotRegistered {
        /// The address.
        address: u64,
    },
    /// No such code is registered.
    #[error("the region {region} is not registered")]
    NoRegion {
        /// What was asked for.
        region: RegionId,
    },
    /// Its polls are known already.
    #[error("the polls of the region {region} were added before")]
    Known {
        /// The region.
        region: RegionId,
    },
    /// Its polls are not known.
    #[error("the polls of the region {region} were not added")]
    Unknown {
        /// The region.
        region: RegionId,
    },
    /// The region has no poll.
    #[error(
        "no call in the region {region} has the record of a patched poll, with the ID {id}: \
         is \"statepoint-id\" on the call in gc.safepoint_poll?"
    )]
    NoPolls {
        /// The region.
        region: RegionId,
        /// The ID.
        id: u64,
    },
    /// They were made by a process that this one was forked from.
    #[error("these polls belong to a process that this one was forked from; a child makes its own")]
    Forked,
    /// The handler that tells the children of this process from it cannot be installed.
    #[error("the handler for forks cannot be installed: {}", io::Error::from_raw_os_error(*.code))]
    ForkHandler {
        /// The system's error number.
        code: i32,
    },
    /// A poll cannot be patched.
    #[error(transparent)]
    Patch(#[from] PatchError),
}

impl From<MemoryError> for PatchedPollsError {
    fn from(error: MemoryError) -> Self {
        Self::Patch(error.into())
    }
}
