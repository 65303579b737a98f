//! Instruction sets and calling conventions. [`crate::os`] contains the interface to the OS.
//!
//! A [`Target`] combines an [`InstructionSet`] and a [`CallingConvention`], which are separate
//! types. `x86_64` and `aarch64` have files of the same names. `cfg(target_arch)` is used only here
//! and in the `mod.rs` of other folders named `arch`.

pub mod aarch64;
mod calling_convention;
mod instruction_set;
mod physical;
#[cfg(target_arch = "aarch64")]
#[path = "aarch64/prefetch.rs"]
mod prefetch;
#[cfg(target_arch = "x86_64")]
#[path = "x86_64/prefetch.rs"]
mod prefetch;
mod target;
pub mod x86_64;

pub use aarch64::Aarch64;
pub use calling_convention::{
    CallingConvention, RegisterFileLayout, WordArray, callee_saved_index,
};
pub use instruction_set::{InstructionSet, Register};
pub use physical::{PhysicalRegister, PhysicalRegisters};
pub use prefetch::prefetch;
pub use target::{Architecture, Target};
pub use x86_64::X86_64;

#[cfg(target_arch = "aarch64")]
pub use aarch64::RegisterFile;
#[cfg(target_arch = "x86_64")]
pub use x86_64::RegisterFile;

/// The target for which this crate was compiled.
#[cfg(target_arch = "aarch64")]
pub type Host = Aarch64;

/// The target for which this crate was compiled.
#[cfg(target_arch = "x86_64")]
pub type Host = X86_64;

/// Detects the vector extensions that the operating system has enabled.
#[cfg(target_arch = "aarch64")]
pub fn detect_processor() -> aarch64::Processor {
    aarch64::Processor::Neon
}

/// Detects the vector extensions that the operating system has enabled.
#[cfg(target_arch = "x86_64")]
pub fn detect_processor() -> x86_64::Processor {
    use x86_64::Processor;
    if std::is_x86_feature_detected!("avx512bw") {
        Processor::Avx512Bw
    } else if std::is_x86_feature_detected!("avx512f") {
        Processor::Avx512
    } else if std::is_x86_feature_detected!("avx") {
        Processor::Avx
    } else {
        Processor::Sse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detected_processor_has_preserved_registers() {
        let processor = detect_processor();
        for index in 0..PhysicalRegister::COUNT {
            let register = PhysicalRegister::from_index(index).unwrap();
            let preserved = Host::preserved_by_calls(register);
            assert!(preserved <= Host::available(register, processor), "{register:?}");
        }
        assert!(Host::available(PhysicalRegister::Vector(0), processor) >= 16);
    }
}
