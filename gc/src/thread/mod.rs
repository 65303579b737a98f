//! A thread as the collector sees it: its context, its exits from managed code, and the frames on
//! its stack.
//!
//! Several types represent an attached thread:
//!
//! * [`ThreadContext`], in thread-local storage: the part that compiled code accesses. TLAB, limit,
//!   and the anchor of the stack that the thread runs.
//! * [`Stack`], in the thread's data: a stack that managed code runs on, as walks use it. Bounds,
//!   transitions, local handles.
//! * [`ThreadData`], in the participant: the collector's data. Context, stack, remembered objects
//!   and cards, name.
//! * [`Participant`], in the coordinator's list as an [`AttachedThread`]: the thread in the
//!   safepoint protocol. Whether the thread is managed, and whether a stop waits for it.
//! * `mutator::Attachment`, in a thread-local variable: the library's record, for use on the thread
//!   itself. Dropping it detaches the thread.
//! * [`Mutator`](crate::Mutator), held by the host: the right to run managed code.
//! * `mutator::Current`, which exists during a call: a slow path that managed code called.
//! * `mutator::Managed`, which exists during an operation: native code that made its thread managed
//!   temporarily.
//! * [`MutatorThread`](crate::handshake::MutatorThread), held by the host: identifies the target of
//!   a handshake for other threads.
//! * [`StoppedThread`](crate::handshake::StoppedThread), which exists during the operation of a
//!   handshake: the data of the thread that the operation may read.
//!
//! The first three types contain state, and differ in who depends on it. The layout of the context
//! is part of compiled code. A stack can outlive its use by the thread, and does not refer to the
//! thread. The other data lives as long as the thread. The remaining types are separate because
//! each guarantees a different property:
//!
//! * A [`Participant`] is generic over the data, so that loom models the protocol without stacks.
//! * An `Attachment` contains data that only the thread itself may use (cells without
//!   synchronisation), and its destructor is the only way to detach. A participant cannot serve
//!   this purpose, because other threads hold it while its owner ends.
//! * A `Mutator` is borrowed for each call, so that safe code runs one call at a time. It is not
//!   the attachment, because a thread that ends without dropping its `Mutator` must be detached
//!   too.
//! * `Current` guarantees that managed code has called: the exit is stored, and the thread stays
//!   managed at the end. `Managed` guarantees that native code has made the thread managed: there
//!   is no exit, and the thread becomes native at the end. One type for both would have to
//!   determine at run time which of the two transitions its destructor makes.
//! * A `MutatorThread` guarantees nothing about the present: the thread may have ended. A
//!   `StoppedThread` exists only while the thread is at a safepoint and its stack may be read.

mod anchor;
mod arch;
mod context;
mod context_function;
mod data;
mod exit;
mod fiber;
mod fiber_owner;
mod fibers;
mod host_switch;
mod operation;
mod overflow;
mod resumable_by;
mod stack;
mod stack_limit;
mod stack_parts;
mod stack_pool;
mod switch;
mod takeovers;

pub(crate) use anchor::{Activation, FrameAnchor};
pub(crate) use arch::{thread_context, thread_pointer};
pub(crate) use context::ThreadContext;
pub(crate) use data::ThreadData;
pub(crate) use exit::{Exit, REGISTER_FILE};
pub(crate) use fiber::{FiberName, FiberOptions, FiberPhase, FiberRecord, NotResumable};
pub(crate) use fiber_owner::Owner;
pub(crate) use fibers::{DeadFiberRecord, FiberLists, Fibers, WalkedFibers};
pub(crate) use host_switch::{HostSwitch, NotSwappable};
pub(crate) use operation::{Operation, abort_in_operation, innermost_operation};
pub(crate) use overflow::{explain_overflow, overflowed_stack};
pub(crate) use resumable_by::{BY_SLOW_PATH, Claimed, RUNNING};
pub(crate) use stack::{EntryError, ONE_STACK, Segment, Stack};
pub(crate) use stack_limit::COLLECTION_STACK;
pub(crate) use stack_parts::{StackPart, StackParts};
pub(crate) use switch::SwitchRecord;
pub(crate) use takeovers::{AssignedTrampoline, StackTakeovers, Target};

use crate::safepoint::Participant;

/// Returns the number of the fiber or host stack that the calling thread runs; 0 if it runs its own
/// stack.
/// Async-signal-safe.
pub(crate) fn running_fiber() -> u64 {
    // SAFETY: the context is valid as long as the thread.
    unsafe { &*thread_context() }.running_stack().map_or(0, Stack::fiber_number)
}

/// Returns the address range of the stack that the calling thread runs; `None` if it is not
/// attached. Async-signal-safe.
pub(crate) fn running_stack() -> Option<core::ops::Range<usize>> {
    // SAFETY: the context is valid as long as the thread.
    unsafe { &*thread_context() }.running_stack().map(Stack::range)
}

/// An attached thread, as held by the coordinator's list and by stopping threads.
pub(crate) type AttachedThread = crate::sync::Arc<Participant<ThreadData>>;
