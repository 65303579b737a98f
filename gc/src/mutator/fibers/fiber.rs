//! [`Fiber`], the host's handle of a fiber.

use core::ffi::c_void;
use core::fmt;
use core::ops::Range;
use std::io;
use std::sync::Arc;

use crate::fatal;
use crate::mutator::CallError;
use crate::os;
use crate::runtime::{Heap, Shared};
use crate::thread::{FiberOptions, FiberPhase, FiberRecord, NotResumable, abort_in_operation};

/// The least size of a fiber's stack in bytes.
const MIN_STACK: usize = 16 << 10;

/// Settings of a [`Fiber`].
#[derive(Clone, Debug)]
pub struct FiberConfig {
    stack_size: usize,
    name: Option<Box<str>>,
    options: FiberOptions,
}

impl FiberConfig {
    /// The default settings: a stack of 64 KiB, no name, no exceptions pass, and the fiber stays on
    /// its thread.
    pub fn new() -> Self {
        Self { stack_size: 64 << 10, name: None, options: FiberOptions::default() }
    }

    /// Sets the size of the stack in bytes, at least 16 KiB. It is rounded up to whole pages, and
    /// does not include the guard below it. Pages use memory only once they are written, so most
    /// fibers use one, whatever their size.
    ///
    /// Native code that managed code calls needs room on this stack. Collections do not: they run
    /// on the thread's own stack.
    pub fn stack_size(mut self, bytes: usize) -> Self {
        self.stack_size = bytes;
        self
    }

    /// Sets the fiber's name in messages.
    pub fn name(mut self, name: impl Into<Box<str>>) -> Self {
        self.name = Some(name.into());
        self
    }

    pub(super) fn into_name(self) -> Option<Box<str>> {
        self.name
    }

    /// Sets whether an exception that leaves the fiber's function passes to the code that has
    /// resumed the fiber. The default is that it does not: the unwinder finds no handler, and the
    /// process ends.
    ///
    /// With the setting, such an exception ends the fiber, and continues as if the call of
    /// `spgc_resume` or [`Mutator::resume`](crate::Mutator::resume) had thrown it. This applies to
    /// exceptions of all kinds (a Rust panic, a C++ exception, a cancelled thread). Cleanups on the
    /// fiber's stack run before a handler is searched on the stack of the code that has resumed the
    /// fiber. If that has none, the process ends with a message.
    pub fn pass_exceptions(mut self, pass: bool) -> Self {
        self.options.passes_exceptions = pass;
        self
    }

    /// Sets whether any thread may resume the fiber, and not only the one that has resumed it
    /// first. The default is that it stays on its thread.
    ///
    /// With the setting, a fiber that is suspended in managed code continues on the thread that
    /// resumes it. One with native code among its frames stays on its thread until that code has
    /// returned: resuming it elsewhere is [`FiberError::NativeFrames`]. When the thread of a fiber
    /// ends, another one can resume the fiber.
    ///
    /// [`Heap::fiber`] requires more of the code of such a fiber. [`Heap::fiber_migrations`] tells
    /// whether fibers have moved while an operation was run on each thread.
    pub fn migrate(mut self, migrate: bool) -> Self {
        self.options.migrates = migrate;
        self
    }
}

impl Default for FiberConfig {
    fn default() -> Self {
        Self::new()
    }
}

