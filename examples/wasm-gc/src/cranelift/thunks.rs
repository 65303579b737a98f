//! Thunks between native code and compiled code: two for each function type.
//!
//! Values pass in two arrays of 8-byte slots: the arguments before the call, the results after it.
//! References into the heap are in one, which is a root range, and everything else in the other. An
//! entry thunk is called by the collector's interface. An exit thunk calls the host with a
//! transition, so that the host may call compiled code, allocate and collect.

use std::collections::HashMap;
use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    self, AbiParam, InstBuilder, MemFlagsData, StackSlotData, StackSlotKind, Value, types,
};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::JITModule;
use cranelift_module::{FuncId, Module as _, ModuleError};
use statepoint_cranelift::{ByAddress, Emitter, FunctionTables, declare_reference};
use statepoint_gc::CodeRegistry;

use super::compile::{function_tables, new_jit};
use super::parameters::{load_parameters, store_arguments};
use super::registered_code::RegisteredCode;
use super::signature::{Convention, machine_type, wasm_signature};
use crate::Error;
use crate::code::parameters::further_results;
use crate::code::{HEAP_REFERENCE, MachineType, Signature, layout};
use crate::types::TypeId;

/// A managed function of four words: context, address of the code, slots of numbers, slots of
/// references. It calls compiled code.
#[derive(Clone, Copy, Debug)]
pub struct EntryThunk(usize);

impl EntryThunk {
    /// Returns the address of the function.
    pub fn address(self) -> *const c_void {
        ptr::with_exposed_provenance(self.0)
    }
}

/// The native functions that exit thunks call.
#[derive(Clone, Copy, Debug)]
pub struct HostCalls {
    /// The address of `extern "C" fn(context, numbers, references)`, which calls the function of
    /// the host to which the context belongs. It is called with a transition.
    pub call: usize,
    /// The address of `extern "C" fn(context)`, which traps because there are too few slots for
    /// references. It is called without a transition.
    pub no_slots: usize,
}

/// What thunks call, and are called as.
#[derive(Clone, Copy)]
struct WasmSignature<'s> {
    signature: &'s Signature,
    convention: Convention,
}

/// A compiled thunk.
struct Thunk {
    address: usize,
    /// Keeps the code.
    _code: RegisteredCode,
}

/// All thunks of an engine.
pub struct Thunks {
    host: HostCalls,
    code: Arc<CodeRegistry>,
    convention: Convention,
    /// The entry and the exit thunks, which are compiled when they are first needed: a start-up
    /// compiles those of the host's functions and of the function that is called.
    entries: HashMap<TypeId, Thunk>,
    exits: HashMap<TypeId, Thunk>,
}

impl std::fmt::Debug for Thunks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Thunks")
            .field("entries", &self.entries.keys())
            .field("exits", &self.exits.keys())
            .finish_non_exhaustive()
    }
}

impl Thunks {
    /// Creates an empty table for functions with this convention. Its code is registered in `code`.
    pub fn new(host: HostCalls, code: Arc<CodeRegistry>, convention: Convention) -> Self {
        Self { host, code, convention, entries: HashMap::new(), exits: HashMap::new() }
    }

    /// Returns the thunk through which native code calls functions of a type.
    ///
    /// # Errors
    ///
    /// If it cannot be compiled.
    pub fn entry(&mut self, id: TypeId, signature: &Signature) -> Result<EntryThunk, Error> {
        let wasm = WasmSignature { signature, convention: self.convention };
        let (code, entries) = (&self.code, &mut self.entries);
        thunk(entries, id, code, |jit| compile_entry(jit, wasm)).map(EntryThunk)
    }

    /// Returns the address of the code by which a function of the host of a type is called.
    ///
    /// # Errors
    ///
    /// If it cannot be compiled.
    pub fn exit(&mut self, id: TypeId, signature: &Signature) -> Result<usize, Error> {
        let wasm = WasmSignature { signature, convention: self.convention };
        let (host, code, exits) = (self.host, &self.code, &mut self.exits);
        thunk(exits, id, code, |jit| compile_exit(jit, wasm, host))
    }
}

