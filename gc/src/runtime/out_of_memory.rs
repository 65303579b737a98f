//! The out-of-memory protocol. It applies if memory is short although a full collection has just
//! run.
//!
//! The thread that requested memory becomes native and calls the host's callback, which may release
//! objects by dropping handles. If the callback returns true, the thread requests another
//! collection. If that does not free enough memory, or the callback returns false, the process ends
//! with a message, because the failure cannot be reported to managed code.
//!
//! # Several threads
//!
//! Threads that are short of memory concurrently run this protocol one after the other. A thread
//! calls the host only if the host has released nothing since the start of the collection that
//! found the shortage. So objects that the host releases in one thread's call count for all
//! threads.
//!
//! Other threads may take the memory that the host has released for a thread. That thread then
//! calls the host again. The host counts as having released too little only if no collection has
//! found room since the thread last called it.
//!
//! * `turn` is a lock that is held during the call. A thread that waits for the lock is native, so
//!   collections continue. The host must not wait for a thread that may run out of memory, because
//!   that thread may wait for the lock.
//! * `reliefs` is incremented, with the lock held, when the host has released something. A
//!   collection reads the counter before it visits a handle. The increment is a release operation
//!   and the read an acquire operation, so the collection sees all handles that were dropped before
//!   the increment. The collection may also see handles that were dropped by a call that has not
//!   returned; then the only effect is an additional collection.
//! * `successes` counts collections that found room for the request that caused them. It changes
//!   only while the world is stopped, so each later collection sees the increment.

use core::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

use crate::fatal::call_host;
use crate::process::Process;
use crate::{observe, os};

/// Exit status of a process that runs out of memory.
const EXIT_STATUS: i32 = 1;

/// Describes a shortage of memory that a full collection did not resolve. Its `Display` form is the
/// message with which the process ends.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "out of memory: {cause}the heap limit is {limit} bytes; {live} bytes are in use; the request \
     was for {request}. Raise the limit with SPGC_HEAP_MAX"
)]
#[non_exhaustive]
pub struct OutOfMemory {
    /// The heap limit in bytes.
    pub limit: usize,
    /// Bytes in use: the blocks that hold objects, and the pages of large objects. The value is
    /// measured after a full collection, unless no heap could hold the request (see
    /// [`MemoryRequest::Elements`]).
    pub live: usize,
    /// The request that cannot be granted.
    pub request: MemoryRequest,
    /// The reason why the request is not granted.
    pub cause: OutOfMemoryCause,
}

impl OutOfMemory {
    /// Writes the message and the description of the requester to standard error, and ends the
    /// process with status 1. The process does not abort, because its memory is not corrupt.
    pub(crate) fn end_process(&self, requester: &dyn fmt::Display) -> ! {
        let _uncancelled = os::CancelDisabled::begin();
        let message = format!("statepoint-gc: {self}. {requester}.\n");
        os::write_error(message.as_bytes());
        // `exit_now` runs no exit handlers, so complete the logs and traces here.
        observe::notify_at_exit();
        os::exit_now(EXIT_STATUS)
    }
}

/// A memory request that cannot be granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryRequest {
    /// An object of this many bytes.
    Bytes(usize),
    /// An array of this many elements, whose size in bytes exceeds the largest possible heap. No
    /// collection was run for the request, and the host cannot help by releasing objects.
    Elements(u64),
}

impl fmt::Display for MemoryRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes(bytes) => write!(f, "{bytes} bytes"),
            Self::Elements(length) => {
                write!(f, "an array of {length} elements, which exceeds the largest heap")
            }
        }
    }
}

/// The reason why a request is not granted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OutOfMemoryCause {
    /// There is no room for the request.
    NoRoom,
    /// There is room, but almost all of the time is spent in collections: see
    /// [`HeapBuilder::overhead_limit`](crate::HeapBuilder::overhead_limit).
    OverheadLimit(GcOverhead),
}

/// The share of time that was spent in collections that freed little memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GcOverhead {
    /// Number of collections considered: the most recent ones.
    pub collections: usize,
    /// Share of the time that was spent in these collections, in per cent.
    pub time_percent: f64,
    /// The largest share of the space for objects that one of these collections left free, in per
    /// cent.
    pub free_percent: f64,
}

impl fmt::Display for OutOfMemoryCause {
    /// Writes the beginning of the message's second part; nothing for [`Self::NoRoom`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::OverheadLimit(overhead) = self else { return Ok(()) };
        let GcOverhead { collections, time_percent, free_percent } = overhead;
        write!(
            f,
            "{time_percent:.1} % of the time went into the last {collections} collections, which \
             left no more than {free_percent:.1} % of the room free (SPGC_OVERHEAD_LIMIT); "
        )
    }
}

/// A shortage that a collection found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundShortage {
    /// Description of the shortage.
    pub(crate) why: OutOfMemory,
    /// [`OutOfMemoryCallback::count`] when the collection began.
    pub(crate) reliefs: u64,
    /// [`OutOfMemoryCallback::successes`] when the collection ended.
    pub(crate) successes: u64,
    /// Whether the host must not be called again: the overhead limit is exceeded although the host
    /// has released memory.
    pub(crate) last: bool,
}

type Callback = dyn Fn(&OutOfMemory) -> bool + Send + Sync;

/// The host's out-of-memory callback, and the counters of the protocol.
#[derive(Default)]
pub(crate) struct OutOfMemoryCallback {
    /// The host's callback, if any.
    callback: Option<Box<Callback>>,
    /// Lock that is held during the callback.
    turn: Mutex<()>,
    /// Number of times that the host has released memory.
    reliefs: AtomicU64,
    /// Number of collections that found room for the request that caused them.
    successes: AtomicU64,
}

