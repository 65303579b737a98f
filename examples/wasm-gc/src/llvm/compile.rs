//! Compiles all functions of a module into a shared library, and loads it.

use std::sync::Arc;

use statepoint_gc::CodeRegistry;

use super::error::LlvmError;
use super::library::Library;
use super::module::write_module;
use super::tools::Tools;
use crate::Error;
use crate::code::RuntimeAddresses;
use crate::module::Module;
use crate::types::TypeRegistry;

/// The compiled functions of a module. The code depends on no instance.
pub struct CompiledModule {
    /// Owns the code. A module without functions has none.
    library: Option<Library>,
}

impl std::fmt::Debug for CompiledModule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CompiledModule").finish_non_exhaustive()
    }
}

/// The IR of a module. The types are not needed any more.
#[derive(Debug)]
pub struct UncompiledModule(Option<String>);

impl UncompiledModule {
    /// Compiles, loads and registers the module. Registration may wait for a collection, so no
    /// lock is held. The collector's context is that of the calling thread.
    ///
    /// # Errors
    ///
    /// If a tool is missing or fails, the library cannot be loaded, or its stack map is refused.
    pub fn compile(
        self,
        tools: &Tools,
        runtime: &RuntimeAddresses,
        registry: &Arc<CodeRegistry>,
        thread_context: u64,
    ) -> Result<CompiledModule, Error> {
        let Some(ir) = self.0 else { return Ok(CompiledModule { library: None }) };
        let folder = tempfile::Builder::new().prefix("wasm-gc.").tempdir();
        let folder =
            folder.map_err(|source| LlvmError::File { path: std::env::temp_dir(), source })?;
        let path = tools.library(&ir, folder.path())?;
        let library = Some(Library::load(&path, runtime, registry, thread_context)?);
        Ok(CompiledModule { library })
    }
}

impl CompiledModule {
    /// Translates a module.
    ///
    /// # Errors
    ///
    /// If a function uses what is not supported.
    pub fn translate(module: &Module, registry: &TypeRegistry) -> Result<UncompiledModule, Error> {
        if module.bodies.is_empty() {
            return Ok(UncompiledModule(None));
        }
        Ok(UncompiledModule(Some(write_module(module, registry)?)))
    }

    /// Returns the address of the code of one of the module's own functions, by its index among
    /// them.
    ///
    /// # Panics
    ///
    /// If the module has no functions.
    pub fn function(&self, index: usize) -> usize {
        self.library.as_ref().expect("the module has functions").function(index)
    }

    /// Checks that the calling thread, whose context of the collector is given, can run the code.
    ///
    /// # Errors
    ///
    /// If the thread's variables of the collector are where the code does not find them.
    pub fn check_thread(&self, thread_context: u64) -> Result<(), LlvmError> {
        match &self.library {
            Some(library) => library.check_thread(thread_context),
            None => Ok(()),
        }
    }
}
