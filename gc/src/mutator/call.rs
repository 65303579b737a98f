//! Calls from the host into managed code.

use core::ffi::c_void;
use core::ops::Range;

use super::{Attachment, Mutator};
use crate::arch;
use crate::fatal;
use crate::mutator::{Handle, LocalHandle};
use crate::os::{CancelDeferred, CancelDisabled};
use crate::thread::{Activation, EntryError, FrameAnchor, ONE_STACK};

/// An argument of a managed function.
#[derive(Clone, Copy, Debug)]
pub enum Argument<'a> {
    /// An integer, or a pointer that is not a reference. Narrower integers are passed in the low
    /// bits.
    Word(u64),
    /// The object that a handle keeps alive.
    Reference(&'a Handle),
    /// The object that a local handle keeps alive.
    Local(LocalHandle<'a>),
}

/// Error returned when a call into managed code is not made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// There are more arguments than the calling convention passes in registers.
    #[error(
        "{given} arguments were given; a call into managed code passes at most {}",
        arch::MAX_ARGUMENTS
    )]
    TooManyArguments {
        /// The number of arguments given.
        given: usize,
    },
    /// A handle among the arguments belongs to another heap.
    #[error("argument {index} is a handle of another heap")]
    ForeignHandle {
        /// The index of the argument, from 0.
        index: usize,
    },
    /// The thread runs on another stack than the one the operating system gave it, such as a
    /// fiber's or a signal handler's. The stack walk would not find frames of managed code there.
    #[error(
        "thread \"{thread}\" runs at {sp:#x}, which is not in its stack, from {:#x} to {:#x}; \
         {ONE_STACK}",
        stack.start, stack.end
    )]
    OtherStack {
        /// The thread's name.
        thread: String,
        /// Its stack pointer.
        sp: usize,
        /// The addresses of its stack.
        stack: Range<usize>,
    },
    /// The stack pointer is above a call that has not returned: the thread runs on a stack that is
    /// a part of its own, or has jumped out of the call.
    #[error(
        "thread \"{thread}\" runs at {sp:#x}, which is not below {last:#x}, where it is in managed \
         code that has not returned; {ONE_STACK}"
    )]
    AboveLastExit {
        /// The thread's name.
        thread: String,
        /// Its stack pointer.
        sp: usize,
        /// The stack address at which managed code was last left or entered.
        last: usize,
    },
}

impl CallError {
    /// Makes the error for a thread of this name that cannot enter managed code at its stack
    /// pointer.
    fn at_entry(thread: &str, error: EntryError) -> Self {
        let thread = thread.to_owned();
        match error {
            EntryError::OtherStack { sp, stack } => Self::OtherStack { thread, sp, stack },
            EntryError::AboveLastExit { sp, last } => Self::AboveLastExit { thread, sp, last },
        }
    }
}

