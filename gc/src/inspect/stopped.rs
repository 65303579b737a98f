//! Stopping the world for an inspection.

use super::InspectionError;
use crate::mutator::is_managed;
use crate::object::TypeTable;
use crate::os;
use crate::root_slots::RootSlots;
use crate::runtime::Shared;
use crate::space::Spaces;
use crate::thread::{Operation, innermost_operation};

/// A heap all threads of which are stopped, and whose markers are parked.
#[derive(Clone, Copy)]
pub(super) struct StoppedHeap<'a> {
    pub(super) spaces: &'a Spaces,
    pub(super) types: &'a TypeTable,
    pub(super) roots: RootSlots<'a>,
}

/// Runs `inspect` while all threads of the heap are stopped. `name` completes the message that ends
/// the process if host code that `inspect` calls requests a collection.
///
/// # Errors
///
/// [`InspectionError`], if the calling thread cannot stop the others, and those of `inspect`.
pub(super) fn with_stopped<R, E: From<InspectionError>>(
    heap: &Shared,
    name: &'static str,
    inspect: impl FnOnce(&StoppedHeap<'_>) -> Result<R, E>,
) -> Result<R, E> {
    let _uncancelled = os::CancelDisabled::begin();
    heap.home.process().require_current(name);
    if innermost_operation().is_some() {
        return Err(InspectionError::InCallback.into());
    }
    if is_managed() {
        return Err(InspectionError::Managed.into());
    }
    heap.while_stopped(name, |threads| {
        let _operation = Operation::begin(name);
        let fibers = heap.fibers.lock();
        // SAFETY: the world is stopped until the view is dropped. A walk visits only frames that
        // are older than the point at which a thread stopped or left for native code.
        let code = unsafe { heap.code_view() };
        inspect(&StoppedHeap {
            spaces: &heap.spaces,
            types: &heap.types,
            roots: RootSlots {
                handles: &heap.handles,
                references: &heap.references,
                code: &code,
                threads,
                fibers: &fibers,
            },
        })
    })
}
