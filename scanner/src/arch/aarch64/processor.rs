//! The register extensions of a processor, and the subregisters that a record may list.

use super::Isa;
use crate::arch::{InstructionSet, PhysicalRegister, PhysicalRegisters};

/// The vector registers of a processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Processor {
    /// 32 registers of 16 bytes, as on all processors that run Linux.
    Neon,
}

impl PhysicalRegisters for Isa {
    type Processor = Processor;

    /// "DWARF for the Arm 64-bit Architecture", section 4.1.
    fn physical(dwarf: u16) -> Option<PhysicalRegister> {
        match dwarf {
            0..=31 => Self::register(dwarf).map(PhysicalRegister::General),
            64..=95 => Some(PhysicalRegister::Vector((dwarf - 64) as u8)),
            _ => None,
        }
    }

    fn is_constant(_: u16) -> bool {
        false
    }

    fn available(register: PhysicalRegister, processor: Processor) -> u8 {
        match (register, processor) {
            (PhysicalRegister::General(register), _) => {
                if Self::register(register.dwarf()).is_some() { 8 } else { 0 }
            }
            (PhysicalRegister::Vector(0..=31), Processor::Neon) => 16,
            (PhysicalRegister::Vector(_) | PhysicalRegister::Mask(_), _) => 0,
        }
    }

    /// The live bytes are the lowest ones. `d8` is the lower half of `q8`, which calls preserve.
    fn part(register: PhysicalRegister, live: u8, processor: Processor) -> u8 {
        match register {
            PhysicalRegister::Vector(_) if live <= 8 => 8,
            _ => Self::available(register, processor),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::Aarch64;

    #[test]
    fn dwarf_numbers_match_abi() {
        assert_eq!(Aarch64::physical(64), Some(PhysicalRegister::Vector(0)));
        assert_eq!(Aarch64::physical(95), Some(PhysicalRegister::Vector(31)));
        assert_eq!(Aarch64::physical(19), Aarch64::register(19).map(PhysicalRegister::General));
        // pc, RA_SIGN_STATE, VG, p0, z0 and numbers without a register.
        for dwarf in [32, 34, 46, 48, 63, 96, 128, u16::MAX] {
            assert_eq!(Aarch64::physical(dwarf), None, "{dwarf}");
        }
    }
}
