//! [`FiberRecord`], a fiber as the collector sees it: a stack, and whether its function has run.
//!
//! # Memory orders
//!
//! The thread that runs the fiber, or is about to, changes its phase. Another thread may see
//! [`FiberPhase::Done`] and drop the fiber. It loads the phase with acquire order, which was stored
//! with release order, and then loads whether the fiber runs ([`super::resumable_by`]): a thread
//! that sees the phase also sees that the fiber was running, until its thread has left it.
//!
//! All other fields are relaxed. The home is set, and the positions are changed, while the lists
//! are locked (`fibers.rs`); an earlier check of the home only chooses between an error and the
//! attempt, which checks again. Whether the thread has ended, and whether the fiber was removed,
//! never become false again, and nothing else is read because of them but under the lock.

use core::fmt;
use core::ops::Range;
use core::sync::atomic::{
    AtomicBool, AtomicU8, AtomicU64, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};

use super::fiber_owner::FiberOwner;
use super::resumable_by::Claimed;
use super::stack_pool::PooledStack;
use super::switch::SwitchRecord;
use super::{Activation, Exit, FrameAnchor, Stack, ThreadData};
use crate::arch;

/// How far a fiber has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum FiberPhase {
    /// Its function was not called yet: its stack holds no references.
    New = 0,
    /// Its function was called, and has not returned: the fiber runs, or is suspended.
    Started = 1,
    /// Its function has returned, or an exception has left it: its stack holds nothing.
    Done = 2,
    /// Its thread has ended while it ran: its frames never run again, but may be in use by code
    /// that ends the process.
    Lost = 3,
}

/// Why a fiber cannot be resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotResumable {
    /// It runs, or has resumed another fiber.
    Running,
    /// Its function has ended.
    Done,
    /// Another thread has resumed it before.
    OtherThread,
    /// Another thread has resumed it before, and native code is among its frames.
    NativeFrames {
        /// The number of calls by native code into managed code.
        calls: usize,
    },
    /// It belongs to another heap.
    OtherHeap,
    /// It is a stack of the host, which switches to it itself.
    HostStack,
}

/// The name of a fiber in messages. Displays as `fiber 17`, or `fiber "reader" (17)`; for a stack
/// of the host, as `host stack "reader" (17)`.
#[derive(Debug)]
pub(crate) struct FiberName {
    /// Whether it is a stack of the host.
    pub(super) is_host: bool,
    /// The number of the fiber, from 1, in the order of creation in its heap.
    pub(super) number: u64,
    pub(super) given: Option<Box<str>>,
}

impl fmt::Display for FiberName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_host { "host stack" } else { "fiber" };
        match &self.given {
            Some(name) => write!(f, "{kind} \"{name}\" ({})", self.number),
            None => write!(f, "{kind} {}", self.number),
        }
    }
}

/// The memory of a fiber's stack.
#[derive(Debug)]
pub(super) enum FiberMemory {
    /// From the pool, to which it returns.
    Pooled(PooledStack),
    /// The host's.
    Host,
}

/// A fiber, or a stack of the host, which is a fiber without a function: its phase is
/// [`FiberPhase::Started`] from the first switch to it on. Its address is that of its stack, by
/// which compiled code refers to it.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct FiberRecord {
    pub(crate) stack: Stack,
    /// A [`FiberPhase`]. Changed by the thread that runs the fiber, while it is managed.
    phase: AtomicU8,
    /// [`ThreadData::serial`] of the thread that has resumed the fiber first, or last if the fiber
    /// migrates. 0 before that, and if that thread has ended and the fiber migrates.
    home: AtomicU64,
    /// Whether that thread has been detached, and no other may resume the fiber.
    is_orphaned: AtomicBool,
    /// Whether the fiber was removed from the lists.
    is_removed: AtomicBool,
    /// The object with which the fiber dies.
    pub(crate) owner: FiberOwner,
    /// A word of the C interface while an object owns the fiber: the address of its handle, or 0.
    pub(crate) token: AtomicUsize,
    options: FiberOptions,
    /// The address of the managed function that the fiber calls; 0 for a stack of the host.
    entry: usize,
    /// The position in `FiberLists::all`. Accessed while the lists are locked.
    pub(super) position: AtomicUsize,
    /// The position in `FiberLists::listed`, or [`NOT_LISTED`]. Accessed as above.
    pub(super) listed_at: AtomicUsize,
    pub(super) memory: FiberMemory,
}

