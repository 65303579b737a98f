//! The host's interface to weak tables: tables of ephemerons (Hayes, OOPSLA 1997).

use std::sync::Arc;

use parking_lot::Mutex;

use super::{AnyHandle, ForeignHandle, Handle};
use crate::handles::Entries;
use crate::mutator::{Attachment, Mutator};
use crate::runtime::{Heap, Shared};

/// An operation on one entry of a [`WeakTable`].
#[derive(Clone, Copy)]
pub(crate) enum Use<'a> {
    Insert { key: AnyHandle<'a>, value: AnyHandle<'a> },
    Find { key: AnyHandle<'a> },
    Remove { key: AnyHandle<'a> },
}

/// A weak table of the host: a map from objects to objects whose entries are ephemerons. An entry
/// is removed when its key dies; until then, and as long as the table exists, the key keeps the
/// value alive. Any thread may use it.
///
/// Keys are compared by identity. Keys that are no references into the heap never die, and values
/// that are none are kept as they are. Like a [`Handle`], the table keeps its heap alive.
#[derive(Debug)]
pub struct WeakTable {
    heap: Arc<Shared>,
    entries: Arc<Mutex<Entries>>,
}

impl WeakTable {
    /// Makes an empty table.
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
        self.with(mutator, Use::Insert { key, value }, |attachment, word| {
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
        self.with(mutator, Use::Find { key: key.into() }, |attachment, word| {
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
        self.with(mutator, Use::Remove { key: key.into() }, |attachment, word| {
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

    /// Does `action`. If the key has a value (for an insertion or removal: had one before), returns
    /// the result of `then`, which is called with that value while the thread is managed.
    pub(crate) fn with<R>(
        &self,
        mutator: &mut Mutator,
        action: Use<'_>,
        then: impl FnOnce(&Attachment, u64) -> R,
    ) -> Result<Option<R>, ForeignHandle> {
        let (Use::Insert { key, .. } | Use::Find { key } | Use::Remove { key }) = action;
        // A local handle as the key belongs to the heap of the calling thread.
        key.require(&self.heap)?;
        if !Arc::ptr_eq(&mutator.attachment().heap, &self.heap) {
            return Err(ForeignHandle);
        }
        if let Use::Insert { value, .. } = action {
            value.require(&self.heap)?;
        }
        Ok(mutator.managed(|attachment| {
            let key = key.get(attachment);
            let mut entries = self.entries.lock();
            let found = match action {
                Use::Insert { value, .. } => entries.insert(key, value.get(attachment)),
                Use::Find { .. } => entries.find(key),
                Use::Remove { .. } => entries.remove(key),
            };
            drop(entries);
            found.map(|word| then(attachment, word))
        }))
    }
}
