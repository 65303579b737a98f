//! Assigns addresses to the sections of an object file, which has none.

use super::error::FileProblem;

/// Address of the first section of an object file: high enough that no function has the address 0,
/// low enough that 32-bit offsets reach from each section to every other.
pub const FIRST_ADDRESS: u64 = 0x1_0000;

/// Minimum gap between two sections in bytes, so that the end of one is not the start of another.
const GAP: u64 = 16;

/// Allocates addresses.
#[derive(Debug)]
pub(super) struct Placer {
    next: u64,
}

impl Placer {
    pub(super) fn new() -> Self {
        Self { next: FIRST_ADDRESS }
    }

    /// Returns the address of the section with this number. Called once for each section.
    ///
    /// An `align` that is not a power of two is rounded up to the next one.
    pub(super) fn place(
        &mut self,
        index: usize,
        size: u64,
        align: u64,
    ) -> Result<u64, FileProblem> {
        let place = || {
            let align = align.max(GAP).checked_next_power_of_two()?;
            let address = self.next.checked_next_multiple_of(align)?;
            Some((address, address.checked_add(size)?.checked_add(GAP)?))
        };
        let (address, next) = place().ok_or(FileProblem::AddressSpace { index, size })?;
        self.next = next;
        Ok(address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placed_sections_are_disjoint_and_aligned() {
        let mut placer = Placer::new();
        let mut place = |size, align| placer.place(0, size, align).unwrap();
        assert_eq!(place(0x20, 1), 0x1_0000);
        assert_eq!(place(0, 4), 0x1_0030);
        assert_eq!(place(1, 0x100), 0x1_0100);
        assert_eq!(place(1, 48), 0x1_0140);
    }

    #[test]
    fn section_beyond_address_space_is_an_error() {
        for (size, align) in [(u64::MAX - 0x1_0000, 1), (1, u64::MAX)] {
            let error = Placer::new().place(3, size, align).unwrap_err();
            assert!(matches!(error, FileProblem::AddressSpace { index: 3, .. }), "{error}");
        }
    }
}
