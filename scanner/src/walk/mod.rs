//! The cursor over the frames of a stack.
//!
//! A [`Cursor`] starts at a register file that a runtime stub left on the stack and finds each
//! caller through [`CodeLookup`], such as a [call-site table](crate::table). It reads the stack
//! only through [`StackMemory`]: a [`LiveStack`] of a stopped thread, or a [`StackImage`] made by
//! hand or taken from a dump. The [crate's page](crate) has an example.

mod calls;
mod code;
mod cursor;
mod error;
mod frame;
mod image_files;
mod interrupted;
mod joined;
mod live_stack;
mod memory;
mod native_code;
mod rule_cache;
pub(crate) mod sites;
mod stack_image;
mod start;

pub use calls::{CallWalk, CallerRules};
pub use code::{CodeLookup, FoundCode};
pub use cursor::{Cursor, StopPoint};
pub use error::StackWalkError;
pub use frame::{FrameKind, FrameRoots, ReturnSlot, StackFrame};
pub use image_files::{ImageFiles, MappedCode, SymbolName};
pub use interrupted::trace_interrupted;
pub use joined::JoinedMemory;
pub use live_stack::LiveStack;
pub use memory::{MemoryRegion, StackMemory, StackMemoryError};
pub use native_code::{CodeWithNative, NativeCode, NativeCodeView};
pub use stack_image::StackImage;
pub use start::InitialRegisters;

#[cfg(test)]
mod tests;
