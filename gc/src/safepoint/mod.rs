//! Stopping managed threads, letting them go on, and having one of them do something.
//!
//! # States of a thread
//!
//! ```text
//!                leave native (gate open)
//!   NATIVE ------------------------------------> MANAGED
//!     ^  <------------------------------------    |   ^
//!     |              enter native                 |   |
//!     |                                      poll |   | no stop, and nothing asked
//!     | attach                                    v   |
//!   (none)         leave native (gate closed)    STOPPED
//!                NATIVE ------------------------->
//! ```
//!
//! * `MANAGED`: runs compiled code or a part of the runtime that holds raw references. A stop waits
//!   for it.
//! * `NATIVE`: holds no raw reference, touches no object, and its stack below the last exit from
//!   managed code does not change. A stop does not wait for it, and it cannot become `MANAGED`
//!   while one is in progress.
//! * `STOPPED`: in a slow path, with its registers saved where the walker finds them: waiting for a stop
//!   to end, on its way back, or itself the thread that collects.
//!
//! A thread changes only its own state.
//!
//! # The words
//!
//! Of the words that a thread shares with the world ([`words`]), compiled code reads two. `limit`, the
//! end of its allocation buffer, is read at polls and allocations; armed, it is 0, and both fail. `gate`
//! is read on the ways between managed and native code. Anyone arms both; only the owner disarms them,
//! and then looks again for whom it might have been.
//!
//! # A stop
//!
//! Who stops sets `stopping`, waits for handshakes that are being served on behalf of threads,
//! marks each thread as awaited, and arms it. Then it takes the mark back
//! from all that are not managed, and waits until the others have done so themselves, each in the slow
//! path that it comes to next ([`stop`]). Whoever takes a mark back counts; the last one wakes who
//! waits. To resume, `stopping` is cleared, and those who sleep are woken, in a chain
//! ([`waiting`]). Threads stay armed: each disarms itself when it next wants to be managed.
//!
//! A [`handshake`] arms one thread, and has something run there or on its behalf.
//!
//! Polls that do not look at the limit are patched to calls as long as a thread is waited for ([`poll_sites`]).
//!
//! # Invariants
//!
//! 1. At most one stop is in progress (`stopping`, changed under the lock of the list of threads).
//! 2. While `Stopped` exists, every thread is `NATIVE` or `STOPPED`, or has just stored `MANAGED`
//!    and will take it back before it touches anything.
//! 3. While `Stopped` exists, every thread is armed, or has just disarmed itself and is about to
//!    find that it must not go on. So nobody allocates, and the collector may take buffers away. A
//!    thread takes its buffer into use again behind its last look only (`BufferAfterLook`): a whole
//!    stop fits between its first one and that.
//! 4. A thread's exit, activation and allocation buffer are written by their owner while it is
//!    `MANAGED`, by the collector while a stop is in progress, by who serves a handshake on its behalf
//!    while it is neither, and by nobody else.
//! 5. The list of threads only grows during a stop: attaching may happen at any time (the new
//!    thread is `NATIVE`, holds no reference and is born armed), detaching waits.
//! 6. While `Stopped` exists no handshake is served on behalf of a thread, and none begins to be served
//!    so while `stopping` is set.
//! 7. No lock of this module is held while a thread waits for another to reach a safepoint, and none while
//!    anything outside the module is called, but `serving` while an operation runs.
//!
//! # Memory orders
//!
//! Each is an [`edge`] with a name; the names are in the code where the orders are used.
//!
//! *Becoming managed against arming* is the store-buffering pattern: the thread stores its state and
//! loads the gate (`LeaveNative`); who arms stores the gate and loads the state (`ArmThenState`). With a
//! full barrier on both sides at least one sees the other's store: the thread goes the slow way, or is
//! waited for. The thread passes here at every call of native code, so its side is only a barrier to
//! the compiler, and who arms executes one in all threads at once (`membarrier(2)`). Where there is no
//! such call, the gate rests closed, and each passage goes the slow way, which has a barrier of its
//! own (`AttendThenLook`).
//!
//! *Becoming native against arming* is the same pattern (`EnterNative`, `EnterNativeSlow`), so that a thread which
//! was seen managed, and is waited for, goes the slow way and says that it has left.
//!
//! *Disarming against arming*: both are exchanges of one word. If the disarming comes last, it has read the
//! arming, which is a release (`ArmRelease`), and the barrier behind it (`AttendThenLook`) makes it see
//! what the arming was for (`LookAgain`). If the arming comes last, the word is armed. The same
//! barrier, against `ArmThenState`, covers a stop that begins after this look: it sees `MANAGED`, and
//! waits.
//!
//! *What a thread has done* is passed to the collector by the state (`StateRelease`) where the
//! collector's look at it was enough, otherwise by the count of those that have arrived
//! (`ArrivalRelease`), which is not counted down before it was set (`AwaitRelease`). *What the
//! collector has done* is passed on by the end of `stopping` (`ResumeRelease`), which a thread
//! reads on its way from `STOPPED` to `MANAGED`. A thread that passes an open gate reads nothing, and
//! needs nothing: since it last disarmed itself there was no stop.
//!
//! *Sleeping against waking* is ordered by the mutex of the queue: `stopping` is cleared before it is
//! locked, and looked at with it locked (`LookBeforeSleep`).
//!
//! `models` (built with `--cfg loom`) checks these claims on the code below, and that none of the
//! orders can be done without.

mod arrival;
mod coordinator;
mod edge;
mod handshake;
mod participant;
#[cfg(any(feature = "patched-polls", all(test, loom)))]
mod poll_holds;
mod poll_sites;
mod stop;
mod transitions;
mod waiting;
mod words;

#[cfg(all(test, loom))]
mod models;

pub(crate) use coordinator::Coordinator;
pub(crate) use participant::{Participant, WordsOfThread};
#[cfg(feature = "patched-polls")]
pub(crate) use poll_holds::{PollCode, PollSites};
pub(crate) use poll_sites::{Holds, LastingHold};
pub(crate) use stop::{Late, Patience, Stopped};
#[cfg(all(test, not(loom)))]
pub(crate) use words::{ARMED, ThreadState};
pub(crate) use words::{Resting, Words};
