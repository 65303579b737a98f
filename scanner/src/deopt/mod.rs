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

#![forbid(unsafe_code)]

mod error;
mod state;
mod value;

pub use error::DeoptError;
pub use state::{DeoptState, no_registers};
pub use value::{DeoptValue, Role};

#[cfg(test)]
mod tests;
