//! The parts of a record that a walk does not need: for deoptimization, patching and messages.
//!
//! A record is a run of bytes, so that equal ones are stored once. Numbers are LEB128 (DWARF 5,
//! section 7.6), signed ones zigzag:
//!
//! ```text
//! u8      flags: OTHER_KIND, DEFAULT_ID
//! number  ID, unless DEFAULT_ID
//! number  calling convention, unless OTHER_KIND
//! u8      flags of the statepoint, unless OTHER_KIND
//! number  how many values; then each: u8 kind and WORD_SIZED, then by kind
//!           register     u8 or number register, number size unless WORD_SIZED
//!           in memory    u8 register, signed number offset, number size unless WORD_SIZED
//!           constant     signed number
//! number  how many live-outs, if OTHER_KIND; then each: number register, u8 size
//! ```

use core::marker::PhantomData;

use crate::arch::{InstructionSet, Register};
use crate::stackmap::LiveOut;
use crate::statepoint::{DEFAULT_ID, StatepointFlags, ValueLocation};

const OTHER_KIND: u8 = 1;
const HAS_DEFAULT_ID: u8 = 2;

const REGISTER: u8 = 0;
const OTHER_REGISTER: u8 = 1;
const SLOT: u8 = 2;
const ADDRESS: u8 = 3;
const CONSTANT: u8 = 4;
const KIND: u8 = 7;
const WORD_SIZED: u8 = 8;

/// The instruction that made a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordKind {
    /// A statepoint, or a call with deoptimization values.
    Statepoint {
        /// LLVM's number of the callee's calling convention.
        calling_convention: u64,
        /// The flags of the statepoint.
        flags: StatepointFlags,
    },
    /// A `stackmap` or `patchpoint`; the data does not distinguish them.
    Other,
}

/// A record without the parts that a walk needs.
#[derive(Clone, Debug)]
pub struct CallSiteRecord<'t, A> {
    /// The ID, which need not be unique.
    pub id: u64,
    /// The instruction that made it.
    pub kind: RecordKind,
    values: Values<'t, A>,
    live_outs: LiveOuts<'t>,
}

impl<'t, A: InstructionSet> CallSiteRecord<'t, A> {
    /// Reads the record that begins at the start of these bytes, if it is complete.
    pub(super) fn read(bytes: &'t [u8]) -> Option<Self> {
        let mut reader = Reader { bytes };
        let flags = reader.byte()?;
        let id = if flags & HAS_DEFAULT_ID != 0 { DEFAULT_ID } else { reader.number()? };
        let kind = if flags & OTHER_KIND != 0 {
            RecordKind::Other
        } else {
            let calling_convention = reader.number()?;
            let flags = StatepointFlags::from_bits(reader.byte()?)?;
            RecordKind::Statepoint { calling_convention, flags }
        };
        let left = usize::try_from(reader.number()?).ok()?;
        let values = Values { left, reader, architecture: PhantomData };
        for _ in 0..left {
            reader.value::<A>()?;
        }
        let left = match kind {
            RecordKind::Other => usize::try_from(reader.number()?).ok()?,
            RecordKind::Statepoint { .. } => 0,
        };
        let live_outs = LiveOuts { left, reader };
        for _ in 0..left {
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

/// Encodes records, one after the other, without allocating for each.
#[derive(Debug, Default)]
pub(super) struct RecordEncoder {
    bytes: Vec<u8>,
}

impl RecordEncoder {
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
            self.number(id);
        }
        if let RecordKind::Statepoint { calling_convention, flags } = kind {
            self.number(calling_convention);
            self.bytes.push(flags.bits());
        }
        self.number(values.len() as u64);
        values.for_each(|value| self.value(value));
        if kind == RecordKind::Other {
            self.number(live_outs.len() as u64);
            for LiveOut { register, size } in live_outs {
                self.number(register.into());
                self.bytes.push(size);
            }
        }
        &self.bytes
    }

    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    fn signed(&mut self, number: i64) {
        self.number((number << 1 ^ number >> 63).cast_unsigned());
    }

    fn value(&mut self, value: ValueLocation) {
        let kind = |kind: u8, size: u16| if size == 8 { kind | WORD_SIZED } else { kind };
        match value {
            ValueLocation::Register { register, size } => {
                self.bytes.extend([kind(REGISTER, size), register.dwarf() as u8]);
                self.size(size);
            }
            ValueLocation::OtherRegister { dwarf, size } => {
                self.bytes.push(kind(OTHER_REGISTER, size));
                self.number(dwarf.into());
                self.size(size);
            }
            ValueLocation::Slot { base, offset, size } => {
                self.bytes.extend([kind(SLOT, size), base.dwarf() as u8]);
                self.signed(offset.into());
                self.size(size);
            }
            ValueLocation::Address { base, offset, size } => {
                self.bytes.extend([kind(ADDRESS, size), base.dwarf() as u8]);
                self.signed(offset.into());
                self.size(size);
            }
            ValueLocation::Constant(value) => {
                self.bytes.push(CONSTANT);
                self.signed(value);
            }
        }
    }

    fn size(&mut self, size: u16) {
        if size != 8 {
            self.number(size.into());
        }
    }
}

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

    fn number(&mut self) -> Option<u64> {
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

    fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    fn register<A: InstructionSet>(&mut self) -> Option<Register> {
        A::register(self.byte()?.into())
    }

    fn value<A: InstructionSet>(&mut self) -> Option<ValueLocation> {
        let byte = self.byte()?;
        let size = |reader: &mut Self| match byte & WORD_SIZED {
            0 => reader.number().and_then(|size| size.try_into().ok()),
            _ => Some(8),
        };
        let offset = |reader: &mut Self| reader.signed().and_then(|offset| offset.try_into().ok());
        Some(match byte & KIND {
            REGISTER => {
                ValueLocation::Register { register: self.register::<A>()?, size: size(self)? }
            }
            OTHER_REGISTER => ValueLocation::OtherRegister {
                dwarf: self.number()?.try_into().ok()?,
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
        Some(LiveOut { register: self.number()?.try_into().ok()?, size: self.byte()? })
    }
}

/// Iterates over values that [`CallSiteRecord::read`] has checked.
#[derive(Clone, Debug)]
struct Values<'t, A> {
    left: usize,
    reader: Reader<'t>,
    architecture: PhantomData<A>,
}

impl<A: InstructionSet> Iterator for Values<'_, A> {
    type Item = ValueLocation;

    fn next(&mut self) -> Option<ValueLocation> {
        self.left = self.left.checked_sub(1)?;
        self.reader.value::<A>()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<A: InstructionSet> ExactSizeIterator for Values<'_, A> {}

/// Iterates over live-outs that [`CallSiteRecord::read`] has checked.
#[derive(Clone, Debug)]
struct LiveOuts<'t> {
    left: usize,
    reader: Reader<'t>,
}

impl Iterator for LiveOuts<'_> {
    type Item = LiveOut;

    fn next(&mut self) -> Option<LiveOut> {
        self.left = self.left.checked_sub(1)?;
        self.reader.live_out()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
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
        assert_eq!(Reader { bytes: &largest }.number(), Some(u64::MAX));
        let mut above = largest;
        above[9] = 0x02;
        assert_eq!(Reader { bytes: &above }.number(), None);
        assert_eq!(Reader { bytes: &[0x80; 11] }.number(), None);
    }
}
