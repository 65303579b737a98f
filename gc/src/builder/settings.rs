//! Settings that a host makes before it creates a heap.

use core::num::NonZeroU64;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use statepoint_scanner::registry::CodeRegistry;

use super::HeapBuilder;
use crate::config::{Amount, ConfigError, HeapVerification, OverheadLimit};
use crate::object::{HostModel, ObjectModel, TypeDescription, TypeId};
use crate::observe::{CollectionEvent, CollectionReport, Listener, PhaseListener, StatsSetting};
use crate::profile::SampleInterval;
use crate::runtime::{OutOfMemory, OutOfMemoryCallback};
use crate::zeal::Zeal;

impl HeapBuilder {
    /// Sets the heap limit in bytes. If not set, it is a quarter of
    /// [memory](Self::heap_max_percent), but at least the lesser of 64 MiB and half of memory. The
    /// limit applies to the sum of the 32 KiB blocks and the pages of large objects in use,
    /// including the copies that a collection makes. Memory for tables outside the heap does not
    /// count.
    ///
    /// The minimum is 12 such blocks plus two for each [collector thread](Self::collector_threads).
    #[must_use]
    pub fn heap_max(mut self, bytes: usize) -> Self {
        self.config.heap_max = Some(Amount::Bytes(bytes));
        self
    }

    /// Sets the heap limit as a share of memory, in per cent: more than 0 and at most 100.
    ///
    /// Memory is the machine's physical memory, or the memory limit of the process's container if
    /// that is lower (control groups, versions 1 and 2). Both are read once, when the heap is
    /// created.
    #[must_use]
    pub fn heap_max_percent(mut self, percent: f64) -> Self {
        self.config.heap_max = Some(Amount::Percent(percent));
        self
    }

    /// Sets the initial heap size in bytes: below this size, no full collection is triggered. It
    /// applies until the size that the program needs has been measured. If not set, it is an eighth
    /// of the limit, but at least the lesser of 64 MiB and the limit.
    #[must_use]
    pub fn heap_initial(mut self, bytes: usize) -> Self {
        self.config.heap_initial = Some(Amount::Bytes(bytes));
        self
    }

    /// Fixes the size of the nursery in bytes, from 128 KiB to half of the heap limit. A young
    /// collection runs after each `bytes` bytes of allocation. It runs earlier if there is no room
    /// for these objects and their copies.
    ///
    /// If not set, the size is adaptive. It starts at 0.5 MB for each millisecond of the [pause
    /// goal](Self::pause_goal), and doubles to half of the processor's cache, but from 1 to 8 MiB,
    /// or to 4 MiB if the cache size is unknown. It grows further while young collections take more
    /// than half of the [time share](Self::time_share) of collections, and shrinks while pauses
    /// exceed the pause goal.
    #[must_use]
    pub fn nursery(mut self, bytes: usize) -> Self {
        self.config.nursery = Some(Amount::Bytes(bytes));
        self
    }

    /// Sets the share of time that collections may take, in per cent, from 0.1 to 90; 5 if not set.
    /// A lower share costs memory: the nursery is larger, and the old generation may grow more
    /// before a full collection. The growth limit is between 1.25 times and 4 times the live data
    /// after the last full collection. The share is a goal, not a guarantee: the heap limit takes
    /// precedence, then the [pause goal](Self::pause_goal).
    #[must_use]
    pub fn time_share(mut self, percent: f64) -> Self {
        self.config.time_share = percent;
        self
    }

    /// Sets the goal for pauses of young collections, from 10 us to one minute; 2 ms if not set.
    /// The nursery is kept small enough that at least nine of ten pauses meet the goal. Part of a
    /// pause does not depend on the size of the nursery (many threads, deep stacks, many writes to
    /// the old generation). If twice the duration of that part exceeds the goal, twice that
    /// duration is the goal. Where larger nurseries save much time, pauses may be up to four times
    /// as long as the goal, unless the [time share](Self::time_share) is 25 per cent or more.
    #[must_use]
    pub fn pause_goal(mut self, goal: Duration) -> Self {
        self.config.pause_goal = goal;
        self
    }

    /// Sets the number of threads that collect, including the thread that requests the collection.
    /// If not set, it is the number of processors that this process may use: those in its affinity
    /// mask, or the CPU quota of its container, rounded down, if that is fewer.
    #[must_use]
    pub fn collector_threads(mut self, threads: usize) -> Self {
        self.config.workers = threads;
        self
    }

