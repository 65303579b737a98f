//! x86-64.

mod calling_convention;
mod instruction_set;
mod patchpoint;
mod processor;
mod register_file;

pub use calling_convention::SystemV;
pub use instruction_set::Isa;
pub use processor::Processor;
pub use register_file::RegisterFile;

use super::Target;

/// x86-64 with the convention of the System V ABI.
pub type X86_64 = Target<Isa, SystemV>;
