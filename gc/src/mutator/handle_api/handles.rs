//! Handles and weak handles. A handle is a cell outside the heap that retains an object and is
//! updated when the object moves. A weak handle is only updated.
//!
//! Any thread, including native threads, may create, copy and drop handles at any time
//! ([`crate::handles`]). Only a managed thread reads a reference from a cell or stores a reference
//! in a cell, so no collection is in progress then. For this reason, upgrading a weak handle
//! requires a [`Mutator`]: no collection can run between the load from the weak cell and the
//! creation of the strong handle.

use std::sync::Arc;

use super::AnyHandle;
use crate::handles::CellId;
use crate::mutator::{Attachment, Mutator};
use crate::object::WeakKind;
use crate::runtime::Shared;

/// Error returned when a handle is used with a heap other than its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the handle belongs to another heap")]
pub struct ForeignHandle;

/// A strong handle: it keeps an object alive for native code until it is dropped. Any thread may
/// hold it.
///
/// A clone is another handle to the same object. A handle also keeps the heap alive.
#[derive(Debug)]
pub struct Handle {
    heap: Arc<Shared>,
    cell: CellId,
}

impl Handle {
    /// Creates a handle for a reference that the calling thread, which is managed, has just read.
    pub(crate) fn new(heap: &Arc<Shared>, reference: u64) -> Self {
        Self::of_cell(heap, heap.handles.insert(reference))
    }

    /// Creates the handle that owns this cell.
    pub(crate) fn of_cell(heap: &Arc<Shared>, cell: CellId) -> Self {
        Self { heap: Arc::clone(heap), cell }
    }

    /// Returns the reference. It is valid only as long as the calling thread stays managed.
    pub(crate) fn get(&self) -> u64 {
        self.heap.handles.get(self.cell)
    }

    /// Returns whether the handle belongs to this heap.
    pub(crate) fn belongs_to(&self, heap: &Arc<Shared>) -> bool {
        Arc::ptr_eq(&self.heap, heap)
    }

    /// Creates a weak handle to the same object. `kind` determines when it is cleared.
    pub fn downgrade(&self, kind: WeakKind) -> WeakHandle {
        self.heap.home.process().require_current("creating a handle");
        let cell = self.heap.handles.copy_to(self.cell, self.heap.references.weak(kind));
        WeakHandle { heap: Arc::clone(&self.heap), cell, kind }
    }
}

impl Clone for Handle {
    fn clone(&self) -> Self {
        self.heap.home.process().require_current("creating a handle");
        Self::of_cell(&self.heap, self.heap.handles.duplicate(self.cell))
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // In a forked child, the lock may be held by a thread that does not exist there.
        if self.heap.home.process().is_current() {
            self.heap.handles.remove(self.cell);
        }
    }
}

/// A weak handle: it refers to an object as long as something else keeps the object alive. Any
/// thread may hold it. Created by [`Handle::downgrade`] and [`Mutator::weak_handle`].
#[derive(Debug)]
pub struct WeakHandle {
    heap: Arc<Shared>,
    cell: CellId,
    kind: WeakKind,
}

impl WeakHandle {
    /// Returns a strong handle to the object; `None` if the weak handle was cleared or never held
    /// an object.
    ///
    /// # Errors
    ///
    /// If the thread is attached to another heap.
    pub fn upgrade(&self, mutator: &mut Mutator) -> Result<Option<Handle>, ForeignHandle> {
        self.upgrade_then(mutator, |attachment, word| Handle::new(&attachment.heap, word))
    }

    /// As [`Self::upgrade`], but returns the result of `then`, which is called with the reference
    /// while the thread is managed, and must not wait.
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

    /// Returns the kind, which determines when the handle is cleared.
    pub fn kind(&self) -> WeakKind {
        self.kind
    }
}

impl Mutator {
    /// Creates a strong handle to the object that `object` refers to.
    ///
    /// # Errors
    ///
    /// If `object` belongs to another heap.
    pub fn handle<'h>(
        &mut self,
        object: impl Into<AnyHandle<'h>>,
    ) -> Result<Handle, ForeignHandle> {
        let object = self.check_handle(object)?;
        Ok(self.managed(|attachment| Handle::new(&attachment.heap, object.get(attachment))))
    }

    /// Creates a weak handle to an object. `kind` determines when it is cleared.
    ///
    /// # Errors
    ///
    /// If the handle belongs to another heap.
    pub fn weak_handle<'h>(
        &mut self,
        object: impl Into<AnyHandle<'h>>,
        kind: WeakKind,
    ) -> Result<WeakHandle, ForeignHandle> {
        let object = self.check_handle(object)?;
        Ok(self.managed(|attachment| {
            let heap = &attachment.heap;
            let cell = heap.references.weak(kind).insert(object.get(attachment));
            WeakHandle { heap: Arc::clone(heap), cell, kind }
        }))
    }
}

impl Clone for WeakHandle {
    fn clone(&self) -> Self {
        self.heap.home.process().require_current("creating a handle");
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
