//! Access of native code to cells outside the heap that hold references.
//!
//! A native thread must not read or write references itself, because a collection may move the
//! objects. It asks managed functions.

use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};

use statepoint_gc::roots::{RootRange, RootRangeKind};
use statepoint_gc::{Argument, Heap};

use super::bulk::PIECE_BYTES;
use super::engine::Engine;
use super::thread::with_mutator;
use super::value::Reference;
use crate::Error;

/// Registers cells as roots.
///
/// # Errors
///
/// If the collector refuses them, which it does if one is registered.
///
/// # Safety
///
/// The cells are null, and stay at their address until the result is dropped. Only this module
/// and managed threads access them.
pub(super) unsafe fn register(
    heap: &Heap,
    first: *mut u64,
    count: usize,
) -> Result<RootRange, Error> {
    // SAFETY: passed on.
    let range = unsafe { heap.register_root_range(first, count, RootRangeKind::Strong) };
    range.map_err(|error| Error::Resources(error.to_string()))
}

/// Returns the pieces of a number of cells: the index of the first, and how many. A collection
/// waits for the managed function that handles one.
fn pieces(count: u64) -> impl Iterator<Item = (usize, u64)> {
    let cells = PIECE_BYTES / 8;
    (0..count).step_by(cells as usize).map(move |first| (first as usize, cells.min(count - first)))
}

impl Engine {
    /// Returns the reference in a cell of the store with this identity.
    ///
    /// # Safety
    ///
    /// The cell is a root, and holds a word of a reference that is not one to a function.
    pub(super) unsafe fn load_cell(&self, cell: *mut u64, store: u64) -> Reference {
        // SAFETY: the cell exists. Its thread does not change it now, and only a reference is
        // changed by a collection: into another one.
        let word = unsafe { AtomicU64::from_ptr(cell) }.load(Ordering::Relaxed);
        if let Some(reference) = Reference::from_tagged(word) {
            return reference;
        }
        let argument = Argument::Word(cell.expose_provenance() as u64);
        with_mutator(|mutator| {
            // SAFETY: the function has this parameter and returns a reference.
            let object =
                unsafe { mutator.call_for_reference(self.cell_functions().load(), &[argument]) };
            let object = object.expect("the call has one argument");
            Reference::from_object(self, mutator, object, store)
        })
    }

    /// Stores a reference into cells.
    ///
    /// # Safety
    ///
    /// The cells are roots, or the reference is not one into the heap.
    pub(super) unsafe fn fill_cells(&self, first: *mut u64, count: u64, value: Argument<'_>) {
        for (index, count) in pieces(count) {
            // SAFETY: the caller guarantees that there are `count` cells.
            let first = unsafe { first.add(index) };
            let first = Argument::Word(first.expose_provenance() as u64);
            let arguments = [first, Argument::Word(count), value];
            // SAFETY: the function has these parameters.
            let called = with_mutator(|mutator| unsafe {
                mutator.call(self.cell_functions().fill(), &arguments)
            });
            called.expect("the arguments are three, and of this heap");
        }
    }

    /// Stores a reference into a cell.
    ///
    /// # Safety
    ///
    /// As for [`Self::fill_cells`].
    pub(super) unsafe fn store_cell(&self, cell: *mut u64, value: Argument<'_>) {
        // SAFETY: passed on.
        unsafe { self.fill_cells(cell, 1, value) };
    }

    /// Copies references from cells to others, which do not overlap.
    ///
    /// # Safety
    ///
    /// All cells are roots, or hold no references into the heap.
    pub(super) unsafe fn copy_cells(&self, to: *mut u64, from: *const u64, count: u64) {
        for (index, count) in pieces(count) {
            // SAFETY: the caller guarantees that there are `count` cells in both ranges.
            let (to, from) = unsafe { (to.add(index), from.add(index)) };
            let words = [to.expose_provenance() as u64, count, from.expose_provenance() as u64];
            // SAFETY: the function has these parameters.
            let called = with_mutator(|mutator| unsafe {
                mutator.call(self.cell_functions().copy(), &words.map(Argument::Word))
            });
            called.expect("the arguments are three words");
        }
    }
}

/// Returns the address of a field as a cell.
pub(super) fn cell_of(field: &mut u64) -> *mut u64 {
    ptr::from_mut(field)
}
