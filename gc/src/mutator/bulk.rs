//! Bulk operations for managed code and for the host: copying and filling arrays, cloning objects.
//!
//! Managed code calls `spgc_array_copy` and `spgc_array_fill` of the prelude. These call the
//! functions of this module once per piece, with a poll between pieces. The functions are leaves:
//! the thread cannot stop while it runs one of them. Each piece has its own write barrier, because
//! a collection may run between pieces. In a large array, the barrier logs the cards of the piece.
//! Cloning is a slow path like those of allocation, and divides long objects into pieces itself.
//!
//! All elements, also elements smaller than a word, are copied by atomic accesses to whole words;
//! see [`words`](crate::object::words). So two threads may copy to and from the same elements
//! concurrently. A thread that reads an element during a change may see bytes of several stored
//! values.

use statepoint_scanner::arch::RegisterFile;

use super::Attachment;
use super::barrier::Barrier;
use super::slow_path::Current;
use crate::fatal::{self, AbortOnUnwind};
use crate::mutator::Handle;
use crate::object::{Element, Elements, Extent, HeaderWord, TypeTable, WORD, words};
use crate::runtime::OutOfMemory;

/// Number of bytes that are copied between two polls. Copying them takes some microseconds.
const PIECE_BYTES: usize = 32 << 10;

/// Error of a bulk operation that has copied or filled nothing. Functions for managed code return
/// its negative value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i64)]
pub(super) enum Refusal {
    /// The range is not within the source array.
    Source = -1,
    /// The range is not within the destination array.
    Destination = -2,
    /// For a copy: the operands are not two arrays with the same element type. For a fill: the
    /// operand is not an array of references.
    Types = -3,
}

/// Address, length and element layout of an array.
#[derive(Clone, Copy)]
struct Array {
    /// Address of the header.
    address: usize,
    /// Number of elements.
    length: u64,
    elements: Elements,
}

impl Array {
    /// Returns the array at an address.
    ///
    /// # Safety
    ///
    /// `address` is 0 or the address of an object, which does not move while the result is used.
    unsafe fn at(types: &TypeTable, address: usize) -> Result<Self, Refusal> {
        if address == 0 || !address.is_multiple_of(WORD) {
            return Err(Refusal::Types);
        }
        // SAFETY: `address` is not 0, so the caller guarantees that it is the address of an object.
        let id = unsafe { HeaderWord::at(address) }.read().type_id();
        let elements = types.elements(id).ok_or(Refusal::Types)?;
        // SAFETY: objects of the type have their length at `length_offset`.
        let length = unsafe { words::load(address + elements.length_offset) };
        Ok(Self { address, length, elements })
    }

    /// Returns whether the array has `count` elements from `index` on.
    fn has_range(&self, index: u64, count: u64) -> bool {
        index.checked_add(count).is_some_and(|end| end <= self.length)
    }

    /// Returns the address of the element at `index`, or of the array's end if `index` is the
    /// length.
    fn element_address(&self, index: u64) -> usize {
        self.address + self.elements.offset + index as usize * self.elements.size
    }

    /// Returns whether each element consists of whole, aligned words.
    fn has_words(&self) -> bool {
        self.elements.size.is_multiple_of(WORD) && self.elements.offset.is_multiple_of(WORD)
    }

