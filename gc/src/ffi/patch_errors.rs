//! Statuses of errors in patching, and in creating thunks.

use statepoint_patch::live_out::LiveOutError;
use statepoint_patch::thunk::ThunkError;
use statepoint_patch::{CodeMemoryError, PatchError};

use super::status::{Failure, chain, spgc_status};
use crate::patched_polls::PatchedPollsError;

fn of_memory(error: &CodeMemoryError) -> spgc_status {
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

fn of_patch(error: &PatchError) -> spgc_status {
    match error {
        PatchError::Memory(error) => of_memory(error),
        PatchError::NoBarrier { .. } | PatchError::NoHandler { .. } => {
            spgc_status::SPGC_ERROR_SYSTEM
        }
        PatchError::NoRegion { .. }
        | PatchError::NoInstruction { .. }
        | PatchError::UnknownSite { .. } => spgc_status::SPGC_ERROR_ARGUMENT,
        _ => spgc_status::SPGC_ERROR_PATCH,
    }
}

/// Returns what to do in C, where the message does not state it; otherwise "".
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
        Self::new(of_patch(&error), chain(&error) + advice(&error))
    }
}

impl From<CodeMemoryError> for Failure {
    fn from(error: CodeMemoryError) -> Self {
        Self::new(of_memory(&error), chain(&error))
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
