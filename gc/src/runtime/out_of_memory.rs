//! The out-of-memory protocol: memory is short although a full collection has just run.
//!
//! The thread that requested memory becomes native and calls the host, which may release objects by
//! dropping handles. If the host reports that it has, the thread resumes, and there will be one
//! more collection; if that does not help, or the host did nothing, the process ends with a
//! message: there is no way to report the failure to managed code.
//!
//! # Several threads
//!
//! Threads that are short of memory concurrently come here one by one. The host is called only if
//! the heap has not been relieved since the collection that found it short began: objects released
//! in one thread's call of the host count for all threads, also for those for which the host then
//! has nothing left to release.
//!
//! A thread that was relieved, and then finds that other threads have taken the room first, calls
//! the host again. The host has released too little only if no collection of another thread has
//! found room since the thread called it.
//!
//! * `turn` is a lock that is held during the call. A thread that waits for it is native, so
//!   collections continue, but the host must not wait for a thread that may come here.
//! * `reliefs` is incremented, with the lock held, when the host has released something. A
//!   collection reads it before it visits a handle. Release and acquire: a collection that reads a
//!   number sees the handles that were dropped for it. It may also see handles that were dropped by
//!   a call that has not ended; then it is merely followed by another collection.
//! * `successes` counts collections that found room for the request of their threads. It changes
//!   while the world is stopped, so no later collection misses an increment.

use core::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

use crate::fatal::AbortOnUnwind;
use crate::process::Process;
use crate::{observe, os};

/// Exit status after running out of memory.
const EXIT_STATUS: i32 = 1;

/// Error returned if memory is short although a full collection has just run. Its text is the
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
    /// Bytes in use: the blocks that hold objects, and the pages of large objects. This is after a
    /// full collection, unless no heap could hold the request (see [`MemoryRequest::Elements`]).
    pub live: usize,
    /// The request.
    pub request: MemoryRequest,
    /// The reason why the request is not granted.
    pub cause: OutOfMemoryCause,
}

impl OutOfMemory {
    /// Writes the message to standard error, and ends the process with status 1. This is not an
    /// abort: the program's memory is not corrupt.
    pub(crate) fn end_process(&self) -> ! {
        let _uncancelled = os::CancelDisabled::begin();
        os::write_error(format!("statepoint-gc: {self}.\n").as_bytes());
        // Exit handlers do not run here.
        observe::notify_at_exit();
        os::exit_now(EXIT_STATUS)
    }
}

/// A memory request that cannot be granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryRequest {
    /// An object of this many bytes.
    Bytes(usize),
    /// An array of this many elements, whose size in bytes exceeds any heap. No collection was run
    /// for it, and the host cannot help by releasing objects.
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
    /// There is no room for it.
    NoRoom,
    /// There is room, but almost all time goes into collections: see
    /// [`HeapBuilder::overhead_limit`](crate::HeapBuilder::overhead_limit).
    OverheadLimit(GcOverhead),
}

/// The share of time that went into collections that freed little.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GcOverhead {
    /// Number of collections considered: the most recent ones.
    pub collections: usize,
    /// Share of the time that went into them, in per cent.
    pub time_percent: f64,
    /// The largest share of the room for objects that one of them left free, in per cent.
    pub free_percent: f64,
}

impl fmt::Display for OutOfMemoryCause {
    /// Writes the beginning of a sentence, or nothing.
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
    pub(crate) why: OutOfMemory,
    /// [`OutOfMemoryCallback::count`] when the collection began.
    pub(crate) reliefs: u64,
    /// [`OutOfMemoryCallback::successes`] when the collection ended.
    pub(crate) successes: u64,
    /// The host has already released all that it could.
    pub(crate) last: bool,
}

type Callback = dyn Fn(&OutOfMemory) -> bool + Send + Sync;

/// The host's out-of-memory callback, and the counters of the protocol.
#[derive(Default)]
pub(crate) struct OutOfMemoryCallback {
    callback: Option<Box<Callback>>,
    turn: Mutex<()>,
    reliefs: AtomicU64,
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

    /// Returns the number of times that the host has released something.
    pub(crate) fn count(&self) -> u64 {
        self.reliefs.load(Ordering::Acquire)
    }

    /// Returns how many collections have found room.
    pub(crate) fn successes(&self) -> u64 {
        self.successes.load(Ordering::Relaxed)
    }

    /// Records that a collection found room. The world is stopped.
    pub(crate) fn record_success(&self) {
        self.successes.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns whether one more collection is worth while. Calls the host if no other thread has
    /// done so since the collection of `found` began, and if the host has not just released what it
    /// could: `last_success` is the number of collections that had found room when the host was
    /// last called for the same request. The calling thread is native; `home` is the heap's
    /// process.
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
        let guard = AbortOnUnwind("the host's out-of-memory callback");
        let relieved = callback(&found.why);
        guard.done();
        // In a child process that the host has forked, unlocking would hand the lock to threads
        // that do not exist there.
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
        // The result of a collection that reads this number.
        let found = |reliefs| FoundShortage {
            successes: memory_callback.successes(),
            ..found(reliefs, OutOfMemoryCause::NoRoom)
        };
        let (mut own, mut other) = (None, None);
        let before = found(0);
        assert!(memory_callback.request_memory(&before, &mut own, here()));
        assert_eq!((memory_callback.count(), calls()), (1, 1));
        // Another thread's collection began before that: the thread has to collect again, and may
        // call the host then.
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
