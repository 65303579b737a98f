//! The register extensions of a processor, and the subregisters that a record may list.

use super::Isa;
use crate::arch::{InstructionSet, PhysicalRegister, PhysicalRegisters};

/// The vector extensions that the processor and the OS support. Each variant includes the previous
/// ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Processor {
    /// 16 registers of 16 bytes.
    Sse,
    /// 16 registers of 32 bytes.
    Avx,
    /// 32 registers of 64 bytes, and 8 masks of 16 bits.
    Avx512,
    /// 32 registers of 64 bytes, and 8 masks of 64 bits (AVX-512 BW).
    Avx512Bw,
}

impl PhysicalRegisters for Isa {
    type Processor = Processor;

    /// System V ABI, AMD64 supplement (version 0.99), figure 3.36.
    fn physical(dwarf: u16) -> Option<PhysicalRegister> {
        let number = |first: u16| (dwarf - first) as u8;
        match dwarf {
            0..=15 => Self::register(dwarf).map(PhysicalRegister::General),
            17..=32 => Some(PhysicalRegister::Vector(number(17))),
            67..=82 => Some(PhysicalRegister::Vector(number(67) + 16)),
            118..=125 => Some(PhysicalRegister::Mask(number(118))),
            _ => None,
        }
    }

    /// The segment registers. LLVM lists fs if code after the record reads a thread-local variable.
    fn is_constant(dwarf: u16) -> bool {
        matches!(dwarf, 50..=55)
    }

    fn available(register: PhysicalRegister, processor: Processor) -> u8 {
        use PhysicalRegister::{General, Mask, Vector};
        match (register, processor) {
            (General(register), _) => {
                if Self::register(register.dwarf()).is_some() {
                    8
                } else {
                    0
                }
            }
            (Vector(0..=15), Processor::Sse) => 16,
            (Vector(0..=15), Processor::Avx) => 32,
            (Vector(0..=31), Processor::Avx512 | Processor::Avx512Bw) => 64,
            (Mask(0..=7), Processor::Avx512) => 2,
            (Mask(0..=7), Processor::Avx512Bw) => 8,
            (Vector(_) | Mask(_), _) => 0,
        }
    }

    /// A live byte of rax may be in al or ah, so all of rax is saved. In a vector register, the
    /// live bytes are the lowest ones. xmm16 to xmm31 and ymm16 to ymm31 require AVX-512 VL, so
    /// zmm16 to zmm31 are saved completely.
    fn part(register: PhysicalRegister, live: u8, processor: Processor) -> u8 {
        match register {
            PhysicalRegister::Vector(0..=15) if live <= 16 => 16,
            PhysicalRegister::Vector(0..=15) if live <= 32 => 32,
            _ => Self::available(register, processor),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::X86_64;

    #[test]
    fn dwarf_numbers_match_abi() {
        let vector = |number| Some(PhysicalRegister::Vector(number));
        for (dwarf, expected) in
            [(17, vector(0)), (32, vector(15)), (67, vector(16)), (82, vector(31))]
        {
            assert_eq!(X86_64::physical(dwarf), expected);
        }
        assert_eq!(X86_64::physical(118), Some(PhysicalRegister::Mask(0)));
        assert_eq!(X86_64::physical(125), Some(PhysicalRegister::Mask(7)));
        assert_eq!(X86_64::physical(2), X86_64::register(2).map(PhysicalRegister::General));
        // The return address, st0, mm0, the flags, mxcsr, and numbers next to the supported ranges.
        for dwarf in [16, 33, 41, 49, 64, 66, 83, 117, 126, u16::MAX] {
            assert_eq!(X86_64::physical(dwarf), None, "{dwarf}");
        }
    }
}