/// Returns the address of the thunk for a type, which is compiled if there is none.
fn thunk(
    thunks: &mut HashMap<TypeId, Thunk>,
    id: TypeId,
    registry: &Arc<CodeRegistry>,
    compile: impl FnOnce(&mut JITModule) -> Result<(FuncId, FunctionTables), Error>,
) -> Result<usize, Error> {
    if let Some(thunk) = thunks.get(&id) {
        return Ok(thunk.address);
    }
    let mut jit = new_jit(1 << 16)?;
    let compiled = [compile(&mut jit)?];
    let code = RegisteredCode::new(jit, &compiled, registry)?;
    let address = code.function(compiled[0].0);
    thunks.insert(id, Thunk { address, _code: code });
    Ok(address)
}

/// The two arrays of slots.
#[derive(Clone, Copy)]
struct Slots {
    numbers: Value,
    references: Value,
}

/// Returns, for each value, whether it is a reference into the heap, and the offset of its slot.
fn places(types: &[MachineType]) -> Vec<(MachineType, i32)> {
    let mut next = [0; 2];
    let place = |&ty: &MachineType| {
        let next = &mut next[usize::from(ty == HEAP_REFERENCE)];
        *next += 8;
        (ty, *next - 8)
    };
    types.iter().map(place).collect()
}

/// Returns how many values are references into the heap.
fn references(types: &[MachineType]) -> usize {
    types.iter().filter(|&&ty| ty == HEAP_REFERENCE).count()
}

impl Slots {
    fn load(self, builder: &mut FunctionBuilder<'_>, types: &[MachineType]) -> Vec<Value> {
        let mut values = Vec::new();
        for (ty, offset) in places(types) {
            let is_reference = ty == HEAP_REFERENCE;
            let base = if is_reference { self.references } else { self.numbers };
            let flags = MemFlagsData::trusted();
            let value = builder.ins().load(machine_type(ty), flags, base, offset);
            if is_reference {
                declare_reference(builder, value);
            }
            values.push(value);
        }
        values
    }

    fn store(self, builder: &mut FunctionBuilder<'_>, types: &[MachineType], values: &[Value]) {
        for ((ty, offset), &value) in places(types).into_iter().zip(values) {
            let base = if ty == HEAP_REFERENCE { self.references } else { self.numbers };
            builder.ins().store(MemFlagsData::trusted(), value, base, offset);
        }
    }
}

fn failed(error: &ModuleError) -> Error {
    Error::Resources(format!("a thunk: {error:?}"))
}

