//! A thread as the collector sees it: its context, how it left managed code, and the frames on its stack.
//!
//! An attached thread is one thing, with these views of it:
//!
//! | type | whose view | lives in |
//! |---|---|---|
//! | [`ThreadContext`] | compiled code: allocation buffer, poll word, last exit | thread-local storage |
//! | [`ThreadData`] | the collector: context, stack, logs, local handles, name | the participant |
//! | [`Participant`](crate::safepoint::Participant) | the safepoint protocol: is the thread managed, is it awaited | the coordinator's list |
//! | `mutator::Attachment` | the library on the thread itself; dropping it detaches the thread | a thread-local variable |
//! | [`Mutator`](crate::Mutator) | the host: the right to run managed code | wherever the host keeps it |
//! | `mutator::Current` | a slow path that managed code called | that call |
//! | `mutator::Managed` | native code that made the thread managed for a while | that use |
//! | [`Thread`](crate::Thread), [`AtSafepoint`](crate::AtSafepoint) | other threads: a handshake, and what it may read of the thread | the host; the handshake |
//!
//! The first two are the thread's state. The others are separate types because each proves something: that the thread is
//! attached, that it is the calling one, that it is managed, that it is at a safepoint.

mod arch;
mod context;
mod data;
mod exit;
mod operation;
mod segments;

pub(crate) use arch::thread_context;
pub(crate) use context::{Activation, ThreadContext};
pub(crate) use data::ThreadData;
pub(crate) use exit::{Exit, REGISTER_FILE};
pub(crate) use operation::{Operation, refuse_in_operation};
pub(crate) use segments::{ONE_STACK, OwnStackError};
