//! Local handles: references that native code holds for a short while, in a [stack of cells](LocalCells) of its thread.

use core::fmt;
use core::marker::PhantomData;

use super::{ForeignHandle, Handle, Held};
use crate::handles::LocalCells;
use crate::mutator::{Argument, Attachment, CallError, Mutator};

/// Keeps an object alive until its scope ends; for the thread that made it.
///
/// Made in a [`Scope`], passed to managed code as [`Argument::Local`].
#[derive(Clone, Copy)]
pub struct LocalHandle<'s> {
    index: u32,
    /// It lives as long as the scope, and stays on the thread.
    of: PhantomData<(&'s (), *mut ())>,
}

impl LocalHandle<'_> {
    /// That of a cell; of the thread that uses it, and there as long as it does.
    #[cfg(feature = "capi")]
    pub(crate) fn of_cell(index: u32) -> Self {
        Self { index, of: PhantomData }
    }

    /// The reference. The calling thread, whose cells these are, is managed.
    pub(crate) fn get(self, cells: &LocalCells) -> u64 {
        cells.get(self.index)
    }
}

impl fmt::Debug for LocalHandle<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LocalHandle({})", self.index)
    }
}

/// A part of the host's work whose local handles go when it ends. Made by [`Mutator::scope`].
///
/// Scopes nest, also across calls into managed code that calls native code which opens another one. Local handles
/// are made in the innermost scope only.
#[derive(Debug)]
pub struct Scope<'s> {
    mutator: &'s mut Mutator,
    /// How many local handles there were before.
    length: u32,
    /// How many scopes, this one included.
    depth: u32,
}

impl Mutator {
    /// Runs `action` with a scope of its own for local handles.
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
    /// A local handle does not leave its scope:
    ///
    /// ```compile_fail
    /// # fn f(mutator: &mut statepoint_gc::Mutator, handle: &statepoint_gc::Handle) {
    /// let local = mutator.scope(|scope| scope.local(handle).unwrap());
    /// # }
    /// ```
    pub fn scope<R>(&mut self, action: impl for<'s> FnOnce(&mut Scope<'s>) -> R) -> R {
        action(&mut Scope::open(self))
    }

    fn locals(&self) -> &LocalCells {
        &self.attachment().me.data.stack.locals
    }
}

impl<'s> Scope<'s> {
    fn open(mutator: &'s mut Mutator) -> Self {
        let (length, depth) = mutator.locals().open();
        Self { mutator, length, depth }
    }

    fn require_innermost(&self) {
        let depth = self.mutator.locals().depth();
        assert_eq!(
            depth, self.depth,
            "a local handle is made in a scope while another is open in it"
        );
    }

    /// A local handle of the reference that `reference` gets while the thread is managed.
    fn push<E>(
        &mut self,
        reference: impl FnOnce(&Attachment) -> Result<u64, E>,
    ) -> Result<LocalHandle<'s>, E> {
        self.require_innermost();
        self.mutator.managed(|attachment| {
            let word = reference(attachment)?;
            Ok(LocalHandle { index: attachment.me.data.stack.locals.push(word), of: PhantomData })
        })
    }

    /// To call managed code for something else than a local handle, to open a scope in this one, or to
    /// collect.
    pub fn mutator(&mut self) -> &mut Mutator {
        self.mutator
    }

    /// Calls a managed function that returns a reference, and keeps the object alive until this scope ends.
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
        // SAFETY: the caller promises what the call needs. The reference becomes a local handle before
        // this thread leaves managed code.
        unsafe {
            self.mutator.call_then(function, arguments, |attachment, word| LocalHandle {
                index: attachment.me.data.stack.locals.push(word),
                of: PhantomData,
            })
        }
    }

    /// A local handle of the same object.
    ///
    /// # Errors
    ///
    /// If the handle is one of another heap.
    ///
    /// # Panics
    ///
    /// If another scope is open in this one.
    pub fn local<'h>(
        &mut self,
        handle: impl Into<Held<'h>>,
    ) -> Result<LocalHandle<'s>, ForeignHandle> {
        let held = self.mutator.own(handle)?;
        self.push(|attachment| Ok(held.get(attachment)))
    }

    /// A handle of the same object that may leave the scope.
    pub fn global(&mut self, local: LocalHandle<'_>) -> Handle {
        self.mutator.managed(|attachment| {
            Handle::new(&attachment.heap, local.get(&attachment.me.data.stack.locals))
        })
    }

    /// Runs `action` in a scope of its own; only the local handle that it returns is kept, in this
    /// scope.
    ///
    /// # Panics
    ///
    /// If another scope is open in this one.
    pub fn scope_for_local(
        &mut self,
        action: impl for<'t> FnOnce(&mut Scope<'t>) -> LocalHandle<'t>,
    ) -> LocalHandle<'s> {
        self.require_innermost();
        let mut inner = Scope::open(self.mutator);
        let index = action(&mut inner).index;
        // The cell is the inner scope's last use, and moved to where its first one was, or another scope's.
        inner.mutator.managed(|attachment| {
            attachment.me.data.stack.locals.keep_last(inner.length, index);
        });
        let index = inner.length;
        inner.length += 1;
        LocalHandle { index, of: PhantomData }
    }
}

impl Drop for Scope<'_> {
    fn drop(&mut self) {
        self.mutator.locals().close(self.length, self.depth);
    }
}
