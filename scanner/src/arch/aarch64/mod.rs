//! AArch64.

mod calling_convention;
mod instruction_set;
mod patchpoint;
mod processor;
mod register_file;

pub use calling_convention::Aapcs64;
pub use instruction_set::Isa;
pub use processor::Processor;
pub use register_file::RegisterFile;

use super::Target;

/// AArch64 with the convention of Arm's procedure call standard.
pub type Aarch64 = Target<Isa, Aapcs64>;
