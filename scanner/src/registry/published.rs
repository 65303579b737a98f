//! A value that many threads read without locks, and that one writer at a time replaces.
//!
//! # Protocol
//!
//! The value is reached through one atomic pointer. A reader announces itself in one of two
//! counters, loads the pointer, and withdraws its announcement when it has finished: two atomic
//! additions, a fence and two loads, whatever other threads do. A writer, under a lock, stores a
//! pointer to a new value. The old one is *retired*: it is dropped after a **grace period**, in
//! which each of the two counters was seen at zero once. These are the two-counter grace periods of
//! sleepable RCU (SRCU: McKenney, 2006).
//!
//! One counter would be enough for that, but it might never be zero while readers come and
//! go. With two, new readers are sent to one of them while the writer waits for the other:
//!
//! ```text
//!   begin:      readers are sent to counter s
//!   draining:   counter 1-s is zero (late readers apart nobody comes there): send readers to 1-s
//!   drained:    counter s is zero: everything that was retired before the period began is dropped
//! ```
//!
//! A thread can have read `side` long ago and still announce itself at the side that the writer
//! waits for, but only once: the next time it loads `side`, it is sent to the other side. So a
//! grace period ends when each thread has finished its present visit and at most one more.
//!
//! # Why not an epoch collector
//!
//! A thread that removes code must know when the code is unused, since it will unmap it. So it must
//! be possible to wait for a retirement. `crossbeam-epoch` has no such wait, only deferred
//! functions that run at some later time. It announces readers in a list of threads, which needs
//! thread-local storage and may have to register the reading thread first (a lock-free but not
//! wait-free step, which allocates). With a read-write lock, a waiting writer blocks readers. A
//! reference count in the value itself cannot be incremented without a race against its last
//! release. Readers here are walks: long, and few per second. Sharing two counters costs them
//! nothing that could be measured.
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
//! Reading against retiring is the store-buffering litmus test: the reader adds to a counter,
//! fences, and loads `current`; the writer stores `current`, fences, and loads the counter. If the
//! reader's fence is first, the writer sees the counter above zero until the reader has left; if
//! the writer's is first, the reader sees the new value. So a reader that has an old value is
//! always seen, at whichever counter it is. `side` needs no order: it only decides at which counter
//! a reader is counted, and the writer waits for both.
//!
//! Leaving is a `Release` addition, and the writer reads the counter with an `Acquire` load:
//! everything that the reader did with the value happens before the value is dropped. Additions by
//! other readers in between do not break that, because they are read-modify-writes, which continue
//! the release sequence. `current` is stored with `Release` and loaded with `Acquire`, so that the
//! value itself is visible.
//!
//! Each of these orders is an [`Edge`] with a name. `models` (built with `--cfg loom`) checks these
//! claims on the code below, and that each of the orders is necessary.

use core::fmt;
use core::ops::Deref;
use core::ptr::NonNull;

use super::edge::Edge;
use crate::sync::{AtomicPtr, AtomicUsize, Backoff, Mutex, Ordering};

/// A value that is read without locks and replaced under one; see the head of this module.
pub(super) struct Published<T> {
    current: AtomicPtr<T>,
    /// The number of readers on each side.
    readers: [AtomicUsize; 2],
    /// The side at which new readers are counted.
    side: AtomicUsize,
    writer: Mutex<Retirement<T>>,
}

/// The retired values, which readers may still use. Guarded by the lock.
struct Retirement<T> {
    /// Retired since the present grace period began, and so not covered by it.
    incoming: Vec<Owned<T>>,
    /// Dropped at the end of the present grace period.
    waiting: Vec<Owned<T>>,
    /// The side that readers came to when the present grace period began, once they are sent to
    /// the other one.
    draining: Option<usize>,
    /// The number of values that were retired, and the number that were dropped.
    retired: u64,
    dropped: u64,
}

/// A value that `current` pointed to; dropping this drops it.
struct Owned<T>(NonNull<T>);

// SAFETY: it owns a `T`, like a box.
unsafe impl<T: Send> Send for Owned<T> {}

impl<T> Drop for Owned<T> {
    fn drop(&mut self) {
        // SAFETY: the pointer came from `Box::into_raw` in `new` or `replace`, and this is the only
        // owner: `replace` makes one when it takes the pointer out of `current`, `Published::drop`
        // for the last.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

// SAFETY: a `T` is shared among threads by reference (`Sync`) and dropped by any of them (`Send`).
unsafe impl<T: Send + Sync> Send for Published<T> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync> Sync for Published<T> {}

/// Guard of the value that was current when the reader came. The value stays until this is dropped.
pub(super) struct Reader<'a, T> {
    counter: &'a AtomicUsize,
    value: &'a T,
}

/// A ticket to wait until a replaced value has been dropped.
#[derive(Debug)]
#[must_use = "the old value may still be in use"]
pub(super) struct Ticket(u64);

impl<T> Published<T> {
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

    /// Returns a guard of the present value. Never waits.
    pub(super) fn read(&self) -> Reader<'_, T> {
        let counter = &self.readers[self.side.load(Ordering::Relaxed)];
        counter.fetch_add(1, Ordering::Relaxed);
        Edge::AnnounceThenTake.fence();
        let value = self.current.load(Edge::TakeAcquire.order(Ordering::Acquire));
        // SAFETY: the pointer is that of a box which is not dropped before this reader has left:
        // the counter is above zero until then, see invariant 3.
        Reader { counter, value: unsafe { &*value } }
    }

    /// Replaces the value by the one that `change` returns, unless it returns an error. Waits for
    /// other writers, not for readers.
    pub(super) fn replace<R, E>(
        &self,
        change: impl FnOnce(&T) -> Result<(T, R), E>,
    ) -> Result<(R, Ticket), E> {
        let mut writer = self.writer.lock();
        let old = self.current.load(Ordering::Relaxed);
        // SAFETY: only the holder of the lock replaces the value.
        let (new, result) = change(unsafe { &*old })?;
        // Reserve before anything is published: nothing may fail after that.
        writer.incoming.reserve(1);
        let release = Edge::PublishRelease.order(Ordering::Release);
        self.current.store(Box::into_raw(Box::new(new)), release);
        // SAFETY: pointers in `current` come from boxes.
        writer.incoming.push(Owned(unsafe { NonNull::new_unchecked(old) }));
        writer.retired += 1;
        let ticket = Ticket(writer.retired);
        self.advance(&mut writer);
        Ok((result, ticket))
    }

    /// Waits until no reader has the replaced value or an older one, and all of them have been
    /// dropped.
    ///
    /// Never returns if the calling thread holds a reader of one of them.
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
        // After the stores to `current` under this lock, before the loads below.
        Edge::RetireThenCount.fence();
        let acquire = Edge::CountAcquire.order(Ordering::Acquire);
        let is_empty = |side: usize| self.readers[side].load(acquire) == 0;
        // A second round, for values retired since the first one began.
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
        // There is no reader: each borrows this.
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

    /// There is always a reader, but none from before: models of finite threads cannot express
    /// this.
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
            // Would not return if both readers were counted together.
            published.wait(ticket);
            assert_eq!(Arc::strong_count(&old), 1);
        }
    }
}
