//! Tools that see generated code: profilers, by a map file of `perf`, and debuggers, by the JIT
//! interface of gdb. Both are off until the process enables them, and never disabled.

mod elf_image;
mod gdb;
mod perf_map;

pub use gdb::enable_gdb;
pub(crate) use gdb::{DebuggerEntry, UnwindSection, register_with_debugger};
pub(crate) use perf_map::append_to_perf_map;
pub use perf_map::{PerfMapError, enable_perf_map};
