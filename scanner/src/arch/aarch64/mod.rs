//! AArch64 with the procedure call standard of Arm.

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
pub use registers::Aarch64;
