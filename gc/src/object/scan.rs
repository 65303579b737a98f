//! Finding the reference slots of an object.

use core::ops::Range;

use super::descriptor::{Details, Tailed};
use super::entry::Kind;
use super::layout::TypeId;
use super::table::{ExternalDescription, TypeTable};
use super::{ARRAY_HEADER, Header, WORD, load};

/// Approximate number of reference slots of one object that a call of [`reference_slots`] visits.
pub(crate) const SEGMENT: usize = 512;

/// The part of an object that is still to be scanned, encoded in one word. If bit 0 is set, the
/// other bits are the index of the first element (or reference offset) to scan. Otherwise the word
/// is a bitmap with one bit per word of the object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScanPart(usize);

impl ScanPart {
    /// The whole object. The object's header determines its extent.
    pub(crate) const ALL: Self = Self::elements(0);

    /// Returns the whole object if it has references, and nothing otherwise.
    #[inline]
    pub(super) const fn all_if(has_references: bool) -> Self {
        if has_references { Self::ALL } else { Self::words(0) }
    }

    /// Returns the part from the element `first` on. The object's header determines the elements.
    pub(super) const fn elements(first: usize) -> Self {
        Self(first << 1 | 1)
    }

    /// Returns the reference slots of a bitmap with one bit per word. The header's bit is 0.
    #[inline]
    pub(super) const fn words(bits: usize) -> Self {
        debug_assert!(bits & 1 == 0);
        Self(bits)
    }

    /// Returns the addresses of the slots in the object at `address`, if `self` is a bitmap.
    #[inline(always)]
    pub(crate) fn slots(self, address: usize) -> Option<WordSlots> {
        (self.0 & 1 == 0).then_some(WordSlots { address, bits: self.0 })
    }

    /// Returns whether there is nothing to scan.
    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Iterator over the addresses of the reference slots that a bitmap selects.
#[derive(Clone, Debug)]
pub(crate) struct WordSlots {
    /// Address of the object.
    address: usize,
    /// One bit per word of the object, for the slots not yet returned.
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
    /// Nothing.
    Done,
    /// Further references of a long object.
    More(ScanPart),
    /// The fields that [`TypeTable::special`] returns. They are not traced.
    Special,
}

impl ScanRest {
    /// Returns the rest after the elements before `end` of `length` elements.
    fn after(end: usize, length: usize) -> Self {
        if end < length { Self::More(ScanPart::elements(end)) } else { Self::Done }
    }
}

/// Calls `visit` with the address of each strong reference slot in the part `part` of the object at
/// `address`. In a long object, visits about [`SEGMENT`] slots. Returns the part that remains. Does
/// nothing if the type is unknown; the caller has already computed the object's size from the same
/// table, which fails for such a type.
///
/// # Safety
///
/// `address` is the address of a complete object, and `part` was returned for its type. `visit`
/// changes only the values of these slots.
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
    // SAFETY: the first word of an object is its header.
    let id = Header::from_object(unsafe { load(address) }).type_id();
    let entry = types.entry(id);
    match entry.head().kind() {
        Kind::Fixed => {
            WordSlots { address, bits: entry.bits() }.for_each(visit);
            ScanRest::Done
        }
        Kind::References => {
            // SAFETY: the object is an array, which has its length in the second word.
            let length = unsafe { load(address + WORD) } as usize;
            let end = length.min(first + SEGMENT);
            for element in first..end {
                visit(address + ARRAY_HEADER + element * WORD);
            }
            ScanRest::after(end, length)
        }
        Kind::Plain => ScanRest::Done,
        // SAFETY: the caller upholds the contract of `reference_slots`.
        Kind::Detailed | Kind::None => unsafe {
            visit_external_slots(types, id, address, first, visit)
        },
    }
}

