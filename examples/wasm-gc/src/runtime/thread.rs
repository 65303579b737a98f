//! The attachment of a thread to the heap of an engine.

use std::cell::RefCell;
use std::ffi::c_void;
use std::rc::{Rc, Weak};
use std::sync::Arc;

use statepoint_cranelift::RuntimeFunction;
use statepoint_gc::Mutator;

use super::engine::Engine;
use crate::Error;

/// A thread that is attached. The stores of the thread share it, and the last of them detaches the
/// thread.
#[derive(Debug)]
pub(super) struct AttachedThread {
    engine: Arc<Engine>,
    _mutator: Mutator,
}

thread_local! {
    static CURRENT: RefCell<Weak<AttachedThread>> = const { RefCell::new(Weak::new()) };
}

impl AttachedThread {
    /// Attaches the calling thread, if it is not attached.
    ///
    /// # Errors
    ///
    /// If the thread has a store of another engine.
    pub(super) fn current(engine: &Arc<Engine>) -> Result<Rc<Self>, Error> {
        CURRENT.with_borrow_mut(|current| {
            if let Some(thread) = current.upgrade().filter(|at| Arc::ptr_eq(&at.engine, engine)) {
                return Ok(thread);
            }
            let attached = engine.heap().attach();
            let mutator = attached.map_err(|error| Error::Resources(error.to_string()))?;
            let thread = Rc::new(Self { engine: Arc::clone(engine), _mutator: mutator });
            *current = Rc::downgrade(&thread);
            Ok(thread)
        })
    }
}

/// Calls an operation with the calling thread's access to the heap.
///
/// # Panics
///
/// If the thread has no store.
pub(super) fn with_mutator<R>(operation: impl FnOnce(&mut Mutator) -> R) -> R {
    Mutator::with_current(operation).expect("this thread has a store, and runs native code")
}

/// Returns the address of the collector's context of the calling thread.
pub(super) fn thread_context() -> u64 {
    let function = RuntimeFunction::ThreadContext.address();
    // SAFETY: the collector defines the function at this address with this type.
    let function =
        unsafe { std::mem::transmute::<*const c_void, extern "C" fn() -> *mut c_void>(function) };
    function().expose_provenance() as u64
}
