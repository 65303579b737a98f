//! Creation of a heap.

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use statepoint_scanner::image::tools::{PerfMapError, enable_gdb, enable_perf_map};
use statepoint_scanner::registry::{CodeRegistry, RegistryError};
use statepoint_scanner::return_address::ReturnBarrier;
use statepoint_scanner::roots::StackWalker;
use statepoint_scanner::walk::NativeCode;

use crate::collect::background;
use crate::config::{Config, ConfigError, HeapVerification, warn_of_unknown_variables};
use crate::handles::{HandleTable, References};
use crate::inspect;
use crate::marking::Marking;
use crate::mutator::{prepare_to_trace, trace_overflow, unwind};
use crate::object::{HostModel, TypeDescription, TypeId, TypeRegistrationError, TypeTable};
use crate::observe::{
    HeapSettings, Listener, Observer, ObserverConfig, OpenError, OutputKind, PhaseListener,
    register_at_exit, slow_threads,
};
use crate::os;
use crate::process::{Home, HomeError};
use crate::profile::Profiler;
use crate::runtime::{
    BackgroundThreads, Heap, LazyWalker, OutOfMemoryCallback, OverheadMonitor, Pacing, RetiredCode,
    ReturnTrampolines, Shared, WorkerPool,
};
use crate::safepoint::{Coordinator, OwnedHold, PollHolder};
use crate::sizing::SizingConfig;
use crate::space::{
    AddressSpaceError, RememberedSets, Spaces, explain_fault, register_fault_range,
};
use crate::thread::{Fibers, explain_overflow, thread_context, thread_pointer};
use crate::zeal::{self, Zeal};

/// Lower bound of the number of mutators that can assist a concurrent cycle at the same time.
const MIN_ASSISTANTS: usize = 4;

impl From<OpenError> for HeapStartError {
    fn from(OpenError { output, path, source }: OpenError) -> Self {
        match output {
            OutputKind::Log => Self::Log { path, source },
            OutputKind::Trace => Self::Trace { path, source },
            OutputKind::Stats => Self::Stats { path, source },
        }
    }
}

/// Error returned by [`HeapBuilder::build`].
#[derive(Debug, thiserror::Error)]
pub enum HeapStartError {
    /// A setting is invalid.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A type's description is invalid.
    #[error(transparent)]
    Type(#[from] TypeRegistrationError),
    /// The stack maps of this process are missing or unusable. Without stack maps the collector
    /// would find no root and would free live objects.
    #[error(transparent)]
    StackMaps(#[from] RegistryError),
    /// The address space for the heap, or for the table of its types, cannot be reserved.
    #[error(
        "cannot reserve {bytes} bytes of address space for the heap: {source}. Set a smaller limit \
         of the heap (SPGC_HEAP_MAX), or raise the limits of the process (ulimit -v, ulimit -d)"
    )]
    Memory {
        /// Size of the reservation, in bytes. In zeal mode it exceeds the heap limit.
        bytes: usize,
        /// The operating system's error.
        source: io::Error,
    },
    /// The signal handler that explains faults cannot be installed.
    #[error("cannot install the handler for memory faults")]
    FaultHandler(#[source] io::Error),
    /// The program's start-up code has not relocated the offset of the thread-local variable
    /// `spgc_thread`. musl relocates no such offset in a static-pie program.
    #[error(
        "the offset of the thread-local variable spgc_thread is not relocated: if this program is \
         linked by -static-pie and exports its symbols (-rdynamic, --export-dynamic-symbol), leave \
         out the latter, because it can load no libraries"
    )]
    ThreadLocals,
    /// An ancestor of this process had a heap when it forked; see [`Heap`].
    #[error(
        "this process was forked from one that had a heap, and cannot create a heap; fork before \
         the first heap is created, or after the last one is dropped"
    )]
    Forked,
    /// The patched polls were created by an ancestor of this process, so patching them would not
    /// stop this process's threads.
    #[error(
        "the patched polls belong to a parent of this process; create them in the process that \
         creates the heap"
    )]
    ForkedPolls,
    /// The fork handler cannot be installed. It distinguishes a child process from this one.
    #[error("cannot install the fork handler")]
    ForkHandler(#[source] io::Error),
    /// The signal handler that captures the stacks of slow threads cannot be installed.
    #[error("cannot install the signal handler that captures the stacks of slow threads")]
    InterruptHandler(#[source] io::Error),
    /// The file of the log cannot be written to.
    #[error("cannot write the log (SPGC_LOG) to {path:?}: {source}")]
    Log {
        /// The file.
        path: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },
    /// The file of the trace cannot be written to.
    #[error("cannot write the trace (SPGC_TRACE) to {path:?}: {source}")]
    Trace {
        /// The file.
        path: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },
    /// The file of the heap's counters cannot be created.
    #[error("cannot export the heap's counters (SPGC_STATS) to {path:?}: {source}")]
    Stats {
        /// The file.
        path: PathBuf,
        /// The operating system's error, or why an existing file is not replaced.
        source: io::Error,
    },
    /// The map file of `perf` cannot be written to.
    #[error("SPGC_PERF_MAP: {0}")]
    PerfMap(#[from] PerfMapError),
    /// The handler or the thread for reports of the heap's contents (`SPGC_TYPES`,
    /// `SPGC_SNAPSHOT`, `SPGC_PROFILE`) cannot be installed.
    #[error(
        "cannot prepare the reports of the heap's contents (SPGC_TYPES, SPGC_SNAPSHOT, SPGC_PROFILE)"
    )]
    InspectionThread(#[source] io::Error),
    /// The collector's threads cannot be started.
    #[error(
        "cannot start the collector's threads; ulimit -u or the container may limit their number, \
         which SPGC_THREADS sets"
    )]
    Workers(#[source] io::Error),
}

