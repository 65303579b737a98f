//! Access to the stack of a thread of this process.

use core::ptr;

use super::memory::{self, MemoryRegion, StackMemory, StackMemoryError};

/// The stack of a thread of this process that is not running managed code.
#[derive(Debug)]
pub struct LiveStack {
    low: u64,
    high: u64,
}

impl LiveStack {
    /// Creates the stack with the memory `low..high`. `low` may be the stack pointer at which the
    /// thread stopped.
    ///
    /// # Safety
    ///
    /// While the value is used,
    ///
    /// 1. `low..high` is mapped, readable and writable;
    /// 2. no other code writes to it: the thread whose stack it is has stopped, or is the calling
    ///    thread and `low` is above all data of the caller's own frames; or no thread runs the
    ///    stack, and none begins to;
    /// 3. no Rust reference to this memory is used, because roots are rewritten;
    /// 4. words are only stored that are valid where they are stored, such as relocated references:
    ///    the code whose stack it is continues with them.
    pub unsafe fn new(low: u64, high: u64) -> Self {
        Self { low, high }
    }

    /// Returns the lowest address and the first address after the stack.
    pub fn bounds(&self) -> (u64, u64) {
        (self.low, self.high)
    }
}

impl StackMemory for LiveStack {
    #[inline]
    fn load(&self, address: u64) -> Result<u64, StackMemoryError> {
        memory::check(address, self.low, self.high)?;
        // SAFETY: `check` has checked that the word is aligned and in `low..high`. The caller of
        // `new` guarantees that this memory is readable and that no other code writes to it (1, 2).
        // The access is volatile because code unknown to the Rust compiler wrote the word.
        Ok(unsafe { ptr::with_exposed_provenance::<u64>(address as usize).read_volatile() })
    }

    #[inline]
    fn store(&mut self, address: u64, value: u64) -> Result<(), StackMemoryError> {
        memory::check(address, self.low, self.high)?;
        // SAFETY: `check` has checked that the word is aligned and in `low..high`. The caller of
        // `new` guarantees that this memory is writable (1) and not accessed by other code (2, 3).
        unsafe { ptr::with_exposed_provenance_mut::<u64>(address as usize).write_volatile(value) };
        Ok(())
    }

    fn region(&mut self) -> Option<MemoryRegion<'_>> {
        let low = self.low.checked_next_multiple_of(8)?;
        let words = self.high.checked_sub(low)? / 8;
        let start = ptr::with_exposed_provenance_mut(low as usize);
        // SAFETY: all these words are in `low..high`, which the caller of `new` guarantees to be
        // readable, writable and not accessed by other code (1 to 3).
        Some(unsafe { MemoryRegion::from_raw(low, start, words as usize) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stack_of(words: &mut [u64]) -> (LiveStack, u64) {
        let low = words.as_mut_ptr().expose_provenance() as u64;
        // SAFETY: the array outlives the stack in each test and is not used while the stack is.
        (unsafe { LiveStack::new(low, low + 8 * words.len() as u64) }, low)
    }

    #[test]
    fn words_are_read_and_written_in_place() {
        let mut words = [1, 2, 3];
        let (mut stack, low) = stack_of(&mut words);
        assert_eq!(stack.load(low + 16), Ok(3));
        stack.store(low + 8, 7).unwrap();
        assert_eq!(words, [1, 7, 3]);
    }

    #[test]
    fn words_outside_the_bounds_are_rejected() {
        let mut words = [1, 2, 3];
        let (_, low) = stack_of(&mut words);
        // SAFETY: a part of the array.
        let mut stack = unsafe { LiveStack::new(low + 8, low + 20) };
        let outside =
            |address| StackMemoryError::OutOfBounds { address, low: low + 8, high: low + 20 };
        assert_eq!(stack.load(low), Err(outside(low)));
        assert_eq!(stack.load(low + 16), Err(outside(low + 16)));
        assert_eq!(stack.load(low + 24), Err(outside(low + 24)));
        assert_eq!(stack.store(low, 9), Err(outside(low)));
        assert_eq!(stack.store(low + 9, 9), Err(StackMemoryError::Misaligned { address: low + 9 }));
        assert_eq!(stack.load(u64::MAX - 7), Err(outside(u64::MAX - 7)));
        assert_eq!(words, [1, 2, 3]);
    }
}