    /// Sets whether old objects are marked and freed concurrently with the program, so that no
    /// pause depends on the size of the heap. Otherwise the whole heap is collected in a pause when
    /// the old generation has grown enough.
    ///
    /// If not set, it is on if the process may use two processors or more and zeal mode is off. (In
    /// zeal mode the order of collections would depend on the markers' speed, not on the seed
    /// alone.)
    ///
    /// Marker threads take a part of the processors' time while a cycle is in progress. A full or
    /// compacting collection still runs in a pause, if the host requests it or memory is short.
    #[must_use]
    pub fn concurrent(mut self, concurrent: bool) -> Self {
        self.config.concurrent = Some(concurrent);
        self
    }

    /// Sets the number of threads that mark old objects concurrently with the program
    /// ([`Self::concurrent`]). If not set, it is a quarter of the processors that this process may
    /// use, but at least one.
    #[must_use]
    pub fn marker_threads(mut self, threads: usize) -> Self {
        self.config.markers = Some(threads);
        self
    }

    /// Sets a callback that runs when memory is short even after a full collection. The callback
    /// may release objects by dropping [`Handle`](crate::Handle)s, and returns whether it has
    /// released any. If so, the heap runs another full collection. If that does not free enough
    /// memory, or the callback returns false, the process ends with a message. The callback runs
    /// once for an object that cannot be allocated. It runs again only if other threads have
    /// collected since, and used the memory that was released.
    ///
    /// The callback runs on the allocating thread, which is in native state during the call: other
    /// threads continue, and may collect. The callback may collect, and call managed code by
    /// [`Mutator::with_current`](crate::Mutator::with_current); if that runs out of memory in turn,
    /// the process ends. Threads that are short of memory concurrently call the callback one after
    /// the other, and memory that one call releases counts for all of them. Therefore the callback
    /// must not wait for a thread that may allocate. A panic, or another exception, that leaves the
    /// callback ends the process.
    ///
    /// The heap owns the callback. Handles that the callback owns keep the heap alive until they
    /// are dropped.
    #[must_use]
    pub fn on_out_of_memory(
        mut self,
        callback: impl Fn(&OutOfMemory) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.memory_callback = OutOfMemoryCallback::new(callback);
        self
    }

    /// Lets allocations fail: one that finds no memory does not end the process. Managed code
    /// receives null from `spgc_allocate_slow`, `spgc_allocate_array_slow`,
    /// `spgc_allocate_tailed_slow` and `spgc_clone`, and so from every inlined allocation and every
    /// clone; it must test each result for null before it stores into the object. Native code
    /// receives [`AllocationError::OutOfMemory`](crate::AllocationError::OutOfMemory) and
    /// [`AccessError::OutOfMemory`](crate::AccessError::OutOfMemory).
    ///
    /// The heap stays usable: a later collection frees what the program drops. Before an allocation
    /// fails, [`Self::on_out_of_memory`] runs, if it is set, and the allocation fails only where the
    /// process would end otherwise. This holds for all threads of the heap, each of which may fail.
    #[must_use]
    pub fn fallible_allocation(mut self) -> Self {
        self.config.fallible_allocation = true;
        self
    }

    /// Sets a callback that runs after each collection, when all threads have resumed.
    ///
    /// The callback runs on the thread that collected, or requested the collection. That thread is
    /// in native state during the call, so the callback delays no other thread. Other threads may
    /// collect, and run the callback, concurrently; [`CollectionReport::number`] is the order of
    /// the collections. The callback may do whatever native code may do: write logs, take locks,
    /// read the heap's [`statistics`](crate::Heap::statistics), drop and create handles. Like other
    /// native code it must not wait for a thread that waits for the calling thread. If the callback
    /// itself collects, or allocates enough to cause a collection, it is not called for that
    /// collection. A panic, or another exception, that leaves the callback ends the process.
    ///
    /// The heap owns the callback. Handles that the callback owns keep the heap alive until they
    /// are dropped.
    #[must_use]
    pub fn on_collection(
        mut self,
        callback: impl Fn(&CollectionReport) + Send + Sync + 'static,
    ) -> Self {
        self.listener = Listener::new(callback);
        self
    }

    /// Sets the log of collections. `what` has the syntax of `SPGC_LOG`, for example
    /// `gc+phases:json:/tmp/gc.log`; `off` or an empty string means no log. `docs/log.md` lists the
    /// topics and the meaning of each line. [`Self::build`] returns an error if the syntax is
    /// invalid or the file cannot be written to.
    ///
    /// Lines are written by the thread that collected, after all threads have resumed. The final
    /// lines are written when the heap is dropped, or when the process calls `exit` or returns from
    /// its `main`.
    #[must_use]
    pub fn log(mut self, what: impl Into<String>) -> Self {
        self.config.log = what.into();
        self
    }

