//! Handshakes, which run an operation for one thread at its next safepoint while the other threads
//! continue (in HotSpot: thread-local handshakes, JEP 312).

use core::fmt;
use core::num::NonZeroU64;

use statepoint_scanner::arch::Host;
use statepoint_scanner::image::symbols;
use statepoint_scanner::walk::{CodeLookup, Cursor, FrameKind, StackFrame, StackWalkError};

use super::attachment;
use crate::os;
use crate::process::run_callback;
use crate::runtime::{Heap, Shared};
use crate::thread::{AttachedThread, Operation, Stack, ThreadData, abort_in_operation};

/// A thread that is, or was, attached to a heap.
#[derive(Clone)]
pub struct MutatorThread(AttachedThread);

impl MutatorThread {
    /// Returns the thread's name when it was attached.
    pub fn name(&self) -> &str {
        &self.0.data.name
    }

    /// Returns the thread's ID in the OS (`gettid`).
    pub fn id(&self) -> u32 {
        self.0.data.id
    }
}

impl fmt::Debug for MutatorThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MutatorThread").field("name", &self.name()).field("id", &self.id()).finish()
    }
}

/// Error returned when the operation of a handshake was not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandshakeError {
    /// The thread is not, or no longer, attached to this heap.
    #[error("the thread is not attached to this heap")]
    NotAttached,
    /// The calling thread is managed: managed code has called native code without a transition. The
    /// thread would delay a stop that the handshake may have to wait for.
    #[error(
        "the calling thread is managed; managed code must call this function through \
         spgc_call_native"
    )]
    Managed,
}

/// A thread at a safepoint, as the operation of a handshake may inspect it.
#[derive(Debug)]
pub struct StoppedThread<'a> {
    pub(crate) heap: &'a Shared,
    pub(crate) thread: &'a ThreadData,
}

/// A frame of managed code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ManagedFrame {
    /// The return address of the call that the frame is in.
    pub pc: u64,
}

impl fmt::Display for ManagedFrame {
    /// Formats the function and the offset in it, by the symbols of its image.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&symbols::describe_return_address(self.pc))
    }
}

/// Selects frames of a stopped thread.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Frames {
    /// The frames of the stacks that it runs.
    Running,
    /// Those, and the frames of its suspended fibers.
    WithFibers,
}

impl StoppedThread<'_> {
    /// Returns the thread's name when it was attached.
    pub fn name(&self) -> &str {
        &self.thread.name
    }

    /// Returns the thread's ID in the OS (`gettid`).
    pub fn id(&self) -> u32 {
        self.thread.id
    }

    /// Returns the managed frames of the thread, youngest first. If the thread runs a fiber, the
    /// frames that have resumed it follow. The list is empty if the thread runs no managed code.
    ///
    /// # Errors
    ///
    /// If the stack cannot be walked. A collection could not walk it either.
    pub fn frames(&self) -> Result<Vec<ManagedFrame>, StackWalkError> {
        self.walk(Frames::Running, |frame, _| ManagedFrame { pc: frame.pc })
    }

    /// Returns the results of `describe` for each of these managed frames, youngest first.
    /// `describe` is called with the frame and the number of frames that came before.
    pub(crate) fn walk<F>(
        &self,
        frames: Frames,
        describe: impl Fn(&StackFrame<'_, Host>, usize) -> F,
    ) -> Result<Vec<F>, StackWalkError> {
        // SAFETY: the thread is at a safepoint, so the code of its frames is not unloaded
        // meanwhile.
        let code = unsafe { self.heap.code_view() };
        code.with(|code| self.walk_in(code, frames, describe))
    }

    /// As [`Self::walk`], with the given code.
    fn walk_in<F>(
        &self,
        code: &dyn CodeLookup<Host>,
        which: Frames,
        describe: impl Fn(&StackFrame<'_, Host>, usize) -> F,
    ) -> Result<Vec<F>, StackWalkError> {
        let mut frames = Vec::new();
        let walk_segment = |_: &Stack, mut cursor: Cursor<'_, Host>, memory| {
            while let Some(frame) = cursor.next(&memory)? {
                if frame.kind == FrameKind::Managed {
                    frames.push(describe(&frame, frames.len()));
                }
            }
            Ok(())
        };
        // SAFETY: the thread is at a safepoint.
        unsafe {
            match which {
                Frames::Running => self.thread.walk(code, walk_segment),
                Frames::WithFibers => {
                    self.heap.fibers.walk(self.thread, code, walk_segment).map(drop)
                }
            }
        }?;
        Ok(frames)
    }
}

