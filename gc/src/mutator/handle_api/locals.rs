//! Local handles: references that native code holds for a scope, in its thread's [stack of
//! cells](LocalCells).

use core::fmt;
use core::marker::PhantomData;

use super::{AnyHandle, ForeignHandle, Handle};
use crate::handles::LocalCells;
use crate::mutator::{Argument, Attachment, CallError, Mutator};

/// A local handle: it keeps an object alive until its scope ends. Only the thread that created it
/// can use it.
///
/// A local handle is created in a [`HandleScope`], and passed to managed code as
/// [`Argument::Local`].
#[derive(Clone, Copy)]
pub struct LocalHandle<'s> {
    /// Index of the cell in the thread's stack of cells.
    index: u32,
    /// The handle is valid as long as its scope, and only on its thread.
    scope: PhantomData<(&'s (), *mut ())>,
}

impl LocalHandle<'_> {
    /// Creates the local handle of a cell. The cell belongs to the calling thread and exists as
    /// long as the handle is used.
    #[cfg(feature = "capi")]
    pub(crate) fn of_cell(index: u32) -> Self {
        Self { index, scope: PhantomData }
    }

    /// Returns the reference. `cells` are those of the calling thread, which is managed.
    pub(crate) fn get(self, cells: &LocalCells) -> u64 {
        cells.get(self.index)
    }
}

impl fmt::Debug for LocalHandle<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LocalHandle({})", self.index)
    }
}

/// A scope of local handles, which are dropped when the scope ends. Created by [`Mutator::scope`].
///
/// Scopes nest, also across a call into managed code that calls native code, which opens another
/// scope. Local handles can be made in the innermost scope only.
#[derive(Debug)]
pub struct HandleScope<'s> {
    mutator: &'s mut Mutator,
    /// The number of the thread's local handles when the scope was opened.
    length: u32,
    /// The number of open scopes, including this one.
    depth: u32,
}

impl Mutator {
    /// Runs `action` with a new scope for local handles, and returns its result.
    ///
    /// ```no_run
    /// # fn f(mutator: &mut statepoint_gc::Mutator, handle: &statepoint_gc::Handle) {
    /// let kept = mutator.scope(|scope| {
    ///     let local = scope.local(handle).expect("a handle of this heap");
    ///     // ... calls with `Argument::Local(local)` ...
    ///     scope.global(local)
    /// });
    /// # }
    /// ```
    ///
    /// A local handle cannot leave its scope:
    ///
    /// ```compile_fail
    /// # fn f(mutator: &mut statepoint_gc::Mutator, handle: &statepoint_gc::Handle) {
    /// let local = mutator.scope(|scope| scope.local(handle).unwrap());
    /// # }
    /// ```
    pub fn scope<R>(&mut self, action: impl for<'s> FnOnce(&mut HandleScope<'s>) -> R) -> R {
        action(&mut HandleScope::open(self))
    }

    /// Returns the thread's cells of local handles.
    fn locals(&self) -> &LocalCells {
        &self.attachment().me.data.stack().locals
    }
}

impl<'s> HandleScope<'s> {
    /// Opens a scope in the innermost open scope of the thread.
    fn open(mutator: &'s mut Mutator) -> Self {
        let (length, depth) = mutator.locals().open();
        Self { mutator, length, depth }
    }

    /// Panics if another scope is open in this one.
    fn require_innermost(&self) {
        let depth = self.mutator.locals().depth();
        assert_eq!(
            depth, self.depth,
            "a local handle is created in a scope while an inner scope is open"
        );
    }

    /// Creates a local handle of the reference that `reference` returns. `reference` is called
    /// while the thread is managed.
    fn push<E>(
        &mut self,
        reference: impl FnOnce(&Attachment) -> Result<u64, E>,
    ) -> Result<LocalHandle<'s>, E> {
        self.require_innermost();
        self.mutator.managed(|attachment| {
            let word = reference(attachment)?;
            Ok(LocalHandle {
                index: attachment.me.data.stack().locals.push(word),
                scope: PhantomData,
            })
        })
    }

    /// Returns the mutator, for example to open a nested scope, to collect, or to call managed code
    /// without a local handle for the result.
    pub fn mutator(&mut self) -> &mut Mutator {
        self.mutator
    }

    /// Calls a managed function that returns a reference, and returns a local handle of the object.
    ///
    /// # Errors
    ///
    /// [`CallError`], before anything is called.
    ///
    /// # Panics
    ///
    /// If another scope is open in this one.
    ///
    /// # Safety
    ///
    /// As for [`Mutator::call`], and the function returns a `ptr addrspace(1)`.
    pub unsafe fn call_for_local(
        &mut self,
        function: *const core::ffi::c_void,
        arguments: &[Argument<'_>],
    ) -> Result<LocalHandle<'s>, CallError> {
        self.require_innermost();
        // SAFETY: the caller upholds this function's contract. The reference becomes a local
        // handle before this thread leaves managed code.
        unsafe {
            self.mutator.call_then(function, arguments, |attachment, word| LocalHandle {
                index: attachment.me.data.stack().locals.push(word),
                scope: PhantomData,
            })
        }
    }

    /// Creates a local handle to the object that `handle` refers to.
    ///
    /// # Errors
    ///
    /// If the handle belongs to another heap.
    ///
    /// # Panics
    ///
    /// If another scope is open in this one.
    pub fn local<'h>(
        &mut self,
        handle: impl Into<AnyHandle<'h>>,
    ) -> Result<LocalHandle<'s>, ForeignHandle> {
        let held = self.mutator.check_handle(handle)?;
        self.push(|attachment| Ok(held.get(attachment)))
    }

    /// Creates a [`Handle`] to the same object, which may leave the scope.
    pub fn global(&mut self, local: LocalHandle<'_>) -> Handle {
        self.mutator.managed(|attachment| {
            Handle::new(&attachment.heap, local.get(&attachment.me.data.stack().locals))
        })
    }

    /// Runs `action` in a nested scope. Returns a local handle of this scope to the object of the
    /// handle that `action` returns. The local handles of the nested scope are dropped.
    ///
    /// # Panics
    ///
    /// If another scope is open in this one.
    pub fn scope_for_local(
        &mut self,
        action: impl for<'t> FnOnce(&mut HandleScope<'t>) -> LocalHandle<'t>,
    ) -> LocalHandle<'s> {
        self.require_innermost();
        let mut inner = HandleScope::open(self.mutator);
        let index = action(&mut inner).index;
        // The reference is moved to the inner scope's first cell, which becomes a cell of this
        // scope. The cell it comes from may belong to an outer scope.
        inner.mutator.managed(|attachment| {
            attachment.me.data.stack().locals.keep_last(inner.length, index);
        });
        let index = inner.length;
        inner.length += 1;
        LocalHandle { index, scope: PhantomData }
    }
}

impl Drop for HandleScope<'_> {
    fn drop(&mut self) {
        self.mutator.locals().close(self.length, self.depth);
    }
}
