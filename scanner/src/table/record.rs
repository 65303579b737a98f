//! The parts of a record that only deoptimization, patching and messages need, not a walk.
//!
//! A record is encoded as bytes, and equal records are stored once. Integers are LEB128 (DWARF 5,
//! section 7.6); signed integers are zigzag-encoded first:
//!
//! ```text
//! u8       flags: OTHER_KIND, HAS_DEFAULT_ID
//! integer  ID, unless HAS_DEFAULT_ID
//! integer  calling convention, unless OTHER_KIND
//! u8       flags of the statepoint, unless OTHER_KIND
//! integer  number of values; then each value: u8 kind and WORD_SIZED, then by kind
//!            REGISTER        u8 register, integer size unless WORD_SIZED
//!            OTHER_REGISTER  integer register, integer size unless WORD_SIZED
//!            SLOT, ADDRESS   u8 register, signed offset, integer size unless WORD_SIZED
//!            CONSTANT        signed value
//! integer  number of live-outs, if OTHER_KIND; then each live-out: integer register, u8 size
//! ```

use core::marker::PhantomData;

use crate::arch::{InstructionSet, Register};
use crate::stackmap::LiveOut;
use crate::statepoint::{DEFAULT_ID, StatepointFlags, ValueLocation};

/// Flag of a record that does not belong to a statepoint.
const OTHER_KIND: u8 = 1;
/// Flag of a record whose ID is [`DEFAULT_ID`], which is not stored.
const HAS_DEFAULT_ID: u8 = 2;

/// Kind of a value in a general-purpose register.
const REGISTER: u8 = 0;
/// Kind of a value in another register.
const OTHER_REGISTER: u8 = 1;
/// Kind of a value in a stack slot.
const SLOT: u8 = 2;
/// Kind of the address of a stack object.
const ADDRESS: u8 = 3;
/// Kind of a constant.
const CONSTANT: u8 = 4;
/// Mask of the kind of a value.
const KIND: u8 = 7;
/// Flag of a value of 8 bytes, whose size is not stored.
const WORD_SIZED: u8 = 8;

/// The intrinsic for which LLVM wrote a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordKind {
    /// A statepoint, or a call with deoptimization values.
    Statepoint {
        /// LLVM's ID of the callee's calling convention.
        calling_convention: u64,
        /// The flags of the statepoint.
        flags: StatepointFlags,
    },
    /// A `stackmap` or `patchpoint`. The stack map does not distinguish them.
    Other,
}

/// The parts of a record that a walk does not need.
#[derive(Clone, Debug)]
pub struct CallSiteRecord<'t, A> {
    /// The ID of the record. Not unique.
    pub id: u64,
    /// The intrinsic to which the record belongs.
    pub kind: RecordKind,
    values: Values<'t, A>,
    live_outs: LiveOuts<'t>,
}

impl<'t, A: InstructionSet> CallSiteRecord<'t, A> {
    /// Reads the record at the start of `bytes`. Returns `None` if it is truncated or invalid.
    pub(super) fn read(bytes: &'t [u8]) -> Option<Self> {
        let mut reader = Reader { bytes };
        let flags = reader.byte()?;
        let id = if flags & HAS_DEFAULT_ID != 0 { DEFAULT_ID } else { reader.integer()? };
        let kind = if flags & OTHER_KIND != 0 {
            RecordKind::Other
        } else {
            let calling_convention = reader.integer()?;
            let flags = StatepointFlags::from_bits(reader.byte()?)?;
            RecordKind::Statepoint { calling_convention, flags }
        };
        let remaining = usize::try_from(reader.integer()?).ok()?;
        let values = Values { remaining, reader, architecture: PhantomData };
        for _ in 0..remaining {
            reader.value::<A>()?;
        }
        let remaining = match kind {
            RecordKind::Other => usize::try_from(reader.integer()?).ok()?,
            RecordKind::Statepoint { .. } => 0,
        };
        let live_outs = LiveOuts { remaining, reader };
        for _ in 0..remaining {
            reader.live_out()?;
        }
        Some(Self { id, kind, values, live_outs })
    }