/// Error returned if a fiber cannot be created, resumed, suspended, switched to or destroyed.
#[derive(Debug, thiserror::Error)]
pub enum FiberError {
    /// The stack is too small.
    #[error("a fiber has a stack of {size} bytes; at least {least} are needed")]
    StackTooSmall {
        /// The size that was given, in bytes.
        size: usize,
        /// The least size, in bytes.
        least: usize,
    },
    /// The operating system has no memory for the stack, or cannot protect its end.
    #[error("no memory for the stack of a fiber")]
    NoMemory(#[source] io::Error),
    /// The fiber belongs to another heap than the thread.
    #[error("{fiber} belongs to another heap than this thread")]
    ForeignFiber {
        /// The fiber's name.
        fiber: String,
    },
    /// The fiber runs, or has resumed another fiber that does.
    #[error("{fiber} runs, or has resumed another fiber")]
    Running {
        /// The fiber's name.
        fiber: String,
    },
    /// The fiber's function has returned, or an exception has left it.
    #[error("{fiber} is done: its function has ended")]
    Done {
        /// The fiber's name.
        fiber: String,
    },
    /// The fiber was resumed by another thread before. LLVM keeps addresses of thread-local
    /// variables across calls, so a function continues on the thread on which it has begun.
    #[error("{fiber} was resumed by another thread before, and stays on it")]
    OtherThread {
        /// The fiber's name.
        fiber: String,
    },
    /// The fiber migrates, but another thread has resumed it before, and native code is among its
    /// frames, which does not continue on another thread.
    #[error(
        "{fiber} was resumed by another thread before, and has {calls} calls by native code into \
         managed code, which must return on that thread"
    )]
    NativeFrames {
        /// The fiber's name.
        fiber: String,
        /// The number of calls by native code into managed code on its stack.
        calls: usize,
    },
    /// The fiber is suspended, so its function has not returned.
    #[error(
        "{fiber} is suspended in {calls} calls into managed code: resume it until they have \
         returned, or abandon it"
    )]
    Suspended {
        /// The fiber's name.
        fiber: String,
        /// The number of calls into managed code on its stack, the call of its function included.
        calls: usize,
    },
    /// The thread runs no fiber that could be suspended.
    #[error("thread \"{thread}\" runs no fiber that could be suspended")]
    NoFiber {
        /// The thread's name.
        thread: String,
    },
    /// The thread is in the host's out-of-memory callback, which must return before the fiber that
    /// has run out of memory is suspended.
    #[error("the out-of-memory callback must return before its fiber is suspended")]
    MemoryCallback,
    /// The thread is in the host's callback for collections, which must return before the thread
    /// switches stacks.
    #[error("the callback for collections must return before its thread switches stacks")]
    CollectionCallback,
    /// The fiber was given to an object, and the object is not known to be dead.
    #[error("{fiber} was given to an object: it can be released when the object is dead")]
    Owned {
        /// The fiber's name.
        fiber: String,
    },
    /// A fiber is given to something that is not an object of the heap.
    #[error("a fiber is given to {word:#x}, which is not an object of its heap")]
    NoOwner {
        /// The word of the handle.
        word: u64,
    },
    /// The fiber is a stack of the host ([`Heap::adopt_stack`]), which the
    /// library does not resume.
    #[error("{fiber} is switched to by the host (`Mutator::swap`)")]
    HostStack {
        /// The stack's name.
        fiber: String,
    },
    /// The fiber is not a stack of the host, and is not the one that has resumed the running one.
    #[error("{fiber} is resumed by the library: the host cannot switch to it")]
    NotHostStack {
        /// The fiber's name.
        fiber: String,
    },
    /// The thread does not run the stack from which the switch is announced.
    #[error("the switch is from the stack of {fiber}, but the thread runs that of {running}")]
    NotRunning {
        /// The name of the fiber, host stack or thread.
        fiber: String,
        /// The name of that which runs.
        running: String,
    },
    /// The word with which a fiber is resumed or suspended is a reference. Native code passes
    /// references by handle.
    #[error("{word:#x} is a reference, which native code passes to a fiber by its handle")]
    IsReference {
        /// The word.
        word: u64,
    },
    /// The calling thread cannot call managed code now, or the argument is not valid.
    #[error(transparent)]
    Call(#[from] CallError),
}

impl FiberError {
    pub(super) fn not_resumable(why: NotResumable, fiber: String) -> Self {
        match why {
            NotResumable::Running => Self::Running { fiber },
            NotResumable::Done => Self::Done { fiber },
            NotResumable::OtherThread => Self::OtherThread { fiber },
            NotResumable::NativeFrames { calls } => Self::NativeFrames { fiber, calls },
            NotResumable::OtherHeap => Self::ForeignFiber { fiber },
            NotResumable::HostStack => Self::HostStack { fiber },
        }
    }
}

/// The state of a fiber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FiberState {
    /// Its function has not been called yet; or the host has not switched to the stack.
    New,
    /// It runs, or has resumed another fiber.
    Running,
    /// It is suspended.
    Suspended,
    /// Its function has returned, or an exception has left it.
    Done,
}

