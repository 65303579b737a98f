//! Object models: host code that reports the sizes and reference slots of objects.

use core::fmt;
use core::ops::Range;

use super::layout::{MAX_OBJECT_SIZE, ObjectAlignment, TypeId};
use super::{Extent, ScanPart, WORD};
use crate::process::run_callback;

/// Host code that describes objects, for hosts whose objects do not fit a registered layout.
///
/// The collector owns the first word of an object, the header, whose bits 8-30 are the type id. The
/// host defines the meaning of the id and of everything after the header. For objects of
/// unregistered types, the collector calls the model of
/// [`HeapBuilder::object_model`](crate::HeapBuilder::object_model), if there is one. For objects of
/// a type that is registered as [traced](crate::TypeLayout::traced), it calls the model of that
/// type. Id 0 is never used.
///
/// # Calls by the collector
///
/// [`Self::size`], [`Self::reference_slots`] and [`Self::reference_slots_within`] are called only
/// while all threads that run managed code are stopped. So they can read, without a lock, tables
/// that managed code changes. Collections call them on several threads concurrently. Native code
/// that accesses a field of such an object, or clones one, stops all threads for the call; with a
/// registered layout, no stop is needed.
///
/// * Read only the object itself, after its header. The header may hold any value during the call,
///   so the id is passed as an argument. Objects to which the object refers may already have moved.
///   So the data that determines the size and the offsets of references must be in the object
///   itself or outside the heap.
/// * Do not allocate in the heap, collect, attach or detach threads, create or drop handles, or
///   call managed code.
/// * Do not wait for a thread that may be stopped: take no lock that is held across a safepoint.
/// * A panic ends the process.
///
/// [`Self::alignment`], [`Self::has_references`] and [`Self::is_described`] may be called at any
/// time, also while threads run: all three when a type is registered, and [`Self::alignment`] also
/// when an allocation takes the slow path.
///
/// While the heap is [verified](crate::HeapBuilder::verify), [`Self::size`] may also be called for
/// a word that looks like a header but is not: the verifier calls it to check a reference. At least
/// 16 bytes from that address on are readable, and may hold any value. A fault in such a call ends
/// the process with a message that names the word.
///
/// # Safe code
///
/// Safe code can store any word into a slot that [`Self::reference_slots`] names
/// ([`Mutator::store_reference`](crate::Mutator::store_reference),
/// [`Mutator::store_word`](crate::Mutator::store_word)), and into no other part of the object. It
/// cannot register a type that [`Self::is_described`].
///
/// # Allocation
///
/// `spgc_allocate` of the prelude allocates objects of such types, with any requested size. Before
/// the next safepoint of its thread, a new object must be initialised such that [`Self::size`]
/// returns the allocated size. Memory that was not stored to is zero.
///
/// # Safety
///
/// For each object whose allocation was complete at a safepoint:
///
/// * [`Self::size`] returns the allocated size at every call. It does not depend on the contents of
///   the slots that [`Self::reference_slots`] names.
/// * [`Self::reference_slots`] names all words that hold references into the heap, each once. They
///   are 8-aligned, after the header and within the object. The set of these words changes only
///   when a thread that runs managed code changes the object, or
///   [`Mutator::store_word_unchecked`](crate::Mutator::store_word_unchecked) does. The set does not
///   depend on the contents of these words.
/// * [`Self::reference_slots_within`] names exactly those of these words that begin in the range.
///
/// And for each type id: [`Self::is_described`] is true as long as the heap may hold an object of
/// that type whose size or references only the model knows.
pub unsafe trait ObjectModel: Send + Sync + 'static {
    /// Returns the size of the object in bytes, header included: a multiple of 8, at least 16.
    /// `None`, or any other value, means that no such object exists. The process then ends with a
    /// message that the heap is corrupt.
    ///
    /// # Safety
    ///
    /// `object` is the address of the header of an object of this type, which no thread changes
    /// during the call. For the heap verifier's calls see [above](Self#calls-by-the-collector).
    unsafe fn size(&self, id: TypeId, object: *const u64) -> Option<usize>;

    /// Returns whether the heap may contain objects of this type that only the model describes; the
    /// result must never change. If it is true, [`Heap::register_type`](crate::Heap::register_type)
    /// refuses the type: registration would replace the size that the model reports for such
    /// objects. By default, all types are described.
    fn is_described(&self, id: TypeId) -> bool {
        let _ = id;
        true
    }

    /// Returns the alignment of the addresses of objects of this type. The result must never
    /// change.
    fn alignment(&self, id: TypeId) -> ObjectAlignment {
        let _ = id;
        ObjectAlignment::Eight
    }

    /// Returns whether objects of this type may contain references. The result must never change.
    fn has_references(&self, id: TypeId) -> bool {
        let _ = id;
        true
    }

    /// Passes each word of the object that may hold a reference to `slots`. The words may hold any
    /// value; only a value that points into the heap is a reference.
    ///
    /// # Safety
    ///
    /// As for [`Self::size`].
    unsafe fn reference_slots(&self, id: TypeId, object: *const u64, slots: &mut SlotVisitor<'_>);

    /// Passes those words of [`Self::reference_slots`] to `slots` whose addresses are in `range`.
    /// Called for a large object of which only this part is scanned. The default implementation
    /// visits all words, and skips those outside the range.
    ///
    /// # Safety
    ///
    /// As for [`Self::size`].
    unsafe fn reference_slots_within(
        &self,
        id: TypeId,
        object: *const u64,
        range: Range<usize>,
        slots: &mut SlotVisitor<'_>,
    ) {
        let mut visit = |slot| {
            if range.contains(&slot) {
                slots.address(slot);
            }
        };
        // SAFETY: the caller upholds the contract of this function, which is the same.
        unsafe { self.reference_slots(id, object, &mut SlotVisitor { visit: &mut visit }) };
    }
}