impl Heap {
    /// Returns a builder with the default settings.
    pub fn builder() -> HeapBuilder {
        HeapBuilder {
            config: Config::default(),
            environment: true,
            types: Vec::new(),
            model: None,
            code: None,
            polls: None,
            memory_callback: OutOfMemoryCallback::default(),
            listener: Listener::default(),
            phase_listener: PhaseListener::default(),
        }
    }
}

/// Builder for a [`Heap`]; see [`Heap::builder`].
#[derive(Debug)]
pub struct HeapBuilder {
    /// The settings; the environment may override them.
    pub(super) config: Config,
    /// Whether the `SPGC_*` environment variables override the settings.
    pub(super) environment: bool,
    /// The types that are registered when the heap is created.
    pub(super) types: Vec<(TypeId, TypeDescription)>,
    /// The host's object model, if any.
    pub(super) model: Option<HostModel>,
    /// The registry of managed code; `None`: the heap creates its own.
    pub(super) code: Option<Arc<CodeRegistry>>,
    /// Polls that are patched to stop threads.
    pub(super) polls: Option<Arc<dyn PollHolder>>,
    /// The host's out-of-memory callback, if any.
    pub(super) memory_callback: OutOfMemoryCallback,
    /// The host's callback that runs after each collection, if any.
    pub(super) listener: Listener,
    /// The host's callback for the phases of collections, if any.
    pub(super) phase_listener: PhaseListener,
}

/// Fork handler of the child process: runs before `fork` returns there. Async-signal-safe.
fn in_child() {
    slow_threads::reset_report_flag();
    // SAFETY: `thread_context` returns the calling thread's context, which is valid while the
    // thread exists.
    unsafe { &*thread_context() }.arm_permanently();
}

