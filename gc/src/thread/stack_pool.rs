//! [`StackPool`], the memory of fibers' stacks.
//!
//! Linux limits the number of mappings of a process (`vm.max_map_count`, 65,530 by default), and a
//! page without access rights splits a mapping. So stacks are parts of large regions, and the guard
//! below each of them is a guard region (`MADV_GUARD_INSTALL`, Linux 6.13), which does not split a
//! mapping. On older kernels its pages lose their access rights, which limits the number of stacks
//! to about half of the limit.

use core::ops::Range;
use std::collections::BTreeMap;
use std::io;

use crate::os::{Reservation, page_size};

/// The least number of bytes of a region.
const REGION_BYTES: usize = 8 << 20;
/// The least number of stacks of a region.
const STACKS_PER_REGION: usize = 16;
/// Least size in bytes of the guard below a stack. A function of native code that has a larger
/// frame, and does not touch its pages in order, can skip the guard.
pub(super) const GUARD: usize = 64 << 10;
/// Maximum number of unused stacks of one size that keep their memory.
const MAX_WARM: usize = 256;

/// The memory of a stack, and of the guard below it.
#[derive(Debug)]
pub(crate) struct PooledStack {
    /// The index of the region.
    region: usize,
    /// The memory, with the guard.
    all: Range<usize>,
    /// Size of the guard in bytes; 0 if it was not made yet.
    guard: usize,
}

impl PooledStack {
    /// Returns the part that code may use.
    pub(super) fn usable(&self) -> Range<usize> {
        self.all.start + self.guard..self.all.end
    }
}

/// Memory for stacks. Memory that was used once is used again, and never returned to the OS as
/// address space.
#[derive(Debug, Default)]
pub(super) struct StackPool {
    regions: Vec<Reservation>,
    /// Unused stacks, by size.
    unused: BTreeMap<usize, UnusedStacks>,
    /// Whether the regions stay mapped when the pool is dropped.
    is_kept: bool,
}

impl Drop for StackPool {
    fn drop(&mut self) {
        if self.is_kept {
            core::mem::forget(core::mem::take(&mut self.regions));
        }
    }
}

/// Unused stacks of one size.
#[derive(Debug, Default)]
struct UnusedStacks {
    /// Stacks that were used and keep their memory, the one that was used last at the end.
    warm: Vec<PooledStack>,
    /// Stacks that were never used, or whose memory was returned to the OS.
    cold: Vec<PooledStack>,
}

impl StackPool {
    /// Returns memory for a stack of at least `bytes` bytes.
    ///
    /// # Errors
    ///
    /// If the OS has no memory, or cannot protect the end of the stack.
    pub(super) fn take(&mut self, bytes: usize) -> io::Result<PooledStack> {
        let page = page_size();
        let guard = GUARD.next_multiple_of(page);
        let too_large = || io::Error::from(io::ErrorKind::OutOfMemory);
        let size = bytes.checked_next_multiple_of(page).and_then(|size| size.checked_add(guard));
        let size = size.ok_or_else(too_large)?;
        let UnusedStacks { warm, cold } = self.unused.entry(size).or_default();
        if let Some(stack) = warm.pop() {
            return Ok(stack);
        }
        if cold.is_empty() {
            let count = (REGION_BYTES / size).max(STACKS_PER_REGION);
            let region = Reservation::new(size.checked_mul(count).ok_or_else(too_large)?)?;
            region.commit(region.range())?;
            // Otherwise the first access to a stack may take a huge page. An error is harmless: the
            // kernel may have none.
            let _ = region.refuse_huge_pages(region.range());
            let (index, start) = (self.regions.len(), region.start());
            let at = |number| start + number * size;
            cold.extend((0..count).rev().map(|number| PooledStack {
                region: index,
                all: at(number)..at(number + 1),
                guard: 0,
            }));
            self.regions.push(region);
        }
        // The memory exists now: there is at least one.
        let Some(mut stack) = cold.pop() else { return Err(too_large()) };
        if stack.guard == 0 {
            let below = stack.all.start..stack.all.start + guard;
            if let Err(error) = self.regions[stack.region].guard(below) {
                cold.push(stack);
                return Err(error);
            }
            stack.guard = guard;
        }
        Ok(stack)
    }

    /// Ensures that no stack is ever unmapped, because code may still run on one of them, or use
    /// it.
    pub(super) fn keep_mapped(&mut self) {
        self.is_kept = true;
    }

    /// Takes memory back. Nothing uses it any more.
    pub(super) fn put_back(&mut self, stack: PooledStack) {
        let UnusedStacks { warm, cold } = self.unused.entry(stack.all.len()).or_default();
        if warm.len() < MAX_WARM {
            warm.push(stack);
            return;
        }
        // SAFETY: the caller guarantees that nothing uses the memory. If the OS refuses, the memory
        // stays, which is harmless.
        let _ = unsafe { self.regions[stack.region].discard(stack.usable()) };
        cold.push(stack);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn stacks_are_disjoint_and_used_again() {
        let mut pool = StackPool::default();
        let stacks: Vec<_> = (0..1000).map(|_| pool.take(20_000).unwrap()).collect();
        let mut ranges: Vec<_> =
            stacks.iter().map(|stack| (stack.all.start, stack.all.end)).collect();
        ranges.sort_unstable();
        assert!(ranges.windows(2).all(|pair| pair[0].1 <= pair[1].0));
        assert!(stacks.iter().all(|stack| stack.usable().len() == 20_480));
        let regions = pool.regions.len();
        stacks.into_iter().for_each(|stack| pool.put_back(stack));
        let again: Vec<_> = (0..1000).map(|_| pool.take(20_000).unwrap()).collect();
        assert_eq!(pool.regions.len(), regions);
        assert_eq!(again.len(), 1000);
    }

    #[test]
    fn impossible_sizes_are_errors() {
        let mut pool = StackPool::default();
        assert!(pool.take(usize::MAX).is_err());
        assert!(pool.take(usize::MAX / 2).is_err());
        assert!(pool.take(1 << 60).is_err());
        assert!(pool.take(4096).is_ok());
    }
}
