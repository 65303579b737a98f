//! The host's interface to root ranges.

use std::sync::Arc;

use crate::handles::{RootRangeError, RootRangeKind};
use crate::runtime::{Heap, Shared};

/// A registered range of reference slots in the host's memory. Dropping it removes the
/// registration. Created by [`Heap::register_root_range`]. It keeps the heap alive.
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
    /// Registers `count` slots from `first` on as roots, which collections read and update.
    /// Examples are global variables, tables of constants and the stack of an interpreter. A slot
    /// may hold the same values as a reference field of an object.
    ///
    /// Every collection, also a young one, scans all slots, so stores into them need no write
    /// barrier. The memory may be reused or freed when the returned value has been dropped; the
    /// drop waits while a collection scans the slots.
    ///
    /// # Errors
    ///
    /// [`RootRangeError`]. On an error, nothing is registered.
    ///
    /// # Safety
    ///
    /// As long as the returned value exists, the slots are readable and writable words. A word that
    /// looks like a reference into this heap is one, and points to a live object. Only managed
    /// threads read and write the slots as references, by atomic accesses or those of compiled
    /// code. A native thread may atomically store a value that is no reference; if the slot held a
    /// reference, a collection may overwrite that value with the updated reference.
    pub unsafe fn register_root_range(
        &self,
        first: *mut u64,
        count: usize,
        kind: RootRangeKind,
    ) -> Result<RootRange, RootRangeError> {
        self.shared().home.process().require_current("registering roots");
        let start = first.expose_provenance();
        self.shared().references.ranges.add(start, count, kind)?;
        Ok(RootRange { heap: Arc::clone(self.arc()), start })
    }
}
