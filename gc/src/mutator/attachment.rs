//! [`Attachment`] and [`Mutator`]: attaching a thread to a heap and detaching it.

use core::cell::{Cell, RefCell};
use core::marker::PhantomData;
use core::ptr::NonNull;
use core::sync::atomic::Ordering::Relaxed;
use std::io;
use std::sync::Arc;

use super::call_stack::CallStack;
use super::fibers::on_own_stack;
use super::identity::HashGenerator;
use super::managed::Managed;
use super::sampling::Sampler;
use super::work::{self, Work};
use crate::collect::{Cause, Outcome};
use crate::collection::CollectionKind;
use crate::fatal::{self, AbortOnUnwind, SignalMessage};
use crate::mutator::{AnyHandle, ForeignHandle};
use crate::os;
use crate::runtime::{Heap, Shared};
use crate::safepoint::{DisarmedState, Participant, SafepointStatePtr};
use crate::sync;
use crate::thread::{
    AttachedThread, Exit, ThreadData, abort_in_operation, innermost_operation, thread_context,
};

/// The record of an attached thread. Dropping it detaches the thread.
#[derive(Debug)]
pub(crate) struct Attachment {
    /// The heap that the thread is attached to.
    pub(crate) heap: Arc<Shared>,
    /// The thread in the safepoint protocol.
    pub(crate) me: AttachedThread,
    /// The number of allocations since the last one at which zeal mode ran a collection.
    pub(crate) allocations: Cell<u32>,
    /// Chooses the samples of the allocation profile.
    pub(super) sampler: Sampler,
    /// The call stack of the last sample.
    pub(super) call_stack: RefCell<Option<Box<CallStack>>>,
    /// Generates the identity hashes that this thread is the first to request.
    pub(super) hashes: HashGenerator,
    /// Whether this thread is in the host's out-of-memory callback.
    pub(crate) in_memory_callback: Cell<bool>,
    /// The stack on which the fault handler runs if this thread's stack overflows; `None` if the
    /// thread had one.
    _alternate_stack: Option<os::AlternateStack>,
}

/// The type of [`ATTACHMENT`].
struct Current(RefCell<Option<Box<Attachment>>>);

thread_local! {
    /// The calling thread's record. The record is owned by this variable and not by [`Mutator`], so
    /// that a thread that ends without dropping its `Mutator` is detached too.
    static ATTACHMENT: Current = const { Current(RefCell::new(None)) };
}

/// The thread ends, or ends the process by `exit`.
impl Drop for Current {
    fn drop(&mut self) {
        if let Some(attachment) = self.0.get_mut() {
            attachment.abort_if_interrupted();
        }
    }
}

/// Handler for the end of a thread, run by a `pthread_key`. Detaches a thread that was attached
/// after its thread-local variables were destroyed.
extern "C" fn thread_ends() {
    // If the thread-local variable has been destroyed, its destructor has detached the thread.
    let _ = ATTACHMENT.try_with(|Current(attachment)| {
        if let Some(attachment) = attachment.borrow().as_deref() {
            attachment.abort_if_interrupted();
        }
        attachment.borrow_mut().take()
    });
}

/// Error returned when a thread cannot be attached.
#[derive(Debug, thiserror::Error)]
pub enum AttachError {
    /// The thread is attached already, to this heap or another one.
    #[error("this thread is already attached to a heap")]
    AlreadyAttached,
    /// The heap was created by the process from which this one was forked, and cannot be used in
    /// this one; see [`Heap`].
    #[error(
        "this process was forked from the process of the heap; fork before the first heap is \
         created, or after the last one is dropped"
    )]
    Forked,
    /// The thread is ending: its thread-local variables are being destroyed.
    #[error("this thread is ending and cannot be attached any more")]
    Ending,
    /// The operating system does not report the bounds of the thread's stack.
    #[error(
        "cannot find the bounds of this thread's stack (pthread_getattr_np, which needs the system \
         calls sched_getaffinity and prlimit64)"
    )]
    Stack(#[source] io::Error),
    /// The operating system has no free thread-specific data key, which is needed to detect the end
    /// of the thread.
    #[error(
        "cannot detect the end of this thread: the operating system has no thread-specific key left"
    )]
    ThreadEnd(#[source] io::Error),
}

