//! The ways in which a program is compiled.

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
    /// All of them.
    pub const ALL: [Self; 2] = [Self::X86_64, Self::Aarch64];

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

/// One way to compile a program.
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
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} LLVM {} -O{} {} {} {}",
            self.arch.name(),
            self.llvm,
            self.level,
            if self.registers { "registers" } else { "spilled" },
            if self.frame_pointers { "frame-pointers" } else { "no-frame-pointers" },
            if self.compiled { "compiled-table" } else { "raw-map" },
        )
    }
}

/// A defect of LLVM's for which something is left out of a program.
pub const VECTORS_ON_AARCH64: &str = "vectors of references on AArch64 before LLVM 22 (llvm/llvm-project#142314: no selection of \
     their relocates)";

impl Point {
    /// That of a seed among these versions and processors.
    pub fn of_seed(seed: u64, llvm: &[u32], arch: &[Arch]) -> Self {
        let mut numbers = Numbers::new(seed, 2);
        Self {
            arch: numbers.one_of(arch),
            llvm: numbers.one_of(llvm),
            level: numbers.below(4),
            registers: numbers.chance(50),
            frame_pointers: numbers.chance(40),
            compiled: numbers.chance(40),
        }
    }

    /// All of them for these versions and processors.
    pub fn all(llvm: &[u32], arch: &[Arch]) -> Vec<Self> {
        let mut points = Vec::new();
        for &arch in arch {
            for &llvm in llvm {
                for bits in 0..32 {
                    let (level, registers) = (bits & 3, bits & 4 != 0);
                    let (frame_pointers, compiled) = (bits & 8 != 0, bits & 16 != 0);
                    points.push(Self { arch, llvm, level, registers, frame_pointers, compiled });
                }
            }
        }
        points
    }

    /// What programs may contain here.
    pub fn features(&self) -> Features {
        // A collection does not find references in registers behind a wrapper.
        let wrappers = (!self.registers).then_some(self.arch);
        Features { vectors: self.has_vectors(), native_frames: true, wrappers }
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
        assert_eq!(all.len(), 256);
        let mut missing = all;
        for seed in 0..3000 {
            let point = Point::of_seed(seed, &llvm, &arch);
            missing.retain(|other| *other != point);
        }
        assert_eq!(missing, []);
    }
}
