//! Deoptimization (Hölzle, Chambers and Ungar, PLDI 1992): the state of a frame with which an
//! interpreter, or another version of the function, can continue the execution of the frame.
//!
//! The record of a call contains the operands of its "deopt" bundle, and the record of a
//! `patchpoint` its live values, in the order of the IR. [`DeoptState`] reads them from the frame
//! at any time while the call is active. A value in a callee-saved register is read from the slot
//! in which a younger frame has saved it. A reference is also a root, so a read after a collection
//! returns the relocated value.
//!
//! ```no_run
//! use statepoint_scanner::arch::Host;
//! use statepoint_scanner::deopt::{DeoptError, DeoptState, RawDeoptValue, no_registers};
//! use statepoint_scanner::walk::{Cursor, StackMemory};
//!
//! /// The values of the youngest managed frame.
//! fn youngest(
//!     mut cursor: Cursor<'_, Host>,
//!     stack: &impl StackMemory,
//! ) -> Result<Vec<RawDeoptValue>, DeoptError> {
//!     let Some(frame) = cursor.next(stack)? else { return Ok(Vec::new()) };
//!     DeoptState::of_statepoint(&frame)?.read(stack, &no_registers)
//! }
//! ```
//!
//! LLVM records only the location of a value; the front end supplies the order and the types of the
//! operands. The operand for a value of more than eight bytes that the caller passed in memory is
//! its address, as for a stack object.
//!
//! References in a "deopt" bundle must point to the starts of objects: `rewrite-statepoints-for-gc`
//! assumes this in all versions of LLVM. The collector would treat an interior pointer as the start
//! of an object. A front end must pass the object and the offset instead.
//!
//! # Resuming a frame
//!
//! A frame is *taken over* when its active call returns. [`ReturnRedirect`] hijacks the return
//! address: it replaces the address by that of a [`ReturnTrampoline`] for the same call site, and
//! stack walks still find the frame. (If the frame's callee has a return barrier, the address
//! stays, and the barrier leads to the trampoline.) When the callee returns to the trampoline, a
//! [`TakeoverHandler`] receives the [`TrampolineEntry`] and reads the values with their types
//! ([`DeoptValueKind`]). It then selects the continuation with a [`CallerRegisters`] and a
//! [`ReplacementCall`]: a function that is called as if by the frame's caller. The collector must
//! keep the references live in the meantime and stop threads.

mod arch;
mod error;
mod redirect;
mod replacement_call;
mod return_trampoline;
mod state;
mod trampoline_entry;
mod typed_value;
mod value;

pub use error::DeoptError;
pub use redirect::{FrameTakeoverError, ReturnRedirect};
pub use replacement_call::{CallerRegisters, ReplacementCall};
pub(crate) use return_trampoline::enter_takeover;
use return_trampoline::takeover_personality;
pub use return_trampoline::{
    MAX_RETURN_TRAMPOLINES, NoTrampolineLeft, ReturnTrampoline, TakeoverHandler,
    original_return_address,
};
pub use state::{DeoptState, no_registers};
pub use trampoline_entry::TrampolineEntry;
pub use typed_value::{DeoptValueKind, TypedDeoptValue};
pub use value::{DeoptValueRole, RawDeoptValue};

#[cfg(test)]
mod tests;
