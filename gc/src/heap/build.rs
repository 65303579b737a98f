//! Making a heap.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use statepoint_scanner::registry::{CodeRegistry, RegistryError};
use statepoint_scanner::roots::Walker;
use statepoint_scanner::walk::NativeCode;

use super::out_of_memory::{OutOfMemory, Relief};
use super::spaces::SpacesError;
use super::{Shared, Spaces};
use crate::collect::{OverheadLimit, OverheadWatch, Pool};
use crate::config::{Config, ConfigError, HeapMax};
use crate::mutator::{AttachError, Mutator};
use crate::object::{TypeError, TypeId, TypeLayout, TypeTable};
use crate::observe::{Recorder, Statistics, Stops, laggards};
use crate::os;
use crate::process::{Home, HomeError};
use crate::reference::HandleTable;
use crate::safepoint::Coordinator;
use crate::verify::{self, Verify, Zeal};

/// Why a heap could not be made.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// A setting cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A type cannot be used.
    #[error(transparent)]
    Type(#[from] TypeError),
    /// The stack maps of this process are missing or unusable. Without them no root would be found,
    /// and every live object would be lost.
    #[error(transparent)]
    StackMaps(#[from] RegistryError),
    /// The system has no room for the heap.
    #[error("{bytes} bytes of address space for the heap cannot be had: {source}")]
    Memory {
        /// What was asked for: in zeal mode more than the heap limit.
        bytes: usize,
        /// What the system said.
        source: io::Error,
    },
    /// The signal handler that explains faults cannot be installed.
    #[error("the handler for memory faults cannot be installed")]
    FaultHandler(#[source] io::Error),
    /// An ancestor of this process had a heap when it forked; see [`Heap`].
    #[error(
        "this process was forked from one that had a heap, and cannot have one itself; fork before a \
         heap is made, or after the last one is dropped"
    )]
    Forked,
    /// The handler that tells the children of this process from it cannot be installed.
    #[error("the handler for forks cannot be installed")]
    ForkHandler(#[source] io::Error),
    /// The signal handler that looks at slow threads cannot be installed.
    #[error("the handler that looks at slow threads cannot be installed")]
    InterruptHandler(#[source] io::Error),
    /// The collector's threads cannot be started.
    #[error("the collector's threads cannot be started")]
    Workers(#[source] io::Error),
}

/// A garbage-collected heap; clones are the same heap.
///
/// It lives until the last clone, [`Mutator`] and [`Handle`](crate::Handle) of it are dropped.
///
/// # `fork`
///
/// A heap belongs to the process that made it. In the child of a `fork`, [`Self::attach`] is an error, and
/// going on in managed code, calling it, collecting or asking for statistics ends the child with a message, as
/// soon as it polls, calls the collector to allocate, or returns from the native function that forked. What does
/// not use the heap is not disturbed: `exec`, `_exit` and `exit`, and dropping what the child has of the heap.
/// Do not use [`Self::code`] there, whose locks a thread of the parent may have held.
///
/// A process can make heaps of its own unless an ancestor had one when it forked: a server that forks workers does
/// so before it makes a heap, or after it has dropped the last one. (The usual restriction for programs with
/// several threads holds besides: the locks of everything that the child uses must survive a fork.)
#[derive(Clone, Debug)]
pub struct Heap(Arc<Shared>);

impl Heap {
    /// Begins to make a heap.
    pub fn builder() -> HeapBuilder {
        HeapBuilder {
            config: Config::default(),
            environment: true,
            types: TypeTable::default(),
            code: None,
            relief: Relief::default(),
            error: None,
        }
    }

    pub(crate) fn of(shared: Arc<Shared>) -> Self {
        Self(shared)
    }

    pub(crate) fn shared(&self) -> &Shared {
        &self.0
    }

    /// Attaches the calling thread, so that it can run managed code.
    ///
    /// # Errors
    ///
    /// [`AttachError`]; among others, a thread can be attached to one heap at a time.
    pub fn attach(&self) -> Result<Mutator, AttachError> {
        Mutator::attach(Arc::clone(&self.0))
    }

    /// The managed code that this heap knows: register here what is loaded or generated later, remove
    /// what goes.
    ///
    /// Any thread may do both at any time, while others run managed code and collect:
    ///
    /// * **Loading a library**: `dlopen` it, then
    ///   [`register_image_at`](CodeRegistry::register_image_at) with the address of a function in
    ///   it, then call into it. The heap keeps it loaded.
    /// * **Generating code**: [`register_jit`](CodeRegistry::register_jit), then run it.
    /// * **Removing either**: make sure that no thread executes the code and none will return into it;
    ///   then [`remove`](CodeRegistry::remove), then free the code or `dlclose` the library.
    ///   Objects may outlive the code that made them.
    ///
    /// Removal waits for a collection in progress. So a thread must not remove code while it counts as
    /// managed: in a native function that managed code calls directly, without `spgc_call_native`.
    /// A frame in code that is not registered, or not any more, ends the process with a message at
    /// the next collection.
    pub fn code(&self) -> &Arc<CodeRegistry> {
        &self.0.code
    }

    /// When this heap is collected although memory is not short.
    pub fn zeal(&self) -> Zeal {
        self.0.config.zeal
    }

    /// Which threads were the last to stop for collections. Any thread may ask at any time.
    pub fn stops(&self) -> Stops {
        self.0.home.process().require_current("asking for stops");
        self.0.recorder.stops()
    }

    /// What the collector did so far. Any thread may ask at any time.
    pub fn statistics(&self) -> Statistics {
        self.0.home.process().require_current("asking for statistics");
        self.0.recorder.statistics(self.0.spaces.used())
    }
}

/// Settings of a heap to be made; see [`Heap::builder`].
#[derive(Debug)]
pub struct HeapBuilder {
    config: Config,
    environment: bool,
    types: TypeTable,
    code: Option<Arc<CodeRegistry>>,
    relief: Relief,
    error: Option<TypeError>,
}

impl HeapBuilder {
    /// Bytes that the heap may use; a quarter of [memory](Self::heap_max_percent) if not set, but at
    /// least 64 MiB, or half of memory if that is less. The copying collector holds objects in one
    /// half at a time, and sets an eighth of it aside.
    #[must_use]
    pub fn heap_max(mut self, bytes: usize) -> Self {
        self.config.heap_max = HeapMax::Bytes(bytes);
        self
    }

    /// The same as a share of memory, in per cent: more than 0 and at most 100.
    ///
    /// Memory is what the machine has, or what the process's container may use if that is less: the
    /// limits of its control groups, versions 1 and 2. Both are read when the heap is made, and not again.
    #[must_use]
    pub fn heap_max_percent(mut self, percent: f64) -> Self {
        self.config.heap_max = HeapMax::Percent(percent);
        self
    }

    /// Threads that collect, the one that asks for the collection included. If not set, as many as there are
    /// processors that this process may use: those of its affinity mask, or as many as its container
    /// is given the time of, rounded down, if that is fewer.
    #[must_use]
    pub fn collector_threads(mut self, threads: usize) -> Self {
        self.config.workers = threads;
        self
    }

    /// What to do when memory is short although everything was collected: before the process ends with a
    /// message, `callback` may give objects up by dropping [`Handle`](crate::Handle)s. It returns whether it
    /// has given anything up; then everything is collected once more, and only if that does not help the
    /// process ends. It is called once for an object that cannot be allocated; again only if other threads have
    /// collected since, and used up what was given.
    ///
    /// It is called on the thread that allocates, which is native meanwhile: others go on, collections too. It
    /// may collect and call managed code by [`Mutator::with_current`]; if that runs out of memory in
    /// turn, the process ends. Threads that are short of memory at the same time call it one by one, and what one
    /// call gives up counts for all. So it must not wait for a thread that may allocate. A panic, or
    /// another exception, that leaves it ends the process.
    ///
    /// The heap owns it. Handles that it owns in turn keep the heap alive, until they are dropped.
    #[must_use]
    pub fn on_out_of_memory(
        mut self,
        callback: impl Fn(&OutOfMemory) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.relief = Relief::by(callback);
        self
    }

    /// When a heap is out of memory although there is a little left: if `time_percent` of the time goes
    /// into collections, each of which leaves less than `free_percent` of the room for objects free. Both
    /// are from 0 to 100; 98 and 2 if not set.
    ///
    /// Time is that of the last five collections for which memory was short, and the time from each to the
    /// next; all five must have left so little. Collections that the host asks for, and waiting for threads
    /// to stop, are not time in collections. If [`Self::on_out_of_memory`] gives something up, the next
    /// collection must leave more than that free. Never so in zeal mode, or while
    /// everything is verified.
    #[must_use]
    pub fn overhead_limit(mut self, time_percent: f64, free_percent: f64) -> Self {
        self.config.overhead = Some(OverheadLimit { time_percent, free_percent });
        self
    }

    /// A heap is out of memory when it is full, however long that takes.
    #[must_use]
    pub fn without_overhead_limit(mut self) -> Self {
        self.config.overhead = None;
        self
    }

    /// When to collect although memory is not short.
    #[must_use]
    pub fn zeal(mut self, zeal: Zeal) -> Self {
        self.config.zeal = zeal;
        self
    }

    /// Has all threads that come to, or leave, a safepoint dawdle at random, so that they come in each
    /// other's way as they seldom do otherwise. For all heaps of the process, once one has it.
    #[must_use]
    pub fn delays(mut self, delays: bool) -> Self {
        self.config.delays = delays;
        self
    }

    /// When to verify everything that is alive, on one thread while the world is stopped: very slow. What
    /// is wrong ends the process with a message that names the object and what led to it.
    #[must_use]
    pub fn verify(mut self, verify: Verify) -> Self {
        self.config.verify = verify;
        self
    }

    /// Whether managed code may call native code as it calls anything, without `spgc_call_native`,
    /// and be called back by it. Not so unless set: a walk that meets a return address that is in
    /// no stack map then ends the process, for it may be managed code whose map was lost when the
    /// program was linked, and with it the references in the frame. When set, such code is taken
    /// to be native, to have no references, and its frames are unwound by its `.eh_frame`.
    ///
    /// That needs `.eh_frame_hdr` in each image that has such code. GCC leaves it out of programs that are
    /// linked with `-static`, unless told otherwise (`-Wl,--eh-frame-hdr`); a walk then fails.
    ///
    /// A thread in native code that was called so is not native to the collector: others wait until
    /// it is back in managed code, or calls `spgc_poll_slow`.
    #[must_use]
    pub fn unwind_native_frames(mut self, unwind: bool) -> Self {
        self.config.unwind_native_frames = unwind;
        self
    }

    /// Whether a thread's way between managed and native code may do without a locked instruction, at
    /// the price of a call of `membarrier(2)` in each stop. So unless set, where the system has that
    /// call. Sandboxes that forbid it need no setting if they do so from the start.
    #[must_use]
    pub fn membarrier(mut self, allowed: bool) -> Self {
        self.config.membarrier = allowed;
        self
    }

    /// When a stop has waited for threads for so long, each that has not stopped yet is named on standard
    /// error, once in a stop: its name, its number in the system's lists, and where it is, managed
    /// and native frames with the names of their functions. Not so unless set, or if zero.
    ///
    /// To learn where a thread is, it is sent `SIGURG`, a signal that is ignored by default; the process
    /// has a handler for it from then on, which passes other signals of that number on to the one
    /// that was there before. Calls of the system that a signal interrupts although its handler asks for
    /// them to be restarted, such as `poll` and `nanosleep`, return `EINTR`. Without this setting there is
    /// no handler and no signal.
    #[must_use]
    pub fn safepoint_timeout(mut self, timeout: Duration) -> Self {
        self.config.safepoint_timeout = timeout;
        self
    }

    /// Ignores the `SPGC_*` variables, which otherwise override the settings made here.
    #[must_use]
    pub fn without_environment(mut self) -> Self {
        self.environment = false;
        self
    }

    /// Says what objects of a type look like. All types that managed code allocates are registered
    /// before the heap is made; a mistake is reported by [`Self::build`].
    #[must_use]
    pub fn register_type(mut self, id: TypeId, layout: TypeLayout) -> Self {
        if let Err(error) = self.types.register(id, layout) {
            self.error.get_or_insert(error);
        }
        self
    }

    /// The managed code to begin with; code may be registered in it later as well, see [`Heap::code`].
    /// If not set, the heap makes a registry of its own, of the program and the shared libraries that
    /// are loaded when the heap is made. Several heaps may share one.
    #[must_use]
    pub fn code(mut self, code: Arc<CodeRegistry>) -> Self {
        self.code = Some(code);
        self
    }

    /// Makes the heap: unless [a registry](Self::code) is given, reads the stack maps and unwind
    /// information of the program and its shared libraries; reserves address space, starts the
    /// collector's threads.
    ///
    /// # Errors
    ///
    /// [`StartError`]. In particular a program without stack maps is refused, unless a registry is
    /// given.
    pub fn build(mut self) -> Result<Heap, StartError> {
        if let Some(error) = self.error {
            return Err(error.into());
        }
        if self.environment {
            self.config.apply_environment(|name| std::env::var_os(name))?;
        }
        self.config.check()?;
        // Before there is anything of it, a thread above all.
        let home = Home::new().map_err(|error| match error {
            HomeError::Handler(source) => StartError::ForkHandler(source),
            HomeError::Orphaned => StartError::Forked,
        })?;
        // Not asked for where it is not wanted: a stop would call it all the same.
        self.config.membarrier = self.config.membarrier && os::enable_barriers();
        if self.config.delays {
            verify::delays::enable();
        }
        let code = match self.code {
            Some(code) => code,
            None => Arc::new(CodeRegistry::of_this_process()?),
        };
        let Config { workers, zeal, .. } = self.config;
        let heap_max = self.config.heap_max.bytes(os::memory())?;
        let spaces = Spaces::new(heap_max, workers, zeal.is_on()).map_err(|error| match error {
            SpacesError::Limit { least, most } => {
                ConfigError::HeapMax { bytes: heap_max, least, most }.into()
            }
            SpacesError::Reservation { bytes, source } => StartError::Memory { bytes, source },
        })?;
        if !self.config.safepoint_timeout.is_zero() {
            laggards::prepare().map_err(StartError::InterruptHandler)?;
        }
        let faults =
            verify::watch(spaces.range(), spaces.in_use()).map_err(StartError::FaultHandler)?;
        let Verify { before, after } = self.config.verify;
        // Time means nothing where most of it is spent checking.
        let overhead = self.config.overhead.filter(|_| !(zeal.is_on() || before || after));
        Ok(Heap(Arc::new(Shared {
            relief: self.relief,
            overhead: overhead.map(OverheadWatch::new),
            config: self.config,
            types: self.types,
            code,
            native_code: NativeCode::new(),
            safepoint: Coordinator::new(),
            handles: HandleTable::default(),
            recorder: Recorder::new(),
            pool: Pool::new(workers - 1, home.process()).map_err(StartError::Workers)?,
            walkers: (0..workers).map(|_| Mutex::new(Walker::new())).collect(),
            faults,
            spaces,
            home,
        })))
    }
}
