//! Compiles all functions of a module into executable memory.

use std::sync::{Mutex, PoisonError};

use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{ArenaMemoryProvider, JITBuilder, JITModule};
use cranelift_module::{FuncId, Module as _, ModuleError, default_libcall_names};

use super::function::CraneliftBuilder;
use super::signature::{RuntimeAddresses, wasm_signature};
use crate::Error;
use crate::code::Signature;
use crate::module::Module;
use crate::translate::translate_function;
use crate::types::TypeRegistry;

/// Bytes of executable memory that are reserved for each byte of a module, and for a module
/// without code. Reserved memory costs address space only.
const CODE_PER_BYTE: usize = 256;
const CODE_AT_LEAST: usize = 1 << 20;

/// The compiled functions of a module. The code depends on no instance.
pub struct CompiledModule {
    /// Owns the code. The lock only makes the module `Sync`: nothing uses it but `drop`.
    jit: Mutex<Option<JITModule>>,
    /// The addresses of the module's own functions.
    functions: Vec<usize>,
}

impl std::fmt::Debug for CompiledModule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CompiledModule").field("functions", &self.functions).finish()
    }
}

impl Drop for CompiledModule {
    fn drop(&mut self) {
        let jit = self.jit.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(jit) = jit.take() {
            // SAFETY: whoever executes or refers to the code holds the compiled module.
            unsafe { jit.free_memory() };
        }
    }
}

impl CompiledModule {
    /// Compiles a module.
    ///
    /// # Errors
    ///
    /// If a function uses what is not supported, if Cranelift rejects it, or if the system has no
    /// memory for the code.
    pub fn compile(
        module: &Module,
        registry: &TypeRegistry,
        runtime: &RuntimeAddresses,
    ) -> Result<Self, Error> {
        let bytes: usize = module.bodies.iter().map(std::ops::Range::len).sum();
        let mut jit = new_jit(CODE_AT_LEAST + bytes * CODE_PER_BYTE)?;
        let first = module.imported_functions as u32;
        let signatures: Vec<_> = module.functions[module.imported_functions..]
            .iter()
            .map(|&id| Signature::of(registry.function(id), registry))
            .collect();
        let mut ids = Vec::new();
        for (index, signature) in signatures.iter().enumerate() {
            let declared = jit.declare_anonymous_function(&wasm_signature(signature));
            ids.push(declared.map_err(|error| rejected(first + index as u32, &error))?);
        }
        let mut context = jit.make_context();
        let mut allocations = FunctionBuilderContext::new();
        for (index, signature) in signatures.iter().enumerate() {
            let function = first + index as u32;
            context.func.signature = wasm_signature(signature);
            let builder = FunctionBuilder::new(&mut context.func, &mut allocations);
            let config = jit.target_config();
            let mut builder =
                CraneliftBuilder::new(builder, &mut jit, &ids, first, runtime, signature);
            translate_function(module, registry, function, &mut builder)?;
            builder.function.finalize(config);
            jit.define_function(ids[index], &mut context)
                .map_err(|error| rejected(function, &error))?;
            jit.clear_context(&mut context);
        }
        jit.finalize_definitions().map_err(|error| Error::Resources(error.to_string()))?;
        let functions =
            ids.iter().map(|&id: &FuncId| jit.get_finalized_function(id) as usize).collect();
        Ok(Self { jit: Mutex::new(Some(jit)), functions })
    }

    /// Returns the address of the code of one of the module's own functions, by its index among
    /// them.
    pub fn function(&self, index: usize) -> usize {
        self.functions[index]
    }
}

fn rejected(function: u32, error: &ModuleError) -> Error {
    Error::Compile { function, message: format!("{error:?}") }
}

/// Creates an empty module for code of at most this size, for the processor that runs.
pub(super) fn new_jit(code_bytes: usize) -> Result<JITModule, Error> {
    let mut flags = settings::builder();
    // Tail calls need frame pointers. The code is at its final address, near its callees.
    for (name, value) in [
        ("opt_level", "speed"),
        ("preserve_frame_pointers", "true"),
        ("is_pic", "false"),
        ("use_colocated_libcalls", "false"),
        ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
    ] {
        flags.set(name, value).map_err(|error| Error::Resources(error.to_string()))?;
    }
    let isa = cranelift_native::builder()
        .map_err(|message| Error::Resources(format!("this processor: {message}")))?;
    let isa = isa
        .finish(settings::Flags::new(flags))
        .map_err(|error| Error::Resources(error.to_string()))?;
    let mut builder = JITBuilder::with_isa(isa, default_libcall_names());
    let memory = ArenaMemoryProvider::new_with_size(code_bytes)
        .map_err(|error| Error::Resources(format!("no memory for code: {error}")))?;
    builder.memory_provider(Box::new(memory));
    Ok(JITModule::new(builder))
}
