//! From a return address to the number of its call site.

use object::pod;

/// Bytes of code that share one entry of `starts`.
const BLOCK: u32 = 256;

/// An index of code offsets: exact match, 4 bytes for every 256 bytes of code and one byte for
/// each call site.
///
/// The call sites of a block lie side by side, so that a look-up touches two cache lines: that of
/// the block's start and that of its low bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BlockIndex<'t> {
    /// The number of the first call site of each block, and the number of all at the end.
    starts: &'t [u32],
    /// The low byte of each call site's offset, in the order of the offsets.
    lows: &'t [u8],
}

impl<'t> BlockIndex<'t> {
    /// The index of `sites` call sites in the words that [`build`] made, or in others.
    pub(super) fn new(starts: &'t [u32], lows: &'t [u32], sites: u32) -> Self {
        let lows = pod::bytes_of_slice(lows).get(..sites as usize).unwrap_or_default();
        Self { starts, lows }
    }

    /// The number of the call site at `offset`.
    #[inline]
    pub(super) fn find(&self, offset: u32) -> Option<u32> {
        let block = (offset / BLOCK) as usize;
        let &first = self.starts.get(block)?;
        let &end = self.starts.get(block + 1)?;
        let low = (offset % BLOCK) as u8;
        let lows = self.lows.get(first as usize..end as usize)?;
        let position = lows.iter().position(|&candidate| candidate == low)?;
        Some(first + position as u32)
    }

    /// The offsets of all call sites, in order.
    pub(super) fn offsets(&self) -> impl Iterator<Item = u32> + use<'t> {
        let (starts, lows) = (self.starts, self.lows);
        starts.array_windows().enumerate().flat_map(move |(block, &[first, end])| {
            let block = (block as u32).wrapping_mul(BLOCK);
            let lows = lows.get(first as usize..end as usize).unwrap_or_default();
            lows.iter().map(move |&low| block | u32::from(low))
        })
    }

    /// Bytes of memory that the index takes.
    pub(super) fn byte_len(&self) -> usize {
        size_of_val(self.starts) + size_of_val(self.lows)
    }
}

/// The words of both parts of the index of these offsets, which must increase strictly. The
/// position of an offset is its call site's number.
pub(super) fn build(offsets: impl ExactSizeIterator<Item = u32> + Clone) -> (Vec<u32>, Vec<u32>) {
    let Some(last) = offsets.clone().last() else { return Default::default() };
    let blocks = (last / BLOCK) as usize + 1;
    let mut starts = Vec::with_capacity(blocks + 1);
    let mut lows = vec![0_u32; offsets.len().div_ceil(4)];
    let sites = offsets.len() as u32;
    for ((number, offset), low) in (0_u32..).zip(offsets).zip(pod::bytes_of_slice_mut(&mut lows)) {
        let block = (offset / BLOCK) as usize;
        // This block and the empty ones before it begin here, unless it has begun already.
        while starts.len() <= block {
            starts.push(number);
        }
        *low = (offset % BLOCK) as u8;
    }
    starts.push(sites);
    (starts, lows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(offsets: &[u32]) -> BlockIndex<'static> {
        let (starts, lows) = build(offsets.iter().copied());
        BlockIndex::new(starts.leak(), lows.leak(), offsets.len() as u32)
    }

    #[test]
    fn offsets_are_found_exactly_across_blocks_and_gaps() {
        let offsets = [5, 9, 255, 256, 511, 512, 5000, 5001, 5119, 5120];
        let index = index(&offsets);
        for offset in 0..6000 {
            let expected = offsets.iter().position(|&at| at == offset).map(|at| at as u32);
            assert_eq!(index.find(offset), expected, "offset {offset}");
        }
        assert_eq!(index.find(u32::MAX), None);
        assert_eq!(index.offsets().collect::<Vec<_>>(), offsets);
    }

    #[test]
    fn a_block_may_be_full() {
        let offsets: Vec<u32> = (256..768).collect();
        let index = index(&offsets);
        assert_eq!(index.find(256), Some(0));
        assert_eq!(index.find(767), Some(511));
        assert_eq!(index.find(255), None);
        assert_eq!(index.find(768), None);
    }

    #[test]
    fn an_empty_index_finds_nothing() {
        assert_eq!(index(&[]).find(0), None);
        assert_eq!(index(&[]).byte_len(), 0);
    }

    #[test]
    fn it_takes_four_bytes_a_block_and_one_a_call_site() {
        assert_eq!(index(&[0, 1, 2, 1023]).byte_len(), 4 * 5 + 4);
    }
}
