//! The words by which a thread and the rest of the world talk.

use super::edge::Edge;
use crate::sync::{AtomicU32, AtomicUsize, Ordering};
use crate::zeal::delays;

/// What a thread is doing; see the diagram at the head of [`crate::safepoint`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum ThreadState {
    Native = 0,
    Managed = 1,
    Stopped = 2,
}

/// The value of [`Words::limit`] that makes polls and allocations take their slow paths.
pub(crate) const ARMED: usize = 0;

/// The end of no buffer: no object fits below it, and it is not [`ARMED`].
const NO_BUFFER: usize = 1;

/// The part of a thread's context that the protocol is about. Compiled code reads `limit` and
/// `gate`, and writes `state`; see `%spgc.thread` in `gc/ir/statepoint_gc.ll`.
///
/// All zero before the thread is attached: armed, so that managed code which runs all the same
/// finds itself in a slow path.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Words {
    /// The end of the allocation buffer, or [`ARMED`]. Anyone may arm it, only the owner writes
    /// anything else.
    pub(crate) limit: AtomicUsize,
    /// The end of the allocation buffer. The owner's, or during a stop the collector's.
    end: AtomicUsize,
    /// Not 0: transitions between managed and native code take their slow paths. Armed and disarmed
    /// with `limit`; a word of its own, so that it can stay armed where there is no barrier in all
    /// threads, and allocation is as fast as ever.
    pub(crate) gate: AtomicU32,
    /// A [`ThreadState`]. The owner's.
    pub(crate) state: AtomicU32,
}

/// What a thread's words hold when nobody wants it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Resting {
    /// Every poll is to be taken.
    pub(crate) poll_always: bool,
    /// Every transition is to be taken: there is no barrier in all threads.
    pub(crate) gate_closed: bool,
}

impl Words {
    #[cfg(test)]
    pub(super) fn new() -> Self {
        Self {
            limit: AtomicUsize::new(ARMED),
            end: AtomicUsize::new(NO_BUFFER),
            gate: AtomicU32::new(0),
            state: AtomicU32::new(ThreadState::Native as u32),
        }
    }

    /// Compiled code that looks at the limit now finds it armed, or at the end of its buffer.
    #[cfg(all(test, loom))]
    pub(super) fn check_limit(&self) {
        let limit = self.limit.load(Ordering::Relaxed);
        assert!(limit == ARMED || limit == self.end(), "a buffer that was taken away is used");
    }

    pub(super) fn set_state(&self, state: ThreadState) {
        let order = match state {
            // The owner's to take: nobody learns anything from it.
            ThreadState::Managed => Ordering::Relaxed,
            ThreadState::Native | ThreadState::Stopped => {
                Edge::StateRelease.order(Ordering::Release)
            }
        };
        self.state.store(state as u32, order);
    }

    /// What the owner has done in the runtime goes with its state, also where managed code changes the
    /// state next. It would without this: those stores are releases. But tools that check memory
    /// accesses see only those of Rust code. Owner only, managed.
    pub(super) fn publish(&self) {
        self.state.store(ThreadState::Managed as u32, Ordering::Release);
    }

    /// Exact for the owner. For others, true may be outdated; false means that they see what the
    /// thread did before.
    pub(super) fn is_managed(&self) -> bool {
        self.state.load(Ordering::Acquire) == ThreadState::Managed as u32
    }

    /// Makes the thread come to a slow path. Anyone may do it, as long as the thread is attached.
    /// (Stores would do. But then loom lets a later exchange see what was there before them.)
    pub(crate) fn arm(&self) {
        let release = Edge::ArmRelease.order(Ordering::Release);
        self.limit.swap(ARMED, release);
        delays::step();
        self.gate.swap(1, release);
    }

    /// Owner only; behind a full barrier (`Edge::AttendThenLook`) it must look whether somebody wants
    /// it. An exchange, so that either this overwrites an arming and sees what it was for, or the
    /// arming overwrites this.
    ///
    /// The limit is then as without a buffer: until that look a stop may come and go unnoticed, and
    /// take the buffer away. Behind it comes [`Self::open`].
    pub(super) fn disarm(&self, resting: Resting) {
        let end = if Edge::BufferAfterLook.holds() { NO_BUFFER } else { self.end() };
        let limit = if resting.poll_always { ARMED } else { end };
        delays::step();
        self.limit.swap(limit, Ordering::Relaxed);
        delays::step();
        self.gate.swap(u32::from(resting.gate_closed), Ordering::Relaxed);
    }

    /// The thread is managed, and was not wanted a moment ago: it may use its buffer, unless it was
    /// armed again. Owner only.
    pub(super) fn open(&self) {
        self.replace_limit(NO_BUFFER, self.end());
    }

    /// Whether polls take their slow path.
    pub(super) fn is_armed(&self) -> bool {
        self.limit.load(Ordering::Relaxed) == ARMED
    }

    /// Whether transitions take their slow path.
    pub(super) fn gate_is_closed(&self) -> bool {
        self.gate.load(Ordering::Relaxed) != 0
    }

    /// The end of the allocation buffer, armed or not.
    pub(crate) fn end(&self) -> usize {
        self.end.load(Ordering::Relaxed)
    }

    /// The owner has a new allocation buffer. Stays armed if it is.
    pub(crate) fn set_end(&self, end: usize) {
        self.end.store(end, Ordering::Relaxed);
        let limit = self.limit.load(Ordering::Relaxed);
        if limit != ARMED {
            self.replace_limit(limit, end);
        }
    }

    /// Fails if somebody arms it now, and then it shall stay so.
    fn replace_limit(&self, limit: usize, end: usize) {
        delays::step();
        let _ = self.limit.compare_exchange(limit, end, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Takes the allocation buffer away: the collector, during a stop, or the owner before it is
    /// attached. `limit` is armed then, or as without a buffer.
    pub(crate) fn clear_end(&self) {
        self.end.store(NO_BUFFER, Ordering::Relaxed);
    }

    /// As before the thread was attached. Owner only, when it is detached.
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

    /// Limit and gate.
    fn read(words: &Words) -> (usize, u32) {
        (words.limit.load(Ordering::Relaxed), words.gate.load(Ordering::Relaxed))
    }

    #[test]
    fn the_limit_is_the_end_of_the_buffer_unless_it_is_armed() {
        let words = Words::new();
        words.disarm(Resting::default());
        assert_eq!(read(&words), (NO_BUFFER, 0));
        words.open();
        for end in [0x2000, 0x1000, 0x3000] {
            words.set_end(end);
            assert_eq!((read(&words), words.end()), ((end, 0), end));
        }
        words.arm();
        words.set_end(0x4000);
        assert_eq!((read(&words), words.end()), ((ARMED, 1), 0x4000), "it stays armed");
        words.disarm(Resting::default());
        words.open();
        assert_eq!(read(&words), (0x4000, 0));
    }

    #[test]
    fn a_thread_that_is_detached_is_as_if_it_had_never_been_attached() {
        let words = Words::new();
        words.set_state(ThreadState::Managed);
        words.disarm(Resting { poll_always: false, gate_closed: true });
        words.open();
        words.set_end(0x1000);
        words.reset();
        assert_eq!((read(&words), words.end()), ((ARMED, 0), 0));
        assert!(!words.is_managed() && words.is_armed() && !words.gate_is_closed());
    }
}
