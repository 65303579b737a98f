//! A value that many threads read without locks, and that one writer at a time replaces.
//!
//! # Protocol
//!
//! The value is reached through one atomic pointer. A reader announces itself in one of two
//! counters, loads the pointer, and decrements the counter when it has finished. This takes two
//! atomic read-modify-writes, a fence and two loads, independent of other threads. A writer, under
//! a lock, stores a pointer to a new value. The old value is *retired*: it is dropped after a
//! **grace period**, in which each of the two counters was zero once. These are the two-counter
//! grace periods of sleepable RCU (SRCU: McKenney, 2006).
//!
//! With a single counter, overlapping readers could keep it above zero forever. With two counters,
//! new readers use one while the writer waits for the other to reach zero:
//!
//! ```text
//!   begin:      new readers use counter s
//!   draining:   counter 1-s is zero (only late readers can increment it): new readers use 1-s
//!   drained:    counter s is zero: drop all values that were retired before the period began
//! ```
//!
//! A late reader has loaded `side` before a writer changed it, and increments the counter for which
//! the writer waits. Each thread can be late once, because its next load of `side` returns the new
//! value. So a grace period ends when each thread has finished its current read and at most one
//! more.
//!
//! # Why not an epoch collector
//!
//! A thread that removes code must know when the code is unused, since it will unmap it. So it must
//! be possible to wait until a retired value is dropped. `crossbeam-epoch` has no such wait, only
//! deferred functions that run at some later time. It keeps a list of reading threads. That needs
//! thread-local storage, and the first read of a thread registers the thread, which allocates and
//! is not wait-free.
//!
//! With a read-write lock, a waiting writer blocks readers. With a reference count in the value,
//! the increment races with the last decrement. Readers here are walks, which are long and rare, so
//! the cost of two shared counters is not measurable.
//!
//! # Invariants
//!
//! 1. Only the holder of the lock stores to `current` and `side`.
//! 2. A value is dropped once, by the holder of the lock: it moves from `current` to `incoming`,
//!    then to `waiting`, then out.
//! 3. Between the retirement of a value and its drop, each counter was seen at zero after a
//!    sequentially consistent fence that came after the retirement.
//!
//! # Memory orders
//!
//! A read and a retirement form the store-buffering litmus test. The reader increments a counter,
//! fences, and loads `current`; the writer stores `current`, fences, and loads the counter. If the
//! reader's fence is first, the writer sees the counter above zero until the reader has left. If
//! the writer's fence is first, the reader loads the new value. So the writer always sees a reader
//! that has an old value, at either counter. `side` needs no ordering: it only selects the counter
//! of a reader, and the writer waits for both counters.
//!
//! A leaving reader decrements the counter with `Release`, and the writer reads the counter with an
//! `Acquire` load: all accesses of the reader to the value happen before the value is dropped.
//! Operations of other readers on the counter preserve this, because they are read-modify-writes,
//! which continue the release sequence. `current` is stored with `Release` and loaded with
//! `Acquire`, so that the value itself is visible.
//!
//! Each of these orders is an [`Edge`] with a name. `models` (built with `--cfg loom`) checks these
//! claims on the code below, and that each of the orders is necessary.

use core::fmt;
use core::ops::Deref;
use core::ptr::NonNull;

use super::edge::Edge;
use crate::sync::{AtomicPtr, AtomicUsize, Backoff, Mutex, Ordering};

/// A value that readers access without a lock; see the [module](self) documentation.
pub(super) struct Published<T> {
    /// The current value, from `Box::into_raw`.
    current: AtomicPtr<T>,
    /// The two reader counters.
    readers: [AtomicUsize; 2],
    /// Index of the counter that new readers increment.
    side: AtomicUsize,
    /// The writers' lock.
    writer: Mutex<Retirement<T>>,
}

/// The retired values, which readers may still use. The writers' lock protects them.
struct Retirement<T> {
    /// Values retired since the current grace period began. The next one covers them.
    incoming: Vec<Owned<T>>,
    /// Values that are dropped at the end of the current grace period.
    waiting: Vec<Owned<T>>,
    /// Index of the counter that must reach zero to end the current grace period. `None` before new
    /// readers use the other counter.
    draining: Option<usize>,
    /// Number of values that were retired.
    retired: u64,
    /// Number of values that were dropped.
    dropped: u64,
}

/// A retired value, from `Box::into_raw`. Dropping this drops the value.
struct Owned<T>(NonNull<T>);

// SAFETY: `Owned` owns a `T`, like a `Box<T>`, which is `Send` if `T` is.
unsafe impl<T: Send> Send for Owned<T> {}

impl<T> Drop for Owned<T> {
    fn drop(&mut self) {
        // SAFETY: the pointer is from `Box::into_raw` in `new` or `replace`. This is the only
        // `Owned` for it: `replace` creates one when it replaces the pointer in `current`, and
        // `Published::drop` creates one for the last value.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

// SAFETY: threads share a `T` by reference (`Sync`), and any of them may drop it (`Send`).
unsafe impl<T: Send + Sync> Send for Published<T> {}
// SAFETY: threads share a `T` by reference (`Sync`), and any of them may drop it (`Send`).
unsafe impl<T: Send + Sync> Sync for Published<T> {}

/// A guard for the value that was current when the read began. The value is not dropped before the
/// guard.
pub(super) struct Reader<'a, T> {
    counter: &'a AtomicUsize,
    value: &'a T,
}

/// A ticket to wait until a replaced value has been dropped.
#[derive(Debug)]
#[must_use = "the old value may still be in use"]
pub(super) struct Ticket(u64);

impl<T> Published<T> {
    /// Publishes the first value.
    pub(super) fn new(value: T) -> Self {
        Self {
            current: AtomicPtr::new(Box::into_raw(Box::new(value))),
            readers: [AtomicUsize::new(0), AtomicUsize::new(0)],
            side: AtomicUsize::new(0),
            writer: Mutex::new(Retirement {
                incoming: Vec::new(),
                waiting: Vec::new(),
                draining: None,
                retired: 0,
                dropped: 0,
            }),
        }
    }

