//! A precise, moving, multi-threaded garbage collector for runtimes whose code LLVM compiles.

mod arch;
mod collect;
mod config;
mod fatal;
mod heap;
mod mutator;
mod object;
mod observe;
mod os;
mod reference;
mod safepoint;
mod sync;
mod verify;

pub use config::ConfigError;
pub use heap::{Heap, HeapBuilder, StartError};
pub use mutator::{Argument, AttachError, CallError, Mutator};
pub use object::{MAX_OBJECT_SIZE, TypeError, TypeId, TypeLayout};
pub use observe::{Quantiles, Statistics};
pub use reference::Handle;
pub use verify::Zeal;
