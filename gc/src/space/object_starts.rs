//! [`ObjectStarts`], a bitmap of the start addresses of objects, which numbers the objects.
//!
//! It has one bit for each word of a block in which an object begins, and one count for each 512
//! bits: 1.8 per cent of the memory of these blocks. The number of an object is the number of
//! objects at lower addresses (the rank of its bit), so no table has an entry per object.

use core::ops::Range;

use super::blocks::{BLOCK, BLOCK_SHIFT};
use crate::object::WORD;

/// Number of bits in a [`Group`].
const BITS: usize = 512;
/// Number of groups in a block.
const GROUPS: usize = BLOCK / WORD / BITS;

/// Number of blocks in a [`Chunk`]. The address range of a heap in zeal mode has millions of
/// blocks, few of which are in use.
const CHUNK: usize = 1024;

/// The start bits of adjacent words.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// Number of objects before this group, after [`ObjectStarts::number`].
    before: u64,
    bits: [u64; BITS / 64],
}

const EMPTY: Group = Group { before: 0, bits: [0; BITS / 64] };

/// The start bits of a block.
type BlockStarts = [Group; GROUPS];

/// The start bits of adjacent blocks; `None` for blocks in which no object begins.
type Chunk = Box<[Option<Box<BlockStarts>>]>;

/// Object start bits: for each block in which an object was inserted, one bit per word.
#[derive(Debug)]
pub(crate) struct ObjectStarts {
    /// The start of the heap's address range, a multiple of [`BLOCK`].
    start: usize,
    /// One for each [`CHUNK`] blocks.
    chunks: Box<[Option<Chunk>]>,
}

/// The position of an object's start bit.
struct Position {
    block: usize,
    group: usize,
    word: usize,
    bit: u64,
}

impl ObjectStarts {
    /// Returns an empty bitmap for objects in the address range of a heap.
    pub(crate) fn new(range: Range<usize>) -> Self {
        debug_assert!(range.start.is_multiple_of(BLOCK));
        let chunks = vec![None; range.len().div_ceil(BLOCK * CHUNK)].into();
        Self { start: range.start, chunks }
    }

    /// Returns the position of the start bit of an object at `address`, which is a multiple of 8
    /// and not below the heap's address range.
    #[inline]
    fn position(&self, address: usize) -> Position {
        let offset = address.wrapping_sub(self.start);
        let word = offset % BLOCK / WORD;
        Position {
            block: offset >> BLOCK_SHIFT,
            group: word / BITS,
            word: word % BITS / 64,
            bit: 1 << (word % 64),
        }
    }

    /// Returns the start bits of a block.
    #[inline]
    fn block(&self, block: usize) -> Option<&BlockStarts> {
        self.chunks.get(block / CHUNK)?.as_ref()?[block % CHUNK].as_deref()
    }

    /// Returns the start bits of the blocks from `first` on in which an object begins, with the
    /// indices of the blocks.
    fn blocks_from(&self, first: usize) -> impl Iterator<Item = (usize, &BlockStarts)> {
        let chunks = self.chunks.iter().enumerate().skip(first / CHUNK);
        let chunks = chunks.filter_map(|(index, chunk)| Some((index * CHUNK, chunk.as_ref()?)));
        let blocks = chunks.flat_map(|(base, chunk)| {
            let blocks = chunk.iter().enumerate();
            blocks.filter_map(move |(index, starts)| Some((base + index, starts.as_deref()?)))
        });
        blocks.filter(move |&(block, _)| block >= first)
    }

    /// Sets an object's start bit; returns whether it was set before. `object` is a multiple of 8
    /// in the heap's address range.
    #[inline]
    pub(crate) fn insert(&mut self, object: usize) -> bool {
        let Position { block, group, word, bit } = self.position(object);
        let new_chunk = || vec![None; CHUNK].into();
        let chunk = self.chunks[block / CHUNK].get_or_insert_with(new_chunk);
        let groups = chunk[block % CHUNK].get_or_insert_with(|| Box::new([EMPTY; GROUPS]));
        let bits = &mut groups[group].bits[word];
        let was = *bits & bit != 0;
        *bits |= bit;
        was
    }

