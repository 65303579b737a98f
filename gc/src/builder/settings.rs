//! What a host can set before a heap is made.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use statepoint_scanner::registry::CodeRegistry;

use super::HeapBuilder;
use crate::config::{Amount, OverheadLimit, Verify};
use crate::object::{HostModel, ObjectModel, TypeDescription, TypeId};
use crate::observe::{CollectionEvent, CollectionReport, Listener, Witness};
use crate::runtime::{OutOfMemory, Relief};
use crate::zeal::Zeal;

impl HeapBuilder {
    /// Bytes that the heap may use; a quarter of [memory](Self::heap_max_percent) if not set, but at
    /// least 64 MiB, or half of memory if that is less. What counts are blocks of 32 KiB and the pages of large
    /// objects, while they are in use, copies that a collection makes included; tables beside the heap do not.
    ///
    /// At least 12 such blocks, and two more for each [collector thread](Self::collector_threads).
    #[must_use]
    pub fn heap_max(mut self, bytes: usize) -> Self {
        self.config.heap_max = Some(Amount::Bytes(bytes));
        self
    }

    /// The same as a share of memory, in per cent: more than 0 and at most 100.
    ///
    /// Memory is what the machine has, or what the process's container may use if that is less: the
    /// limits of its control groups, versions 1 and 2. Both are read when the heap is made, and not again.
    #[must_use]
    pub fn heap_max_percent(mut self, percent: f64) -> Self {
        self.config.heap_max = Some(Amount::Percent(percent));
        self
    }

    /// Bytes that the heap may use before it was found how much it needs: the whole heap is not collected before it
    /// takes so much. An eighth of the limit if not set, but at least 64 MiB, or the limit if that is less.
    #[must_use]
    pub fn heap_initial(mut self, bytes: usize) -> Self {
        self.config.heap_initial = Some(Amount::Bytes(bytes));
        self
    }

    /// Always allocates so many bytes from one collection of the young generation to the next, as long as there is
    /// room for them and their copy: from 128 KiB to half of the heap limit.
    ///
    /// If not set, it begins with half of the processor's cache, 1 to 8 MiB, or 4 MiB where that is not
    /// known; grows while young collections take more than half of [their time](Self::time_share);
    /// and shrinks while pauses are longer than [the goal](Self::pause_goal).
    #[must_use]
    pub fn nursery(mut self, bytes: usize) -> Self {
        self.config.nursery = Some(Amount::Bytes(bytes));
        self
    }

    /// How much of the time may go into collections, in per cent, from 0.1 to 90; 5 if not set. Memory pays
    /// for it: the less time, the larger the nursery, and the more the old generation may grow before the whole heap
    /// is collected, to between 1.25 times and 4 times what was alive in it. A goal and no promise: the limit of
    /// the heap comes first, then [that of pauses](Self::pause_goal).
    #[must_use]
    pub fn time_share(mut self, percent: f64) -> Self {
        self.config.time_share = percent;
        self
    }

