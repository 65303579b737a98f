//! Local handles: references that native code holds for a short while, in a stack of cells that belongs to
//! its thread. Making one takes no lock and no atomic exchange; the end of a scope frees all that were made in it.
//!
//! # Protocol
//!
//! A thread's cells are used by that thread, and by collections while it is stopped or native.
//!
//! * The thread makes and reads cells only while it is managed, when no collection is in progress; the safepoint
//!   protocol orders both behind what the last one wrote, and before the next. So relaxed order does.
//! * It frees cells while it is native, and a collection may be under way, which has read the old length. Then
//!   that goes on to rewrite cells that were just freed. They are still what the last collection has left
//!   there, or newer: the length only falls while the thread is native. So they hold references that are
//!   valid, or were forwarded already; that they keep objects alive once more does no harm.
//! * A cell that is free is written before it is counted, by the managed thread.

use core::fmt;
use core::marker::PhantomData;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use statepoint_scanner::mutation::broken;

use super::Held;
use super::cells::Words;
use super::handles::{ForeignHandle, Handle};
use crate::mutator::{Argument, Attachment, CallError, Mutator};

/// The cells of a thread.
#[derive(Debug, Default)]
pub(crate) struct LocalCells {
    words: Words,
    length: AtomicU32,
    /// How many scopes are open. Of the owner alone.
    depth: AtomicU32,
}

impl LocalCells {
    /// A scope is opened: how many cells there were before, and how many scopes are open with it.
    pub(crate) fn open(&self) -> (u32, u32) {
        let depth = self.depth.load(Relaxed) + 1;
        self.depth.store(depth, Relaxed);
        (self.len(), depth)
    }

    /// The scope that this was told of is closed, and those that were opened in it.
    pub(crate) fn close(&self, length: u32, depth: u32) {
        self.length.store(length, Relaxed);
        self.depth.store(depth - 1, Relaxed);
    }

    /// All scopes are closed.
    #[cfg(feature = "capi")]
    pub(crate) fn close_all(&self) {
        self.length.store(0, Relaxed);
        self.depth.store(0, Relaxed);
    }

    /// How many scopes are open.
    pub(crate) fn depth(&self) -> u32 {
        self.depth.load(Relaxed)
    }

    pub(crate) fn len(&self) -> u32 {
        self.length.load(Relaxed)
    }

    /// A cell with a reference that was read while the thread was managed, and still is.
    pub(crate) fn push(&self, word: u64) -> u32 {
        let index = self.len();
        let length = index.checked_add(1).expect("fewer than 2^32 local handles");
        self.words.make(index).store(word, Relaxed);
        self.length.store(length, Relaxed);
        index
    }

    fn get(&self, index: u32) -> u64 {
        self.words.get(index).load(Relaxed)
    }

    /// Replaces each reference. The thread is stopped or native. Returns how many were looked at.
    pub(crate) fn visit(&self, mut visit: impl FnMut(u64) -> u64) -> u64 {
        let length = self.length.load(Relaxed);
        for index in 0..length.saturating_sub(u32::from(broken("forget-local"))) {
            let cell = self.words.get(index);
            cell.store(visit(cell.load(Relaxed)), Relaxed);
        }
        u64::from(length)
    }
}

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
        &self.attachment().me.data.locals
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
            Ok(LocalHandle { index: attachment.me.data.locals.push(word), of: PhantomData })
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
                index: attachment.me.data.locals.push(word),
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
            Handle::new(&attachment.heap, local.get(&attachment.me.data.locals))
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
            let cells = &attachment.me.data.locals;
            let word = cells.get(index);
            cells.length.store(inner.length, Relaxed);
            cells.push(word);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_freed_together_and_visited_while_they_last() {
        let cells = LocalCells::default();
        for n in 0..100 {
            assert_eq!(cells.push(8 * n), n as u32);
        }
        cells.length.store(70, Relaxed);
        assert_eq!(cells.visit(|word| word + 1), 70);
        assert_eq!(cells.push(1), 70);
        assert_eq!((cells.get(69), cells.get(70), cells.get(71)), (8 * 69 + 1, 1, 8 * 71));
    }

    /// What the protocol says of freed cells that a visit still rewrites.
    #[test]
    fn a_thread_frees_cells_while_they_are_visited() {
        for _ in 0..200 {
            let cells = LocalCells::default();
            for n in 0..300 {
                cells.push(8 * n);
            }
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    for length in (0..300).rev() {
                        cells.length.store(length, Relaxed);
                    }
                });
                let visited = cells.visit(|word| {
                    assert_eq!(word % 8, 0, "each is visited once");
                    word + 1
                });
                assert!(visited <= 300);
            });
            assert_eq!(cells.visit(|_| 0), 0);
        }
    }
}