impl Heap {
    /// Returns the threads that are attached now. Threads may attach and detach at any time.
    pub fn threads(&self) -> Vec<MutatorThread> {
        let _uncancelled = os::CancelDisabled::begin();
        let heap = self.shared();
        heap.home.process().require_current("listing threads");
        heap.safepoint.threads().iter().cloned().map(MutatorThread).collect()
    }

    /// Interrupts a thread: leaves a word for it, which managed code takes at the next
    /// `spgc_poll_interrupt` of the prelude (`docs/porting/exceptions.md`), and native code by
    /// [`Mutator::take_interrupt`](crate::Mutator::take_interrupt). The meaning of the word is the
    /// host's: typically an exception that the thread is to throw. What the calling thread has
    /// written before is visible to the thread that takes the word.
    ///
    /// Returns the word that waited for the thread, which the new one replaces. Does not wait for
    /// the thread: if it is in native code, the word waits until the thread takes it. Until then
    /// each allocation of the thread takes its slow path. A word that waits when the thread is
    /// detached is lost. Any thread may call this at any time.
    ///
    /// # Errors
    ///
    /// [`HandshakeError::NotAttached`].
    pub fn interrupt(
        &self,
        thread: &MutatorThread,
        word: NonZeroU64,
    ) -> Result<Option<NonZeroU64>, HandshakeError> {
        let _uncancelled = os::CancelDisabled::begin();
        let heap = self.shared();
        heap.home.process().require_current("an interrupt");
        heap.safepoint.interrupt(&thread.0, word).map_err(|_| HandshakeError::NotAttached)
    }

    /// Runs `operation` while `thread` is at a safepoint, and returns its result. The other threads
    /// continue meanwhile, and `thread` does afterwards.
    ///
    /// If `thread` runs managed code, it runs the operation itself, at its next poll or allocation.
    /// If it is in native code, the calling thread runs the operation on its behalf; `thread` waits
    /// if it returns to managed code meanwhile. If `thread` ends, the operation is run when it is
    /// detached, or not at all.
    ///
    /// The operation delays collections. It must not wait for another thread, run managed code,
    /// collect, attach or detach, make or drop [`Handle`](crate::Handle)s, or call this function.
    /// If it panics, collects or starts another handshake, the process ends with a message.
    ///
    /// # Errors
    ///
    /// [`HandshakeError`]. Then the operation was not run.
    pub fn handshake<R: Send>(
        &self,
        thread: &MutatorThread,
        operation: impl FnOnce(&StoppedThread<'_>) -> R + Send,
    ) -> Result<R, HandshakeError> {
        let _uncancelled = os::CancelDisabled::begin();
        self.shared().home.process().require_current("a handshake");
        abort_in_operation("a handshake");
        if attachment::is_managed() {
            return Err(HandshakeError::Managed);
        }
        let heap = self.shared();
        let mut operation = Some(operation);
        let mut result = None;
        heap.safepoint
            .handshake(&thread.0, |thread| {
                if let Some(operation) = operation.take() {
                    let _operation = Operation::begin("the operation of a handshake");
                    let stopped = StoppedThread { heap, thread };
                    let run = || operation(&stopped);
                    result = Some(run_callback("the operation of a handshake", run));
                }
            })
            .ok()
            .and(result)
            .ok_or(HandshakeError::NotAttached)
    }
}
