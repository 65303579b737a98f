//! Polls, and the transitions between managed and native code.
//!
//! The fast paths of the two transitions exist three times: here for the runtime's own calls, in
//! the stubs (`gc/src/mutator/arch/*/stubs.rs`), and in `gc/ir/statepoint_gc.ll` for managed code.
//! Each fast path stores the state and then loads the gate. The compiler must not move later
//! accesses before the store.

use super::arrival::Arrival;
use super::coordinator::Coordinator;
use super::edge::Edge;
use super::participant::Participant;
use super::state::ThreadState;
use super::waiting::QueuedFrom;
use crate::sync::Arc;
use crate::zeal::delays;

impl<T> Coordinator<T> {
    /// Native-to-managed transition; waits while a stop is in progress. Owner only.
    #[inline]
    pub(crate) fn leave_native(&self, me: &Arc<Participant<T>>) {
        me.safepoint().set_state(ThreadState::Managed);
        Edge::LeaveNative.light_fence();
        delays::step();
        if me.safepoint().gate_is_closed() {
            self.leave_native_slow(me);
        }
    }

    /// Slow path of [`Self::leave_native`]: the gate was found closed, with the state already set.
    #[cold]
    pub(crate) fn leave_native_slow(&self, me: &Arc<Participant<T>>) {
        self.serve_requests(me, QueuedFrom::Native);
    }

    /// Managed-to-native transition. Never waits for a collection. Owner only.
    #[inline]
    pub(crate) fn enter_native(&self, me: &Participant<T>) {
        me.safepoint().set_state(ThreadState::Native);
        Edge::EnterNative.light_fence();
        delays::step();
        if me.safepoint().gate_is_closed() {
            self.enter_native_slow(me);
        }
    }

    /// Slow path of [`Self::enter_native`]: the gate was found closed, with the state already set.
    #[cold]
    pub(crate) fn enter_native_slow(&self, me: &Participant<T>) {
        self.record_arrival(me, Arrival::Native);
        self.arrivals.count_arrival(me);
        Edge::EnterNativeSlow.fence();
        delays::step();
        if Edge::NotifyOnEnterNative.holds() {
            me.handshakes.owner_entered_native();
        }
    }

    /// Publishes the thread's writes before it resumes compiled code; see
    /// `SafepointState::publish`. Owner only, while it is managed.
    #[inline]
    pub(crate) fn resume(&self, me: &Participant<T>) {
        me.safepoint().publish();
    }

    /// Slow path of a poll: a managed thread found its limit armed, and serves the pending request.
    /// If the limit of a thread that came through a patched site is not armed, the thread has no
    /// pending request. Owner only; the thread's registers are saved where the collector finds
    /// them.
    #[cold]
    pub(crate) fn poll(&self, me: &Arc<Participant<T>>) {
        if me.is_armed() {
            self.serve_requests(me, QueuedFrom::Managed);
        }
    }

    /// Waits for stops and serves handshakes until no request is pending for `me`. Then `me` is
    /// managed and disarmed, unless an interrupt waits.
    pub(super) fn serve_requests(&self, me: &Arc<Participant<T>>, from: QueuedFrom) {
        let mut has_slept = false;
        loop {
            me.safepoint().set_state(ThreadState::Stopped);
            delays::step();
            self.record_arrival(me, Arrival::Stopped);
            self.arrivals.count_arrival(me);
            delays::step();
            if self.is_stopping() {
                has_slept |= self.sleep(me, from, has_slept);
            }
            delays::step();
            me.safepoint().disarm(me.disarmed);
            delays::step();
            me.safepoint().set_state(ThreadState::Managed);
            Edge::DisarmThenRecheck.fence();
            delays::step();
            if Edge::RecheckAfterDisarm.holds() && self.is_stopping() {
                continue;
            }
            if Edge::HandshakeExcludesOwner.holds() && me.handshakes.has_pending() {
                // `me` is managed. No stop was in progress at the check; a stop that begins now
                // waits for `me`.
                self.serve_own(me);
                continue;
            }
            delays::step();
            self.clear_arrival(me);
            if Edge::ArmedWhileInterrupted.holds() && me.interrupt.is_waiting() {
                me.safepoint().stay_armed();
            }
            me.safepoint().open();
            return;
        }
    }
}
