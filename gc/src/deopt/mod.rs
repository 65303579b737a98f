//! Frames that somebody else goes on with: an interpreter, or another version of their function.
//!
//! What optimised code was compiled for may turn out not to hold: a guard fails in it and calls out, or somebody defines,
//! loads or stores what it took for impossible. Its frames must not go on then. A host commandeers them
//! ([`Mutator::commandeer`](crate::Mutator::commandeer), [`AtSafepoint::commandeer`](crate::handshake::AtSafepoint::commandeer)): when
//! the call returns that such a frame is in, the frame's values are read, those that are references becoming handles; the
//! frame is left as its own end would leave it, with the registers that its caller has in them; and the host's
//! [`Continuation`] goes on, which returns to the frame's caller as if the frame had returned.
//!
//! ```text
//!   commandeer   the return address that the frame's callee will use (in the callee's frame, or where a stub or wrapper
//!                has it) is replaced by a detour of the same call site: statepoint_scanner::deopt::Redirect
//!   until then   nothing is different: walks find the call site behind the detour, collections relocate what the
//!                frame holds, other frames come and go
//!   landing      the callee returns to the detour, which saves registers as a stub does. `land`: values and the
//!                callee's result become a `TakenFrame`; no collection can come between. The frame is left, and `replacement`
//!                called in its place: for its caller that is the call which it has made
//!   go_on        the thread becomes native, the caller's frame being the youngest managed one; the continuation runs, as
//!                native code does that managed code has called. Its outcome is what the caller gets
//! ```
//!
//! The code is not touched: other activations, other threads and other calls of the function are as they were. A host
//! that invalidates a function for good sees to it as well that nobody calls it any more.
//!
//! Return addresses are replaced, not code at the records, because code behind a call has no room of its own (the next call
//! may follow after two bytes), and because one activation is one word. So it does not work where the processor has a
//! second stack of return addresses, which is an error; and an exception that comes to a frame which is to be taken
//! over ends the process: unwinders know no detours.

mod arch;
mod commandeer;
mod continuation;
mod error;
mod land;
mod takeover;

pub use commandeer::Activation;
pub use continuation::{
    CalleeResult, Continuation, DeoptSite, FrameLayout, TakenFrame, TakenValue, TakeoverOutcome,
};
pub use error::CommandeerError;
pub(crate) use land::go_on;
pub use statepoint_scanner::deopt::DeoptValueKind;
pub use takeover::Takeover;
