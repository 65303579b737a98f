//! A validated type, and the part of its description that does not fit into its table entry.

use core::ops::Range;
use std::sync::Arc;

use super::entry::{Head, Kind};
use super::layout::{
    MAX_OBJECT_SIZE, ObjectAlignment, TypeDescription, TypeId, TypeLayout, TypeRegistrationError,
    WeakKind,
};
use super::model::{ErasedModel, is_object_size};
use super::{ARRAY_HEADER, Extent, ScanPart, WORD};

/// Number of words at the start of an object that the reference bitmap of an entry covers.
const INLINE_WORDS: usize = usize::BITS as usize;

/// The part of a type's description that does not fit into the two words of its entry.
pub(super) enum Details {
    /// Objects of one size, with references at any offset.
    Long {
        /// Byte offsets of the references, ascending.
        offsets: Box<[usize]>,
    },
    /// Objects of one size, with fields that tracing does not follow.
    Special {
        /// Byte offsets of the strong references, ascending.
        offsets: Box<[usize]>,
        /// The fields that tracing does not follow.
        special: Special,
    },
    /// Objects with a trailing array.
    Tailed(Tailed),
    /// Objects that the host's model describes.
    Traced(Arc<dyn ErasedModel>),
}

/// Fields that tracing does not follow; they are processed after tracing, when the live objects are
/// known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Special {
    /// Weak references at the byte offsets `fields`.
    Weak { fields: Box<[usize]>, kind: WeakKind },
    /// An ephemeron with its key and its value at these byte offsets.
    Ephemeron { key: usize, value: usize },
}

impl Special {
    /// Returns the byte offsets of the fields.
    pub(super) fn fields(&self) -> Vec<usize> {
        match self {
            Self::Weak { fields, .. } => fields.to_vec(),
            Self::Ephemeron { key, value } => vec![*key, *value],
        }
    }
}

/// The layout of an object with a trailing array: fixed fields, among them the length, then the
/// elements. Also used for arrays of structures. Sizes and offsets are in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tailed {
    /// Bytes before the first element.
    pub(super) size: usize,
    /// Offsets of the references before the first element, ascending.
    pub(super) references: Box<[usize]>,
    /// Offset of the number of elements.
    pub(super) length_offset: usize,
    /// Size of one element.
    pub(super) element_size: usize,
    /// Offsets of the references in an element, from its start, ascending.
    pub(super) element_references: Box<[usize]>,
}

/// Returns the size in bytes of an object with `length` elements of `element_size` bytes after
/// `fixed` bytes. `None` if the size exceeds the largest object.
#[inline]
pub(super) fn tailed_size(fixed: usize, element_size: usize, length: u64) -> Option<usize> {
    let bytes = usize::try_from(length).ok()?.checked_mul(element_size)?.checked_add(fixed)?;
    (bytes <= MAX_OBJECT_SIZE + ARRAY_HEADER).then(|| bytes.next_multiple_of(WORD))
}

/// A validated type, as [`Entry::publish`](super::entry::Entry::publish) stores it.
pub(super) struct Descriptor {
    /// The first word of the entry.
    pub(super) head: Head,
    /// The second word of the entry.
    pub(super) bits_or_details: BitsOrDetails,
}

/// The second word of an entry.
pub(super) enum BitsOrDetails {
    /// A bitmap of reference slots for [`Kind::Fixed`]; 0 for arrays.
    Bits(usize),
    /// The details of a type of kind [`Kind::Detailed`].
    Details(Arc<Details>),
}

