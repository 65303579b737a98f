//! The queue in which threads sleep until a stop has ended, and the order in which they are woken.
//!
//! When a stop ends, one thread per processor is woken. Each woken thread, when it runs, wakes the
//! next one before it continues: the threads are woken in a chain. If all threads were woken at
//! once, all would be runnable. To complete the next stop, each of them would need a processor to
//! reach its next poll. With 64 threads on two processors, such a stop took 100 times as long. With
//! a chain, most threads still sleep when the next stop begins, and count as stopped.
//!
//! # No thread sleeps forever
//!
//! A thread enters the queue only if, with the queue locked, it sees a stop in progress. The thread
//! that ends the stop first clears `stopping`, and then takes threads from the queue. So the thread
//! that ends this stop, or a later one, finds the queued thread. From then on, while no stop is in
//! progress and the queue is not empty, some thread was taken from the queue and has not yet taken
//! the next one. A woken thread that finds another stop in progress returns to the front of its
//! queue and does not wake the next one: the end of that stop starts a new chain. The same holds
//! for a thread that has woken the next thread and then finds a stop in progress.
//!
//! # Wakeup order
//!
//! There are two queues ([`QueuedFrom`]), from which threads are woken alternately. A thread that
//! returns from native code during a stop has usually slept there, and has little to do. In a
//! single queue, it would wait until all threads before it were woken. That can take several stops,
//! because each stop interrupts the chain of the previous stop. With 64 threads on two processors,
//! such a thread waited 200 ms for pauses of 2 ms. With two queues it waits only for threads that
//! returned from native code earlier, and threads that stopped at polls still get every second
//! wakeup. A woken thread that returns to its queue keeps its turn.
//!
//! # Back-to-back stops
//!
//! A thread that collects continuously begins the next stop before any thread has woken from the
//! last one. So a thread that begins a stop right after the last one first yields its processor for
//! a short time, until the threads woken at the end of the last stop have run ([`WokenThreads`]).
//! This affects only fairness, not correctness.

use core::sync::atomic::{AtomicUsize, Ordering};
use core::time::Duration;
use std::collections::VecDeque;
use std::time::Instant;

use super::coordinator::Coordinator;
use super::edge::Edge;
use super::participant::Participant;
use crate::sync::{Arc, Condvar, Mutex};
use crate::zeal::delays;

/// Puts one thread to sleep and wakes it.
#[derive(Debug)]
pub(super) struct Parker {
    /// Whether the thread was woken since it last slept.
    woken: Mutex<bool>,
    /// Notified when `woken` is set.
    changed: Condvar,
}

impl Parker {
    pub(super) fn new() -> Self {
        Self { woken: Mutex::new(false), changed: Condvar::new() }
    }

    /// Sleeps until the thread is woken. Returns at once if it was woken since it last slept.
    /// Called by the owner only.
    fn park(&self) {
        let mut woken = self.woken.lock();
        while !*woken {
            self.changed.wait(&mut woken);
        }
        *woken = false;
    }

    /// Wakes the thread, or lets its next [`Self::park`] return at once.
    fn wake(&self) {
        *self.woken.lock() = true;
        self.changed.notify_one();
    }
}

/// Maximum number of times that a stopping thread yields its processor to threads that were woken
/// at the end of the last stop.
const MAX_YIELDS: u32 = 100;

/// A stopping thread yields only if the last stop ended less than this time ago, for example
/// because one thread stops the others continuously. Otherwise it does not yield, because a yield
/// may cost a time slice.
const BACK_TO_BACK: Duration = Duration::from_micros(200);

/// The threads that were woken when the last stop ended and have not run yet.
#[derive(Debug)]
pub(super) struct WokenThreads {
    /// The number of these threads. Relaxed, because it is only a hint.
    not_running: AtomicUsize,
    /// The time at which the stop ended.
    since: Mutex<Option<Instant>>,
}

impl WokenThreads {
    pub(super) fn new() -> Self {
        Self { not_running: AtomicUsize::new(0), since: Mutex::new(None) }
    }

    /// Records that `threads` threads are woken now.
    fn record_woken(&self, threads: usize) {
        self.not_running.store(threads, Ordering::Relaxed);
        if threads > 0 {
            *self.since.lock() = Some(Instant::now());
        }
    }

