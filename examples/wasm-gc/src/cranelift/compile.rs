//! Compiles all functions of a module into executable memory.

use std::sync::Arc;

use cranelift_codegen::Context;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{ArenaMemoryProvider, JITBuilder, JITModule};
use cranelift_module::{FuncId, Module as _, ModuleError, default_libcall_names};

use statepoint_cranelift::FunctionTables;
use statepoint_gc::CodeRegistry;

use super::function::CraneliftBuilder;
use super::registered_code::RegisteredCode;
use super::signature::{Convention, wasm_signature};
use crate::Error;
use crate::code::{RuntimeAddresses, Signature};
use crate::module::Module;
use crate::translate::translate_function;
use crate::types::TypeRegistry;

/// Bytes of executable memory that are reserved for each byte of a module, and for a module
/// without code. Reserved memory costs address space only.
const CODE_PER_BYTE: usize = 256;
const CODE_AT_LEAST: usize = 1 << 20;

/// The compiled functions of a module. The code depends on no instance.
pub struct CompiledModule {
    /// Keeps the code.
    _code: RegisteredCode,
    /// The addresses of the module's own functions.
    functions: Vec<usize>,
}

/// A compiled module whose code is not executable yet. Registration may wait for a collection, so
/// it is a step of its own, before which locks are released.
pub struct UnregisteredModule {
    jit: JITModule,
    tables: Vec<(FuncId, FunctionTables)>,
}

impl std::fmt::Debug for UnregisteredModule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("UnregisteredModule").field("tables", &self.tables).finish_non_exhaustive()
    }
}

impl UnregisteredModule {
    /// Makes the code executable and registers it.
    ///
    /// # Errors
    ///
    /// If the system has no memory, or the tables are refused.
    pub fn register(self, registry: &Arc<CodeRegistry>) -> Result<CompiledModule, Error> {
        let code = RegisteredCode::new(self.jit, &self.tables, registry)?;
        let functions = self.tables.iter().map(|(id, _)| code.function(*id)).collect();
        Ok(CompiledModule { _code: code, functions })
    }
}

impl std::fmt::Debug for CompiledModule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CompiledModule").field("functions", &self.functions).finish()
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
    ) -> Result<UnregisteredModule, Error> {
        let bytes: usize = module.bodies.iter().map(std::ops::Range::len).sum();
        let mut jit = new_jit(CODE_AT_LEAST + bytes * CODE_PER_BYTE)?;
        let first = module.imported_functions as u32;
        let signatures: Vec<_> = module.functions[module.imported_functions..]
            .iter()
            .map(|&id| Signature::of(registry.function(id), registry))
            .collect();
        let (mut ids, mut tables) = (Vec::new(), Vec::new());
        for (index, signature) in signatures.iter().enumerate() {
            let declared =
                jit.declare_anonymous_function(&wasm_signature(signature, Convention::Tail));
            ids.push(declared.map_err(|error| rejected(first + index as u32, &error))?);
        }
        let mut context = jit.make_context();
        let mut allocations = FunctionBuilderContext::new();
        for (index, signature) in signatures.iter().enumerate() {
            let function = first + index as u32;
            context.func.signature = wasm_signature(signature, Convention::Tail);
            let builder = FunctionBuilder::new(&mut context.func, &mut allocations);
            let config = jit.target_config();
            let mut builder =
                CraneliftBuilder::new(builder, &mut jit, &ids, first, runtime, signature);
            translate_function(module, registry, function, &mut builder)?;
            builder.function.finalize(config);
            jit.define_function(ids[index], &mut context)
                .map_err(|error| rejected(function, &error))?;
            let name = match module.names.get(&function) {
                Some(name) => name.clone(),
                None => format!("function {function}"),
            };
            tables.push((ids[index], function_tables(&jit, &context, name)?));
            jit.clear_context(&mut context);
        }
        Ok(UnregisteredModule { jit, tables })
    }

    /// Returns the address of the code of one of the module's own functions, by its index among
    /// them.
    pub fn function(&self, index: usize) -> usize {
        self.functions[index]
    }
}

/// Returns the call sites of the function that was just defined.
pub(super) fn function_tables(
    jit: &JITModule,
    context: &Context,
    name: String,
) -> Result<FunctionTables, Error> {
    let compiled = context.compiled_code().expect("the function was just compiled");
    FunctionTables::new(jit.isa(), compiled, name)
        .map_err(|error| Error::Resources(error.to_string()))
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
        // Results that do not fit into registers are stored in the frame of the caller.
        ("enable_multi_ret_implicit_sret", "true"),
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
