//! A thread as the collector sees it: its context, how it left managed code, and the frames on its
//! stack.
//!
//! An attached thread has these views:
//!
//! | type | view | lives in |
//! |---|---|---|
//! | [`ThreadContext`] | compiled code: TLAB, poll word, the anchor of the stack that the thread runs | thread-local storage |
//! | [`Stack`] | walks: bounds, transitions, local handles of a stack that managed code runs on | the thread's data |
//! | [`ThreadData`] | the collector: context, stack, remembered objects and cards, name | the participant |
//! | [`Participant`] | the safepoint protocol: is the thread managed, does a stop wait for it | the coordinator's list, as an [`AttachedThread`] |
//! | `mutator::Attachment` | the library on the thread itself; dropping it detaches the thread | a thread-local variable |
//! | [`Mutator`](crate::Mutator) | the host: the right to run managed code | wherever the host keeps it |
//! | `mutator::Current` | a slow path that managed code called | that call |
//! | `mutator::Managed` | native code that made the thread managed for a while | that use |
//! | [`MutatorThread`](crate::handshake::MutatorThread) | other threads: what a handshake is
//! requested of | the host |
//! | [`StoppedThread`](crate::handshake::StoppedThread) | the operation of a handshake: what it may
//! read of the thread | that operation |
//!
//! The first three are state. They differ in owner: compiled code has the context's layout in it; a
//! stack can outlive what a thread does on it, and needs nothing of the thread; the rest of the
//! data lives as long as the thread. The others are separate types because each proves something
//! that the next one does not:
//!
//! * A [`Participant`] is generic over the data, so that loom models the protocol without threads'
//!   stacks.
//! * An `Attachment` is what only the thread itself may use (cells without synchronisation), and
//!   its destructor is the only way to detach. A participant cannot be that: other threads hold it
//!   while the owner ends.
//! * A `Mutator` is the borrow by which safe code runs one call at a time. It is not the
//!   attachment, because a thread that ends without dropping its `Mutator` must be detached too.
//! * `Current` proves that managed code has called: the exit is stored, and the thread stays
//!   managed at the end. `Managed` proves that native code has made the thread managed temporarily:
//!   there is no exit, and the thread becomes native at the end. One type for both would have to
//!   determine at run time which of the two transitions its destructor has to make.
//! * A `MutatorThread` proves nothing about the present: the thread may have ended. `StoppedThread`
//!   is a borrow inside a handshake, when its stack may be read.

mod arch;
mod context;
mod context_function;
mod data;
mod exit;
mod operation;
mod stack;

pub(crate) use arch::thread_context;
pub(crate) use context::ThreadContext;
pub(crate) use data::ThreadData;
pub(crate) use exit::{Exit, REGISTER_FILE};
pub(crate) use operation::{Operation, abort_in_operation};
pub(crate) use stack::{Activation, EntryError, FrameAnchor, ONE_STACK, Stack};

use crate::safepoint::Participant;

/// An attached thread, as held by the coordinator's list and by stopping threads.
pub(crate) type AttachedThread = crate::sync::Arc<Participant<ThreadData>>;
