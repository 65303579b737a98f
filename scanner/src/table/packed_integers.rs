//! A list of unsigned integers of 0 to 4 bytes each; the largest integer determines the width.

use object::pod;

/// A list of little-endian integers of the same width.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PackedIntegers<'t> {
    bytes: &'t [u8],
    /// Bytes per integer, 0 to 4. With width 0, all integers are 0.
    width: u8,
}

impl<'t> PackedIntegers<'t> {
    /// Creates the list of the first `count` integers in `words`. The list is empty if `words` is
    /// too short.
    pub(super) fn new(words: &'t [u32], width: u8, count: u32) -> Self {
        let len = count as usize * usize::from(width);
        let bytes = pod::bytes_of_slice(words).get(..len).unwrap_or_default();
        Self { bytes, width }
    }

    /// Creates the list of the integers in `bytes`.
    #[inline]
    pub(super) fn from_bytes(bytes: &'t [u8], width: u8) -> Self {
        Self { bytes, width }
    }

    /// Returns the integer with this index. With width 0, returns 0 for every index.
    #[inline]
    pub(super) fn get(&self, index: u32) -> Option<u32> {
        let index = index as usize;
        match self.width {
            2 => self.bytes.as_chunks().0.get(index).map(|&bytes| u16::from_le_bytes(bytes).into()),
            3 => {
                let &[a, b, c] = self.bytes.as_chunks().0.get(index)?;
                Some(u32::from_le_bytes([a, b, c, 0]))
            }
            4 => self.bytes.as_chunks().0.get(index).map(|&bytes| u32::from_le_bytes(bytes)),
            1 => self.bytes.get(index).map(|&byte| byte.into()),
            _ => Some(0),
        }
    }

    /// Returns the size of the list in bytes.
    pub(super) fn byte_len(&self) -> usize {
        self.bytes.len()
    }
}

/// Returns the number of bytes that an integer needs, 0 to 4.
pub(super) fn byte_width(largest: u32) -> u8 {
    (32 - largest.leading_zeros()).div_ceil(8) as u8
}

/// Packs integers into words. Each must fit in `width` bytes.
pub(super) fn pack(numbers: impl ExactSizeIterator<Item = u32>, width: u8) -> Vec<u32> {
    let width = usize::from(width);
    let mut words = vec![0_u32; (numbers.len() * width).div_ceil(4)];
    if width != 0 {
        let bytes = pod::bytes_of_slice_mut(&mut words);
        for (number, bytes) in numbers.zip(bytes.chunks_exact_mut(width)) {
            bytes.copy_from_slice(&number.to_le_bytes()[..width]);
        }
    }
    words
}

/// Converts bytes to little-endian words. Zero bytes pad the last word.
pub(super) fn words_of(bytes: &[u8]) -> Vec<u32> {
    let mut words = vec![0_u32; bytes.len().div_ceil(4)];
    pod::bytes_of_slice_mut(&mut words)[..bytes.len()].copy_from_slice(bytes);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_each_width_round_trip() {
        for (largest, width) in [
            (0, 0),
            (1, 1),
            (255, 1),
            (256, 2),
            (65_535, 2),
            (65_536, 3),
            (1 << 24, 4),
            (u32::MAX, 4),
        ] {
            assert_eq!(byte_width(largest), width);
            let all = [largest, 0, largest / 3, largest / 2, largest];
            let words = pack(all.iter().copied(), width);
            let numbers = PackedIntegers::new(&words, width, all.len() as u32);
            let found: Vec<_> = (0..5).map(|index| numbers.get(index)).collect();
            assert_eq!(found, all.map(Some), "width {width}");
            assert_eq!(numbers.byte_len(), 5 * usize::from(width));
            assert_eq!(numbers.get(5), (width == 0).then_some(0));
        }
    }

    #[test]
    fn numbers_beyond_last_word_are_absent() {
        assert_eq!(PackedIntegers::new(&[0], 2, 3).get(0), None);
    }
}
