//! Thunks: generated code that calls a C function from a record, with the calling convention of
//! that one place. Feature `thunk`.
//!
//! The code at a record has values in arbitrary places and requires that some registers are
//! preserved; a C function takes its arguments where C's convention places them, and changes half
//! of the registers. A [`Thunk`] adapts one to the other. It is made for one record, or for all
//! records that have the same values and live registers ([`ThunkConvention::from_record`]), and is
//! called by a [patch](crate::Patch). It
//!
//! 1. saves the registers that must be preserved and that a function may change: those that the
//!    record lists as live ([`LiveOutSet::from_record`](crate::live_out::LiveOutSet::from_record)),
//!    or [all but some](preserve_all_but);
//! 2. gathers the [`ThunkValues`] of the record, wherever they are, into [arguments or an
//!    array](ValuePassing);
//! 3. calls the function;
//! 4. restores what it saved, and sets [other registers](ThunkConvention::writes) to the values
//!    that the function has stored for them.
//!
//! The function may allocate, and so collect: walks pass through the thunk's frame as through a
//! compiled one, by its tables in [`ThunkSections`]. A collection treats the references in the
//! thunk's frame as the record allows:
//!
//! * Those of a statepoint are rewritten, in the frame of the record and in the array of the thunk.
//!   Copies that the function loaded from there before are its own responsibility. An address
//!   within an object is recognised where the record has a base/derived pair for it: an operand of
//!   the "deopt" bundle that is not used after the call has none in LLVM, and is treated as the
//!   start of an object.
//! * Those of a `patchpoint` or `stackmap` are pinned. Where the record has them in registers that
//!   calls change, the frame of the thunk names them; [`Thunk::patched_call`] describes this to the
//!   registry.
//! * The caller's value of a callee-saved register that will be written is in the results while the
//!   function runs, and is rewritten there.
//!
//! Exceptions pass through a thunk if the unwinder knows [its tables](ThunkSections::eh_frame)
//! (`__register_frame`).
//!
//! Not preserved are the red zone below the stack pointer, the x87 and MMX registers, and the flags
//! unless [requested](ThunkConvention::flags).
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use statepoint_scanner::arch::x86_64::Processor;
//! use statepoint_scanner::arch::{PhysicalRegister, Register, X86_64};
//! use statepoint_patch::live_out::LiveOutSet;
//! use statepoint_scanner::registry::{CodeRegistry, JitRegion, JitTable};
//! use statepoint_patch::thunk::{ThunkConvention, ThunkSections, Thunk};
//! use statepoint_scanner::walk::{CodeLookup, FoundCode};
//!
//! // A function that exchanges two registers: `void exchange(uint64_t results[2])`. Two others stay as they are.
//! # let exchange = 0x50_0000;
//! let [rax, rdx, rcx, rbx] = [0, 1, 2, 3].map(|n| PhysicalRegister::General(Register::new(n)));
//! let mut live = LiveOutSet::<X86_64>::empty(Processor::Sse);
//! [rax, rbx].into_iter().for_each(|register| live.insert(register, 8));
//! let convention = ThunkConvention { writes: vec![rcx, rdx], ..ThunkConvention::preserving(live) };
//! let thunk = Thunk::new(&convention, exchange)?;
//!
//! // It is copied to executable memory, and registered as generated code is.
//! let address = 0x40_0000;
//! let sections = ThunkSections::new([(address, &thunk)]);
//! let registry = CodeRegistry::<X86_64>::new();
//! let code = address..address + thunk.code().len() as u64;
//! let table = JitTable::Sections {
//!     stack_maps: &sections.stack_maps,
//!     eh_frame: &sections.eh_frame,
//!     code: None,
//!     eh_frame_address: 0,
//! };
//! // SAFETY: the tables are those of the code.
//! unsafe { registry.register_jit(JitRegion { code, table }) }?;
//! let found = registry.snapshot();
//! let found = found.find(address + u64::from(thunk.return_offset()));
//! assert!(matches!(found, FoundCode::Managed(_)));
//! # Ok(())
//! # }
//! ```

mod arch;
mod convention;
mod error;
mod frame;
mod moves;
mod plan;
mod sections;
mod step;
mod stub;
mod values;

pub use convention::{ThunkConvention, ValuePassing, preserve_all_but};
pub use error::ThunkError;
pub use sections::{THUNK_RECORD_ID, ThunkSections};
pub use step::{AssembledThunk, CfiChange, ThunkAssembler, ThunkProgram, ThunkStep};
pub use stub::Thunk;
pub use values::ThunkValues;

#[cfg(test)]
mod tests;
