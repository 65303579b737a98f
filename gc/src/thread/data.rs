//! The collector's data of an attached thread.

use core::ptr::NonNull;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::io;

use statepoint_scanner::arch::Host;
use statepoint_scanner::walk::{CodeLookup, Cursor, LiveStack, StackWalkError};

use super::{FrameAnchor, Stack, ThreadContext, thread_context};
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
    /// The stack that the OS or the host gave to the thread. The context refers to it, so this
    /// value must not move while the thread is attached.
    pub(crate) own_stack: Stack,
    /// Log of the old objects that the thread has modified since the last collection.
    pub(crate) log: Log,
    /// Log of the cards, which are parts of large objects, that the thread has modified since the
    /// last collection.
    pub(crate) cards: Log<Card>,
    /// The thread's name when it was attached.
    pub(crate) name: String,
    /// The thread's ID in the OS (`gettid`).
    pub(crate) id: u32,
    /// Whether the thread has resumed a fiber, or switched to a stack of the host.
    pub(crate) has_fibers: AtomicBool,
    /// Whether one of these fibers may migrate.
    pub(crate) has_migrating_fibers: AtomicBool,
    /// A number that no other attached thread of the process has or had. Not 0.
    pub(crate) serial: u64,
}

/// [`ThreadData::serial`] of the thread that was attached last.
static LAST_SERIAL: AtomicU64 = AtomicU64::new(0);

impl ThreadData {
    /// Returns the data of the calling thread.
    ///
    /// # Errors
    ///
    /// If the OS does not report the bounds of the thread's stack.
    ///
    /// # Safety
    ///
    /// After the thread has ended, [`Self::context`], [`Self::stack`], [`Self::stacks`] and
    /// [`Self::walk`] are not called, and no method of [`Self::own_stack`] that takes an address,
    /// an anchor, an exit or an activation. The value itself may outlive the thread.
    pub(crate) unsafe fn of_current_thread() -> io::Result<Self> {
        let context = NonNull::new(thread_context().cast_mut());
        let (name, id) = (os::thread_name(), os::current_thread_id());
        // SAFETY: the caller upholds the contract of `Stack::of_current_thread`.
        let own_stack = unsafe { Stack::of_current_thread(format!("thread \"{name}\" ({id})")) }?;
        Ok(Self {
            context: ThreadContextPtr(context.expect("the thread context must not be null")),
            own_stack,
            log: Log::new(),
            cards: Log::new(),
            name,
            id,
            has_fibers: AtomicBool::new(false),
            has_migrating_fibers: AtomicBool::new(false),
            serial: LAST_SERIAL.fetch_add(1, Relaxed) + 1,
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

    /// Makes the thread's own stack the one that it runs. Called by the thread when it is attached.
    pub(crate) fn run_own_stack(&self) {
        self.context().stack.store(core::ptr::from_ref(&self.own_stack).cast_mut(), Relaxed);
    }

    /// Returns the stack that the thread runs. Called by the thread, or while the thread is at a
    /// safepoint.
    pub(crate) fn stack(&self) -> &Stack {
        // SAFETY: null, or a stack that exists as long as a thread runs it.
        unsafe { self.context().stack.load(Relaxed).as_ref() }.unwrap_or(&self.own_stack)
    }

    /// Returns whether the thread runs another stack than its own. Called as [`Self::stack`].
    pub(crate) fn runs_other_stack(&self) -> bool {
        !core::ptr::eq(self.stack(), &self.own_stack)
    }

    /// Returns the stack that the thread runs, and those that have resumed one another up to it,
    /// with their anchors, youngest first. The last one is the thread's own. Called as
    /// [`Self::stack`].
    pub(crate) fn stacks(&self) -> impl Iterator<Item = (&Stack, FrameAnchor)> {
        let running = (self.stack(), self.context().anchor());
        core::iter::successors(Some(running), |(stack, _)| {
            stack.resumer().map(|resumer| (resumer, resumer.switch.anchor()))
        })
    }

    /// Walks the managed frames of the stacks that the thread runs ([`Self::stacks`]). Calls
    /// `walk_segment` for each segment, with its stack; see [`Stack::walk`].
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
        mut walk_segment: impl FnMut(&Stack, Cursor<'_, Host>, LiveStack) -> Result<(), E>,
    ) -> Result<(), E> {
        self.stacks().try_for_each(|(stack, anchor)| {
            // SAFETY: the caller guarantees that the thread is at a safepoint or is the calling
            // one. The anchors are those of the stacks.
            unsafe {
                stack.walk(anchor, code, |cursor, memory| walk_segment(stack, cursor, memory))
            }
        })
    }
}
