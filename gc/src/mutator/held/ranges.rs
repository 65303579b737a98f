//! Root ranges, as the host registers them.

use std::sync::Arc;

use crate::handles::{RootsError, RootsKind};
use crate::runtime::{Heap, Shared};

/// Slots in the host's memory that hold references, as long as this is not dropped. Made by
/// [`Heap::register_roots`]; keeps the heap alive.
#[derive(Debug)]
pub struct RootRange {
    heap: Arc<Shared>,
    start: usize,
}

impl Drop for RootRange {
    fn drop(&mut self) {
        if self.heap.home.process().is_current() {
            self.heap.references.ranges.remove(self.start);
        }
    }
}

impl Heap {
    /// Has collections read and rewrite `count` slots from `first` on: a global variable, a table of constants,
    /// the stack of an interpreter. A slot holds what a field of an object may hold.
    ///
    /// All slots are looked at in every collection, also in young ones: their stores need no barrier. The memory may be
    /// reused or freed when the value that is returned has been dropped, which waits while a collection
    /// looks at the slots.
    ///
    /// # Errors
    ///
    /// [`RootsError`]; nothing is registered then.
    ///
    /// # Safety
    ///
    /// As long as the returned value exists, these are readable and writable words. A word that looks like a
    /// reference into this heap is one, to an object that is alive. The slots are read and written as references by
    /// managed threads only, by atomic accesses or those of compiled code; a native thread may store
    /// what is no reference, atomically, and must expect a collection to store the moved reference over it
    /// if there was one.
    pub unsafe fn register_roots(
        &self,
        first: *mut u64,
        count: usize,
        kind: RootsKind,
    ) -> Result<RootRange, RootsError> {
        self.shared().home.process().require_current("registering roots");
        let start = first.expose_provenance();
        self.shared().references.ranges.add(start, count, kind)?;
        Ok(RootRange { heap: Arc::clone(self.arc()), start })
    }
}
