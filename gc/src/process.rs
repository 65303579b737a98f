//! The process that a heap belongs to: the one that made it.
//!
//! The child of a `fork` has a copy of the heap's memory, but of all the parent's threads only the
//! one that forked. Other threads may have held locks that will never be released, a stop may have
//! been in progress that will never end, and the collector's helpers are gone. So the child does
//! not use the parent's heap:
//!
//! * Managed code that continues in the child ends it with a message at its next poll or slow
//!   allocation, or when the native function returns in which it forked; so does a host that calls
//!   managed code or collects. Attaching is an error that can be handled.
//! * A child that does not use the heap is not affected by it: it may call `exec`, `_exit` or
//!   `exit`, and dropping its values that belong to the heap takes no lock and waits for no thread.
//! * The child cannot make a heap of its own either. The parent's heap has threads that wait, and
//!   those are linked into the queues that `parking_lot` has for all locks of the process. In the
//!   child they still are, while the memory of their stacks, where the queues' links are, is reused
//!   for new threads: eventually a lock operation walks through that memory. Where no heap exists
//!   at the time of the fork, no such threads exist either, and the child is free to make one; so
//!   is the parent, before and after.
//!
//! # How a child is detected
//!
//! A counter is incremented in each child, in the handler that the system runs before `fork`
//! returns there. A heap records the count at its creation, and so do polls that are patched. The
//! handler also arms the limit and gate of the one thread there is, so that its fast paths end in
//! slow ones, each of which compares the counts before it takes a lock.
//!
//! Relaxed order suffices: the handler writes while the process has one thread, which makes all
//! others. The number of heaps is changed by threads that may be making one while another forks;
//! then either outcome is right, as long as a heap is counted before it has its first thread.
//!
//! Processes that are made without the handlers of `pthread_atfork` are not detected: those of
//! `vfork` and `posix_spawn`, which only continue to `exec`, and those of `_Fork` and the bare
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
/// An ancestor had a heap when it forked.
static ORPHANED: AtomicBool = AtomicBool::new(false);
/// Handler that a child also runs before it resumes, once there was a heap.
static IN_CHILD: OnceLock<fn()> = OnceLock::new();
/// Whether children are detected: `Ok` once the handler is registered, or the error number of the
/// system.
static FORK_HANDLER: OnceLock<Result<(), i32>> = OnceLock::new();

/// Identity of a process among its ancestors and descendants, as far as a heap has to distinguish
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Process(usize);

impl Process {
    /// Returns this process.
    pub(crate) fn current() -> Self {
        Self(FORKS.load(Relaxed))
    }

    /// Whether this is the current process.
    #[inline]
    pub(crate) fn is_current(self) -> bool {
        self == Self::current()
    }

    /// Ends the current process if it is another one. `what` names the operation of the caller on
    /// the parent's heap.
    #[inline]
    pub(crate) fn require_current(self, what: &str) {
        if !self.is_current() {
            abort_in_child(what);
        }
    }
}

#[cold]
fn abort_in_child(what: &str) -> ! {
    fatal::abort(format_args!(
        "{what} in a child that was forked from the process of the heap: the heap and the other \
         threads exist only in the parent. The child may call exec or _exit; if it needs a heap, \
         fork before the first heap is created",
    ));
}

/// Detects children of this process from now on: they must not use what belongs to it.
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
    /// Its children would not be detected.
    Handler(io::Error),
    /// It is a child of one that had a heap.
    Orphaned,
}

/// Registration of a heap: the heap counts as existing as long as this does.
#[derive(Debug)]
pub(crate) struct Home(Process);

impl Home {
    /// Registers a heap of this process, whose children are detected from now on. `in_child` is the
    /// same for all heaps; it runs in each child and is async-signal-safe.
    pub(crate) fn new(in_child: fn()) -> Result<Self, HomeError> {
        install_fork_handler().map_err(HomeError::Handler)?;
        if ORPHANED.load(Relaxed) {
            return Err(HomeError::Orphaned);
        }
        IN_CHILD.get_or_init(|| in_child);
        HEAPS.fetch_add(1, Relaxed);
        Ok(Self(Process::current()))
    }

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

/// Whether this is the child of a process that had a heap when it forked.
pub(crate) fn is_orphan() -> bool {
    ORPHANED.load(Relaxed)
}

/// Runs in the child before `fork` returns there; async-signal-safe.
extern "C" fn in_child() {
    FORKS.fetch_add(1, Relaxed);
    if HEAPS.swap(0, Relaxed) > 0 {
        ORPHANED.store(true, Relaxed);
    }
    if let Some(in_child) = IN_CHILD.get() {
        in_child();
    }
}
