//! Stacks that the host has made, and its switches between them. See `thread/host_switch.rs`.

use core::ops::Range;
use std::sync::Arc;

use super::{Fiber, FiberConfig, FiberError};
use crate::arch;
use crate::mutator::managed::Managed;
use crate::mutator::{Attachment, CallError, Mutator};
use crate::observe::is_in_collection_callback;
use crate::runtime::Heap;
use crate::thread::{HostSwitch, NotSwappable, ThreadData, abort_in_operation};

/// The least size of a stack of the host in bytes. Collections run on it.
const MIN_STACK: usize = 64 << 10;

impl Heap {
    /// Makes a stack known that the host has made, and to which it switches by its own means
    /// (Boost.Context, `swapcontext`, assembly), so that managed code may run on it. The host
    /// announces each switch by [`Mutator::swap`]. Any thread may call this.
    ///
    /// `memory` is the address range of the stack, at least 64 KiB: collections that its managed
    /// code causes run on it. Guard pages are not part of it. Of `config`, only the name is used.
    ///
    /// Managed code runs on the stack when native code there calls it
    /// ([`Mutator::with_current`], [`Mutator::call`]). The references in its frames are roots, also
    /// while the stack is suspended. Like a fiber, the stack stays on the thread that has switched
    /// to it first.
    ///
    /// The library does not free the memory. The result can be dropped while the stack does not run
    /// and no call into managed code on it is unfinished.
    ///
    /// # Errors
    ///
    /// [`FiberError::StackTooSmall`].
    ///
    /// # Safety
    ///
    /// The memory is that of a stack, which is used for nothing else, until the result is dropped.
    /// While the stack is suspended, no code writes references to variables on it (`alloca`).
    pub unsafe fn adopt_stack(
        &self,
        config: FiberConfig,
        memory: Range<usize>,
    ) -> Result<Fiber, FiberError> {
        if memory.len() < MIN_STACK {
            return Err(FiberError::StackTooSmall { size: memory.len(), least: MIN_STACK });
        }
        let heap = Arc::clone(self.arc());
        heap.home.process().require_current("adopting a stack");
        abort_in_operation("adopting a stack");
        let record = heap.fibers.adopt(config.into_name(), memory);
        Ok(Fiber::from_record(&heap, record))
    }
}

impl Mutator {
    /// Announces that the calling thread is about to switch from the stack that it runs to the
    /// stack `to` of the host, or to its own stack (`None`). Called on the stack that is left,
    /// directly before the switch.
    ///
    /// From the thread's own stack, or that of a fiber, the thread can switch to a stack of the
    /// host that does not run. The stack that is left counts as running: it has resumed the other.
    /// From a stack of the host it can switch
    ///
    /// * back to the stack that has resumed the former, which is then suspended, or
    /// * to another stack of the host that does not run. The former is then suspended, and the
    ///   stack that has resumed it has now resumed the latter.
    ///
    /// If that stack is the one of a fiber, `to` is the fiber.
    ///
    /// A switch that was not announced is detected when the thread enters managed code, or returns
    /// to it: [`CallError::OtherStack`], or the process ends.
    ///
    /// # Errors
    ///
    /// * [`FiberError::Running`], if `to` is a running stack that has not resumed the calling one.
    /// * [`FiberError::NotHostStack`], if it is that of another fiber.
    /// * [`FiberError::OtherThread`], [`FiberError::ForeignFiber`].
    /// * [`FiberError::MemoryCallback`], [`FiberError::CollectionCallback`], in these callbacks.
    /// * [`FiberError::Call`], if the thread is not on the stack that it runs: an earlier switch
    ///   was not announced.
    ///
    /// The thread must not switch then.
    ///
    /// # Safety
    ///
    /// * The thread switches to the stack before it uses the library again, and before it returns
    ///   to managed code. Scopes that end, such as [`Self::with_current`] and those of local
    ///   handles, are uses.
    /// * The switch continues where the stack was left after the last announced switch from it. On
    ///   a stack that was not left before, or on which nothing will continue, it calls a function
    ///   at the end of the stack.
    /// * No other thread drops the fiber of the stack that is left, or frees its memory, before the
    ///   switch was made. [`Fiber::state`] does not tell that.
    /// * Local handles are used on the stack on which their scope was opened.
    /// * The switch preserves the callee-saved registers of the calling convention.
    /// * The thread is not cancelled asynchronously (`PTHREAD_CANCEL_ASYNCHRONOUS`).
    pub unsafe fn swap(&mut self, to: Option<&Fiber>) -> Result<(), FiberError> {
        let Attachment { heap, me, .. } = self.attachment();
        let owner = || match to {
            Some(fiber) => fiber.record().stack.owner().to_string(),
            None => me.data.own_stack.owner().to_string(),
        };
        if to.is_some_and(|fiber| !core::ptr::eq(fiber.heap(), &**heap)) {
            return Err(FiberError::ForeignFiber { fiber: owner() });
        }
        self.announce(&owner, |data| data.host_switch(to.map(Fiber::record)))
    }

