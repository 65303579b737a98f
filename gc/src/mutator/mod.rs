//! Threads that run managed code: attachment, allocation, write barrier, and calls in both
//! directions.

mod access;
mod allocation;
pub(crate) mod arch;
mod attachment;
pub(crate) mod barrier;
pub(crate) mod bulk;
mod call;
mod call_stack;
pub(crate) mod compiled_code;
pub(crate) mod fibers;
mod fields;
pub(crate) mod handle_api;
mod handshake;
mod identity;
mod leaf;
mod managed;
pub(crate) mod native_call;
mod overflow;
#[cfg(all(test, not(loom)))]
mod prelude;
mod requester;
mod retirement;
mod sampling;
pub(crate) mod slow_path;
pub(crate) mod unwind;
mod work;

pub use access::AccessError;
pub use allocation::{AllocationError, ObjectLayout};
#[cfg(feature = "capi")]
pub(crate) use attachment::Unfinished;
pub use attachment::{AttachError, Mutator};
pub(crate) use attachment::{Attachment, is_managed};
pub use call::{Argument, CallError};
pub use fibers::{DeadFiber, Fiber, FiberConfig, FiberError, FiberState, Resumed};
#[cfg(feature = "capi")]
pub(crate) use handle_api::TableOperation;
pub use handle_api::{
    AnyHandle, ForeignHandle, Handle, HandleScope, LocalHandle, PinError, PinnedObject, RootRange,
    WeakHandle, WeakTable,
};
pub(crate) use handshake::Frames;
pub use handshake::{HandshakeError, ManagedFrame, MutatorThread, StoppedThread};
#[cfg(feature = "capi")]
pub(crate) use native_call::NoMutator;
pub(crate) use overflow::{prepare_to_trace, trace_overflow};
pub use retirement::RetireError;
pub(crate) use slow_path::Current;
