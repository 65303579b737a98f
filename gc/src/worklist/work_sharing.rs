//! Work stealing between workers, and termination detection.
//!
//! Workers share work and detect termination as in Flood, Detlefs, Shavit and Zhang, "Parallel
//! Garbage Collection for Shared Memory Multiprocessors", JVM 2001. Each worker traces from its own
//! mark stack. It puts surplus work into its queue, from which other workers steal (`crossbeam`'s
//! Chase-Lev deque, SPAA 2005; `crossbeam` chooses the deque's memory orders). A worker without
//! work counts itself idle, inspects the other workers' queues a few times, and then sleeps. On a
//! busy machine, spinning would take processor time from workers that have work.
//!
//! # Why all queues are empty when all workers are idle
//!
//! Only a worker that is not idle adds work, and only to its own stack and queue. It becomes idle
//! when both are empty. So the queue of an idle worker is empty. It stays empty until that worker
//! steals from another queue, and the owner of that queue is not idle. So if the count of idle
//! workers equals the count of participating workers, all queues are empty.
//!
//! A worker that joins late increments the number of participants before it looks for work. It does
//! not join if the phase has already finished, so a finished phase stays finished.
//!
//! # Why no worker sleeps forever
//!
//! This is the store-buffering litmus test. A worker increments the number of sleepers, then checks
//! once more whether there is work, and then sleeps. A worker that offers work puts it into its
//! queue first, and then checks for sleepers. Each side has a full barrier between its write and
//! its check, so at least one side sees the other side's write. The barriers are these: all
//! accesses of the counts are `SeqCst`, [`WorkSharing::notify_work`] begins with a fence, and the
//! deque's emptiness check has its own fence.
//!
//! A worker that goes to sleep also checks whether all workers are idle. The last worker to become
//! idle counts itself first, and then wakes all sleepers without a check.
//!
//! A worker takes the lock before its checks and holds it until it sleeps. A worker that wakes
//! others takes the lock first. So no wake-up is lost between the checks and the sleep.

use core::sync::atomic::{AtomicUsize, Ordering::SeqCst, fence};

use crossbeam::deque::{Steal, Stealer, Worker};
use crossbeam::utils::Backoff;
use parking_lot::{Condvar, Mutex};

/// The queue of one worker.
struct WorkerSlot<T> {
    /// The owner's end of the queue; `None` after the worker has taken it.
    queue: Mutex<Option<Worker<T>>>,
    /// The end from which other workers steal.
    stealer: Stealer<T>,
}

/// The queues of all workers, and the state for termination detection.
pub(crate) struct WorkSharing<T> {
    /// The queues, by worker index.
    slots: Vec<WorkerSlot<T>>,
    /// Low 32 bits: number of participating workers; high 32 bits: number of idle workers among
    /// them.
    counts: AtomicUsize,
    /// Number of workers that sleep or are about to sleep.
    sleepers: AtomicUsize,
    /// Lock of `woken`.
    lock: Mutex<()>,
    /// Notified when there is work, or when the phase has finished.
    woken: Condvar,
}

/// One idle worker, in [`WorkSharing::counts`].
const IDLE: usize = 1 << 32;
/// One participating worker, in [`WorkSharing::counts`].
const PARTICIPANT: usize = 1;

/// Returns whether all participating workers are idle, according to a value of
/// [`WorkSharing::counts`].
fn all_idle(counts: usize) -> bool {
    counts / IDLE == counts % IDLE
}

impl<T> WorkSharing<T> {
    /// Creates queues for up to `workers` workers. The first is counted as participating from the
    /// beginning, so that the phase cannot end before it has begun.
    pub(crate) fn new(workers: usize) -> Self {
        let slots = (0..workers)
            .map(|_| {
                let queue = Worker::new_lifo();
                let stealer = queue.stealer();
                WorkerSlot { queue: Mutex::new(Some(queue)), stealer }
            })
            .collect();
        Self {
            slots,
            counts: AtomicUsize::new(PARTICIPANT),
            sleepers: AtomicUsize::new(0),
            lock: Mutex::new(()),
            woken: Condvar::new(),
        }
    }

