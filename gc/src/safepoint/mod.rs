//! Stopping all managed threads, and letting them go on.
//!
//! # States of a thread
//!
//! ```text
//!              enter (poll word disarmed)
//!   NATIVE ------------------------------------> MANAGED
//!     ^  <------------------------------------     |  ^
//!     |                leave                       |  |
//!     |                                       poll |  | resume
//!     | attach                                     v  |
//!   (none)                                       STOPPED
//! ```
//!
//! * `MANAGED`: runs compiled code or a part of the runtime that holds raw references. A stop waits
//!   for it.
//! * `NATIVE`: holds no raw reference, touches no object, and its stack below the last exit from
//!   managed code does not change. A stop does not wait for it, and it cannot become `MANAGED`
//!   while one is in progress.
//! * `STOPPED`: in a slow path, with its registers saved where the walker finds them, waiting for
//!   the stop to end, or itself the thread that collects.
//!
//! A thread changes only its own state.
//!
//! # The poll word
//!
//! One 32-bit word a thread, read by compiled code. Any thread arms it, under the lock; only its
//! owner disarms it, under the lock and while no stop is in progress. So a thread that was once
//! seen by a stop cannot run managed code afterwards without having taken the lock after the stop
//! ended. That lock is also what makes the collector's writes to stacks and buffers visible to it.
//!
//! # Invariants
//!
//! 1. At most one stop is in progress (`Inner::stop_in_progress`, under the lock).
//! 2. While `Stopped` exists, every thread is `NATIVE` or `STOPPED`, or has just stored `MANAGED`
//!    in [`Coordinator::enter`] and will take it back before it touches anything.
//! 3. A thread's exit registers and allocation buffer are written by their owner while it is
//!    `MANAGED`, by the collector while a stop is in progress, and by nobody else.
//! 4. The list of threads only grows during a stop: attaching may happen at any time (the new
//!    thread is `NATIVE`, holds no reference and is born armed), detaching waits.
//!
//! # Memory orders
//!
//! Entering managed code against a stop is the store-buffering pattern: the thread stores its state
//! and loads the poll word; the coordinator stores the poll word and loads the state. Both put a
//! sequentially consistent fence in between, so at least one of them sees the other's store: the
//! thread backs out, or the coordinator waits for it. Leaving uses the same pair, so that a
//! coordinator which saw `MANAGED` is always notified. (Explicit fences rather than `SeqCst`
//! accesses, because they are what loom models.)
//!
//! State stores that give the right to touch a thread's data (`NATIVE`, `STOPPED`) are `Release`
//! and the coordinator's loads `Acquire`. In the other direction the lock orders everything, see
//! above; that is why `enter` may go on after a relaxed load of a disarmed word: a word that is
//! disarmed was never armed since its owner last held the lock, or the coordinator will see
//! `MANAGED`.
//!
//! `models` (built with `--cfg loom`) checks these claims on the code below.

mod coordinator;
mod participant;

#[cfg(all(test, loom))]
mod models;

pub(crate) use coordinator::Coordinator;
pub(crate) use participant::{Participant, PollWord};
