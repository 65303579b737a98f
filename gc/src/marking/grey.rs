//! Grey objects that belong to no marker: what pauses have shaded, and what markers hand over.
//!
//! # Protocol
//!
//! Buffers are put in and taken out whole, under one lock, which publishes their contents. A pause
//! adds what its workers have shaded before it resumes mutators; a marker takes one buffer at a
//! time. Marking is over only if a pause finds no buffer here, and every marker's own stack empty,
//! while markers are parked: so a buffer is never between two places when that is decided.

use statepoint_scanner::fault_injection::fault;

use crate::object::WORD;
use crate::sync::{AtomicUsize, Mutex, Ordering};
use crate::worklist::Task;

/// A buffer of grey objects.
#[derive(Debug)]
pub(super) enum Grey {
    /// References to old objects, marked or not, as roots and fields hold them.
    Shaded(Vec<usize>),
    /// Marked objects that are still to be scanned.
    Tasks(Vec<Task>),
}

/// The buffers of grey objects.
#[derive(Debug)]
pub(crate) struct GreyBuffers {
    buffers: Mutex<Vec<Grey>>,
    /// Number of references and objects in all buffers: a hint, so its accesses are relaxed.
    length: AtomicUsize,
}

/// Maximum number of objects in a buffer: few enough that several threads share the objects that a
/// pause makes grey again, and many enough that the lock costs little.
const MAX_TASKS: usize = 64;
/// At most 1/`PART` of the heap limit, but at least `MIN_BYTES`, is used for grey objects before
/// pauses help to drain them.
const PART: usize = 64;
const MIN_BYTES: usize = 8 << 20;

impl Grey {
    fn len(&self) -> usize {
        match self {
            Self::Shaded(references) => references.len(),
            Self::Tasks(tasks) => tasks.len(),
        }
    }
}

impl GreyBuffers {
    pub(super) fn new() -> Self {
        Self { buffers: Mutex::new(Vec::new()), length: AtomicUsize::new(0) }
    }

    /// Adds references to old objects.
    pub(crate) fn shade(&self, mut references: Vec<usize>) {
        if fault("drop-grey") {
            references.pop();
        }
        if !references.is_empty() {
            self.push(Grey::Shaded(references));
        }
    }

    /// Adds marked objects that are to be scanned: by another marker, or once more.
    pub(crate) fn hand_over(&self, tasks: Vec<Task>) {
        // A thread that takes a buffer puts all of it onto its stack.
        if tasks.len() > MAX_TASKS {
            tasks.chunks(MAX_TASKS).for_each(|part| self.push(Grey::Tasks(part.to_vec())));
        } else if !tasks.is_empty() {
            self.push(Grey::Tasks(tasks));
        }
    }

    fn push(&self, buffer: Grey) {
        self.length.fetch_add(buffer.len(), Ordering::Relaxed);
        self.buffers.lock().push(buffer);
    }

    /// Returns whether the buffers use more memory than a heap with this limit should spend.
    pub(crate) fn is_long(&self, limit: usize) -> bool {
        self.length.load(Ordering::Relaxed) * WORD > (limit / PART).max(MIN_BYTES)
    }

    /// Takes a buffer.
    pub(super) fn take(&self) -> Option<Grey> {
        let taken = self.buffers.lock().pop();
        let length = taken.as_ref().map_or(0, Grey::len);
        self.length.fetch_sub(length, Ordering::Relaxed);
        taken
    }

    /// Returns whether there is no buffer.
    pub(super) fn is_empty(&self) -> bool {
        self.buffers.lock().is_empty()
    }

    /// Drops all buffers: the marking is abandoned.
    pub(super) fn clear(&self) {
        while self.take().is_some() {}
    }
}
