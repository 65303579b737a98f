//! The interface to stack memory.

use core::marker::PhantomData;

/// Stack memory, in words of eight bytes.
///
/// A walk passes in only addresses that it computed from a register file, the unwind rules and the
/// stack map. They are wrong where one of these is wrong, so every implementation checks them.
pub trait StackMemory {
    /// Reads the word at `address`.
    ///
    /// # Errors
    ///
    /// If the word does not lie in this stack or `address` is not a multiple of eight.
    fn load(&self, address: u64) -> Result<u64, StackMemoryError>;

    /// Writes the word at `address`.
    ///
    /// # Errors
    ///
    /// As for [`Self::load`]. On an error nothing is written.
    fn store(&mut self, address: u64, value: u64) -> Result<(), StackMemoryError>;

    /// Returns the words of the stack, if it lies in the memory of this process: most frames can
    /// then be walked without a check of each word. They are the same words as those that
    /// [`Self::load`] and [`Self::store`] use. Memory that is joined to a stack need not be among
    /// them.
    fn region(&mut self) -> Option<MemoryRegion<'_>> {
        None
    }
}

/// Words of this process's memory, used exclusively while the value lives.
#[derive(Debug)]
pub struct MemoryRegion<'m> {
    low: u64,
    start: *mut u64,
    len: usize,
    memory: PhantomData<&'m mut [u64]>,
}

impl<'m> MemoryRegion<'m> {
    /// Creates a region of these words. The walk takes the first to have the address `low`, a
    /// multiple of eight. The address after the last word must fit in 64 bits.
    pub fn new(low: u64, words: &'m mut [u64]) -> Self {
        // SAFETY: the words are borrowed mutably.
        unsafe { Self::from_raw(low, words.as_mut_ptr(), words.len()) }
    }

    /// Like [`Self::new`], for `len` words from `start` on.
    ///
    /// # Safety
    ///
    /// While the value lives, the words are valid for reads and writes, and no other code writes to
    /// them or uses a reference to one of them.
    pub unsafe fn from_raw(low: u64, start: *mut u64, len: usize) -> Self {
        Self { low, start, len, memory: PhantomData }
    }

    /// Returns the address of the first word.
    pub fn low(&self) -> u64 {
        self.low
    }

    /// Returns a pointer to the first word.
    pub fn as_mut_ptr(&mut self) -> *mut u64 {
        self.start
    }

    /// Returns the word at `address`, if there is one.
    pub fn load(&self, address: u64) -> Option<u64> {
        let index = self.index(address).filter(|&index| index < self.len)?;
        // SAFETY: one of the words, which are valid for reads.
        Some(unsafe { self.start.add(index).read() })
    }

    /// Returns the number of words.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the index of the word at `address`, or the number of words if that is the address
    /// after the last one.
    pub fn index(&self, address: u64) -> Option<usize> {
        let offset = address.wrapping_sub(self.low);
        let index = usize::try_from(offset / 8).ok()?;
        (offset.is_multiple_of(8) && index <= self.len).then_some(index)
    }
}

/// Error of reading or writing a word of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StackMemoryError {
    /// The word lies outside the stack.
    #[error("{address:#x} is outside the stack {low:#x}..{high:#x}")]
    OutOfBounds {
        /// The requested address.
        address: u64,
        /// The lowest address of the stack.
        low: u64,
        /// The first address after the stack.
        high: u64,
    },
    /// The address is not a multiple of eight.
    #[error("{address:#x} is not aligned to a word")]
    Misaligned {
        /// The requested address.
        address: u64,
    },
}

/// Succeeds if the word at `address` is aligned and lies in `low..high`.
#[inline]
pub(super) fn check(address: u64, low: u64, high: u64) -> Result<(), StackMemoryError> {
    if !address.is_multiple_of(8) {
        return Err(StackMemoryError::Misaligned { address });
    }
    // `high - address` cannot wrap once `address < high`.
    if address < low || address >= high || high - address < 8 {
        return Err(StackMemoryError::OutOfBounds { address, low, high });
    }
    Ok(())
}