impl Attachment {
    /// Attaches the calling thread to `heap`, and returns its record.
    fn new(heap: Arc<Shared>) -> Result<Self, AttachError> {
        os::on_thread_end(Some(thread_ends)).map_err(AttachError::ThreadEnd)?;
        // SAFETY: the thread is detached before it ends (`Attachment::drop`), and only the data of
        // attached threads is read.
        let data = unsafe { ThreadData::of_current_thread() }.map_err(AttachError::Stack)?;
        // SAFETY: thread-local storage is valid as long as the thread, and this runs on it.
        let context = unsafe { &*thread_context() };
        let safepoint = &context.safepoint;
        // SAFETY: the state is in thread-local storage, and the thread is detached before it ends.
        let safepoint = unsafe { SafepointStatePtr::new(NonNull::from(safepoint)) };
        let disarmed = DisarmedState {
            poll_always: heap.config.zeal == crate::zeal::Zeal::EveryPoll,
            gate_closed: !heap.config.membarrier,
        };
        let me = sync::Arc::new(Participant::new(safepoint, disarmed, data));
        me.data.run_own_stack();
        context.clear_tlab();
        context.set_exit(Exit::NONE);
        heap.safepoint.attach(sync::Arc::clone(&me));
        heap.export_counters();
        let hashes = HashGenerator::new(os::current_thread_id());
        let sampler = Sampler::new(u64::from(heap.config.zeal_seed) << 32 | me.data.serial);
        let (allocations, in_memory_callback) = (Cell::new(0), Cell::new(false));
        // Without it, a stack overflow ends the process without a message.
        let alternate_stack = os::AlternateStack::install().unwrap_or(None);
        Ok(Self {
            heap,
            me,
            allocations,
            sampler,
            call_stack: RefCell::new(None),
            hashes,
            in_memory_callback,
            _alternate_stack: alternate_stack,
        })
    }
}

impl Attachment {
    /// Ends the process if the calling thread, the owner, is inside the library: a signal handler
    /// that has interrupted the library ends the process by `exit`. Detaching the thread could
    /// deadlock: it would wait for a lock that it holds, or for a stop that it has begun.
    fn abort_if_interrupted(&self) {
        if !os::is_inside_library() || !self.heap.home.process().is_current() {
            return;
        }
        // It may have been interrupted in the memory allocator.
        let mut message = SignalMessage::new();
        let data = &self.me.data;
        message.text(b"statepoint-gc: fatal: ").thread(data.name.as_bytes(), data.id);
        message.text(b") ends, or ends the process by exit(), inside the library (in ");
        message.text(innermost_operation().unwrap_or("a signal handler or callback").as_bytes());
        message.text(b"). Call _exit() there, or tell another thread to call exit()\n");
        message.write();
        std::process::abort()
    }
}

impl Drop for Attachment {
    fn drop(&mut self) {
        // Cancellation is disabled also if the thread ends: a cancellation request may be pending.
        let _uncancelled = os::CancelDisabled::begin();
        // The key exists because the thread was attached. An error cannot be handled here.
        let _ = os::on_thread_end(None);
        let context = self.me.data.context();
        if !self.heap.home.process().is_current() {
            // The heap belongs to the parent process, so the thread is not in its list.
            context.reset();
            return;
        }
        if self.me.is_managed() {
            fatal::abort(format_args!(
                "thread \"{}\" ends in managed code: it was cancelled, left by a jump, or ends the \
                 process by exit() in a signal handler, or in native code that managed code called \
                 directly",
                self.me.data.name,
            ));
        }
        abort_in_operation(
            "detaching a thread (by dropping its Mutator, by spgc_thread_detach, by exit(), or by \
             its end)",
        );
        self.me.data.log.flush(&self.heap.remembered.objects);
        self.me.data.cards.flush(&self.heap.remembered.cards);
        self.heap.safepoint.detach(&self.me, || self.heap.fibers.thread_leaves(&self.me.data));
        let own_stack = &self.me.data.own_stack;
        let takeovers = if own_stack.calls() == 0 {
            own_stack.parts.clear();
            own_stack.takeovers.end()
        } else {
            // Native code that managed code has called ends the process by exit(). Until then,
            // unwinders may find the frames, whose trampolines must not get others.
            core::mem::forget(sync::Arc::clone(&self.me));
            Vec::new()
        };
        context.reset();
        // Last: then fibers that the thread has run can be dropped.
        self.heap.fibers.thread_ends(&self.me.data);
        self.heap.export_counters();
        // This may run the host's code.
        drop(takeovers);
    }
}

