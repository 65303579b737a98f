//! Two memories as one.

use super::memory::{MemoryRegion, StackMemory, StackMemoryError};

/// Two disjoint memories as one: a stack, and other memory that contains roots of its frames, such
/// as the registers that the kernel stored on an alternate signal stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JoinedMemory<M, N> {
    /// Memory that is accessed first.
    pub stack: M,
    /// Memory that is accessed for addresses outside `stack`.
    pub registers: N,
}

impl<M: StackMemory, N: StackMemory> StackMemory for JoinedMemory<M, N> {
    /// Errors are those of the stack.
    #[inline]
    fn load(&self, address: u64) -> Result<u64, StackMemoryError> {
        self.stack.load(address).or_else(|error| self.registers.load(address).map_err(|_| error))
    }

    #[inline]
    fn store(&mut self, address: u64, value: u64) -> Result<(), StackMemoryError> {
        let stored = self.stack.store(address, value);
        stored.or_else(|error| self.registers.store(address, value).map_err(|_| error))
    }

    fn region(&mut self) -> Option<MemoryRegion<'_>> {
        self.stack.region()
    }
}
