//! From frame to frame, over managed code.
//!
//! A [`Cursor`] begins at a register file that a runtime stub left on the stack and finds each
//! caller through the [call-site table](crate::table). It reads the stack through [`StackMemory`]
//! alone: a [`LiveStack`] of a stopped thread, a [`StackImage`] made by hand or taken from a dump.

mod cursor;
mod error;
mod live_stack;
mod memory;
mod stack_image;

pub use cursor::{Cursor, Frame};
pub use error::WalkError;
pub use live_stack::LiveStack;
pub use memory::{MemoryError, StackMemory};
pub use stack_image::StackImage;

#[cfg(test)]
mod tests;
