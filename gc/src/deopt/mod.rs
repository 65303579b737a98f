//! Deoptimization by frame takeover: an interpreter, or another version of the function, continues
//! a frame.
//!
//! Optimised code may rest on an assumption that turns out not to hold: a guard fails and calls the
//! runtime, or the program defines, loads or stores something that the compiler assumed impossible.
//! Then the frames of that code must not resume. A host takes them over
//! ([`Mutator::take_over`](crate::Mutator::take_over),
//! [`StoppedThread::take_over`](crate::handshake::StoppedThread::take_over)). The takeover happens
//! when the call that such a frame is in returns. The frame's values are read, and references
//! become handles. The frame is removed from the stack as its epilogue would remove it, with its
//! caller's values restored in the callee-saved registers. Then the host's [`Continuation`] runs,
//! and returns to the frame's caller as if the frame had returned.
//!
//! # Steps
//!
//! 1. `take_over` hijacks the return address of the frame's callee. The return address is in the
//!    callee's frame, or where a stub or wrapper stored it. It is replaced by a return-address
//!    trampoline for the same call site: [`statepoint_scanner::deopt::ReturnRedirect`].
//! 2. Until the callee returns, nothing else changes. Stack walks find the call site to which the
//!    trampoline belongs, collections relocate the references in the frame, and other frames are
//!    pushed and popped.
//! 3. The callee returns to the trampoline, which saves registers as a stub does and calls
//!    `replace_returned_frame`. That function converts the frame's values and the callee's result
//!    to a [`DeoptimizedFrame`]; no collection can run meanwhile. The frame is removed, and
//!    `replacement` is called instead. To the frame's caller, this is the call that it has made.
//! 4. `resume` makes the thread native, with the caller's frame as the youngest managed frame. It
//!    runs the continuation like native code that managed code has called. The continuation's
//!    result becomes the result of the caller's call.
//!
//! The code is not changed: other activations, other threads and other calls of the function are
//! not affected. A host that invalidates a function permanently must also ensure that the function
//! is no longer called.
//!
//! Takeover hijacks return addresses instead of patching the code after the calls. That code has no
//! room for a patch: the next call may follow after two bytes. A patch would also affect all
//! activations of the function, but a return address belongs to one. So takeover is impossible with
//! a shadow stack of return addresses, and is refused with an error there. An exception that
//! reaches a frame whose takeover is pending ends the process: its handlers, which are those of the
//! frame that is to be replaced, must not run.

mod arch;
mod continuation;
mod error;
mod landing;
mod request;
mod takeover;

pub use continuation::{
    CalleeResult, Continuation, DeoptSite, DeoptValue, DeoptimizedFrame, FrameLayout, ReturnValue,
};
pub use error::TakeoverError;
pub(crate) use landing::resume;
pub use request::Activation;
pub use statepoint_scanner::deopt::DeoptValueKind;
pub use takeover::Takeover;
