//! [`SafepointState`], the fields that a thread shares with other threads: limit, gate and state.

use super::edge::Edge;
use crate::sync::{AtomicU32, AtomicUsize, Ordering};
use crate::zeal::delays;

/// State of a thread; see the diagram at the head of [`crate::safepoint`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum ThreadState {
    /// Runs native code; a stop does not wait for the thread.
    Native = 0,
    /// Runs managed code, or a part of the runtime that holds raw references.
    Managed = 1,
    /// In a slow path, with its registers saved.
    Stopped = 2,
}

/// The value of [`SafepointState::limit`] that makes polls and allocations take their slow paths.
pub(crate) const ARMED: usize = 0;

/// The value of [`SafepointState::limit`] of a thread without a TLAB. No object ends at or below
/// it, and it differs from [`ARMED`].
const NO_TLAB: usize = 1;

/// The part of a thread's context that the safepoint protocol uses. Compiled code reads `limit` and
/// `gate`, and writes `state`; see `%spgc.thread` in `gc/ir/statepoint_gc.ll`.
///
/// All fields are zero before the thread is attached. The thread is then armed, so managed code
/// that runs without attachment takes a slow path.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct SafepointState {
    /// The end of the TLAB, or [`ARMED`]. Any thread may store [`ARMED`]; only the owner stores
    /// other values.
    pub(crate) limit: AtomicUsize,
    /// The end of the TLAB. Written by the owner, or during a stop by the collector.
    end: AtomicUsize,
    /// If not 0, transitions between managed and native code take their slow paths. The gate is
    /// armed and disarmed together with `limit`. It is a separate field because it stays armed if
    /// there is no barrier in all threads, and this must not slow down allocation.
    pub(crate) gate: AtomicU32,
    /// A [`ThreadState`]. Written by the owner.
    pub(crate) state: AtomicU32,
}

/// Determines the values of a thread's limit and gate while no request is pending for the thread.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DisarmedState {
    /// Whether every poll takes its slow path.
    pub(crate) poll_always: bool,
    /// Whether every transition takes its slow path, because there is no barrier in all threads.
    pub(crate) gate_closed: bool,
}

impl SafepointState {
    #[cfg(test)]
    pub(super) fn new() -> Self {
        Self {
            limit: AtomicUsize::new(ARMED),
            end: AtomicUsize::new(NO_TLAB),
            gate: AtomicU32::new(0),
            state: AtomicU32::new(ThreadState::Native as u32),
        }
    }

    /// Asserts that the limit is [`ARMED`] or the end of the current TLAB.
    #[cfg(all(test, loom))]
    pub(super) fn check_limit(&self) {
        let limit = self.limit.load(Ordering::Relaxed);
        assert!(limit == ARMED || limit == self.end(), "a revoked TLAB is used");
    }

    /// Sets the state. Owner only.
    pub(super) fn set_state(&self, state: ThreadState) {
        let order = match state {
            // Relaxed: `Managed` gives other threads no permission to access anything.
            ThreadState::Managed => Ordering::Relaxed,
            ThreadState::Native | ThreadState::Stopped => {
                Edge::StateRelease.order(Ordering::Release)
            }
        };
        self.state.store(state as u32, order);
    }

    /// Publishes the owner's writes in the runtime by storing its state again. Managed code may
    /// perform the next change of state, by a release that would also publish them. But race
    /// detectors see only the stores of Rust code. Called only by the owner, while it is managed.
    pub(super) fn publish(&self) {
        self.state.store(ThreadState::Managed as u32, Ordering::Release);
    }

    /// Returns whether the thread is managed. Exact for the owner. For other threads, true may be
    /// outdated; false means that all earlier actions of the thread happen before the return of
    /// this call.
    pub(super) fn is_managed(&self) -> bool {
        self.state.load(Ordering::Acquire) == ThreadState::Managed as u32
    }

    /// Returns whether the thread is in native code. May be outdated, except for the owner.
    pub(super) fn is_native(&self) -> bool {
        self.state.load(Ordering::Relaxed) == ThreadState::Native as u32
    }

    /// Arms the thread: its next poll, allocation or transition takes the slow path. Any thread may
    /// call this as long as the thread is attached. Stores would suffice, but with them loom lets a
    /// later exchange read an older value.
    pub(crate) fn arm(&self) {
        let release = Edge::ArmRelease.order(Ordering::Release);
        self.limit.swap(ARMED, release);
        delays::step();
        self.gate.swap(1, release);
    }

