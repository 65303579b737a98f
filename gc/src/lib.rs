//! A precise, moving, multi-threaded garbage collector for runtimes whose code LLVM compiles.
//!
//! Compiled code carries `gc "statepoint-example"` and links `ir/statepoint_gc.ll`, which inlines
//! allocation and polls. A host makes a [`Heap`], registers types with it, attaches threads
//! ([`Mutator`]), and calls managed functions through them. Objects that the host wants to keep are
//! held by [`Handle`]s; everything else that is alive is found on the stacks of managed code, in
//! the stack map that LLVM wrote, by `statepoint-scanner`.
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
//! The modules mirror the parts of a collector; each begins with what it is about, and the
//! concurrent ones with their protocol. `ARCHITECTURE.md` shows how they fit together.

mod arch;
mod collect;
mod config;
mod fatal;
mod heap;
mod mutator;
mod object;
mod observe;
mod os;
mod process;
mod reference;
mod safepoint;
mod sync;
mod verify;

pub use config::ConfigError;
pub use heap::{Heap, HeapBuilder, MemoryRequest, OutOfMemory, Overhead, Shortage, StartError};
pub use mutator::{
    Argument, AtSafepoint, AttachError, CallError, HandshakeError, ManagedFrame, Mutator, Thread,
};
pub use object::{MAX_OBJECT_SIZE, TypeError, TypeId, TypeLayout};
pub use observe::{Quantiles, SlowStop, Statistics, Stops};
pub use reference::Handle;
pub use statepoint_scanner::registry::{
    CodeRegistry, JitRegion, JitTable, RegionId, RegistryError, Snapshot,
};
pub use statepoint_scanner::walk::WalkError;
pub use verify::{ParseVerifyError, ParseZealError, Verify, Zeal};
