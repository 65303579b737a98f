//! x86-64 with the System V calling convention.

#[cfg(feature = "patch")]
mod patch;
mod patchpoint;
mod processor;
mod register_file;
mod registers;
mod signal_context;
#[cfg(feature = "thunk")]
mod thunk;

pub use processor::Processor;
pub use register_file::RegisterFile;
pub use registers::X86_64;
