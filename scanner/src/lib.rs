//! Reads LLVM stack maps and finds the locations of GC roots on stopped stacks.
//!
//! A collector, profiler or deoptimizer finds the roots of a stopped thread in four steps:
//!
//! 1. A [`registry`] holds the managed code of the process. It builds its [call-site tables](table)
//!    from the [stack maps](stackmap) and [unwind tables](cfi) of the program, its libraries and
//!    generated code, or uses those that `stackmap compile` has built ahead of time.
//! 2. A [snapshot](registry::CodeRegistry::snapshot) is the state of the registry, taken when all
//!    threads have stopped. The caller holds it while it walks stacks.
//! 3. A [`Cursor`](walk::Cursor) starts at a register file: the registers that an assembly stub,
//!    called by managed code, has pushed (see [`arch::RegisterFile`]). It reads the stack through
//!    [`StackMemory`](walk::StackMemory); for a thread of this process that is a
//!    [`LiveStack`](walk::LiveStack).
//! 4. [`relocate_stack`](roots::relocate_stack) rewrites the roots;
//!    [`visit_stack`](roots::visit_stack) only visits them. Both return the numbers of frames and
//!    roots: check that these are what you expect.
//!
//! ```
//! use statepoint_scanner::arch::X86_64;
//! use statepoint_scanner::registry::{CodeRegistry, JitRegion, JitTable};
//! use statepoint_scanner::roots::{StackWalker, relocate_stack};
//! use statepoint_scanner::walk::{Cursor, StackImage};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let stack_maps = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/x86_64/registers.stackmaps"));
//! # let eh_frame = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/x86_64/registers.eh_frame"));
//! // This example has only the sections of the code. For the code of this process, use
//! // `register_loaded_images` and `register_image`.
//! let registry = CodeRegistry::<X86_64>::new();
//! let table =
//!     JitTable::Sections { stack_maps, eh_frame, code: None, eh_frame_address: 0x50_0000 };
//! // SAFETY: the tables describe the code of the frames on the stack below.
//! unsafe { registry.register_jit(JitRegion { code: 0x40_0000..0x40_0100, table }) }?;
//!
//! // `outer` has a reference in rbx and has called `seven`. `seven` has seven references: one in
//! // its first slot, six in registers. It has saved the registers of `outer`, and has called the stub.
//! // The words of each frame, lowest address first:
//! const END: u64 = 0xe000; // where the stub that entered managed code resumes
//! const STUB: [u64; 7] = [
//!     0x1010, 0x1020, 0x1030, 0x1040, 0x1050, 0x1060, // r15, r14, r13, r12, rbx, rbp
//!     0x40_0068, // the stub returns into `seven`
//! ];
//! const SEVEN: [u64; 8] = [
//!     0x1070, // the slot
//!     0x1080, 0, 0, 0, 0, 0, // rbx, r12, r13, r14, r15, rbp of `outer`
//!     0x40_00c0, // returns into `outer`
//! ];
//! const OUTER: [u64; 4] = [0, 0, 0, END];
//! let mut stack = StackImage::new(0x7000, [&STUB[..], &SEVEN, &OUTER].concat());
//!
//! let snapshot = registry.snapshot();
//! let cursor = Cursor::from_register_file(&snapshot, &stack, stack.base(), &[END])?;
//! // Reuse the walker in later collections: it caches call sites.
//! let mut walker = StackWalker::for_code(&snapshot);
//! // The collector's callback moves an object, or returns its new address if it was moved.
//! let mut forward = |object: u64| object + 0x10_0000;
//! let counts = relocate_stack(cursor, &mut stack, &mut walker, &mut forward)?;
//!
//! assert_eq!((counts.frames_walked, counts.roots_visited, counts.register_roots), (2, 8, 7));
//! assert_eq!(stack.words()[4], 0x10_1050); // rbx of `seven`, which the stub reloads
//! assert_eq!(stack.words()[8], 0x10_1080); // rbx of `outer`, which `seven` reloads
//! assert_eq!(stack.words()[7], 0x10_1070);
//! # Ok(())
//! # }
//! ```
//!
//! [`arch::Host`] is the architecture of this process and the default type argument of a
//! [`registry`]. [`walk::CodeWithNative`] unwinds native code between managed frames. The other
//! constructors of [`Cursor`](walk::Cursor) start a walk from other registers, for example from a
//! signal context.
//!
//! `statepoint-gc` is a collector that uses this crate, `statepoint-patch` patches the code at
//! records, and the program `stackmap` dumps, verifies and compiles stack maps. `docs/internals.md`
//! explains how the modules fit together.

pub mod arch;
pub mod cfi;
pub mod check;
#[cfg(feature = "cranelift")]
pub mod cranelift;
pub mod deopt;
#[doc(hidden)]
pub mod fault_injection;
#[cfg(test)]
mod fixtures;
pub mod image;
#[doc(hidden)]
pub mod os;
pub mod reference_list;
pub mod registry;
pub mod return_address;
pub mod roots;
pub mod stackmap;
pub mod statepoint;
mod sync;
pub mod table;
pub mod walk;
