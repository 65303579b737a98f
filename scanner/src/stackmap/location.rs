//! Locations of values, and live-out registers.

use super::StackMapParseError;
use super::reader::field;

/// The kind of a location (StackMaps.rst, "Stack Map Format").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LocationKind {
    /// The value is in a register.
    Register,
    /// The value is the sum of a register and an offset: the address of a stack object.
    Direct,
    /// The value is in memory, at the sum of a register and an offset: a spill slot.
    Indirect,
    /// The value is a constant that fits in 32 bits, sign-extended.
    Constant,
    /// The value is a constant in the map's pool.
    ConstantIndex,
}

impl LocationKind {
    /// Returns the kind with this number in the wire formats, 1 to 5.
    #[inline]
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            1 => Some(Self::Register),
            2 => Some(Self::Direct),
            3 => Some(Self::Indirect),
            4 => Some(Self::Constant),
            5 => Some(Self::ConstantIndex),
            _ => None,
        }
    }

    /// Returns the number of this kind in the wire formats.
    pub const fn number(self) -> u8 {
        match self {
            Self::Register => 1,
            Self::Direct => 2,
            Self::Indirect => 3,
            Self::Constant => 4,
            Self::ConstantIndex => 5,
        }
    }
}

/// The location of a value at the record's instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// The kind, which determines the meaning of the other fields.
    pub kind: LocationKind,
    /// Size in bytes: N times 8 for a vector of N pointers.
    pub size: u16,
    /// DWARF number of the register; 0 for constants.
    pub register: u16,
    /// Bytes to add to the register, or the constant itself, or its index in the pool.
    pub offset: i32,
}

/// A register that is live after the record's instruction. Only patchpoints have them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LiveOut {
    /// DWARF number.
    pub register: u16,
    /// Number of live bytes of the register.
    pub size: u8,
}

/// The size in bytes of every value in the flat layout, which records none: that of a pointer.
pub(super) const FLAT_SIZE: u16 = 8;

/// The encoding of one location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LocationForm {
    /// 8 bytes: `u8 kind, u8 size, u16 register, i32 offset`.
    Narrow,
    /// 8 bytes: `u8 kind, u8 0, u16 register, i32 offset`. Every size is that of a pointer.
    Flat,
    /// 12 bytes: `u8 kind, u8 0, u16 size, u16 register, u16 0, i32 offset`.
    Wide,
}

impl LocationForm {
    pub(super) const fn size(self) -> usize {
        match self {
            Self::Narrow | Self::Flat => 8,
            Self::Wide => 12,
        }
    }
}

/// The locations of a record, in the record's order.
#[derive(Clone, Debug)]
pub struct Locations<'a> {
    bytes: &'a [u8],
    form: LocationForm,
}

impl<'a> Locations<'a> {
    pub(super) fn new(bytes: &'a [u8], form: LocationForm) -> Self {
        Self { bytes, form }
    }

    /// Removes the first `count` locations, or all if there are fewer, and returns them.
    #[inline]
    pub(crate) fn split_off_front(&mut self, count: usize) -> Self {
        let at = count.saturating_mul(self.form.size()).min(self.bytes.len());
        let (front, rest) = self.bytes.split_at(at);
        self.bytes = rest;
        Self { bytes: front, form: self.form }
    }

    /// Checks every location; `offset` is that of the first one.
    #[inline]
    pub(super) fn check(&self, offset: usize, constants: usize) -> Result<(), StackMapParseError> {
        for (index, bytes) in self.bytes.chunks_exact(self.form.size()).enumerate() {
            let offset = offset + index * self.form.size();
            let [kind, ..] = *bytes else { break };
            let reserved = match *bytes {
                [_, a, _, _, _, _, b, c, ..] if self.form == LocationForm::Wide => [a, b, c],
                [_, a, ..] if self.form == LocationForm::Flat => [a, 0, 0],
                _ => [0; 3],
            };
            if reserved != [0; 3] {
                return Err(reserved_in_location(offset, reserved));
            }
            if LocationKind::from_number(kind).is_none() {
                return Err(StackMapParseError::LocationKind { offset, found: kind });
            }
            if kind == LocationKind::ConstantIndex.number() {
                let found = bytes.last_chunk().map_or(0, |&chunk| i32::from_le_bytes(chunk));
                if usize::try_from(found).map_or(true, |index| index >= constants) {
                    return Err(StackMapParseError::ConstantIndex { offset, found, constants });
                }
            }
        }
        Ok(())
    }
}

