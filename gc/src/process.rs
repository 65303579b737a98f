//! Which process a heap belongs to: the one that made it.
//!
//! The child of a `fork` has a copy of the heap's memory, but of all the parent's threads only the one that
//! forked. Others may have held locks that nobody will release, a stop may have been in progress that
//! nobody will end, and the collector's helpers are gone. So the child leaves the parent's heap alone:
//!
//! * Managed code that goes on in the child ends it with a message at its next poll or slow allocation, or
//!   when the native function returns in which it forked; so does the host that calls managed code or
//!   collects. Attaching is an error that can be handled.
//! * What the child does not use costs it nothing: it may call `exec`, `_exit` or `exit`, and dropping what
//!   it has of the heap takes no lock and waits for nobody.
//! * It cannot make a heap of its own either. The parent's heap has threads that wait, and those stand in
//!   the queues that `parking_lot` has for all locks of the process. In the child they still do, while the memory of
//!   their stacks, where the queues' links are, goes to new threads: sooner or later a lock walks through
//!   that. Where no heap exists at the time of the fork, neither do such threads, and the child is free to
//!   make one; so is the parent, before and after.
//!
//! # How a child is noticed
//!
//! A counter goes up in each child, in the handler that the system runs before `fork` returns there. A heap
//! remembers the count of its making, and so do polls that are patched. The handler also arms the words of the one thread there is, so that
//! its fast paths end in slow ones, each of which compares the counts before it takes a lock.
//!
//! Relaxed order suffices: what the handler writes changes while the process has one thread, which makes all
//! others. The number of heaps is changed by threads that may be making one while another forks; then either
//! outcome is right, as long as a heap counts before it has its first thread.
//!
//! Processes that are made without the handlers of `pthread_atfork` are not noticed: those of `vfork` and
//! `posix_spawn`, which only go on to `exec`, and those of `_Fork` and the bare system call.

use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::io;
use std::sync::OnceLock;

use crate::fatal;
use crate::os;

/// How many forks lie between the process that first had what belongs to one and this one.
static FORKS: AtomicUsize = AtomicUsize::new(0);
/// How many heaps of this process there are.
static HEAPS: AtomicUsize = AtomicUsize::new(0);
/// An ancestor had a heap when it forked.
static ORPHANED: AtomicBool = AtomicBool::new(false);
/// What else a child does before it resumes, once there was a heap.
static IN_CHILD: OnceLock<fn()> = OnceLock::new();
/// Whether children are noticed: done once, or the number of the error that the system gave.
static WATCHING: OnceLock<Result<(), i32>> = OnceLock::new();

/// A process, as far as a heap has to tell them apart: one among its ancestors and descendants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Process(usize);

impl Process {
    /// This process.
    pub(crate) fn current() -> Self {
        Self(FORKS.load(Relaxed))
    }

    /// Whether this process is the one.
    #[inline]
    pub(crate) fn is_current(self) -> bool {
        self == Self::current()
    }

    /// Ends this process if it is another one. `what` the caller is about to do with the parent's heap.
    #[inline]
    pub(crate) fn require_current(self, what: &str) {
        if !self.is_current() {
            refuse(what);
        }
    }
}

#[cold]
fn refuse(what: &str) -> ! {
    fatal::stop(format_args!(
        "{what} in a process that was forked from the one that made the heap: the heap stayed there, \
         with all threads but the one that forked. The child may call exec or _exit; if it needs a \
         heap, fork before one is made",
    ));
}

/// Notices children of this process from now on: what belongs to it is not theirs.
pub(crate) fn watch_forks() -> io::Result<()> {
    WATCHING
        .get_or_init(|| {
            os::on_fork(in_child).map_err(|error| error.raw_os_error().unwrap_or(libc::ENOMEM))
        })
        .map_err(io::Error::from_raw_os_error)
}

/// Why a process cannot have a heap.
#[derive(Debug)]
pub(crate) enum HomeError {
    /// Its children would not be noticed.
    Handler(io::Error),
    /// It is a child of one that had a heap.
    Orphaned,
}

/// A heap counts as existing as long as this does.
#[derive(Debug)]
pub(crate) struct Home(Process);

impl Home {
    /// In this process, whose children are noticed from now on. `in_child` is the same for all heaps; it runs in each
    /// child and is async-signal-safe.
    pub(crate) fn new(in_child: fn()) -> Result<Self, HomeError> {
        watch_forks().map_err(HomeError::Handler)?;
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
