//! Registers of all classes, for code that saves and restores registers.

use core::fmt;

use super::{InstructionSet, Register};

/// A register of any class, identified by its hardware number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PhysicalRegister {
    /// A general-purpose register.
    General(Register),
    /// A vector register. `xmm`, `ymm` and `zmm` with the same number are one register, and so are
    /// `d` and `q`.
    Vector(u8),
    /// A mask register, `k0` to `k7`.
    Mask(u8),
}

impl PhysicalRegister {
    /// Exclusive upper bound of [`Self::index`].
    pub const COUNT: usize = 72;
    /// Index of vector register 0.
    const FIRST_VECTOR: usize = 32;
    /// Index of mask register 0.
    const FIRST_MASK: usize = 64;

    /// Returns a unique index below [`Self::COUNT`]. General-purpose registers come first, then
    /// vector registers, then mask registers. Returns `None` for a number that no supported
    /// instruction set has.
    pub const fn index(self) -> Option<usize> {
        let (first, number, count) = match self {
            Self::General(register) => (0, register.dwarf() as usize, Self::FIRST_VECTOR),
            Self::Vector(number) => (Self::FIRST_VECTOR, number as usize, 32),
            Self::Mask(number) => (Self::FIRST_MASK, number as usize, 8),
        };
        if number < count { Some(first + number) } else { None }
    }

    /// Returns the register with this [`Self::index`].
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::FIRST_VECTOR {
            Some(Self::General(Register::new(index as u8)))
        } else if index < Self::FIRST_MASK {
            Some(Self::Vector((index - Self::FIRST_VECTOR) as u8))
        } else if index < Self::COUNT {
            Some(Self::Mask((index - Self::FIRST_MASK) as u8))
        } else {
            None
        }
    }
}

/// The registers of an instruction set that code can save and restore.
///
/// The flags are excluded. So are the x87 and MMX registers, which no calling convention of a
/// patchpoint preserves, and registers whose size is known only at run time (SVE).
pub trait PhysicalRegisters: InstructionSet {
    /// The register extensions of a processor, which differ between processors of an instruction
    /// set.
    type Processor: Copy + fmt::Debug + PartialEq + Eq;

    /// Returns the register with this DWARF number; `None` if code cannot save it.
    fn physical(dwarf: u16) -> Option<PhysicalRegister>;

    /// Returns whether the register with this DWARF number needs no saving, because neither calls
    /// nor patched code change it.
    fn is_constant(dwarf: u16) -> bool;

    /// Returns the size in bytes of a register on `processor`; 0 if the processor does not have it.
    fn available(register: PhysicalRegister, processor: Self::Processor) -> u8;

    /// Returns how many bytes of a register to save if a record lists `live` bytes of it. This is
    /// the size of the smallest subregister that contains the live bytes. `live` is at most
    /// [`Self::available`].
    fn part(register: PhysicalRegister, live: u8, processor: Self::Processor) -> u8;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn physical_register_indices_are_distinct() {
        for index in 0..PhysicalRegister::COUNT {
            let register = PhysicalRegister::from_index(index).unwrap();
            assert_eq!(register.index(), Some(index), "{register:?}");
        }
        assert_eq!(PhysicalRegister::from_index(PhysicalRegister::COUNT), None);
        assert_eq!(PhysicalRegister::General(Register::new(32)).index(), None);
        assert_eq!(PhysicalRegister::Vector(32).index(), None);
        assert_eq!(PhysicalRegister::Mask(8).index(), None);
    }
}
