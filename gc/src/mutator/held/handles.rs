//! Handles: cells outside the heap that keep an object alive and follow it when it moves; and weak ones,
//! which only follow it.
//!
//! Handles are made, copied and dropped by any thread at any time, native ones included ([`crate::handles`]).
//! A reference is taken out of a cell, or put into one, only by a managed thread, for which no
//! collection is in progress. That is why a weak handle is turned into a strong one by way of a
//! [`Mutator`]: between the look and the new handle no collection can clear the one and miss the other.

use std::sync::Arc;

use super::Held;
use crate::handles::CellId;
use crate::mutator::{Attachment, Mutator};
use crate::object::WeakKind;
use crate::runtime::Shared;

/// A handle belongs to another heap than what it is used with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the handle belongs to another heap")]
pub struct ForeignHandle;

/// Keeps an object of a heap alive, for native code, until it is dropped. Any thread may hold it.
///
/// A clone is a further handle of the same object. Handles keep the heap itself alive as well.
#[derive(Debug)]
pub struct Handle {
    heap: Arc<Shared>,
    cell: CellId,
}

impl Handle {
    /// A handle for a reference that the calling thread, which is managed, has just got.
    pub(crate) fn new(heap: &Arc<Shared>, reference: u64) -> Self {
        Self::of_cell(heap, heap.handles.insert(reference))
    }

    /// A handle with a cell of its own.
    pub(crate) fn of_cell(heap: &Arc<Shared>, cell: CellId) -> Self {
        Self { heap: Arc::clone(heap), cell }
    }

    /// The reference; it means something only as long as the calling thread stays managed.
    pub(crate) fn get(&self) -> u64 {
        self.heap.handles.get(self.cell)
    }

    pub(crate) fn belongs_to(&self, heap: &Arc<Shared>) -> bool {
        Arc::ptr_eq(&self.heap, heap)
    }

    /// A handle that follows the same object without keeping it alive. `kind`: when it is cleared.
    pub fn downgrade(&self, kind: WeakKind) -> WeakHandle {
        self.heap.home.process().require_current("making a handle");
        let cell = self.heap.handles.copy_to(self.cell, self.heap.references.weak(kind));
        WeakHandle { heap: Arc::clone(&self.heap), cell, kind }
    }
}

impl Clone for Handle {
    fn clone(&self) -> Self {
        self.heap.home.process().require_current("making a handle");
        Self::of_cell(&self.heap, self.heap.handles.duplicate(self.cell))
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // In a forked child a thread that is not there may have the lock.
        if self.heap.home.process().is_current() {
            self.heap.handles.remove(self.cell);
        }
    }
}

/// Leads to an object as long as something else keeps it alive. Any thread may hold it. Made by
/// [`Handle::downgrade`] and [`Mutator::weak_handle`].
#[derive(Debug)]
pub struct WeakHandle {
    heap: Arc<Shared>,
    cell: CellId,
    kind: WeakKind,
}

impl WeakHandle {
    /// A handle that keeps the object alive; `None` if it is dead, or if the handle held no object.
    ///
    /// # Errors
    ///
    /// If the thread is attached to another heap.
    pub fn upgrade(&self, mutator: &mut Mutator) -> Result<Option<Handle>, ForeignHandle> {
        self.upgrade_then(mutator, |attachment, word| Handle::new(&attachment.heap, word))
    }

    /// The same; `then` gets the reference while the thread is managed, and must not wait.
    pub(crate) fn upgrade_then<R>(
        &self,
        mutator: &mut Mutator,
        then: impl FnOnce(&Attachment, u64) -> R,
    ) -> Result<Option<R>, ForeignHandle> {
        if !Arc::ptr_eq(&mutator.attachment().heap, &self.heap) {
            return Err(ForeignHandle);
        }
        Ok(mutator.managed(|attachment| {
            let word = self.heap.references.weak(self.kind).get(self.cell);
            (word != 0).then(|| then(attachment, word))
        }))
    }

    /// When it is cleared.
    pub fn kind(&self) -> WeakKind {
        self.kind
    }
}

impl Mutator {
    /// A handle of what is held.
    ///
    /// # Errors
    ///
    /// If it is held by a handle of another heap.
    pub fn handle<'h>(&mut self, object: impl Into<Held<'h>>) -> Result<Handle, ForeignHandle> {
        let object = self.own(object)?;
        Ok(self.managed(|attachment| Handle::new(&attachment.heap, object.get(attachment))))
    }

    /// A handle that follows an object without keeping it alive. `kind`: when it is cleared.
    ///
    /// # Errors
    ///
    /// If the handle is one of another heap.
    pub fn weak_handle<'h>(
        &mut self,
        object: impl Into<Held<'h>>,
        kind: WeakKind,
    ) -> Result<WeakHandle, ForeignHandle> {
        let object = self.own(object)?;
        Ok(self.managed(|attachment| {
            let heap = &attachment.heap;
            let cell = heap.references.weak(kind).insert(object.get(attachment));
            WeakHandle { heap: Arc::clone(heap), cell, kind }
        }))
    }
}

impl Clone for WeakHandle {
    fn clone(&self) -> Self {
        self.heap.home.process().require_current("making a handle");
        let cell = self.heap.references.weak(self.kind).duplicate(self.cell);
        Self { heap: Arc::clone(&self.heap), cell, kind: self.kind }
    }
}

impl Drop for WeakHandle {
    fn drop(&mut self) {
        if self.heap.home.process().is_current() {
            self.heap.references.weak(self.kind).remove(self.cell);
        }
    }
}