    /// Sets a file for a trace that Perfetto and `chrome://tracing` can open: it shows when each
    /// thread was stopped, the phases of each collection, and the work of each collector thread;
    /// see `docs/log.md`. `%p` in the name is replaced by the process ID. An existing file is
    /// truncated, unless this process has written a trace to it before; then the file holds both
    /// traces. The file is a complete JSON array at all times, even if the process is killed.
    ///
    /// [`Self::build`] returns an error if the file cannot be written to, is not a regular file, or
    /// if another process is writing a trace to it.
    #[must_use]
    pub fn trace(mut self, file: impl Into<PathBuf>) -> Self {
        self.config.trace = Some(file.into());
        self
    }

    /// Exports the heap's counters in a small file, which `spgc-top` and others read while the
    /// program runs; see `docs/observability.md`. `file` has the syntax of `SPGC_STATS`: `on` for a
    /// file that `spgc-top` finds by the process ID, `off` or an empty string for none, or the name
    /// of a file, in which `%p` stands for the process ID and `%n` for the number of the heap.
    ///
    /// The file is updated after each collection, at the end of a concurrent cycle, when a thread
    /// attaches or detaches, and at most a hundred times a second when a thread takes another TLAB.
    /// Only this user can read it. It is removed when the heap is dropped, or when the process
    /// calls `exit` or returns from its `main`. Do not truncate it: it is mapped into memory, and
    /// the process would receive `SIGBUS`.
    ///
    /// [`Self::build`] returns an error if the file cannot be created, or if there is a file of this
    /// name that is not one of a process that was killed.
    #[must_use]
    pub fn stats(mut self, file: impl Into<OsString>) -> Self {
        self.config.stats = StatsSetting::parse(file.into());
        self
    }

    /// Sets a callback that runs at the beginning and the end of each collection and of each of its
    /// phases, for example to read the processor's performance counters.
    ///
    /// All threads are stopped while the callback runs, at arbitrary points of their code, and its
    /// duration is part of the pause. The callback must not take a lock that a thread may hold
    /// while it runs, or waits to run, managed code. (An example is the lock of standard error, if
    /// managed code is called during a print.) The callback must not wait for another thread in any
    /// other way, run managed code, or create or drop [`Handle`](crate::Handle)s. A collection, a
    /// handshake or an access to an object from the callback ends the process with a message, and
    /// so does a panic. The callback runs on the collecting thread, never on two threads
    /// concurrently.
    #[must_use]
    pub fn on_phase(mut self, callback: impl Fn(&CollectionEvent) + Send + Sync + 'static) -> Self {
        self.phase_listener = PhaseListener::new(callback);
        self
    }

    /// Sets the overhead limit, at which a heap that is not yet full counts as out of memory. The
    /// limit is exceeded when at least `time_percent` of the time is spent in collections, each of
    /// which leaves less than `free_percent` of the space for objects free. Both are from 0 to 100;
    /// 98 and 2 if not set.
    ///
    /// The share of time is measured over the last five collections that were caused by a shortage
    /// of memory, and the intervals between them. Each of the five must have left too little free.
    /// Collections that the host requests, and the time to safepoint, do not count as time in
    /// collections. If [`Self::on_out_of_memory`] releases objects, the next collection must leave
    /// more than `free_percent` free. The limit does not apply in zeal mode, or while the heap is
    /// verified. OpenJDK's `GCTimeLimit` and `GCHeapFreeLimit` have the same default values.
    #[must_use]
    pub fn overhead_limit(mut self, time_percent: f64, free_percent: f64) -> Self {
        self.config.overhead = Some(OverheadLimit { time_percent, free_percent });
        self
    }

    /// Removes the overhead limit: a heap is out of memory only when it is full, however much time
    /// collections take.
    #[must_use]
    pub fn without_overhead_limit(mut self) -> Self {
        self.config.overhead = None;
        self
    }

    /// Sets the zeal mode: when to collect although no space is full. In zeal mode a heap reserves
    /// much more address space, because addresses are not reused for a long time. It uses no more
    /// memory.
    #[must_use]
    pub fn zeal(mut self, zeal: Zeal) -> Self {
        self.config.zeal = zeal;
        self
    }

    /// Sets the seed of the random choices of zeal mode and of [`Self::delays`]: the order in which
    /// collections visit objects, and the delays; 0 if not set. With the same seed, a program with
    /// one thread and [one collector thread](Self::collector_threads) is collected in the same way
    /// each time. When an error is detected, the message names the seed.
    #[must_use]
    pub fn zeal_seed(mut self, seed: u32) -> Self {
        self.config.zeal_seed = seed;
        self
    }

