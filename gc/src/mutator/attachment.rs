//! Attaching a thread to a heap and detaching it.

use core::cell::{Cell, RefCell};
use core::marker::PhantomData;
use core::ptr::NonNull;
use core::sync::atomic::Ordering::Relaxed;
use std::io;
use std::sync::Arc;

use super::identity::Hashes;
use super::managed::Managed;
use super::work::{Work, WorkCount};
use crate::collect::{Cause, Outcome};
use crate::collection::CollectionKind;
use crate::fatal::{self, AbortOnUnwind};
use crate::mutator::{ForeignHandle, Held};
use crate::os;
use crate::runtime::{Heap, Shared};
use crate::safepoint::{Participant, Resting, WordsOfThread};
use crate::sync;
use crate::thread::{AttachedThread, Exit, ThreadData, refuse_in_operation, thread_context};

/// An attached thread's own record; dropping it detaches the thread.
#[derive(Debug)]
pub(crate) struct Attachment {
    pub(crate) heap: Arc<Shared>,
    pub(crate) me: AttachedThread,
    /// Allocations since the last one that zeal mode collected at.
    pub(crate) allocations: Cell<u32>,
    /// For objects whose identity hash this thread is the first to ask for.
    pub(super) hashes: Hashes,
    /// The host is being asked what it can give up, by this thread.
    pub(crate) asking: Cell<bool>,
    /// What uses this record now, besides calls into managed code.
    pub(super) work: WorkCount,
}

thread_local! {
    /// The calling thread's record. Here and not in [`Mutator`], so that a thread which ends without
    /// dropping its `Mutator` is detached all the same.
    static ATTACHMENT: RefCell<Option<Box<Attachment>>> = const { RefCell::new(None) };
}

/// Detaches a thread whose thread-local variables were destroyed before it was attached: in the destructor of a
/// `pthread_key`.
extern "C" fn thread_ends() {
    // Where the thread-local is gone, its destructor has detached the thread.
    let _ = ATTACHMENT.try_with(|place| place.borrow_mut().take());
}

