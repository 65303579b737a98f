//! The host's interface to weak tables: tables of ephemerons (Hayes, OOPSLA 1997).

use std::sync::Arc;

use parking_lot::Mutex;

use super::{AnyHandle, ForeignHandle, Handle};
use crate::handles::Entries;
use crate::mutator::{Attachment, Mutator};
use crate::runtime::{Heap, Shared};

/// An operation on one entry of a [`WeakTable`].
#[derive(Clone, Copy)]
pub(crate) enum TableOperation<'a> {
    /// Inserts a key-value pair.
    Insert { key: AnyHandle<'a>, value: AnyHandle<'a> },
    /// Looks up the value of a key.
    Find { key: AnyHandle<'a> },
    /// Removes the entry of a key.
    Remove { key: AnyHandle<'a> },
}

/// A weak table of the host: a map from objects to objects whose entries are ephemerons. An entry
/// is removed when its key dies; until then, and as long as the table exists, the key keeps the
/// value alive. Any thread may use it.
///
/// Keys are compared by identity. Keys that are not references into the heap never die. Values that
/// are not references into the heap do not change. Like a [`Handle`], the table keeps its heap
/// alive.
#[derive(Debug)]
pub struct WeakTable {
    heap: Arc<Shared>,
    entries: Arc<Mutex<Entries>>,
}

impl WeakTable {
    /// Creates an empty table.
    pub fn new(heap: &Heap) -> Self {
        heap.shared().home.process().require_current("creating a weak table");
        let entries = Arc::default();
        heap.shared().references.tables.add(&entries);
        Self { heap: Arc::clone(heap.arc()), entries }
    }

    /// Inserts a key-value pair and returns the previous value of the key, if any.
    ///
    /// # Errors
    ///
    /// If a handle belongs to another heap, or the thread is attached to another heap.
    pub fn insert<'k, 'v>(
        &self,
        mutator: &mut Mutator,
        key: impl Into<AnyHandle<'k>>,
        value: impl Into<AnyHandle<'v>>,
    ) -> Result<Option<Handle>, ForeignHandle> {
        let (key, value) = (key.into(), value.into());
        self.with(mutator, TableOperation::Insert { key, value }, |attachment, word| {
            Handle::new(&attachment.heap, word)
        })
    }

    /// Returns the value of a key, if any.
    ///
    /// # Errors
    ///
    /// If the handle belongs to another heap, or the thread is attached to another heap.
    pub fn get<'k>(
        &self,
        mutator: &mut Mutator,
        key: impl Into<AnyHandle<'k>>,
    ) -> Result<Option<Handle>, ForeignHandle> {
        self.with(mutator, TableOperation::Find { key: key.into() }, |attachment, word| {
            Handle::new(&attachment.heap, word)
        })
    }

    /// Removes the entry of a key and returns its value, if any.
    ///
    /// # Errors
    ///
    /// If the handle belongs to another heap, or the thread is attached to another heap.
    pub fn remove<'k>(
        &self,
        mutator: &mut Mutator,
        key: impl Into<AnyHandle<'k>>,
    ) -> Result<Option<Handle>, ForeignHandle> {
        self.with(mutator, TableOperation::Remove { key: key.into() }, |attachment, word| {
            Handle::new(&attachment.heap, word)
        })
    }

    /// Returns the number of entries: those whose keys the last collection found live, and those
    /// inserted since.
    pub fn len(&self) -> usize {
        self.heap.home.process().require_current("access to a weak table");
        self.entries.lock().len()
    }

    /// Returns whether the table has no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Performs an operation. For a lookup, the result value is the value of the key; for an
    /// insertion or removal, the previous value. If there is a result value, calls `then` with it
    /// while the thread is managed, and returns the result of `then`.
    pub(crate) fn with<R>(
        &self,
        mutator: &mut Mutator,
        operation: TableOperation<'_>,
        then: impl FnOnce(&Attachment, u64) -> R,
    ) -> Result<Option<R>, ForeignHandle> {
        let (TableOperation::Insert { key, .. }
        | TableOperation::Find { key }
        | TableOperation::Remove { key }) = operation;
        // A local handle as the key belongs to the heap of the calling thread.
        key.require(&self.heap)?;
        if !Arc::ptr_eq(&mutator.attachment().heap, &self.heap) {
            return Err(ForeignHandle);
        }
        if let TableOperation::Insert { value, .. } = operation {
            value.require(&self.heap)?;
        }
        Ok(mutator.managed(|attachment| {
            let key = key.get(attachment);
            let mut entries = self.entries.lock();
            let value = match operation {
                TableOperation::Insert { value, .. } => entries.insert(key, value.get(attachment)),
                TableOperation::Find { .. } => entries.find(key),
                TableOperation::Remove { .. } => entries.remove(key),
            };
            drop(entries);
            value.map(|word| then(attachment, word))
        }))
    }
}