    /// Records that a woken thread has run.
    pub(super) fn record_running(&self) {
        let order = Ordering::Relaxed;
        let _ = self.not_running.fetch_update(order, order, |threads| threads.checked_sub(1));
    }

    /// Lets the woken threads run first, if this stop follows the last one within [`BACK_TO_BACK`].
    pub(super) fn yield_to_woken(&self) {
        if cfg!(loom) || self.not_running.load(Ordering::Relaxed) == 0 {
            return;
        }
        let is_back_to_back = self.since.lock().is_some_and(|since| since.elapsed() < BACK_TO_BACK);
        for _ in 0..if is_back_to_back { MAX_YIELDS } else { 0 } {
            std::thread::yield_now();
            if self.not_running.load(Ordering::Relaxed) == 0 {
                break;
            }
        }
        // A thread that has not run by now is delayed for another reason, so no later stop yields
        // to it.
        self.record_woken(0);
    }
}

/// The state that a waiting thread was in. It selects one of the two queues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QueuedFrom {
    /// It ran managed code.
    Managed,
    /// It ran native code.
    Native,
}

/// Two queues of waiting threads. Threads are taken alternately from their fronts.
#[derive(Debug)]
struct WakeQueues<W> {
    /// Threads that ran managed code.
    from_managed: VecDeque<W>,
    /// Threads that ran native code.
    from_native: VecDeque<W>,
    /// The queue from which the next thread is taken, unless it is empty.
    next: QueuedFrom,
}

impl<W> WakeQueues<W> {
    fn new() -> Self {
        Self {
            from_managed: VecDeque::new(),
            from_native: VecDeque::new(),
            next: QueuedFrom::Native,
        }
    }

    /// Returns the queue of threads that were in this state.
    fn queue_mut(&mut self, from: QueuedFrom) -> &mut VecDeque<W> {
        match from {
            QueuedFrom::Managed => &mut self.from_managed,
            QueuedFrom::Native => &mut self.from_native,
        }
    }

    /// Appends a thread to its queue.
    fn push(&mut self, from: QueuedFrom, waiting: W) {
        self.queue_mut(from).push_back(waiting);
    }

    /// Puts a thread that was taken but could not continue back to the front of its queue. The next
    /// thread is taken from the same queue again, because the queue has not had its turn.
    fn push_front(&mut self, from: QueuedFrom, waiting: W) {
        self.queue_mut(from).push_front(waiting);
        self.next = from;
    }

    /// Removes and returns the next thread to wake; `None` if both queues are empty.
    fn take(&mut self) -> Option<W> {
        let turn = self.next;
        let other = match turn {
            QueuedFrom::Managed => QueuedFrom::Native,
            QueuedFrom::Native => QueuedFrom::Managed,
        };
        if let Some(first) = self.queue_mut(turn).pop_front() {
            self.next = other;
            return Some(first);
        }
        // The queue `next` is empty, and keeps its turn.
        self.queue_mut(other).pop_front()
    }

    /// Returns the number of waiting threads.
    fn len(&self) -> usize {
        self.from_managed.len() + self.from_native.len()
    }
}

/// The threads that sleep until a stop has ended, in the order in which they are woken.
#[derive(Debug)]
pub(super) struct Queue<T>(Mutex<WakeQueues<Arc<Participant<T>>>>);

impl<T> Queue<T> {
    pub(super) fn new() -> Self {
        Self(Mutex::new(WakeQueues::new()))
    }

    /// Wakes up to `count` threads.
    fn wake(&self, count: usize) {
        for _ in 0..count {
            let Some(next) = self.0.lock().take() else { return };
            delays::step();
            next.parker.wake();
        }
    }

    /// Returns the number of waiting threads.
    fn len(&self) -> usize {
        self.0.lock().len()
    }
}

