//! Finding the reference slots of an object.

use core::ops::Range;

use super::descriptor::{Details, Tailed};
use super::entry::Kind;
use super::layout::TypeId;
use super::table::{Other, TypeTable};
use super::{ARRAY_HEADER, Header, WORD, load};

/// Approximate number of references of an object that are visited in one step.
pub(crate) const SEGMENT: usize = 512;

/// The part of an object that is still to be scanned, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScanPart(usize);

impl ScanPart {
    /// The whole object. Its header determines the extent.
    pub(crate) const ALL: Self = Self::elements(0);

    /// Returns the whole object if it has references, and nothing otherwise.
    #[inline]
    pub(super) const fn all_if(has_references: bool) -> Self {
        if has_references { Self::ALL } else { Self::words(0) }
    }

    /// Returns the elements from this one on. The object's header determines what they are.
    pub(super) const fn elements(first: usize) -> Self {
        Self(first << 1 | 1)
    }

    /// Returns the references in a set of words: one bit for each word, of which the header's is 0.
    #[inline]
    pub(super) const fn words(bits: usize) -> Self {
        debug_assert!(bits & 1 == 0);
        Self(bits)
    }

    /// Returns the addresses of the slots, if `self` is a set of words; `address` is that of the
    /// object.
    #[inline(always)]
    pub(crate) fn slots(self, address: usize) -> Option<WordSlots> {
        (self.0 & 1 == 0).then_some(WordSlots { address, bits: self.0 })
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Iterator over the addresses of some words of an object.
#[derive(Clone, Debug)]
pub(crate) struct WordSlots {
    address: usize,
    /// One bit for each word.
    bits: usize,
}

impl Iterator for WordSlots {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let Self { address, bits } = *self;
        if bits == 0 {
            return None;
        }
        self.bits &= bits - 1;
        Some(address + bits.trailing_zeros() as usize * WORD)
    }
}

/// The part of an object that remains after [`reference_slots`] has visited its slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScanRest {
    Done,
    /// Further references of a long object.
    More(ScanPart),
    /// The fields that [`TypeTable::special`] returns. They are not traced.
    Special,
}

impl ScanRest {
    fn from(end: usize, length: usize) -> Self {
        if end < length { Self::More(ScanPart::elements(end)) } else { Self::Done }
    }
}

/// Calls `visit` with the address of each strong reference slot in the part `part` of the object at
/// `address`; of a long object, with about [`SEGMENT`] of them. Returns the part that remains. Does
/// nothing if the type is not registered (a copy was sized by the same table before).
///
/// # Safety
///
/// `address` is that of a complete object, `part` was made for its type, and `visit` changes only
/// the values of these slots.
#[inline]
pub(crate) unsafe fn reference_slots(
    types: &TypeTable,
    address: usize,
    part: ScanPart,
    mut visit: impl FnMut(usize),
) -> ScanRest {
    if let Some(slots) = part.slots(address) {
        slots.for_each(visit);
        return ScanRest::Done;
    }
    let first = part.0 >> 1;
    // SAFETY: the first word of an object.
    let id = Header::from_object(unsafe { load(address) }).type_id();
    let entry = types.entry(id);
    match entry.head().kind() {
        Kind::Fixed => {
            WordSlots { address, bits: entry.bits() }.for_each(visit);
            ScanRest::Done
        }
        Kind::References => {
            // SAFETY: an array has its length in the second word.
            let length = unsafe { load(address + WORD) } as usize;
            let end = length.min(first + SEGMENT);
            for element in first..end {
                visit(address + ARRAY_HEADER + element * WORD);
            }
            ScanRest::from(end, length)
        }
        Kind::Plain => ScanRest::Done,
        // SAFETY: passed on.
        Kind::Other | Kind::None => unsafe { other_slots(types, id, address, first, visit) },
    }
}