    /// Adds worker `index` to the participants and returns its queue; `None` if the phase has
    /// already finished. Each index may join at most once.
    pub(crate) fn join(&self, index: usize) -> Option<Worker<T>> {
        if index != 0 {
            let mut counts = self.counts.load(SeqCst);
            loop {
                if all_idle(counts) {
                    return None;
                }
                match self.counts.compare_exchange(counts, counts + PARTICIPANT, SeqCst, SeqCst) {
                    Ok(_) => break,
                    Err(now) => counts = now,
                }
            }
        }
        self.slots[index].queue.lock().take()
    }

    /// Returns whether any worker is idle.
    pub(crate) fn has_idle_worker(&self) -> bool {
        self.counts.load(SeqCst) >= IDLE
    }

    /// Wakes a sleeping worker, if there is one. Must be called after work was put into a queue.
    pub(crate) fn notify_work(&self) {
        fence(SeqCst);
        if self.sleepers.load(SeqCst) > 0 {
            drop(self.lock.lock());
            self.woken.notify_one();
        }
    }

    /// Steals work from another worker's queue, and waits until there is work. Returns `None` when
    /// no worker has work left. The caller's own stack and queue must be empty.
    pub(crate) fn steal(&self, index: usize) -> Option<T> {
        let mut counts = self.counts.fetch_add(IDLE, SeqCst) + IDLE;
        let backoff = Backoff::new();
        while !all_idle(counts) {
            if self.has_work(index) {
                self.counts.fetch_sub(IDLE, SeqCst);
                if let Some(work) = self.try_steal(index) {
                    return Some(work);
                }
                counts = self.counts.fetch_add(IDLE, SeqCst) + IDLE;
            } else {
                if backoff.is_completed() {
                    self.sleep(index);
                } else {
                    backoff.snooze();
                }
                counts = self.counts.load(SeqCst);
            }
        }
        // Tracing has ended: wake all sleepers.
        drop(self.lock.lock());
        self.woken.notify_all();
        None
    }

    /// Sleeps until there may be work, or the phase has finished.
    fn sleep(&self, index: usize) {
        let mut guard = self.lock.lock();
        self.sleepers.fetch_add(1, SeqCst);
        if !self.has_work(index) && !all_idle(self.counts.load(SeqCst)) {
            self.woken.wait(&mut guard);
        }
        self.sleepers.fetch_sub(1, SeqCst);
    }

    /// Returns whether another worker's queue has work.
    fn has_work(&self, index: usize) -> bool {
        self.other_stealers(index).any(|stealer| !stealer.is_empty())
    }

    /// Returns the stealing ends of the other workers' queues, starting after `index`.
    fn other_stealers(&self, index: usize) -> impl Iterator<Item = &Stealer<T>> {
        let (before, after) = self.slots.split_at(index);
        after.iter().skip(1).chain(before).map(|slot| &slot.stealer)
    }

    /// Steals from the other workers' queues in turn; `None` if all are empty.
    fn try_steal(&self, index: usize) -> Option<T> {
        for stealer in self.other_stealers(index) {
            loop {
                match stealer.steal() {
                    Steal::Success(work) => return Some(work),
                    Steal::Empty => break,
                    Steal::Retry => core::hint::spin_loop(),
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::sync::atomic::AtomicU64;

    /// Each unit of work is a number, which workers halve until it is 1. No worker may end before
    /// all numbers are 1.
    #[test]
    fn workers_end_only_when_all_work_is_done() {
        for workers in [1, 2, 4, 16] {
            for _ in 0..50 {
                let sharing = WorkSharing::new(workers);
                let ones = AtomicU64::new(0);
                let total = 5000;
                std::thread::scope(|scope| {
                    for index in 0..workers {
                        let (sharing, ones) = (&sharing, &ones);
                        scope.spawn(move || {
                            let Some(queue) = sharing.join(index) else { return };
                            if index == 0 {
                                queue.push(total);
                            }
                            while let Some(n) = queue.pop().or_else(|| sharing.steal(index)) {
                                if n > 1 {
                                    queue.push(n / 2);
                                    queue.push(n - n / 2);
                                    sharing.notify_work();
                                } else {
                                    ones.fetch_add(1, SeqCst);
                                }
                            }
                            assert_eq!(ones.load(SeqCst), total as u64, "ended too early");
                        });
                    }
                });
            }
        }
    }

    #[test]
    fn joining_after_the_end_returns_none() {
        let sharing = WorkSharing::<usize>::new(2);
        assert!(sharing.join(0).is_some());
        assert!(sharing.steal(0).is_none());
        assert!(sharing.join(1).is_none());
    }
}
