//! Fibers that live as long as an object.

use core::ffi::c_void;

use super::{Fiber, FiberError};
use crate::mutator::{AnyHandle, Attachment, Handle, Mutator};
use crate::object::WORD;
use crate::runtime::Heap;
use crate::thread::abort_in_operation;

impl Mutator {
    /// Gives a fiber to an object, such as the generator object by which managed code knows the
    /// fiber. Returns the address by which managed code resumes it.
    ///
    /// The references on the stack of a suspended fiber that an object owns keep nothing alive
    /// unless the object is live: fiber and object may refer to each other. A fiber that runs keeps
    /// its owner alive. When a collection finds that the owner is dead, the heap returns both by
    /// [`Heap::next_dead_fiber`].
    ///
    /// # Errors
    ///
    /// [`FiberError::ForeignFiber`]; [`FiberError::HostStack`] for a stack of the host, to which a
    /// switch is announced by its [`Fiber`]; [`FiberError::NoOwner`] if the handle is null,
    /// contains a word that is no reference, or belongs to another heap; each with the fiber.
    pub fn give_fiber<'h>(
        &mut self,
        mut fiber: Fiber,
        owner: impl Into<AnyHandle<'h>>,
    ) -> Result<*const c_void, (Fiber, FiberError)> {
        if fiber.record().stack.is_host() {
            let name = fiber.record().stack.owner().to_string();
            return Err((fiber, FiberError::HostStack { fiber: name }));
        }
        match self.give_record(&fiber, owner.into(), 0) {
            Ok(()) => {
                let address = fiber.address();
                // The lists of the heap own the record, too.
                drop(fiber.take_record());
                Ok(address)
            }
            Err(error) => Err((fiber, error)),
        }
    }

    /// As [`Self::give_fiber`], but the value of the fiber still exists. `token`: a word that
    /// [`Heap::next_dead_record`] returns, which is not 0 then.
    pub(crate) fn give_record(
        &mut self,
        fiber: &Fiber,
        owner: AnyHandle<'_>,
        token: usize,
    ) -> Result<(), FiberError> {
        abort_in_operation("giving a fiber to an object");
        let record = fiber.shared_record();
        let name = || record.stack.owner().to_string();
        if !core::ptr::eq(fiber.heap(), &*self.attachment().heap) {
            return Err(FiberError::ForeignFiber { fiber: name() });
        }
        self.managed(|attachment: &Attachment| {
            let heap = &attachment.heap;
            let word = owner.get(attachment);
            let is_in_heap = heap.spaces.blocks().state_at(word as usize).is_some();
            let is_object =
                owner.belongs_to(heap) && is_in_heap && word.is_multiple_of(WORD as u64);
            if !is_object {
                return Err(FiberError::NoOwner { word });
            }
            let is_given = heap.fibers.give(record, word, token);
            if is_given { Ok(()) } else { Err(FiberError::Owned { fiber: name() }) }
        })
    }
}

/// A fiber whose owner has died, and the owner.
#[derive(Debug)]
pub struct DeadFiber {
    /// The fiber, which has no owner any more.
    pub fiber: Fiber,
    /// The object that owned it. Other dead objects, and the stacks of other dead fibers, may refer
    /// to it: if it has the address of the fiber, clear that before the fiber is dropped.
    pub owner: Handle,
}

impl Heap {
    /// Returns the next fiber whose owner has died ([`Mutator::give_fiber`]), with its owner, in
    /// the order in which collections have found that; `None` if there is none. Any thread may call
    /// it.
    ///
    /// As a queued object is for its finalizer, all is kept as it was, and the fiber belongs to the
    /// host again. The host may drop it, or resume it, on its thread unless it migrates, so that it
    /// cleans up. It must not drop one that has native code among its frames.
    pub fn next_dead_fiber(&self) -> Option<DeadFiber> {
        self.next_dead_record().map(|(dead, _)| dead)
    }

    /// As [`Self::next_dead_fiber`], with the token. If it is not 0, another value of the fiber
    /// exists.
    pub(crate) fn next_dead_record(&self) -> Option<(DeadFiber, usize)> {
        let heap = self.arc();
        heap.home.process().require_current("taking a fiber");
        abort_in_operation("taking a fiber");
        let dead = heap.fibers.take_dead()?;
        let fiber = Fiber::from_record(heap, dead.fiber);
        Some((DeadFiber { fiber, owner: Handle::of_cell(heap, dead.owner) }, dead.token))
    }
}
