//! What a walker needs of a stack.

use core::marker::PhantomData;

/// Stack memory, in words of eight bytes.
///
/// Only addresses that a walk computed from a register file, the unwind rules and the stack map are
/// passed in. They are wrong where one of these is wrong, so every implementation checks them.
pub trait StackMemory {
    /// Reads the word at `address`.
    ///
    /// # Errors
    ///
    /// When the word does not lie in this stack or `address` is not a multiple of eight.
    fn load(&self, address: u64) -> Result<u64, MemoryError>;

    /// Writes the word at `address`.
    ///
    /// # Errors
    ///
    /// As [`Self::load`]; nothing is written then.
    fn store(&mut self, address: u64, value: u64) -> Result<(), MemoryError>;

    /// The words of the stack, if it lies in the memory of this process: most frames can then be
    /// walked without a check of each word. They are the same words as those that [`Self::load`]
    /// and [`Self::store`] use. What is joined to a stack need not be among them.
    fn region(&mut self) -> Option<Region<'_>> {
        None
    }
}

/// Words of this process's memory that nobody else uses meanwhile.
#[derive(Debug)]
pub struct Region<'m> {
    low: u64,
    start: *mut u64,
    len: usize,
    memory: PhantomData<&'m mut [u64]>,
}

impl<'m> Region<'m> {
    /// These words, of which the walk takes the first to have the address `low`, a multiple of
    /// eight. The address behind the last one must not be above all of 64 bits.
    pub fn new(low: u64, words: &'m mut [u64]) -> Self {
        // SAFETY: the words are borrowed mutably.
        unsafe { Self::from_raw(low, words.as_mut_ptr(), words.len()) }
    }

    /// As [`Self::new`] of `len` words from `start` on.
    ///
    /// # Safety
    ///
    /// While the value lives, the words are valid for reads and writes, and nobody else writes to
    /// them or has a reference to one that is used.
    pub unsafe fn from_raw(low: u64, start: *mut u64, len: usize) -> Self {
        Self { low, start, len, memory: PhantomData }
    }

    /// The address of the first word.
    pub fn low(&self) -> u64 {
        self.low
    }

    /// Where the words are.
    pub fn as_mut_ptr(&mut self) -> *mut u64 {
        self.start
    }

    /// The word at `address`, if there is one.
    pub fn load(&self, address: u64) -> Option<u64> {
        let index = self.index(address).filter(|&index| index < self.len)?;
        // SAFETY: one of the words, which are valid for reads.
        Some(unsafe { self.start.add(index).read() })
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of the word at `address`, or the number of words if that is the address behind the
    /// last one.
    pub fn index(&self, address: u64) -> Option<usize> {
        let offset = address.wrapping_sub(self.low);
        let index = usize::try_from(offset / 8).ok()?;
        (offset.is_multiple_of(8) && index <= self.len).then_some(index)
    }
}

/// Why a word of a stack could not be read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MemoryError {
    /// The word lies outside the stack.
    #[error("{address:#x} is outside the stack {low:#x}..{high:#x}")]
    OutOfBounds {
        /// The address asked for.
        address: u64,
        /// The lowest address of the stack.
        low: u64,
        /// The first address behind the stack.
        high: u64,
    },
    /// The address is not a multiple of eight.
    #[error("{address:#x} is not aligned to a word")]
    Misaligned {
        /// The address asked for.
        address: u64,
    },
}

/// Succeeds if the word at `address` is aligned and lies in `low..high`.
#[inline]
pub(super) fn check(address: u64, low: u64, high: u64) -> Result<(), MemoryError> {
    if !address.is_multiple_of(8) {
        return Err(MemoryError::Misaligned { address });
    }
    // `high - address` cannot wrap once `address < high`.
    if address < low || address >= high || high - address < 8 {
        return Err(MemoryError::OutOfBounds { address, low, high });
    }
    Ok(())
}
