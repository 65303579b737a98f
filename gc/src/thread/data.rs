//! The collector's data of an attached thread.

use core::ptr::NonNull;
use std::io;

use statepoint_scanner::arch::Host;
use statepoint_scanner::walk::{CodeLookup, Cursor, LiveStack, StackWalkError};

use super::{Stack, ThreadContext, thread_context};
use crate::os;
use crate::space::{Card, Log};

/// Pointer to the context of an attached thread, in its thread-local storage.
#[derive(Debug)]
struct ThreadContextPtr(NonNull<ThreadContext>);

// SAFETY: the context has atomic fields only, and stays valid until the thread ends. The creator of
// the value promises not to use it after that (`ThreadData::of_current_thread`).
unsafe impl Send for ThreadContextPtr {}
// SAFETY: as above.
unsafe impl Sync for ThreadContextPtr {}

/// The collector's data of an attached thread.
#[derive(Debug)]
pub(crate) struct ThreadData {
    context: ThreadContextPtr,
    /// The stack that the thread runs: its own.
    pub(crate) stack: Stack,
    /// DetachedLogs objects: those that the thread has modified since the last collection.
    pub(crate) log: Log,
    /// DetachedLogs cards: the same for parts of large objects.
    pub(crate) cards: Log<Card>,
    pub(crate) name: String,
    pub(crate) id: u32,
}

impl ThreadData {
    /// Returns the data of the calling thread.
    ///
    /// # Errors
    ///
    /// The system does not report where the thread's stack is.
    ///
    /// # Safety
    ///
    /// When the thread has ended, the value may still exist, but [`Self::context`] and
    /// [`Self::walk`] are not called, and no method of [`Self::stack`] is called that takes an
    /// address, an anchor, an exit or an activation.
    pub(crate) unsafe fn of_current_thread() -> io::Result<Self> {
        let context = NonNull::new(thread_context().cast_mut());
        let (name, id) = (os::thread_name(), os::current_thread_id());
        // SAFETY: the caller promises it.
        let stack = unsafe { Stack::of_current_thread(format!("thread \"{name}\" ({id})")) }?;
        Ok(Self {
            context: ThreadContextPtr(context.expect("a thread has thread-local storage")),
            stack,
            log: Log::new(),
            cards: Log::new(),
            name,
            id,
        })
    }

    /// Returns the thread's context.
    pub(crate) fn context(&self) -> &ThreadContext {
        // SAFETY: valid as long as the thread, which has not ended, as the creator of this value
        // has promised.
        unsafe { self.context.0.as_ref() }
    }

    /// Returns the thread's name and number.
    pub(crate) fn named(&self) -> (&str, u32) {
        (&self.name, self.id)
    }

    /// Walks the managed frames of the stack that the thread runs; see [`Stack::walk`].
    ///
    /// # Errors
    ///
    /// As for [`Stack::walk`].
    ///
    /// # Safety
    ///
    /// The thread is at a safepoint and stays there: stopped, or native; or it is the calling one.
    pub(crate) unsafe fn walk<E: From<StackWalkError>>(
        &self,
        code: &dyn CodeLookup<Host>,
        segment: impl FnMut(Cursor<'_, Host>, LiveStack) -> Result<(), E>,
    ) -> Result<(), E> {
        // SAFETY: the caller promises it; the context has the anchor of the stack that its thread
        // runs.
        unsafe { self.stack.walk(self.context().anchor(), code, segment) }
    }
}
