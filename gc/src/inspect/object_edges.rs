//! The references in one object, with what is needed to name them.

use super::stopped::StoppedHeap;
use crate::object::{
    Header, ScanPart, ScanRest, Special, TypeId, TypeTable, WORD, reference_slots,
};

/// The place of a reference in an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The field at this byte offset.
    Field(usize),
    /// The element with this index, or a field of that element.
    Element(usize),
    /// The weak field at this byte offset, or the key of an ephemeron.
    Weak(usize),
    /// The value of an ephemeron, at this byte offset.
    Value(usize),
}

/// Where the elements of a type begin, and their size; both in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct ElementPlaces {
    offset: usize,
    size: usize,
}

impl ElementPlaces {
    /// Returns the places of the elements of a type, if it has elements that are not described by
    /// the host's code.
    pub(super) fn of(types: &TypeTable, id: TypeId) -> Option<Self> {
        let elements = types.elements(id)?;
        Some(Self { offset: elements.offset, size: elements.size })
    }
}

/// Returns the place of a strong reference at a byte offset.
#[inline]
fn place(elements: Option<ElementPlaces>, offset: usize) -> Place {
    match elements {
        Some(elements) if offset >= elements.offset => {
            Place::Element((offset - elements.offset) / elements.size)
        }
        _ => Place::Field(offset),
    }
}

/// Loads a word of an object.
///
/// # Safety
///
/// The word belongs to an object, and the world is stopped.
#[inline]
pub(super) unsafe fn load(address: usize) -> u64 {
    // SAFETY: the caller guarantees a word of an object that no thread changes.
    unsafe { core::ptr::with_exposed_provenance::<u64>(address).read() }
}

impl StoppedHeap<'_> {
    /// Returns whether a word is a reference into the heap.
    #[inline]
    pub(super) fn is_reference(&self, word: u64) -> bool {
        let object = word as usize;
        object.is_multiple_of(WORD) && self.spaces.blocks().contains(object)
    }

    /// Calls `visit` with the place and the value of each reference slot of an object. The values
    /// may be any words. `elements`: those of the object's type.
    ///
    /// # Safety
    ///
    /// `object` is the address of an object, and the world is stopped.
    pub(super) unsafe fn for_each_slot(
        &self,
        object: usize,
        elements: Option<ElementPlaces>,
        mut visit: impl FnMut(Place, u64),
    ) {
        // SAFETY: the caller guarantees an object, of which only words are read.
        unsafe {
            let rest = self.for_each_strong_slot(object, |slot| {
                visit(place(elements, slot - object), load(slot));
            });
            if rest == ScanRest::Special {
                let id = Header::from_object(load(object)).type_id();
                match self.types.special(id) {
                    Some(Special::Weak { fields, .. }) => fields.iter().for_each(|&offset| {
                        visit(Place::Weak(offset), load(object + offset));
                    }),
                    Some(&Special::Ephemeron { key, value }) => {
                        visit(Place::Weak(key), load(object + key));
                        visit(Place::Value(value), load(object + value));
                    }
                    None => {}
                }
            }
        }
    }

    /// Calls `visit` with the address of each slot that tracing follows. Returns whether the object
    /// has others.
    ///
    /// # Safety
    ///
    /// As for [`Self::for_each_slot`].
    #[inline]
    pub(super) unsafe fn for_each_strong_slot(
        &self,
        object: usize,
        mut visit: impl FnMut(usize),
    ) -> ScanRest {
        let mut rest = ScanRest::More(ScanPart::ALL);
        while let ScanRest::More(part) = rest {
            // SAFETY: the caller guarantees an object, whose slots are only read.
            rest = unsafe { reference_slots(self.types, object, part, &mut visit) };
        }
        rest
    }
}