/// Why a thread could not be attached.
#[derive(Debug, thiserror::Error)]
pub enum AttachError {
    /// It is attached already, to this heap or another one.
    #[error("this thread is attached to a heap already")]
    AlreadyAttached,
    /// The heap was made by the process from which this one was forked, and stayed there; see
    /// [`Heap`].
    #[error(
        "this process was forked from the one that made the heap; fork before a heap is made, or after \
         the last one is dropped"
    )]
    Forked,
    /// The thread is ending: its thread-local variables are being destroyed.
    #[error("this thread is ending and cannot be attached any more")]
    Ending,
    /// The system does not say where the thread's stack is.
    #[error("the bounds of this thread's stack cannot be found")]
    Stack(#[source] io::Error),
    /// The system has no thread-specific key left by which the end of a thread is noticed.
    #[error("the end of this thread could not be noticed: no thread-specific key can be had")]
    ThreadEnd(#[source] io::Error),
}

impl Attachment {
    fn new(heap: Arc<Shared>) -> Result<Self, AttachError> {
        os::on_thread_end(Some(thread_ends)).map_err(AttachError::ThreadEnd)?;
        // SAFETY: the thread is detached before it ends (`Attachment::drop`), and only attached threads are looked at.
        let data = unsafe { ThreadData::of_current_thread() }.map_err(AttachError::Stack)?;
        // SAFETY: thread-local storage is valid as long as the thread, and this runs on it.
        let context_of_thread = unsafe { &*thread_context() };
        let words = &context_of_thread.words;
        // SAFETY: they are in thread-local storage, and the thread is detached before it ends.
        let words = unsafe { WordsOfThread::new(NonNull::from(words)) };
        let resting = Resting {
            poll_always: heap.config.zeal == crate::zeal::Zeal::EveryPoll,
            gate_closed: !heap.config.membarrier,
        };
        let me = sync::Arc::new(Participant::new(words, resting, data));
        context_of_thread.clear_buffer();
        context_of_thread.set_exit(Exit::NONE);
        heap.safepoint.attach(sync::Arc::clone(&me));
        let hashes = Hashes::new(os::current_thread_id());
        let (allocations, asking) = (Cell::new(0), Cell::new(false));
        Ok(Self { heap, me, allocations, hashes, asking, work: WorkCount::default() })
    }
}

impl Drop for Attachment {
    fn drop(&mut self) {
        // Of a thread that ends, too: a request may be pending that nothing has acted upon.
        let _uncancelled = os::CancelDisabled::begin();
        // The key exists since the thread was attached, and there is nothing to be done about an error.
        let _ = os::on_thread_end(None);
        let context = self.me.data.context();
        if !self.heap.home.process().is_current() {
            // There is nothing to detach from: the heap stayed in the parent.
            context.reset();
            return;
        }
        if self.me.is_managed() {
            fatal::stop(format_args!(
                "thread \"{}\" ends in managed code: it was cancelled, left by a jump, or ends the process by \
                 exit() in native code that managed code called directly",
                self.me.data.name,
            ));
        }
        refuse_in_operation(
            "detaching a thread (by dropping its Mutator, by spgc_thread_detach, by exit(), or by its end)",
        );
        self.me.data.log.leave(&self.heap.remembered.objects);
        self.me.data.cards.leave(&self.heap.remembered.cards);
        self.heap.safepoint.detach(&self.me);
        context.reset();
    }
}

/// The right of the calling thread to run managed code on a heap.
///
/// Made by [`Heap::attach`](crate::Heap::attach); dropping it detaches the thread, and so does the
/// end of the thread. Outside the calls that it makes into managed code the thread counts as native:
/// it holds no raw references and never delays a collection.
///
/// It is dropped when the thread's calls into managed code and its scopes of local handles have ended. Where it is not (native
/// code that managed code called, or [`Self::with_current`], can get at the place where it is kept), the process ends
/// with a message.
#[derive(Debug)]
pub struct Mutator {
    attachment: NonNull<Attachment>,
    /// It belongs to its thread.
    not_send: PhantomData<*mut ()>,
}

/// The calling thread's record; valid until the thread is detached.
pub(super) fn current() -> Option<NonNull<Attachment>> {
    // SAFETY: the context is valid as long as the thread.
    let context = unsafe { &*thread_context() };
    NonNull::new(context.attachment.load(Relaxed).cast::<Attachment>())
}

impl Mutator {
    /// The mutator of a thread whose record this is.
    pub(super) fn of(attachment: NonNull<Attachment>) -> Self {
        Self { attachment, not_send: PhantomData }
    }

    pub(crate) fn attach(heap: Arc<Shared>) -> Result<Self, AttachError> {
        let _uncancelled = os::CancelDisabled::begin();
        ATTACHMENT
            .try_with(|place| {
                let mut place = place.borrow_mut();
                if !heap.home.process().is_current() {
                    return Err(AttachError::Forked);
                }
                if place.is_some() {
                    return Err(AttachError::AlreadyAttached);
                }
                // A thread runs operations while it is being detached, too.
                refuse_in_operation("attaching a thread");
                let attachment = place.insert(Box::new(Attachment::new(heap)?));
                let attachment = NonNull::from(&mut **attachment);
                // SAFETY: the record was just made, in a box of its own.
                let context = unsafe { attachment.as_ref() }.me.data.context();
                context.attachment.store(attachment.as_ptr().cast(), Relaxed);
                Ok(Self::of(attachment))
            })
            .unwrap_or(Err(AttachError::Ending))
    }

    /// # Panics
    ///
    /// If the thread is ending and was detached already: this `Mutator` is in a thread-local
    /// variable that is destroyed later than the record.
    pub(crate) fn attachment(&self) -> &Attachment {
        assert_eq!(current(), Some(self.attachment), "this thread is ending, and was detached");
        // SAFETY: the context refers to the record from its making until it is dropped, and a
        // `Mutator` cannot leave its thread.
        unsafe { self.attachment.as_ref() }
    }

    /// Where the record lies; see [`Self::attachment`].
    pub(super) fn record(&self) -> NonNull<Attachment> {
        self.attachment
    }

    /// The heap that the thread is attached to.
    pub fn heap(&self) -> Heap {
        Heap::of(Arc::clone(&self.attachment().heap))
    }

    /// What is held, if it is of this thread's heap.
    pub(crate) fn own<'h>(&self, held: impl Into<Held<'h>>) -> Result<Held<'h>, ForeignHandle> {
        let held = held.into();
        held.require(&self.attachment().heap)?;
        Ok(held)
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

    /// Collects everything now, and moves all that there is room to move. When it returns, a collection has begun
    /// and ended after the call.
    pub fn collect(&mut self) {
        self.request(CollectionKind::Compacting);
    }

    /// Collects everything now, as [`Self::collect`] does, but leaves most old objects where they are: less work for one
    /// collection, and memory that stays fragmented.
    pub fn collect_full(&mut self) {
        self.request(CollectionKind::Full);
    }

    /// Collects the young generation now: what was allocated since the last collection, and what survived one for
    /// the first time.
    pub fn collect_young(&mut self) {
        self.request(CollectionKind::Young);
    }

    fn request(&self, kind: CollectionKind) {
        let _uncancelled = os::CancelDisabled::begin();
        let work = Work::begin(self.attachment());
        let Attachment { heap, asking, .. } = work.attachment();
        // Another thread's collection may have passed the handles before this call: not enough.
        while matches!(heap.collect(None, Cause::Request(kind), asking.get()), Outcome::Other) {}
    }
}

