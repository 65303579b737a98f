//! Cranelift as a producer of stack maps for `statepoint-gc`.
//!
//! A front end for Cranelift uses two parts:
//!
//! * An [`Emitter`] appends what the prelude inlines into code that LLVM compiles: polls,
//!   allocation, loads and stores of references with the write barrier, calls of native functions.
//! * [`FunctionTables`] are the call sites and unwind information of a compiled function.
//!   [`RegionTables`] collect those of the functions of a region, place them, and register them
//!   with the heap's [`CodeRegistry`](statepoint_gc::CodeRegistry).
//!
//! Frames of both compilers may be on one stack, in any order. The chapter "From Cranelift" of the
//! guide (`docs/porting/cranelift.md`) has a complete program, and the rules that a front end must
//! follow. The most important one: **every SSA value that is a reference must be declared**
//! ([`declare_reference`]), also block parameters, and an address inside an object must not live
//! across a call.

mod emitter;
mod layout;
mod region;
mod runtime_function;
mod tables;
mod unwinder;

pub use emitter::{Emitter, declare_reference};
pub use layout::{FixedLayout, ObjectLayoutError, TailedLayout};
pub use region::{PlacedRegion, RegionError, RegionTables};
pub use runtime_function::{ByAddress, Callee, RuntimeFunction, RuntimeLinkage};
pub use tables::{FunctionTables, TablesError};
pub use unwinder::UnwinderRegistration;
