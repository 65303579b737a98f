//! Deoptimization by frame takeover: an interpreter, or another version of the function, continues
//! a frame.
//!
//! An assumption of optimised code may turn out not to hold: a guard in it fails and calls out, or
//! the program defines, loads or stores something that the compiler assumed impossible. Then its
//! frames must not resume. A host takes them over
//! ([`Mutator::take_over`](crate::Mutator::take_over),
//! [`StoppedThread::take_over`](crate::handshake::StoppedThread::take_over)). When the call that
//! such a frame is in returns, the frame's values are read, and those that are references become
//! handles. The frame is left as its own epilogue would leave it, with its caller's values restored
//! in the callee-saved registers. Then the host's [`Continuation`] runs, which returns to the
//! frame's caller as if the frame had returned.
//!
//! ```text
//!   take_over    the return address that the frame's callee will use (in the callee's frame, or where a stub or wrapper
//!                has it) is replaced by a trampoline of the same call site: statepoint_scanner::deopt::Redirect
//!   until then   nothing is different: walks find the call site behind the trampoline, collections relocate what the
//!                frame holds, other frames come and go
//!   landing      the callee returns to the trampoline, which saves registers as a stub does. `land`: values and the
//!                callee's result become a `DeoptimizedFrame`; no collection can come between. The frame is left, and `replacement`
//!                called in its place: for its caller that is the call which it has made
//!   resume        the thread becomes native, the caller's frame being the youngest managed one; the continuation runs, as
//!                native code does that managed code has called. Its outcome is what the caller gets
//! ```
//!
//! The code is not changed: other activations, other threads and other calls of the function are
//! not affected. A host that invalidates a function for good must also ensure that it is no longer
//! called.
//!
//! Return addresses are hijacked, and code at the records is not patched, because the code after a
//! call has no room for a patch (the next call may follow after two bytes), and because one
//! activation is one word of the stack. So takeover does not work if the processor has a shadow
//! stack of return addresses, which is an error. An exception that reaches a frame whose takeover
//! is pending ends the process: unwinders do not know the return-address trampolines.

mod arch;
mod continuation;
mod error;
mod land;
mod request;
mod takeover;

pub use continuation::{
    CalleeResult, Continuation, DeoptSite, DeoptValue, DeoptimizedFrame, FrameLayout, ReturnValue,
};
pub use error::TakeoverError;
pub(crate) use land::resume;
pub use request::Activation;
pub use statepoint_scanner::deopt::DeoptValueKind;
pub use takeover::Takeover;
