//! The test matrix: the configurations for which random programs are compiled.

use core::fmt;

use super::emit::Features;
use super::rng::Rng;

/// Target architecture of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Arch {
    /// x86-64; emulated on other hosts.
    X86_64,
    /// AArch64; run by `qemu-aarch64-static` on other hosts.
    Aarch64,
}

impl Arch {
    /// All architectures.
    pub const ALL: [Self; 2] = [Self::X86_64, Self::Aarch64];

    /// Returns whether programs for this architecture run on this machine without an emulator.
    pub fn is_host(self) -> bool {
        std::env::consts::ARCH == self.name()
    }

    /// Returns the name of the architecture in target triples.
    pub fn name(self) -> &'static str {
        match self {
            Self::X86_64 => "x86_64",
            Self::Aarch64 => "aarch64",
        }
    }
}

impl core::str::FromStr for Arch {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|arch| arch.name() == name);
        found.ok_or_else(|| "the architecture must be x86_64 or aarch64".to_owned())
    }
}

/// Linker options of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Linking {
    /// Whether the executable is position-independent.
    pub pie: bool,
    /// Whether the linker is lld instead of GNU ld.
    pub lld: bool,
}

impl Linking {
    /// A position-dependent executable, linked by GNU ld.
    pub const PLAIN: Self = Self { pie: false, lld: false };
}

/// A point of the test matrix: the compiler and linker options of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    /// The target architecture.
    pub arch: Arch,
    /// LLVM's major version.
    pub llvm: u32,
    /// Optimisation level of `opt` and `llc`, 0 to 3.
    pub level: u32,
    /// Whether references may stay in callee-saved registers across calls.
    pub registers: bool,
    /// Whether every function keeps a frame pointer.
    pub frame_pointers: bool,
    /// Whether the object's stack map is replaced by a compiled table, as `stackmap compile` does.
    pub compiled: bool,
    /// Whether references that only landing pads use may also stay in callee-saved registers.
    pub landing_pads_in_registers: bool,
    /// The linker options.
    pub linking: Linking,
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} LLVM {} -O{} {}{} {} {} {} {}",
            self.arch.name(),
            self.llvm,
            self.level,
            if self.registers { "registers" } else { "spilled" },
            if self.landing_pads_in_registers { "-in-pads" } else { "" },
            if self.frame_pointers { "frame-pointers" } else { "no-frame-pointers" },
            if self.compiled { "compiled-table" } else { "raw-map" },
            if self.linking.pie { "pie" } else { "no-pie" },
            if self.linking.lld { "lld" } else { "bfd" },
        )
    }
}

/// LLVM defect because of which programs for AArch64 contain no vectors of references.
pub const VECTORS_ON_AARCH64: &str = "vectors of references on AArch64 before LLVM 22 \
     (llvm/llvm-project#142314: their relocates cannot be selected)";

/// Returns whether LLVM correctly keeps references that only landing pads use in registers. At -O0,
/// LLVM 14 to 22 do not: the register allocator spills the values that are relocated at an `invoke`
/// after the call, where control does not arrive after an exception. The landing pad then reloads
/// slots that were not written.
fn pads_can_be_in_registers(level: u32, registers: bool) -> bool {
    registers && level > 0
}

impl Point {
    /// Returns the point that a seed selects among these LLVM versions and architectures.
    pub fn from_seed(seed: u64, llvm: &[u32], arch: &[Arch]) -> Self {
        let mut rng = Rng::new(seed, 2);
        let arch = rng.choose(arch);
        let llvm = rng.choose(llvm);
        let level = rng.below(4);
        let registers = rng.chance(50);
        let frame_pointers = rng.chance(40);
        let compiled = rng.chance(40);
        let landing_pads_in_registers =
            rng.chance(50) && pads_can_be_in_registers(level, registers);
        let pie = rng.chance(50) && arch.is_host();
        let linking = Linking { pie, lld: rng.chance(50) };
        Self {
            arch,
            llvm,
            level,
            registers,
            frame_pointers,
            compiled,
            landing_pads_in_registers,
            linking,
        }
    }

    /// Returns all points for these LLVM versions and architectures.
    pub fn all(llvm: &[u32], arch: &[Arch]) -> Vec<Self> {
        let mut points = Vec::new();
        for &arch in arch {
            for &llvm in llvm {
                for bits in 0..256 {
                    let bit = |number: u32| bits >> number & 1 != 0;
                    let point = Self {
                        arch,
                        llvm,
                        level: bits & 3,
                        registers: bit(2),
                        frame_pointers: bit(3),
                        compiled: bit(4),
                        landing_pads_in_registers: bit(5),
                        linking: Linking { pie: bit(6), lld: bit(7) },
                    };
                    let pads = pads_can_be_in_registers(point.level, point.registers);
                    let is_possible = (pads || !point.landing_pads_in_registers)
                        && (arch.is_host() || !point.linking.pie);
                    if is_possible {
                        points.push(point);
                    }
                }
            }
        }
        points
    }

    /// Returns the optional constructs that programs may contain at this point.
    pub fn features(&self) -> Features {
        // Stack walks cannot find references in registers of frames older than a wrapper.
        let wrappers = (!self.registers).then_some(self.arch);
        Features {
            vectors: self.has_vectors(),
            native_frames: true,
            // LLVM keeps references across such calls in registers that stack maps do not describe.
            preserve_most: !self.registers,
            wrappers,
        }
    }

    /// Returns whether LLVM compiles vectors of references at this point.
    pub fn has_vectors(&self) -> bool {
        self.arch != Arch::Aarch64 || self.llvm >= 22
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_cover_the_matrix() {
        let (llvm, arch) = ([14, 16, 19, 22], Arch::ALL);
        let all = Point::all(&llvm, &arch);
        // Points per version: 176 for the host, and 88 for an emulated architecture, whose programs
        // are always position-dependent.
        let here = Arch::ALL.iter().filter(|arch| arch.is_host()).count();
        assert_eq!(all.len(), 4 * (here * 176 + (2 - here) * 88));
        let mut missing = all;
        for seed in 0..40_000 {
            let point = Point::from_seed(seed, &llvm, &arch);
            missing.retain(|other| *other != point);
        }
        assert_eq!(missing, []);
    }
}
