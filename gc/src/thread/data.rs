//! What the collector knows of an attached thread.

use core::ptr::NonNull;
use std::io;

use super::{ThreadContext, thread_context};
use crate::handles::LocalCells;
use crate::os::{self, ThreadStack};
use crate::space::{Card, Log};

/// Where the context of an attached thread is: in its thread-local storage.
#[derive(Debug)]
struct ContextOfThread(NonNull<ThreadContext>);

// SAFETY: the context has atomic fields only, and stays valid until the thread ends. Who makes the value promises not to
// use it after that (`ThreadData::of_current_thread`).
unsafe impl Send for ContextOfThread {}
// SAFETY: as above.
unsafe impl Sync for ContextOfThread {}

/// What the collector knows of an attached thread.
#[derive(Debug)]
pub(crate) struct ThreadData {
    context: ContextOfThread,
    pub(crate) stack: ThreadStack,
    /// Objects that it has modified since the last collection.
    pub(crate) log: Log,
    /// The same of parts of large objects.
    pub(crate) cards: Log<Card>,
    pub(crate) name: String,
    pub(crate) id: u32,
    /// What native code on the thread holds for the moment.
    pub(crate) locals: LocalCells,
}

impl ThreadData {
    /// Returns what is known of the calling thread.
    ///
    /// # Errors
    ///
    /// The system does not say where its stack is.
    ///
    /// # Safety
    ///
    /// When the thread has ended, the value may still exist, but [`Self::context`] and [`Self::walk`] are not called.
    pub(crate) unsafe fn of_current_thread() -> io::Result<Self> {
        let context = NonNull::new(thread_context().cast_mut());
        Ok(Self {
            context: ContextOfThread(context.expect("a thread has thread-local storage")),
            stack: ThreadStack::of_current_thread()?,
            log: Log::new(),
            cards: Log::new(),
            name: os::thread_name(),
            id: os::current_thread_id(),
            locals: LocalCells::default(),
        })
    }

    /// The thread's context.
    pub(crate) fn context(&self) -> &ThreadContext {
        // SAFETY: valid as long as the thread, which has not ended, as who made this has promised.
        unsafe { self.context.0.as_ref() }
    }

    /// Its name and number.
    pub(crate) fn named(&self) -> (&str, u32) {
        (&self.name, self.id)
    }
}
