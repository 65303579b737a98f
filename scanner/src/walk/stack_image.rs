//! A stack whose words are in an array.

use super::memory::{self, MemoryRegion, StackMemory, StackMemoryError};

/// A copy of a stack, or a synthetic stack. It can begin at any address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackImage {
    base: u64,
    words: Vec<u64>,
}

impl StackImage {
    /// Creates a stack whose lowest word, `words[0]`, has the address `base`, a multiple of eight.
    pub fn new(base: u64, words: Vec<u64>) -> Self {
        Self { base, words }
    }

    /// Returns the address of the lowest word.
    pub fn base(&self) -> u64 {
        self.base
    }

    /// Returns the words, lowest address first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns the index of the word at `address`.
    fn index(&self, address: u64) -> Result<usize, StackMemoryError> {
        let high = self.base.saturating_add(8 * self.words.len() as u64);
        memory::check(address, self.base, high)?;
        Ok(((address - self.base) / 8) as usize)
    }
}

impl StackMemory for StackImage {
    fn load(&self, address: u64) -> Result<u64, StackMemoryError> {
        Ok(self.words[self.index(address)?])
    }

    fn store(&mut self, address: u64, value: u64) -> Result<(), StackMemoryError> {
        let index = self.index(address)?;
        self.words[index] = value;
        Ok(())
    }

    fn region(&mut self) -> Option<MemoryRegion<'_>> {
        // The address after the last word must fit in 64 bits.
        self.base.checked_add(8 * self.words.len() as u64)?;
        self.base.is_multiple_of(8).then(|| MemoryRegion::new(self.base, &mut self.words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_start_at_base() {
        let mut stack = StackImage::new(0x1000, vec![1, 2, 3]);
        assert_eq!(stack.load(0x1010), Ok(3));
        stack.store(0x1000, 5).unwrap();
        assert_eq!(stack.words(), [5, 2, 3]);
    }

    #[test]
    fn addresses_outside_are_rejected() {
        let mut stack = StackImage::new(0x1000, vec![1, 2, 3]);
        let outside =
            |address| StackMemoryError::OutOfBounds { address, low: 0x1000, high: 0x1018 };
        assert_eq!(stack.load(0xff8), Err(outside(0xff8)));
        assert_eq!(stack.load(0x1018), Err(outside(0x1018)));
        assert_eq!(stack.load(0x1014), Err(StackMemoryError::Misaligned { address: 0x1014 }));
        assert_eq!(stack.store(0x1018, 1), Err(outside(0x1018)));
        assert_eq!(stack.words(), [1, 2, 3]);
    }
}