    /// Iterates over a statepoint's deoptimization values, or over the values of all locations of
    /// another record.
    pub fn values(&self) -> impl ExactSizeIterator<Item = ValueLocation> + Clone + use<'t, A> {
        self.values.clone()
    }

    /// Iterates over the registers that are live after a patchpoint.
    pub fn live_outs(&self) -> impl ExactSizeIterator<Item = LiveOut> + Clone + use<'t, A> {
        self.live_outs.clone()
    }
}

/// Encodes records. The encoder reuses its memory for each record.
#[derive(Debug, Default)]
pub(super) struct RecordEncoder {
    bytes: Vec<u8>,
}

impl RecordEncoder {
    /// Encodes a record and returns its bytes.
    pub(super) fn encode(
        &mut self,
        id: u64,
        kind: RecordKind,
        values: impl ExactSizeIterator<Item = ValueLocation>,
        live_outs: impl ExactSizeIterator<Item = LiveOut>,
    ) -> &[u8] {
        self.bytes.clear();
        let is_default = if id == DEFAULT_ID { HAS_DEFAULT_ID } else { 0 };
        let is_other = if kind == RecordKind::Other { OTHER_KIND } else { 0 };
        self.bytes.push(is_default | is_other);
        if is_default == 0 {
            self.push_integer(id);
        }
        if let RecordKind::Statepoint { calling_convention, flags } = kind {
            self.push_integer(calling_convention);
            self.bytes.push(flags.bits());
        }
        self.push_integer(values.len() as u64);
        values.for_each(|value| self.push_value(value));
        if kind == RecordKind::Other {
            self.push_integer(live_outs.len() as u64);
            for LiveOut { register, size } in live_outs {
                self.push_integer(register.into());
                self.bytes.push(size);
            }
        }
        &self.bytes
    }

    /// Appends an integer as LEB128.
    fn push_integer(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// Appends a signed integer, zigzag-encoded.
    fn push_signed(&mut self, number: i64) {
        self.push_integer((number << 1 ^ number >> 63).cast_unsigned());
    }

    /// Appends a value.
    fn push_value(&mut self, value: ValueLocation) {
        let kind = |kind: u8, size: u16| if size == 8 { kind | WORD_SIZED } else { kind };
        match value {
            ValueLocation::Register { register, size } => {
                self.bytes.extend([kind(REGISTER, size), register.dwarf() as u8]);
                self.push_size(size);
            }
            ValueLocation::OtherRegister { dwarf, size } => {
                self.bytes.push(kind(OTHER_REGISTER, size));
                self.push_integer(dwarf.into());
                self.push_size(size);
            }
            ValueLocation::Slot { base, offset, size } => {
                self.bytes.extend([kind(SLOT, size), base.dwarf() as u8]);
                self.push_signed(offset.into());
                self.push_size(size);
            }
            ValueLocation::Address { base, offset, size } => {
                self.bytes.extend([kind(ADDRESS, size), base.dwarf() as u8]);
                self.push_signed(offset.into());
                self.push_size(size);
            }
            ValueLocation::Constant(value) => {
                self.bytes.push(CONSTANT);
                self.push_signed(value);
            }
        }
    }

    /// Appends the size of a value, in bytes, unless it is 8.
    fn push_size(&mut self, size: u16) {
        if size != 8 {
            self.push_integer(size.into());
        }
    }
}

/// A reader of encoded records. Its methods return `None` if the bytes are truncated or invalid.
#[derive(Clone, Copy, Debug)]
struct Reader<'t> {
    bytes: &'t [u8],
}