/// A fiber: a managed function with a stack of its own, which can suspend itself anywhere and is
/// resumed later. Created by [`Heap::fiber`].
///
/// The function has the type `ptr addrspace(1) (ptr addrspace(1))`. It receives the reference with
/// which the fiber is resumed first, and its result is that of the last resumption.
///
/// Managed code resumes a fiber by `spgc_resume(ptr %fiber, ptr addrspace(1) %in)`, where `%fiber`
/// is [`Self::address`], and is suspended by `spgc_suspend(ptr addrspace(1) %out)`, each of which
/// returns the reference that the other one passes. Native code uses
/// [`Mutator::resume`](crate::Mutator::resume) and [`Mutator::suspend`](crate::Mutator::suspend).
///
/// The references on the stack of a suspended fiber are roots, unless an object owns the fiber
/// ([`Mutator::give_fiber`](crate::Mutator::give_fiber)). A young collection scans only those
/// fibers that have run since the last one, or refer to young objects.
///
/// A fiber stays on the thread that has resumed it first, unless it
/// [migrates](FiberConfig::migrate). If that thread ends, the fiber can only be destroyed or
/// abandoned.
///
/// Dropping a fiber that is suspended [abandons](Self::abandon) it; the process ends if it cannot
/// be abandoned.
///
/// A stack of the host ([`Heap::adopt_stack`]) is a fiber without a function.
pub struct Fiber {
    heap: Arc<Shared>,
    /// `None` only while the value is dropped, or given to an object.
    record: Option<Arc<FiberRecord>>,
}

impl Heap {
    /// Creates a fiber that will call the managed function `entry` when it is resumed for the first
    /// time. Any thread may create fibers.
    ///
    /// # Errors
    ///
    /// [`FiberError::StackTooSmall`], [`FiberError::NoMemory`].
    ///
    /// # Safety
    ///
    /// * `entry` is as [`Mutator::call`](crate::Mutator::call) requires, takes a reference and
    ///   returns one, and is registered with the heap as long as the fiber exists and is not done.
    /// * `entry` and the managed functions on the fiber's stack accept every reference with which
    ///   the fiber is resumed, and those that resume the fiber accept every one that it passes:
    ///   [`Mutator::resume`](crate::Mutator::resume) and
    ///   [`Mutator::suspend`](crate::Mutator::suspend) do not check the types of objects.
    /// * The stack is large enough for what runs on it.
    /// * An exception leaves `entry` only with [`FiberConfig::pass_exceptions`]. The code that has
    ///   resumed the fiber then upholds what [`Mutator::call`](crate::Mutator::call) requires of
    ///   exceptions. The exception object is not on the fiber's stack.
    /// * The fiber is not dropped or abandoned while managed code may resume it.
    /// * Native code that suspends the fiber may never continue: if the thread of the fiber ends,
    ///   the fiber can be dropped without running the destructors in these frames. No code relies
    ///   on them, as that of [`std::thread::scope`] does.
    /// * While the fiber is suspended, no code writes references to variables on its stack
    ///   (`alloca`).
    /// * With [`FiberConfig::migrate`], the managed functions on its stack do not use the address
    ///   of a thread-local variable, or what belongs to a thread, after a call that may suspend the
    ///   fiber: they are compiled with the form `statepoint_gc_migrating.ll` of the prelude. It is
    ///   not suspended while an exception is being handled. One thread at a time resumes the fiber:
    ///   no other one does, or drops the fiber, before the call that has resumed it has returned.
    pub unsafe fn fiber(
        &self,
        config: FiberConfig,
        entry: *const c_void,
    ) -> Result<Fiber, FiberError> {
        let FiberConfig { stack_size: size, name, options } = config;
        if size < MIN_STACK {
            return Err(FiberError::StackTooSmall { size, least: MIN_STACK });
        }
        let heap = Arc::clone(self.arc());
        heap.home.process().require_current("creating a fiber");
        abort_in_operation("creating a fiber");
        let entry = entry.expose_provenance();
        let record = heap.fibers.create(name, size, entry, options);
        let record = record.map_err(FiberError::NoMemory)?;
        Ok(Fiber::from_record(&heap, record))
    }

    /// Returns how often a fiber that had run has [left a thread](FiberConfig::migrate) or come to
    /// one: another thread has resumed the fiber, or its thread has ended.
    ///
    /// An operation that must reach the frames of all threads and fibers, such as a takeover of all
    /// activations of a function, runs a [handshake](Self::handshake) with each thread. It may miss
    /// a fiber that moves meanwhile. So the host reads this number, then the list of threads, runs
    /// the handshakes, and repeats all that until the number has not changed. Any thread.
    pub fn fiber_migrations(&self) -> u64 {
        let heap = self.arc();
        heap.home.process().require_current("reading the number of migrations");
        heap.fibers.migrations()
    }
}

impl Fiber {
    pub(super) fn record(&self) -> &FiberRecord {
        self.shared_record()
    }

    pub(super) fn heap(&self) -> &Shared {
        &self.heap
    }

    /// Returns the fiber of this record, which no other value owns.
    pub(super) fn from_record(heap: &Arc<Shared>, record: Arc<FiberRecord>) -> Self {
        Self { heap: Arc::clone(heap), record: Some(record) }
    }

