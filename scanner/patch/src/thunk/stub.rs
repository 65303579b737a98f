//! A generated thunk: its code and the layout of its values.

use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;

use super::ThunkError;
use super::convention::ThunkConvention;
use super::frame::{Layout, Roots};
use super::plan::plan_program;
use super::step::{AssembledThunk, CfiChange, ThunkAssembler};
use statepoint_scanner::arch::PhysicalRegister;
use statepoint_scanner::registry::PatchedCall;

/// Code that calls a C function from a call site with a different calling convention
/// ([`ThunkConvention`]).
///
/// The code is called, for example by [`Patch::Call`](crate::patching::Patch::Call), with the
/// platform's stack alignment, and returns. It is position-independent, and any number of threads
/// can execute it concurrently.
#[derive(Clone)]
pub struct Thunk<A> {
    assembled: AssembledThunk,
    pub(super) roots: Roots,
    values: Vec<Range<usize>>,
    results: Vec<(PhysicalRegister, Range<usize>)>,
    architecture: PhantomData<A>,
}

impl<A: ThunkAssembler> Thunk<A> {
    /// Generates a thunk for the function at `target`.
    ///
    /// # Errors
    ///
    /// [`ThunkError`], for example if no instruction can read a value or the thunk's frame would be
    /// too large.
    pub fn new(convention: &ThunkConvention<A>, target: u64) -> Result<Self, ThunkError> {
        let layout = Layout::new(convention)?;
        let assembled = A::assemble(&plan_program(convention, &layout, target)?);
        let words = |bytes: &Range<u32>| bytes.start as usize / 8..bytes.end as usize / 8;
        let values = layout.values.iter().map(words).collect();
        let first = layout.written.first().map_or(0, |first| first.at);
        let results = layout.written.iter().map(|copied| {
            let start = (copied.at - first) as usize / 8;
            (copied.what.register, start..start + usize::from(copied.what.bytes).div_ceil(8))
        });
        let results = results.collect();
        Ok(Self { assembled, roots: layout.roots, values, results, architecture: PhantomData })
    }

    /// Returns the code, to be copied to an address that is a multiple of [`Self::ALIGNMENT`]
    /// bytes.
    pub fn code(&self) -> &[u8] {
        &self.assembled.code
    }

    /// Alignment of the code in bytes.
    pub const ALIGNMENT: usize = 16;

    /// Returns the offset in the code of the return address of the function's call, which is the
    /// address that stack walks find.
    pub fn return_offset(&self) -> u32 {
        self.assembled.return_offset
    }

    /// Returns the words of each value in the array; empty if values are passed as arguments.
    pub fn values(&self) -> &[Range<usize>] {
        &self.values
    }

    /// Returns the words of each written register in the results.
    pub fn results(&self) -> &[(PhysicalRegister, Range<usize>)] {
        &self.results
    }

    /// Returns the registry's description of a call of this thunk that is patched in at a
    /// `patchpoint` or `stackmap` record at the address `record`. The thunk must have been
    /// generated for the values of that record. A statepoint needs no such description.
    pub fn patched_call(&self, record: u64, return_address: u64) -> PatchedCall {
        let callee_saves_registers = matches!(self.roots, Roots::Pinned { .. });
        PatchedCall { record, return_address, callee_saves_registers }
    }

    pub(super) fn unwind(&self) -> &[(u32, CfiChange)] {
        &self.assembled.unwind
    }
}

impl<A> fmt::Debug for Thunk<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thunk")
            .field("code", &format_args!("{:02x?}", self.assembled.code))
            .field("return_offset", &self.assembled.return_offset)
            .field("roots", &self.roots)
            .field("values", &self.values)
            .field("results", &self.results)
            .finish()
    }
}
