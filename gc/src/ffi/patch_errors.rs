//! Conversion of patching errors and thunk errors to statuses.

use statepoint_patch::live_out::LiveOutError;
use statepoint_patch::thunk::ThunkError;
use statepoint_patch::{CodeMemoryError, PatchError};

use super::status::{Failure, chain, spgc_status};
use crate::patched_polls::PatchedPollsError;

/// Returns the status of a memory error.
fn memory_status(error: &CodeMemoryError) -> spgc_status {
    match error {
        CodeMemoryError::Unmapped { .. }
        | CodeMemoryError::NotExecutable { .. }
        | CodeMemoryError::NotReadable { .. }
        | CodeMemoryError::NotWritable { .. }
        | CodeMemoryError::NotTheSame { .. } => spgc_status::SPGC_ERROR_ARGUMENT,
        CodeMemoryError::Protect { .. } | CodeMemoryError::Mappings { .. } => {
            spgc_status::SPGC_ERROR_SYSTEM
        }
    }
}

/// Returns the status of a patching error.
fn patch_status(error: &PatchError) -> spgc_status {
    match error {
        PatchError::Memory(error) => memory_status(error),
        PatchError::NoBarrier { .. } | PatchError::NoHandler { .. } => {
            spgc_status::SPGC_ERROR_SYSTEM
        }
        PatchError::NoRegion { .. }
        | PatchError::NoInstruction { .. }
        | PatchError::UnknownSite { .. } => spgc_status::SPGC_ERROR_ARGUMENT,
        _ => spgc_status::SPGC_ERROR_PATCH,
    }
}

/// Returns the advice for C callers that is appended to a message; "" if the message already states
/// it.
fn advice(error: &PatchError) -> &'static str {
    match error {
        PatchError::UnknownSite { .. } => "; pass the site that spgc_patcher_add stored",
        PatchError::SeveralInstructions { .. } => {
            ", or write SPGC_PATCH_NO_OPS there before any thread executes it, which makes room"
        }
        PatchError::Occupied { .. } => "; resume the thread, and stop it outside of the site",
        PatchError::TwoWords { .. } => " (SPGC_LIVE_PATCH_BEST)",
        PatchError::CodeInShadow { .. } => " (SPGC_PATCH_NO_RETURN_CALL, SPGC_PATCH_JUMP)",
        PatchError::OutOfReach { .. } => {
            "; allocate the code memory closer to the target, or patch in the address of a \
             nearby jump to it"
        }
        _ => "",
    }
}

impl From<PatchError> for Failure {
    fn from(error: PatchError) -> Self {
        Self::new(patch_status(&error), chain(&error) + advice(&error))
    }
}

impl From<CodeMemoryError> for Failure {
    fn from(error: CodeMemoryError) -> Self {
        Self::new(memory_status(&error), chain(&error))
    }
}

impl From<PatchedPollsError> for Failure {
    fn from(error: PatchedPollsError) -> Self {
        match error {
            PatchedPollsError::Patch(error) => error.into(),
            _ => Self::new(spgc_status::SPGC_ERROR_CODE, chain(&error)),
        }
    }
}

impl From<ThunkError> for Failure {
    fn from(error: ThunkError) -> Self {
        let status = match &error {
            ThunkError::Target { .. }
            | ThunkError::LinkRegister
            | ThunkError::NotWritable { .. }
            | ThunkError::WrittenTwice { .. }
            | ThunkError::NoArgument { .. }
            | ThunkError::FrameTooLarge { .. } => spgc_status::SPGC_ERROR_ARGUMENT,
            _ => spgc_status::SPGC_ERROR_CODE,
        };
        let advice = match &error {
            ThunkError::LiveOuts(LiveOutError::NotListed) => " (SPGC_PRESERVE_ALL)",
            ThunkError::NoArgument { .. } => " (SPGC_THUNK_PASS_ARRAY)",
            _ => "",
        };
        Self::new(status, chain(&error) + advice)
    }
}
