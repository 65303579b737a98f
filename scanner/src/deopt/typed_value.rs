//! Deoptimization values with the types that the front end supplies.

#![forbid(unsafe_code)]

use super::error::DeoptError;
use super::state::{DeoptState, lowest, no_registers};
use super::value::{DeoptValueRole, RawDeoptValue};
use crate::arch::Architecture;
use crate::statepoint::ValueLocation;
use crate::walk::{FrameRoots, StackMemory};

/// The type of a deoptimization operand. LLVM records only its location; the front end supplies the
/// type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeoptValueKind {
    /// The low 1 to 16 bytes of an operand that is not a reference; higher bytes are ignored. (An
    /// `i1` has one byte, and its value is the lowest bit.)
    Bits(u8),
    /// A reference to the start of an object, or null.
    Reference,
    /// A stack object of this size in bytes, which contains no references.
    Object(u32),
}

/// A deoptimization value of the expected type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypedDeoptValue {
    /// The low bytes of the operand; higher bytes are 0.
    Bits(u128),
    /// The reference, 0 for null. To keep it across a collection, make it a root first.
    Reference(u64),
    /// A stack object in the frame.
    Object {
        /// The address of its first byte.
        address: u64,
        /// Size of the object in bytes.
        size: u32,
    },
}

impl<A: Architecture> DeoptState<'_, A> {
    /// Checks that the values can be of these kinds. The check covers the number of values, their
    /// sizes and the collector's interpretation of them; it does not read the values. `register`
    /// returns whether the contents of a register that calls do not preserve (given its DWARF
    /// number) will be available.
    ///
    /// # Errors
    ///
    /// [`DeoptError`] for the first value that cannot be of its kind.
    pub fn check_as(
        &self,
        kinds: &[DeoptValueKind],
        register: impl Fn(u16) -> bool,
    ) -> Result<(), DeoptError> {
        let pc = self.frame().pc;
        let found = self.len();
        if found != kinds.len() {
            return Err(DeoptError::Count { pc, found, expected: kinds.len() });
        }
        for (index, (value, &kind)) in self.locations().zip(kinds).enumerate() {
            let wrong = DeoptError::Kind { pc, index, expected: kind };
            let role = self.role(value);
            let (fits, base) = match (value, kind) {
                (ValueLocation::Constant(0), DeoptValueKind::Reference) => (true, None),
                (ValueLocation::Constant(_), DeoptValueKind::Bits(bytes)) => {
                    ((1..=16).contains(&bytes), None)
                }
                (ValueLocation::Constant(_), _) => (false, None),
                (ValueLocation::Address { base, .. }, DeoptValueKind::Object(_)) => {
                    (true, Some(base.dwarf()))
                }
                (ValueLocation::Register { register, size }, _) => {
                    (fits(kind, size, role), Some(register.dwarf()))
                }
                (ValueLocation::OtherRegister { dwarf, size }, _) => {
                    // Callees preserve only the low eight bytes.
                    (fits(kind, size.min(8), role), Some(dwarf))
                }
                (ValueLocation::Slot { base, size, .. }, _) => {
                    (fits(kind, size, role), Some(base.dwarf()))
                }
                (ValueLocation::Address { .. }, _) => (false, None),
            };
            if !fits {
                return Err(wrong);
            }
            if let Some(dwarf) = base
                && !self.is_preserved(dwarf)
                && !register(dwarf)
            {
                return Err(DeoptError::LostRegister { pc, index, register: dwarf });
            }
        }
        Ok(())
    }

    /// Returns whether a root of the frame is in the first `size` bytes of the stack object that is
    /// the value with this index. The object must not be copied as plain bytes then. Returns
    /// `false` if the value is not a stack object.
    ///
    /// # Errors
    ///
    /// If the location of the object or of a root of the frame cannot be determined.
    pub fn has_references(
        &self,
        index: usize,
        size: u32,
        memory: &impl StackMemory,
    ) -> Result<bool, DeoptError> {
        let (frame, pc) = (self.frame(), self.frame().pc);
        let Some(ValueLocation::Address { base, offset, .. }) = self.locations().nth(index) else {
            return Ok(false);
        };
        let lost = DeoptError::LostRegister { pc, index, register: base.dwarf() };
        let start = self.address(base, offset, memory, &no_registers)?.ok_or(lost)?;
        let object = start..start.saturating_add(size.into());
        let within = |root| Ok(object.contains(&frame.address_of(root, memory)?));
        match frame.roots {
            FrameRoots::Relocatable(roots) => {
                let derived = roots.derived().map(|(root, _)| root);
                any(roots.bases().chain(derived).map(within))
            }
            FrameRoots::Pinned(pinned) if pinned.is_listed() => any(pinned.locations().map(within)),
            FrameRoots::Pinned(_) | FrameRoots::None => Ok(false),
        }
    }

    /// Reads all values with their kinds. Otherwise like [`Self::read`].
    ///
    /// # Errors
    ///
    /// If a value is of another kind, or cannot be read: [`DeoptError`] names it.
    pub fn read_as(
        &self,
        kinds: &[DeoptValueKind],
        memory: &impl StackMemory,
        registers: &impl Fn(u16) -> Option<u128>,
    ) -> Result<Vec<TypedDeoptValue>, DeoptError> {
        self.check_as(kinds, |dwarf| registers(dwarf).is_some())?;
        let pc = self.frame().pc;
        let mut values = Vec::with_capacity(kinds.len());
        for (index, (value, &kind)) in self.locations().zip(kinds).enumerate() {
            let read = self.read_value(index, value, memory, registers)?;
            values.push(match (read, kind) {
                (RawDeoptValue::Bits { bits, .. }, DeoptValueKind::Bits(size)) => {
                    TypedDeoptValue::Bits(lowest(bits, size))
                }
                (RawDeoptValue::Constant(constant), DeoptValueKind::Bits(size)) => {
                    TypedDeoptValue::Bits(lowest(i128::from(constant) as u128, size))
                }
                (RawDeoptValue::Bits { bits, .. }, DeoptValueKind::Reference) => {
                    TypedDeoptValue::Reference(bits as u64)
                }
                (RawDeoptValue::Constant(0), DeoptValueKind::Reference) => {
                    TypedDeoptValue::Reference(0)
                }
                (RawDeoptValue::Object { address }, DeoptValueKind::Object(size)) => {
                    TypedDeoptValue::Object { address, size }
                }
                _ => return Err(DeoptError::Kind { pc, index, expected: kind }),
            });
        }
        Ok(values)
    }
}

fn any(mut found: impl Iterator<Item = Result<bool, DeoptError>>) -> Result<bool, DeoptError> {
    found.find(|found| !matches!(found, Ok(false))).unwrap_or(Ok(false))
}

/// Returns whether a value of `size` bytes, which the collector interprets as `role`, can be of
/// this kind.
fn fits(kind: DeoptValueKind, size: u16, role: DeoptValueRole) -> bool {
    match kind {
        DeoptValueKind::Bits(bytes) => {
            (1..=16).contains(&bytes) && u16::from(bytes) <= size && role == DeoptValueRole::Plain
        }
        DeoptValueKind::Reference => size == 8 && role == DeoptValueRole::Reference,
        DeoptValueKind::Object(_) => false,
    }
}
