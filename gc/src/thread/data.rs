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

// SAFETY: the context has atomic fields only, and stays valid until the thread ends. The caller of
// `ThreadData::of_current_thread` guarantees that the pointer is not used after that.
unsafe impl Send for ThreadContextPtr {}
// SAFETY: the same conditions apply to shared access.
unsafe impl Sync for ThreadContextPtr {}

/// The collector's data of an attached thread.
#[derive(Debug)]
pub(crate) struct ThreadData {
    context: ThreadContextPtr,
    /// The stack that the OS or the host gave to the thread.
    pub(crate) stack: Stack,
    /// Log of the old objects that the thread has modified since the last collection.
    pub(crate) log: Log,
    /// Log of the cards, which are parts of large objects, that the thread has modified since the
    /// last collection.
    pub(crate) cards: Log<Card>,
    /// The thread's name when it was attached.
    pub(crate) name: String,
    /// The thread's ID in the OS (`gettid`).
    pub(crate) id: u32,
}

impl ThreadData {
    /// Returns the data of the calling thread.
    ///
    /// # Errors
    ///
    /// If the OS does not report the bounds of the thread's stack.
    ///
    /// # Safety
    ///
    /// After the thread has ended, [`Self::context`] and [`Self::walk`] are not called, and no
    /// method of [`Self::stack`] that takes an address, an anchor, an exit or an activation. The
    /// value itself may outlive the thread.
    pub(crate) unsafe fn of_current_thread() -> io::Result<Self> {
        let context = NonNull::new(thread_context().cast_mut());
        let (name, id) = (os::thread_name(), os::current_thread_id());
        // SAFETY: the caller upholds the contract of `Stack::of_current_thread`.
        let stack = unsafe { Stack::of_current_thread(format!("thread \"{name}\" ({id})")) }?;
        Ok(Self {
            context: ThreadContextPtr(context.expect("the thread context must not be null")),
            stack,
            log: Log::new(),
            cards: Log::new(),
            name,
            id,
        })
    }

    /// Returns the thread's context.
    pub(crate) fn context(&self) -> &ThreadContext {
        // SAFETY: the context is valid as long as the thread. The creator of this value guarantees
        // that the thread has not ended.
        unsafe { self.context.0.as_ref() }
    }

    /// Returns the thread's name and OS thread ID.
    pub(crate) fn named(&self) -> (&str, u32) {
        (&self.name, self.id)
    }

    /// Walks the managed frames of the stack that the thread runs. Calls `walk_segment` for each
    /// segment; see [`Stack::walk`].
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
        walk_segment: impl FnMut(Cursor<'_, Host>, LiveStack) -> Result<(), E>,
    ) -> Result<(), E> {
        // SAFETY: the caller guarantees that the thread is at a safepoint or is the calling one.
        // The context contains the anchor of the stack that its thread runs.
        unsafe { self.stack.walk(self.context().anchor(), code, walk_segment) }
    }
}
