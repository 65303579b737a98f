//! Chunks of memory, and the buffers into which a collection copies objects.

use core::ops::Range;

use statepoint_scanner::arch::prefetch;

use super::blocks::BLOCK;
use crate::object::ObjectAlignment;

/// A contiguous address range in a space from which one thread allocates.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Chunk {
    /// Address of the first free byte.
    pub(crate) start: usize,
    /// End address (exclusive).
    pub(crate) end: usize,
}

impl Chunk {
    /// Returns the number of free bytes.
    pub(super) fn remaining(&self) -> usize {
        self.end - self.start
    }

    /// Takes `bytes` bytes from the start of the chunk. Returns their address, or `None` if the
    /// chunk is too small.
    #[inline]
    fn take(&mut self, bytes: usize, alignment: ObjectAlignment) -> Option<usize> {
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

/// The source from which a buffer takes more memory.
pub(crate) trait ChunkSource {
    /// Returns a 16-aligned chunk of at least `min_bytes` bytes, or `None` if no such chunk is
    /// left.
    fn chunk(&self, min_bytes: usize) -> Option<Chunk>;
    /// Returns a whole block, or `None` if no block is left.
    fn block(&self) -> Option<Chunk>;
}

/// Minimum size of a medium object in bytes. Few holes have space for medium objects. If a medium
/// object does not fit, the rest of the hole is kept for smaller objects.
const MIN_MEDIUM: usize = 1 << 10;

/// Distance in bytes from a copy to the memory that is prefetched for later copies. Otherwise each
/// claim of an object, which waits until earlier stores are done, waits for memory.
const COPY_AHEAD: usize = 1 << 10;

/// A worker's allocation buffer in a space (in HotSpot: a PLAB; Flood, Detlefs, Shavit and Zhang,
/// JVM 2001).
///
/// The buffer has two chunks. Objects are allocated in the main chunk. Medium objects that do not
/// fit there are allocated in the overflow chunk, which is a whole block. So the rest of the main
/// chunk is not wasted (overflow allocation of Immix: Blackburn and McKinley, PLDI 2008).
#[derive(Debug, Default)]
pub(crate) struct CopyBuffer {
    /// The chunk in which objects are allocated.
    main: Chunk,
    /// The chunk for medium objects that do not fit into `main`.
    overflow: Chunk,
    /// The least size for which the source had no chunk, if there is one. Memory that a collection
    /// has taken stays taken until it ends, so the source is not asked again: if many objects have
    /// to stay in place, each question would cost more than a copy.
    refused: Option<usize>,
}

impl CopyBuffer {
    /// Allocates memory for a copy of an object. Returns `None` if no memory is left.
    #[inline]
    pub(crate) fn allocate(
        &mut self,
        source: &impl ChunkSource,
        bytes: usize,
        alignment: ObjectAlignment,
    ) -> Option<usize> {
        match self.main.take(bytes, alignment) {
            Some(start) => Some(start),
            None => self.refill(source, bytes, alignment),
        }
    }

    /// Takes `bytes` bytes of the main chunk, 8-aligned, and returns their address. Returns `None`
    /// without any effect if the chunk has less room, or `condition` returns false.
    #[inline(always)]
    pub(crate) fn take_if(
        &mut self,
        bytes: usize,
        condition: impl FnOnce() -> bool,
    ) -> Option<usize> {
        let start = self.main.start;
        prefetch(start + COPY_AHEAD);
        (self.main.remaining() >= bytes && condition()).then(|| {
            self.main.start = start + bytes;
            start
        })
    }

    /// Allocates memory for an object that does not fit into the main chunk.
    #[cold]
    fn refill(
        &mut self,
        source: &impl ChunkSource,
        bytes: usize,
        alignment: ObjectAlignment,
    ) -> Option<usize> {
        debug_assert!(bytes <= BLOCK, "small objects only");
        if bytes >= MIN_MEDIUM && self.main.remaining() >= MIN_MEDIUM {
            if let Some(start) = self.overflow.take(bytes, alignment) {
                return Some(start);
            }
            // No block was left if the source had no chunk.
            if self.refused.is_none()
                && let Some(block) = source.block()
            {
                self.overflow = block;
                return self.overflow.take(bytes, alignment);
            }
            // No block is left: abandon the rest of the main chunk, and use any hole.
        }
        self.main = match self.new_chunk(source, bytes) {
            Some(chunk) => chunk,
            None if self.overflow.remaining() >= bytes + alignment.bytes() => {
                core::mem::take(&mut self.overflow)
            }
            None => return None,
        };
        self.main.take(bytes, alignment)
    }

    /// Returns a chunk of the source, unless the source had none of this size.
    fn new_chunk(&mut self, source: &impl ChunkSource, bytes: usize) -> Option<Chunk> {
        if self.refused.is_some_and(|refused| bytes >= refused) {
            return None;
        }
        let chunk = source.chunk(bytes);
        if chunk.is_none() {
            self.refused = Some(bytes);
        }
        chunk
    }

    /// Prepares for the next collection, in which the source may have memory again.
    pub(super) fn begin(&mut self) {
        self.refused = None;
    }

    /// Discards the remaining memory of both chunks.
    pub(super) fn reset(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use core::cell::{Cell, RefCell};

    use super::*;

    /// Chunks and blocks that a test provides.
    #[derive(Default)]
    struct FixedSource {
        chunks: RefCell<Vec<Chunk>>,
        blocks: RefCell<Vec<Chunk>>,
        requests: Cell<usize>,
    }

    impl ChunkSource for FixedSource {
        fn chunk(&self, min_bytes: usize) -> Option<Chunk> {
            self.requests.set(self.requests.get() + 1);
            let mut chunks = self.chunks.borrow_mut();
            let fitting = chunks.iter().position(|chunk| chunk.remaining() >= min_bytes)?;
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
    fn copy_buffer_is_filled_to_the_last_word() {
        let source = FixedSource::default();
        source.chunks.borrow_mut().push(chunk(0x1_0008, 56));
        let mut buffer = CopyBuffer::default();
        assert_eq!(buffer.take_if(8, || true), None);
        let first = buffer.allocate(&source, 16, ObjectAlignment::Sixteen);
        assert_eq!(first, Some(0x1_0010));
        assert_eq!((buffer.take_if(40, || true), buffer.take_if(32, || false)), (None, None));
        assert_eq!(buffer.take_if(24, || true), Some(0x1_0020));
        assert_eq!(buffer.take_if(16, || true), None);
        assert_eq!(buffer.take_if(8, || true), Some(0x1_0038));
        assert_eq!(buffer.take_if(8, || true), None);
    }

    #[test]
    fn medium_objects_go_to_the_overflow_block() {
        let source = FixedSource::default();
        source.chunks.borrow_mut().push(chunk(0x1_0000, 2048));
        source.blocks.borrow_mut().push(chunk(0x8_0000, BLOCK));
        let mut buffer = CopyBuffer::default();
        let allocate = |buffer: &mut CopyBuffer, bytes| {
            buffer.allocate(&source, bytes, ObjectAlignment::Eight)
        };
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

    #[test]
    fn source_without_memory_is_asked_once_in_a_collection() {
        let source = FixedSource::default();
        let mut buffer = CopyBuffer::default();
        let allocate = |buffer: &mut CopyBuffer, bytes| {
            buffer.allocate(&source, bytes, ObjectAlignment::Eight)
        };
        for _ in 0..100 {
            assert_eq!((allocate(&mut buffer, 64), allocate(&mut buffer, 80)), (None, None));
        }
        assert_eq!(source.requests.get(), 1);
        source.chunks.borrow_mut().push(chunk(0x1_0000, 32));
        // There may be a shorter chunk.
        assert_eq!(allocate(&mut buffer, 24), Some(0x1_0000));
        assert_eq!(source.requests.get(), 2);
        buffer.begin();
        source.chunks.borrow_mut().push(chunk(0x2_0000, 64));
        assert_eq!(allocate(&mut buffer, 64), Some(0x2_0000));
    }
}
