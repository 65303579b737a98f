//! Threads that run managed code: attachment, allocation, write barrier, and calls in both
//! directions.

mod access;
mod allocation;
pub(crate) mod arch;
mod attachment;
pub(crate) mod barrier;
pub(crate) mod bulk;
mod call;
mod fields;
mod handshake;
pub(crate) mod held;
mod identity;
mod leaf;
mod managed;
pub(crate) mod native_call;
#[cfg(all(test, not(loom)))]
mod prelude;
pub(crate) mod slow_path;
pub(crate) mod unwind;
mod work;

pub use access::AccessError;
pub use allocation::{AllocateError, ObjectShape};
pub(crate) use attachment::Attachment;
#[cfg(feature = "capi")]
pub(crate) use attachment::Unfinished;
pub use attachment::{AttachError, Mutator};
pub use call::{Argument, CallError};
pub use handshake::{AtSafepoint, HandshakeError, ManagedFrame, Thread};
#[cfg(feature = "capi")]
pub(crate) use held::Use;
pub use held::{
    ForeignHandle, Handle, Held, LocalHandle, PinError, Pinned, RootRange, Scope, WeakHandle,
    WeakTable,
};
#[cfg(feature = "capi")]
pub(crate) use native_call::NoMutator;
pub(crate) use slow_path::Current;
