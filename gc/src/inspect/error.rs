//! [`InspectionError`].

use statepoint_scanner::walk::StackWalkError;

/// Error returned when the heap cannot be inspected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InspectionError {
    /// The calling thread is managed: managed code has called native code without a transition. The
    /// thread would never stop.
    #[error(
        "the calling thread is managed; managed code must call this function through \
         spgc_call_native"
    )]
    Managed,
    /// The calling thread is in a callback that other threads wait for.
    #[error("the heap cannot be inspected in a callback that stopped threads wait for")]
    InCallback,
    /// A stack cannot be walked. A collection could not walk it either.
    #[error("{stack} cannot be walked")]
    Stack {
        /// The stack, by its owner: `the stack of thread "main" (17)`.
        stack: String,
        /// The reason.
        source: StackWalkError,
    },
    /// A reference points to memory of the heap where there is no object: the heap is corrupt, or a
    /// type was registered with a wrong layout.
    #[error(
        "a reference points to {address:#x}, where there is no object: the header there is \
         {header:#x}. The heap is corrupt, or a type has a wrong layout (SPGC_VERIFY=before,after \
         shows where)"
    )]
    NoObject {
        /// The address.
        address: usize,
        /// The word at that address; 0 if it cannot be read.
        header: u64,
    },
}
