//! From a return address to its call site.

use super::numbers::{self, Numbers};

/// Bytes of code that share one entry of `starts`.
const BLOCK: u32 = 256;

/// An index of code offsets: exact match, 4 bytes for every 256 bytes of code, and for each call
/// site one byte and its content.
///
/// What belongs to a block lies side by side, the low bytes of the offsets and behind them the
/// contents, so that a look-up touches two cache lines, mostly: that of the block's start and that
/// of its call sites. Since each call site takes the same room, the number of a block's first one is
/// its place, too.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BlockIndex<'t> {
    /// The number of the first call site of each block, and the number of all at the end.
    starts: &'t [u32],
    /// For each block the low byte of each offset, then the contents.
    sites: &'t [u8],
    /// Bytes of a content.
    width: u8,
}

/// The call sites of a block.
struct Block<'t> {
    first: u32,
    count: usize,
    /// `count` low bytes, and whatever is behind them.
    bytes: &'t [u8],
    contents: Numbers<'t>,
}

impl<'t> BlockIndex<'t> {
    /// The index in the words that [`build`] made with this width, or in others.
    pub(super) fn new(starts: &'t [u32], sites: &'t [u32], width: u8) -> Self {
        Self { starts, sites: object::pod::bytes_of_slice(sites), width }
    }

    /// The number and the content of the call site at `offset`.
    #[inline]
    pub(super) fn find(&self, offset: u32) -> Option<(u32, u32)> {
        let block = self.block((offset / BLOCK) as usize)?;
        let position = position(block.bytes, block.count, offset as u8)?;
        Some((block.first + position as u32, block.contents.get(position as u32)?))
    }

    #[inline]
    fn block(&self, block: usize) -> Option<Block<'t>> {
        let &first = self.starts.get(block)?;
        let count = self.starts.get(block + 1)?.checked_sub(first)? as usize;
        let each = 1 + usize::from(self.width);
        let bytes = self.sites.get(first as usize * each..)?;
        let contents = bytes.get(count..count * each)?;
        Some(Block { first, count, bytes, contents: Numbers::of_bytes(contents, self.width) })
    }

    /// The offsets of all call sites, in order.
    pub(super) fn offsets(&self) -> impl Iterator<Item = u32> + use<'t> {
        let index = *self;
        (0..self.starts.len()).filter_map(move |at| Some((at, index.block(at)?))).flat_map(
            |(at, block)| {
                let start = (at as u32).wrapping_mul(BLOCK);
                block.bytes.iter().take(block.count).map(move |&low| start | u32::from(low))
            },
        )
    }

    /// Bytes of memory that the index takes.
    pub(super) fn byte_len(&self) -> usize {
        size_of_val(self.starts) + size_of_val(self.sites)
    }
}

/// Where among the first `count` of these bytes `wanted` is. Eight at once: what is compared behind
/// the last one does not count.
#[inline]
fn position(bytes: &[u8], count: usize, wanted: u8) -> Option<usize> {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    let mut at = 0;
    while at < count {
        let rest = bytes.get(at..)?;
        let Some(&eight) = rest.first_chunk() else {
            let found = rest.iter().take(count - at).position(|&byte| byte == wanted);
            return found.map(|position| at + position);
        };
        let differ = u64::from_le_bytes(eight) ^ (ONES * u64::from(wanted));
        // The lowest bit that is set marks the first byte that is zero; higher ones may be wrong.
        let zero = differ.wrapping_sub(ONES) & !differ & HIGH;
        if zero != 0 {
            let position = at + zero.trailing_zeros() as usize / 8;
            return (position < count).then_some(position);
        }
        at += 8;
    }
    None
}

/// The words of both parts of the index of these offsets, which must increase strictly, with their
/// contents, none of which needs more than `width` bytes.
pub(super) fn build(
    sites: impl ExactSizeIterator<Item = (u32, u32)> + Clone,
    width: u8,
) -> (Vec<u32>, Vec<u32>) {
    let count = sites.len();
    let mut starts: Vec<u32> = Vec::new();
    let mut bytes: Vec<u8> = Vec::with_capacity(count * (1 + usize::from(width)));
    let mut contents: Vec<u8> = Vec::new();
    for (number, (offset, content)) in (0_u32..).zip(sites) {
        let block = (offset / BLOCK) as usize;
        if starts.len() <= block {
            bytes.append(&mut contents);
            // This block and the empty ones before it begin here.
            starts.resize(block + 1, number);
        }
        bytes.push(offset as u8);
        contents.extend(&content.to_le_bytes()[..usize::from(width)]);
    }
    bytes.append(&mut contents);
    if count != 0 {
        starts.push(count as u32);
    }
    (starts, numbers::words_of(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contents are the offsets' squares, in so many bytes.
    fn index(offsets: &[u32], width: u8) -> BlockIndex<'static> {
        let content = |&offset: &u32| (offset, square(offset, width));
        let (starts, sites) = build(offsets.iter().map(content), width);
        BlockIndex::new(starts.leak(), sites.leak(), width)
    }

    fn square(offset: u32, width: u8) -> u32 {
        u32::try_from(u64::from(offset * offset) & ((1 << (8 * width)) - 1)).unwrap()
    }

    #[test]
    fn offsets_are_found_exactly_across_blocks_and_gaps() {
        let offsets = [5, 9, 255, 256, 511, 512, 5000, 5001, 5119, 5120];
        for width in 0..=4 {
            let index = index(&offsets, width);
            for offset in 0..6000 {
                let number = offsets.iter().position(|&at| at == offset);
                let expected = number.map(|number| (number as u32, square(offset, width)));
                assert_eq!(index.find(offset), expected, "offset {offset}, width {width}");
            }
            assert_eq!(index.find(u32::MAX), None);
            assert_eq!(index.offsets().collect::<Vec<_>>(), offsets);
        }
    }

    #[test]
    fn a_block_may_be_full() {
        let offsets: Vec<u32> = (256..768).collect();
        let index = index(&offsets, 2);
        assert_eq!(index.find(256), Some((0, square(256, 2))));
        assert_eq!(index.find(767), Some((511, square(767, 2))));
        assert_eq!(index.find(255), None);
        assert_eq!(index.find(768), None);
    }

    #[test]
    fn an_empty_index_finds_nothing() {
        assert_eq!(index(&[], 2).find(0), None);
        assert_eq!(index(&[], 2).byte_len(), 0);
    }

    #[test]
    fn it_takes_four_bytes_a_block_and_one_and_its_content_a_call_site() {
        assert_eq!(index(&[0, 1, 2, 1023], 3).byte_len(), 4 * 5 + 4 * (1 + 3));
    }

    #[test]
    fn starts_that_are_wrong_find_nothing() {
        let sites = [0; 4];
        for starts in [[0, 17], [5, 3], [u32::MAX, u32::MAX], [4, u32::MAX]] {
            let index = BlockIndex::new(&starts, &sites, 1);
            assert_eq!(index.find(7), None, "{starts:?}");
            index.offsets().for_each(drop);
        }
    }
}
