//! Deoptimization state of a frame: location and contents of its values.

#![forbid(unsafe_code)]

use super::error::DeoptError;
use super::value::{DeoptValueRole, RawDeoptValue};
use crate::arch::{Architecture, Register, callee_saved_index};
use crate::reference_list;
use crate::statepoint::ValueLocation;
use crate::table::{AddressBase, CallSiteRecord, RecordKind, RootLocation};
use crate::walk::{FrameRoots, StackFrame, StackMemory, StackMemoryError};

/// Maximum size of a value in bytes.
const MAX_SIZE: u16 = 16;
/// Size in bytes of a general-purpose register.
const WORD: u16 = 8;

/// Register source without any register contents. Pass it to [`DeoptState::read`] if calls have
/// overwritten all registers that they do not preserve.
pub fn no_registers(_: u16) -> Option<u128> {
    None
}

/// The deoptimization values of a frame, in the order of the IR. See the [module](super).
#[derive(Clone, Debug)]
pub struct DeoptState<'t, A: Architecture> {
    frame: StackFrame<'t, A>,
    record: CallSiteRecord<'t, A>,
    /// Number of leading values of the record that are not part of the state.
    skipped: usize,
    /// Number of values of the state.
    len: usize,
}

impl<'t, A: Architecture> DeoptState<'t, A> {
    /// Returns the operands of the "deopt" bundle of the frame's active call. The state is empty if
    /// the call has no such bundle.
    ///
    /// # Errors
    ///
    /// If the frame has no record, or that of a `stackmap` or `patchpoint`.
    pub fn of_statepoint(frame: &StackFrame<'t, A>) -> Result<Self, DeoptError> {
        let (pc, record) = (frame.pc, Self::record_of(frame)?);
        match record.kind {
            RecordKind::Statepoint { .. } => {
                let len = record.values().len();
                Ok(Self { frame: *frame, record, skipped: 0, len })
            }
            RecordKind::Other => Err(DeoptError::NotAStatepoint { pc, id: record.id }),
        }
    }

    /// Returns the values of a `stackmap` or `patchpoint` except the first `skipped`. At a
    /// patchpoint of the any-register convention, the first values are the result and the
    /// arguments. A [list of references](crate::reference_list) is part of the state without its
    /// mark.
    ///
    /// # Errors
    ///
    /// If the frame has no record, or that of a statepoint, or fewer values.
    pub fn of_patchpoint(frame: &StackFrame<'t, A>, skipped: usize) -> Result<Self, DeoptError> {
        let (pc, record) = (frame.pc, Self::record_of(frame)?);
        if let RecordKind::Statepoint { .. } = record.kind {
            return Err(DeoptError::NotAPatchpoint { pc, id: record.id });
        }
        let is_mark = |value| matches!(value, ValueLocation::Constant(mark) if reference_list::is_mark(mark.cast_unsigned()));
        let found =
            record.values().len() - usize::from(record.values().last().is_some_and(is_mark));
        let len = found.checked_sub(skipped);
        let len = len.ok_or(DeoptError::TooFewValues { pc, found, expected: skipped })?;
        Ok(Self { frame: *frame, record, skipped, len })
    }

