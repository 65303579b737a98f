//! Thunks: generated code that calls a C function from the code at a stack map record. Feature
//! `thunk`.
//!
//! The code at a record has values in arbitrary locations, and requires that the call preserves its
//! live registers. A C function expects its arguments in the locations of C's calling convention,
//! and does not preserve caller-saved registers. A [`Thunk`] adapts one to the other. It is
//! generated for one record, or for all records with the same values and live registers
//! ([`ThunkConvention::from_record`]). A [patch](crate::Patch) calls it. The thunk
//!
//! 1. saves the registers that must be preserved and that a function may change. They are those
//!    that the record lists as live
//!    ([`LiveOutSet::from_record`](crate::live_out::LiveOutSet::from_record)), or
//!    [all except given ones](preserve_all_but);
//! 2. copies the [`ThunkValues`] of the record from their locations into [arguments or an
//!    array](ValuePassing);
//! 3. calls the function;
//! 4. restores the saved registers, and sets [other registers](ThunkConvention::writes) to the
//!    values that the function has stored for them.
//!
//! The function may allocate, and so collect. Stack walks handle the thunk's frame like that of
//! compiled code, with its tables in [`ThunkSections`]. A collection treats the references in the
//! thunk's frame as follows:
//!
//! * It updates the references of a statepoint, in the frame of the record and in the array of the
//!   thunk. The function must not keep copies that it loaded from there across a safepoint. The
//!   collection recognises an interior pointer if the record has a base/derived pair for it. For an
//!   operand of the "deopt" bundle that is not used after the call, LLVM records no such pair. The
//!   collection treats that operand as the start of an object.
//! * It pins the referents of a `patchpoint` or `stackmap`. If the record has references in
//!   caller-saved registers, the frame of the thunk holds them; [`Thunk::patched_call`] describes
//!   this to the registry.
//! * If the function writes a callee-saved register, the caller's value of that register is in the
//!   results while the function runs. The collection updates it there.
//!
//! Exceptions pass through a thunk if the unwinder knows [its tables](ThunkSections::eh_frame)
//! (`__register_frame`).
//!
//! A thunk preserves neither the red zone below the stack pointer nor the x87 and MMX registers. It
//! preserves the flags only if [requested](ThunkConvention::flags).
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
//! // A function that exchanges rcx and rdx: `void exchange(uint64_t results[2])`. The thunk
//! // preserves rax and rbx, which are live.
//! # let exchange = 0x50_0000;
//! let [rax, rdx, rcx, rbx] = [0, 1, 2, 3].map(|n| PhysicalRegister::General(Register::new(n)));
//! let mut live = LiveOutSet::<X86_64>::empty(Processor::Sse);
//! [rax, rbx].into_iter().for_each(|register| live.insert(register, 8));
//! let convention = ThunkConvention { writes: vec![rcx, rdx], ..ThunkConvention::preserving(live) };
//! let thunk = Thunk::new(&convention, exchange)?;
//!
//! // The thunk is copied to executable memory and registered like other JIT code.
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
