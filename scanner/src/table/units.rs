//! Iterates over the units of a section. A linker concatenates the units of its input files.

use core::marker::PhantomData;

use object::pod;

use super::call_site_table::CallSiteTable;
use super::format::{TableError, UNIT_ALIGNMENT};
use crate::arch::Architecture;

/// Name of the section for compiled tables. It contains units (`table/format.rs`), each for one
/// code section. The name is a C identifier, so linkers define `__start_statepoint_table` and
/// `__stop_statepoint_table`.
pub const SECTION_NAME: &str = "statepoint_table";

/// Error returned when a section of tables cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at offset {offset:#x} of the {SECTION_NAME} section: {problem}")]
pub struct TableUnitError {
    /// Offset of the unit in the section, in bytes.
    pub offset: usize,
    /// The problem with the unit.
    pub problem: TableError,
}

/// Iterates over the tables in `bytes`. `address` is the address of the bytes in the process that
/// runs the code. Zero bytes between tables are padding.
///
/// Each step takes constant time, independent of the size of the table. The iteration ends after an
/// error.
pub fn units<A: Architecture>(bytes: &[u8], address: u64) -> TableUnits<'_, A> {
    // Bytes after the last whole word are never read as a table, so they must be padding.
    let (words, rest) = match pod::slice_from_bytes::<u32>(bytes, bytes.len() / 4) {
        Ok(parts) => parts,
        Err(()) => {
            let problem = TableError::Misaligned { address: bytes.as_ptr().addr() as u64 };
            return TableUnits {
                failed: Some(TableUnitError { offset: 0, problem }),
                ..units_of(&[], address)
            };
        }
    };
    let mut units = units_of(words, address);
    if rest.iter().any(|&byte| byte != 0) {
        let found = bytes.len() as u64;
        let problem =
            TableError::Short { needed: found.next_multiple_of(UNIT_ALIGNMENT as u64), found };
        units.failed = Some(TableUnitError { offset: size_of_val(words), problem });
    }
    units
}

/// Iterates over the tables in `words`, like [`units()`].
pub fn units_of<A: Architecture>(words: &[u32], address: u64) -> TableUnits<'_, A> {
    let architecture = PhantomData;
    let failed = (!address.is_multiple_of(UNIT_ALIGNMENT as u64))
        .then_some(TableUnitError { offset: 0, problem: TableError::Misaligned { address } });
    TableUnits { words, offset: 0, address, failed, architecture }
}

/// Iterator over the tables of a section; see [`units()`].
#[derive(Clone, Debug)]
pub struct TableUnits<'t, A> {
    /// The remaining words.
    words: &'t [u32],
    /// Offset of `words` in the section, in bytes.
    offset: usize,
    /// Address of the section.
    address: u64,
    /// The error that the iterator returns before it ends.
    failed: Option<TableUnitError>,
    architecture: PhantomData<A>,
}

impl<'t, A: Architecture> Iterator for TableUnits<'t, A> {
    type Item = Result<CallSiteTable<'t, A>, TableUnitError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(error) = self.failed.take() {
            self.words = &[];
            return Some(Err(error));
        }
        while let Some(&0) = self.words.first() {
            self.skip(UNIT_ALIGNMENT / 4);
        }
        if self.words.is_empty() {
            return None;
        }
        let offset = self.offset;
        match CallSiteTable::read(self.words, self.address.wrapping_add(offset as u64)) {
            Ok(table) => {
                self.skip(table.words().len());
                Some(Ok(table))
            }
            Err(problem) => {
                self.words = &[];
                Some(Err(TableUnitError { offset, problem }))
            }
        }
    }
}

impl<A> TableUnits<'_, A> {
    /// Skips a number of words.
    fn skip(&mut self, words: usize) {
        self.words = self.words.get(words..).unwrap_or_default();
        self.offset += 4 * words;
    }
}
