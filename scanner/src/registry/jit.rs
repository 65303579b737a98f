//! Code that is generated at run time.

use core::ops::Range;

use super::error::{CodeOrigin, RegistryError, build_error};
use super::region::{CodeRegionId, Region};
use super::tables::Tables;
use super::{CodeRegistry, next_number};
use crate::arch::Architecture;
use crate::cfi::EhFrame;
use crate::image::generated::GeneratedFunction;
use crate::table::{CodeBytes, TableBuilder, copy_at};

/// Generated code to be registered.
#[derive(Clone, Debug)]
pub struct JitRegion<'a> {
    /// Range of its addresses. Other code may lie between its functions, but none of another
    /// region.
    pub code: Range<u64>,
    /// Its call sites.
    pub table: JitTable<'a>,
}

/// The form in which a code generator passes the call sites of its code.
#[derive(Clone, Copy, Debug)]
pub enum JitTable<'a> {
    /// The sections that LLVM emitted. They are compiled during the call and not needed afterwards.
    Sections {
        /// The contents of `.llvm_stackmaps`, with relocations applied.
        stack_maps: &'a [u8],
        /// The contents of `.eh_frame`, with relocations applied.
        eh_frame: &'a [u8],
        /// The code as it will run, from the start of the region, if it can be read. Calls of
        /// patchpoints are then recognised in it and become call sites.
        code: Option<&'a [u8]>,
        /// Address at which `.eh_frame` lies, or would lie: the addresses in it are relative to
        /// that.
        eh_frame_address: u64,
    },
    /// One or more compiled tables, back to back. They are used in place.
    Compiled {
        /// The words of the tables. They must stay, unchanged, until the region is removed.
        words: &'a [u32],
        /// The address to which the tables are relative: that of `words`, unless they were compiled
        /// for another one.
        address: u64,
    },
}

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
    /// Registers generated code. Call this before any thread runs it.
    ///
    /// # Errors
    ///
    /// If the table cannot be used, is empty, or describes other code, and if some of the addresses
    /// are registered already.
    ///
    /// # Safety
    ///
    /// The tables are correct: walks read and write at the locations that they name. The words of
    /// [`JitTable::Compiled`] stay in place and unchanged until [`CodeRegistry::remove`] has
    /// returned or the registry is dropped.
    pub unsafe fn register_jit(
        &self,
        region: JitRegion<'_>,
    ) -> Result<CodeRegionId, RegistryError> {
        // SAFETY: the caller has the same duties.
        unsafe { self.register_jit_with_names(region, Vec::new()) }
    }

    /// Like [`Self::register_jit`], with function names, which messages contain as long as the
    /// region is registered.
    ///
    /// # Errors
    ///
    /// As for [`Self::register_jit`].
    ///
    /// # Safety
    ///
    /// As for [`Self::register_jit`].
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
        let tables = match table {
            JitTable::Sections { stack_maps, eh_frame, eh_frame_address, code: bytes } => {
                let rules = EhFrame::<A>::new(eh_frame_address, eh_frame)
                    .map_err(|source| RegistryError::EhFrame { origin: origin(), source })?;
                let code = GeneratedCode { start: code.start, bytes: bytes.unwrap_or_default() };
                let buffer = TableBuilder::<A>::new()
                    .add_with_code(stack_maps, &rules, &code)
                    .and_then(TableBuilder::build)
                    .map_err(|source| build_error(origin(), source))?;
                Tables::built_from(buffer)
            }
            // SAFETY: the caller promises that the words stay.
            JitTable::Compiled { words, address } => unsafe { Tables::from_words(words, address) },
        };
        let tables = tables.map_err(|source| RegistryError::Table { origin: origin(), source })?;
        let region = Region::new(next_number(), code.clone(), tables, origin)?;
        self.add_one(region.with_names(functions))
    }
}