impl Descriptor {
    /// Validates a type description of the host.
    pub(super) fn new(
        id: TypeId,
        description: TypeDescription,
    ) -> Result<Self, TypeRegistrationError> {
        let alignment = description.alignment(id)?;
        match description.layout {
            TypeLayout::Fixed { size, references } => fixed_size(id, alignment, size, references),
            TypeLayout::Bitmap { size, references } => {
                let offsets = |(word, bits): (usize, &u64)| {
                    let bits = *bits;
                    (0..64).filter(move |n| bits >> n & 1 != 0).map(move |n| (word * 64 + n) * WORD)
                };
                fixed_size(
                    id,
                    alignment,
                    size,
                    references.iter().enumerate().flat_map(offsets).collect(),
                )
            }
            TypeLayout::ReferenceArray => Ok(Self::array(Kind::References, alignment, true, WORD)),
            TypeLayout::PlainArray { element_size } => {
                check_element(id, element_size, &[])?;
                Ok(Self::array(Kind::Plain, alignment, false, element_size))
            }
            TypeLayout::StructArray { element_size, references } => {
                let tailed = Tailed {
                    size: ARRAY_HEADER,
                    references: Box::default(),
                    length_offset: WORD,
                    element_size,
                    element_references: sort_and_deduplicate(references),
                };
                Self::with_trailing_array(id, alignment, tailed)
            }
            TypeLayout::Tailed {
                size,
                references,
                length_offset,
                element_size,
                element_references,
            } => {
                let tailed = Tailed {
                    size,
                    references: sort_and_deduplicate(references),
                    length_offset,
                    element_size,
                    element_references: sort_and_deduplicate(element_references),
                };
                Self::with_trailing_array(id, alignment, tailed)
            }
            TypeLayout::Weak { size, references, weak, kind } => {
                let special = Special::Weak { fields: weak.into(), kind };
                with_special(id, alignment, size, references, special)
            }
            TypeLayout::Ephemeron { size, references, key, value } => {
                let special = Special::Ephemeron { key, value };
                with_special(id, alignment, size, references, special)
            }
            TypeLayout::Traced(tracer) => {
                let model = tracer.0;
                let alignment = alignment.max(model.alignment(id));
                let has_references = model.has_references(id);
                Ok(Self::with_details(alignment, has_references, 0, Details::Traced(model)))
            }
        }
    }

    /// Returns the descriptor of an array type whose elements have `size` bytes.
    fn array(kind: Kind, alignment: ObjectAlignment, has_references: bool, size: usize) -> Self {
        Self {
            head: Head::new(kind, alignment, has_references, size),
            bits_or_details: BitsOrDetails::Bits(0),
        }
    }

    /// Returns the descriptor of a type of kind [`Kind::Detailed`]. `size` is the size in bytes of
    /// objects or elements, 0 for traced types.
    fn with_details(
        alignment: ObjectAlignment,
        has_references: bool,
        size: usize,
        details: Details,
    ) -> Self {
        let head = Head::new(Kind::Detailed, alignment, has_references, size);
        Self { head, bits_or_details: BitsOrDetails::Details(Arc::new(details)) }
    }

    /// Validates a type with a trailing array.
    fn with_trailing_array(
        id: TypeId,
        alignment: ObjectAlignment,
        tailed: Tailed,
    ) -> Result<Self, TypeRegistrationError> {
        let Tailed { size, ref references, length_offset, element_size, ref element_references } =
            tailed;
        check_element(id, element_size, element_references)?;
        let is_aligned = element_references.is_empty() || size.is_multiple_of(WORD);
        if !is_aligned || !(2 * WORD..=MAX_OBJECT_SIZE).contains(&size) {
            return Err(TypeRegistrationError::FixedPart { id, size });
        }
        if !is_slot(length_offset, WORD..size) {
            return Err(TypeRegistrationError::LengthOffset { id, offset: length_offset, size });
        }
        let is_invalid =
            |offset: &&usize| **offset == length_offset || !is_slot(**offset, WORD..size);
        if let Some(&offset) = references.iter().find(is_invalid) {
            return Err(TypeRegistrationError::Reference { id, offset, size });
        }
        let has_references = !(references.is_empty() && element_references.is_empty());
        Ok(Self::with_details(alignment, has_references, element_size, Details::Tailed(tailed)))
    }
}

