//! Pieces of memory, and filling them with copies.

use core::ops::Range;

use super::blocks::BLOCK;
use crate::object::Alignment;

/// A piece of a space, for one thread.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Chunk {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Chunk {
    pub(super) fn left(&self) -> usize {
        self.end - self.start
    }

    /// Room at the beginning.
    #[inline]
    fn take(&mut self, bytes: usize, alignment: Alignment) -> Option<usize> {
        let start = alignment.up(self.start);
        (start + bytes <= self.end).then(|| {
            self.start = start + bytes;
            start
        })
    }
}

impl From<Range<usize>> for Chunk {
    fn from(Range { start, end }: Range<usize>) -> Self {
        Self { start, end }
    }
}

/// Where a buffer gets more room.
pub(crate) trait Source {
    /// At least `least` bytes, wherever they are, 16-aligned; `None` if there is no more.
    fn chunk(&self, least: usize) -> Option<Chunk>;
    /// A whole block.
    fn block(&self) -> Option<Chunk>;
}

/// Objects from this size on do not fit into many a gap: where one does not, the rest of the gap is kept for
/// smaller ones.
const MEDIUM: usize = 1 << 10;

/// A collecting thread's part of a space.
///
/// Two pieces: one is filled with whatever comes; objects of medium size for which there is no room
/// go to the second, a block, so that what is left of the first is not wasted.
#[derive(Debug, Default)]
pub(crate) struct CopyBuffer {
    main: Chunk,
    overflow: Chunk,
}

impl CopyBuffer {
    /// Room for a copy; `None` if there is no more.
    #[inline]
    pub(crate) fn allocate(
        &mut self,
        source: &impl Source,
        bytes: usize,
        alignment: Alignment,
    ) -> Option<usize> {
        match self.main.take(bytes, alignment) {
            Some(start) => Some(start),
            None => self.refill(source, bytes, alignment),
        }
    }

    /// Where the next so many bytes, 8-aligned, will be, if there is room at hand.
    #[inline]
    pub(crate) fn at_hand(&self, bytes: usize) -> Option<usize> {
        (self.main.left() >= bytes).then_some(self.main.start)
    }

    /// Takes what [`Self::at_hand`] has just shown.
    #[inline]
    pub(crate) fn take_at_hand(&mut self, bytes: usize) {
        debug_assert!(self.at_hand(bytes).is_some());
        self.main.start += bytes;
    }

    #[cold]
    fn refill(
        &mut self,
        source: &impl Source,
        bytes: usize,
        alignment: Alignment,
    ) -> Option<usize> {
        debug_assert!(bytes <= BLOCK, "small objects only");
        if bytes >= MEDIUM && self.main.left() >= MEDIUM {
            if let Some(start) = self.overflow.take(bytes, alignment) {
                return Some(start);
            }
            if let Some(block) = source.block() {
                self.overflow = block;
                return self.overflow.take(bytes, alignment);
            }
            // Any gap is better than none.
        }
        self.main = match source.chunk(bytes) {
            Some(chunk) => chunk,
            None if self.overflow.left() >= bytes + alignment.bytes() => {
                core::mem::take(&mut self.overflow)
            }
            None => return None,
        };
        self.main.take(bytes, alignment)
    }

    /// Forgets the room that is left.
    pub(super) fn reset(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use core::cell::RefCell;

    use super::*;

    /// Chunks and blocks that a test has put there.
    #[derive(Default)]
    struct Scripted {
        chunks: RefCell<Vec<Chunk>>,
        blocks: RefCell<Vec<Chunk>>,
    }

    impl Source for Scripted {
        fn chunk(&self, least: usize) -> Option<Chunk> {
            let mut chunks = self.chunks.borrow_mut();
            let fitting = chunks.iter().position(|chunk| chunk.left() >= least)?;
            Some(chunks.remove(fitting))
        }

        fn block(&self) -> Option<Chunk> {
            self.blocks.borrow_mut().pop()
        }
    }

    fn chunk(start: usize, bytes: usize) -> Chunk {
        Chunk { start, end: start + bytes }
    }

    #[test]
    fn room_at_hand_is_used_to_the_last_word() {
        let source = Scripted::default();
        source.chunks.borrow_mut().push(chunk(0x1_0008, 56));
        let mut buffer = CopyBuffer::default();
        assert_eq!(buffer.at_hand(8), None);
        let first = buffer.allocate(&source, 16, Alignment::Sixteen);
        assert_eq!(first, Some(0x1_0010));
        assert_eq!((buffer.at_hand(40), buffer.at_hand(32)), (None, Some(0x1_0020)));
        buffer.take_at_hand(24);
        assert_eq!((buffer.at_hand(16), buffer.at_hand(8)), (None, Some(0x1_0038)));
        buffer.take_at_hand(8);
        assert_eq!(buffer.at_hand(8), None);
    }

    #[test]
    fn a_medium_object_does_not_waste_the_room_that_small_ones_can_use() {
        let source = Scripted::default();
        source.chunks.borrow_mut().push(chunk(0x1_0000, 2048));
        source.blocks.borrow_mut().push(chunk(0x8_0000, BLOCK));
        let mut buffer = CopyBuffer::default();
        let allocate =
            |buffer: &mut CopyBuffer, bytes| buffer.allocate(&source, bytes, Alignment::Eight);
        assert_eq!(allocate(&mut buffer, 24), Some(0x1_0000));
        assert_eq!(allocate(&mut buffer, 4096), Some(0x8_0000));
        assert_eq!(allocate(&mut buffer, 4096), Some(0x8_1000));
        assert_eq!(allocate(&mut buffer, 24), Some(0x1_0018));
        assert_eq!(allocate(&mut buffer, 2048 - 48), Some(0x1_0030));
        // There are no more chunks: the overflow serves as one.
        assert_eq!(allocate(&mut buffer, 24), Some(0x8_2000));
        assert_eq!(allocate(&mut buffer, BLOCK), None);
        buffer.reset();
        assert_eq!(allocate(&mut buffer, 24), None);
    }
}