    /// Inserts random delays where threads enter or leave a safepoint, so that rare interleavings
    /// become frequent. Once one heap has this setting, it applies to all heaps of the process.
    #[must_use]
    pub fn delays(mut self, delays: bool) -> Self {
        self.config.delays = delays;
        self
    }

    /// Sets when to verify all live objects. Verification runs on one thread while all others are
    /// stopped, and is very slow. An inconsistency ends the process with a message that names the
    /// object and the slot that points to it. Verification also detects a reference that was stored
    /// into an old object without the write barrier.
    #[must_use]
    pub fn verify(mut self, verify: HeapVerification) -> Self {
        self.config.verify = verify;
        self
    }

    /// Sets whether managed code may call native code with ordinary calls, without
    /// `spgc_call_native`, and be called back by it. Off by default: a stack walk then ends the
    /// process if a return address is in no stack map. The address may belong to managed code whose
    /// stack map was lost when the program was linked, so the frame's references would be missed.
    /// If on, such code is treated as native code without references, and its frames are unwound by
    /// its `.eh_frame`.
    ///
    /// Unwinding requires `.eh_frame_hdr` in each image that has such code. GCC omits this section
    /// from programs that are linked with `-static`, unless `-Wl,--eh-frame-hdr` is given; without
    /// it a stack walk fails.
    ///
    /// A thread in native code that was called in this way is not in native state for the
    /// collector: a stop waits until the thread returns to managed code, or calls `spgc_poll_slow`.
    #[must_use]
    pub fn unwind_native_frames(mut self, unwind: bool) -> Self {
        self.config.unwind_native_frames = unwind;
        self
    }

    /// Sets whether the heap requests large pages from the operating system (`madvise(2)` with
    /// `MADV_HUGEPAGE`). In a heap of many megabytes, large pages reduce the cost of address
    /// translation in managed code and in collections. Off by default, for two reasons. A thread
    /// that takes new memory may wait until the kernel has zeroed or assembled a whole page,
    /// usually of 2 MiB. Memory that was returned to the OS may become resident again without being
    /// used. The setting has no effect in zeal mode.
    #[must_use]
    pub fn huge_pages(mut self, ask: bool) -> Self {
        self.config.huge_pages = ask;
        self
    }

    /// Sets whether transitions between managed and native code may omit a locked instruction, at
    /// the cost of one call of `membarrier(2)` in each stop (an asymmetric barrier). On by default,
    /// if the kernel supports `membarrier(2)`. If a sandbox already forbids the call when the heap
    /// is created, the heap does not use it, and no setting is needed.
    #[must_use]
    pub fn membarrier(mut self, allowed: bool) -> Self {
        self.config.membarrier = allowed;
        self
    }

    /// Sets whether young collections skip the frames of deep stacks that have not run since the
    /// last collection. For this purpose a collection replaces a few return addresses by those of
    /// trampolines (return barriers), at growing distances from the youngest frame. On by default,
    /// unless the processor compares return addresses with a shadow stack (CET, GCS). The setting
    /// is for tools that read return addresses without unwind information, such as profilers that
    /// follow frame pointers: they see a trampoline in place of a caller.
    #[must_use]
    pub fn return_barriers(mut self, allowed: bool) -> Self {
        self.config.return_barriers = allowed;
        self
    }

    /// Sets the time after which a stop reports the threads that it still waits for. The report is
    /// written to standard error, once per stop. It has each thread's name, its thread ID, and its
    /// managed and native frames with the names of their functions. Off by default; zero means off.
    ///
    /// To read a thread's stack, the library sends the thread `SIGURG`, a signal that is ignored by
    /// default. With this setting the process has a handler for `SIGURG`, which forwards all other
    /// occurrences of the signal to the previously installed handler. System calls that return
    /// `EINTR` after a signal even with `SA_RESTART`, such as `poll` and `nanosleep`, may do so.
    /// Without this setting there is no handler and no signal.
    #[must_use]
    pub fn safepoint_timeout(mut self, timeout: Duration) -> Self {
        self.config.safepoint_timeout = timeout;
        self
    }

    /// Sets whether the names of generated functions, present and future ones of the process,
    /// are written to `/tmp/perf-PID.map`, where `perf report` reads them. Off by default. See
    /// `docs/tools.md`.
    ///
    /// [`Self::build`] returns an error if the file cannot be written to.
    #[must_use]
    pub fn perf_map(mut self, enable: bool) -> Self {
        self.config.perf_map = enable;
        self
    }

