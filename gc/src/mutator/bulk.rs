//! Bulk operations for managed code and for the host: copying and filling arrays, cloning objects.
//!
//! Managed code calls `spgc_array_copy` and `spgc_array_fill` of the prelude. These call the
//! functions here once per piece, with a poll in between: the functions are leaves, and the thread
//! cannot stop while it is in one. Each piece has its own write barrier, since a collection may
//! have run in between; in a large array the barrier logs the cards of the piece. Cloning is a slow
//! path like those of allocation, and divides long objects into pieces itself.
//!
//! All elements are copied by atomic accesses of whole words, also those that are smaller than a
//! word: see [`words`](crate::object::words). So two threads may copy to and from the same elements
//! concurrently. A thread that reads elements while another one changes them may see a mix of bytes
//! of the stored values.

use statepoint_scanner::arch::RegisterFile;

use super::Attachment;
use super::barrier::Barrier;
use super::slow_path::Current;
use crate::fatal::{self, AbortOnUnwind};
use crate::mutator::Handle;
use crate::object::{Element, Elements, Extent, HeaderWord, TypeTable, WORD, words};

/// Bytes that are copied between two polls: some microseconds.
const PIECE: usize = 32 << 10;

/// Error of a bulk operation that has copied or filled nothing. Managed code gets these negative
/// numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i64)]
pub(super) enum Refusal {
    /// The range is not within the array that is read.
    Source = -1,
    /// The range is not within the array that is written.
    Destination = -2,
    /// The operands are not two arrays with the same kind of elements, or, for filling, not an
    /// array of references.
    Types = -3,
}

/// Address, length and element layout of an array.
#[derive(Clone, Copy)]
struct Array {
    address: usize,
    length: u64,
    elements: Elements,
}

impl Array {
    /// Returns the array at an address.
    ///
    /// # Safety
    ///
    /// `address` is 0 or that of an object, which does not move while the result is used.
    unsafe fn at(types: &TypeTable, address: usize) -> Result<Self, Refusal> {
        if address == 0 || !address.is_multiple_of(WORD) {
            return Err(Refusal::Types);
        }
        // SAFETY: the caller promises an object.
        let id = unsafe { HeaderWord::at(address) }.read().type_id();
        let elements = types.elements(id).ok_or(Refusal::Types)?;
        // SAFETY: an object of this type has its length there.
        let length = unsafe { words::load(address + elements.length_offset) };
        Ok(Self { address, length, elements })
    }

    fn has(&self, index: u64, count: u64) -> bool {
        index.checked_add(count).is_some_and(|end| end <= self.length)
    }

    /// Returns the address of an element, or of the array's end.
    fn element(&self, index: u64) -> usize {
        self.address + self.elements.offset + index as usize * self.elements.size
    }

    /// Returns whether elements consist of whole words.
    fn has_words(&self) -> bool {
        self.elements.size.is_multiple_of(WORD) && self.elements.offset.is_multiple_of(WORD)
    }

    /// Returns the number of elements in a piece.
    fn piece(&self) -> u64 {
        (PIECE / self.elements.size).max(1) as u64
    }
}

/// The start of a part of an array.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// The array's address.
    pub(super) array: usize,
    /// The first element.
    pub(super) index: u64,
}

