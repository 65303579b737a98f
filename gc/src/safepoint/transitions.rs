//! What a thread does at polls, and on its ways between managed and native code.
//!
//! The fast halves of the two ways stand three times: here for the runtime's own calls, in the
//! stubs of [`crate::arch`], and in `gc/ir/statepoint_gc.ll` for managed code. All do the same: store
//! the state, keep the compiler from going on before, look at the gate.

use super::arrival::Arrival;
use super::coordinator::Coordinator;
use super::edge::Edge;
use super::participant::Participant;
use super::waiting::CameFrom;
use super::words::ThreadState;
use crate::sync::Arc;
use crate::zeal::delays;

impl<T> Coordinator<T> {
    /// Native code becomes managed code; waits while a stop is in progress. Owner only.
    #[inline]
    pub(crate) fn leave_native(&self, me: &Arc<Participant<T>>) {
        me.words().set_state(ThreadState::Managed);
        Edge::LeaveNative.light_fence();
        delays::step();
        if me.words().gate_is_closed() {
            self.leave_native_slow(me);
        }
    }

    /// The gate was found closed on the way from native code, with the state set.
    #[cold]
    pub(crate) fn leave_native_slow(&self, me: &Arc<Participant<T>>) {
        self.attend(me, CameFrom::Native);
    }

    /// Managed code becomes native code. Never waits for a collection. Owner only.
    #[inline]
    pub(crate) fn enter_native(&self, me: &Participant<T>) {
        me.words().set_state(ThreadState::Native);
        Edge::EnterNative.light_fence();
        delays::step();
        if me.words().gate_is_closed() {
            self.enter_native_slow(me);
        }
    }

    /// The gate was found closed on the way into native code, with the state set.
    #[cold]
    pub(crate) fn enter_native_slow(&self, me: &Participant<T>) {
        self.note(me, Arrival::Native);
        self.arrivals.arrived(me);
        Edge::EnterNativeSlow.fence();
        delays::step();
        if Edge::HandshakeLeft.holds() {
            me.desk.owner_has_left();
        }
    }

    /// A managed thread goes on with compiled code; see `Words::publish`. Owner only.
    #[inline]
    pub(crate) fn resume(&self, me: &Participant<T>) {
        me.words().publish();
    }

    /// A managed thread found its limit armed: does what it is wanted for. One that came through a site, and finds it not armed, is
    /// not wanted. Owner only; the thread's registers are saved where the collector finds them.
    #[cold]
    pub(crate) fn poll(&self, me: &Arc<Participant<T>>) {
        if me.is_armed() {
            self.attend(me, CameFrom::Managed);
        }
    }

    /// Ends with `me` managed and disarmed, at a moment when nobody wanted it.
    pub(super) fn attend(&self, me: &Arc<Participant<T>>, from: CameFrom) {
        let mut has_slept = false;
        loop {
            me.words().set_state(ThreadState::Stopped);
            delays::step();
            self.note(me, Arrival::Stopped);
            self.arrivals.arrived(me);
            delays::step();
            if self.is_stopping() {
                has_slept |= self.sleep(me, from, has_slept);
            }
            delays::step();
            me.words().disarm(me.resting);
            delays::step();
            me.words().set_state(ThreadState::Managed);
            Edge::AttendThenLook.fence();
            delays::step();
            if Edge::LookAgain.holds() && self.is_stopping() {
                continue;
            }
            if Edge::HandshakeOrOwner.holds() && me.desk.is_asked() {
                // Managed, and wanted by no stop that has begun; one that begins now waits.
                self.serve_own(me);
                continue;
            }
            delays::step();
            self.forget(me);
            me.words().open();
            return;
        }
    }
}
