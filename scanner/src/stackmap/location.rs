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
    /// Returns the kind that the wire formats encode as `number`, 1 to 5.
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

    /// Returns the encoding of this kind in the wire formats.
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
    /// Offset in bytes from the register's value, or the constant, or the index of the constant in
    /// the pool.
    pub offset: i32,
}

/// A register that is live after the record's instruction. Only patchpoints have them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LiveOut {
    /// DWARF number of the register.
    pub register: u16,
    /// Number of live bytes in the register.
    pub size: u8,
}

/// Size in bytes of every value in the flat layout. The layout records no sizes, so all values have
/// the size of a pointer.
pub(super) const FLAT_SIZE: u16 = 8;

/// The encoding of one location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LocationEncoding {
    /// 8 bytes: `u8 kind, u8 size, u16 register, i32 offset`.
    Narrow,
    /// 8 bytes: `u8 kind, u8 0, u16 register, i32 offset`. Every size is that of a pointer.
    Flat,
    /// 12 bytes: `u8 kind, u8 0, u16 size, u16 register, u16 0, i32 offset`.
    Wide,
}

impl LocationEncoding {
    /// Returns the size of an encoded location in bytes.
    pub(super) const fn size(self) -> usize {
        match self {
            Self::Narrow | Self::Flat => 8,
            Self::Wide => 12,
        }
    }
}

/// Iterator over the locations of a record, in the record's order.
#[derive(Clone, Debug)]
pub struct Locations<'a> {
    bytes: &'a [u8],
    encoding: LocationEncoding,
}

impl<'a> Locations<'a> {
    pub(super) fn new(bytes: &'a [u8], encoding: LocationEncoding) -> Self {
        Self { bytes, encoding }
    }

    /// Removes the first `count` locations, or all if there are fewer, and returns them.
    #[inline]
    pub(crate) fn split_off_front(&mut self, count: usize) -> Self {
        let at = count.saturating_mul(self.encoding.size()).min(self.bytes.len());
        let (front, rest) = self.bytes.split_at(at);
        self.bytes = rest;
        Self { bytes: front, encoding: self.encoding }
    }

    /// Validates every location. `offset` is the offset of the first one in the section;
    /// `constants` is the number of constants of the map.
    #[inline]
    pub(super) fn check(&self, offset: usize, constants: usize) -> Result<(), StackMapParseError> {
        for (index, bytes) in self.bytes.chunks_exact(self.encoding.size()).enumerate() {
            let offset = offset + index * self.encoding.size();
            let [kind, ..] = *bytes else { break };
            let reserved = match *bytes {
                [_, byte_1, _, _, _, _, byte_6, byte_7, ..]
                    if self.encoding == LocationEncoding::Wide =>
                {
                    [byte_1, byte_6, byte_7]
                }
                [_, byte_1, ..] if self.encoding == LocationEncoding::Flat => [byte_1, 0, 0],
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

/// Returns the error for a location whose reserved bytes 1, 6 and 7 are not all zero. `offset` is
/// the offset of the location.
#[cold]
fn reserved_in_location(offset: usize, [byte_1, byte_6, byte_7]: [u8; 3]) -> StackMapParseError {
    let field = "reserved bytes of a location";
    match byte_1 {
        0 => StackMapParseError::Reserved {
            offset: offset + 6,
            field,
            found: u64::from(u16::from_le_bytes([byte_6, byte_7])),
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
        let (bytes, rest) = self.bytes.split_at_checked(self.encoding.size())?;
        self.bytes = rest;
        let kind = LocationKind::from_number(*bytes.first()?)?;
        if self.encoding == LocationEncoding::Wide {
            let bytes: &[u8; 12] = bytes.first_chunk()?;
            Some(Location {
                kind,
                size: field!(bytes, u16, 2),
                register: field!(bytes, u16, 4),
                offset: field!(bytes, i32, 8),
            })
        } else {
            let bytes: &[u8; 8] = bytes.first_chunk()?;
            let flat = self.encoding == LocationEncoding::Flat;
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
        // The sizes are literals because division by a constant is several times as fast.
        let len = match self.encoding {
            LocationEncoding::Wide => self.bytes.len() / 12,
            LocationEncoding::Narrow | LocationEncoding::Flat => self.bytes.len() / 8,
        };
        (len, Some(len))
    }
}

impl DoubleEndedIterator for Locations<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Location> {
        let (rest, last) =
            self.bytes.split_at_checked(self.bytes.len().checked_sub(self.encoding.size())?)?;
        self.bytes = rest;
        Self { bytes: last, encoding: self.encoding }.next()
    }
}

impl ExactSizeIterator for Locations<'_> {}

/// Iterator over the live-out registers of a record.
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

    /// Validates every live-out. `offset` is the offset of the first one in the section.
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