impl Heap {
    /// Attaches the calling thread, so that it can run managed code.
    ///
    /// # Errors
    ///
    /// [`AttachError`]; among others, a thread can be attached to one heap at a time.
    pub fn attach(&self) -> Result<Mutator, AttachError> {
        Mutator::attach(Arc::clone(self.arc()))
    }
}

/// What a thread does with its record now, so that it cannot be detached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unfinished {
    /// Calls into managed code that have not returned.
    pub(crate) calls: usize,
    /// Scopes of local handles that are open.
    pub(crate) scopes: u32,
    /// Functions of the library that have not returned: allocations, collections, uses of references.
    pub(crate) work: u32,
}

impl Mutator {
    /// Returns what the thread does with its record now. Owner only.
    pub(crate) fn unfinished(&self) -> Unfinished {
        let Attachment { me, work, .. } = self.attachment();
        let (calls, scopes) = (self.nesting(), me.data.stack.locals.depth());
        Unfinished { calls, scopes, work: work.get() }
    }

    /// Ends the process where something would resume without the thread's record: a call, a scope of local handles, an
    /// allocation or a collection that has called the host. Borrows prevent that, but for native code that managed code
    /// has called, and [`Self::with_current`].
    fn refuse_to_leave_work(&self) {
        if current() != Some(self.attachment) || !self.attachment().heap.home.process().is_current()
        {
            return;
        }
        refuse_in_operation("dropping a Mutator, which detaches its thread,");
        let Unfinished { calls, scopes, work } = self.unfinished();
        if calls > 0 || scopes > 0 || work > 0 {
            fatal::stop(format_args!(
                "thread \"{}\" drops its Mutator, which detaches it, in {calls} calls into managed code, {scopes} \
                 scopes of local handles and {work} other uses of the Mutator (allocations, collections, \
                 `Mutator::with_current`) that have not ended",
                self.attachment().me.data.name,
            ));
        }
    }
}

impl Drop for Mutator {
    fn drop(&mut self) {
        self.refuse_to_leave_work();
        // Where the thread-local is gone, its destructor has detached the thread.
        let _ = ATTACHMENT.try_with(|place| place.borrow_mut().take());
    }
}