/// The right of the calling thread to run managed code on a heap.
///
/// Created by [`Heap::attach`](crate::Heap::attach). Dropping the `Mutator` detaches the thread,
/// and so does the end of the thread. Outside its calls into managed code, the thread is native: it
/// holds no raw references and never delays a collection.
///
/// Drop the `Mutator` only after the thread's calls into managed code have returned and its scopes
/// of local handles have ended. An earlier drop ends the process with a message. Borrows prevent an
/// earlier drop, except in native code called by managed code and in [`Self::with_current`]. Such
/// code may have access to the variable that holds the `Mutator`.
#[derive(Debug)]
pub struct Mutator {
    attachment: NonNull<Attachment>,
    /// A `Mutator` cannot leave its thread.
    not_send: PhantomData<*mut ()>,
}

/// Returns the calling thread's record, which is valid until the thread is detached. `None` if the
/// thread is not attached.
pub(super) fn current() -> Option<NonNull<Attachment>> {
    // SAFETY: the context is valid as long as the thread.
    let context = unsafe { &*thread_context() };
    NonNull::new(context.attachment.load(Relaxed).cast::<Attachment>())
}

/// Returns whether the calling thread is attached and managed: managed code has called native code
/// without a transition.
pub(crate) fn is_managed() -> bool {
    // SAFETY: the record exists while the calling thread is attached.
    current().is_some_and(|me| unsafe { me.as_ref() }.me.is_managed())
}

impl Mutator {
    /// Returns a `Mutator` of the thread that owns this record.
    pub(super) fn from_record(attachment: NonNull<Attachment>) -> Self {
        Self { attachment, not_send: PhantomData }
    }

    /// Attaches the calling thread to `heap`.
    pub(crate) fn attach(heap: Arc<Shared>) -> Result<Self, AttachError> {
        let _uncancelled = os::CancelDisabled::begin();
        ATTACHMENT
            .try_with(|Current(current)| {
                let mut current = current.borrow_mut();
                if !heap.home.process().is_current() {
                    return Err(AttachError::Forked);
                }
                if current.is_some() {
                    return Err(AttachError::AlreadyAttached);
                }
                // A thread also runs handshake operations while it is being detached.
                abort_in_operation("attaching a thread");
                let attachment = current.insert(Box::new(Attachment::new(heap)?));
                let attachment = NonNull::from(&mut **attachment);
                // SAFETY: the record was just created, in a box that the thread-local variable
                // owns.
                let context = unsafe { attachment.as_ref() }.me.data.context();
                context.attachment.store(attachment.as_ptr().cast(), Relaxed);
                Ok(Self::from_record(attachment))
            })
            .unwrap_or(Err(AttachError::Ending))
    }

    /// Returns the thread's record.
    ///
    /// # Panics
    ///
    /// If the thread is ending and was detached already: this `Mutator` is in a thread-local
    /// variable that is destroyed later than the record.
    pub(crate) fn attachment(&self) -> &Attachment {
        assert_eq!(current(), Some(self.attachment), "this thread is ending, and was detached");
        // SAFETY: the assertion has found the record in the context, which refers to it until the
        // record is dropped. A `Mutator` cannot leave its thread.
        unsafe { self.attachment.as_ref() }
    }

    /// Returns a pointer to the record; see [`Self::attachment`].
    pub(super) fn record(&self) -> NonNull<Attachment> {
        self.attachment
    }

    /// Returns the heap that the thread is attached to.
    pub fn heap(&self) -> Heap {
        Heap::of(Arc::clone(&self.attachment().heap))
    }

