//! Registers of all kinds, as code that saves and restores them sees them.

use core::fmt;

use super::{Architecture, Register};

/// A register that code can keep a value in, by its number on the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PhysicalRegister {
    /// A general-purpose register.
    General(Register),
    /// A vector register: `xmm`, `ymm` and `zmm` of one number are one register, and so are `d` and `q`.
    Vector(u8),
    /// A mask register, `k0` to `k7`.
    Mask(u8),
}

impl PhysicalRegister {
    /// One more than the largest [`Self::index`].
    pub const COUNT: usize = 72;
    const FIRST_VECTOR: usize = 32;
    const FIRST_MASK: usize = 64;

    /// A number below [`Self::COUNT`] for each register of an architecture: general-purpose ones first,
    /// then vectors, then masks. `None` for a number that no architecture here has.
    pub const fn index(self) -> Option<usize> {
        let (first, number, count) = match self {
            Self::General(register) => (0, register.dwarf() as usize, Self::FIRST_VECTOR),
            Self::Vector(number) => (Self::FIRST_VECTOR, number as usize, 32),
            Self::Mask(number) => (Self::FIRST_MASK, number as usize, 8),
        };
        if number < count { Some(first + number) } else { None }
    }

    /// The register with this [`Self::index`].
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

/// What code that saves registers must know of an architecture.
///
/// The flags are no register here. Neither are the x87 and MMX registers, which no calling convention that
/// a patchpoint can have preserves, nor those of a size that is known at run time only (SVE).
pub trait PhysicalRegisters: Architecture {
    /// What there is of registers on a processor of this architecture: not all have the same.
    type Processor: Copy + fmt::Debug + PartialEq + Eq;

    /// The register with this DWARF number, if code can save it.
    fn physical(dwarf: u16) -> Option<PhysicalRegister>;

    /// Whether the register with this DWARF number is one that neither calls nor code which is patched in ever change, so that
    /// there is nothing to save.
    fn is_constant(dwarf: u16) -> bool;

    /// Bytes that such a processor has of a register; 0 if it does not have the register.
    fn available(register: PhysicalRegister, processor: Self::Processor) -> u8;

    /// Bytes to save where a record says that so many are live, which are not more than are available: those of
    /// the smallest part that has a name of its own and certainly holds them.
    fn part(register: PhysicalRegister, live: u8, processor: Self::Processor) -> u8;

    /// Bytes, the lowest ones, that each function of the platform's calling convention hands back unchanged. The
    /// stack pointer is not among them.
    fn kept_by_calls(register: PhysicalRegister) -> u8;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_register_has_a_number_of_its_own() {
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