    /// Returns the number of elements in a piece.
    fn piece_length(&self) -> u64 {
        (PIECE_BYTES / self.elements.size).max(1) as u64
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

/// Copies the next piece of `count` elements, of which `remaining` are not yet copied. Returns the
/// number of elements that remain after this piece. If the parts overlap, the result is as if all
/// elements were read before the first was written.
///
/// # Safety
///
/// Each array is 0 or an object. `barrier` is that of the calling thread, which is managed.
pub(super) unsafe fn copy(
    barrier: &Barrier<'_>,
    to: Part,
    from: Part,
    count: u64,
    remaining: u64,
) -> Result<u64, Refusal> {
    // SAFETY: the caller guarantees that each array is 0 or an object.
    let (source, destination) =
        unsafe { (Array::at(barrier.types, from.array)?, Array::at(barrier.types, to.array)?) };
    if source.elements.element != destination.elements.element {
        return Err(Refusal::Types);
    }
    if !source.has_range(from.index, count) {
        return Err(Refusal::Source);
    }
    if !destination.has_range(to.index, count) {
        return Err(Refusal::Destination);
    }
    let remaining = remaining.min(count);
    let piece = remaining.min(source.piece_length());
    if piece == 0 {
        return Ok(0);
    }
    // If both parts are in one array, the direction is chosen so that no piece overwrites elements
    // that are yet to be copied.
    let backwards = from.array == to.array && from.index < to.index;
    let begin = if backwards { remaining - piece } else { count - remaining };
    let (from, to) =
        (source.element_address(from.index + begin), destination.element_address(to.index + begin));
    let bytes = piece as usize * source.elements.size;
    if source.elements.have_references {
        // SAFETY: the array is an object. The caller guarantees that the thread is managed.
        unsafe { barrier.before_store(destination.address, to..to + bytes) };
    }
    if source.has_words() {
        // SAFETY: both arrays have these elements, and the barrier has run before.
        unsafe { words::copy(from, to, bytes / WORD) };
    } else {
        // SAFETY: both arrays have these elements, which are bytes without references.
        unsafe { words::copy_bytes(from, to, bytes) };
    }
    Ok(remaining - piece)
}

/// Stores `value` into the next piece of `count` elements of an array of references, of which
/// `remaining` are not yet filled. Returns the number of elements that remain after this piece.
///
/// # Safety
///
/// As for [`copy`]. `value` is a value that a reference slot may hold.
pub(super) unsafe fn fill(
    barrier: &Barrier<'_>,
    part: Part,
    value: u64,
    count: u64,
    remaining: u64,
) -> Result<u64, Refusal> {
    // SAFETY: the caller guarantees that the array is 0 or an object.
    let array = unsafe { Array::at(barrier.types, part.array)? };
    if array.elements.element != Element::Reference {
        return Err(Refusal::Types);
    }
    if !array.has_range(part.index, count) {
        return Err(Refusal::Destination);
    }
    let remaining = remaining.min(count);
    let piece = remaining.min(array.piece_length());
    if piece > 0 {
        let slots = array.element_address(part.index + count - remaining);
        // SAFETY: the array is an object. The caller guarantees that the thread is managed.
        unsafe { barrier.before_store(array.address, slots..slots + piece as usize * WORD) };
        // SAFETY: the array has these elements, and the barrier has run before.
        unsafe { words::fill(slots, piece as usize, value) };
    }
    Ok(remaining - piece)
}

/// Converts a result to the value that managed code receives.
fn status(result: Result<u64, Refusal>) -> i64 {
    match result {
        Ok(remaining) => remaining as i64,
        Err(refusal) => refusal as i64,
    }
}

/// Implements `spgc_array_copy_piece(to, to_index, from, from_index, count, remaining)` of the
/// prelude.
///
/// # Safety
///
/// Called by managed code. `to` and `from` are arrays or null.
// SAFETY: names with the prefix `spgc_` belong to this library, and no other code defines them.
#[unsafe(no_mangle)]
unsafe extern "C" fn spgc_array_copy_piece(
    to: usize,
    to_index: u64,
    from: usize,
    from_index: u64,
    count: u64,
    remaining: u64,
) -> i64 {
    let current = Current::of_managed_thread();
    let to = Part { array: to, index: to_index };
    let from = Part { array: from, index: from_index };
    // SAFETY: the caller guarantees arrays or null, and the thread is managed.
    status(unsafe { copy(&Barrier::of(current.attachment), to, from, count, remaining) })
}

/// Implements `spgc_array_fill_piece(array, index, value, count, remaining)` of the prelude.
///
/// # Safety
///
/// Called by managed code. `array` is an array or null, and `value` a value that a reference slot
/// may hold.
// SAFETY: names with the prefix `spgc_` belong to this library, and no other code defines them.
#[unsafe(no_mangle)]
unsafe extern "C" fn spgc_array_fill_piece(
    array: usize,
    index: u64,
    value: u64,
    count: u64,
    remaining: u64,
) -> i64 {
    let current = Current::of_managed_thread();
    let barrier = Barrier::of(current.attachment);
    // SAFETY: the caller guarantees an array or null, and the thread is managed.
    status(unsafe { fill(&barrier, Part { array, index }, value, count, remaining) })
}

/// Implements `spgc_clone`: returns the address of a new object with the fields of `object`, or 0
/// if allocations may fail and there is no memory.
///
/// # Safety
///
/// As for [`Current::exit`]. `object` is the address of an object.
pub(crate) unsafe extern "C" fn clone(object: usize, registers: *mut RegisterFile) -> usize {
    // SAFETY: the caller upholds the contract of `Current::exit`.
    let current = unsafe { Current::exit(registers) };
    // SAFETY: the caller guarantees an object, and `Current::exit` has recorded the exit.
    let copy = unsafe { clone_object(&current, object) };
    current.resume();
    copy.unwrap_or(0)
}

/// Allocates an object with the type, length and fields of `object`, and returns its address. The
/// header fields other than the type id are not copied.
///
/// # Errors
///
/// As for [`Current::object`].
///
/// # Safety
///
/// `object` is the address of an object. The thread is managed, and its exit from managed code is
/// recorded, because a collection may run.
pub(super) unsafe fn clone_object(
    current: &Current<'_>,
    object: usize,
) -> Result<usize, OutOfMemory> {
    let Attachment { heap, me, .. } = current.attachment;
    if object == 0 || !object.is_multiple_of(WORD) {
        fatal::abort(format_args!("managed code clones {object:#x}, which is not an object"));
    }
    // SAFETY: the caller guarantees that `object` is an object.
    let header = unsafe { HeaderWord::at(object) }.read();
    // The object may move in the allocation, and also before the host's model is called.
    let original = Handle::new(heap, object as u64);
    let extent = if heap.types.is_described(header.type_id()) {
        // The exit from managed code is recorded, and this function holds no reference.
        heap.safepoint.enter_native(me);
        let stopped = heap.stop_others("cloning an object");
        let guard = AbortOnUnwind("the host's object model");
        // SAFETY: a handle refers to the object, and all other threads are stopped.
        let extent = unsafe { heap.types.extent(header, original.get() as usize) };
        guard.done();
        drop(stopped);
        heap.safepoint.leave_native(me);
        extent
    } else {
        // SAFETY: the caller guarantees an object. The length of an array does not change.
        unsafe { heap.types.extent(header, object) }
    };
    let Some(Extent { size, alignment, .. }) = extent else {
        fatal::abort(format_args!(
            "managed code clones {object:#x}, where there is no object of a registered type: the \
             header there is {:#x}",
            header.bits(),
        ));
    };
    let new = current.object(size, alignment, header.type_id())?;
    // A collection can scan the object when its header and its length are set.
    // SAFETY: the memory is new, and large enough for all fields.
    unsafe {
        words::store(new, header.of_new_object().bits());
        if let Some(Elements { length_offset, .. }) = heap.types.elements(header.type_id()) {
            words::store(new + length_offset, words::load(original.get() as usize + length_offset));
        }
    }
    // A host's model may read any field to determine the size and the references, so such an object
    // is copied without a safepoint.
    if size <= PIECE_BYTES || heap.types.is_described(header.type_id()) {
        // SAFETY: both objects have `size / WORD` words, and no other thread can access the new
        // one.
        unsafe { words::copy(original.get() as usize + WORD, new + WORD, size / WORD - 1) };
        return Ok(new);
    }
    let copy = Handle::new(heap, new as u64);
    for begin in (WORD..size).step_by(PIECE_BYTES) {
        if me.is_armed() {
            heap.safepoint.poll(me);
        }
        let count = (size - begin).min(PIECE_BYTES) / WORD;
        let (from, to) = (original.get() as usize, copy.get() as usize);
        // SAFETY: both objects have these words. The barrier is needed because a collection may
        // have promoted the new object.
        unsafe {
            Barrier::of(current.attachment).before_store(to, to + begin..to + begin + count * WORD);
            words::copy(from + begin, to + begin, count);
        }
    }
    Ok(copy.get() as usize)
}

#[cfg(test)]
mod tests {
    /// A comment in the prelude lists the values that are returned.
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
