//! Calls from the host into managed code.

use core::ffi::c_void;
use core::ops::Range;

use super::{Attachment, Mutator};
use crate::arch;
use crate::fatal;
use crate::mutator::{Handle, LocalHandle};
use crate::os::{CancelDeferred, CancelDisabled, is_inside_library};
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
    /// The thread's stack pointer is not in the stack that it runs, as far as the library knows.
    /// It is in that of a signal handler, for example, or a switch of the host was not announced.
    /// The stack walk would not find managed frames there.
    #[error(
        "thread \"{thread}\" runs at {sp:#x}, which is not in its stack, that of {owner}, from {:#x} \
         to {:#x}; {ONE_STACK}",
        stack.start, stack.end
    )]
    OtherStack {
        /// The thread's name.
        thread: String,
        /// The stack pointer of the thread.
        sp: usize,
        /// The owner of the stack that the thread runs: the thread, a fiber, or a stack of the
        /// host.
        owner: String,
        /// The address range of that stack.
        stack: Range<usize>,
    },
    /// The stack pointer is above a call that has not returned. Either the thread's stack pointer
    /// was switched to another part of its stack, or the thread has jumped out of the call.
    #[error(
        "thread \"{thread}\" runs at {sp:#x}, which is not below {last:#x}, where it is in managed \
         code that has not returned; {ONE_STACK}"
    )]
    AboveLastExit {
        /// The thread's name.
        thread: String,
        /// The stack pointer of the thread.
        sp: usize,
        /// The stack address at which managed code was last left or entered.
        last: usize,
    },
}

impl CallError {
    /// Converts the error of [`Stack::require_entry`](crate::thread::Stack::require_entry).
    /// `thread` is the name of the thread.
    pub(super) fn from_entry_error(thread: &str, error: EntryError) -> Self {
        let thread = thread.to_owned();
        match error {
            EntryError::OtherStack { sp, owner, stack } => {
                Self::OtherStack { thread, sp, owner, stack }
            }
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
    /// * `function` was compiled by LLVM with `gc "statepoint-example"`, and is registered with the
    ///   heap ([`Heap::code`](crate::Heap::code)) until the call has returned.
    /// * Objects that it allocates have the layouts of their registered types, or the layouts that
    ///   the heap's [`ObjectModel`](crate::ObjectModel) describes. It does not change the length or
    ///   size of an object.
    /// * It follows the C calling convention, and takes at most the given arguments, of the given
    ///   kinds.
    /// * The thread runs on its own stack, on that of a fiber, or on one of the host's to which the
    ///   switch was announced ([`Self::swap`]), and no code jumps out of the call.
    /// * If an exception, such as a panic of native code, may leave the call, all managed functions
    ///   in the call have unwind tables (`uwtable`) and can unwind (no `nounwind`). That kind of
    ///   exception can unwind through the callers of this function.
    ///
    /// The upper bits of a result narrower than 64 bits are undefined.
    pub unsafe fn call(
        &mut self,
        function: *const c_void,
        arguments: &[Argument<'_>],
    ) -> Result<u64, CallError> {
        // SAFETY: the caller upholds this function's contract.
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
        // SAFETY: the caller upholds this function's contract. The reference becomes a handle
        // before this thread leaves managed code, so no collection can have moved the object in
        // between.
        unsafe {
            self.call_then(function, arguments, |attachment, word| {
                Handle::new(&attachment.heap, word)
            })
        }
    }

    /// As [`Self::call`], but calls `then` with the result while the thread is managed, and returns
    /// the result of `then`.
    ///
    /// # Safety
    ///
    /// As for [`Self::call`]; `then` runs while the thread is managed and must not wait.
    pub(crate) unsafe fn call_then<R>(
        &mut self,
        function: *const c_void,
        arguments: &[Argument<'_>],
        then: impl FnOnce(&Attachment, u64) -> R,
    ) -> Result<R, CallError> {
        // The cancellation type is restored last, also if an exception leaves the call.
        let _deferred = CancelDeferred::begin();
        // SAFETY: the caller upholds this function's contract, and cancellation is deferred.
        unsafe { self.call_deferred(function, arguments, then) }
    }

    /// As [`Self::call_then`], for a caller that has set the cancellation type itself.
    ///
    /// # Safety
    ///
    /// As for [`Self::call_then`]. The thread's cancellation type is deferred until the call has
    /// returned or an exception has left it.
    pub(crate) unsafe fn call_deferred<R>(
        &mut self,
        function: *const c_void,
        arguments: &[Argument<'_>],
        then: impl FnOnce(&Attachment, u64) -> R,
    ) -> Result<R, CallError> {
        // Cancellation is disabled so that no request is acted upon during an allocation or a
        // transition. Native functions that managed code calls run with the thread's own
        // cancellation state.
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
        let stack = data.stack();
        stack
            .require_entry(context.anchor(), arch::stack_pointer())
            .map_err(|error| CallError::from_entry_error(&data.name, error))?;
        heap.safepoint.leave_native(&attachment.me);
        // Dropped after `call`.
        let _after: CancelDisabled;
        let mut call = Call {
            attachment,
            has_returned: false,
            activation: Activation { outer: context.anchor(), entry: 0 },
        };
        stack.call_begins();
        let activation = &raw mut call.activation;
        // Set only now, because the collector may read the anchor while the thread is native.
        context.set_anchor(FrameAnchor::entered(activation));
        // From here to the end of `call` no collection happens except inside the call.
        let mut words = [0; arch::MAX_ARGUMENTS];
        for (word, argument) in words.iter_mut().zip(arguments) {
            *word = match argument {
                Argument::Word(word) => *word,
                Argument::Reference(handle) => handle.get(),
                Argument::Local(handle) => handle.get(&stack.locals),
            };
        }
        heap.safepoint.resume(&attachment.me);
        drop(before);
        debug_assert!(!is_inside_library(), "managed code may end the process, or suspend");
        // SAFETY: the thread is managed, and `entry` is a field of a local variable. The caller
        // guarantees the rest by this function's contract.
        let result = unsafe {
            let entry = &raw mut (*activation).entry;
            arch::call_managed(function.expose_provenance(), &words, entry)
        };
        _after = CancelDisabled::begin();
        call.has_returned = true;
        // `call` is not moved: its address is that of the activation. It is dropped at the end.
        Ok(then(attachment, result))
    }
}

/// A call into managed code that has not ended. It is dropped when the call returns or an exception
/// leaves the call. The drop makes the thread native.
struct Call<'a> {
    attachment: &'a Attachment,
    /// Whether the call has returned, and was not left by an exception. If so, cancellation is
    /// already disabled when this is dropped.
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
        let stack = me.data.stack();
        stack.require_last_call(context.activation(), &raw const self.activation);
        context.set_anchor(self.activation.outer);
        stack.call_ends();
        heap.safepoint.enter_native(me);
    }
}