/// Returns the error for a location whose byte 1 or half word 6 is not zero.
#[cold]
fn reserved_in_location(offset: usize, [a, b, c]: [u8; 3]) -> StackMapParseError {
    let field = "reserved bytes of a location";
    match a {
        0 => StackMapParseError::Reserved {
            offset: offset + 6,
            field,
            found: u64::from(u16::from_le_bytes([b, c])),
        },
        found => {
            StackMapParseError::Reserved { offset: offset + 1, field, found: u64::from(found) }
        }
    }
}

impl Iterator for Locations<'_> {
    type Item = Location;

    // Decoding statepoints takes twice as long if this is a call.
    #[inline(always)]
    fn next(&mut self) -> Option<Location> {
        let (bytes, rest) = self.bytes.split_at_checked(self.form.size())?;
        self.bytes = rest;
        let kind = LocationKind::from_number(*bytes.first()?)?;
        if self.form == LocationForm::Wide {
            let bytes: &[u8; 12] = bytes.first_chunk()?;
            Some(Location {
                kind,
                size: field!(bytes, u16, 2),
                register: field!(bytes, u16, 4),
                offset: field!(bytes, i32, 8),
            })
        } else {
            let bytes: &[u8; 8] = bytes.first_chunk()?;
            let flat = self.form == LocationForm::Flat;
            Some(Location {
                kind,
                size: if flat { FLAT_SIZE } else { u16::from(bytes[1]) },
                register: field!(bytes, u16, 2),
                offset: field!(bytes, i32, 4),
            })
        }
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Location> {
        self.split_off_front(n);
        self.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        // Division by a constant is several times as fast.
        let len = match self.form {
            LocationForm::Wide => self.bytes.len() / 12,
            LocationForm::Narrow | LocationForm::Flat => self.bytes.len() / 8,
        };
        (len, Some(len))
    }
}

impl DoubleEndedIterator for Locations<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Location> {
        let (rest, last) =
            self.bytes.split_at_checked(self.bytes.len().checked_sub(self.form.size())?)?;
        self.bytes = rest;
        Self { bytes: last, form: self.form }.next()
    }
}

impl ExactSizeIterator for Locations<'_> {}

/// The live-out registers of a record.
#[derive(Clone, Debug)]
pub struct LiveOuts<'a> {
    bytes: &'a [u8],
}

impl<'a> LiveOuts<'a> {
    /// Size in bytes of one live-out: `u16 register, u8 0, u8 size`.
    pub(super) const SIZE: usize = 4;

    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// Checks every live-out; `offset` is that of the first one.
    pub(super) fn check(&self, offset: usize) -> Result<(), StackMapParseError> {
        for (index, bytes) in self.bytes.chunks_exact(Self::SIZE).enumerate() {
            if let [_, _, found, _] = *bytes
                && found != 0
            {
                return Err(StackMapParseError::Reserved {
                    offset: offset + index * Self::SIZE + 2,
                    field: "reserved byte of a live-out",
                    found: u64::from(found),
                });
            }
        }
        Ok(())
    }
}

impl Iterator for LiveOuts<'_> {
    type Item = LiveOut;

    fn next(&mut self) -> Option<LiveOut> {
        let (&[low, high, _, size], rest) = self.bytes.split_first_chunk()?;
        self.bytes = rest;
        Some(LiveOut { register: u16::from_le_bytes([low, high]), size })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.bytes.len() / Self::SIZE;
        (len, Some(len))
    }
}

impl ExactSizeIterator for LiveOuts<'_> {}
