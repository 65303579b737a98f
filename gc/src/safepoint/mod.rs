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
//! * `STOPPED`: in a slow path, with its registers saved where the stack walker finds them: waiting
//!   for a stop to end, on its way back to managed code, or itself the collecting thread.
//!
//! A thread changes only its own state.
//!
//! # Shared fields
//!
//! Of the fields that a thread shares with other threads ([`state`]), compiled code reads two.
//! `limit`, the end of its TLAB, is read at polls and allocations; while armed, it is 0, and both
//! take their slow paths. `gate` is read at transitions between managed and native code. Any thread
//! arms both; only the owner disarms them, and then checks again for which request they may have
//! been armed.
//!
//! # A stop
//!
//! The stopping thread sets `stopping`, waits for handshakes that are being served on behalf of
//! threads, sets the pending mark of each thread, and arms it. It then clears the mark of all
//! threads that are not managed, and waits until the others have cleared their own marks, each in
//! the next slow path that it takes ([`stop`]). A thread that clears a mark counts the arrival; the
//! last one to count wakes the stopping thread. To resume, `stopping` is cleared, and the sleeping
//! threads are woken, in a chain ([`waiting`]). Threads stay armed: each disarms itself when it
//! next becomes managed.
//!
//! A [`handshake`] arms one thread, and runs an operation on that thread or on its behalf
//! (thread-local handshakes, as in OpenJDK's JEP 312).
//!
//! Polls that do not read `limit` are patched to calls while a thread is waited for
//! ([`poll_sites`]).
//!
//! # Invariants
//!
//! 1. At most one stop is in progress (`stopping`, changed under the lock of the list of threads).
//! 2. While `Stopped` exists, every thread is `NATIVE` or `STOPPED`, or has just stored `MANAGED`
//!    and will revert that before it accesses anything.
//! 3. While `Stopped` exists, every thread is armed, or has just disarmed itself and is about to
//!    find that it must not continue. So no thread allocates, and the collector may take TLABs
//!    away. A thread puts its TLAB back into use only after its last check (`TlabAfterRecheck`): a
//!    whole stop fits between its first check and that one.
//! 4. A thread's exit, activation and TLAB are written by their owner while it is `MANAGED`, by the
//!    collector while a stop is in progress, by the thread that serves a handshake on its behalf
//!    while neither is the case, and by no other thread.
//! 5. The list of threads only grows during a stop: a thread may attach at any time (it is
//!    `NATIVE`, holds no reference and is born armed); detaching waits.
//! 6. While `Stopped` exists no handshake is being served on behalf of a thread, and none begins to
//!    be served on behalf of a thread while `stopping` is set.
//! 7. No lock of this module is held while a thread waits for another to reach a safepoint. Code of
//!    the module's users is called with a lock held in three places only: the operation of a
//!    handshake (`serving`), the function passed to `Stopped::resume` (`inner`, the lock of the
//!    list of threads), and the changes of patched code (the lock of `PollSites`).
//!
//! # Memory orders
//!
//! Each is an [`edge`] with a name; the names appear in the code where the orders are used.
//!
//! *Becoming managed against arming* is the store-buffering litmus test: the thread stores its
//! state and loads the gate (`LeaveNative`); the arming thread stores the gate and loads the state
//! (`ArmThenLoadState`). With a full barrier on both sides, at least one sees the other's store:
//! the thread takes the slow path, or is waited for. The thread executes this at every call of
//! native code, so its side is only a compiler barrier, and the arming thread executes a barrier in
//! all threads at once (an asymmetric barrier, `membarrier(2)`). If the system has no such call,
//! the gate stays closed, and each transition takes the slow path, which has its own barrier
//! (`DisarmThenRecheck`).
//!
//! *Becoming native against arming* is the same pattern (`EnterNative`, `EnterNativeSlow`). If the
//! stopping thread has seen a thread as managed, and waits for it, that thread takes the slow path
//! and counts its arrival.
//!
//! *Disarming against arming*: both exchange the limit, and then the gate. For each of these words,
//! if the disarming comes last, it has read the value of the arming, which is a release
//! (`ArmRelease`). With the barrier after it (`DisarmThenRecheck`), the thread then sees the
//! request for which it was armed (`RecheckAfterDisarm`). If the arming comes last, the word stays
//! armed. The same barrier, paired with `ArmThenLoadState`, covers a stop that begins after this
//! check: the stop sees `MANAGED`, and waits.
//!
//! *A thread's writes* are published to the collector by the state (`StateRelease`) if the
//! collector loads the state only. Otherwise they are published by the count of arrivals
//! (`ArrivalRelease`), which is not decremented before it is set (`PendingRelease`). *The
//! collector's writes* are published when `stopping` is cleared (`ResumeRelease`); a thread reads
//! it between `STOPPED` and `MANAGED`. A thread that passes an open gate reads nothing, and need
//! not: no stop has occurred since it last disarmed itself.
//!
//! *Sleeping against waking* is ordered by the mutex of the queue: `stopping` is cleared before the
//! mutex is locked, and loaded while it is locked (`CheckBeforeSleep`).
//!
//! `models` (built with `--cfg loom`) checks these claims on the code below, and that each of the
//! orders is necessary.

mod arrival;
mod coordinator;
mod edge;
mod handshake;
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
pub(crate) use state::{ARMED, ThreadState};
pub(crate) use state::{DisarmedState, SafepointState};
pub(crate) use stop::{StopDelay, StopTimeout, Stopped};