    pub(super) fn shared_record(&self) -> &Arc<FiberRecord> {
        // Only dropping the fiber, or giving it, takes the record.
        self.record.as_ref().unwrap_or_else(|| fatal::abort(format_args!("a dropped fiber")))
    }

    /// Takes the record, so that dropping the fiber has no effect.
    pub(crate) fn take_record(&mut self) -> Option<Arc<FiberRecord>> {
        self.record.take()
    }

    /// Returns the address by which managed code resumes the fiber. It is valid until the fiber is
    /// dropped.
    pub fn address(&self) -> *const c_void {
        core::ptr::with_exposed_provenance(self.record().address())
    }

    /// Returns the address range of the fiber's stack, without the guard: for code that
    /// compares its frame with a limit.
    pub fn stack(&self) -> Range<usize> {
        self.record().stack.range()
    }

    /// Returns the fiber's state. It may change at any time if another thread runs the fiber.
    pub fn state(&self) -> FiberState {
        let record = self.record();
        // Before it is tested whether the fiber runs: its phase changes while it does.
        let phase = record.phase();
        if record.stack.switch.resumable_by.is_running() {
            return FiberState::Running;
        }
        match phase {
            FiberPhase::New => FiberState::New,
            FiberPhase::Started => FiberState::Suspended,
            FiberPhase::Done => FiberState::Done,
            FiberPhase::Lost => FiberState::Running,
        }
    }

    /// Returns the number of calls into managed code on the stack, while the fiber is suspended:
    /// that of its function, if it has one, and those by native code.
    fn calls(&self) -> usize {
        let stack = &self.record().stack;
        usize::from(stack.is_fiber()) + stack.calls()
    }

    /// Checks that the fiber does not run, and that no managed code is on its stack.
    pub(crate) fn require_ended(&self) -> Result<(), FiberError> {
        let fiber = || self.record().stack.owner().to_string();
        if self.record().owner.is_given() {
            return Err(FiberError::Owned { fiber: fiber() });
        }
        match self.state() {
            FiberState::New | FiberState::Done => Ok(()),
            FiberState::Running => Err(FiberError::Running { fiber: fiber() }),
            FiberState::Suspended if self.calls() == 0 => Ok(()),
            FiberState::Suspended => {
                Err(FiberError::Suspended { fiber: fiber(), calls: self.calls() })
            }
        }
    }

    /// Checks that the fiber does not run, and that only managed code is on its stack.
    pub(crate) fn require_abandonable(&self) -> Result<(), FiberError> {
        match self.state() {
            _ if self.record().owner.is_given() => self.require_ended(),
            FiberState::Suspended
                if self.record().is_orphaned() || self.record().stack.calls() == 0 =>
            {
                Ok(())
            }
            _ => self.require_ended(),
        }
    }

    /// Drops the fiber, whose function was not called yet, or has ended. A stack of the host is
    /// dropped while it does not run and no managed code is on it.
    ///
    /// # Errors
    ///
    /// [`FiberError::Running`] or [`FiberError::Suspended`], with the fiber.
    pub fn destroy(self) -> Result<(), (Self, FiberError)> {
        match self.require_ended() {
            Ok(()) => Ok(()),
            Err(error) => Err((self, error)),
        }
    }

    /// Drops the fiber, although it may be suspended: its frames never run again, and landing pads
    /// in them do not run.
    ///
    /// # Errors
    ///
    /// [`FiberError::Running`]. [`FiberError::Suspended`] if native code is among the frames, whose
    /// destructors would not run, unless the fiber's thread has ended.
    pub fn abandon(self) -> Result<(), (Self, FiberError)> {
        match self.require_abandonable() {
            Ok(()) => Ok(()),
            Err(error) => Err((self, error)),
        }
    }
}

impl Drop for Fiber {
    fn drop(&mut self) {
        let _uncancelled = os::CancelDisabled::begin();
        if self.record.is_none() {
            // It was given to an object.
            return;
        }
        // In a forked child, the lists may be locked by a thread that does not exist.
        if !self.heap.home.process().is_current() {
            return;
        }
        if self.record().phase() == FiberPhase::Lost {
            // The frames of a thread that called `exit` may still be in use, and their trampolines.
            core::mem::forget(self.record.clone());
        } else if let Err(error) = self.require_abandonable() {
            fatal::abort(format_args!(
                "a fiber is dropped that runs, or has native code among its frames: {error}"
            ));
        }
        abort_in_operation("dropping a fiber");
        if let Some(record) = self.record.take() {
            self.heap.fibers.remove(record);
        }
    }
}

impl fmt::Debug for Fiber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fiber({})", self.record().stack.owner())
    }
}
