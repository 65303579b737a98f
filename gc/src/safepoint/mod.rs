//! Stopping managed threads, resuming them, and running an operation on one of them.
//!
//! # States of a thread
//!
//! ```text
//!                leave native (gate open)
//!   NATIVE ------------------------------------> MANAGED
//!     ^  <------------------------------------    |   ^
//!     |              enter native                 |   |
//!     |                                      poll |   | no stop, and no request
//!     | attach                                    v   |
//!   (none)         leave native (gate closed)    STOPPED
//!                NATIVE ------------------------->
//! ```
//!
//! * `MANAGED`: runs compiled code or a part of the runtime that holds raw references. A stop waits
//!   for it.
//! * `NATIVE`: holds no raw reference, accesses no object, and the frames older than its last exit
//!   from managed code do not change. A stop does not wait for it, and it cannot become `MANAGED`
//!   while one is in progress.
//! * `STOPPED`: in a slow path, with its registers saved for the stack walker. The thread waits for
//!   a stop to end, is about to return to managed code, or is the collecting thread.
//!
//! A thread changes only its own state.
//!
//! # Shared fields
//!
//! Of the fields that a thread shares with other threads ([`state`]), compiled code reads two:
//!
//! * `limit`, the end of the TLAB, is read at polls and allocations. While the thread is armed, it
//!   is 0, and polls and allocations take their slow paths.
//! * `gate` is read at transitions between managed and native code.
//!
//! Any thread may arm both fields. Only the owner disarms them, and then checks again for pending
//! requests.
//!
//! # A stop
//!
//! The stopping thread sets `stopping`, waits for handshakes that are being served on behalf of
//! threads, sets the pending mark of each thread, and arms it. It then clears the marks of all
//! threads that are not managed. Each managed thread clears its own mark in the next slow path that
//! it takes ([`stop`]). A thread that clears a mark counts the arrival, and the thread that counts
//! the last arrival wakes the stopping thread. To resume, the stopping thread clears `stopping`,
//! and the sleeping threads are woken in a chain ([`waiting`]). Threads stay armed; each disarms
//! itself when it next becomes managed.
//!
//! A [`handshake`] arms one thread, and runs an operation on that thread or on its behalf
//! (thread-local handshakes, as in OpenJDK's JEP 312).
//!
//! An [`interrupt`] leaves a word for a thread, and keeps the thread armed until managed code has
//! taken it.
//!
//! Polls that do not read `limit` are patched to calls while a stop or handshake waits for a
//! managed thread ([`poll_sites`]).
//!
//! # Invariants
//!
//! 1. At most one stop is in progress. `stopping` is changed only under the lock of the list of
//!    threads.
//! 2. While `Stopped` exists, every thread is `NATIVE` or `STOPPED`, or has just stored `MANAGED`
//!    and will revert that before it accesses anything.
//! 3. While `Stopped` exists, every thread is armed, or has just disarmed itself and will find the
//!    stop in its next check. So no thread allocates, and the collector may revoke TLABs. A thread
//!    puts its TLAB back into use only after its last check (`TlabAfterRecheck`), because a whole
//!    stop may occur between its first check and that one.
//! 4. A thread's exit, activation and TLAB are written by the owner while it is `MANAGED`, and by
//!    the collector during a stop. Otherwise only a thread that serves a handshake on behalf of the
//!    owner writes them.
//! 5. The list of threads only grows during a stop: a thread may attach at any time (it is
//!    `NATIVE`, holds no reference and starts armed); detaching waits.
//! 6. While `Stopped` exists no handshake is being served on behalf of a thread, and none begins to
//!    be served on behalf of a thread while `stopping` is set.
//! 7. No lock of this module is held while a thread waits for another to reach a safepoint. Only
//!    three kinds of callbacks are called with a lock held: the operation of a handshake
//!    (`serving`), the function passed to `Stopped::resume` (`inner`, the lock of the list of
//!    threads), and the changes of patched code (the lock of `PollSites`).
//!
//! # Memory orders
//!
//! Each memory order has a name, a variant of [`edge::Edge`], which appears in the code that uses
//! the order.
//!
//! *Becoming managed against arming* is the store-buffering litmus test: the thread stores its
//! state and loads the gate (`LeaveNative`); the arming thread stores the gate and loads the state
//! (`ArmThenLoadState`). With a full barrier on both sides, at least one thread sees the other's
//! store: the thread takes the slow path, or the arming thread waits for it. Each call of native
//! code contains this pattern, so the thread's side is only a compiler barrier. The arming thread
//! executes a barrier in all threads at once (an asymmetric barrier, `membarrier(2)`). If the
//! kernel has no such call, the gate stays closed, and each transition takes the slow path, which
//! has its own barrier (`DisarmThenRecheck`).
//!
//! *Becoming native against arming* is the same pattern (`EnterNative`, `EnterNativeSlow`). If the
//! stopping thread has seen a thread as managed, and waits for it, that thread takes the slow path
//! and counts its arrival.
//!
//! *Disarming against arming*: both exchange the limit, and then the gate. There are two cases for
//! each of these fields. If the disarming exchange comes last, it has read the value of the arming
//! exchange, which is a release (`ArmRelease`). With the barrier after it (`DisarmThenRecheck`),
//! the thread then sees the request for which it was armed (`RecheckAfterDisarm`). If the arming
//! exchange comes last, the field stays armed. The same barrier, paired with `ArmThenLoadState`,
//! covers a stop that begins after this check: the stop sees `MANAGED`, and waits.
//!
//! *A thread's writes* are published to the collector by the state (`StateRelease`), if the
//! stopping thread finds the thread outside managed code. Otherwise they are published by the count
//! of arrivals (`ArrivalRelease`), which is not decremented before it is set (`PendingRelease`).
//!
//! *The collector's writes* are published when `stopping` is cleared (`ResumeRelease`). A thread
//! reads `stopping` between `STOPPED` and `MANAGED`. A thread that passes an open gate need not
//! read it: no stop has occurred since the thread last disarmed itself.
//!
//! *Sleeping against waking* is ordered by the mutex of the queue: `stopping` is cleared before the
//! mutex is locked, and loaded while it is locked (`CheckBeforeSleep`).
//!
//! `models` (built with `--cfg loom`) checks these claims on the code of this module, and that each
//! order is necessary.

mod arrival;
mod coordinator;
mod edge;
mod handshake;
mod interrupt;
mod participant;
#[cfg(any(feature = "patched-polls", all(test, loom)))]
mod poll_holds;
mod poll_sites;
mod state;
mod stop;
mod transitions;
mod waiting;

#[cfg(all(test, loom))]
mod models;

pub(crate) use coordinator::Coordinator;
pub(crate) use participant::{Participant, SafepointStatePtr};
#[cfg(feature = "patched-polls")]
pub(crate) use poll_holds::{PollCode, PollSites};
pub(crate) use poll_sites::{OwnedHold, PollHolder};
#[cfg(all(test, not(loom)))]
pub(crate) use state::ThreadState;
pub(crate) use state::{ARMED, DisarmedState, SafepointState};
pub(crate) use stop::{StopDelay, StopTimeout, Stopped};
