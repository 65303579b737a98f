//! Assignment of addresses to the sections of an object file, which have none before linking.

use super::error::FileProblem;

/// Address of the first section of an object file. It is not 0, so no function has the address 0.
/// It is low, so 32-bit offsets reach from each section to every other.
pub const FIRST_ADDRESS: u64 = 0x1_0000;

/// Minimum gap between two sections in bytes, so that the end of one is not the start of another.
const GAP: u64 = 16;

/// Allocator of section addresses.
#[derive(Debug)]
pub(super) struct AddressAllocator {
    /// The lowest address that is not allocated.
    next: u64,
}

impl AddressAllocator {
    pub(super) fn new() -> Self {
        Self { next: FIRST_ADDRESS }
    }

    /// Allocates the address of the section with this index. Call it once for each section.
    ///
    /// An `align` that is not a power of two is rounded up to the next one.
    pub(super) fn allocate(
        &mut self,
        index: usize,
        size: u64,
        align: u64,
    ) -> Result<u64, FileProblem> {
        let bounds = || {
            let align = align.max(GAP).checked_next_power_of_two()?;
            let address = self.next.checked_next_multiple_of(align)?;
            Some((address, address.checked_add(size)?.checked_add(GAP)?))
        };
        let (address, next) = bounds().ok_or(FileProblem::AddressSpace { index, size })?;
        self.next = next;
        Ok(address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placed_sections_are_disjoint_and_aligned() {
        let mut allocator = AddressAllocator::new();
        let mut allocate = |size, align| allocator.allocate(0, size, align).unwrap();
        assert_eq!(allocate(0x20, 1), 0x1_0000);
        assert_eq!(allocate(0, 4), 0x1_0030);
        assert_eq!(allocate(1, 0x100), 0x1_0100);
        assert_eq!(allocate(1, 48), 0x1_0140);
    }

    #[test]
    fn section_beyond_address_space_is_an_error() {
        for (size, align) in [(u64::MAX - 0x1_0000, 1), (1, u64::MAX)] {
            let error = AddressAllocator::new().allocate(3, size, align).unwrap_err();
            assert!(matches!(error, FileProblem::AddressSpace { index: 3, .. }), "{error}");
        }
    }
}