/// As [`reference_slots`], for types that are not described by their entry alone.
#[inline(never)]
unsafe fn other_slots(
    types: &TypeTable,
    id: TypeId,
    address: usize,
    first: usize,
    mut visit: impl FnMut(usize),
) -> ScanRest {
    match types.other(id, types.entry(id)) {
        Other::Details(Details::Long { offsets }) => {
            let end = offsets.len().min(first + SEGMENT);
            for offset in &offsets[first..end] {
                visit(address + offset);
            }
            ScanRest::from(end, offsets.len())
        }
        Other::Details(Details::Special { offsets, .. }) => {
            for offset in offsets {
                visit(address + offset);
            }
            ScanRest::Special
        }
        Other::Details(Details::Tailed(tailed)) => {
            if first == 0 {
                for offset in &tailed.references {
                    visit(address + offset);
                }
            }
            let each = &tailed.element_references;
            if each.is_empty() {
                return ScanRest::Done;
            }
            // SAFETY: the object is complete, and has its length there.
            let length = unsafe { load(address + tailed.length_offset) } as usize;
            let end = length.min(first + SEGMENT.div_ceil(each.len()));
            for element in first..end {
                let element = address + tailed.size + element * tailed.element_size;
                for offset in each {
                    visit(element + offset);
                }
            }
            ScanRest::from(end, length)
        }
        // SAFETY: passed on.
        Other::Details(Details::Traced(model)) => unsafe {
            model.slots(id, address, &mut visit);
            ScanRest::Done
        },
        // SAFETY: passed on.
        Other::Model(model) => unsafe {
            model.slots(id, address, &mut visit);
            ScanRest::Done
        },
        Other::Nothing => ScanRest::Done,
    }
}

/// Calls `visit` with the address of each strong reference slot of the object at `address` that is
/// in `range`, a range of addresses. Of an object whose elements are contiguous only those in the
/// range are visited.
///
/// # Safety
///
/// As for [`reference_slots`].
pub(crate) unsafe fn reference_slots_within(
    types: &TypeTable,
    id: TypeId,
    address: usize,
    range: Range<usize>,
    mut visit: impl FnMut(usize),
) {
    let entry = types.entry(id);
    match entry.head().kind() {
        Kind::Fixed => {
            let mut bits = entry.bits();
            while bits != 0 {
                let slot = address + bits.trailing_zeros() as usize * WORD;
                if range.contains(&slot) {
                    visit(slot);
                }
                bits &= bits - 1;
            }
        }
        Kind::References => {
            // SAFETY: an array has its length in the second word.
            let length = unsafe { load(address + WORD) } as usize;
            let start = address + ARRAY_HEADER;
            let elements = overlapping(&range, start, WORD, length);
            for element in elements {
                let slot = start + element * WORD;
                if range.contains(&slot) {
                    visit(slot);
                }
            }
        }
        Kind::Plain => {}
        Kind::Other | Kind::None => match types.other(id, entry) {
            Other::Details(Details::Long { offsets } | Details::Special { offsets, .. }) => {
                let first = offsets.partition_point(|offset| address + offset < range.start);
                let slots = offsets[first..].iter().map(|offset| address + offset);
                slots.take_while(|&slot| slot < range.end).for_each(visit);
            }
            Other::Details(Details::Tailed(tailed)) => {
                // SAFETY: the object is complete, and has its length there.
                let length = unsafe { load(address + tailed.length_offset) } as usize;
                tailed_slots_within(tailed, address, length, &range, visit);
            }
            // SAFETY: passed on.
            Other::Details(Details::Traced(model)) => unsafe {
                model.slots_within(id, address, range, &mut visit);
            },
            // SAFETY: passed on.
            Other::Model(model) => unsafe {
                model.slots_within(id, address, range, &mut visit);
            },
            Other::Nothing => {}
        },
    }
}

/// Returns whether a word of the object at `address` is a slot into which managed code may store
/// references, weak ones included.
///
/// # Safety
///
/// As for [`reference_slots`].
pub(crate) unsafe fn is_reference_slot(
    types: &TypeTable,
    id: TypeId,
    address: usize,
    slot: usize,
) -> bool {
    let mut found = types
        .special(id)
        .is_some_and(|special| special.fields().contains(&slot.wrapping_sub(address)));
    // SAFETY: passed on.
    unsafe {
        reference_slots_within(types, id, address, slot..slot.saturating_add(1), |_| found = true);
    }
    found
}

fn tailed_slots_within(
    tailed: &Tailed,
    address: usize,
    length: usize,
    range: &Range<usize>,
    mut visit: impl FnMut(usize),
) {
    let start = address + tailed.size;
    let each = &tailed.element_references;
    let elements =
        if each.is_empty() { 0..0 } else { overlapping(range, start, tailed.element_size, length) };
    let in_elements = elements
        .flat_map(|n| each.iter().map(move |offset| start + n * tailed.element_size + offset));
    let fixed = tailed.references.iter().map(|offset| address + offset);
    fixed.chain(in_elements).filter(|slot| range.contains(slot)).for_each(&mut visit);
}

/// Returns the indices of the elements that overlap `range`.
fn overlapping(range: &Range<usize>, start: usize, size: usize, length: usize) -> Range<usize> {
    let first = range.start.saturating_sub(start) / size;
    let end = range.end.saturating_sub(start).div_ceil(size);
    first.min(length)..end.min(length)
}