    /// What collections of the young generation should not take longer than, nine of ten at least; from 10 us to a
    /// minute, 2 ms if not set. The nursery is kept small enough for that. What a pause takes however small the
    /// nursery is (many threads, deep stacks, much that was written to the old generation) cannot be avoided
    /// so: the goal is then twice that.
    #[must_use]
    pub fn pause_goal(mut self, goal: Duration) -> Self {
        self.config.pause_goal = goal;
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
    /// may collect and call managed code by [`Mutator::with_current`](crate::Mutator::with_current); if that runs out of memory in
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

    /// Has `callback` told of each collection, when it has ended and all threads run again.
    ///
    /// It is called on the thread that collected, or asked for it, which is native meanwhile: it delays that thread
    /// and no other. Others may collect at the same time, and call it too; [`CollectionReport::number`] says in which order
    /// collections came. It may do what other native code may: log, take locks, ask the heap for
    /// [`statistics`](crate::Heap::statistics), drop and make handles. Like other native code it must not wait
    /// for a thread that waits for this one. If it collects in turn, or allocates so much that there is a
    /// collection, it is not told of that. A panic, or another exception, that leaves it ends the process.
    ///
    /// The heap owns it. Handles that it owns in turn keep the heap alive, until they are dropped.
    #[must_use]
    pub fn on_collection(
        mut self,
        callback: impl Fn(&CollectionReport) + Send + Sync + 'static,
    ) -> Self {
        self.listener = Listener::new(callback);
        self
    }

    /// Logs collections: `what` is what `SPGC_LOG` may hold, such as `gc+phases:json:/tmp/gc.log`; `off`
    /// or nothing: no log. `docs/log.md` says what there is, and what it means. A mistake is reported by
    /// [`Self::build`], and so is a file that cannot be written to.
    ///
    /// Lines are written by the thread that collected, when all threads run again; those of the end when the heap is
    /// dropped, or the process calls `exit` or returns from its `main`.
    #[must_use]
    pub fn log(mut self, what: impl Into<String>) -> Self {
        self.config.log = what.into();
        self
    }

    /// Writes a trace to a file, for Perfetto and `chrome://tracing`: when which thread was stopped, the phases of each
    /// collection, and what its workers did; `docs/log.md`. `%p` in the name is the process's number. The file is made anew,
    /// but where this process has written a trace to it before; then both are in it. It is complete at any
    /// time, should the process be killed.
    ///
    /// [`Self::build`] reports a file that cannot be written to, one that is no regular file, and one that
    /// another process writes a trace to.
    #[must_use]
    pub fn trace(mut self, file: impl Into<PathBuf>) -> Self {
        self.config.trace = Some(file.into());
        self
    }

    /// Has `callback` told of each collection and each of its phases when they begin and when they end: to read counters of
    /// the processor there, for instance.
    ///
    /// All threads are stopped meanwhile, wherever they are, and the pause lasts as long as it takes. It must not
    /// take a lock that a thread may have which runs managed code or wants to (that of standard error is one where
    /// managed code is called while something is printed), wait for another thread in any other way, run managed
    /// code, or make or drop [`Handle`](crate::Handle)s. Collections, handshakes and access to objects end the process with a message, and
    /// so does a panic. It is called on the thread that collects, and never by two threads at once.
    #[must_use]
    pub fn on_phase(mut self, callback: impl Fn(&CollectionEvent) + Send + Sync + 'static) -> Self {
        self.witness = Witness::new(callback);
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

    /// When to collect although nothing is full. In zeal mode a heap takes many more addresses, though no more
    /// memory: those that were used do not come again for long.
    #[must_use]
    pub fn zeal(mut self, zeal: Zeal) -> Self {
        self.config.zeal = zeal;
        self
    }

    /// Where what zeal mode and [`Self::delays`] do at random begins: the order in which collections come to objects,
    /// and delays. With the same seed a program with one thread and [one that collects](Self::collector_threads) is
    /// collected in the same way each time; 0 if not set. When something goes wrong, the message names it.
    #[must_use]
    pub fn zeal_seed(mut self, seed: u32) -> Self {
        self.config.zeal_seed = seed;
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
    /// is wrong ends the process with a message that names the object and what led to it; among others, that a
    /// reference was stored into an old object without the write barrier.
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

    /// Whether the system is asked to put objects into large pages (`madvise(2)` with `MADV_HUGEPAGE`), where it has
    /// them to give: of a heap of many megabytes the processor then finds addresses faster, in managed code and
    /// in collections. Not so unless set: a thread that takes new memory may wait until a whole page of, mostly, 2 MiB
    /// is zeroed or put together, and memory that was given back to the system may come back without being
    /// used. Has no effect in zeal mode.
    #[must_use]
    pub fn huge_pages(mut self, ask: bool) -> Self {
        self.config.huge_pages = ask;
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

    /// Says what objects of a type look like: a [`TypeLayout`](crate::TypeLayout), or one that is
    /// [aligned](crate::TypeLayout::aligned). A mistake is reported by [`Self::build`]. Types that are known later
    /// only are registered by [`Heap::register_type`](crate::Heap::register_type).
    #[must_use]
    pub fn register_type(mut self, id: TypeId, layout: impl Into<TypeDescription>) -> Self {
        self.types.push((id, layout.into()));
        self
    }

    /// Has the host describe the objects of all types that are not registered: for a runtime whose objects have a
    /// layout of their own. Of an object the header word stays the collector's, and the type id in it says what
    /// the host wants. Types that the model describes are registered here or never: see
    /// [`ObjectModel::is_described`].
    #[must_use]
    pub fn object_model(mut self, model: impl ObjectModel) -> Self {
        self.model = Some(HostModel::new(model));
        self
    }

    /// The managed code to begin with; code may be registered in it later as well, see
    /// [`Heap::code`](crate::Heap::code).
    /// If not set, the heap makes a registry of its own, of the program and the shared libraries that
    /// are loaded when the heap is made. Several heaps may share one.
    #[must_use]
    pub fn code(mut self, code: Arc<CodeRegistry>) -> Self {
        self.code = Some(code);
        self
    }

    /// Code of which the polls are patched when threads are to stop, besides that which looks at a flag. Several heaps may share it, and
    /// must if their threads run the same code.
    #[cfg(feature = "patched-polls")]
    #[must_use]
    pub fn patched_polls(mut self, polls: Arc<crate::patched_polls::PatchedPolls>) -> Self {
        self.polls = Some(polls.holds());
        self
    }
}
