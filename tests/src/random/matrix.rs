//! The points of the matrix for which a program is compiled.

use core::fmt;

use super::emit::Features;
use super::numbers::Numbers;

/// A processor that programs are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Arch {
    /// Run on this machine.
    X86_64,
    /// Run by `qemu-aarch64-static`, unless this machine is one.
    Aarch64,
}

impl Arch {
    /// All processors.
    pub const ALL: [Self; 2] = [Self::X86_64, Self::Aarch64];

    /// Whether programs for it run on this machine without an emulator.
    pub fn is_host(self) -> bool {
        std::env::consts::ARCH == self.name()
    }

    /// Its name in target triples.
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
        found.ok_or_else(|| "x86_64 or aarch64".to_owned())
    }
}

/// The options with which a program is linked with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Linking {
    /// Position-independent: the result can be loaded anywhere.
    pub pie: bool,
    /// By lld, not by GNU ld.
    pub lld: bool,
}

impl Linking {
    /// For one address, by GNU ld.
    pub const PLAIN: Self = Self { pie: false, lld: false };
}

/// One point of the matrix: how a program is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    /// The processor.
    pub arch: Arch,
    /// LLVM's major version.
    pub llvm: u32,
    /// 0 to 3, for `opt` and `llc`.
    pub level: u32,
    /// Whether references may stay in callee-saved registers across calls.
    pub registers: bool,
    /// Whether every function keeps a frame pointer.
    pub frame_pointers: bool,
    /// Whether the object's stack map is replaced by a compiled table, as `stackmap compile` does.
    pub compiled: bool,
    /// Whether references that only landing pads use may stay in registers, too.
    pub pads_in_registers: bool,
    /// The options with which it is linked.
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
            if self.pads_in_registers { "-in-pads" } else { "" },
            if self.frame_pointers { "frame-pointers" } else { "no-frame-pointers" },
            if self.compiled { "compiled-table" } else { "raw-map" },
            if self.linking.pie { "pie" } else { "no-pie" },
            if self.linking.lld { "lld" } else { "bfd" },
        )
    }
}

/// A defect of LLVM for which something is left out of a program.
pub const VECTORS_ON_AARCH64: &str = "vectors of references on AArch64 before LLVM 22 (llvm/llvm-project#142314: no selection of \
     their relocates)";

/// Whether LLVM keeps references that only landing pads use in registers where an option asks for
/// it, and does so correctly. The register allocator of -O0 (LLVM 14 to 22) stores the values
/// relocated at a call that may throw after the call, which an exception does not reach, and the
/// landing pad loads it.
fn pads_can_be_in_registers(level: u32, registers: bool) -> bool {
    registers && level > 0
}

impl Point {
    /// Returns the point of a seed among these versions and processors.
    pub fn of_seed(seed: u64, llvm: &[u32], arch: &[Arch]) -> Self {
        let mut numbers = Numbers::new(seed, 2);
        let arch = numbers.one_of(arch);
        let llvm = numbers.one_of(llvm);
        let level = numbers.below(4);
        let registers = numbers.chance(50);
        let frame_pointers = numbers.chance(40);
        let compiled = numbers.chance(40);
        let pads_in_registers = numbers.chance(50) && pads_can_be_in_registers(level, registers);
        let pie = numbers.chance(50) && arch.is_host();
        let linking = Linking { pie, lld: numbers.chance(50) };
        Self { arch, llvm, level, registers, frame_pointers, compiled, pads_in_registers, linking }
    }

    /// Returns all points for these versions and processors.
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
                        pads_in_registers: bit(5),
                        linking: Linking { pie: bit(6), lld: bit(7) },
                    };
                    let pads = pads_can_be_in_registers(point.level, point.registers);
                    let is_one = (pads || !point.pads_in_registers)
                        && (arch.is_host() || !point.linking.pie);
                    if is_one {
                        points.push(point);
                    }
                }
            }
        }
        points
    }

    /// Returns what programs may contain here.
    pub fn features(&self) -> Features {
        // A collection does not find references in registers below a wrapper.
        let wrappers = (!self.registers).then_some(self.arch);
        Features {
            vectors: self.has_vectors(),
            native_frames: true,
            // Across such calls LLVM keeps references in registers whose locations no walk knows.
            preserve_most: !self.registers,
            wrappers,
        }
    }

    /// Whether LLVM compiles vectors of references here.
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
        // The number of points per version; programs of other processors are static, and their
        // stack maps cannot be loaded at any address.
        let here = Arch::ALL.iter().filter(|arch| arch.is_host()).count();
        assert_eq!(all.len(), 4 * (here * 176 + (2 - here) * 88));
        let mut missing = all;
        for seed in 0..40_000 {
            let point = Point::of_seed(seed, &llvm, &arch);
            missing.retain(|other| *other != point);
        }
        assert_eq!(missing, []);
    }
}
