//! A reader of little-endian fields that tracks its offset in the section.

use super::StackMapParseError;

/// A reader of a section. Its methods return an error if the section ends before the field does;
/// `field` is the name of the field in that error.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'a> {
    section: &'a [u8],
    /// Offset in the section of the next byte to read.
    offset: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(section: &'a [u8], offset: usize) -> Self {
        Self { section, offset }
    }

    /// Returns the offset in the section of the next byte to read.
    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the number of unread bytes of the section.
    pub(super) fn remaining(&self) -> usize {
        self.section.len().saturating_sub(self.offset)
    }

    /// Skips the first four bytes of a map: the version, which the caller has checked, and three
    /// reserved bytes, which must be zero.
    pub(super) fn skip_version(&mut self) -> Result<(), StackMapParseError> {
        let offset = self.offset + 1;
        let &[_, low, middle, high] = self.array("header")?;
        if [low, middle, high] != [0; 3] {
            let found = u64::from(u32::from_le_bytes([low, middle, high, 0]));
            return Err(StackMapParseError::Reserved {
                offset,
                field: "reserved bytes of the header",
                found,
            });
        }
        Ok(())
    }

    /// Reads `N` bytes.
    #[inline]
    pub(super) fn array<const N: usize>(
        &mut self,
        field: &'static str,
    ) -> Result<&'a [u8; N], StackMapParseError> {
        match self.section.get(self.offset..).and_then(<[u8]>::first_chunk) {
            Some(array) => {
                self.offset += N;
                Ok(array)
            }
            None => Err(self.truncated(field, N)),
        }
    }

    /// Reads `len` bytes.
    #[inline]
    pub(super) fn take(
        &mut self,
        len: usize,
        field: &'static str,
    ) -> Result<&'a [u8], StackMapParseError> {
        match self.section.get(self.offset..).and_then(|rest| rest.get(..len)) {
            Some(bytes) => {
                self.offset += len;
                Ok(bytes)
            }
            None => Err(self.truncated(field, len)),
        }
    }

    /// Reads an array of `count` elements of `size` bytes. `count_at` is the offset of the field
    /// that holds `count`.
    #[inline]
    pub(super) fn table(
        &mut self,
        count: u64,
        size: usize,
        count_at: usize,
        field: &'static str,
    ) -> Result<&'a [u8], StackMapParseError> {
        let allowed = (self.remaining() / size) as u64;
        if count > allowed {
            return Err(StackMapParseError::Count {
                offset: count_at,
                field,
                found: count,
                allowed,
            });
        }
        // The product is at most `self.remaining()`, so it fits in a `usize`.
        self.take(count as usize * size, field)
    }

    /// Reads little-endian `u16`.
    #[inline]
    pub(super) fn u16(&mut self, field: &'static str) -> Result<u16, StackMapParseError> {
        Ok(u16::from_le_bytes(*self.array(field)?))
    }

    /// Reads little-endian `u32`.
    #[inline]
    pub(super) fn u32(&mut self, field: &'static str) -> Result<u32, StackMapParseError> {
        Ok(u32::from_le_bytes(*self.array(field)?))
    }

    /// Reads a reserved field, which must be zero.
    #[inline]
    pub(super) fn skip_reserved_u16(
        &mut self,
        field: &'static str,
    ) -> Result<(), StackMapParseError> {
        let offset = self.offset;
        match self.u16(field)? {
            0 => Ok(()),
            found => Err(StackMapParseError::Reserved { offset, field, found: u64::from(found) }),
        }
    }

    /// Skips zero bytes up to the next multiple of `alignment`, which is at most 8. Offsets count
    /// from the start of the section.
    #[inline]
    pub(super) fn skip_padding(
        &mut self,
        alignment: usize,
        field: &'static str,
    ) -> Result<(), StackMapParseError> {
        let offset = self.offset;
        let padding = self.take(self.offset.next_multiple_of(alignment) - self.offset, field)?;
        if padding.iter().all(|&byte| byte == 0) {
            return Ok(());
        }
        let found = padding.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte));
        Err(StackMapParseError::Reserved { offset, field, found })
    }

    /// Skips zero bytes up to the offset `end`. More than seven bytes are an error.
    pub(super) fn skip_padding_to(
        &mut self,
        end: usize,
        field: &'static str,
    ) -> Result<(), StackMapParseError> {
        let padding = end.saturating_sub(self.offset);
        if padding >= 8 {
            let offset = self.offset;
            return Err(StackMapParseError::Padding { offset, field, found: padding, allowed: 7 });
        }
        let offset = self.offset;
        match self.take(padding, field)?.iter().find(|&&byte| byte != 0) {
            None => Ok(()),
            Some(&found) => {
                Err(StackMapParseError::Reserved { offset, field, found: u64::from(found) })
            }
        }
    }

    /// Returns the unread bytes of the section.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.section.get(self.offset..).unwrap_or_default()
    }

    /// Returns the error for a field of `needed` bytes that does not fit in the section.
    #[cold]
    fn truncated(&self, field: &'static str, needed: usize) -> StackMapParseError {
        StackMapParseError::Truncated {
            offset: self.offset,
            field,
            needed,
            available: self.remaining(),
        }
    }
}

/// Reads the little-endian field of type `$type` at offset `$at` of a byte array.
macro_rules! field {
    ($bytes:expr, $type:ty, $at:literal) => {
        <$type>::from_le_bytes(core::array::from_fn(|i| $bytes[$at + i]))
    };
}
pub(super) use field;
