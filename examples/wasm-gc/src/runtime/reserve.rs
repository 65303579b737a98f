//! Memory that is released when the heap is full, so that the program traps and the process
//! does not end.
//!
//! The collector ends the process if an allocation finds no memory. Before that it calls the host,
//! which drops the reserve: the allocation succeeds, and compiled code, which tests a flag after
//! each allocation, traps. When the call of the host has returned, the reserve is taken again.

use std::cell::Cell;
use std::ptr;
use std::sync::{Mutex, PoisonError};

use statepoint_gc::{Handle, Heap, Mutator, TypeId};

use super::store::StoreContext;

/// The type of the reserve, which is no type of a module.
pub(super) const RESERVE_TYPE: TypeId = TypeId::MAX;
/// The part of the heap that the reserve takes.
const PART: usize = 16;

thread_local! {
    /// The context of the store whose code the thread runs, or null.
    static RUNNING: Cell<*mut StoreContext> = const { Cell::new(ptr::null_mut()) };
}

/// Sets the store whose code the thread runs, and returns the former one.
pub(super) fn set_running(context: *mut StoreContext) -> *mut StoreContext {
    RUNNING.replace(context)
}

/// The reserve of a heap: an array, or nothing after it was released.
#[derive(Debug, Default)]
pub(super) struct Reserve(Mutex<Option<Handle>>);

impl Reserve {
    /// Releases the reserve, and makes the code that the thread runs trap. Returns whether there
    /// was a reserve.
    pub(super) fn release(&self) -> bool {
        let reserve = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let context = RUNNING.get();
        if reserve.is_some() && !context.is_null() {
            // SAFETY: the store exists as long as its code runs, and this thread is native.
            unsafe { (*context).exhausted = 1 };
        }
        reserve.is_some()
    }

    /// Takes the reserve if there is none and the heap has room.
    pub(super) fn restore(&self, heap: &Heap, mutator: &mut Mutator) {
        if self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
            return;
        }
        let bytes = reserve_bytes(heap);
        if !has_room(heap, mutator, 2 * bytes) {
            return;
        }
        let array = mutator.allocate_array(RESERVE_TYPE, bytes as u64 / 8);
        let array = array.expect("the type is registered, and the array is smaller than the heap");
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(array);
    }
}

/// Returns the size of the reserve.
fn reserve_bytes(heap: &Heap) -> usize {
    heap.limit() / PART
}

/// Returns the size from which arrays must be announced by [`has_room`].
pub(super) fn large_array_bytes(heap: &Heap) -> u64 {
    reserve_bytes(heap) as u64 / 2
}

/// Returns whether the heap has room for this many bytes and for collections, after a collection if
/// necessary.
pub(super) fn has_room(heap: &Heap, mutator: &mut Mutator, bytes: usize) -> bool {
    let margin = heap.limit() / PART;
    let fits = || heap.used().saturating_add(bytes).saturating_add(margin) <= heap.limit();
    if bytes > heap.limit() {
        return false;
    }
    fits() || {
        mutator.collect_full();
        fits()
    }
}
