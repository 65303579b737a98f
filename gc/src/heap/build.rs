//! Making a heap.

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use statepoint_scanner::registry::{CodeRegistry, RegistryError};
use statepoint_scanner::roots::Walker;
use statepoint_scanner::walk::NativeCode;

use super::out_of_memory::Relief;
use super::spaces::NoRoom;
use super::{Remembered, Shared, SizingConfig, Spaces};
use crate::collect::{OverheadWatch, Pacing, Pool};
use crate::config::{Config, ConfigError};
use crate::deopt::Detours;
use crate::mutator::{AttachError, Mutator};
use crate::object::{HostModel, TypeDescription, TypeError, TypeId, TypeTable};
use crate::observe::{
    Audience, CollectionReport, Distribution, Histogram, Listener, Made, Observer, OpenError,
    Statistics, Stops, Witness, laggards, register_at_exit,
};
use crate::os;
use crate::process::{Home, HomeError};
use crate::reference::{HandleTable, References};
use crate::safepoint::{Coordinator, Holds, LastingHold};
use crate::verify::{self, Verify, Zeal};

impl From<OpenError> for StartError {
    fn from(OpenError { path, source }: OpenError) -> Self {
        Self::Log { path, source }
    }
}

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
    /// The system has no room for the heap, or for the table of its types.
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
    /// The patched polls were made by a process that this one was forked from: threads would not come to a stop.
    #[error(
        "the patched polls belong to a process that this one was forked from; make them in the process \
         that makes the heap"
    )]
    ForkedPolls,
    /// The handler that tells the children of this process from it cannot be installed.
    #[error("the handler for forks cannot be installed")]
    ForkHandler(#[source] io::Error),
    /// The signal handler that looks at slow threads cannot be installed.
    #[error("the handler that looks at slow threads cannot be installed")]
    InterruptHandler(#[source] io::Error),
    /// The file of a log or a trace cannot be written to.
    #[error("{path:?}, for a log (SPGC_LOG) or a trace (SPGC_TRACE), cannot be written: {source}")]
    Log {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The collector's threads cannot be started.
    #[error("the collector's threads cannot be started")]
    Workers(#[source] io::Error),
}

/// A garbage-collected heap; clones are the same heap.
///
/// It lives until the last clone, [`Mutator`] and [`Handle`](crate::Handle) of it are dropped, and so does with the other
/// kinds of references that native code holds: weak handles, tables, and root ranges.
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
            types: Vec::new(),
            model: None,
            code: None,
            polls: None,
            relief: Relief::default(),
            listener: Listener::default(),
            witness: Witness::default(),
        }
    }

    pub(crate) fn of(shared: Arc<Shared>) -> Self {
        Self(shared)
    }

    pub(crate) fn shared(&self) -> &Shared {
        &self.0
    }

    pub(crate) fn arc(&self) -> &Arc<Shared> {
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

    /// Says what objects of a type look like that was not known when the heap was made: of code that is generated or
    /// loaded later. Any thread may do so at any time, while others run managed code and collect; before any thread
    /// can run code that allocates such objects. A type stays known as long as the heap lives.
    ///
    /// # Errors
    ///
    /// [`TypeError`]; then the type is not known. A type that the heap's
    /// [`ObjectModel`](crate::ObjectModel::is_described) describes is refused.
    pub fn register_type(
        &self,
        id: TypeId,
        layout: impl Into<TypeDescription>,
    ) -> Result<(), TypeError> {
        self.0.home.process().require_current("registering a type");
        self.0.types.register_later(id, layout)
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

    /// When this heap is collected although nothing is full.
    pub fn zeal(&self) -> Zeal {
        self.0.config.zeal
    }

    /// Which threads were the last to stop for collections. Any thread may ask at any time.
    pub fn stops(&self) -> Stops {
        self.0.home.process().require_current("asking for stops");
        self.0.observer.recorder.stops()
    }

    /// The latest collections, at most 256 of them, oldest first. Any thread may ask at any time.
    ///
    /// One that has just ended may be missing as long as the thread that collected has not gone on.
    pub fn recent_collections(&self) -> Vec<CollectionReport> {
        self.0.home.process().require_current("asking for collections");
        self.0.observer.recorder.recent()
    }

    /// How long pauses and their parts took, as a whole distribution. Any thread may ask at any time.
    pub fn histogram(&self, of: Distribution) -> Histogram {
        self.0.home.process().require_current("asking for a histogram");
        self.0.observer.recorder.histogram(of)
    }

    /// What the collector did so far. Any thread may ask at any time.
    pub fn statistics(&self) -> Statistics {
        self.0.home.process().require_current("asking for statistics");
        self.0.observer.recorder.statistics(self.0.spaces.most_used())
    }
}

/// Settings of a heap to be made; see [`Heap::builder`].
#[derive(Debug)]
pub struct HeapBuilder {
    pub(super) config: Config,
    pub(super) environment: bool,
    pub(super) types: Vec<(TypeId, TypeDescription)>,
    pub(super) model: Option<HostModel>,
    pub(super) code: Option<Arc<CodeRegistry>>,
    /// Polls that are patched.
    pub(super) polls: Option<Arc<dyn Holds>>,
    pub(super) relief: Relief,
    pub(super) listener: Listener,
    pub(super) witness: Witness,
}

impl HeapBuilder {
    /// Makes the heap: unless [a registry](Self::code) is given, reads the stack maps and unwind
    /// information of the program and its shared libraries; reserves address space, starts the
    /// collector's threads.
    ///
    /// # Errors
    ///
    /// [`StartError`]. In particular a program without stack maps is refused, unless a registry is
    /// given.
    pub fn build(mut self) -> Result<Heap, StartError> {
        let _uncancelled = os::CancelDisabled::begin();
        let types = TypeTable::new(self.model)
            .map_err(|source| StartError::Memory { bytes: TypeTable::BYTES, source })?;
        for (id, layout) in self.types {
            types.register(id, layout)?;
        }
        if self.environment {
            self.config.apply_environment(|name| std::env::var_os(name))?;
        }
        self.config.check()?;
        let log = self.config.log()?;
        // Before there is anything of it, a thread above all.
        let home = Home::new().map_err(|error| match error {
            HomeError::Handler(source) => StartError::ForkHandler(source),
            HomeError::Orphaned => StartError::Forked,
        })?;
        if self.polls.as_ref().is_some_and(|polls| !polls.process().is_current()) {
            return Err(StartError::ForkedPolls);
        }
        // Not asked for where it is not wanted: a stop would call it all the same.
        self.config.membarrier = self.config.membarrier && os::enable_barriers();
        if self.config.delays {
            verify::delays::enable(self.config.zeal_seed);
        }
        if self.config.delays || self.config.zeal.is_on() {
            verify::name_seed(self.config.zeal_seed);
        }
        let code = match self.code {
            Some(code) => code,
            None => Arc::new(CodeRegistry::of_this_process()?),
        };
        let Config { workers, zeal, .. } = self.config;
        let heap_max = self.config.heap_max(os::memory())?;
        // The limit is judged before what is measured by it, and both before anything is done with others.
        let limits = Spaces::limits(workers);
        if !limits.contains(&heap_max) {
            let (least, most) = limits.into_inner();
            return Err(ConfigError::HeapMax { bytes: heap_max, least, most }.into());
        }
        let sizing = self.config.sizing(heap_max, os::cache())?;
        let spaces = Spaces::new(heap_max, workers, zeal.is_on())
            .map_err(|NoRoom { bytes, source }| StartError::Memory { bytes, source })?;
        if self.config.huge_pages {
            spaces.prefer_huge_pages();
        }
        let pacing = Pacing::new(&SizingConfig { limit: spaces.limit(), ..sizing });
        spaces.set_nursery(pacing.plan().nursery_bytes, 1);
        if !self.config.safepoint_timeout.is_zero() {
            laggards::prepare().map_err(StartError::InterruptHandler)?;
        }
        let faults = verify::watch(spaces.range()).map_err(StartError::FaultHandler)?;
        let Verify { before, after } = self.config.verify;
        // Time means nothing where most of it is spent checking.
        let overhead = self.config.overhead.filter(|_| !(zeal.is_on() || before || after));
        let pool = Pool::new(workers - 1, home.process()).map_err(StartError::Workers)?;
        let made = Made {
            limit: spaces.limit() as u64,
            nursery: pacing.plan().nursery_bytes as u64,
            workers,
            zeal,
        };
        // Last, so that a heap that is begun was made.
        let trace = self.config.trace.as_deref();
        let noting = trace.is_some();
        let (listener, witness) = (self.listener, self.witness);
        let audience = Audience { log: log.as_ref(), trace, listener, witness };
        let observer = Observer::new(audience, made)?;
        // Before any thread of it runs code.
        let all_polls = self.polls.clone().filter(|_| zeal == Zeal::EveryPoll);
        let all_polls = all_polls.map(LastingHold::new);
        let heap = Arc::new(Shared {
            relief: self.relief,
            overhead: overhead.map(OverheadWatch::new),
            config: self.config,
            types,
            code,
            native_code: NativeCode::new(),
            _all_polls: all_polls,
            safepoint: Coordinator::new(noting, self.polls),
            handles: HandleTable::default(),
            remembered: Remembered::new(),
            cards: Remembered::new(),
            references: References::default(),
            detours: Detours::default(),
            observer,
            pacing: Mutex::new(pacing),
            remembered_slots: Mutex::default(),
            pool,
            walkers: (0..workers).map(|_| Mutex::new(Walker::new())).collect(),
            faults,
            spaces,
            home,
        });
        if heap.observer.has_end() {
            register_at_exit(Weak::<Shared>::clone(&Arc::downgrade(&heap)));
        }
        Ok(Heap(heap))
    }
}
