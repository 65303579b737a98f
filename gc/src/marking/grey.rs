//! Grey objects that belong to no marker: what pauses have shaded, and what markers hand over.
//!
//! # Protocol
//!
//! Buffers are put in and taken out whole, under one lock, which publishes their contents. A pause
//! adds what its workers have shaded before it resumes mutators; a marker takes one buffer at a
//! time. Marking is over only if a pause finds no buffer here, and every marker's own stack empty,
//! while markers are parked: so a buffer is never between two places when that is decided.

use statepoint_scanner::fault_injection::fault;

use crate::sync::Mutex;
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
pub(crate) struct GreyBuffers(Mutex<Vec<Grey>>);

impl GreyBuffers {
    pub(super) fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// Adds references to old objects. For workers of a pause.
    pub(crate) fn shade(&self, mut references: Vec<usize>) {
        if fault("drop-grey") {
            references.pop();
        }
        if !references.is_empty() {
            self.0.lock().push(Grey::Shaded(references));
        }
    }

    /// Adds marked objects that another marker may scan.
    pub(super) fn hand_over(&self, tasks: Vec<Task>) {
        if !tasks.is_empty() {
            self.0.lock().push(Grey::Tasks(tasks));
        }
    }

    /// Takes a buffer.
    pub(super) fn take(&self) -> Option<Grey> {
        self.0.lock().pop()
    }

    /// Returns whether there is no buffer.
    pub(super) fn is_empty(&self) -> bool {
        self.0.lock().is_empty()
    }

    /// Drops all buffers: the marking is abandoned.
    pub(super) fn clear(&self) {
        self.0.lock().clear();
    }
}
