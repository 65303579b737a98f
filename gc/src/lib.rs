//! A precise, moving, generational, multi-threaded garbage collector for runtimes whose code LLVM compiles.
//!
//! Compiled code carries `gc "statepoint-example"` and links `ir/statepoint_gc.ll`, which inlines
//! allocation, polls and the write barrier; each store of a reference into an object goes through that. A host makes a
//! [`Heap`], registers types with it, attaches threads ([`Mutator`]), and calls managed functions through them. Objects
//! that the host wants to keep are held by [`Handle`]s; everything else that is alive is found on the stacks of managed
//! code, in the stack map that LLVM wrote, by `statepoint-scanner`.
//!
//! ```no_run
//! use std::ffi::c_void;
//!
//! use statepoint_gc::{Argument, Heap, TypeId, TypeLayout};
//!
//! unsafe extern "C" {
//!     // define ptr addrspace(1) @make_tree(i32 %depth) gc "statepoint-example" ...
//!     fn make_tree();
//! }
//!
//! fn run() -> Result<(), Box<dyn std::error::Error>> {
//!     let node = TypeLayout::Fixed { size: 24, references: vec![8, 16] };
//!     let heap = Heap::builder().register_type(TypeId::new(1), node).build()?;
//!     let mut mutator = heap.attach()?;
//!     // SAFETY: `make_tree` is managed code with this parameter and returns a reference.
//!     let tree = unsafe {
//!         mutator.call_for_reference(make_tree as *const c_void, &[Argument::Word(18)])
//!     }?;
//!     mutator.collect();
//!     println!("{:?}", heap.statistics().pause_ns);
//!     drop(tree);
//!     Ok(())
//! }
//! ```
//!
//! Objects begin young and may move at every safepoint: in a collection of the young generation
//! ([`CollectionKind::Young`]) once or twice, then rarely. All threads stop for a collection.
//!
//! * **Types**: [`TypeLayout`], [`ObjectModel`].
//! * **References of native code**: [`Handle`], [`WeakHandle`], [`Scope`] with [`LocalHandle`]s, [`WeakTable`],
//!   [`Mutator::finalize_with`], [`Mutator::pin`], [`Heap::register_roots`].
//! * **Fields**, where it is not worth calling managed code: [`Mutator::load_reference`], [`Mutator::store_reference`] and
//!   their like.
//! * **Settings**: [`HeapBuilder`], and the `SPGC_*` variables, which override them.
//! * **What it did**: [`Heap::statistics`], [`CollectionReport`], [`HeapBuilder::log`], [`HeapBuilder::trace`]; with the feature
//!   `tracing`, spans for its subscribers.
//! * **Mistakes**: [`Zeal`], [`Verify`]. What would lose an object otherwise ends the process with a message.
//!
//! `docs/porting.md` is for those who connect a compiler. The modules mirror the parts of a collector; each begins with
//! what it is about, and the concurrent ones with their protocol. `ARCHITECTURE.md` shows how they fit together.

mod arch;
mod builder;
mod collect;
mod collection;
mod config;
mod deopt;
mod fatal;
#[cfg(feature = "capi")]
mod ffi;
mod handles;
mod mutator;
mod object;
mod observe;
mod os;
#[cfg(feature = "patched-polls")]
mod patched_polls;
mod process;
mod runtime;
mod safepoint;
mod sizing;
mod space;
mod sync;
mod thread;
mod verify;
mod zeal;

// Making a heap, and its end.
pub use builder::{HeapBuilder, StartError};
pub use config::ConfigError;
pub use runtime::{Heap, MemoryRequest, OutOfMemory, Overhead, Shortage};

// Its types, and the code that uses them.
pub use object::{
    Alignment, MAX_OBJECT_SIZE, ObjectModel, Slots, Tracer, TypeDescription, TypeError, TypeId,
    TypeLayout, WeakKind,
};
pub use statepoint_scanner::registry::{
    CodeRegistry, JitRegion, JitTable, RegionId, RegistryError, Snapshot,
};

#[cfg(feature = "patched-polls")]
pub use patched_polls::{
    PATCHED_POLL_BYTES, PATCHED_POLL_ID, PatchedPolls, PatchedPollsError, PollShape,
};

// Threads, and what they do.
pub use mutator::{
    AccessError, AllocateError, Argument, AttachError, CallError, Mutator, ObjectShape,
};
pub use mutator::{AtSafepoint, HandshakeError, ManagedFrame, Thread};
pub use statepoint_scanner::walk::WalkError;

// Frames that somebody else goes on with.
pub use deopt::{
    Activation, CalleeResult, CommandeerError, Continuation, Outcome, Shape, Site, TakenFrame,
    TakenValue, Takeover,
};
pub use statepoint_scanner::deopt::DeoptValueKind;

// References that native code holds.
pub use handles::{FinalizerId, RootsError, RootsKind};
pub use mutator::{
    ForeignHandle, Handle, Held, LocalHandle, PinError, Pinned, RootRange, Scope, WeakHandle,
    WeakTable,
};

// What the collector did, and what went wrong.
pub use collection::{CollectionCause, CollectionKind, HeapUse};
pub use config::{ParseVerifyError, Verify};
pub use observe::{
    Bucket, CollectionEvent, CollectionPhase, CollectionReport, Counts, Distribution, Histogram,
    LogError, Moment, Phases, Quantiles, SlowStop, Statistics, Stops,
};
pub use zeal::{ParseZealError, Zeal};