    fn record_of(frame: &StackFrame<'t, A>) -> Result<CallSiteRecord<'t, A>, DeoptError> {
        frame.record().ok_or(DeoptError::NoRecord { pc: frame.pc })
    }

    /// Returns the ID of the record, with which a host can identify the meaning of the values. IDs
    /// need not be unique.
    pub fn id(&self) -> u64 {
        self.record.id
    }

    /// Returns the frame.
    pub fn frame(&self) -> &StackFrame<'t, A> {
        &self.frame
    }

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Iterates over the locations of the values.
    pub fn locations(&self) -> impl ExactSizeIterator<Item = ValueLocation> + Clone + use<'t, A> {
        self.record.values().skip(self.skipped).take(self.len)
    }

    /// Reads all values. `registers` returns the contents of a register that calls do not preserve,
    /// given its DWARF number. A stub that has saved all registers can supply them; other callers
    /// pass [`no_registers`].
    ///
    /// # Errors
    ///
    /// [`DeoptError`] if a value cannot be read.
    pub fn read(
        &self,
        memory: &impl StackMemory,
        registers: &impl Fn(u16) -> Option<u128>,
    ) -> Result<Vec<RawDeoptValue>, DeoptError> {
        self.locations()
            .enumerate()
            .map(|(index, value)| self.read_value(index, value, memory, registers))
            .collect()
    }

    /// Reads the value with this index.
    pub(super) fn read_value(
        &self,
        index: usize,
        value: ValueLocation,
        memory: &impl StackMemory,
        registers: &impl Fn(u16) -> Option<u128>,
    ) -> Result<RawDeoptValue, DeoptError> {
        let pc = self.frame.pc;
        let sized = |size: u16, most: u16| match u8::try_from(size) {
            Ok(bytes) if (1..=most).contains(&size) => Ok(bytes),
            _ => Err(DeoptError::Size { pc, index, size, most }),
        };
        let lost = |register: u16| DeoptError::LostRegister { pc, index, register };
        let bits = |bits: u128, size: u8| RawDeoptValue::Bits {
            bits: lowest(bits, size),
            size,
            role: self.role(value),
        };
        match value {
            ValueLocation::Constant(constant) => Ok(RawDeoptValue::Constant(constant)),
            ValueLocation::Address { base, offset, .. } => {
                let address = self.address(base, offset, memory, registers);
                Ok(RawDeoptValue::Object { address: address?.ok_or(lost(base.dwarf()))? })
            }
            ValueLocation::Slot { base, offset, size } => {
                let size = sized(size, MAX_SIZE)?;
                let address = self.address(base, offset, memory, registers)?;
                let address = address.ok_or(lost(base.dwarf()))?;
                let found = load(memory, address, size).map_err(|source| DeoptError::Memory {
                    pc,
                    index,
                    source,
                })?;
                Ok(bits(found, size))
            }
            ValueLocation::Register { register, size } => {
                let size = sized(size, WORD)?;
                let found = self.register(register, memory, registers)?;
                Ok(bits(found.ok_or(lost(register.dwarf()))?, size))
            }
            ValueLocation::OtherRegister { dwarf, size } => {
                let size = sized(size, MAX_SIZE)?;
                Ok(bits(registers(dwarf).ok_or(lost(dwarf))?, size))
            }
        }
    }

    /// Returns whether the register with this DWARF number is callee-saved or the stack pointer.
    pub(super) fn is_preserved(&self, dwarf: u16) -> bool {
        A::register(dwarf).is_some_and(|register| {
            register == A::STACK_POINTER || callee_saved_index::<A>(register).is_some()
        })
    }

    /// Returns the content of a general-purpose register in this frame; `None` if it is not known.
    fn register(
        &self,
        register: Register,
        memory: &impl StackMemory,
        registers: &impl Fn(u16) -> Option<u128>,
    ) -> Result<Option<u128>, DeoptError> {
        if register == A::STACK_POINTER {
            return Ok(Some(self.frame.sp.into()));
        }
        match callee_saved_index::<A>(register) {
            Some(index) => {
                let (_, value) = self.frame.load(RootLocation::Register(index as u8), memory)?;
                Ok(Some(value.into()))
            }
            None => Ok(registers(register.dwarf())),
        }
    }

    pub(super) fn address(
        &self,
        base: Register,
        offset: i32,
        memory: &impl StackMemory,
        registers: &impl Fn(u16) -> Option<u128>,
    ) -> Result<Option<u64>, DeoptError> {
        let base = self.register(base, memory, registers)?;
        Ok(base.map(|base| (base as u64).wrapping_add_signed(offset.into())))
    }

    /// Returns the collector's interpretation of a value.
    pub(super) fn role(&self, value: ValueLocation) -> DeoptValueRole {
        let first = match value {
            ValueLocation::Slot { base, offset, size } if size % WORD == 0 => {
                AddressBase::new::<A>(base).map(|base| (RootLocation::Slot { base, offset }, size))
            }
            ValueLocation::Register { register, size: WORD } => callee_saved_index::<A>(register)
                .map(|index| (RootLocation::Register(index as u8), WORD)),
            _ => None,
        };
        let Some((first, size)) = first else { return DeoptValueRole::Plain };
        let words = (0..size / WORD).map(|word| match first {
            RootLocation::Slot { base, offset } => {
                let offset = offset.wrapping_add(i32::from(word * WORD));
                RootLocation::Slot { base, offset }
            }
            register @ RootLocation::Register(_) => register,
        });
        let (bases, derived) = match self.frame.roots {
            FrameRoots::Relocatable(roots) => (roots.bases(), Some(roots)),
            FrameRoots::Pinned(pinned) if pinned.is_listed() => (pinned.locations(), None),
            FrameRoots::Pinned(_) | FrameRoots::None => return DeoptValueRole::Plain,
        };
        let is_derived = |word| {
            derived.is_some_and(|roots| roots.derived().any(|(location, _)| location == word))
        };
        let mut role = DeoptValueRole::Reference;
        for word in words {
            if bases.clone().any(|base| base == word) {
                continue;
            }
            if !is_derived(word) {
                return DeoptValueRole::Plain;
            }
            role = DeoptValueRole::Derived;
        }
        role
    }
}

/// Returns the lowest `size` bytes.
pub(super) fn lowest(bits: u128, size: u8) -> u128 {
    let unused = u128::BITS.saturating_sub(8 * u32::from(size));
    bits.checked_shl(unused).unwrap_or(0) >> unused.min(u128::BITS - 1)
}

/// Loads `size` bytes from an address of any alignment.
fn load(memory: &impl StackMemory, address: u64, size: u8) -> Result<u128, StackMemoryError> {
    let mut bits = 0;
    let mut done = 0;
    while done < size {
        let at = address.wrapping_add(done.into());
        let in_word = at % u64::from(WORD);
        let word = memory.load(at - in_word)? >> (8 * in_word);
        bits |= u128::from(word) << (8 * done);
        done += WORD as u8 - in_word as u8;
    }
    Ok(bits)
}
