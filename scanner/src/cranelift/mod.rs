//! Call sites of functions that Cranelift compiled.
//!
//! Cranelift writes no stack map section. Its compiler returns the *user stack maps* of a function
//! as data: the return address, the size of the frame, and the offsets of references from the stack
//! pointer. [`CraneliftFunction`] holds this data, without a dependency on a version of Cranelift;
//! the package `statepoint-cranelift` makes it from a compiled function.
//! [`TableBuilder::add_cranelift`](crate::table::TableBuilder::add_cranelift) turns it into the
//! call-site table that LLVM's records have, too, so everything above a table has one path for both
//! compilers.
//!
//! # Frames
//!
//! A function of Cranelift that calls has a frame pointer, whatever its settings are: a frame
//! record (the caller's frame pointer, then the return address) at the upper end of its frame, and
//! below it the saved registers, the stack slots and the outgoing arguments. The table addresses
//! references from the frame pointer, not from the stack pointer. A callee with the calling
//! convention `tail` pops its stack arguments, and may return for a function with other stack
//! arguments, so that the caller's stack pointer cannot be derived from the frame of its callee.
//!
//! A call without a user stack map has no live reference, but it is a call site as well: a walk
//! must know the frame.

#![forbid(unsafe_code)]

mod error;
mod function;

pub use error::{CraneliftError, CraneliftProblem};
pub use function::{CraneliftCallSite, CraneliftFunction, MAX_FRAME_SIZE};

#[cfg(test)]
mod tests;
