//! Threads that run managed code: their context, allocation, and calls into managed code.

mod access;
mod allocation;
mod attachment;
pub(crate) mod barrier;
pub(crate) mod bulk;
mod call;
mod context;
mod exit;
mod fields;
mod handshake;
mod identity;
mod leaf;
mod managed;
pub(crate) mod native_call;
mod operation;
#[cfg(all(test, not(loom)))]
mod prelude;
mod segments;
pub(crate) mod slow_path;
pub(crate) mod unwind;
mod work;

pub use access::AccessError;
pub use allocation::{AllocateError, ObjectShape};
#[cfg(feature = "capi")]
pub(crate) use attachment::Unfinished;
pub use attachment::{AttachError, Mutator};
pub(crate) use attachment::{Attachment, ThreadData};
pub use call::{Argument, CallError};
pub(crate) use context::{Activation, ThreadContext};
pub(crate) use exit::{Exit, REGISTER_FILE};
pub use handshake::{AtSafepoint, HandshakeError, ManagedFrame, Thread};
#[cfg(feature = "capi")]
pub(crate) use native_call::NoMutator;
pub(crate) use operation::{Operation, refuse_in_operation};
pub(crate) use segments::{ONE_STACK, Segment};
pub(crate) use slow_path::Current;
