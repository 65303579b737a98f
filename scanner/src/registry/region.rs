//! A range of code and its tables.

use core::fmt;
use core::num::NonZeroU64;
use core::ops::Range;

use super::error::{CodeOrigin, RegistryError};
use super::regions::Ranged;
use super::tables::Tables;
use crate::arch::Architecture;
use crate::image::generated::{GeneratedFunction, GeneratedNames};
use crate::table::{CallSiteRecord, CallSiteTable};
use crate::walk::FoundCode;

/// The number of a region in the registry that registered it. Numbers are never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CodeRegionId {
    pub(super) number: NonZeroU64,
    /// Start of the region's code, so that a removal need not search.
    pub(super) start: u64,
}

impl CodeRegionId {
    /// Returns the ID as two numbers, for callers that can store only numbers.
    pub fn to_parts(self) -> (u64, u64) {
        (self.number.get(), self.start)
    }

    /// Restores an ID from the numbers that [`Self::to_parts`] returned; `None` for numbers that it
    /// never returns.
    pub fn from_parts(number: u64, start: u64) -> Option<Self> {
        NonZeroU64::new(number).map(|number| Self { number, start })
    }
}

impl fmt::Display for CodeRegionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {:#x}", self.number, self.start)
    }
}

/// A region of registered code.
#[derive(Debug)]
pub(super) struct Region<A: Architecture> {
    pub(super) id: CodeRegionId,
    code: Range<u64>,
    tables: Tables<A>,
    /// Names of its functions, if no file has them.
    _names: Option<GeneratedNames>,
}

impl<A: Architecture> Region<A> {
    /// Returns the same region, with function names for messages as long as it is registered.
    pub(super) fn with_names(self, functions: Vec<GeneratedFunction>) -> Self {
        Self { _names: Some(GeneratedNames::new(functions)), ..self }
    }

    /// Creates a region after checking that the tables describe this code.
    pub(super) fn new(
        number: NonZeroU64,
        code: Range<u64>,
        tables: Tables<A>,
        origin: impl Fn() -> CodeOrigin,
    ) -> Result<Self, RegistryError> {
        if code.is_empty() {
            return Err(RegistryError::EmptyRange { start: code.start, end: code.end });
        }
        let mut last: Option<Range<u64>> = None;
        let mut is_empty = true;
        for table in tables.units().chain(tables.built()).filter(|table| !table.is_empty()) {
            let functions = table.code();
            if functions.start < code.start || functions.end > code.end {
                return Err(RegistryError::OutsideRegion { origin: origin(), code, functions });
            }
            is_empty = false;
        }
        for table in tables.units() {
            let second = table.code();
            if let Some(first) = last.filter(|first| second.start < first.end) {
                return Err(RegistryError::TablesOverlap { origin: origin(), first, second });
            }
            last = Some(second);
        }
        if is_empty {
            return Err(RegistryError::NoCallSites { origin: origin() });
        }
        Ok(Self { id: CodeRegionId { number, start: code.start }, code, tables, _names: None })
    }

    pub(super) fn max_bases(&self) -> usize {
        self.tables
            .units()
            .chain(self.tables.built())
            .map(|table| table.max_bases())
            .max()
            .unwrap_or(0)
    }

    pub(super) fn has_pinned(&self) -> bool {
        self.tables.units().chain(self.tables.built()).any(|table| table.has_pinned())
    }

    /// Looks up the call that returns to `pc`, which lies in this region.
    #[inline]
    pub(super) fn find(&self, pc: u64) -> FoundCode<'_, A> {
        let unit = self.tables.unit_around(pc);
        let found = unit.and_then(|unit| unit.lookup(pc));
        match found.or_else(|| self.tables.built()?.lookup(pc)) {
            Some(site) => FoundCode::Managed(site),
            None => FoundCode::Unknown { function: self.function_containing(pc) },
        }
    }

    pub(super) fn function_containing(&self, pc: u64) -> Option<u64> {
        let unit = self.tables.unit_around(pc);
        let found = unit.and_then(|unit| unit.function_containing(pc));
        found.or_else(|| self.tables.built()?.function_containing(pc))
    }

    pub(super) fn record(&self, pc: u64) -> Option<CallSiteRecord<'_, A>> {
        let found = self.tables.unit_around(pc).and_then(|unit| record_in(unit, pc));
        found.or_else(|| record_in(self.tables.built()?, pc))
    }

    /// Returns the sorted return addresses of the calls whose records have this ID.
    pub(super) fn call_sites_with_id(&self, id: u64) -> Vec<u64> {
        let tables = self.tables.units().chain(self.tables.built());
        let found = tables.flat_map(|table| {
            let has_id = |number| table.record(number).is_some_and(|record| record.id == id);
            table.call_sites().filter(move |(_, site)| has_id(site.number)).map(|(pc, _)| pc)
        });
        let mut found: Vec<_> = found.collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

fn record_in<'t, A: Architecture>(
    table: &CallSiteTable<'t, A>,
    pc: u64,
) -> Option<CallSiteRecord<'t, A>> {
    table.record(table.number_of(pc)?)
}

impl<A: Architecture> Ranged for Region<A> {
    fn range(&self) -> Range<u64> {
        self.code.clone()
    }
}