/// What the host has chosen for a fiber.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FiberOptions {
    /// An exception that leaves the function passes to the code that has resumed the fiber.
    pub(crate) passes_exceptions: bool,
    /// Any thread may resume the fiber while it has only managed frames.
    pub(crate) migrates: bool,
}

/// [`FiberRecord::listed_at`] of a fiber that is not listed.
pub(super) const NOT_LISTED: usize = usize::MAX;

impl FiberRecord {
    /// Creates a fiber that will call the managed function at address `entry`.
    ///
    /// # Safety
    ///
    /// The memory is readable and writable, and no other code uses it as long as the fiber exists.
    pub(super) unsafe fn new(
        name: FiberName,
        memory: PooledStack,
        entry: usize,
        options: FiberOptions,
    ) -> Self {
        let usable = memory.usable();
        let end = usable.end;
        // The oldest frame of the stack is below its activation.
        let activation_at = end - size_of::<Activation>().next_multiple_of(16);
        let activation: *mut Activation = core::ptr::with_exposed_provenance_mut(activation_at);
        let outer = FrameAnchor { exit: Exit::NONE, activation: core::ptr::null() };
        // SAFETY: the caller guarantees that the memory belongs to the fiber. The activation, and
        // the registers below it, are in the highest page, and are aligned.
        let registers = unsafe {
            activation.write(Activation { outer, entry: activation_at });
            arch::prepare_fiber(activation_at, entry)
        };
        let switch = SwitchRecord::created(Exit::by_stub(registers), activation);
        let stack = Stack::of_fiber(name, usable, switch);
        Self::with(stack, FiberMemory::Pooled(memory), entry, options)
    }

    /// Creates the record of a stack of the host.
    pub(super) fn adopt(name: FiberName, memory: Range<usize>) -> Self {
        let stack = Stack::of_fiber(name, memory, SwitchRecord::adopted());
        Self::with(stack, FiberMemory::Host, 0, FiberOptions::default())
    }

    fn with(stack: Stack, memory: FiberMemory, entry: usize, options: FiberOptions) -> Self {
        Self {
            stack,
            phase: AtomicU8::new(FiberPhase::New as u8),
            home: AtomicU64::new(0),
            is_orphaned: AtomicBool::new(false),
            is_removed: AtomicBool::new(false),
            owner: FiberOwner::default(),
            token: AtomicUsize::new(0),
            options,
            entry,
            position: AtomicUsize::new(0),
            listed_at: AtomicUsize::new(NOT_LISTED),
            memory,
        }
    }

    /// Returns the address of the fiber.
    pub(crate) fn address(&self) -> usize {
        core::ptr::from_ref(self).expose_provenance()
    }

    /// Returns the address of the managed function that the fiber calls; `None` for a stack of the
    /// host.
    pub(crate) fn entry(&self) -> Option<usize> {
        (self.entry != 0).then_some(self.entry)
    }

    /// Returns what the host has chosen for the fiber.
    pub(crate) fn options(&self) -> FiberOptions {
        self.options
    }

    /// Returns how far the fiber has come. A native thread that sees [`FiberPhase::Done`] also sees
    /// that the fiber was running then.
    pub(crate) fn phase(&self) -> FiberPhase {
        match self.phase.load(Acquire) {
            0 => FiberPhase::New,
            1 => FiberPhase::Started,
            2 => FiberPhase::Done,
            _ => FiberPhase::Lost,
        }
    }

    pub(super) fn set_phase(&self, phase: FiberPhase) {
        self.phase.store(phase as u8, Release);
    }

    /// Returns whether the fiber is suspended: it has frames, which do not run. Exact for the
    /// thread that runs the fiber, while that thread is at a safepoint, and while the fiber is
    /// claimed.
    pub(super) fn is_suspended(&self) -> bool {
        self.phase() == FiberPhase::Started && !self.stack.switch.resumable_by.is_running()
    }

    /// Returns the stack of the fiber and its anchor if the fiber is
    /// [suspended](Self::is_suspended).
    pub(crate) fn suspended(&self) -> Option<(&Stack, FrameAnchor)> {
        self.is_suspended().then(|| (&self.stack, self.stack.switch.anchor()))
    }

    /// Returns whether `thread` is the one that has resumed the fiber first, and on which it stays;
    /// or the last one, if the fiber migrates.
    pub(crate) fn is_at_home_on(&self, thread: &ThreadData) -> bool {
        self.home.load(Relaxed) == thread.serial
    }