/// Copies the next piece of `count` elements, of which `left` remain to be copied, and returns the
/// number that remains after it. If the parts overlap, the elements are copied as they were before
/// the first piece.
///
/// # Safety
///
/// Both arrays are 0 or objects, and the barrier is that of the calling thread, which is managed.
pub(super) unsafe fn copy(
    barrier: &Barrier<'_>,
    to: Part,
    from: Part,
    count: u64,
    left: u64,
) -> Result<u64, Refusal> {
    // SAFETY: the caller promises objects.
    let (source, destination) =
        unsafe { (Array::at(barrier.types, from.array)?, Array::at(barrier.types, to.array)?) };
    if source.elements.element != destination.elements.element {
        return Err(Refusal::Types);
    }
    if !source.has(from.index, count) {
        return Err(Refusal::Source);
    }
    if !destination.has(to.index, count) {
        return Err(Refusal::Destination);
    }
    let left = left.min(count);
    let piece = left.min(source.piece());
    if piece == 0 {
        return Ok(0);
    }
    // If both parts are in one array, the direction is chosen so that no piece overwrites elements
    // that are yet to be copied.
    let backwards = from.array == to.array && from.index < to.index;
    let begin = if backwards { left - piece } else { count - left };
    let (from, to) = (source.element(from.index + begin), destination.element(to.index + begin));
    let bytes = piece as usize * source.elements.size;
    if source.elements.have_references {
        // SAFETY: an object, and the caller promises the rest.
        unsafe { barrier.before_store(destination.address, to..to + bytes) };
    }
    if source.has_words() {
        // SAFETY: both arrays have these elements; the barrier came before.
        unsafe { words::copy(from, to, bytes / WORD) };
    } else {
        // SAFETY: both arrays have these elements, which are bytes without references.
        unsafe { words::copy_bytes(from, to, bytes) };
    }
    Ok(left - piece)
}

/// Stores `value` into the next piece of `count` elements of an array of references, of which
/// `left` remain to be filled, and returns the number that remains after it.
///
/// # Safety
///
/// As for [`copy`]; `value` is one that a reference slot may hold.
pub(super) unsafe fn fill(
    barrier: &Barrier<'_>,
    part: Part,
    value: u64,
    count: u64,
    left: u64,
) -> Result<u64, Refusal> {
    // SAFETY: the caller promises an object.
    let array = unsafe { Array::at(barrier.types, part.array)? };
    if array.elements.element != Element::Reference {
        return Err(Refusal::Types);
    }
    if !array.has(part.index, count) {
        return Err(Refusal::Destination);
    }
    let left = left.min(count);
    let piece = left.min(array.piece());
    if piece > 0 {
        let slots = array.element(part.index + count - left);
        // SAFETY: an object, and the caller promises the rest.
        unsafe { barrier.before_store(array.address, slots..slots + piece as usize * WORD) };
        // SAFETY: the array has these elements; the barrier came before.
        unsafe { words::fill(slots, piece as usize, value) };
    }
    Ok(left - piece)
}

fn status(result: Result<u64, Refusal>) -> i64 {
    match result {
        Ok(left) => left as i64,
        Err(refusal) => refusal as i64,
    }
}

/// Implements `spgc_array_copy_piece(to, to_index, from, from_index, count, left)` of the prelude.
///
/// # Safety
///
/// Called by managed code, with arrays or null.
// SAFETY: the prefix is the library's; nothing else defines such names.
#[unsafe(no_mangle)]
unsafe extern "C" fn spgc_array_copy_piece(
    to: usize,
    to_index: u64,
    from: usize,
    from_index: u64,
    count: u64,
    left: u64,
) -> i64 {
    let current = Current::of_managed_thread();
    let to = Part { array: to, index: to_index };
    let from = Part { array: from, index: from_index };
    // SAFETY: the caller promises arrays or null.
    status(unsafe { copy(&Barrier::of(current.attachment), to, from, count, left) })
}

/// Implements `spgc_array_fill_piece(array, index, value, count, left)` of the prelude.
///
/// # Safety
///
/// Called by managed code, with an array or null, and a reference.
// SAFETY: as above.
#[unsafe(no_mangle)]
unsafe extern "C" fn spgc_array_fill_piece(
    array: usize,
    index: u64,
    value: u64,
    count: u64,
    left: u64,
) -> i64 {
    let current = Current::of_managed_thread();
    let barrier = Barrier::of(current.attachment);
    // SAFETY: the caller promises an array or null.
    status(unsafe { fill(&barrier, Part { array, index }, value, count, left) })
}