    /// Returns whether the start bit of `object` is set. Any word.
    #[inline]
    pub(crate) fn contains(&self, object: usize) -> bool {
        let Position { block, group, word, bit } = self.position(object);
        object.is_multiple_of(WORD)
            && self.block(block).is_some_and(|groups| groups[group].bits[word] & bit != 0)
    }

    /// Numbers the objects, in ascending order of their addresses from 0, and returns how many
    /// there are.
    pub(crate) fn number(&mut self) -> u64 {
        let mut before = 0;
        let blocks = self.chunks.iter_mut().flatten().flat_map(|chunk| chunk.iter_mut());
        for group in blocks.flatten().flat_map(|groups| groups.iter_mut()) {
            group.before = before;
            before += group.bits.iter().map(|bits| u64::from(bits.count_ones())).sum::<u64>();
        }
        before
    }

    /// Returns the number that [`Self::number`] has given to an object; `None` if its start bit is
    /// not set.
    #[inline]
    pub(crate) fn number_of(&self, object: usize) -> Option<u64> {
        let Position { block, group, word, bit } = self.position(object);
        let Group { before, bits } = &self.block(block)?[group];
        if bits[word] & bit == 0 || !object.is_multiple_of(WORD) {
            return None;
        }
        let full = bits[..word].iter().map(|bits| u64::from(bits.count_ones())).sum::<u64>();
        Some(before + full + u64::from((bits[word] & (bit - 1)).count_ones()))
    }

    /// Returns the start addresses of all objects, in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        self.from(self.start)
    }

    /// Returns the start addresses of the objects in the block of `address` and in later blocks, in
    /// ascending order.
    pub(crate) fn from(&self, address: usize) -> impl Iterator<Item = usize> {
        let first = self.position(address).block;
        self.blocks_from(first).flat_map(move |(block, groups)| {
            let start = self.start + block * BLOCK;
            let words = groups.iter().flat_map(|group| group.bits).enumerate();
            words.flat_map(move |(word, bits)| {
                SetBits(bits).map(move |bit| start + (word * 64 + bit) * WORD)
            })
        })
    }

    /// Returns the size of the bitmap in bytes, without blocks in which no object begins.
    pub(crate) fn bytes(&self) -> usize {
        self.blocks_from(0).count() * size_of::<BlockStarts>()
    }
}

/// Iterator over the indices of the bits that are set in a word.
struct SetBits(u64);

impl Iterator for SetBits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let bit = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (bit < 64).then_some(bit as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAP: Range<usize> = 0x10_0000..0x20_0000;

    #[test]
    fn recorded_starts_are_sorted_and_numbered() {
        let mut starts = ObjectStarts::new(HEAP);
        let offsets = [0, 8, 0x1f8, 0x200, 0xff8, 0x1000, 0x7ff8, 0x8000, 0x2_0000, 0xf_fff8];
        let objects = offsets.map(|offset| HEAP.start + offset);
        for object in objects.into_iter().rev() {
            assert!(!starts.contains(object));
            assert!(!starts.insert(object));
            assert!(starts.insert(object));
            assert!(starts.contains(object));
        }
        assert_eq!(starts.iter().collect::<Vec<_>>(), objects);
        assert_eq!(starts.from(HEAP.start + 0x8000).collect::<Vec<_>>(), objects[7..]);
        assert_eq!(starts.number(), objects.len() as u64);
        for (number, object) in objects.into_iter().enumerate() {
            assert_eq!(starts.number_of(object), Some(number as u64));
            assert_eq!(starts.number_of(object + 4), None);
        }
        assert_eq!(starts.number_of(HEAP.start + 16), None);
    }

    #[test]
    fn words_outside_the_heap_are_not_contained() {
        let starts = ObjectStarts::new(HEAP);
        for word in [0, 1, 8, HEAP.start - 8, HEAP.end, usize::MAX, usize::MAX - 7] {
            assert!(!starts.contains(word));
            assert_eq!(starts.number_of(word), None);
        }
    }
}