/// Validates a type whose objects have one size and no special fields.
fn fixed_size(
    id: TypeId,
    alignment: ObjectAlignment,
    size: usize,
    references: Vec<usize>,
) -> Result<Descriptor, TypeRegistrationError> {
    let offsets = sort_and_deduplicate(references);
    check_fields(id, size, &offsets)?;
    let has_references = !offsets.is_empty();
    if offsets.last().is_some_and(|last| last / WORD >= INLINE_WORDS) {
        return Ok(Descriptor::with_details(
            alignment,
            has_references,
            size,
            Details::Long { offsets },
        ));
    }
    let bits = offsets.iter().fold(0, |bits, offset| bits | 1 << (offset / WORD));
    let head = Head::new(Kind::Fixed, alignment, has_references, size);
    Ok(Descriptor { head, bits_or_details: BitsOrDetails::Bits(bits) })
}

/// Validates a type with fields that tracing does not follow. Its objects are scanned even if they
/// have no strong field, because the scan discovers the special fields.
fn with_special(
    id: TypeId,
    alignment: ObjectAlignment,
    size: usize,
    references: Vec<usize>,
    special: Special,
) -> Result<Descriptor, TypeRegistrationError> {
    let mut all = references.clone();
    all.extend(special.fields());
    check_fields(id, size, &all)?;
    all.sort_unstable();
    if let Some(pair) = all.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(TypeRegistrationError::FieldTwice { id, offset: pair[0] });
    }
    let details = Details::Special { offsets: sort_and_deduplicate(references), special };
    Ok(Descriptor::with_details(alignment, true, size, details))
}

/// Checks that objects can have this size, and references at these offsets.
fn check_fields(id: TypeId, size: usize, fields: &[usize]) -> Result<(), TypeRegistrationError> {
    if !is_object_size(size) {
        return Err(TypeRegistrationError::Size { id, size });
    }
    match fields.iter().find(|&&offset| !is_slot(offset, WORD..size)) {
        Some(&offset) => Err(TypeRegistrationError::Reference { id, offset, size }),
        None => Ok(()),
    }
}

/// Checks that elements can have this size, and references at these offsets.
fn check_element(
    id: TypeId,
    element_size: usize,
    references: &[usize],
) -> Result<(), TypeRegistrationError> {
    let is_aligned = references.is_empty() || element_size.is_multiple_of(WORD);
    if !is_aligned || !(1..=MAX_OBJECT_SIZE).contains(&element_size) {
        return Err(TypeRegistrationError::ElementSize { id, element_size });
    }
    match references.iter().find(|&&offset| !is_slot(offset, 0..element_size)) {
        Some(&offset) => Err(TypeRegistrationError::ElementReference { id, offset, element_size }),
        None => Ok(()),
    }
}

/// Returns whether `offset` is a multiple of 8 and the word there lies in the range `within`.
fn is_slot(offset: usize, within: Range<usize>) -> bool {
    let last = within.end.saturating_sub(WORD);
    offset.is_multiple_of(WORD) && within.start <= offset && offset <= last && within.end >= WORD
}

/// Returns `offsets` in ascending order, without duplicates.
fn sort_and_deduplicate(mut offsets: Vec<usize>) -> Box<[usize]> {
    offsets.sort_unstable();
    offsets.dedup();
    offsets.into()
}

impl Details {
    /// Returns the extent of the object at `address`, whose type has this head and these details.
    ///
    /// # Safety
    ///
    /// As for [`TypeTable::extent`](super::TypeTable::extent).
    pub(super) unsafe fn extent(&self, id: TypeId, head: Head, address: usize) -> Option<Extent> {
        let (alignment, references) = (head.alignment(), ScanPart::all_if(head.has_references()));
        let size = match self {
            Self::Long { .. } | Self::Special { .. } => head.size(),
            Self::Tailed(tailed) => {
                // SAFETY: the object is complete, and its type has the length at `length_offset`.
                let length = unsafe { super::load(address + tailed.length_offset) };
                tailed_size(tailed.size, tailed.element_size, length)?
            }
            // SAFETY: the caller upholds the contract of this function, which `model.extent`
            // shares.
            Self::Traced(model) => unsafe { model.extent(id, address) }?.size,
        };
        Some(Extent { size, alignment, references })
    }
}