/// Visitor to which an [`ObjectModel`] passes the words of an object that may hold references.
pub struct SlotVisitor<'a> {
    /// Called with the address of each word.
    pub(super) visit: &'a mut dyn FnMut(usize),
}

impl fmt::Debug for SlotVisitor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SlotVisitor")
    }
}

impl SlotVisitor<'_> {
    /// Adds the word at this address.
    pub fn slot(&mut self, slot: *const u64) {
        self.address(slot.expose_provenance());
    }

    /// Adds `count` words from this address on.
    pub fn slots(&mut self, first: *const u64, count: usize) {
        let first = first.expose_provenance();
        for index in 0..count {
            self.address(first + index * WORD);
        }
    }

    fn address(&mut self, slot: usize) {
        (self.visit)(slot);
    }
}

/// The object-safe variant of [`ObjectModel`], with one indirect call per query.
pub(super) trait ErasedModel: Send + Sync {
    fn is_described(&self, id: TypeId) -> bool;

    fn alignment(&self, id: TypeId) -> ObjectAlignment;

    fn has_references(&self, id: TypeId) -> bool;

    /// Returns the extent of the object; `None` if its size is invalid.
    ///
    /// # Safety
    ///
    /// As for [`ObjectModel::size`].
    unsafe fn extent(&self, id: TypeId, object: usize) -> Option<Extent>;

    /// # Safety
    ///
    /// As for [`ObjectModel::reference_slots`].
    unsafe fn slots(&self, id: TypeId, object: usize, visit: &mut dyn FnMut(usize));

    /// # Safety
    ///
    /// As for [`ObjectModel::reference_slots_within`].
    unsafe fn slots_within(
        &self,
        id: TypeId,
        object: usize,
        range: Range<usize>,
        visit: &mut dyn FnMut(usize),
    );
}

/// The name of the model's functions that are called while threads are stopped, for messages.
const CALLBACK: &str = "the object model";

/// Converts the address of an object to a pointer.
fn pointer(object: usize) -> *const u64 {
    core::ptr::with_exposed_provenance(object)
}

impl<M: ObjectModel> ErasedModel for M {
    fn is_described(&self, id: TypeId) -> bool {
        ObjectModel::is_described(self, id)
    }

    fn alignment(&self, id: TypeId) -> ObjectAlignment {
        ObjectModel::alignment(self, id)
    }

    fn has_references(&self, id: TypeId) -> bool {
        ObjectModel::has_references(self, id)
    }

    unsafe fn extent(&self, id: TypeId, object: usize) -> Option<Extent> {
        run_callback(CALLBACK, || {
            // SAFETY: the caller upholds the contract of this function, which is the same.
            let size = unsafe { self.size(id, pointer(object)) }?;
            is_object_size(size).then(|| Extent {
                size,
                alignment: ObjectModel::alignment(self, id),
                references: ScanPart::all_if(ObjectModel::has_references(self, id)),
            })
        })
    }

    unsafe fn slots(&self, id: TypeId, object: usize, visit: &mut dyn FnMut(usize)) {
        // SAFETY: the caller upholds the contract of this function, which is the same.
        run_callback(CALLBACK, || unsafe {
            self.reference_slots(id, pointer(object), &mut SlotVisitor { visit });
        });
    }

    unsafe fn slots_within(
        &self,
        id: TypeId,
        object: usize,
        range: Range<usize>,
        visit: &mut dyn FnMut(usize),
    ) {
        // SAFETY: the caller upholds the contract of this function, which is the same.
        run_callback(CALLBACK, || unsafe {
            self.reference_slots_within(id, pointer(object), range, &mut SlotVisitor { visit });
        });
    }
}

/// Returns whether an object can have this size in bytes.
pub(super) fn is_object_size(size: usize) -> bool {
    size.is_multiple_of(WORD) && (2 * WORD..=MAX_OBJECT_SIZE).contains(&size)
}