    /// Disarms limit and gate. Owner only; after a full barrier (`Edge::DisarmThenRecheck`) it must
    /// check whether a request is pending. An exchange, so that either this overwrites an arming
    /// and sees the request for it, or the arming overwrites this.
    ///
    /// The limit is then that of a thread without a TLAB, because a stop may begin and end before
    /// that check, and revoke the TLAB. After the check, the owner calls [`Self::open`].
    pub(super) fn disarm(&self, disarmed: DisarmedState) {
        let end = if Edge::TlabAfterRecheck.holds() { NO_TLAB } else { self.end() };
        let limit = if disarmed.poll_always { ARMED } else { end };
        delays::step();
        self.limit.swap(limit, Ordering::Relaxed);
        delays::step();
        self.gate.swap(u32::from(disarmed.gate_closed), Ordering::Relaxed);
    }

    /// Makes polls take their slow path again, although no request is pending. Owner only, after
    /// [`Self::disarm`].
    pub(super) fn stay_armed(&self) {
        self.limit.swap(ARMED, Ordering::Relaxed);
    }

    /// Puts the TLAB back into use, unless the thread was armed again. Called only by the owner,
    /// while it is managed, after a check that found no pending request.
    pub(super) fn open(&self) {
        self.replace_limit(NO_TLAB, self.end());
    }

    /// Returns whether polls take their slow path.
    pub(super) fn is_armed(&self) -> bool {
        self.limit.load(Ordering::Relaxed) == ARMED
    }

    /// Returns whether transitions take their slow path.
    pub(super) fn gate_is_closed(&self) -> bool {
        self.gate.load(Ordering::Relaxed) != 0
    }

    /// Returns the end of the TLAB, whether the thread is armed or not.
    pub(crate) fn end(&self) -> usize {
        self.end.load(Ordering::Relaxed)
    }

    /// Sets the end of the owner's new TLAB. If the limit is armed, it stays armed.
    pub(crate) fn set_end(&self, end: usize) {
        self.end.store(end, Ordering::Relaxed);
        let limit = self.limit.load(Ordering::Relaxed);
        if limit != ARMED {
            self.replace_limit(limit, end);
        }
    }

    /// Replaces the limit `limit` by `end`, unless another thread has armed it concurrently; then
    /// it stays armed.
    fn replace_limit(&self, limit: usize, end: usize) {
        delays::step();
        let _ = self.limit.compare_exchange(limit, end, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Revokes the TLAB. Called by the collector during a stop, or by the owner before it is
    /// attached. At that time, `limit` is armed or that of a thread without a TLAB.
    pub(crate) fn clear_end(&self) {
        self.end.store(NO_TLAB, Ordering::Relaxed);
    }

    /// Resets all fields to their values before the thread was attached. Owner only, when it is
    /// detached.
    pub(crate) fn reset(&self) {
        self.limit.store(0, Ordering::Relaxed);
        self.end.store(0, Ordering::Relaxed);
        self.gate.store(0, Ordering::Relaxed);
        self.state.store(0, Ordering::Relaxed);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    /// Returns limit and gate.
    fn read(state: &SafepointState) -> (usize, u32) {
        (state.limit.load(Ordering::Relaxed), state.gate.load(Ordering::Relaxed))
    }

    #[test]
    fn limit_is_the_tlab_end_unless_armed() {
        let state = SafepointState::new();
        state.disarm(DisarmedState::default());
        assert_eq!(read(&state), (NO_TLAB, 0));
        state.open();
        for end in [0x2000, 0x1000, 0x3000] {
            state.set_end(end);
            assert_eq!((read(&state), state.end()), ((end, 0), end));
        }
        state.arm();
        state.set_end(0x4000);
        assert_eq!((read(&state), state.end()), ((ARMED, 1), 0x4000), "it stays armed");
        state.disarm(DisarmedState::default());
        state.open();
        assert_eq!(read(&state), (0x4000, 0));
    }

    #[test]
    fn reset_restores_the_initial_state() {
        let state = SafepointState::new();
        state.set_state(ThreadState::Managed);
        state.disarm(DisarmedState { poll_always: false, gate_closed: true });
        state.open();
        state.set_end(0x1000);
        state.reset();
        assert_eq!((read(&state), state.end()), ((ARMED, 0), 0));
        assert!(!state.is_managed() && state.is_armed() && !state.gate_is_closed());
    }
}