impl fmt::Debug for OutOfMemoryCallback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OutOfMemoryCallback")
            .field("callback", &self.callback.as_ref().map(|_| "Fn"))
            .field("reliefs", &self.reliefs)
            .finish_non_exhaustive()
    }
}

impl OutOfMemoryCallback {
    pub(crate) fn new(callback: impl Fn(&OutOfMemory) -> bool + Send + Sync + 'static) -> Self {
        Self { callback: Some(Box::new(callback)), ..Self::default() }
    }

    /// Returns the number of times that the host has released memory.
    pub(crate) fn count(&self) -> u64 {
        self.reliefs.load(Ordering::Acquire)
    }

    /// Returns the number of collections that have found room.
    pub(crate) fn successes(&self) -> u64 {
        self.successes.load(Ordering::Relaxed)
    }

    /// Records that a collection found room. The world is stopped.
    pub(crate) fn record_success(&self) {
        self.successes.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns whether to run another collection. Calls the host, unless the host has released
    /// memory since the collection of `found` began, or calling it again would be useless.
    /// `last_success` is the number of collections that had found room when the host was last
    /// called for the same request; if that number is unchanged, the host is not called again. The
    /// calling thread is native; `home` is the process that created the heap.
    pub(crate) fn request_memory(
        &self,
        found: &FoundShortage,
        last_success: &mut Option<u64>,
        home: Process,
    ) -> bool {
        let Some(callback) = &self.callback else { return false };
        let _turn = self.turn.lock();
        if self.count() != found.reliefs {
            return true;
        }
        if *last_success == Some(found.successes) || found.last {
            return false;
        }
        *last_success = Some(self.successes());
        let relieved = call_host("the host's out-of-memory callback", || callback(&found.why));
        // If the callback forked, this may be the child process. It must not unlock `turn`:
        // unlocking would hand the lock to threads that do not exist in the child.
        home.require_current("the out-of-memory callback returns");
        if relieved {
            self.reliefs.fetch_add(1, Ordering::Release);
        }
        relieved
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicUsize;

    use super::*;

    fn here() -> Process {
        Process::current()
    }

    fn found(reliefs: u64, cause: OutOfMemoryCause) -> FoundShortage {
        let why = OutOfMemory { limit: 1000, live: 390, request: MemoryRequest::Bytes(24), cause };
        FoundShortage { why, reliefs, successes: 0, last: false }
    }

    #[test]
    fn message_states_limit_use_and_cause() {
        let message = found(0, OutOfMemoryCause::NoRoom).why.to_string();
        let expected = "out of memory: the heap limit is 1000 bytes; 390 bytes are in use; the \
                        request was for 24 bytes. Raise the limit with SPGC_HEAP_MAX";
        assert_eq!(message, expected);
        let overhead = GcOverhead { collections: 5, time_percent: 98.76, free_percent: 1.04 };
        let message = found(0, OutOfMemoryCause::OverheadLimit(overhead)).why.to_string();
        let begin = "out of memory: 98.8 % of the time went into the last 5 collections, which \
                     left no more than 1.0 % of the room free (SPGC_OVERHEAD_LIMIT); the heap \
                     limit is 1000 bytes; ";
        assert!(message.starts_with(begin), "{message}");
    }

    #[test]
    fn callback_runs_once_for_concurrent_requests() {
        let calls = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&calls);
        let memory_callback = OutOfMemoryCallback::new(move |why| {
            assert_eq!(why.live, 390);
            counted.fetch_add(1, Ordering::Relaxed);
            true
        });
        let calls = || calls.load(Ordering::Relaxed);
        // Returns the shortage found by a collection that reads `reliefs` as this number.
        let found = |reliefs| FoundShortage {
            successes: memory_callback.successes(),
            ..found(reliefs, OutOfMemoryCause::NoRoom)
        };
        let (mut own, mut other) = (None, None);
        let before = found(0);
        assert!(memory_callback.request_memory(&before, &mut own, here()));
        assert_eq!((memory_callback.count(), calls()), (1, 1));
        // Another thread's collection began before the host released memory. That thread must
        // collect again, and may call the host after that.
        assert!(memory_callback.request_memory(&before, &mut other, here()));
        assert_eq!((other, calls()), (None, 1));
        assert!(!memory_callback.request_memory(&found(1), &mut own, here()), "in vain");
        assert!(!memory_callback.request_memory(
            &FoundShortage { last: true, ..found(1) },
            &mut other,
            here()
        ));
        assert_eq!(calls(), 1);
        // The other thread has not called the host yet.
        assert!(memory_callback.request_memory(&found(1), &mut other, here()));
        assert_eq!((memory_callback.count(), calls()), (2, 2));
        // One thread's collection finds room, and other threads take it.
        memory_callback.record_success();
        assert!(memory_callback.request_memory(&found(2), &mut other, here()));
        assert_eq!((memory_callback.count(), calls()), (3, 3));
        assert!(!memory_callback.request_memory(&found(3), &mut other, here()));
    }

    #[test]
    fn callback_that_frees_nothing_is_not_a_relief() {
        let memory_callback = OutOfMemoryCallback::new(|_| false);
        assert!(!memory_callback.request_memory(
            &found(0, OutOfMemoryCause::NoRoom),
            &mut None,
            here()
        ));
        assert_eq!(memory_callback.count(), 0);
        assert!(!OutOfMemoryCallback::default().request_memory(
            &found(0, OutOfMemoryCause::NoRoom),
            &mut None,
            here()
        ));
    }
}
