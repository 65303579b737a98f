//! A reader of little-endian fields that tracks its offset in the section.

use super::StackMapParseError;

/// A position in a section.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'a> {
    section: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(section: &'a [u8], at: usize) -> Self {
        Self { section, at }
    }

    /// Returns the offset in the section of the next byte to read.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// Returns the number of bytes from here to the end of the section.
    pub(super) fn remaining(&self) -> usize {
        self.section.len().saturating_sub(self.at)
    }

    /// Skips the first word of a map: the version, which the caller has checked, and three reserved
    /// bytes.
    pub(super) fn version_word(&mut self) -> Result<(), StackMapParseError> {
        let offset = self.at + 1;
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

    #[inline]
    pub(super) fn array<const N: usize>(
        &mut self,
        field: &'static str,
    ) -> Result<&'a [u8; N], StackMapParseError> {
        match self.section.get(self.at..).and_then(<[u8]>::first_chunk) {
            Some(array) => {
                self.at += N;
                Ok(array)
            }
            None => Err(self.truncated(field, N)),
        }
    }

    #[inline]
    pub(super) fn take(
        &mut self,
        len: usize,
        field: &'static str,
    ) -> Result<&'a [u8], StackMapParseError> {
        match self.section.get(self.at..).and_then(|rest| rest.get(..len)) {
            Some(bytes) => {
                self.at += len;
                Ok(bytes)
            }
            None => Err(self.truncated(field, len)),
        }
    }

    /// Reads an array of `count` elements of `size` bytes; `count` is the value of the field at
    /// `count_at`.
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
        // Not more than the remaining bytes, and so a usize.
        self.take(count as usize * size, field)
    }

    #[inline]
    pub(super) fn u16(&mut self, field: &'static str) -> Result<u16, StackMapParseError> {
        Ok(u16::from_le_bytes(*self.array(field)?))
    }

    #[inline]
    pub(super) fn u32(&mut self, field: &'static str) -> Result<u32, StackMapParseError> {
        Ok(u32::from_le_bytes(*self.array(field)?))
    }

    /// Reads a reserved field, which must be zero.
    #[inline]
    pub(super) fn zero_u16(&mut self, field: &'static str) -> Result<(), StackMapParseError> {
        let offset = self.at;
        match self.u16(field)? {
            0 => Ok(()),
            found => Err(StackMapParseError::Reserved { offset, field, found: u64::from(found) }),
        }
    }

    /// Skips zero bytes up to the next multiple of `alignment`, which is at most eight, counted
    /// from the start of the section.
    #[inline]
    pub(super) fn pad(
        &mut self,
        alignment: usize,
        field: &'static str,
    ) -> Result<(), StackMapParseError> {
        let offset = self.at;
        let padding = self.take(self.at.next_multiple_of(alignment) - self.at, field)?;
        if padding.iter().all(|&byte| byte == 0) {
            return Ok(());
        }
        let found = padding.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte));
        Err(StackMapParseError::Reserved { offset, field, found })
    }

    /// Skips zero bytes, at most seven, up to the offset `end`, which is not before this one.
    pub(super) fn pad_to(
        &mut self,
        end: usize,
        field: &'static str,
    ) -> Result<(), StackMapParseError> {
        let padding = end.saturating_sub(self.at);
        if padding >= 8 {
            let offset = self.at;
            return Err(StackMapParseError::Padding { offset, field, found: padding, allowed: 7 });
        }
        let offset = self.at;
        match self.take(padding, field)?.iter().find(|&&byte| byte != 0) {
            None => Ok(()),
            Some(&found) => {
                Err(StackMapParseError::Reserved { offset, field, found: u64::from(found) })
            }
        }
    }

    /// Returns all remaining bytes.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.section.get(self.at..).unwrap_or_default()
    }

    #[cold]
    fn truncated(&self, field: &'static str, needed: usize) -> StackMapParseError {
        StackMapParseError::Truncated {
            offset: self.at,
            field,
            needed,
            available: self.remaining(),
        }
    }
}

/// Reads little-endian fields of an array whose size is known.
macro_rules! field {
    ($bytes:expr, $type:ty, $at:literal) => {
        <$type>::from_le_bytes(core::array::from_fn(|i| $bytes[$at + i]))
    };
}
pub(super) use field;