    /// Converts `handle` to an [`AnyHandle`], and checks that it belongs to the heap of this
    /// thread.
    pub(crate) fn check_handle<'h>(
        &self,
        handle: impl Into<AnyHandle<'h>>,
    ) -> Result<AnyHandle<'h>, ForeignHandle> {
        let handle = handle.into();
        handle.require(&self.attachment().heap)?;
        Ok(handle)
    }

    /// Runs `action` while the thread is [`Managed`].
    pub(crate) fn managed<R>(&mut self, action: impl FnOnce(&Attachment) -> R) -> R {
        let attachment = self.attachment();
        let _managed = Managed::enter(attachment, "using a reference");
        let guard = AbortOnUnwind("the use of a reference");
        let result = action(attachment);
        guard.done();
        result
    }

    /// Runs a compacting collection of the whole heap, which moves as many objects as the free
    /// memory allows. The collection starts after this call and has finished when the call returns.
    pub fn collect(&mut self) {
        self.request(CollectionKind::Compacting);
    }

    /// Runs a collection of the whole heap, as [`Self::collect`] does, but leaves most old objects
    /// in place: the collection is shorter, and the memory stays fragmented.
    pub fn collect_full(&mut self) {
        self.request(CollectionKind::Full);
    }

    /// Runs a collection of the young generation: the objects allocated since the last collection,
    /// and those that have survived one collection. After a concurrent cycle it also moves the
    /// objects of some sparse old blocks.
    pub fn collect_young(&mut self) {
        self.request(CollectionKind::Young);
    }

    /// Takes the word that another thread has left for this thread ([`Heap::interrupt`]). Native
    /// code that blocks calls this when it is woken.
    pub fn take_interrupt(&mut self) -> Option<core::num::NonZeroU64> {
        self.attachment().me.take_interrupt()
    }

    /// Begins a concurrent cycle, which collects the old generation. A cycle begins with a young
    /// collection. This function returns when that collection has finished, usually long before the
    /// cycle ends. If a cycle is in progress, no other cycle begins. If concurrent cycles are not
    /// enabled ([`HeapBuilder::concurrent`](crate::HeapBuilder::concurrent)), the function does
    /// nothing and returns `false`.
    pub fn begin_cycle(&mut self) -> bool {
        let heap = &self.attachment().heap;
        let is_enabled = heap.marking.is_enabled(&heap.types);
        if is_enabled {
            self.run_collection(Cause::BeginCycle);
        }
        is_enabled
    }

    /// Runs a collection of this kind.
    fn request(&self, kind: CollectionKind) {
        self.run_collection(Cause::Request(kind));
    }

    /// Runs a collection with this cause.
    fn run_collection(&self, cause: Cause) {
        let _uncancelled = os::CancelDisabled::begin();
        let work = Work::begin(self.attachment());
        let Attachment { heap, me, in_memory_callback, .. } = work.attachment();
        // A collection that another thread ran instead may have scanned the handles before this
        // call. So the request is repeated until a collection has started after this call.
        let collect = || heap.collect(None, cause, in_memory_callback.get());
        while matches!(on_own_stack(&me.data, collect), Outcome::CollectedByOther) {}
    }
}

impl Heap {
    /// Attaches the calling thread, so that it can run managed code.
    ///
    /// # Errors
    ///
    /// [`AttachError`]; among others, if the thread is attached to a heap already.
    pub fn attach(&self) -> Result<Mutator, AttachError> {
        Mutator::attach(Arc::clone(self.arc()))
    }
}

/// The numbers of uses of a thread's record that have not ended. While one is not 0, the thread
/// cannot be detached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unfinished {
    /// Calls into managed code that have not returned.
    pub(crate) calls: usize,
    /// Scopes of local handles that are open.
    pub(crate) scopes: u32,
    /// Library functions that have not returned: allocations, collections, uses of references.
    pub(crate) work: u32,
}

impl Mutator {
    /// Returns the uses of the thread's record that have not ended. Owner only.
    pub(crate) fn unfinished(&self) -> Unfinished {
        let attachment = self.attachment();
        let scopes = attachment.me.data.stack().locals.depth();
        Unfinished { calls: self.nesting(), scopes, work: work::count(attachment) }
    }

    /// Ends the process if the thread's record is in use: by a call, a scope of local handles, or
    /// an allocation or collection that has called the host. Borrows prevent this, except in native
    /// code called by managed code and in [`Self::with_current`].
    fn abort_if_unfinished(&self) {
        if current() != Some(self.attachment) || !self.attachment().heap.home.process().is_current()
        {
            return;
        }
        abort_in_operation("dropping a Mutator, which detaches its thread,");
        let data = &self.attachment().me.data;
        if data.runs_other_stack() {
            fatal::abort(format_args!(
                "thread \"{}\" drops its Mutator, which detaches it, on {}: it must run its own \
                 stack then",
                data.name,
                data.stack(),
            ));
        }
        let Unfinished { calls, scopes, work } = self.unfinished();
        if calls > 0 || scopes > 0 || work > 0 {
            fatal::abort(format_args!(
                "thread \"{}\" drops its Mutator, which detaches it, inside {calls} calls into \
                 managed code, {scopes} scopes of local handles and {work} other uses of the \
                 Mutator (allocations, collections, `Mutator::with_current`)",
                self.attachment().me.data.name,
            ));
        }
    }
}

impl Drop for Mutator {
    fn drop(&mut self) {
        self.abort_if_unfinished();
        // If the thread-local variable has been destroyed, its destructor has detached the thread.
        let _ = ATTACHMENT.try_with(|Current(attachment)| attachment.borrow_mut().take());
    }
}
