//! A precise, moving, generational, multi-threaded garbage collector for language runtimes whose
//! code is compiled by LLVM.
//!
//! Managed code has the attribute `gc "statepoint-example"` and is linked with
//! `ir/statepoint_gc.ll`, which inlines allocation, safepoint polls and the write barrier; every
//! store of a reference into an object must use that barrier. A host creates a [`Heap`], registers
//! types with it, attaches threads ([`Mutator`]), and calls managed functions through them. A
//! [`Handle`] keeps an object alive for the host. All other live objects are found from the stacks
//! of managed code: `statepoint-scanner` locates the references in each frame with the stack map
//! that LLVM wrote.
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
//! Objects are allocated in the young generation and may move at every safepoint: collections of
//! the young generation ([`CollectionKind::Young`]) move an object once or twice; afterwards it
//! rarely moves. All threads stop for a collection.
//!
//! * **Types**: [`TypeLayout`], [`ObjectModel`]; [`types`].
//! * **References of native code**: [`Handle`], [`WeakHandle`], [`HandleScope`] with
//!   [`LocalHandle`]s; [`roots`]: weak tables, finalizers, pinned objects, root ranges.
//! * **Field access** from native code: [`Mutator::load_reference`],
//!   [`Mutator::store_reference`] and similar functions.
//! * **Settings**: [`HeapBuilder`], and the `SPGC_*` variables, which override them; [`settings`].
//! * **Managed code**: [`CodeRegistry`]; [`code`], [`deopt`], `patched_polls` (a feature).
//! * **Other threads**: [`handshake`].
//! * **Observation**: [`Heap::statistics`], [`HeapBuilder::log`], [`HeapBuilder::trace`];
//!   [`observe`]. With the feature `tracing`, spans for its subscribers.
//! * **Debugging**: [`Zeal`], [`HeapVerification`]. The process ends with a message if it would
//!   otherwise lose an object.
//!
//! `docs/porting.md` explains how to connect a compiler, `ARCHITECTURE.md` how the modules fit
//! together. The documentation of each module states its purpose, and its protocol if it is
//! concurrent.

mod arch;
mod builder;
mod collect;
mod collection;
mod config;
pub mod deopt;
mod fatal;
#[cfg(feature = "capi")]
mod ffi;
mod handles;
pub mod inspect;
mod marking;
mod mutator;
mod object;
pub mod observe;
mod os;
#[cfg(feature = "patched-polls")]
pub mod patched_polls;
mod probes;
mod process;
mod profile;
mod root_slots;
mod runtime;
mod safepoint;
mod sizing;
mod space;
mod sync;
mod thread;
mod verify;
mod worklist;
mod zeal;

pub use builder::{HeapBuilder, HeapStartError};
pub use collection::{CollectionCause, CollectionKind};
pub use config::HeapVerification;
pub use mutator::{
    AccessError, AllocationError, Argument, AttachError, CallError, Handle, HandleScope,
    LocalHandle, Mutator, WeakHandle,
};
pub use object::{ObjectModel, TypeId, TypeLayout};
pub use runtime::{Heap, OutOfMemory};
pub use statepoint_scanner::registry::CodeRegistry;
pub use statepoint_scanner::walk::StackWalkError;
pub use zeal::Zeal;

/// Registration and removal of managed code: see [`CodeRegistry`] and [`Heap::retire_code`].
pub mod code {
    pub use crate::collect::CodeUser;
    pub use crate::mutator::RetireError;
    pub use statepoint_scanner::registry::{
        CodeRegionId, CodeSnapshot, GeneratedFunction, JitRegion, JitTable, RegistryError,
    };
}

/// Constants of inlined code, for front ends that do not link the prelude in LLVM IR (see the
/// package `statepoint-cranelift`). They are part of the ABI of the prelude: code with other values
/// does not run with this version.
pub mod compiled_code {
    pub use crate::mutator::compiled_code::{
        ARMED_LIMIT, CURSOR_OFFSET, LIMIT_OFFSET, MAX_INLINED_SIZE, TYPE_MASK, TYPE_SHIFT,
        UNLOGGED_BIT, header, type_id,
    };
}

/// Functions with a stack of their own, which suspend themselves: see [`Heap::fiber`]. Also stacks
/// of the host: see [`Heap::adopt_stack`].
pub mod fibers {
    pub use crate::mutator::{DeadFiber, Fiber, FiberConfig, FiberError, FiberState, Resumed};
}

/// Operations on one thread at its next safepoint, while the others run: see [`Heap::handshake`].
pub mod handshake {
    pub use crate::mutator::{HandshakeError, ManagedFrame, MutatorThread, StoppedThread};
}

/// Memory use, and the request that a host receives when memory runs out: see
/// [`HeapBuilder::on_out_of_memory`].
pub mod memory {
    pub use crate::collection::HeapUse;
    pub use crate::runtime::{GcOverhead, MemoryRequest, OutOfMemoryCause};
}

/// Roots of native code other than [`Handle`]s: pinned objects, root ranges, weak tables,
/// finalizers.
pub mod roots {
    pub use crate::handles::{FinalizerId, RootRangeError, RootRangeKind};
    pub use crate::mutator::{
        AnyHandle, ForeignHandle, PinError, PinnedObject, RootRange, WeakTable,
    };
}

/// Errors in the settings of a heap and in `SPGC_*` variables: see [`HeapBuilder`].
pub mod settings {
    pub use crate::config::{ConfigError, ParseHeapVerificationError};
    pub use crate::zeal::ParseZealError;
}

/// Object types: see [`TypeLayout`] and [`ObjectModel`].
pub mod types {
    pub use crate::mutator::ObjectLayout;
    pub use crate::object::{
        MAX_OBJECT_SIZE, ObjectAlignment, SlotVisitor, TracedModel, TypeDescription,
        TypeRegistrationError, WeakKind,
    };
}
