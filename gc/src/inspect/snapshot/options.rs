//! The settings of a heap snapshot, and its summary.

use core::fmt;
use std::collections::HashSet;
use std::time::Duration;

use crate::object::TypeId;

/// An object for which the host returns a label, while all threads are stopped.
#[derive(Clone, Copy, Debug)]
pub struct LabelledObject {
    /// The type of the object.
    pub type_id: TypeId,
    /// The address of the object, that is, of its header.
    pub address: *const u8,
    /// The size of the object in bytes, header included.
    pub size: usize,
}

/// How much of a heap snapshot has been written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SnapshotProgress {
    /// The steps that are done: each object counts for its node and for its edges.
    pub done: u64,
    /// The number of all steps.
    pub total: u64,
}

/// The result of [`Heap::write_snapshot`](crate::Heap::write_snapshot).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SnapshotSummary {
    /// Number of objects.
    pub objects: u64,
    /// Their size in bytes.
    pub object_bytes: u64,
    /// Number of edges, those from roots included.
    pub edges: u64,
    /// Bytes of the file.
    pub bytes_written: u64,
    /// The time for which threads were stopped, from the request on.
    pub pause: Duration,
    /// Bytes of memory that were used besides the heap, apart from the buffer of the file.
    pub memory_bytes: u64,
}

/// The host's callback for labels.
pub(super) type Labels<'a> = dyn FnMut(LabelledObject) -> Result<String, String> + 'a;
/// The host's callback for progress.
pub(super) type Progress<'a> = dyn FnMut(SnapshotProgress) + 'a;

/// Settings of a heap snapshot.
#[derive(Default)]
pub struct SnapshotOptions<'a> {
    pub(super) labelled: HashSet<TypeId>,
    pub(super) labels: Option<Box<Labels<'a>>>,
    pub(super) progress: Option<Box<Progress<'a>>>,
}

impl fmt::Debug for SnapshotOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SnapshotOptions").field("labelled", &self.labelled).finish_non_exhaustive()
    }
}

impl<'a> SnapshotOptions<'a> {
    /// Returns the default settings: no labels, and no reports of progress.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets a callback that returns a text for each object of these types, for example the contents
    /// of a string. The viewer shows such objects as strings with this text. At most
    /// [`Self::MAX_LABEL`] bytes of it are written.
    ///
    /// All threads are stopped while the callback runs. It may read the object. It must not use the
    /// heap in any other way, nor wait for another thread. An error or a panic ends the snapshot
    /// with [`SnapshotError::Label`](super::SnapshotError::Label).
    pub fn labels(
        mut self,
        types: impl IntoIterator<Item = TypeId>,
        label: impl FnMut(LabelledObject) -> Result<String, String> + 'a,
    ) -> Self {
        self.labelled = types.into_iter().collect();
        self.labels = Some(Box::new(label));
        self
    }

    /// Sets a callback that is called about a hundred times while the snapshot is written, by the
    /// rules of [`Self::labels`].
    pub fn on_progress(mut self, progress: impl FnMut(SnapshotProgress) + 'a) -> Self {
        self.progress = Some(Box::new(progress));
        self
    }

    /// Maximum length of a label in the file, in bytes.
    pub const MAX_LABEL: usize = 1024;
}
