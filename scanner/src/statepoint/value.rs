//! A value as a stack map record describes it.

use crate::arch::{InstructionSet, Register};
use crate::stackmap::{Constants, Location, LocationKind};

use super::error::ValueLocationError;

/// A value at a call site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueLocation {
    /// In a general-purpose register.
    Register {
        /// The register.
        register: Register,
        /// Size of the value in bytes.
        size: u16,
    },
    /// In a register of another class, for example a vector register. Only deopt values can be.
    OtherRegister {
        /// DWARF number of the register.
        dwarf: u16,
        /// Size of the value in bytes.
        size: u16,
    },
    /// In memory, at the sum of a register and an offset in bytes.
    Slot {
        /// The register.
        base: Register,
        /// The offset in bytes.
        offset: i32,
        /// Size of the slot in bytes: N times 8 for a vector of N pointers.
        size: u16,
    },
    /// The address that is the sum of a register and an offset in bytes: a stack object.
    Address {
        /// The register.
        base: Register,
        /// The offset in bytes.
        offset: i32,
        /// Size in bytes of the address, not of the object, whose size is not recorded.
        size: u16,
    },
    /// A constant, sign-extended where it was recorded in 32 bits.
    Constant(i64),
}

/// The constant that LLVM records for an undefined value.
const UNDEFINED: u32 = 0xFEFE_FEFE;

impl ValueLocation {
    /// Reads a location; replaces a constant index by its constant.
    ///
    /// # Errors
    ///
    /// If the location has a base register that the architecture does not have, or an index that
    /// the constants of its map do not have.
    #[inline]
    pub fn new<A: InstructionSet>(
        location: Location,
        constants: Constants<'_>,
    ) -> Result<Self, ValueLocationError> {
        let Location { kind, size, register: dwarf, offset } = location;
        let base = || A::register(dwarf).ok_or(ValueLocationError::BaseRegister);
        match kind {
            LocationKind::Register => Ok(match A::register(dwarf) {
                Some(register) => Self::Register { register, size },
                None => Self::OtherRegister { dwarf, size },
            }),
            LocationKind::Direct => Ok(Self::Address { base: base()?, offset, size }),
            LocationKind::Indirect => Ok(Self::Slot { base: base()?, offset, size }),
            LocationKind::Constant => Ok(Self::Constant(i64::from(offset))),
            LocationKind::ConstantIndex => usize::try_from(offset)
                .ok()
                .and_then(|index| constants.get(index))
                .map(|constant| Self::Constant(constant.cast_signed()))
                .ok_or(ValueLocationError::ConstantIndex),
        }
    }

    /// Returns whether this is the constant that LLVM 14 to 19 record for an undefined value, zero-
    /// or sign-extended. A program's own constant can have the same value, and LLVM 22 instead
    /// names a register with arbitrary content.
    pub fn is_undefined_marker(&self) -> bool {
        let signed = i64::from(UNDEFINED.cast_signed());
        matches!(*self, Self::Constant(value) if value == i64::from(UNDEFINED) || value == signed)
    }
}

/// A pointer that the collector must relocate, and the start of the object that it points into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PointerPair {
    /// The start of the object.
    pub base: ValueLocation,
    /// The pointer: the base itself or an address inside the object.
    pub derived: ValueLocation,
}
