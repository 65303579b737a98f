//! The index that maps a return address to a call site.

use super::packed_integers::{self, PackedIntegers};

/// Number of bytes of code per block.
const BLOCK_BYTES: u32 = 256;

/// An exact-match index of code offsets. It takes 4 bytes per 256 bytes of code, and per call site
/// one byte and its content.
///
/// The low bytes of a block's call sites are adjacent. So a lookup of a call site's index touches
/// two cache lines: the block's entry in `starts`, and the low bytes. Contents are stored
/// separately to keep the searched part small enough for the cache.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BlockIndex<'t> {
    /// Index of the first call site of each block; the last element is the number of call sites.
    starts: &'t [u32],
    /// The low byte of each call site's offset.
    lows: &'t [u8],
    /// The content of each call site: the position of its descriptor.
    contents: PackedIntegers<'t>,
}

impl<'t> BlockIndex<'t> {
    /// Creates the index from the words that [`build`] returned for this width. In an index of
    /// corrupt words, lookups find nothing or return wrong positions.
    pub(super) fn new(starts: &'t [u32], sites: &'t [u32], width: u8) -> Self {
        let bytes = object::pod::bytes_of_slice(sites);
        let count = starts.last().map_or(0, |&count| count as usize);
        let (lows, contents) = bytes.split_at_checked(count).unwrap_or_default();
        Self { starts, lows, contents: PackedIntegers::from_bytes(contents, width) }
    }

    /// Returns the index of the call site at `offset`.
    #[inline]
    pub(super) fn find(&self, offset: u32) -> Option<u32> {
        let block = (offset / BLOCK_BYTES) as usize;
        let &[first, end] = self.starts.get(block..)?.first_chunk()?;
        let lows = self.lows.get(first as usize..)?;
        let position = find_byte(lows, end.checked_sub(first)? as usize, offset as u8)?;
        Some(first + position as u32)
    }

    /// Returns the content of the call site with this index.
    #[inline]
    pub(super) fn content(&self, index: u32) -> Option<u32> {
        self.contents.get(index)
    }

    /// Iterates over the offsets of all call sites, in ascending order.
    pub(super) fn offsets(&self) -> impl Iterator<Item = u32> + use<'t> {
        let lows = self.lows;
        self.starts.array_windows().enumerate().flat_map(move |(block_index, &[first, end])| {
            let block = lows.get(first as usize..end as usize).unwrap_or_default();
            let start = (block_index as u32).wrapping_mul(BLOCK_BYTES);
            block.iter().map(move |&low| start | u32::from(low))
        })
    }

    /// Returns the size of the index in bytes.
    pub(super) fn byte_len(&self) -> usize {
        size_of_val(self.starts) + self.lows.len() + self.contents.byte_len()
    }
}

/// Returns the position of `wanted` in the first `count` bytes of `bytes`. Compares eight bytes at
/// once, and ignores matches after the first `count` bytes.
#[inline]
fn find_byte(bytes: &[u8], count: usize, wanted: u8) -> Option<usize> {
    /// 1 in each byte.
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    /// The highest bit of each byte.
    const HIGH: u64 = ONES << 7;
    let mut at = 0;
    while at < count {
        let rest = bytes.get(at..)?;
        let Some(&eight) = rest.first_chunk() else {
            let found = rest.iter().take(count - at).position(|&byte| byte == wanted);
            return found.map(|position| at + position);
        };
        let differ = u64::from_le_bytes(eight) ^ (ONES * u64::from(wanted));
        // The lowest bit set marks the first zero byte. Higher bits may be set for other bytes.
        let zero = differ.wrapping_sub(ONES) & !differ & HIGH;
        if zero != 0 {
            let position = at + zero.trailing_zeros() as usize / 8;
            return (position < count).then_some(position);
        }
        at += 8;
    }
    None
}

/// Builds the words of the parts `blocks` and `sites` of an index. `sites` are pairs of offset and
/// content. Offsets must strictly increase, and contents must fit in `width` bytes.
pub(super) fn build(
    sites: impl ExactSizeIterator<Item = (u32, u32)> + Clone,
    width: u8,
) -> (Vec<u32>, Vec<u32>) {
    let count = sites.len();
    let mut starts: Vec<u32> = Vec::new();
    let mut bytes: Vec<u8> = Vec::with_capacity(count * (1 + usize::from(width)));
    let mut contents: Vec<u8> = Vec::new();
    for (index, (offset, content)) in (0_u32..).zip(sites) {
        let block = (offset / BLOCK_BYTES) as usize;
        if starts.len() <= block {
            // This block and the empty blocks before it begin at this call site.
            starts.resize(block + 1, index);
        }
        bytes.push(offset as u8);
        contents.extend(&content.to_le_bytes()[..usize::from(width)]);
    }
    bytes.append(&mut contents);
    if count != 0 {
        starts.push(count as u32);
    }
    (starts, packed_integers::words_of(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds an index whose contents are the squares of the offsets, truncated to `width` bytes.
    fn index(offsets: &[u32], width: u8) -> BlockIndex<'static> {
        let content = |&offset: &u32| (offset, square(offset, width));
        let (starts, sites) = build(offsets.iter().map(content), width);
        BlockIndex::new(starts.leak(), sites.leak(), width)
    }

    fn square(offset: u32, width: u8) -> u32 {
        u32::try_from(u64::from(offset * offset) & ((1 << (8 * width)) - 1)).unwrap()
    }

    fn find(index: &BlockIndex<'_>, offset: u32) -> Option<(u32, u32)> {
        index.find(offset).and_then(|site| Some((site, index.content(site)?)))
    }

    #[test]
    fn offsets_are_found_across_blocks_and_gaps() {
        let offsets = [5, 9, 255, 256, 511, 512, 5000, 5001, 5119, 5120];
        for width in 0..=4 {
            let index = index(&offsets, width);
            for offset in 0..6000 {
                let site = offsets.iter().position(|&existing| existing == offset);
                let expected = site.map(|site| (site as u32, square(offset, width)));
                assert_eq!(find(&index, offset), expected, "offset {offset}, width {width}");
            }
            assert_eq!(index.find(u32::MAX), None);
            assert_eq!(index.offsets().collect::<Vec<_>>(), offsets);
        }
    }

    #[test]
    fn full_block_is_searched() {
        let offsets: Vec<u32> = (256..768).collect();
        let index = index(&offsets, 2);
        assert_eq!(find(&index, 256), Some((0, square(256, 2))));
        assert_eq!(find(&index, 767), Some((511, square(767, 2))));
        assert_eq!(index.find(255), None);
        assert_eq!(index.find(768), None);
    }

    #[test]
    fn empty_index_finds_nothing() {
        assert_eq!(index(&[], 2).find(0), None);
        assert_eq!(index(&[], 2).byte_len(), 0);
    }

    #[test]
    fn index_size_is_as_documented() {
        assert_eq!(index(&[0, 1, 2, 1023], 3).byte_len(), 4 * 5 + 4 * (1 + 3));
    }

    #[test]
    fn wrong_block_starts_find_nothing() {
        let sites = [0; 4];
        for starts in [[0, 17], [5, 3], [u32::MAX, u32::MAX], [4, u32::MAX]] {
            let index = BlockIndex::new(&starts, &sites, 1);
            assert_eq!(index.find(7), None, "{starts:?}");
            index.offsets().for_each(drop);
        }
    }
}
