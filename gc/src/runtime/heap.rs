//! The host's handle of a heap.

use std::sync::Arc;

use statepoint_scanner::registry::CodeRegistry;

use super::Shared;
use crate::object::{TypeDescription, TypeError, TypeId};
use crate::observe::{CollectionReport, Distribution, Histogram, Statistics, Stops};
use crate::zeal::Zeal;

/// A garbage-collected heap; clones are the same heap.
///
/// It lives until the last clone, [`Mutator`](crate::Mutator) and [`Handle`](crate::Handle) of it are dropped, and so does with the other
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
    pub(crate) fn of(shared: Arc<Shared>) -> Self {
        Self(shared)
    }

    pub(crate) fn shared(&self) -> &Shared {
        &self.0
    }

    pub(crate) fn arc(&self) -> &Arc<Shared> {
        &self.0
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