    /// Announces that the calling thread is about to switch from a stack of the host back to the
    /// stack that has resumed it, which may be that of a fiber that an object owns. Otherwise as
    /// [`Self::swap`].
    ///
    /// # Errors
    ///
    /// As for [`Self::swap`]; [`FiberError::Running`], if the thread does not run a stack of the
    /// host.
    ///
    /// # Safety
    ///
    /// As for [`Self::swap`].
    pub unsafe fn swap_back(&mut self) -> Result<(), FiberError> {
        let data = &self.attachment().me.data;
        let owner = || data.stack().owner().to_string();
        self.announce(&owner, ThreadData::host_switch_back)
    }

    /// Announces the switch that `choose` returns. `owner` returns the name of the stack, for
    /// errors.
    fn announce<'f>(
        &self,
        owner: &dyn Fn() -> String,
        choose: impl FnOnce(&ThreadData) -> Result<HostSwitch<'f>, NotSwappable>,
    ) -> Result<(), FiberError> {
        let attachment = self.attachment();
        let Attachment { heap, me, in_memory_callback, .. } = attachment;
        let data = &me.data;
        if in_memory_callback.get() {
            return Err(FiberError::MemoryCallback);
        }
        if is_in_collection_callback() {
            return Err(FiberError::CollectionCallback);
        }
        data.stack()
            .require_entry(data.context().anchor(), arch::stack_pointer())
            .map_err(|error| CallError::from_entry_error(&data.name, error))?;
        let switch = choose(data).map_err(|error| match error {
            NotSwappable::Fiber => FiberError::NotHostStack { fiber: owner() },
            NotSwappable::NotResumable(why) => FiberError::not_resumable(why, owner()),
        })?;
        let mut managed = Managed::enter(attachment, "switching stacks");
        if let HostSwitch::To(fiber) = switch
            && fiber.must_be_listed(data)
        {
            let listed = heap.fibers.list(fiber, data);
            // Another thread may have switched to a new stack meanwhile.
            listed.map_err(|why| FiberError::not_resumable(why, owner()))?;
        }
        managed.leave_stack();
        data.switch_by_host(switch);
        Ok(())
    }

    /// As [`Self::swap`], but first checks that the thread runs the stack `from`; `None` stands for
    /// its own.
    ///
    /// # Errors
    ///
    /// As for [`Self::swap`], and [`FiberError::NotRunning`].
    ///
    /// # Safety
    ///
    /// As for [`Self::swap`].
    #[cfg(feature = "capi")]
    pub(crate) unsafe fn swap_from(
        &mut self,
        from: Option<&Fiber>,
        to: Option<&Fiber>,
    ) -> Result<(), FiberError> {
        let data = &self.attachment().me.data;
        let stack = from.map_or(&data.own_stack, |fiber| &fiber.record().stack);
        if !core::ptr::eq(stack, data.stack()) {
            let (fiber, running) = (stack.owner().to_string(), data.stack().owner().to_string());
            return Err(FiberError::NotRunning { fiber, running });
        }
        // SAFETY: passed on.
        unsafe { self.swap(to) }
    }
}
