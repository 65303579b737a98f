//! Deoptimization (Hölzle, Chambers and Ungar, PLDI 1992): the state that a frame keeps so that an
//! interpreter, or another version of the function, can continue in its place.
//!
//! The operands of a call's "deopt" bundle, and the live values of a `patchpoint`, are in its
//! record in the order of the IR. [`DeoptState`] reads them from the frame at any time while the
//! call is under way: values in slots are read there, values in callee-saved registers where a
//! younger frame has saved them. A reference is a root as well, so after a collection the relocated
//! value is read.
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
//! LLVM records the location of a value, not its type: a front end knows the order and types of the
//! operands that it wrote. A value of more than eight bytes that the caller passed in memory is
//! named by its address, as a stack object is.
//!
//! References in a "deopt" bundle must point to the starts of objects: `rewrite-statepoints-for-gc`
//! assumes that they do (in all versions of LLVM). Given a pointer into an object, the collector
//! would expect an object where none begins. A front end passes the object and the distance
//! instead.
//!
//! # Resuming a frame
//!
//! A frame is *taken over* when its call under way returns. [`ReturnRedirect`] hijacks the return
//! address: it replaces it by that of a return-address trampoline for the same call site, a
//! [`ReturnTrampoline`], at which walks still find the frame. There a [`TakeoverHandler`] gets the
//! [`TrampolineEntry`], reads the values with their types ([`DeoptValueKind`]), and chooses the
//! continuation with a [`CallerRegisters`] and [`ReplacementCall`]: a function which the frame's
//! caller then seems to have called. Keeping references alive meanwhile, and stopping threads, is
//! the collector's task.

mod arch;
mod error;
mod redirect;
mod replacement_call;
mod return_trampoline;
mod signing;
mod state;
mod trampoline_entry;
mod typed_value;
mod value;

pub use error::DeoptError;
pub use redirect::{FrameTakeoverError, ReturnRedirect};
pub use replacement_call::{CallerRegisters, ReplacementCall};
pub(crate) use return_trampoline::enter_takeover;
pub use return_trampoline::{
    MAX_RETURN_TRAMPOLINES, NoTrampolineLeft, ReturnTrampoline, TakeoverHandler,
    original_return_address,
};
pub(crate) use signing::Key;
pub use state::{DeoptState, no_registers};
pub use trampoline_entry::TrampolineEntry;
pub use typed_value::{DeoptValueKind, TypedDeoptValue};
pub use value::{DeoptValueRole, RawDeoptValue};

#[cfg(test)]
mod tests;
