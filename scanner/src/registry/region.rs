//! A region of registered code.

use core::fmt;
use core::num::NonZeroU64;
use core::ops::Range;

use super::error::{CodeOrigin, RegistryError};
use super::range_set::Ranged;
use super::tables::Tables;
use crate::arch::Architecture;
use crate::image::generated::{GeneratedFunction, GeneratedNames};
use crate::image::tools::{DebuggerEntry, UnwindSection, register_with_debugger};
use crate::table::{CallSiteRecord, CallSiteTable};
use crate::walk::FoundCode;

/// The ID of a region. IDs are unique in the process and never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CodeRegionId {
    pub(super) number: NonZeroU64,
    /// Start address of the region's code, by which a removal finds the region.
    pub(super) start: u64,
}

impl CodeRegionId {
    /// Returns the ID as two integers, for callers that can store only integers.
    pub fn to_parts(self) -> (u64, u64) {
        (self.number.get(), self.start)
    }

    /// Creates the ID from the integers that [`Self::to_parts`] returned. Returns `None` for
    /// integers that it never returns.
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
    /// Names of the functions of generated code. Dropping this removes them from messages.
    _names: Option<GeneratedNames>,
    /// The entry of generated code in the list of debuggers. Dropping this removes it.
    _debugger: Option<DebuggerEntry>,
}

impl<A: Architecture> Region<A> {
    /// Adds function names, which messages use while the region exists, and makes the code known to
    /// debuggers, if they are enabled.
    pub(super) fn with_names(
        self,
        functions: Vec<GeneratedFunction>,
        unwind: Option<UnwindSection<'_>>,
    ) -> Self {
        let debugger = register_with_debugger(&self.code, unwind, &functions);
        Self { _names: Some(GeneratedNames::new(functions)), _debugger: debugger, ..self }
    }

    /// Creates a region. It is an error if the tables do not describe `code`.
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
        Ok(Self {
            id: CodeRegionId { number, start: code.start },
            code,
            tables,
            _names: None,
            _debugger: None,
        })
    }

    /// Returns the maximum number of base roots per call site.
    pub(super) fn max_bases(&self) -> usize {
        self.tables
            .units()
            .chain(self.tables.built())
            .map(|table| table.max_bases())
            .max()
            .unwrap_or(0)
    }

    /// Returns whether a call site belongs to a `stackmap` or `patchpoint`.
    pub(super) fn has_pinned(&self) -> bool {
        self.tables.units().chain(self.tables.built()).any(|table| table.has_pinned())
    }

    /// Looks up the call that returns to `pc`. The call is in this region.
    #[inline]
    pub(super) fn find(&self, pc: u64) -> FoundCode<'_, A> {
        let unit = self.tables.unit_containing(pc);
        let site = unit.and_then(|unit| unit.lookup(pc));
        match site.or_else(|| self.tables.built()?.lookup(pc)) {
            Some(site) => FoundCode::Managed(site),
            None => FoundCode::Unknown { function: self.function_containing(pc) },
        }
    }

    /// Returns the address of the function that contains the call that returns to `pc`.
    pub(super) fn function_containing(&self, pc: u64) -> Option<u64> {
        let unit = self.tables.unit_containing(pc);
        let function = unit.and_then(|unit| unit.function_containing(pc));
        function.or_else(|| self.tables.built()?.function_containing(pc))
    }

    /// Returns the record of the call that returns to `pc`.
    pub(super) fn record(&self, pc: u64) -> Option<CallSiteRecord<'_, A>> {
        let record = self.tables.unit_containing(pc).and_then(|unit| record_in(unit, pc));
        record.or_else(|| record_in(self.tables.built()?, pc))
    }

    /// Returns the return addresses of the calls whose records have this ID, in ascending order.
    pub(super) fn call_sites_with_id(&self, id: u64) -> Vec<u64> {
        let tables = self.tables.units().chain(self.tables.built());
        let return_addresses = tables.flat_map(|table| {
            let has_id = |number| table.record(number).is_some_and(|record| record.id == id);
            table.call_sites().filter(move |(_, site)| has_id(site.number)).map(|(pc, _)| pc)
        });
        let mut return_addresses: Vec<_> = return_addresses.collect();
        return_addresses.sort_unstable();
        return_addresses.dedup();
        return_addresses
    }
}

/// Returns the record in `table` of the call that returns to `pc`.
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
