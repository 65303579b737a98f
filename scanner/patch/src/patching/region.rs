//! The range of bytes that may be patched at a record.

use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;

use super::PatchError;
use super::machine::PatchArchitecture;

/// The intrinsic that created a record, and the number of bytes that the front end requested. The
/// record itself contains neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PatchSite {
    /// `llvm.experimental.stackmap`. The record's address is the start of its shadow.
    StackMap {
        /// Length of the shadow in bytes: the second argument. The function's next instructions may
        /// be in it.
        shadow: u32,
    },
    /// `llvm.experimental.patchpoint`. The record's address is its start.
    Patchpoint {
        /// Length of the patchpoint in bytes: the second argument.
        bytes: u32,
    },
    /// A statepoint with patch bytes. The record's address is the end of these bytes, which is the
    /// return address of the call that replaces them.
    Statepoint {
        /// Number of patch bytes: the attribute `"statepoint-num-patch-bytes"`.
        bytes: u32,
    },
}

/// The bytes that belong to one record and may be overwritten.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PatchRegion<A> {
    site: PatchSite,
    start: u64,
    len: u32,
    architecture: PhantomData<A>,
}

impl<A: PatchArchitecture> PatchRegion<A> {
    /// Returns the region of the record at `address`: the address of its function plus its
    /// instruction offset.
    ///
    /// # Errors
    ///
    /// If the region is empty, does not consist of complete instructions, or exceeds the address
    /// space.
    pub fn new(site: PatchSite, address: u64) -> Result<Self, PatchError> {
        let (PatchSite::StackMap { shadow: len }
        | PatchSite::Patchpoint { bytes: len }
        | PatchSite::Statepoint { bytes: len }) = site;
        let start = match site {
            PatchSite::StackMap { .. } | PatchSite::Patchpoint { .. } => Some(address),
            PatchSite::Statepoint { .. } => address.checked_sub(len.into()),
        };
        let wrong = PatchError::NoRegion { site, address };
        let start = start.filter(|start| start.checked_add(len.into()).is_some()).ok_or(wrong)?;
        let is_aligned =
            start.is_multiple_of(A::ALIGNMENT) && u64::from(len).is_multiple_of(A::ALIGNMENT);
        if len == 0 || !is_aligned {
            return Err(wrong);
        }
        Ok(Self { site, start, len, architecture: PhantomData })
    }
}

impl<A> PatchRegion<A> {
    /// Returns the intrinsic that made the record.
    pub fn site(&self) -> PatchSite {
        self.site
    }

    /// Returns the addresses of the bytes.
    pub fn range(&self) -> Range<u64> {
        self.start..self.start + u64::from(self.len)
    }

    /// Returns the address of the record.
    pub fn record(&self) -> u64 {
        match self.site {
            PatchSite::StackMap { .. } | PatchSite::Patchpoint { .. } => self.start,
            PatchSite::Statepoint { .. } => self.range().end,
        }
    }

    /// Returns the length in bytes.
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns `false`: a region is never empty.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Returns whether the regions have bytes in common.
    pub fn overlaps(&self, other: &Self) -> bool {
        let (ours, theirs) = (self.range(), other.range());
        ours.start < theirs.end && theirs.start < ours.end
    }
}

impl<A> fmt::Debug for PatchRegion<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} at {:#x?}", self.site, self.range())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use statepoint_scanner::arch::{Aarch64, X86_64};

    #[test]
    fn only_statepoint_region_precedes_its_address() {
        let region = |site| PatchRegion::<X86_64>::new(site, 0x1000).unwrap();
        let statepoint = region(PatchSite::Statepoint { bytes: 8 });
        assert_eq!((statepoint.range(), statepoint.record()), (0xff8..0x1000, 0x1000));
        let patchpoint = region(PatchSite::Patchpoint { bytes: 16 });
        assert_eq!((patchpoint.range(), patchpoint.record()), (0x1000..0x1010, 0x1000));
        let shadow = region(PatchSite::StackMap { shadow: 5 });
        assert_eq!((shadow.range(), shadow.record()), (0x1000..0x1005, 0x1000));
        assert!(!statepoint.overlaps(&patchpoint) && shadow.overlaps(&patchpoint));
    }

    #[test]
    fn invalid_regions_are_rejected() {
        let assert_invalid = |site, address| {
            assert_eq!(
                PatchRegion::<X86_64>::new(site, address),
                Err(PatchError::NoRegion { site, address })
            );
        };
        assert_invalid(PatchSite::StackMap { shadow: 0 }, 0x1000);
        assert_invalid(PatchSite::Statepoint { bytes: 8 }, 7);
        assert_invalid(PatchSite::Patchpoint { bytes: 8 }, u64::MAX - 6);
        let is_valid = |site, address| PatchRegion::<Aarch64>::new(site, address).is_ok();
        assert!(is_valid(PatchSite::Statepoint { bytes: 8 }, 0x1004));
        assert!(!is_valid(PatchSite::Statepoint { bytes: 6 }, 0x1004));
        assert!(!is_valid(PatchSite::Patchpoint { bytes: 8 }, 0x1002));
    }
}