impl Mutator {
    /// Calls a managed function that returns an integer or nothing, and returns its result. The
    /// result of a function that returns nothing is meaningless.
    ///
    /// # Errors
    ///
    /// [`CallError`], before anything is called.
    ///
    /// # Safety
    ///
    /// `function` is code that LLVM compiled with `gc "statepoint-example"`, and that is registered
    /// with the heap ([`Heap::code`](crate::Heap::code)) until the call has returned. The objects
    /// that it allocates have the layouts of their registered types, or the layouts that the heap's
    /// [`ObjectModel`](crate::ObjectModel) describes. It changes no object's length or size. It
    /// follows the C calling convention and takes arguments of the kinds given, and no more. The
    /// upper bits of a result narrower than 64 bits are undefined. The thread runs on the stack on
    /// which it was attached, and nothing jumps out of the call. If a panic or another exception of
    /// native code may leave the call, all managed functions in it have unwind tables (`uwtable`)
    /// and can unwind (no `nounwind`), and that kind of exception can unwind through the callers of
    /// this function.
    pub unsafe fn call(
        &mut self,
        function: *const c_void,
        arguments: &[Argument<'_>],
    ) -> Result<u64, CallError> {
        // SAFETY: the caller fulfils the requirements of the call.
        unsafe { self.call_then(function, arguments, |_, word| word) }
    }

    /// Calls a managed function that returns a reference, and returns a handle of the object.
    ///
    /// # Errors
    ///
    /// [`CallError`], before anything is called.
    ///
    /// # Safety
    ///
    /// As for [`Self::call`], and the function returns a `ptr addrspace(1)`.
    pub unsafe fn call_for_reference(
        &mut self,
        function: *const c_void,
        arguments: &[Argument<'_>],
    ) -> Result<Handle, CallError> {
        // SAFETY: the caller fulfils the requirements of the call. The reference becomes a handle
        // before this thread leaves managed code, so no collection can have moved the object in
        // between.
        unsafe {
            self.call_then(function, arguments, |attachment, word| {
                Handle::new(&attachment.heap, word)
            })
        }
    }

    /// # Safety
    ///
    /// As for [`Self::call`]; `then` runs while the thread is managed and must not wait.
    pub(crate) unsafe fn call_then<R>(
        &mut self,
        function: *const c_void,
        arguments: &[Argument<'_>],
        then: impl FnOnce(&Attachment, u64) -> R,
    ) -> Result<R, CallError> {
        // Restored last, also if an exception leaves the call.
        let _deferred = CancelDeferred::begin();
        // SAFETY: passed on.
        unsafe { self.call_deferred(function, arguments, then) }
    }

    /// As [`Self::call_then`], for a caller that has set the type of cancellation itself.
    ///
    /// # Safety
    ///
    /// As for [`Self::call_then`]. The thread's type of cancellation is the deferred one until the
    /// call has returned, or an exception has left it.
    pub(crate) unsafe fn call_deferred<R>(
        &mut self,
        function: *const c_void,
        arguments: &[Argument<'_>],
        then: impl FnOnce(&Attachment, u64) -> R,
    ) -> Result<R, CallError> {
        // No request is acted upon between two instructions of an allocation or a transition.
        // Native functions that managed code calls have the thread's own state.
        let before = CancelDisabled::begin();
        let attachment = self.attachment();
        let heap = &attachment.heap;
        heap.home.process().require_current("a call into managed code");
        if arguments.len() > arch::MAX_ARGUMENTS {
            return Err(CallError::TooManyArguments { given: arguments.len() });
        }
        let foreign = |a: &Argument<'_>| matches!(a, Argument::Reference(h) if !h.belongs_to(heap));
        if let Some(index) = arguments.iter().position(foreign) {
            return Err(CallError::ForeignHandle { index });
        }
        let data = &attachment.me.data;
        let context = data.context();
        data.stack
            .require_entry(context.anchor(), arch::stack_pointer())
            .map_err(|error| CallError::at_entry(&data.name, error))?;
        heap.safepoint.leave_native(&attachment.me);
        // Dropped after `call`.
        let _after: CancelDisabled;
        let mut call = Call {
            attachment,
            has_returned: false,
            activation: Activation { outer: context.anchor(), entry: 0 },
        };
        let activation = &raw mut call.activation;
        // Set only now: while the thread was native, the collector may have been reading it.
        context.set_anchor(FrameAnchor::entered(activation));
        // From here to the end of `call` no collection happens except inside the call.
        let mut words = [0; arch::MAX_ARGUMENTS];
        for (word, argument) in words.iter_mut().zip(arguments) {
            *word = match argument {
                Argument::Word(word) => *word,
                Argument::Reference(handle) => handle.get(),
                Argument::Local(handle) => handle.get(&data.stack.locals),
            };
        }
        heap.safepoint.resume(&attachment.me);
        drop(before);
        // SAFETY: the thread is managed, and the caller promises the rest. The activation is this
        // function's.
        let result = unsafe {
            let entry = &raw mut (*activation).entry;
            arch::call_managed(function.expose_provenance(), &words, entry)
        };
        _after = CancelDisabled::begin();
        call.has_returned = true;
        // `call` is dropped at the end, in place: its address is the activation.
        Ok(then(attachment, result))
    }
}

/// A call into managed code that has not ended. It is dropped when the call returns or an exception
/// leaves it; that makes the thread native.
struct Call<'a> {
    attachment: &'a Attachment,
    /// Whether the call has returned rather than been left by an exception. If so, cancellation is
    /// disabled already when this is dropped.
    has_returned: bool,
    activation: Activation,
}

impl Drop for Call<'_> {
    fn drop(&mut self) {
        let _uncancelled = (!self.has_returned).then(CancelDisabled::begin);
        let Attachment { heap, me, .. } = self.attachment;
        if !me.is_managed() {
            fatal::abort(format_args!(
                "an exception passed from native code to managed code without a native-to-managed \
                 transition: a wrapper that begins with spgc_enter_native needs a landing pad that \
                 calls spgc_leave_native"
            ));
        }
        let context = me.data.context();
        me.data.stack.require_last_call(context.activation(), &raw const self.activation);
        context.set_anchor(self.activation.outer);
        heap.safepoint.enter_native(me);
    }
}
