//! A compiled function as data, and the checks that need no unwind rules.

use super::{CraneliftError, CraneliftProblem};

/// Maximum size of a frame in bytes: slots farther from the frame pointer do not fit in a table.
pub const MAX_FRAME_SIZE: u32 = 1 << 26;

/// Size in bytes of a reference.
const WORD: u32 = 8;

/// A function that Cranelift compiled, at its final address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CraneliftFunction {
    /// Address of the first instruction.
    pub address: u64,
    /// Size of the code in bytes (`CompiledCode::code_info().total_size`).
    pub code_size: u32,
    /// All calls of the function, in ascending order: also those without a user stack map
    /// (`MachBufferFinalized::call_sites`).
    pub call_sites: Vec<CraneliftCallSite>,
}

/// A call of a function that Cranelift compiled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CraneliftCallSite {
    /// Offset of the return address from the address of the function, in bytes.
    pub return_offset: u32,
    /// Distance in bytes from the stack pointer at the call up to the frame pointer: the span of
    /// the user stack map. Not used if there are no references.
    pub frame_size: u32,
    /// Offsets in bytes of the live references from the stack pointer at the call, in any order.
    pub references: Vec<u32>,
}

impl CraneliftFunction {
    /// Checks the description, as far as this is possible without unwind rules.
    ///
    /// # Errors
    ///
    /// If an address, size or offset is invalid, or the call sites are not sorted.
    pub fn check(&self) -> Result<(), CraneliftError> {
        let code_size = self.code_size;
        let error = |problem| Err(self.error(0, problem));
        if self.address == 0 {
            return error(CraneliftProblem::NotPlaced);
        }
        if code_size == 0 {
            return error(CraneliftProblem::NoCode);
        }
        if self.address.checked_add(code_size.into()).is_none() {
            return error(CraneliftProblem::BeyondAddressSpace { code_size });
        }
        let mut previous = None;
        let mut sorted = Vec::new();
        for site in &self.call_sites {
            let offset = site.return_offset;
            let error = |problem| Err(self.error(offset, problem));
            if offset == 0 || offset > code_size {
                return error(CraneliftProblem::OutsideCode { code_size });
            }
            if let Some(previous) = previous.replace(offset)
                && previous >= offset
            {
                return error(CraneliftProblem::Unsorted { previous });
            }
            site.check_references(&mut sorted).or_else(error)?;
        }
        Ok(())
    }

    /// Returns an error of this function. `offset` is that of a return address, 0 if none.
    pub(crate) fn error(&self, offset: u32, problem: CraneliftProblem) -> CraneliftError {
        CraneliftError { function: self.address, offset, problem }
    }

    /// Returns the first address after the function.
    pub(crate) fn end(&self) -> u64 {
        self.address.saturating_add(self.code_size.into())
    }
}

impl CraneliftCallSite {
    /// Checks frame size and references; `sorted` is memory for the check.
    fn check_references(&self, sorted: &mut Vec<u32>) -> Result<(), CraneliftProblem> {
        let frame_size = self.frame_size;
        if !frame_size.is_multiple_of(WORD) || frame_size > MAX_FRAME_SIZE {
            return Err(CraneliftProblem::FrameSize { frame_size });
        }
        for &offset in &self.references {
            if !offset.is_multiple_of(WORD) {
                return Err(CraneliftProblem::MisalignedReference { offset });
            }
            if offset >= frame_size {
                return Err(CraneliftProblem::OutsideFrame { offset, frame_size });
            }
        }
        sorted.clear();
        sorted.extend_from_slice(&self.references);
        sorted.sort_unstable();
        match sorted.array_windows().find(|[one, other]| one == other) {
            Some(&[offset, _]) => Err(CraneliftProblem::DuplicateReference { offset }),
            None => Ok(()),
        }
    }
}
