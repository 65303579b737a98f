//! The functions of a code region, at their final addresses, and their registration.

use core::ops::Range;

use cranelift_codegen::gimli::LittleEndian;
use cranelift_codegen::gimli::write::{EhFrame, EndianVec, FrameTable};
use statepoint_scanner::arch::Architecture;
use statepoint_scanner::cranelift::CraneliftFunction;

use statepoint_scanner::registry::{
    CodeRegionId, CodeRegistry, GeneratedFunction, JitRegion, JitTable, RegistryError,
};

use crate::tables::FunctionTables;

/// Collects the functions of a region.
#[derive(Debug, Default)]
pub struct RegionTables {
    frames: FrameTable,
    functions: Vec<CraneliftFunction>,
    names: Vec<GeneratedFunction>,
}

/// The tables of a region whose functions are placed.
#[derive(Clone, Debug)]
pub struct PlacedRegion {
    functions: Vec<CraneliftFunction>,
    names: Vec<GeneratedFunction>,
    eh_frame: Vec<u8>,
}

/// Error returned when the unwind information of a region cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("the unwind information of the region at {start:#x} cannot be written: {source}")]
pub struct RegionError {
    /// Lowest address of a function.
    pub start: u64,
    /// The writer's error.
    pub source: cranelift_codegen::gimli::write::Error,
}

impl RegionTables {
    /// Creates an empty region.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a function whose code is at `address`.
    pub fn add(&mut self, address: u64, tables: &FunctionTables) {
        let (cie, fde) = tables.unwind_entries(address);
        let cie = self.frames.add_cie(cie);
        self.frames.add_fde(cie, fde);
        let function = tables.place(address);
        let end = address.saturating_add(function.code_size.into());
        self.names.push(GeneratedFunction { code: address..end, name: tables.name().to_owned() });
        self.functions.push(function);
    }

    /// Returns the tables of the region.
    ///
    /// # Errors
    ///
    /// If the unwind information cannot be written.
    pub fn finish(self) -> Result<PlacedRegion, RegionError> {
        let Self { frames, functions, names } = self;
        let mut eh_frame = EhFrame(EndianVec::new(LittleEndian));
        frames.write_eh_frame(&mut eh_frame).map_err(|source| {
            let start = functions.iter().map(|function| function.address).min();
            RegionError { start: start.unwrap_or_default(), source }
        })?;
        let mut eh_frame = eh_frame.0.into_vec();
        // The end of the section, as the unwinder of exceptions expects it.
        eh_frame.extend([0; 4]);
        Ok(PlacedRegion { functions, names, eh_frame })
    }
}

impl PlacedRegion {
    /// Returns the functions.
    pub fn functions(&self) -> &[CraneliftFunction] {
        &self.functions
    }

    /// Returns the unwind information: an `.eh_frame` section with absolute addresses and the
    /// zero word that ends it.
    pub fn eh_frame(&self) -> &[u8] {
        &self.eh_frame
    }

    /// Returns the address range from the first function to the end of the last one.
    pub fn code(&self) -> Range<u64> {
        let start = self.names.iter().map(|function| function.code.start).min();
        let end = self.names.iter().map(|function| function.code.end).max();
        start.unwrap_or_default()..end.unwrap_or_default()
    }

    /// Registers the functions: call this before a thread executes them. `code` contains all
    /// functions and no code of another region; [`Self::code`] if nothing else is in between. The
    /// registry copies what it needs.
    ///
    /// # Errors
    ///
    /// If the tables are invalid, no function has a call, a function is outside `code`, or another
    /// region overlaps it.
    ///
    /// # Safety
    ///
    /// The functions were compiled as their tables say, are at these addresses, and stay there
    /// until the region is [removed](CodeRegistry::remove) or the registry dropped. All their
    /// references were declared ([`declare_reference`](crate::declare_reference)).
    pub unsafe fn register<A: Architecture>(
        &self,
        registry: &CodeRegistry<A>,
        code: Range<u64>,
    ) -> Result<CodeRegionId, RegistryError> {
        let table = JitTable::Cranelift {
            functions: &self.functions,
            eh_frame: &self.eh_frame,
            eh_frame_address: 0,
        };
        let region = JitRegion { code, table };
        // SAFETY: the caller upholds the contract.
        unsafe { registry.register_jit_with_names(region, self.names.clone()) }
    }
}
