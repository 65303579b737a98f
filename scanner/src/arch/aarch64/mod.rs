//! AArch64 with the procedure call standard of Arm.

mod patchpoint;
mod processor;
mod register_file;
mod registers;
mod signal_context;

pub use processor::Processor;
pub use register_file::RegisterFile;
pub use registers::Aarch64;
