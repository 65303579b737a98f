//! What compiled code refers to: stores and what they own.

mod arena;
mod bulk;
mod cells;
mod code_generator;
mod constant;
mod engine;
mod entry;
mod explain;
mod function;
mod functions;
mod inspect;
mod instance;
mod link;
mod memory;
mod object_functions;
mod store;
mod table;
mod thread;
mod value;

pub use arena::Handle;
pub use code_generator::CodeGenerator;
pub use engine::{Engine, LoadedModule};
pub use function::{Function, HostCallback};
pub use instance::{Extern, Instance};
pub use link::Linker;
pub use memory::Memory;
pub(crate) use memory::MemoryBytes;
pub use store::{Global, Store, Tag};
pub use table::Table;
pub use value::{Exception, Object, Reference, Value};
