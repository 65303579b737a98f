//! Registers code that is generated at run time.

use core::ops::Range;

use super::error::{CodeOrigin, RegistryError, build_error};
use super::region::{CodeRegionId, Region};
use super::tables::Tables;
use super::{CodeRegistry, next_number};
use crate::arch::Architecture;
use crate::cfi::EhFrame;
#[cfg(feature = "cranelift")]
use crate::cranelift::CraneliftFunction;
use crate::image::generated::GeneratedFunction;
use crate::image::tools::UnwindSection;
use crate::table::{
    CodeBytes, TableBuffer, TableBuilder, TableError, TableUnitError, UNIT_ALIGNMENT, copy_at,
};

/// A region of generated code to be registered.
#[derive(Clone, Debug)]
pub struct JitRegion<'a> {
    /// Address range of the code. Other code may be between its functions, but no code of another
    /// region.
    pub code: Range<u64>,
    /// The call sites of the code.
    pub table: JitTable<'a>,
}

/// The call sites of generated code: LLVM's sections, what Cranelift's compiler returns, or
/// compiled tables.
#[derive(Clone, Copy, Debug)]
pub enum JitTable<'a> {
    /// The sections that LLVM emitted. The registration compiles them; they can be freed
    /// afterwards.
    Sections {
        /// The contents of `.llvm_stackmaps`, with relocations applied.
        stack_maps: &'a [u8],
        /// The contents of `.eh_frame`, with relocations applied.
        eh_frame: &'a [u8],
        /// The final code, from the start of the region, if available. With it, the calls that LLVM
        /// wrote for patchpoints become call sites.
        code: Option<&'a [u8]>,
        /// Address of `.eh_frame` for which its relocations were applied. PC-relative addresses in
        /// the section are relative to it.
        eh_frame_address: u64,
    },
    /// Functions that Cranelift compiled. The registration compiles a table; everything here can be
    /// freed afterwards.
    #[cfg(feature = "cranelift")]
    Cranelift {
        /// The functions.
        functions: &'a [CraneliftFunction],
        /// The unwind information of the functions, as an `.eh_frame` section.
        eh_frame: &'a [u8],
        /// Address to which PC-relative addresses in `eh_frame` are relative. Any address, if there
        /// are none.
        eh_frame_address: u64,
    },
    /// One or more contiguous compiled tables. They are used in place.
    Compiled {
        /// The words of the tables. They must stay valid and unchanged until the region is removed.
        words: &'a [u32],
        /// The address to which the position of the code is relative. This is the address of
        /// `words`, unless the tables were compiled for another address.
        address: u64,
    },
}

/// Generated code, read by the table builder.
struct GeneratedCode<'a> {
    start: u64,
    bytes: &'a [u8],
}

impl CodeBytes for GeneratedCode<'_> {
    fn read(&self, address: u64, out: &mut [u8]) -> bool {
        copy_at(self.bytes, address.checked_sub(self.start), out)
    }
}

impl<A: Architecture> CodeRegistry<A> {
    /// Registers generated code. Call this before any thread executes the code.
    ///
    /// # Errors
    ///
    /// If the table is invalid, has no call site, or describes code outside the region, or if the
    /// region overlaps another one.
    ///
    /// # Safety
    ///
    /// The tables describe the code correctly: walks read and write the stack at the locations in
    /// them. The words of [`JitTable::Compiled`] stay valid and unchanged until
    /// [`CodeRegistry::remove`] has returned or the registry is dropped.
    pub unsafe fn register_jit(
        &self,
        region: JitRegion<'_>,
    ) -> Result<CodeRegionId, RegistryError> {
        // SAFETY: the caller upholds the contract of this function, which is the same.
        unsafe { self.register_jit_with_names(region, Vec::new()) }
    }

