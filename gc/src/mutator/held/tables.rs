//! Tables with weak keys, as the host uses them.

use std::sync::Arc;

use parking_lot::Mutex;

use super::{ForeignHandle, Handle, Held};
use crate::handles::Entries;
use crate::mutator::{Attachment, Mutator};
use crate::runtime::{Heap, Shared};

/// What is done with an entry.
#[derive(Clone, Copy)]
pub(crate) enum Use<'a> {
    Insert { key: Held<'a>, value: Held<'a> },
    Find { key: Held<'a> },
    Remove { key: Held<'a> },
}

/// A table of the host's from objects to objects. An entry goes when its key dies; until then, and as long as
/// there is the table, the key keeps the value alive. Any thread may use it.
///
/// What is stored for a key is compared by identity. Keys and values that are no references into the heap stay.
/// Like a [`Handle`], the table keeps its heap alive.
#[derive(Debug)]
pub struct WeakTable {
    heap: Arc<Shared>,
    entries: Arc<Mutex<Entries>>,
}

impl WeakTable {
    /// An empty table.
    pub fn new(heap: &Heap) -> Self {
        heap.shared().home.process().require_current("making a table");
        let entries = Arc::default();
        heap.shared().references.tables.add(&entries);
        Self { heap: Arc::clone(heap.arc()), entries }
    }

    /// Stores a value for a key; the one that it had before.
    ///
    /// # Errors
    ///
    /// If a handle is one of another heap, or the thread is attached to one.
    pub fn insert<'k, 'v>(
        &self,
        mutator: &mut Mutator,
        key: impl Into<Held<'k>>,
        value: impl Into<Held<'v>>,
    ) -> Result<Option<Handle>, ForeignHandle> {
        let (key, value) = (key.into(), value.into());
        self.with(mutator, Use::Insert { key, value }, |attachment, word| {
            Handle::new(&attachment.heap, word)
        })
    }

    /// The value of a key.
    ///
    /// # Errors
    ///
    /// If the handle is one of another heap, or the thread is attached to one.
    pub fn get<'k>(
        &self,
        mutator: &mut Mutator,
        key: impl Into<Held<'k>>,
    ) -> Result<Option<Handle>, ForeignHandle> {
        self.with(mutator, Use::Find { key: key.into() }, |attachment, word| {
            Handle::new(&attachment.heap, word)
        })
    }

    /// Takes the value of a key out.
    ///
    /// # Errors
    ///
    /// If the handle is one of another heap, or the thread is attached to one.
    pub fn remove<'k>(
        &self,
        mutator: &mut Mutator,
        key: impl Into<Held<'k>>,
    ) -> Result<Option<Handle>, ForeignHandle> {
        self.with(mutator, Use::Remove { key: key.into() }, |attachment, word| {
            Handle::new(&attachment.heap, word)
        })
    }

    /// How many entries there are: all whose keys the last collection found alive, and those since.
    pub fn len(&self) -> usize {
        self.heap.home.process().require_current("asking a table");
        self.entries.lock().len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Does something with an entry. `then` gets the value that the key has, or had, while the thread is managed.
    pub(crate) fn with<R>(
        &self,
        mutator: &mut Mutator,
        action: Use<'_>,
        then: impl FnOnce(&Attachment, u64) -> R,
    ) -> Result<Option<R>, ForeignHandle> {
        let (Use::Insert { key, .. } | Use::Find { key } | Use::Remove { key }) = action;
        // A key of the calling thread is of its heap.
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
