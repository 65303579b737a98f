//! Objects of programs: structures and arrays.
//!
//! They have the layout that statepoint-gc expects. This heap never moves or frees an object: it
//! is the interface to which the collector will be connected, and the limit to compare it with.

use std::slice;

use crate::types::layout::{ELEMENTS, LENGTH};

/// Words of a chunk, in which objects are allocated one after the other.
const CHUNK: usize = 1 << 17;
/// The most words that the objects of a store take: 2 GiB.
const MAXIMUM: usize = 1 << 28;

/// The objects of a store.
#[derive(Debug, Default)]
pub(super) struct Objects {
    chunks: Vec<Vec<u64>>,
    words: usize,
}

impl Objects {
    /// Allocates words of zeros and writes the header to the first. Returns the address, or `None`
    /// if there is no memory.
    fn allocate(&mut self, header: u64, words: usize) -> Option<u64> {
        let has_room =
            self.chunks.last().is_some_and(|chunk| chunk.capacity() - chunk.len() >= words);
        if !has_room {
            let capacity = words.max(CHUNK);
            if self.words + capacity > MAXIMUM {
                return None;
            }
            let mut chunk = Vec::new();
            chunk.try_reserve_exact(capacity).ok()?;
            self.words += capacity;
            self.chunks.push(chunk);
        }
        let chunk = self.chunks.last_mut()?;
        let start = chunk.len();
        // Within the capacity: the words do not move.
        chunk.resize(start + words, 0);
        chunk[start] = header;
        Some(chunk[start..].as_ptr() as u64)
    }

    /// Allocates a structure of a number of bytes, a multiple of 8.
    pub(super) fn new_struct(&mut self, header: u64, bytes: u64) -> Option<u64> {
        self.allocate(header, (bytes / 8) as usize)
    }

    /// Allocates an array.
    pub(super) fn new_array(
        &mut self,
        header: u64,
        element_bytes: u64,
        length: u64,
    ) -> Option<u64> {
        let bytes = length.checked_mul(element_bytes)?.checked_add(ELEMENTS as u64)?;
        let words = usize::try_from(bytes.div_ceil(8)).ok()?;
        let array = (words <= MAXIMUM).then(|| self.allocate(header, words)).flatten()?;
        // SAFETY: the array is new, and has a word for the length.
        unsafe { *((array as usize + LENGTH as usize) as *mut u64) = length };
        Some(array)
    }
}

/// Returns the address of an element.
///
/// # Safety
///
/// The reference is to an array, whose elements have this size, with more elements than `index`,
/// or as many.
pub(super) unsafe fn element(array: u64, index: u64, element_bytes: u64) -> *mut u8 {
    (array as usize + ELEMENTS as usize + (index * element_bytes) as usize) as *mut u8
}

/// Writes the low bytes of a word to a number of elements.
///
/// # Safety
///
/// As for `element`, for all the elements.
pub(super) unsafe fn fill(array: u64, start: u64, value: u64, count: u64, element_bytes: u64) {
    // SAFETY: the elements exist. Elements are aligned to their size.
    unsafe {
        let first = element(array, start, element_bytes);
        let count = count as usize;
        match element_bytes {
            1 => slice::from_raw_parts_mut(first, count).fill(value as u8),
            2 => slice::from_raw_parts_mut(first.cast::<u16>(), count).fill(value as u16),
            4 => slice::from_raw_parts_mut(first.cast::<u32>(), count).fill(value as u32),
            _ => slice::from_raw_parts_mut(first.cast::<u64>(), count).fill(value),
        }
    }
}

/// Writes the low bytes of a word to a field or element.
///
/// # Safety
///
/// The object has these bytes at this offset, which is a multiple of their number.
pub(super) unsafe fn write(object: u64, offset: u64, value: u64, bytes: u8) {
    let address = (object as usize + offset as usize) as *mut u8;
    // SAFETY: the caller guarantees that the bytes exist and are aligned.
    unsafe {
        match bytes {
            1 => *address = value as u8,
            2 => *address.cast::<u16>() = value as u16,
            4 => *address.cast::<u32>() = value as u32,
            _ => *address.cast::<u64>() = value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_zero_and_keep_their_addresses() {
        let mut objects = Objects::default();
        let first = objects.new_array(0x300, 2, 5).expect("memory for 5 elements");
        // SAFETY: the array has 5 elements of 2 bytes.
        unsafe { fill(first, 1, 0x1_2345, 3, 2) };
        for _ in 0..3 {
            objects.new_array(0x300, 8, CHUNK as u64 / 2).expect("memory for half a chunk");
        }
        // SAFETY: header, length and 5 elements with the rest of their word.
        let words = unsafe { slice::from_raw_parts(first as *const u64, 4) };
        assert_eq!(words, [0x300, 5, 0x2345_2345_2345_0000, 0]);
        assert_eq!(objects.new_array(0x300, 8, u64::MAX), None);
        assert_eq!(objects.new_array(0x300, 8, MAXIMUM as u64), None);
    }
}