    /// Sets whether generated code that is registered from now on in the process is made known to
    /// gdb and lldb, by the JIT interface of gdb: they then name its functions and unwind its
    /// frames. Each registration copies its unwind information and names. Off by default. See
    /// `docs/tools.md`.
    #[must_use]
    pub fn gdb(mut self, enable: bool) -> Self {
        self.config.gdb = enable;
        self
    }

    /// Sets when the histogram of types ([`Heap::types_in_use`](crate::Heap::types_in_use)) is
    /// written, in the syntax of `SPGC_TYPES`: `exit` and signals (`HUP`, `USR1`, `USR2`), joined by
    /// `+`, then optionally `:FILE`; otherwise it is written to standard error. Off by default.
    ///
    /// A handler is installed for the signals. It only notes the request, and a thread of the
    /// library writes the report.
    ///
    /// # Errors
    ///
    /// [`ConfigError::Environment`] if the text has another form.
    pub fn report_types(mut self, when: &str) -> Result<Self, ConfigError> {
        self.config.set_report("SPGC_TYPES", when)?;
        Ok(self)
    }

    /// Sets when a heap snapshot ([`Heap::write_snapshot`](crate::Heap::write_snapshot)) is
    /// written, in the syntax of `SPGC_SNAPSHOT`: as for [`Self::report_types`], with a file. In its
    /// name, `%p` stands for the process ID and `%n` for the number of the snapshot. Off by default.
    ///
    /// # Errors
    ///
    /// As for [`Self::report_types`].
    pub fn report_snapshots(mut self, when: &str) -> Result<Self, ConfigError> {
        self.config.set_report("SPGC_SNAPSHOT", when)?;
        Ok(self)
    }

    /// Begins an [allocation profile](crate::Heap::begin_allocation_profile) with the heap, and sets
    /// when it is written, in the syntax of `SPGC_PROFILE`, which is that of
    /// [`Self::report_snapshots`]. Off by default.
    ///
    /// # Errors
    ///
    /// As for [`Self::report_types`].
    pub fn report_profile(mut self, when: &str) -> Result<Self, ConfigError> {
        self.config.set_report("SPGC_PROFILE", when)?;
        Ok(self)
    }

    /// Sets the mean number of allocated bytes between two samples of the profile that
    /// [`Self::report_profile`] or `SPGC_PROFILE` requests. The default is 512 KiB.
    #[must_use]
    pub fn profile_interval(mut self, bytes: NonZeroU64) -> Self {
        self.config.profile_interval = SampleInterval::new(bytes);
        self
    }

    /// Ignores the `SPGC_*` variables, which otherwise override the settings of this builder unless
    /// the process has more privileges than its caller.
    #[must_use]
    pub fn without_environment(mut self) -> Self {
        self.environment = false;
        self
    }

    /// Registers the layout of a type: a [`TypeLayout`](crate::TypeLayout), or one that is
    /// [aligned](crate::TypeLayout::aligned). [`Self::build`] returns an error for an invalid
    /// layout. To register a type after the heap was created, use
    /// [`Heap::register_type`](crate::Heap::register_type).
    #[must_use]
    pub fn register_type(mut self, id: TypeId, layout: impl Into<TypeDescription>) -> Self {
        self.types.push((id, layout.into()));
        self
    }

    /// Sets an object model, which describes the objects of all types that are not registered. It
    /// is for a host that has its own object layouts. The collector still owns an object's header
    /// word, but the host defines the meaning of the type ID in it. A type that the model describes
    /// cannot be registered after the heap was created: see [`ObjectModel::is_described`].
    #[must_use]
    pub fn object_model(mut self, model: impl ObjectModel) -> Self {
        self.model = Some(HostModel::new(model));
        self
    }

    /// Sets the registry of managed code; more code may be registered in it later, see
    /// [`Heap::code`](crate::Heap::code). If not set, the heap creates its own registry of the
    /// program and the shared libraries that are loaded when the heap is created. Several heaps may
    /// share one registry.
    #[must_use]
    pub fn code(mut self, code: Arc<CodeRegistry>) -> Self {
        self.code = Some(code);
        self
    }

    /// Sets the code whose polls are patched to stop threads, in addition to code whose polls test
    /// a flag. Several heaps may share one `PatchedPolls`, and must do so if their threads run the
    /// same code.
    #[cfg(feature = "patched-polls")]
    #[must_use]
    pub fn patched_polls(mut self, polls: Arc<crate::patched_polls::PatchedPolls>) -> Self {
        self.polls = Some(polls.poll_holder());
        self
    }
}