    /// Returns whether the fiber has no home.
    pub(super) fn is_homeless(&self) -> bool {
        self.home.load(Relaxed) == 0
    }

    /// Returns why `thread`, the calling one, cannot resume the fiber, or switch to it; `None` if
    /// it can.
    pub(crate) fn why_not_resumable(&self, thread: &ThreadData) -> Option<NotResumable> {
        let is_moved = !self.is_homeless() && !self.is_at_home_on(thread);
        if is_moved && !self.options.migrates {
            return Some(NotResumable::OtherThread);
        }
        match self.phase() {
            FiberPhase::Done => Some(NotResumable::Done),
            _ if self.stack.switch.resumable_by.is_running() => Some(NotResumable::Running),
            // After it was seen that the fiber does not run.
            FiberPhase::Started if is_moved && self.has_native_frames() => {
                Some(NotResumable::NativeFrames { calls: self.stack.calls() })
            }
            _ => None,
        }
    }

    pub(super) fn set_home(&self, thread: &ThreadData) {
        thread.has_fibers.store(true, Relaxed);
        if self.options.migrates {
            thread.has_migrating_fibers.store(true, Relaxed);
        }
        self.home.store(thread.serial, Relaxed);
    }

    /// Records that the thread of the fiber is being detached, and that any thread may resume the
    /// fiber.
    pub(super) fn leave_home(&self) {
        self.home.store(0, Relaxed);
    }

    /// Returns whether the thread that has resumed the fiber first has been detached, and no other
    /// may resume the fiber.
    pub(crate) fn is_orphaned(&self) -> bool {
        self.is_orphaned.load(Relaxed)
    }

    /// Records that the thread of the fiber, the calling one, is being detached.
    pub(super) fn orphan(&self) {
        if self.stack.switch.resumable_by.is_running() {
            self.set_phase(FiberPhase::Lost);
        }
        self.is_orphaned.store(true, Relaxed);
    }

    /// Returns whether native code may have data on the stack that it still uses: other code may
    /// refer to it although the frames never run again.
    pub(super) fn has_native_frames(&self) -> bool {
        match self.phase() {
            FiberPhase::New | FiberPhase::Done => false,
            FiberPhase::Started => self.stack.calls() > 0,
            FiberPhase::Lost => true,
        }
    }

    /// Records that the fiber was removed from the lists. No marker reads it from now on. Waits
    /// while one does.
    pub(super) fn remove(&self) {
        self.is_removed.store(true, Relaxed);
        self.stack.switch.resumable_by.retire();
    }

    /// Returns whether the fiber was removed from the lists.
    pub(super) fn is_removed(&self) -> bool {
        self.is_removed.load(Relaxed)
    }

    /// Records that the fiber's function has ended. Called by the thread that runs the fiber.
    pub(crate) fn finish(&self) {
        self.set_phase(FiberPhase::Done);
    }

    /// Records that the next young collection need not scan the fiber, which is suspended: it holds
    /// no references to young objects. Called during a collection.
    pub(crate) fn set_clean(&self) {
        self.stack.switch.resumable_by.set_clean();
    }

    /// Returns whether the next young collection scans or inspects the fiber. In a pause.
    pub(crate) fn is_listed(&self) -> bool {
        self.listed_at.load(Relaxed) != NOT_LISTED
    }

    /// Claims the fiber, which is suspended, to walk it, if another thread might access its frames
    /// meanwhile. Returns whether the caller must end the walk. Called while the lists are locked.
    pub(super) fn claim_to_walk(&self) -> bool {
        // Of fibers that are not clean and do not migrate, no other thread accesses the frames.
        let resumable_by = &self.stack.switch.resumable_by;
        match self.options.migrates {
            true => resumable_by.claim_migrating_to_walk(),
            false => resumable_by.claim_to_walk(),
        }
    }

    /// Claims the fiber if it need not be scanned by the next collection: no thread resumes it
    /// before [`Self::release`]. It may be new or done.
    pub(crate) fn claim(&self) -> Claimed {
        self.stack.switch.resumable_by.claim()
    }

    /// Releases the fiber, which the caller has claimed.
    pub(crate) fn release(&self) {
        self.stack.switch.resumable_by.release();
    }

    /// Returns whether a thread has waited until the fiber was released, since the last call.
    pub(crate) fn take_contended(&self) -> bool {
        self.stack.switch.resumable_by.take_contended()
    }
}
