//! Code that is generated at run time.

use core::ops::Range;

use super::error::{Origin, RegistryError, build_error};
use super::region::{Region, RegionId};
use super::tables::Tables;
use super::{CodeRegistry, next_number};
use crate::arch::Architecture;
use crate::cfi::EhFrame;
use crate::image::generated::GeneratedFunction;
use crate::table::{CodeBytes, TableBuilder, copy_at};

/// Generated code to be registered.
#[derive(Clone, Debug)]
pub struct JitRegion<'a> {
    /// Its addresses. Other code may be in between, but none of another region.
    pub code: Range<u64>,
    /// Its call sites.
    pub table: JitTable<'a>,
}

/// What a code generator has of the call sites of its code.
#[derive(Clone, Copy, Debug)]
pub enum JitTable<'a> {
    /// The sections that LLVM made. They are compiled and not needed any more afterwards.
    Sections {
        /// The contents of `.llvm_stackmaps`, with relocations applied.
        stack_maps: &'a [u8],
        /// The contents of `.eh_frame`, with relocations applied.
        eh_frame: &'a [u8],
        /// The code as it will run, from the start of the region, if it can be read: calls of
        /// patchpoints are recognised in it, and call sites then.
        code: Option<&'a [u8]>,
        /// Where `.eh_frame` lies, or would lie: the addresses in it are relative to that.
        eh_frame_address: u64,
    },
    /// Compiled tables, one or more, back to back. They are used where they are.
    Compiled {
        /// The tables. They stay, unchanged, until the region is removed.
        words: &'a [u32],
        /// The address that the tables count from: that of `words`, unless they were compiled to
        /// be somewhere else.
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
    /// Registers generated code. Do so before any thread runs it.
    ///
    /// # Errors
    ///
    /// When the table cannot be used, is empty, or describes other code, and when some of the addresses are
    /// registered already.
    ///
    /// # Safety
    ///
    /// The tables are right: walks read and write where they say. [`JitTable::Compiled`] words stay
    /// in place and unchanged until [`CodeRegistry::remove`] has returned or the registry is dropped.
    pub unsafe fn register_jit(&self, region: JitRegion<'_>) -> Result<RegionId, RegistryError> {
        // SAFETY: passed on.
        unsafe { self.register_jit_with_names(region, Vec::new()) }
    }

    /// The same, with the names of functions, which messages have as long as the region is registered.
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
    ) -> Result<RegionId, RegistryError> {
        let JitRegion { code, table } = region;
        let origin = || Origin::Generated(code.clone());
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
            JitTable::Compiled { words, address } => unsafe { Tables::at_rest(words, address) },
        };
        let tables = tables.map_err(|source| RegistryError::Table { origin: origin(), source })?;
        let region = Region::new(next_number(), code.clone(), tables, origin)?;
        self.add_one(region.with_names(functions))
    }
}