/// Compiles a function in a new context.
pub(super) fn define(
    jit: &mut JITModule,
    signature: ir::Signature,
    name: &str,
    body: impl FnOnce(&mut FunctionBuilder<'_>, &[Value]),
) -> Result<(FuncId, FunctionTables), Error> {
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
    let tables = function_tables(jit, &context, name.to_owned())?;
    Ok((id, tables))
}

/// Native code to compiled code.
fn compile_entry(
    jit: &mut JITModule,
    wasm: WasmSignature<'_>,
) -> Result<(FuncId, FunctionTables), Error> {
    let WasmSignature { signature, convention } = wasm;
    let mut native = ir::Signature::new(jit.isa().default_call_conv());
    native.params.extend([AbiParam::new(types::I64); 4]);
    define(jit, native, "entry thunk", |builder, parameters| {
        let [context, code, numbers, references] = *parameters else {
            unreachable!("a thunk has 4 parameters")
        };
        let slots = Slots { numbers, references };
        let arguments = slots.load(builder, &signature.parameters);
        let arguments = store_arguments(builder, signature, context, &arguments);
        let callee = builder.import_signature(wasm_signature(signature, convention));
        let call = builder.ins().call_indirect(callee, code, &arguments);
        let mut results = builder.inst_results(call).to_vec();
        if convention == Convention::C {
            load_further_results(builder, signature, context, &mut results);
        }
        slots.store(builder, &signature.results, &results);
        builder.ins().return_(&[]);
    })
}

/// Compiled code to the function of the host to which the context belongs.
fn compile_exit(
    jit: &mut JITModule,
    wasm: WasmSignature<'_>,
    host: HostCalls,
) -> Result<(FuncId, FunctionTables), Error> {
    let WasmSignature { signature, convention } = wasm;
    let mut leaf = ir::Signature::new(jit.isa().default_call_conv());
    leaf.params.push(AbiParam::new(types::I64));
    define(jit, wasm_signature(signature, convention), "exit thunk", |builder, parameters| {
        let (context, flags) = (parameters[0], MemFlagsData::trusted());
        let parameters = load_parameters(builder, signature, context, &parameters[1..]);
        for (&value, &ty) in parameters.iter().zip(&signature.parameters) {
            if ty == HEAP_REFERENCE {
                declare_reference(builder, value);
            }
        }
        let count = signature.parameters.len().max(signature.results.len()).max(1);
        let slot = StackSlotData::new(StackSlotKind::ExplicitSlot, 8 * count as u32, 3);
        let slot = builder.create_sized_stack_slot(slot);
        let store = builder.ins().load(types::I64, flags, context, layout::STORE);
        let first = layout::store::REFERENCES;
        let references_start = builder.ins().load(types::I64, flags, store, first);
        let count = references(&signature.parameters).max(references(&signature.results));
        let end = builder.ins().iadd_imm_s(references_start, 8 * count as i64);

        let [fits, full] = [(); 2].map(|()| builder.create_block());
        builder.set_cold_block(full);
        let limit = builder.ins().load(types::I64, flags, store, layout::store::REFERENCES_END);
        let has_slots = builder.ins().icmp(IntCC::UnsignedLessThanOrEqual, end, limit);
        builder.ins().brif(has_slots, fits, &[], full, &[]);
        builder.seal_block(fits);
        builder.seal_block(full);

        builder.switch_to_block(full);
        let callee = builder.import_signature(leaf);
        let code = builder.ins().iconst(types::I64, host.no_slots as i64);
        builder.ins().call_indirect(callee, code, &[context]);
        let zeros: Vec<_> = signature.results.iter().map(|&ty| zero(builder, ty)).collect();
        return_results(builder, wasm, store, &zeros);

        builder.switch_to_block(fits);
        let numbers = builder.ins().stack_addr(types::I64, slot, 0);
        let slots = Slots { numbers, references: references_start };
        slots.store(builder, &signature.parameters, &parameters);
        builder.ins().store(flags, end, store, first);
        let thread = builder.ins().load(types::I64, flags, store, layout::store::THREAD);
        let code = builder.ins().iconst(types::I64, host.call as i64);
        let arguments = [context, numbers, references_start];
        Emitter::new(thread, ByAddress).call_native(builder, code, &arguments);
        let results = slots.load(builder, &signature.results);
        // What is left in free slots would stay alive.
        let null = builder.ins().iconst(types::I64, 0);
        for index in 0..count {
            builder.ins().store(flags, null, references_start, 8 * index as i32);
        }
        builder.ins().store(flags, references_start, store, first);
        return_results(builder, wasm, store, &results);
    })
}

/// Returns from an exit thunk.
fn return_results(
    builder: &mut FunctionBuilder<'_>,
    WasmSignature { signature, convention }: WasmSignature<'_>,
    store: Value,
    results: &[Value],
) {
    if convention == Convention::Tail {
        builder.ins().return_(results);
        return;
    }
    for ((_, offset), &value) in further_results(signature).zip(results.iter().skip(1)) {
        builder.ins().store(MemFlagsData::trusted(), value, store, offset);
    }
    builder.ins().return_(&results[..results.len().min(1)]);
}

/// Appends the results that a callee with the convention of C has stored in the store's context.
fn load_further_results(
    builder: &mut FunctionBuilder<'_>,
    signature: &Signature,
    context: Value,
    results: &mut Vec<Value>,
) {
    if signature.results.len() < 2 {
        return;
    }
    let flags = MemFlagsData::trusted();
    let store = builder.ins().load(types::I64, flags, context, layout::STORE);
    for (ty, offset) in further_results(signature) {
        results.push(builder.ins().load(machine_type(ty), flags, store, offset));
    }
}

fn zero(builder: &mut FunctionBuilder<'_>, ty: MachineType) -> Value {
    match machine_type(ty) {
        types::F32 => builder.ins().f32const(0.0),
        types::F64 => builder.ins().f64const(0.0),
        integer => builder.ins().iconst(integer, 0),
    }
}
