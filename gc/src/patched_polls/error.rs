//! Error returned when polls cannot be patched.

use std::io;

use statepoint_patch::{MemoryError, PatchError};
use statepoint_scanner::registry::RegionId;

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
        region: RegionId,
    },
    /// The region's polls were added before.
    #[error("the polls of the region {region} were added before")]
    Known {
        /// The region.
        region: RegionId,
    },
    /// The region's polls were not added.
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
    /// The polls were created by a process from which this one was forked.
    #[error("these polls belong to a process that this one was forked from; a child makes its own")]
    Forked,
    /// The fork handler, by which a forked child is recognised, cannot be installed.
    #[error("the handler for forks cannot be installed: {}", io::Error::from_raw_os_error(*.code))]
    ForkHandler {
        /// The operating system's error number.
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
