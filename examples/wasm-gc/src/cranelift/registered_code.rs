//! Executable code that the collector knows.

use std::sync::{Arc, Mutex, PoisonError};

use cranelift_jit::JITModule;
use cranelift_module::FuncId;
use statepoint_cranelift::{FunctionTables, RegionTables};
use statepoint_gc::CodeRegistry;
use statepoint_gc::code::CodeRegionId;

use crate::Error;

/// The functions of a JIT module, registered as one region of code until this is dropped.
pub(super) struct RegisteredCode {
    /// Owns the code. The lock makes this `Sync`.
    jit: Mutex<Option<JITModule>>,
    registry: Arc<CodeRegistry>,
    /// `None` if no function has a call.
    region: Option<CodeRegionId>,
}

impl RegisteredCode {
    /// Makes the code executable and registers it. The tables are those of all functions that have
    /// calls.
    ///
    /// # Errors
    ///
    /// If the system has no memory, or the tables are refused.
    pub(super) fn new(
        mut jit: JITModule,
        tables: &[(FuncId, FunctionTables)],
        registry: &Arc<CodeRegistry>,
    ) -> Result<Self, Error> {
        let failed = |error: &dyn std::fmt::Display| Error::Resources(error.to_string());
        jit.finalize_definitions().map_err(|error| failed(&error))?;
        let mut region = RegionTables::new();
        for (id, tables) in tables {
            let address = jit.get_finalized_function(*id).expose_provenance();
            region.add(address as u64, tables);
        }
        let has_calls = tables.iter().any(|(_, tables)| !tables.call_sites().is_empty());
        let registry = Arc::clone(registry);
        let mut code = Self { jit: Mutex::new(Some(jit)), registry, region: None };
        if has_calls {
            let region = region.finish().map_err(|error| failed(&error))?;
            // SAFETY: the tables are those of the code, whose references are declared, and the
            // region is removed before the code is freed.
            let id = unsafe { region.register(&code.registry, region.code()) };
            code.region = Some(id.map_err(|error| failed(&error))?);
        }
        Ok(code)
    }

    /// Returns the address of a function.
    pub(super) fn function(&self, id: FuncId) -> usize {
        let jit = self.jit.lock().unwrap_or_else(PoisonError::into_inner);
        let jit = jit.as_ref().expect("the code is freed only when this is dropped");
        jit.get_finalized_function(id).expose_provenance()
    }
}

impl Drop for RegisteredCode {
    fn drop(&mut self) {
        if let Some(region) = self.region.take() {
            // SAFETY: whoever executes or refers to the code holds its owner.
            let removed = unsafe { self.registry.remove(region) };
            removed.expect("the region is registered, and this thread holds no snapshot");
        }
        let jit = self.jit.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(jit) = jit.take() {
            // SAFETY: as above.
            unsafe { jit.free_memory() };
        }
    }
}