    /// Registers generated code like [`Self::register_jit`], with the names of its functions.
    /// Messages use the names until the region is removed.
    ///
    /// # Errors
    ///
    /// Those of [`Self::register_jit`].
    ///
    /// # Safety
    ///
    /// The contract of [`Self::register_jit`].
    pub unsafe fn register_jit_with_names(
        &self,
        region: JitRegion<'_>,
        functions: Vec<GeneratedFunction>,
    ) -> Result<CodeRegionId, RegistryError> {
        let JitRegion { code, table } = region;
        let origin = || CodeOrigin::Generated(code.clone());
        if code.is_empty() {
            return Err(RegistryError::EmptyRange { start: code.start, end: code.end });
        }
        self.check_free(&code)?;
        let unwind = match table {
            JitTable::Sections { eh_frame, eh_frame_address: address, .. } => {
                Some(UnwindSection { address, eh_frame })
            }
            #[cfg(feature = "cranelift")]
            JitTable::Cranelift { eh_frame, eh_frame_address: address, .. } => {
                Some(UnwindSection { address, eh_frame })
            }
            JitTable::Compiled { .. } => None,
        };
        let tables = match table {
            // SAFETY: the caller guarantees that the words stay valid and unchanged until the
            // region, which owns the result, is removed.
            JitTable::Compiled { words, address } => unsafe { Tables::from_words(words, address) },
            _ => Tables::from_buffer(build(&code, table)?),
        };
        let tables = tables.map_err(|source| RegistryError::Table { origin: origin(), source })?;
        let region = Region::new(next_number(), code.clone(), tables, origin)?;
        self.add_one(region.with_names(functions, unwind))
    }
}

/// Builds the table of the code in this range. Compiled tables have nothing to be built from.
fn build<A: Architecture>(
    code: &Range<u64>,
    table: JitTable<'_>,
) -> Result<TableBuffer<A>, RegistryError> {
    let origin = || CodeOrigin::Generated(code.clone());
    let rules = |address, eh_frame| {
        EhFrame::<A>::new(address, eh_frame)
            .map_err(|source| RegistryError::EhFrame { origin: origin(), source })
    };
    let builder = match table {
        JitTable::Sections { stack_maps, eh_frame, eh_frame_address, code: bytes } => {
            let bytes = GeneratedCode { start: code.start, bytes: bytes.unwrap_or_default() };
            let rules = rules(eh_frame_address, eh_frame)?;
            TableBuilder::<A>::new().add_with_code(stack_maps, &rules, &bytes)
        }
        #[cfg(feature = "cranelift")]
        JitTable::Cranelift { functions, eh_frame, eh_frame_address } => {
            TableBuilder::<A>::new().add_cranelift(functions, &rules(eh_frame_address, eh_frame)?)
        }
        JitTable::Compiled { .. } => {
            return Err(RegistryError::Compiled { start: code.start, end: code.end });
        }
    };
    builder.and_then(TableBuilder::build).map_err(|source| build_error(origin(), source))
}

impl JitRegion<'_> {
    /// Compiles the table of the code, for a program that keeps generated code and registers it
    /// later, or in another process, without the stack map and `.eh_frame`. The code may be at
    /// another address then: pass it as the address of [`JitTable::Compiled`].
    ///
    /// # Errors
    ///
    /// If the table is invalid, is compiled already, or has no call site, or if the code does not
    /// begin at a multiple of 8.
    pub fn compile<A: Architecture>(&self) -> Result<Box<[u32]>, RegistryError> {
        let Range { start, end } = self.code;
        if start >= end {
            return Err(RegistryError::EmptyRange { start, end });
        }
        if !start.is_multiple_of(UNIT_ALIGNMENT as u64) {
            let problem = TableError::Misaligned { address: start };
            return Err(RegistryError::Table {
                origin: CodeOrigin::Generated(self.code.clone()),
                source: TableUnitError { offset: 0, problem },
            });
        }
        Ok(build::<A>(&self.code, self.table)?.into_words_relative_to(start))
    }
}
