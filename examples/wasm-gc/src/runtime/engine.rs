//! Engines: types, modules and thunks that all stores of a process share.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::entry::call_host;
use super::functions::addresses;
use crate::Error;
use crate::cranelift::{CompiledModule, EntryThunk, RuntimeAddresses, Thunks};
use crate::module::Module;
use crate::types::{TypeId, TypeRegistry};

/// What does not belong to one thread: the defined types and the compiled code.
#[derive(Debug)]
pub struct Engine {
    types: RwLock<TypeRegistry>,
    thunks: Mutex<Thunks>,
    runtime: RuntimeAddresses,
}

/// A module and its code.
#[derive(Debug)]
pub struct LoadedModule {
    /// The module.
    pub module: Module,
    pub(super) code: CompiledModule,
    /// The engine, which outlives the code.
    pub(super) engine: Arc<Engine>,
}

impl Engine {
    /// Creates an engine without modules.
    pub fn new() -> Arc<Self> {
        let call_host = call_host as *const () as usize;
        Arc::new(Self {
            types: RwLock::default(),
            thunks: Mutex::new(Thunks::new(call_host)),
            runtime: addresses(),
        })
    }

    /// Validates and compiles a binary module.
    ///
    /// # Errors
    ///
    /// If the module is malformed, invalid, or uses what is not supported.
    pub fn load(self: &Arc<Self>, bytes: Vec<u8>) -> Result<Arc<LoadedModule>, Error> {
        let module = Module::read(bytes, &mut self.types_mut())?;
        let code = CompiledModule::compile(&module, &self.types(), &self.runtime)?;
        Ok(Arc::new(LoadedModule { module, code, engine: Arc::clone(self) }))
    }

    /// Returns the defined types.
    pub fn types(&self) -> RwLockReadGuard<'_, TypeRegistry> {
        // The registry is consistent between any two of its operations.
        self.types.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the defined types, to register more.
    pub fn types_mut(&self) -> RwLockWriteGuard<'_, TypeRegistry> {
        self.types.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn thunks(&self) -> MutexGuard<'_, Thunks> {
        self.thunks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the thunk that calls functions of a type.
    pub(super) fn entry_thunk(&self, id: TypeId) -> Result<EntryThunk, Error> {
        self.thunks().entry(id, &self.types())
    }

    /// Returns the code of functions of the host of a type.
    pub(super) fn exit_thunk(&self, id: TypeId) -> Result<usize, Error> {
        self.thunks().exit(id, &self.types())
    }
}
