//! Reference lists: which values of a `stackmap` or `patchpoint` record are references.
//!
//! A record does not contain the types of its values; only the front end knows them. The front end
//! therefore adds a list to the IR. The last value of the record is the constant [`MARK`] + N, and
//! the N values before it are references to the starts of objects. On x86-64, with one reference:
//!
//! ```text
//! call i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(
//!     i64 ID, i32 16, ptr @target, i32 1, i64 %argument,        ; the call
//!     i32 %other, ptr addrspace(1) %object, i64 u0x5350474350490001)
//! ```
//!
//! The list must contain every reference that is used after the call, because a walk reports only
//! listed references. Pointers derived from a listed reference need not be listed, because listed
//! objects do not move. A listed stack object (`alloca`) represents the reference in its first
//! word, as at a statepoint. A record with an empty list has no references.
//!
//! A reference that is not used after the call may be in a register that the call overwrites. If it
//! is listed, a walk returns an error at the frame, because it cannot know that the reference is
//! unused. Do not list such a reference, or list it as a stack object.
//!
//! The list is part of the record, so linkers and `stackmap compile` preserve it, and hosts need
//! not register it. Without a list, each value of a record may be a reference
//! ([`PinnedRoot::Candidate`](crate::roots::PinnedRoot)).
//!
//! A statepoint has no list. Its record has every copy of a reference that is used after it, so
//! that all copies can be rewritten. A record with a list is never decoded as a statepoint.

#![forbid(unsafe_code)]

use core::ops::Range;

use crate::stackmap::{Constants, LocationKind, Record};

/// Mark of a reference list: the upper 48 bits of the last value of a record ("SPGCPI" in ASCII).
/// The low 16 bits of that value are the number of references in the list.
pub const MARK: u64 = 0x5350_4743_5049_0000;

/// The reference list of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReferenceList {
    /// The index range of the listed locations in the record.
    Locations(Range<usize>),
    /// The list is longer than the number of values before the mark.
    TooLong {
        /// Number of references in the list.
        listed: u16,
        /// Number of values before the mark.
        values: usize,
    },
}

/// Returns whether a constant is [`MARK`] plus a list length.
pub const fn is_mark(constant: u64) -> bool {
    constant & !0xffff == MARK
}

/// Returns the reference list of a record, if any. `constants` is the pool of the record's map.
#[inline]
pub fn from_record(record: &Record<'_>, constants: &Constants<'_>) -> Option<ReferenceList> {
    let mut locations = record.locations();
    // `MARK` does not fit in 32 bits, so the constant is in the pool.
    let last = locations.next_back().filter(|last| last.kind == LocationKind::ConstantIndex)?;
    let mark = constants.get(usize::try_from(last.offset).ok()?)?;
    if !is_mark(mark) {
        return None;
    }
    let (listed, values) = (mark as u16, locations.len());
    Some(match values.checked_sub(listed.into()) {
        Some(first) => ReferenceList::Locations(first..values),
        None => ReferenceList::TooLong { listed, values },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{RawLocation, constant, map_with_constants, slot};
    use crate::stackmap::maps;

    fn list(locations: &[RawLocation], constants: &[u64]) -> Option<ReferenceList> {
        let section = map_with_constants(&[(0x1000, &[(5, 0, locations)])], &[], constants);
        let map = maps(&section).next().unwrap().unwrap();
        from_record(&map.records().next().unwrap(), &map.constants())
    }

    const MARK_AT_0: RawLocation = (5, 8, 0, 0);

    #[test]
    fn mark_gives_number_of_listed_references() {
        let values = [slot(7, 0), slot(7, 8), constant(3), MARK_AT_0];
        for listed in 0..=3 {
            let expected = ReferenceList::Locations(3 - listed..3);
            assert_eq!(list(&values, &[MARK + listed as u64]), Some(expected));
        }
        let too_long = ReferenceList::TooLong { listed: 4, values: 3 };
        assert_eq!(list(&values, &[MARK + 4]), Some(too_long));
        let too_long = ReferenceList::TooLong { listed: u16::MAX, values: 3 };
        assert_eq!(list(&values, &[MARK | 0xffff]), Some(too_long));
        assert_eq!(list(&[MARK_AT_0], &[MARK]), Some(ReferenceList::Locations(0..0)));
    }

    #[test]
    fn value_without_mark_is_not_a_list() {
        assert_eq!(list(&[], &[]), None);
        assert_eq!(list(&[slot(7, 0)], &[MARK]), None);
        assert_eq!(list(&[MARK_AT_0, slot(7, 0)], &[MARK]), None);
        assert_eq!(list(&[slot(7, 0), MARK_AT_0], &[MARK + 0x1_0000]), None);
        assert_eq!(list(&[slot(7, 0), MARK_AT_0], &[0]), None);
    }
}
