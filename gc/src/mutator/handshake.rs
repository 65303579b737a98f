//! Asking one thread for something at its next safepoint, while the others go on.

use core::fmt;

use statepoint_scanner::arch::Host;
use statepoint_scanner::image::symbols;
use statepoint_scanner::walk::{Code, Cursor, Frame, FrameKind, WalkError};

use super::attachment;
use crate::os;
use crate::runtime::{Heap, Shared};
use crate::thread::{AttachedThread, Operation, ThreadData, refuse_in_operation};

/// A thread that is attached to a heap, or was.
#[derive(Clone)]
pub struct Thread(AttachedThread);

impl Thread {
    /// Its name when it was attached.
    pub fn name(&self) -> &str {
        &self.0.data.name
    }

    /// Its number in the system's lists.
    pub fn id(&self) -> u32 {
        self.0.data.id
    }
}

impl fmt::Debug for Thread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thread").field("name", &self.name()).field("id", &self.id()).finish()
    }
}

/// Why an operation was not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandshakeError {
    /// The thread is not attached to this heap, or not any more.
    #[error("the thread is not attached to this heap")]
    NotAttached,
    /// The calling thread is managed: managed code has called native code without leaving the
    /// managed state. It would hold up the stop that the handshake may have to wait for.
    #[error("the calling thread counts as managed; managed code must leave by spgc_call_native")]
    Managed,
}

/// A thread at a safepoint: what an operation that it was asked for may look at.
#[derive(Debug)]
pub struct AtSafepoint<'a> {
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
    /// The function and the place in it, by the symbols of its image.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&symbols::describe_return_address(self.pc))
    }
}

impl AtSafepoint<'_> {
    /// The thread's name when it was attached.
    pub fn name(&self) -> &str {
        &self.thread.name
    }

    /// Its number in the system's lists.
    pub fn id(&self) -> u32 {
        self.thread.id
    }

    /// The managed frames of the thread, youngest first; none if it runs no managed code.
    ///
    /// # Errors
    ///
    /// If the stack cannot be walked, as a collection could not walk it either.
    pub fn frames(&self) -> Result<Vec<ManagedFrame>, WalkError> {
        self.walk(|frame, _| ManagedFrame { pc: frame.pc })
    }

    /// What `of` makes of each managed frame and the number of those that are younger.
    pub(crate) fn walk<F>(
        &self,
        of: impl Fn(&Frame<'_, Host>, usize) -> F,
    ) -> Result<Vec<F>, WalkError> {
        // SAFETY: the thread is at a safepoint: the frames that are walked stay.
        let code = unsafe { self.heap.code_view() };
        code.with(|code| self.walk_in(code, of))
    }

    fn walk_in<F>(
        &self,
        code: &dyn Code<Host>,
        of: impl Fn(&Frame<'_, Host>, usize) -> F,
    ) -> Result<Vec<F>, WalkError> {
        let mut frames = Vec::new();
        let segment = |mut cursor: Cursor<'_, Host>, memory| {
            while let Some(frame) = cursor.next(&memory)? {
                if frame.kind == FrameKind::Managed {
                    frames.push(of(&frame, frames.len()));
                }
            }
            Ok(())
        };
        // SAFETY: the thread is at a safepoint.
        unsafe { self.thread.walk(code, segment) }.map(|()| frames)
    }
}

impl Heap {
    /// The threads that are attached now. They may come and go at any time.
    pub fn threads(&self) -> Vec<Thread> {
        let heap = self.shared();
        heap.home.process().require_current("asking for threads");
        heap.safepoint.threads().iter().cloned().map(Thread).collect()
    }

    /// Runs `operation` while `thread` is at a safepoint, and returns when that is done. The other
    /// threads go on, and so does `thread` afterwards.
    ///
    /// If the thread runs managed code, it runs the operation itself, at its next poll or
    /// allocation; if it is in native code, the calling thread does so on its behalf, and the thread
    /// waits should it want to run managed code meanwhile. Operations for a thread that ends are run
    /// when it is detached, or not at all.
    ///
    /// The operation delays collections. It must not wait for another thread, run managed code,
    /// collect, attach or detach, make or drop [`Handle`](crate::Handle)s, or call this function. A
    /// panic in it, a collection and another handshake end the process with a message.
    ///
    /// # Errors
    ///
    /// [`HandshakeError`]; the operation was not run then.
    pub fn handshake<R: Send>(
        &self,
        thread: &Thread,
        operation: impl FnOnce(&AtSafepoint<'_>) -> R + Send,
    ) -> Result<R, HandshakeError> {
        let _uncancelled = os::CancelDisabled::begin();
        self.shared().home.process().require_current("a handshake");
        refuse_in_operation("a handshake");
        // SAFETY: the record is in place while the calling thread is attached.
        if attachment::current().is_some_and(|me| unsafe { me.as_ref() }.me.is_managed()) {
            return Err(HandshakeError::Managed);
        }
        let heap = self.shared();
        let mut operation = Some(operation);
        let mut result = None;
        heap.safepoint
            .handshake(&thread.0, |thread| {
                if let Some(operation) = operation.take() {
                    let _operation = Operation::begin("the operation of a handshake");
                    result = Some(operation(&AtSafepoint { heap, thread }));
                }
            })
            .ok()
            .and(result)
            .ok_or(HandshakeError::NotAttached)
    }
}