impl HeapBuilder {
    /// Creates the heap. Reserves address space and starts the collector's threads. Unless [a
    /// registry](Self::code) was set, first reads the stack maps and unwind information of the
    /// program and its shared libraries.
    ///
    /// The `SPGC_*` variables of the environment override the settings, unless the builder
    /// [ignores](Self::without_environment) them, or the process has more privileges than its
    /// caller, as a set-user-ID program has (`AT_SECURE`).
    ///
    /// # Errors
    ///
    /// [`HeapStartError`]. In particular, a program without stack maps is rejected unless a
    /// registry was set.
    pub fn build(mut self) -> Result<Heap, HeapStartError> {
        let _uncancelled = os::CancelDisabled::begin();
        if thread_context().addr() == thread_pointer() {
            return Err(HeapStartError::ThreadLocals);
        }
        let types = TypeTable::new(self.model)
            .map_err(|source| HeapStartError::Memory { bytes: TypeTable::BYTES, source })?;
        for (id, layout) in self.types {
            types.register(id, layout)?;
        }
        // The user who has set the environment must not choose the files that such a program writes.
        if self.environment && !os::is_secure_execution() {
            self.config.apply_environment(|name| std::env::var_os(name))?;
            warn_of_unknown_variables(std::env::vars_os().map(|(name, _)| name));
        }
        self.config.check()?;
        let log = self.config.log()?;
        if self.config.perf_map {
            enable_perf_map()?;
        }
        if self.config.gdb {
            enable_gdb();
        }
        // The fork handler must be installed before the heap has any threads.
        let home = Home::new(in_child).map_err(|error| match error {
            HomeError::Handler(source) => HeapStartError::ForkHandler(source),
            HomeError::Orphaned => HeapStartError::Forked,
        })?;
        if self.polls.as_ref().is_some_and(|polls| !polls.process().is_current()) {
            return Err(HeapStartError::ForkedPolls);
        }
        unwind::prepare();
        // Enable barriers only if the setting allows it: once enabled, every stop calls
        // `membarrier(2)`.
        self.config.membarrier = self.config.membarrier && os::enable_barriers();
        self.config.return_barriers = self.config.return_barriers && ReturnBarrier::is_supported();
        if self.config.delays {
            zeal::delays::enable(self.config.zeal_seed);
        }
        if self.config.delays || self.config.zeal.is_on() {
            zeal::name_seed(self.config.zeal_seed);
        }
        let code = match self.code {
            Some(code) => code,
            None => Arc::new(CodeRegistry::of_this_process()?),
        };
        let Config { workers, processors, zeal, .. } = self.config;
        let heap_max = self.config.heap_max(os::memory)?;
        // Check the limit first: the other sizes are relative to it.
        let limits = Spaces::limits(workers);
        if !limits.contains(&heap_max) {
            let (least, most) = limits.into_inner();
            return Err(ConfigError::HeapMax { bytes: heap_max, least, most }.into());
        }
        let sizing = self.config.sizing(heap_max, os::cache)?;
        let spaces = Spaces::new(heap_max, workers, zeal.is_on()).map_err(
            |AddressSpaceError { bytes, source }| HeapStartError::Memory { bytes, source },
        )?;
        if self.config.huge_pages {
            spaces.prefer_huge_pages();
        }
        let pacing = Pacing::new(&SizingConfig { limit: spaces.limit(), ..sizing });
        spaces.set_nursery(pacing.plan().nursery_bytes, 1);
        if !self.config.safepoint_timeout.is_zero() {
            slow_threads::prepare().map_err(HeapStartError::InterruptHandler)?;
        }
        prepare_to_trace().map_err(HeapStartError::FaultHandler)?;
        os::on_fault(&[explain_fault, explain_overflow, trace_overflow])
            .map_err(HeapStartError::FaultHandler)?;
        let faults = register_fault_range(spaces.range());
        let HeapVerification { before, after } = self.config.verify;
        // The limit does not apply in zeal mode or while the heap is verified: collections then
        // take most of the time.
        let overhead = self.config.overhead.filter(|_| !(zeal.is_on() || before || after));
        let pool = WorkerPool::new(workers - 1, home.process()).map_err(HeapStartError::Workers)?;
        let markers = self.config.marker_count();
        let made = HeapSettings {
            limit: spaces.limit() as u64,
            nursery: pacing.plan().nursery_bytes as u64,
            workers,
            markers,
            zeal,
        };
        // Open the log late: the start of a heap must be logged only if its creation succeeds.
        let trace = self.config.trace.as_deref();
        let noting = trace.is_some();
        let (listener, phase_listener) = (self.listener, self.phase_listener);
        let (log, stats) = (log.as_ref(), &self.config.stats);
        let audience = ObserverConfig { log, trace, stats, listener, phase_listener };
        let observer = Observer::new(audience, made)?;
        // Enable the polls before any thread of this heap runs managed code.
        let all_polls = self.polls.clone().filter(|_| zeal == Zeal::EveryPoll);
        let all_polls = all_polls.map(OwnedHold::new);
        let heap = Arc::new(Shared {
            memory_callback: self.memory_callback,
            overhead: overhead.map(OverheadMonitor::new),
            config: self.config,
            reports: inspect::REPORTS,
            types,
            code,
            native_code: NativeCode::new(),
            _all_polls: all_polls,
            safepoint: Coordinator::new(noting, self.polls, processors),
            handles: HandleTable::default(),
            fibers: Fibers::default(),
            remembered: RememberedSets::new(),
            references: References::default(),
            return_trampolines: ReturnTrampolines::default(),
            retired_code: RetiredCode::default(),
            profiler: Profiler::default(),
            observer,
            pacing: Mutex::new(pacing),
            marking: Marking::new(markers, workers.max(MIN_ASSISTANTS)),
            background: BackgroundThreads::default(),
            pool,
            walkers: (0..workers).map(|_| Mutex::new(LazyWalker::new(StackWalker::new))).collect(),
            faults,
            spaces,
            home,
        });
        BackgroundThreads::start(&heap, markers, background::run)
            .map_err(HeapStartError::Workers)?;
        inspect::serve_signals(&heap).map_err(HeapStartError::InspectionThread)?;
        inspect::begin_requested_profile(&heap);
        heap.export_counters();
        if heap.has_end() {
            register_at_exit(Weak::<Shared>::clone(&Arc::downgrade(&heap)));
        }
        Ok(Heap::of(heap))
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn overhead_limit_is_off_with_zeal_or_verify() {
        let is_limited = |zeal, before, after| {
            let heap = Heap::builder().code(Arc::default()).without_environment();
            let heap = heap.heap_max(4 << 20).zeal(zeal).verify(HeapVerification { before, after });
            heap.build().unwrap().shared().overhead.is_some()
        };
        assert!(is_limited(Zeal::Off, false, false));
        assert!(!is_limited(Zeal::EveryAllocation(1), false, false));
        assert!(!is_limited(Zeal::EveryPoll, false, false));
        assert!(!is_limited(Zeal::Off, true, false));
        assert!(!is_limited(Zeal::Off, false, true));
    }
}
