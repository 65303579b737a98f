//! The call sites and unwind information of a compiled function.

#![forbid(unsafe_code)]

use cranelift_codegen::gimli::write::{Address, CommonInformationEntry, FrameDescriptionEntry};
use cranelift_codegen::ir::{Type, types};
use cranelift_codegen::isa::TargetIsa;
use cranelift_codegen::isa::unwind::{UnwindInfo, UnwindInst, systemv};
use cranelift_codegen::{CodegenError, CompiledCode};
use statepoint_scanner::cranelift::{CraneliftCallSite, CraneliftFunction};

/// The call sites and unwind information of a compiled function that is not placed yet.
#[derive(Clone, Debug)]
pub struct FunctionTables {
    name: String,
    code_size: u32,
    call_sites: Vec<CraneliftCallSite>,
    unwind: systemv::UnwindInfo,
    cie: CommonInformationEntry,
}

/// Error returned when the tables of a compiled function cannot be made. Offsets are those of
/// return addresses, in bytes from the start of the function.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    /// A live reference does not have 64 bits.
    #[error("{function}, return address {offset:#x}: a declared value has the type {of}")]
    ReferenceType {
        /// Name of the function.
        function: String,
        /// Offset of the return address.
        offset: u32,
        /// Type of the value.
        of: Type,
    },
    /// A user stack map does not belong to a call.
    #[error("{function}: the stack map at {offset:#x} is not at the return address of a call")]
    NotACall {
        /// Name of the function.
        function: String,
        /// Offset of the stack map.
        offset: u32,
    },
    /// There is no unwind information for the ELF platforms: the setting `unwind_info` is off, or
    /// the target is not one of them.
    #[error("{function} has no unwind information: compile with the setting unwind_info")]
    NoUnwindInfo {
        /// Name of the function.
        function: String,
    },
    /// The compiler cannot make the unwind information.
    #[error("{function} has no unwind information")]
    Codegen {
        /// Name of the function.
        function: String,
        /// The compiler's error.
        source: CodegenError,
    },
}

impl FunctionTables {
    /// Reads the tables of a function that was compiled for `isa`. `name` is for messages.
    ///
    /// # Errors
    ///
    /// If a declared value does not have 64 bits, or the function has no unwind information.
    pub fn new(
        isa: &dyn TargetIsa,
        code: &CompiledCode,
        name: impl Into<String>,
    ) -> Result<Self, TablesError> {
        let name = name.into();
        let call_sites = call_sites(code, &name)?;
        let corrected = correct_frame_record(code);
        let unwind = match corrected.as_ref().unwrap_or(code).create_unwind_info(isa) {
            Ok(Some(UnwindInfo::SystemV(unwind))) => Some(unwind),
            Ok(_) => None,
            Err(source) => return Err(TablesError::Codegen { function: name, source }),
        };
        let Some((unwind, cie)) = unwind.zip(isa.create_systemv_cie()) else {
            return Err(TablesError::NoUnwindInfo { function: name });
        };
        let code_size = code.code_info().total_size;
        Ok(Self { name, code_size, call_sites, unwind, cie })
    }

    /// Returns the name for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the size of the code in bytes.
    pub fn code_size(&self) -> u32 {
        self.code_size
    }

    /// Returns the call sites, in ascending order.
    pub fn call_sites(&self) -> &[CraneliftCallSite] {
        &self.call_sites
    }

    /// Returns the description of the function at this address.
    pub(crate) fn place(&self, address: u64) -> CraneliftFunction {
        let call_sites = self.call_sites.clone();
        CraneliftFunction { address, code_size: self.code_size, call_sites }
    }

    /// Returns the unwind information of the function at this address.
    pub(crate) fn unwind_entries(
        &self,
        address: u64,
    ) -> (CommonInformationEntry, FrameDescriptionEntry) {
        (self.cie.clone(), self.unwind.to_fde(Address::Constant(address)))
    }
}

/// Returns the code with correct unwind information, `None` if it is correct.
///
/// A function that tail-calls one with more stack arguments moves its frame record down, so that
/// the arguments fit in above it. The unwind information computes the frame address from the moved
/// record. But on x86-64, Cranelift 0.135 writes the slots of saved registers as if the frame
/// address were that above the original record.
fn correct_frame_record(code: &CompiledCode) -> Option<CompiledCode> {
    let instructions = &code.buffer.unwind_info;
    let pushed = instructions.iter().find_map(|(_, instruction)| match instruction {
        UnwindInst::PushFrameRegs { offset_upward_to_caller_sp } => {
            Some(*offset_upward_to_caller_sp)
        }
        _ => None,
    })?;
    let is_other = |instruction: &UnwindInst| {
        matches!(
            instruction,
            UnwindInst::DefineNewFrame { offset_upward_to_caller_sp, .. }
                if *offset_upward_to_caller_sp != pushed
        )
    };
    let index = instructions.iter().position(|(_, instruction)| is_other(instruction))?;
    let mut corrected = code.clone();
    if let UnwindInst::DefineNewFrame { offset_upward_to_caller_sp, .. } =
        &mut corrected.buffer.unwind_info[index].1
    {
        *offset_upward_to_caller_sp = pushed;
    }
    Some(corrected)
}

/// Returns the call sites of a function: all calls, with the references of those that have a user
/// stack map.
fn call_sites(code: &CompiledCode, name: &str) -> Result<Vec<CraneliftCallSite>, TablesError> {
    let mut maps = code.buffer.user_stack_maps().iter().peekable();
    let mut sites = Vec::new();
    for call in code.buffer.call_sites() {
        let return_offset = call.ret_addr;
        let mut site = CraneliftCallSite { return_offset, ..CraneliftCallSite::default() };
        if let Some((_, frame_size, map)) = maps.next_if(|(offset, ..)| *offset == return_offset) {
            site.frame_size = *frame_size;
            for (of, offset) in map.entries() {
                if of != types::I64 {
                    let function = name.to_owned();
                    return Err(TablesError::ReferenceType { function, offset: return_offset, of });
                }
                site.references.push(offset);
            }
        }
        sites.push(site);
    }
    match maps.next() {
        Some((offset, ..)) => {
            Err(TablesError::NotACall { function: name.to_owned(), offset: *offset })
        }
        None => Ok(sites),
    }
}

#[cfg(test)]
mod tests;
