//! x86-64 with the System V calling convention.

mod patchpoint;
mod processor;
mod register_file;
mod registers;
mod signal_context;

pub use processor::Processor;
pub use register_file::RegisterFile;
pub use registers::X86_64;
