//! What a frame keeps for the case that somebody else goes on with it: an interpreter, or another version of the
//! function.
//!
//! The operands of a call's "deopt" bundle, and the live values of a `patchpoint`, are in its record in the order of the IR.
//! [`DeoptState`] reads them from the frame while the call is under way, at any time: values that lie in slots are
//! read there, those in callee-saved registers where a younger frame has saved them. A reference is a root
//! as well, so after a collection it is found as the collection has left it.
//!
//! ```no_run
//! use statepoint_scanner::arch::Host;
//! use statepoint_scanner::deopt::{DeoptError, DeoptState, DeoptValue, no_registers};
//! use statepoint_scanner::walk::{Cursor, StackMemory};
//!
//! /// The values of the youngest managed frame.
//! fn youngest(
//!     mut cursor: Cursor<'_, Host>,
//!     stack: &impl StackMemory,
//! ) -> Result<Vec<DeoptValue>, DeoptError> {
//!     let Some(frame) = cursor.next(stack)? else { return Ok(Vec::new()) };
//!     DeoptState::of_statepoint(&frame)?.read(stack, &no_registers)
//! }
//! ```
//!
//! LLVM says where a value is, not what it is: a front end knows the order and types of the operands that it wrote.
//! A value of more than eight bytes that the caller passed in memory is named by its address, as a stack object is.
//!
//! References in a "deopt" bundle must refer to the starts of objects: `rewrite-statepoints-for-gc` takes them for that (in all
//! versions of LLVM), so that of a pointer into an object the collector would look for an object where none begins. A front
//! end passes the object and the distance instead.
//!
//! # Going on with a frame
//!
//! A frame is *taken over* when the call returns that it is in: [`Redirect`] has it return to a [`Detour`] of the same call
//! site, at which walks still find the frame. There a [`Takeover`] gets the [`Landing`], reads the values as what they are
//! ([`DeoptValueKind`]), and says by a [`Departure`] and [`Onward`] where to go on: in a function which the frame's caller then seems
//! to have called. Who keeps references meanwhile, and stops threads, is the collector's affair.

mod arch;
mod commandeer;
mod departure;
mod detour;
mod error;
mod landing;
mod signing;
mod state;
mod typed_value;
mod value;

pub use commandeer::{CommandeerError, Redirect};
pub use departure::{Departure, Onward};
pub(crate) use detour::landed;
pub use detour::{Detour, MAX_DETOURS, NoDetourLeft, Takeover, original_return_address};
pub use error::DeoptError;
pub use landing::Landing;
pub(crate) use signing::Key;
pub use state::{DeoptState, no_registers};
pub use typed_value::{DeoptValueKind, TypedValue};
pub use value::{DeoptValue, Role};

#[cfg(test)]
mod tests;