/// Implements `spgc_clone`: returns the address of a new object with the fields of `object`.
///
/// # Safety
///
/// See [`Current::exit`]; `object` is an object.
pub(crate) unsafe extern "C" fn clone(object: usize, registers: *mut RegisterFile) -> usize {
    // SAFETY: passed on.
    let current = unsafe { Current::exit(registers) };
    // SAFETY: passed on.
    let copy = unsafe { clone_of(&current, object) };
    current.resume();
    copy
}

/// Allocates an object with the type, length and fields of `object`, and returns its address. The
/// collector's bits of the header and the identity hash are not copied.
///
/// # Safety
///
/// `object` is an object. The thread is managed, and its exit from managed code is recorded: a
/// collection may run.
pub(super) unsafe fn clone_of(current: &Current<'_>, object: usize) -> usize {
    let Attachment { heap, me, .. } = current.attachment;
    if object == 0 || !object.is_multiple_of(WORD) {
        fatal::abort(format_args!("managed code clones {object:#x}, which is not an object"));
    }
    // SAFETY: the caller promises an object.
    let header = unsafe { HeaderWord::at(object) }.read();
    // The allocation may move the object, and so may collections before the host's model is
    // consulted.
    let original = Handle::new(heap, object as u64);
    let extent = if heap.types.is_described(header.type_id()) {
        // The exit from managed code is recorded, and this function holds no reference.
        heap.safepoint.enter_native(me);
        let stopped = heap.stop_others("cloning an object");
        let guard = AbortOnUnwind("the host's object model");
        // SAFETY: an object, for a handle holds it; all threads are stopped.
        let extent = unsafe { heap.types.extent(header, original.get() as usize) };
        guard.done();
        drop(stopped);
        heap.safepoint.leave_native(me);
        extent
    } else {
        // SAFETY: the caller promises an object; the length of an array does not change.
        unsafe { heap.types.extent(header, object) }
    };
    let Some(Extent { size, alignment, .. }) = extent else {
        fatal::abort(format_args!(
            "managed code clones {object:#x}, where there is no object of a registered type: the \
             header there is {:#x}",
            header.bits(),
        ));
    };
    let new = current.object(size, alignment);
    // With its header and its length set, a collection can scan the object.
    // SAFETY: the memory is new, and large enough for all fields.
    unsafe {
        words::store(new, header.of_new_object().bits());
        if let Some(Elements { length_offset, .. }) = heap.types.elements(header.type_id()) {
            words::store(new + length_offset, words::load(original.get() as usize + length_offset));
        }
    }
    // A host's model may read any field of an object to find its size and references.
    if size <= PIECE || heap.types.is_described(header.type_id()) {
        // SAFETY: both have `size / WORD` words, and no other thread has the new one.
        unsafe { words::copy(original.get() as usize + WORD, new + WORD, size / WORD - 1) };
        return new;
    }
    let copy = Handle::new(heap, new as u64);
    for begin in (WORD..size).step_by(PIECE) {
        if me.is_armed() {
            heap.safepoint.poll(me);
        }
        let count = (size - begin).min(PIECE) / WORD;
        let (from, to) = (original.get() as usize, copy.get() as usize);
        // SAFETY: both are objects that have these words. A collection may have made the new one
        // old.
        unsafe {
            Barrier::of(current.attachment).before_store(to, to + begin..to + begin + count * WORD);
            words::copy(from + begin, to + begin, count);
        }
    }
    copy.get() as usize
}

#[cfg(test)]
mod tests {
    /// The comment in the prelude has the numbers that are returned.
    #[test]
    fn prelude_documents_refusals() {
        use super::Refusal::{Destination, Source, Types};
        let prelude = include_str!("../../ir/statepoint_gc.ll");
        for (refusal, meaning) in [
            (Source, "the range is not one of %from"),
            (Destination, "the range is not one of %to"),
            (Types, "the elements have different types"),
        ] {
            let line = format!("; {}: {meaning}", refusal as i64);
            assert!(prelude.contains(&line), "{line}");
        }
    }
}
