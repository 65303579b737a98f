//! The interface to stack memory.

use core::marker::PhantomData;

/// The memory of a stack, in words of eight bytes.
///
/// A walk computes addresses from a register file, the unwind rules and the stack map. If one of
/// these is wrong, so are the addresses. Every implementation therefore checks them.
pub trait StackMemory {
    /// Reads the word at `address`.
    ///
    /// # Errors
    ///
    /// Returns an error if the word is outside this stack or `address` is not a multiple of eight.
    fn load(&self, address: u64) -> Result<u64, StackMemoryError>;

    /// Writes the word at `address`.
    ///
    /// # Errors
    ///
    /// The errors of [`Self::load`]. Nothing is written if an error is returned.
    fn store(&mut self, address: u64, value: u64) -> Result<(), StackMemoryError>;

    /// Returns the words of the stack, if the stack is in the memory of this process. Most frames
    /// can then be walked without a check of each word. The region has the same contents as
    /// [`Self::load`] and [`Self::store`]. It need not contain memory that is joined to a stack.
    fn region(&mut self) -> Option<MemoryRegion<'_>> {
        None
    }
}

/// A region of this process's memory that is used exclusively while the value lives.
#[derive(Debug)]
pub struct MemoryRegion<'m> {
    low: u64,
    start: *mut u64,
    len: usize,
    memory: PhantomData<&'m mut [u64]>,
}

impl<'m> MemoryRegion<'m> {
    /// Creates a region of these words. `low` is the address of the first word as seen by the walk,
    /// and must be a multiple of eight. The address after the last word must fit in 64 bits.
    pub fn new(low: u64, words: &'m mut [u64]) -> Self {
        // SAFETY: the words are valid for reads and writes, and the mutable borrow prevents any
        // other access to them while the value lives.
        unsafe { Self::from_raw(low, words.as_mut_ptr(), words.len()) }
    }

    /// Creates a region of `len` words from `start` on, like [`Self::new`].
    ///
    /// # Safety
    ///
    /// While the value lives, the words are valid for reads and writes, and no other code writes to
    /// them or uses a reference to one of them.
    pub unsafe fn from_raw(low: u64, start: *mut u64, len: usize) -> Self {
        Self { low, start, len, memory: PhantomData }
    }

    /// Returns the region without the words from the address `high` on.
    #[must_use]
    pub fn below(self, high: u64) -> Self {
        let len = self.len.min((high.saturating_sub(self.low) / 8) as usize);
        Self { len, ..self }
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
        // SAFETY: `index < self.len`. The region's `len` words from `start` on are valid for reads.
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

    /// Returns the index of the word at `address`. For the address after the last word, returns the
    /// number of words.
    pub fn index(&self, address: u64) -> Option<usize> {
        let offset = address.wrapping_sub(self.low);
        let index = usize::try_from(offset / 8).ok()?;
        (offset.is_multiple_of(8) && index <= self.len).then_some(index)
    }
}

/// Error returned when a word of a stack cannot be read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StackMemoryError {
    /// The word is outside the stack.
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

/// Returns an error unless the word at `address` is aligned and lies in `low..high`.
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
