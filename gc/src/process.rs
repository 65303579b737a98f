//! Detection of forked children, which must not use their parent's heaps.
//!
//! A heap belongs to the process that created it. The child of a `fork` has a copy of the heap's
//! memory, but only one thread: the copy of the thread that forked. Locks that other threads held
//! are never released in the child, a stop in progress never ends, and the collector's threads do
//! not exist. So the child must not use the parent's heap:
//!
//! * If managed code continues in the child, the child ends with a message at the next poll or slow
//!   allocation, or when the native function that forked returns. The child also ends if the host
//!   calls managed code or collects. Attaching a thread returns an error.
//! * If a callback of the host forks while threads are stopped or a lock is held, the child ends
//!   when the callback returns ([`run_callback`]).
//! * A child that does not use the heap may call `exec`, `_exit` or `exit`. Dropping its values
//!   that belong to the heap takes no lock and waits for no thread.
//! * The child cannot create a heap of its own. The parent's waiting threads are linked into the
//!   queues that `parking_lot` keeps for all locks of the process, and the child has a copy of
//!   these queues. The links are on the stacks of the missing threads, whose memory the child
//!   reuses for new threads. So a lock operation would eventually follow a corrupt link. If no heap
//!   exists at the time of the fork, no such threads exist, and both processes may create heaps.
//!
//! # How a child is detected
//!
//! The handler that libc runs in the child before `fork` returns (`pthread_atfork`) increments a
//! counter. A heap records the count at its creation, and so do patched polls. The handler also
//! arms the limit and gate of the child's only thread. So the thread's fast paths enter slow paths,
//! which compare the counts before they take a lock.
//!
//! Relaxed order suffices: the handler writes while the process has one thread, which creates all
//! others. Other threads may create a heap while one forks, and change the number of heaps. Then
//! the child may see either number, as long as a heap is counted before its first thread starts.
//!
//! Processes that are created without the handlers of `pthread_atfork` are not detected: children
//! of `vfork` and `posix_spawn`, which only continue to `exec`, and children of `_Fork` and the raw
//! system call.

use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::io;
use std::sync::OnceLock;

use crate::fatal;
use crate::os;

/// Number of forks between this process and the ancestor that first registered the handler.
static FORKS: AtomicUsize = AtomicUsize::new(0);
/// Number of heaps of this process.
static HEAPS: AtomicUsize = AtomicUsize::new(0);
/// Whether an ancestor had a heap when it forked.
static ORPHANED: AtomicBool = AtomicBool::new(false);
/// Additional handler that a child runs, set when the first heap is created.
static HEAP_HANDLER: OnceLock<fn()> = OnceLock::new();
/// Result of registering the fork handler: `Ok`, or the `errno` value of `pthread_atfork`. Unset
/// until the first registration.
static FORK_HANDLER: OnceLock<Result<(), i32>> = OnceLock::new();

/// Identifies a process among its ancestors and descendants by the value of [`FORKS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Process(usize);

impl Process {
    /// Returns this process.
    pub(crate) fn current() -> Self {
        Self(FORKS.load(Relaxed))
    }

    /// Returns whether this is the current process.
    #[inline]
    pub(crate) fn is_current(self) -> bool {
        self == Self::current()
    }

    /// Ends the current process with a message unless it is `self`. `operation` names the operation
    /// on the parent's heap, for the message.
    #[inline]
    pub(crate) fn require_current(self, operation: &str) {
        if !self.is_current() {
            abort_in_child(operation);
        }
    }
}

/// Runs a callback of the host for which other threads wait, or with a lock held. If the callback
/// forks and returns in the child, ends the child: it could neither continue the operation nor
/// release the lock, because the other threads do not exist there. `name` names the callback, for
/// the message.
#[inline]
pub(crate) fn run_callback<R>(name: &str, callback: impl FnOnce() -> R) -> R {
    let process = Process::current();
    let result = callback();
    if !process.is_current() {
        abort_in_child(&format!("{name} returns"));
    }
    result
}

#[cold]
fn abort_in_child(operation: &str) -> ! {
    fatal::abort(format_args!(
        "{operation} in a child that was forked from the process of the heap: the heap and the \
         other threads exist only in the parent. The child may call exec or _exit; if it needs a heap, \
         fork before the first heap is created",
    ));
}

/// Registers the fork handler, so that children of this process are detected from now on.
pub(crate) fn install_fork_handler() -> io::Result<()> {
    FORK_HANDLER
        .get_or_init(|| {
            os::on_fork(in_child).map_err(|error| error.raw_os_error().unwrap_or(libc::ENOMEM))
        })
        .map_err(io::Error::from_raw_os_error)
}

/// Error returned if this process cannot have a heap.
#[derive(Debug)]
pub(crate) enum HomeError {
    /// The fork handler cannot be registered, so children would not be detected.
    Handler(io::Error),
    /// The process was forked from a process that had a heap.
    Orphaned,
}

/// Registration of a heap with its process. The heap is counted in [`HEAPS`] until this is dropped.
#[derive(Debug)]
pub(crate) struct Home(Process);

impl Home {
    /// Registers a heap of this process, and the fork handler. `in_child` is the same for all
    /// heaps. It runs in each child and is async-signal-safe.
    pub(crate) fn new(in_child: fn()) -> Result<Self, HomeError> {
        install_fork_handler().map_err(HomeError::Handler)?;
        if ORPHANED.load(Relaxed) {
            return Err(HomeError::Orphaned);
        }
        HEAP_HANDLER.get_or_init(|| in_child);
        HEAPS.fetch_add(1, Relaxed);
        Ok(Self(Process::current()))
    }

    /// Returns the process that created the heap.
    pub(crate) fn process(&self) -> Process {
        self.0
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        if self.0.is_current() {
            HEAPS.fetch_sub(1, Relaxed);
        }
    }
}

/// Returns whether this process or an ancestor was forked from a process that had a heap.
pub(crate) fn is_orphan() -> bool {
    ORPHANED.load(Relaxed)
}

/// Fork handler: runs in the child before `fork` returns. Async-signal-safe.
extern "C" fn in_child() {
    FORKS.fetch_add(1, Relaxed);
    if HEAPS.swap(0, Relaxed) > 0 {
        ORPHANED.store(true, Relaxed);
    }
    if let Some(in_child) = HEAP_HANDLER.get() {
        in_child();
    }
}
