//! Thunks between native code and compiled code, one pair for each function type.
//!
//! Values pass in an array of 8-byte slots: the arguments before the call, the results after it.

use std::collections::HashMap;

use cranelift_codegen::ir::{
    self, AbiParam, InstBuilder, MemFlagsData, StackSlotData, StackSlotKind, Value, types,
};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::JITModule;
use cranelift_module::{FuncId, Module as _, ModuleError};

use super::compile::new_jit;
use super::signature::{machine_type, wasm_signature};
use crate::Error;
use crate::code::{MachineType, Signature};
use crate::types::{TypeId, TypeRegistry};

/// Calls compiled code: context, address of the code, slots.
pub type EntryThunk = unsafe extern "C" fn(*mut u64, usize, *mut u64);

/// The thunks for a function type.
#[derive(Clone, Copy, Debug)]
struct Pair {
    entry: usize,
    exit: usize,
}

/// All thunks of an engine.
pub struct Thunks {
    /// The address of `extern "C" fn(context, slots)`, which calls the function of the host to
    /// which the context belongs.
    call_host: usize,
    pairs: HashMap<TypeId, (Pair, Option<JITModule>)>,
}

impl std::fmt::Debug for Thunks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Thunks").field("types", &self.pairs.keys()).finish()
    }
}

impl Drop for Thunks {
    fn drop(&mut self) {
        for (_, jit) in self.pairs.values_mut() {
            if let Some(jit) = jit.take() {
                // SAFETY: the engine, which holds the thunks, outlives all code that calls them.
                unsafe { jit.free_memory() };
            }
        }
    }
}

impl Thunks {
    /// Creates an empty table. `call_host` is the address of an
    /// `extern "C" fn(context, slots)` that calls a function of the host.
    pub fn new(call_host: usize) -> Self {
        Self { call_host, pairs: HashMap::new() }
    }

    /// Returns the thunk through which native code calls functions of a type.
    ///
    /// # Errors
    ///
    /// If it cannot be compiled.
    pub fn entry(&mut self, id: TypeId, registry: &TypeRegistry) -> Result<EntryThunk, Error> {
        let address = self.pair(id, registry)?.entry;
        // SAFETY: the code at this address was compiled with this signature.
        Ok(unsafe { std::mem::transmute::<usize, EntryThunk>(address) })
    }

    /// Returns the address of the code by which a function of the host of a type is called.
    ///
    /// # Errors
    ///
    /// If it cannot be compiled.
    pub fn exit(&mut self, id: TypeId, registry: &TypeRegistry) -> Result<usize, Error> {
        Ok(self.pair(id, registry)?.exit)
    }

    fn pair(&mut self, id: TypeId, registry: &TypeRegistry) -> Result<Pair, Error> {
        if let Some((pair, _)) = self.pairs.get(&id) {
            return Ok(*pair);
        }
        let signature = Signature::of(registry.function(id), registry);
        let mut jit = new_jit(1 << 16)?;
        let entry = compile_entry(&mut jit, &signature)?;
        let exit = compile_exit(&mut jit, &signature, self.call_host)?;
        jit.finalize_definitions().map_err(|error| failed(&error))?;
        let pair = Pair {
            entry: jit.get_finalized_function(entry) as usize,
            exit: jit.get_finalized_function(exit) as usize,
        };
        self.pairs.insert(id, (pair, Some(jit)));
        Ok(pair)
    }
}

fn load(builder: &mut FunctionBuilder<'_>, ty: MachineType, slots: Value, index: usize) -> Value {
    let flags = MemFlagsData::trusted();
    builder.ins().load(machine_type(ty), flags, slots, 8 * index as i32)
}

fn store(builder: &mut FunctionBuilder<'_>, value: Value, slots: Value, index: usize) {
    builder.ins().store(MemFlagsData::trusted(), value, slots, 8 * index as i32);
}

fn failed(error: &ModuleError) -> Error {
    Error::Resources(format!("a thunk: {error:?}"))
}

/// Compiles a function in a new context.
fn define(
    jit: &mut JITModule,
    signature: ir::Signature,
    body: impl FnOnce(&mut FunctionBuilder<'_>, &[Value]),
) -> Result<FuncId, Error> {
    let id = jit.declare_anonymous_function(&signature).map_err(|error| failed(&error))?;
    let mut context = jit.make_context();
    context.func.signature = signature;
    let mut allocations = FunctionBuilderContext::new();
    let mut builder = FunctionBuilder::new(&mut context.func, &mut allocations);
    let entry = builder.create_block();
    builder.append_block_params_for_function_params(entry);
    builder.switch_to_block(entry);
    builder.seal_block(entry);
    let parameters = builder.block_params(entry).to_vec();
    body(&mut builder, &parameters);
    builder.finalize(jit.target_config());
    jit.define_function(id, &mut context).map_err(|error| failed(&error))?;
    Ok(id)
}

/// Native code to compiled code.
fn compile_entry(jit: &mut JITModule, signature: &Signature) -> Result<FuncId, Error> {
    let mut native = ir::Signature::new(jit.isa().default_call_conv());
    native.params.extend([AbiParam::new(types::I64); 3]);
    define(jit, native, |builder, parameters| {
        let [context, code, slots] = *parameters else { unreachable!("a thunk has 3 parameters") };
        let mut arguments = vec![context];
        for (index, &ty) in signature.parameters.iter().enumerate() {
            arguments.push(load(builder, ty, slots, index));
        }
        let callee = builder.import_signature(wasm_signature(signature));
        let call = builder.ins().call_indirect(callee, code, &arguments);
        for (index, value) in builder.inst_results(call).to_vec().into_iter().enumerate() {
            store(builder, value, slots, index);
        }
        builder.ins().return_(&[]);
    })
}

/// Compiled code to the function of the host to which the context belongs.
fn compile_exit(
    jit: &mut JITModule,
    signature: &Signature,
    call_host: usize,
) -> Result<FuncId, Error> {
    let mut native = ir::Signature::new(jit.isa().default_call_conv());
    native.params.extend([AbiParam::new(types::I64); 2]);
    define(jit, wasm_signature(signature), |builder, parameters| {
        let count = signature.parameters.len().max(signature.results.len()).max(1);
        let slot = builder.create_sized_stack_slot(StackSlotData::new(
            StackSlotKind::ExplicitSlot,
            8 * count as u32,
            3,
        ));
        let slots = builder.ins().stack_addr(types::I64, slot, 0);
        for (index, &value) in parameters[1..].iter().enumerate() {
            store(builder, value, slots, index);
        }
        let callee = builder.import_signature(native);
        let code = builder.ins().iconst(types::I64, call_host as i64);
        builder.ins().call_indirect(callee, code, &[parameters[0], slots]);
        let results: Vec<_> = signature
            .results
            .iter()
            .enumerate()
            .map(|(index, &ty)| load(builder, ty, slots, index))
            .collect();
        builder.ins().return_(&results);
    })
}