/// As [`reference_slots`], for types that are not described by their entry alone.
///
/// # Safety
///
/// As for [`reference_slots`].
#[inline(never)]
unsafe fn visit_external_slots(
    types: &TypeTable,
    id: TypeId,
    address: usize,
    first: usize,
    mut visit: impl FnMut(usize),
) -> ScanRest {
    match types.external_description(id, types.entry(id)) {
        ExternalDescription::Details(Details::Long { offsets }) => {
            let end = offsets.len().min(first + SEGMENT);
            for offset in &offsets[first..end] {
                visit(address + offset);
            }
            ScanRest::after(end, offsets.len())
        }
        ExternalDescription::Details(Details::Special { offsets, .. }) => {
            for offset in offsets {
                visit(address + offset);
            }
            ScanRest::Special
        }
        ExternalDescription::Details(Details::Tailed(tailed)) => {
            if first == 0 {
                for offset in &tailed.references {
                    visit(address + offset);
                }
            }
            let element_references = &tailed.element_references;
            if element_references.is_empty() {
                return ScanRest::Done;
            }
            // SAFETY: the object is complete, and its type has the length at `length_offset`.
            let length = unsafe { load(address + tailed.length_offset) } as usize;
            let end = length.min(first + SEGMENT.div_ceil(element_references.len()));
            for element in first..end {
                let element = address + tailed.size + element * tailed.element_size;
                for offset in element_references {
                    visit(element + offset);
                }
            }
            ScanRest::after(end, length)
        }
        // SAFETY: the caller upholds the contract of `reference_slots`.
        ExternalDescription::Details(Details::Traced(model)) => unsafe {
            model.slots(id, address, &mut visit);
            ScanRest::Done
        },
        // SAFETY: the caller upholds the contract of `reference_slots`.
        ExternalDescription::Model(model) => unsafe {
            model.slots(id, address, &mut visit);
            ScanRest::Done
        },
        ExternalDescription::Absent => ScanRest::Done,
    }
}

/// Calls `visit` with the address of each strong reference slot of the object at `address` that is
/// in `range`, a range of addresses. In an array, inspects only the elements that overlap the
/// range.
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
            // SAFETY: the object is an array, which has its length in the second word.
            let length = unsafe { load(address + WORD) } as usize;
            let start = address + ARRAY_HEADER;
            let elements = overlapping_elements(&range, start, WORD, length);
            for element in elements {
                let slot = start + element * WORD;
                if range.contains(&slot) {
                    visit(slot);
                }
            }
        }
        Kind::Plain => {}
        Kind::Detailed | Kind::None => match types.external_description(id, entry) {
            ExternalDescription::Details(
                Details::Long { offsets } | Details::Special { offsets, .. },
            ) => {
                let first = offsets.partition_point(|offset| address + offset < range.start);
                let slots = offsets[first..].iter().map(|offset| address + offset);
                slots.take_while(|&slot| slot < range.end).for_each(visit);
            }
            ExternalDescription::Details(Details::Tailed(tailed)) => {
                // SAFETY: the object is complete, and its type has the length at `length_offset`.
                let length = unsafe { load(address + tailed.length_offset) } as usize;
                visit_trailing_array_slots(tailed, address, length, &range, visit);
            }
            // SAFETY: the caller upholds the contract of `reference_slots`.
            ExternalDescription::Details(Details::Traced(model)) => unsafe {
                model.slots_within(id, address, range, &mut visit);
            },
            // SAFETY: the caller upholds the contract of `reference_slots`.
            ExternalDescription::Model(model) => unsafe {
                model.slots_within(id, address, range, &mut visit);
            },
            ExternalDescription::Absent => {}
        },
    }
}

/// Returns whether the word at the address `slot` is a reference slot of the object at `address`.
/// Weak fields count as reference slots.
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
    // SAFETY: the caller upholds the contract of `reference_slots`.
    unsafe {
        reference_slots_within(types, id, address, slot..slot.saturating_add(1), |_| found = true);
    }
    found
}

/// Calls `visit` with the address of each reference slot in `range` of an object with a trailing
/// array of `length` elements.
fn visit_trailing_array_slots(
    tailed: &Tailed,
    address: usize,
    length: usize,
    range: &Range<usize>,
    mut visit: impl FnMut(usize),
) {
    let start = address + tailed.size;
    let element_references = &tailed.element_references;
    let elements = if element_references.is_empty() {
        0..0
    } else {
        overlapping_elements(range, start, tailed.element_size, length)
    };
    let in_elements = elements.flat_map(|n| {
        element_references.iter().map(move |offset| start + n * tailed.element_size + offset)
    });
    let fixed = tailed.references.iter().map(|offset| address + offset);
    fixed.chain(in_elements).filter(|slot| range.contains(slot)).for_each(&mut visit);
}

/// Returns the indices of the elements that overlap the address range `range`. The array begins at
/// the address `start` and has `length` elements of `size` bytes.
fn overlapping_elements(
    range: &Range<usize>,
    start: usize,
    size: usize,
    length: usize,
) -> Range<usize> {
    let first = range.start.saturating_sub(start) / size;
    let end = range.end.saturating_sub(start).div_ceil(size);
    first.min(length)..end.min(length)
}
