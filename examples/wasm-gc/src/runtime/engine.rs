//! Engines: types, modules and thunks that all stores of a process share.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use statepoint_gc::{CodeRegistry, Heap, HeapBuilder};

use super::code_generator::{CodeGenerator, CompiledCode};
use super::entry::{call_host, no_slots};
use super::functions::addresses;
use crate::Error;
use crate::code::{RuntimeAddresses, Signature};
use crate::cranelift::{CellFunctions, EntryThunk, HostCalls, Thunks};
use crate::llvm::write_module;
use crate::module::Module;
use crate::types::{TypeId, TypeRegistry, layout};

/// What does not belong to one thread: the heap, the defined types and the compiled code.
///
/// No lock of an engine is held during a call of the collector that may wait for other threads.
/// Compiled code takes no lock: it reads the descriptors of types, which are published so that it
/// may ([`descriptor`](crate::types::descriptor)).
#[derive(Debug)]
pub struct Engine {
    types: RwLock<TypeRegistry>,
    /// How many types are registered with the heap. Locked while more are registered.
    types_of_heap: Mutex<usize>,
    thunks: Mutex<Thunks>,
    generator: CodeGenerator,
    runtime: RuntimeAddresses,
    cells: CellFunctions,
    heap: Heap,
}

/// A module and its code.
#[derive(Debug)]
pub struct LoadedModule {
    /// The module.
    pub module: Module,
    pub(super) code: CompiledCode,
    /// The engine, which outlives the code.
    pub(super) engine: Arc<Engine>,
}

impl Engine {
    /// Creates an engine without modules. Its heap has the default settings and those of the
    /// environment.
    ///
    /// # Errors
    ///
    /// If the environment has an invalid setting, or the system has no memory for the heap.
    pub fn new() -> Result<Arc<Self>, Error> {
        Self::with_heap(Heap::builder())
    }

    /// Creates an engine whose heap has these settings. They have no types and no code. Allocations
    /// that find no memory fail: they are traps of the program.
    ///
    /// # Errors
    ///
    /// As for [`Self::new`].
    pub fn with_heap(heap: HeapBuilder) -> Result<Arc<Self>, Error> {
        Self::with_generator(heap, CodeGenerator::default())
    }

    /// Creates an engine whose heap has these settings, and whose modules this code generator
    /// compiles. The settings have no types, no code and no callback for a full heap.
    ///
    /// # Errors
    ///
    /// As for [`Self::new`].
    pub fn with_generator(heap: HeapBuilder, generator: CodeGenerator) -> Result<Arc<Self>, Error> {
        let code = Arc::new(CodeRegistry::new());
        let heap = heap.fallible_allocation().code(Arc::clone(&code)).build();
        let heap = heap.map_err(|error| Error::Resources(error.to_string()))?;
        let host = HostCalls {
            call: call_host as *const () as usize,
            no_slots: no_slots as *const () as usize,
        };
        Ok(Arc::new(Self {
            types: RwLock::new(TypeRegistry::new()?),
            types_of_heap: Mutex::new(0),
            cells: CellFunctions::compile(&code)?,
            thunks: Mutex::new(Thunks::new(host, code, generator.convention())),
            generator,
            runtime: addresses(),
            heap,
        }))
    }

    /// Returns the heap that has all objects of the programs.
    pub fn heap(&self) -> &Heap {
        &self.heap
    }

    /// Returns the managed functions that access cells.
    pub(super) fn cell_functions(&self) -> &CellFunctions {
        &self.cells
    }

    /// Registers with the heap the types that are not registered yet.
    fn register_types(&self) -> Result<(), Error> {
        let mut known = self.types_of_heap.lock().unwrap_or_else(PoisonError::into_inner);
        let layouts: Vec<_> = {
            let types = self.types();
            types.ids_from(*known).map(|id| (id, layout::type_layout(id, &types))).collect()
        };
        for (id, layout) in layouts {
            let registered = self.heap.register_type(id.of_collector(), layout);
            registered.map_err(|error| Error::Resources(error.to_string()))?;
            *known += 1;
        }
        Ok(())
    }

    /// Validates and compiles a binary module.
    ///
    /// # Errors
    ///
    /// If the module is malformed, invalid, or uses what is not supported.
    pub fn load(self: &Arc<Self>, bytes: Vec<u8>) -> Result<Arc<LoadedModule>, Error> {
        self.load_checked(bytes, |_| Ok(()))
    }

    /// Validates a binary module, and compiles it if `check` accepts it, as for its imports.
    ///
    /// # Errors
    ///
    /// Those of [`Self::load`] and of `check`.
    pub fn load_checked(
        self: &Arc<Self>,
        bytes: Vec<u8>,
        check: impl FnOnce(&Module) -> Result<(), Error>,
    ) -> Result<Arc<LoadedModule>, Error> {
        let module = Module::read(bytes, &mut self.types_mut())?;
        check(&module)?;
        self.register_types()?;
        let registry = self.heap.code();
        let (generator, types) = (&self.generator, || self.types());
        let code = CompiledCode::compile(generator, &module, types, &self.runtime, registry)?;
        Ok(Arc::new(LoadedModule { module, code, engine: Arc::clone(self) }))
    }

    /// Validates a binary module and returns the IR that the code generator LLVM compiles.
    ///
    /// # Errors
    ///
    /// If the module is malformed, invalid, or uses what is not supported.
    pub fn llvm_ir(&self, bytes: Vec<u8>) -> Result<String, Error> {
        let module = Module::read(bytes, &mut self.types_mut())?;
        write_module(&module, &self.types())
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

    fn signature(&self, id: TypeId) -> Signature {
        let types = self.types();
        Signature::of(types.function(id), &types)
    }

    /// Returns the thunk that calls functions of a type.
    pub(super) fn entry_thunk(&self, id: TypeId) -> Result<EntryThunk, Error> {
        let signature = self.signature(id);
        self.thunks().entry(id, &signature)
    }

    /// Returns the code of functions of the host of a type.
    pub(super) fn exit_thunk(&self, id: TypeId) -> Result<usize, Error> {
        let signature = self.signature(id);
        self.thunks().exit(id, &signature)
    }
}
