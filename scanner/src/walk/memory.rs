//! What a walker needs of a stack.

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
