//! Resuming a fiber, and suspending one, by native code.

use super::{Fiber, FiberError};
use crate::mutator::{Argument, Attachment, Handle, Mutator, arch};
use crate::os::CancelDeferred;
use crate::thread::{FiberPhase, NotResumable, abort_in_operation};

/// The reference that a fiber has passed to the code that has resumed it.
#[derive(Debug)]
pub enum Resumed {
    /// The fiber has suspended itself.
    Suspended(Handle),
    /// The fiber's function has returned.
    Done(Handle),
}

impl Resumed {
    /// Returns the reference.
    pub fn into_handle(self) -> Handle {
        match self {
            Self::Suspended(handle) | Self::Done(handle) => handle,
        }
    }
}

impl Mutator {
    /// Runs a fiber until it suspends itself, or its function returns. `value` is what
    /// `spgc_suspend` returns in the fiber, or what the fiber's function receives. References are
    /// passed by handle. A word must be one that [`Self::store_word`] may store in a reference
    /// slot: 0 for null, a tagged integer, or the address of a static object.
    ///
    /// The calling thread may itself run a fiber, whose managed code has called the native code
    /// that calls this.
    ///
    /// An exception that leaves the fiber's function leaves this call, if the fiber [passes
    /// exceptions](super::FiberConfig::pass_exceptions). The fiber is done then.
    ///
    /// # Errors
    ///
    /// [`FiberError`], before anything runs. [`FiberError::IsReference`] if a word is a reference.
    pub fn resume(
        &mut self,
        fiber: &mut Fiber,
        value: Argument<'_>,
    ) -> Result<Resumed, FiberError> {
        // The cancellation type is restored last, also if an exception leaves the call.
        let _deferred = CancelDeferred::begin();
        let then = |attachment: &Attachment, word, is_done| {
            let handle = Handle::new(&attachment.heap, word);
            if is_done { Resumed::Done(handle) } else { Resumed::Suspended(handle) }
        };
        // SAFETY: cancellation is deferred.
        unsafe { self.resume_deferred(fiber, value, then) }
    }

    /// As [`Self::resume`], but calls `then` with the reference and whether the fiber is done,
    /// while the thread is managed, and returns the result.
    ///
    /// # Safety
    ///
    /// The thread's cancellation type is deferred until the call has returned or an exception has
    /// left it. `then` must not wait.
    pub(crate) unsafe fn resume_deferred<R>(
        &mut self,
        fiber: &Fiber,
        value: Argument<'_>,
        then: impl FnOnce(&Attachment, u64, bool) -> R,
    ) -> Result<R, FiberError> {
        abort_in_operation("resuming a fiber");
        let record = fiber.record();
        let name = || record.stack.owner().to_string();
        let attachment = self.attachment();
        if !core::ptr::eq(fiber.heap(), &*attachment.heap) {
            return Err(FiberError::ForeignFiber { fiber: name() });
        }
        let why = match record.stack.is_host() {
            true => Some(NotResumable::HostStack),
            false => record.why_not_resumable(&attachment.me.data),
        };
        if let Some(why) = why {
            return Err(FiberError::not_resumable(why, name()));
        }
        require_no_reference(attachment, value)?;
        let [resume, _] = arch::switch_stubs();
        let address = Argument::Word(record.address() as u64);
        let then = |attachment: &Attachment, word| {
            then(attachment, word, record.phase() == FiberPhase::Done)
        };
        // SAFETY: the stub follows the rules of managed code: it leaves the stack by an exit, holds
        // no references elsewhere, and returns one. Whoever has created the fiber upholds the
        // contract for its function, which accepts what a reference slot may hold; a word that is a
        // reference was refused above. The caller guarantees the rest.
        Ok(unsafe { self.call_deferred(resume, &[address, value], then) }?)
    }

    /// Suspends the fiber that the calling thread runs, and passes `value` to the code that has
    /// resumed it. Returns the reference with which the fiber is resumed. Called by native code
    /// that the managed code of the fiber has called. `value` is as for [`Self::resume`].
    ///
    /// The frames of that native code stay on the fiber's stack, so the fiber must be resumed until
    /// it is done.
    ///
    /// # Errors
    ///
    /// [`FiberError::NoFiber`], [`FiberError::MemoryCallback`], [`FiberError::IsReference`],
    /// [`FiberError::Call`].
    pub fn suspend(&mut self, value: Argument<'_>) -> Result<Handle, FiberError> {
        let _deferred = CancelDeferred::begin();
        let then = |attachment: &Attachment, word| Handle::new(&attachment.heap, word);
        // SAFETY: cancellation is deferred.
        unsafe { self.suspend_deferred(value, then) }
    }

    /// As [`Self::suspend`], but calls `then` with the reference, while the thread is managed, and
    /// returns the result.
    ///
    /// # Safety
    ///
    /// As for [`Self::resume_deferred`].
    pub(crate) unsafe fn suspend_deferred<R>(
        &mut self,
        value: Argument<'_>,
        then: impl FnOnce(&Attachment, u64) -> R,
    ) -> Result<R, FiberError> {
        abort_in_operation("suspending a fiber");
        let attachment = self.attachment();
        let Attachment { me, in_memory_callback, .. } = attachment;
        let data = &me.data;
        if in_memory_callback.get() {
            return Err(FiberError::MemoryCallback);
        }
        if !data.stack().is_fiber() {
            return Err(FiberError::NoFiber { thread: data.name.clone() });
        }
        require_no_reference(attachment, value)?;
        let [_, suspend] = arch::switch_stubs();
        // SAFETY: as in `resume_deferred`.
        Ok(unsafe { self.call_deferred(suspend, &[value], then) }?)
    }
}

/// Returns an error if the value is a word that is a reference into the heap. The receiver takes
/// the value for a reference, so safe code could forge one.
fn require_no_reference(attachment: &Attachment, value: Argument<'_>) -> Result<(), FiberError> {
    match value {
        Argument::Word(word) if attachment.heap.spaces.is_reference(word) => {
            Err(FiberError::IsReference { word })
        }
        _ => Ok(()),
    }
}