impl Reader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(byte)
    }

    /// Reads an LEB128 integer.
    fn integer(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return None;
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    /// Reads a signed integer.
    fn signed(&mut self) -> Option<i64> {
        let number = self.integer()?;
        Some((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    fn register<A: InstructionSet>(&mut self) -> Option<Register> {
        A::register(self.byte()?.into())
    }

    fn value<A: InstructionSet>(&mut self) -> Option<ValueLocation> {
        let byte = self.byte()?;
        let size = |reader: &mut Self| match byte & WORD_SIZED {
            0 => reader.integer().and_then(|size| size.try_into().ok()),
            _ => Some(8),
        };
        let offset = |reader: &mut Self| reader.signed().and_then(|offset| offset.try_into().ok());
        Some(match byte & KIND {
            REGISTER => {
                ValueLocation::Register { register: self.register::<A>()?, size: size(self)? }
            }
            OTHER_REGISTER => ValueLocation::OtherRegister {
                dwarf: self.integer()?.try_into().ok()?,
                size: size(self)?,
            },
            SLOT => {
                let (base, offset) = (self.register::<A>()?, offset(self)?);
                ValueLocation::Slot { base, offset, size: size(self)? }
            }
            ADDRESS => {
                let (base, offset) = (self.register::<A>()?, offset(self)?);
                ValueLocation::Address { base, offset, size: size(self)? }
            }
            CONSTANT => ValueLocation::Constant(self.signed()?),
            _ => return None,
        })
    }

    fn live_out(&mut self) -> Option<LiveOut> {
        Some(LiveOut { register: self.integer()?.try_into().ok()?, size: self.byte()? })
    }
}

/// Iterator over values that [`CallSiteRecord::read`] has validated.
#[derive(Clone, Debug)]
struct Values<'t, A> {
    /// Number of elements that the iterator has not returned yet.
    remaining: usize,
    reader: Reader<'t>,
    architecture: PhantomData<A>,
}

impl<A: InstructionSet> Iterator for Values<'_, A> {
    type Item = ValueLocation;

    fn next(&mut self) -> Option<ValueLocation> {
        self.remaining = self.remaining.checked_sub(1)?;
        self.reader.value::<A>()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.remaining, Some(self.remaining))
    }
}

impl<A: InstructionSet> ExactSizeIterator for Values<'_, A> {}

/// Iterator over live-outs that [`CallSiteRecord::read`] has validated.
#[derive(Clone, Debug)]
struct LiveOuts<'t> {
    /// Number of elements that the iterator has not returned yet.
    remaining: usize,
    reader: Reader<'t>,
}

impl Iterator for LiveOuts<'_> {
    type Item = LiveOut;

    fn next(&mut self) -> Option<LiveOut> {
        self.remaining = self.remaining.checked_sub(1)?;
        self.reader.live_out()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.remaining, Some(self.remaining))
    }
}

impl ExactSizeIterator for LiveOuts<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::X86_64;

    fn values() -> Vec<ValueLocation> {
        let register = Register::new(12);
        vec![
            ValueLocation::Register { register, size: 4 },
            ValueLocation::Register { register, size: 8 },
            ValueLocation::OtherRegister { dwarf: 300, size: 16 },
            ValueLocation::Slot { base: register, offset: -8, size: 8 },
            ValueLocation::Slot { base: register, offset: i32::MAX, size: 512 },
            ValueLocation::Address { base: register, offset: i32::MIN, size: 8 },
            ValueLocation::Constant(-1),
            ValueLocation::Constant(i64::MIN),
            ValueLocation::Constant(i64::MAX),
        ]
    }

    #[test]
    fn records_round_trip() {
        let statepoint = RecordKind::Statepoint {
            calling_convention: 1023,
            flags: StatepointFlags::from_bits(3).unwrap(),
        };
        let live_outs = [LiveOut { register: 7, size: 8 }, LiveOut { register: 300, size: 255 }];
        let mut encoder = RecordEncoder::default();
        for (id, kind, live_outs) in [
            (DEFAULT_ID, statepoint, &[][..]),
            (u64::MAX, statepoint, &[]),
            (0, RecordKind::Other, &live_outs),
        ] {
            let all = values();
            let bytes = encoder.encode(id, kind, all.iter().copied(), live_outs.iter().copied());
            let record = CallSiteRecord::<X86_64>::read(bytes).unwrap();
            assert_eq!((record.id, record.kind), (id, kind));
            assert_eq!(record.values().collect::<Vec<_>>(), all);
            assert_eq!(record.live_outs().collect::<Vec<_>>(), live_outs);
            for len in 0..bytes.len() {
                assert!(CallSiteRecord::<X86_64>::read(&bytes[..len]).is_none(), "{len} bytes");
            }
        }
    }

    #[test]
    fn unrepresentable_numbers_are_rejected() {
        let largest = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
        assert_eq!(Reader { bytes: &largest }.integer(), Some(u64::MAX));
        let mut above = largest;
        above[9] = 0x02;
        assert_eq!(Reader { bytes: &above }.integer(), None);
        assert_eq!(Reader { bytes: &[0x80; 11] }.integer(), None);
    }
}