impl<T> Coordinator<T> {
    /// Puts the calling thread `me` to sleep while a stop is in progress, and returns whether it
    /// slept. `again`: whether the thread has slept before in this slow path; if so, it is put at
    /// the front of its queue.
    pub(super) fn sleep(&self, me: &Arc<Participant<T>>, from: QueuedFrom, again: bool) -> bool {
        let mut has_slept = false;
        loop {
            {
                let mut queue = self.queue.0.lock();
                if Edge::CheckBeforeSleep.holds() && !self.is_stopping() {
                    break;
                }
                if again || has_slept {
                    queue.push_front(from, Arc::clone(me));
                } else {
                    queue.push(from, Arc::clone(me));
                }
            }
            delays::step();
            me.parker.park();
            has_slept = true;
            delays::step();
            let may_continue = !self.is_stopping();
            self.woken_threads.record_running();
            if may_continue {
                break;
            }
        }
        if has_slept && Edge::WakeNext.holds() {
            self.queue.wake(1);
        }
        has_slept
    }

    /// Wakes the first threads of the queue, one per processor. Called after `stopping` was
    /// cleared. `others` is the number of threads, not in the queue, that have been woken as well.
    pub(super) fn wake_first(&self, others: usize) {
        let count = self.processors;
        if !cfg!(loom) {
            self.woken_threads.record_woken(others + self.queue.len().min(count));
        }
        self.queue.wake(count);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
    use std::thread;

    use super::{Coordinator, Participant, QueuedFrom, WakeQueues};
    use crate::safepoint::DisarmedState;
    use crate::sync::Arc;

    fn queues(managed: &[u32], native: &[u32]) -> WakeQueues<u32> {
        let mut queues = WakeQueues::new();
        queues.queue_mut(QueuedFrom::Managed).extend(managed);
        queues.queue_mut(QueuedFrom::Native).extend(native);
        queues
    }

    #[test]
    fn native_return_is_not_queued_after_stopped_threads() {
        let mut queues = queues(&[1, 2, 3, 4], &[10]);
        assert_eq!(queues.len(), 5);
        let order: Vec<_> = core::iter::from_fn(|| queues.take()).collect();
        assert_eq!(order, [10, 1, 2, 3, 4]);
    }

    #[test]
    fn stopped_threads_get_every_second_wakeup() {
        let mut queues = queues(&[1, 2, 3], &[]);
        let mut order = Vec::new();
        for late in 10..16 {
            queues.push(QueuedFrom::Native, late);
            order.extend(queues.take());
        }
        order.extend(core::iter::from_fn(|| queues.take()));
        assert_eq!(order, [10, 1, 11, 2, 12, 3, 13, 14, 15]);
    }

    /// With one processor and back-to-back stops, two threads are woken, but only the first
    /// continues before the next stop.
    #[test]
    fn requeued_thread_is_woken_next() {
        let (mut queues, mut resumed) = (queues(&[1, 2], &[10, 11]), Vec::new());
        for _ in 0..4 {
            resumed.extend(queues.take());
            let late = queues.take();
            let from =
                |waiting| if waiting < 10 { QueuedFrom::Managed } else { QueuedFrom::Native };
            late.into_iter().for_each(|waiting| queues.push_front(from(waiting), waiting));
        }
        assert_eq!(resumed, [10, 1, 11, 2]);
    }

    /// Attaches a thread for a test.
    fn attach(heap: &Coordinator<()>) -> Arc<Participant<()>> {
        // The gate stays closed, so the test needs no barrier in all threads.
        let disarmed = DisarmedState { poll_always: false, gate_closed: true };
        Participant::attached(heap, disarmed, ())
    }

    #[test]
    fn waiting_thread_joins_the_queue_of_its_origin() {
        let heap = Coordinator::new(false, None, 2);
        let [polling, returning] = [attach(&heap), attach(&heap)];
        let is_managed = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                heap.leave_native(&polling);
                is_managed.store(true, Relaxed);
                while !polling.is_armed() {
                    thread::yield_now();
                }
                heap.poll(&polling);
                heap.enter_native(&polling);
            });
            while !is_managed.load(Relaxed) {
                thread::yield_now();
            }
            // The threads resume when this is dropped, also if the test fails.
            let _stopped = heap.stop(None, None).expect("no other thread stops");
            scope.spawn(|| {
                heap.leave_native(&returning);
                heap.enter_native(&returning);
            });
            while heap.queue.len() < 2 {
                thread::yield_now();
            }
            let queue = heap.queue.0.lock();
            assert!(queue.from_managed.iter().any(|waiting| Arc::ptr_eq(waiting, &polling)));
            assert!(queue.from_native.iter().any(|waiting| Arc::ptr_eq(waiting, &returning)));
        });
    }
}
