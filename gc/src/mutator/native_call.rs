//! Calls from managed into native code, and the `Mutator` of a thread that is in such a call.
//!
//! Managed code is left by `spgc_call_native`, or by a wrapper that begins with `spgc_enter_native`
//! and ends with `spgc_leave_native`. Both record the exit in the context, so that the caller's
//! managed frames can be walked and updated at any time during the call. Both contain the fast
//! paths of the transitions; the functions of this module are the slow paths.

use core::mem::ManuallyDrop;

use statepoint_scanner::image::symbols;
use statepoint_scanner::registry::CodeRegistry;
use statepoint_scanner::walk::CodeLookup;

use super::attachment;
use super::slow_path::Current;
use super::work::Work;
use super::{Attachment, Mutator};
use crate::fatal;
use crate::runtime::Shared;
use crate::thread::ThreadData;

/// Slow path of the managed-to-native transition, called when the gate is closed. The caller has
/// recorded the exit and set the state.
///
/// # Safety
///
/// Called during a managed-to-native transition only, by a stub or a wrapper.
pub(crate) unsafe extern "C" fn enter_native() {
    let current = Current::of_thread();
    let Attachment { heap, me, .. } = current.attachment;
    heap.safepoint.enter_native_slow(me);
}

/// Slow path of the native-to-managed transition. `exit` is the exit by which the thread returns.
/// Called when the gate is closed, when `exit` is not the last exit, or when an exception leaves
/// the native function. The caller has set the state.
///
/// # Safety
///
/// Called during a native-to-managed transition only, by the stub.
pub(crate) unsafe extern "C" fn leave_native(exit: usize) {
    let current = Current::of_thread();
    let data = &current.attachment.me.data;
    let Attachment { heap, me, .. } = current.attachment;
    require_last_exit(heap, data, exit);
    heap.safepoint.leave_native(me);
}

/// Ends the process unless the calling thread returns by its last exit from managed code.
fn require_last_exit(heap: &Shared, data: &ThreadData, exit: usize) {
    data.stack().require_last_exit(data.context().exit(), exit, |address| {
        let resumer =
            data.stacks().map(|(stack, _)| stack).find(|stack| stack.range().contains(&address));
        resumer.map(|stack| stack.owner().to_string()).or_else(|| heap.fibers.owner_of(address))
    });
}

/// As [`enter_native`], for a wrapper. `pc` is the return address of the call.
///
/// # Safety
///
/// Called during a managed-to-native transition only, by a wrapper.
pub(crate) unsafe extern "C" fn enter_native_from(pc: u64) {
    let current = Current::of_thread();
    let Attachment { heap, me, .. } = current.attachment;
    require_wrapper(&heap.code, pc);
    heap.safepoint.enter_native_slow(me);
}

/// As [`leave_native`], for a wrapper. `pc` is the return address of the call, and `frame` the
/// address of the wrapper's frame record.
///
/// # Safety
///
/// Called during a native-to-managed transition only, by a wrapper.
pub(crate) unsafe extern "C" fn leave_native_from(pc: u64, frame: usize) {
    let current = Current::of_thread();
    let Attachment { heap, me, .. } = current.attachment;
    require_wrapper(&heap.code, pc);
    let data = &me.data;
    require_last_exit(heap, data, frame);
    heap.safepoint.leave_native(me);
}

/// Ends the process if the transition was inlined into a managed function. Stack walks begin at the
/// frame of that function's caller, so a collection does not see the roots of the function. If a
/// collection has run during the call, the return always takes this slow path, so the process ends
/// before managed code uses references that were not updated.
fn require_wrapper(code: &CodeRegistry, pc: u64) {
    // The thread does not wait while the snapshot exists.
    let function = code.snapshot().function_containing(pc);
    if function.is_some() {
        fatal::abort(format_args!(
            "spgc_enter_native or spgc_leave_native was inlined into managed code, into {}: a \
             collection would not see the frame of that function; put them into a wrapper that is \
             `noinline` and has no `gc`",
            symbols::describe_return_address(pc),
        ));
    }
}

/// The reason why the calling thread has no `Mutator` that it can use now.
#[derive(Debug)]
pub(crate) enum NoMutator {
    /// The thread is not attached.
    NotAttached,
    /// The thread is attached, but managed.
    Managed,
    /// The thread is attached, but its heap belongs to the parent process.
    Forked(ManuallyDrop<Mutator>),
}

impl Mutator {
    /// Runs `action` with the calling thread's `Mutator`, and returns its result. For native code
    /// that managed code has called, by `spgc_call_native` or through a wrapper, and that calls
    /// managed code in turn, or collects.
    ///
    /// Returns `None` if the thread is not attached, or if it is managed: then managed code has
    /// called the native code directly, and its frames cannot be walked.
    pub fn with_current<R>(action: impl FnOnce(&mut Self) -> R) -> Option<R> {
        // In a forked child, `action` is called too: its operations report the error.
        let mut mutator = match Self::current() {
            Ok(mutator) => mutator,
            Err(NoMutator::Forked(mutator)) => mutator,
            Err(NoMutator::NotAttached | NoMutator::Managed) => return None,
        };
        // SAFETY: the record exists while the thread is attached, and the thread stays attached as
        // long as this work is counted.
        let _work = Work::begin(unsafe { mutator.record().as_ref() });
        Some(action(&mut mutator))
    }

    /// Returns a second `Mutator` of the calling thread. It must not be dropped, except to detach
    /// the thread.
    pub(crate) fn current() -> Result<ManuallyDrop<Self>, NoMutator> {
        let attachment = attachment::current().ok_or(NoMutator::NotAttached)?;
        // This second `Mutator` refers to the same record as the first, which outlives it: the
        // first is borrowed by the call in progress, owned by a caller of this function, or leaked
        // until the thread is detached.
        let mutator = ManuallyDrop::new(Self::from_record(attachment));
        // SAFETY: the record exists while this thread is attached.
        let attachment = unsafe { attachment.as_ref() };
        if !attachment.heap.home.process().is_current() {
            return Err(NoMutator::Forked(mutator));
        }
        if attachment.me.is_managed() {
            return Err(NoMutator::Managed);
        }
        Ok(mutator)
    }

    /// Returns the number of calls into managed code that have not returned, on the stack that the
    /// calling thread runs.
    pub fn nesting(&self) -> usize {
        let data = &self.attachment().me.data;
        // The call of a fiber's function is not one by native code.
        data.stack().calls() + usize::from(data.stack().is_fiber())
    }
}
