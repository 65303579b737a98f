//! Memory whose addresses compiled code holds.

use std::fmt;
use std::ptr::NonNull;

/// Values that stay at their addresses until the arena is dropped. Access is by raw pointer only,
/// because compiled code and the functions that it calls access the values, too.
pub(super) struct Arena<T> {
    values: Vec<NonNull<T>>,
}

impl<T> Arena<T> {
    /// Creates an empty arena.
    pub(super) fn new() -> Self {
        Self { values: Vec::new() }
    }

    /// Moves a value into the arena and returns its address.
    pub(super) fn insert(&mut self, value: T) -> NonNull<T> {
        let pointer = NonNull::from(Box::leak(Box::new(value)));
        self.values.push(pointer);
        pointer
    }

    /// Returns the addresses of all values, in the order of their insertion.
    pub(super) fn iter(&self) -> impl Iterator<Item = NonNull<T>> {
        self.values.iter().copied()
    }
}

impl<T> Drop for Arena<T> {
    fn drop(&mut self) {
        for &value in &self.values {
            // SAFETY: `insert` leaked the box, and nothing else frees it.
            drop(unsafe { Box::from_raw(value.as_ptr()) });
        }
    }
}

/// A function, table, memory, global, tag or instance of a store.
pub struct Handle<T> {
    pub(super) pointer: NonNull<T>,
    /// The identity of the store.
    pub(super) store: u64,
}

impl<T> Clone for Handle<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Handle<T> {}

impl<T> PartialEq for Handle<T> {
    fn eq(&self, other: &Self) -> bool {
        self.pointer == other.pointer && self.store == other.store
    }
}

impl<T> Eq for Handle<T> {}

impl<T> fmt::Debug for Handle<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:p} of store {}", self.pointer, self.store)
    }
}