    /// Returns a guard for the current value. Wait-free.
    pub(super) fn read(&self) -> Reader<'_, T> {
        let counter = &self.readers[self.side.load(Ordering::Relaxed)];
        counter.fetch_add(1, Ordering::Relaxed);
        Edge::AnnounceThenTake.fence();
        let value = self.current.load(Edge::TakeAcquire.order(Ordering::Acquire));
        // SAFETY: the pointer is from `Box::into_raw`. By invariant 3, the value is not dropped
        // while the counter is above zero, and `Reader::drop` decrements it.
        Reader { counter, value: unsafe { &*value } }
    }

    /// Replaces the value with the one that `change` returns. If `change` returns an error, the
    /// value is unchanged. Waits for other writers, but not for readers.
    pub(super) fn replace<R, E>(
        &self,
        change: impl FnOnce(&T) -> Result<(T, R), E>,
    ) -> Result<(R, Ticket), E> {
        let mut writer = self.writer.lock();
        let old = self.current.load(Ordering::Relaxed);
        // SAFETY: only the holder of the lock replaces and retires the value, so it stays valid.
        let (new, result) = change(unsafe { &*old })?;
        // Allocate before the new value is published, because no step after that may fail.
        writer.incoming.reserve(1);
        let release = Edge::PublishRelease.order(Ordering::Release);
        self.current.store(Box::into_raw(Box::new(new)), release);
        // SAFETY: `current` holds a pointer from `Box::into_raw`, which is not null.
        writer.incoming.push(Owned(unsafe { NonNull::new_unchecked(old) }));
        writer.retired += 1;
        let ticket = Ticket(writer.retired);
        self.advance(&mut writer);
        Ok((result, ticket))
    }

    /// Waits until the replaced value and all older ones have been dropped.
    ///
    /// Deadlocks if the calling thread has a reader of one of these values.
    pub(super) fn wait(&self, ticket: Ticket) {
        let mut backoff = Backoff::default();
        loop {
            {
                let mut writer = self.writer.lock();
                if writer.dropped < ticket.0 {
                    self.advance(&mut writer);
                }
                if writer.dropped >= ticket.0 {
                    return;
                }
            }
            backoff.wait();
        }
    }

    /// Advances the grace periods as far as possible without waiting.
    fn advance(&self, writer: &mut Retirement<T>) {
        // This fence is between the stores to `current` under this lock and the loads below.
        Edge::RetireThenCount.fence();
        let acquire = Edge::CountAcquire.order(Ordering::Acquire);
        let is_empty = |side: usize| self.readers[side].load(acquire) == 0;
        // The second iteration is for values that were retired since the first grace period began.
        for _ in 0..2 {
            if writer.waiting.is_empty() {
                core::mem::swap(&mut writer.waiting, &mut writer.incoming);
            }
            if writer.waiting.is_empty() {
                return;
            }
            let old = match writer.draining {
                Some(old) => old,
                None => {
                    let old = self.side.load(Ordering::Relaxed);
                    if !is_empty(1 - old) && Edge::BothSides.holds() {
                        return;
                    }
                    self.side.store(1 - old, Ordering::Relaxed);
                    writer.draining = Some(old);
                    old
                }
            };
            if !is_empty(old) {
                return;
            }
            writer.draining = None;
            writer.dropped += writer.waiting.len() as u64;
            writer.waiting.clear();
        }
    }
}

impl<T> Drop for Published<T> {
    fn drop(&mut self) {
        // There is no reader, because each reader borrows `self`.
        let current = self.current.load(Ordering::Relaxed);
        drop(NonNull::new(current).map(Owned));
    }
}

impl<T> Deref for Reader<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        self.value
    }
}

impl<T> Drop for Reader<'_, T> {
    fn drop(&mut self) {
        self.counter.fetch_sub(1, Edge::LeaveRelease.order(Ordering::Release));
    }
}

impl<T> fmt::Debug for Published<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Published").finish_non_exhaustive()
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use core::convert::Infallible;
    use std::sync::Arc;

    use super::*;

    fn set<T>(published: &Published<Arc<T>>, value: T) -> Ticket {
        let Ok(((), ticket)) = published.replace(|_| Ok::<_, Infallible>((Arc::new(value), ())));
        ticket
    }

    /// At every time there is a reader, but each reader is short. Loom models cannot express this,
    /// because their threads are finite.
    #[test]
    fn overlapping_readers_do_not_retain_old_value() {
        let published = Published::new(Arc::new(0));
        let mut reader = published.read();
        for value in 1..10 {
            let old = Arc::clone(&reader);
            let ticket = set(&published, value);
            assert_eq!(Arc::strong_count(&old), 2, "its reader is still there");
            // The next reader enters before the current one leaves.
            reader = published.read();
            assert_eq!(**reader, value);
            // With a single counter, this would not return.
            published.wait(ticket);
            assert_eq!(Arc::strong_count(&old), 1);
        }
    }
}
