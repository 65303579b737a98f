//! A function that is built: its parts, and what the operations of `CodeBuilder` share.

use cranelift_codegen::ir::{AliasRegionData, InstBuilder, MemFlagsData, Type, Value, types};
use cranelift_frontend::FunctionBuilder;
use cranelift_jit::JITModule;
use cranelift_module::FuncId;
use statepoint_cranelift::{ByAddress, Emitter};

use super::parameters::load_parameters;
use crate::code::{
    Access, CodeBuilder, MachineType, Place, Region, RuntimeAddresses, Signature, layout,
};
use crate::types::ReferenceKind;

/// Builds one function.
pub(super) struct CraneliftBuilder<'a> {
    /// Cranelift's builder.
    pub(super) function: FunctionBuilder<'a>,
    /// The module, which has the functions that calls name.
    pub(super) jit: &'a mut JITModule,
    /// The functions of the module that are compiled: the first has the index `first`.
    pub(super) ids: &'a [FuncId],
    pub(super) first: u32,
    pub(super) runtime: &'a RuntimeAddresses,
    pub(super) context: Value,
    pub(super) parameters: Vec<Value>,
}

impl<'a> CraneliftBuilder<'a> {
    /// Creates a builder and the entry block.
    pub(super) fn new(
        mut function: FunctionBuilder<'a>,
        jit: &'a mut JITModule,
        ids: &'a [FuncId],
        first: u32,
        runtime: &'a RuntimeAddresses,
        signature: &Signature,
    ) -> Self {
        let entry = function.create_block();
        function.append_block_params_for_function_params(entry);
        function.switch_to_block(entry);
        function.seal_block(entry);
        let parameters = function.block_params(entry).to_vec();
        let mut builder =
            Self { function, jit, ids, first, runtime, context: parameters[0], parameters: vec![] };
        let (context, registers) = (parameters[0], &parameters[1..]);
        builder.parameters = load_parameters(&mut builder.function, signature, context, registers);
        for (index, &ty) in signature.parameters.iter().enumerate() {
            builder.declare(ty, builder.parameters[index]);
        }
        builder
    }

    /// Declares a new value: the one place where references become roots.
    pub(super) fn declare(&mut self, ty: MachineType, value: Value) -> Value {
        if ty == MachineType::Reference(ReferenceKind::Heap) {
            self.function.declare_value_needs_stack_map(value);
        }
        value
    }

    pub(super) fn flags(&mut self, region: Region) -> MemFlagsData {
        let flags = MemFlagsData::new().with_notrap();
        let (number, name) = match region {
            Region::Constant => return flags.with_readonly().with_can_move().with_aligned(),
            Region::Functions => return flags.with_readonly().with_aligned(),
            Region::Runtime => (1, "runtime"),
            Region::Linear => (2, "linear memory"),
            Region::Cells => (3, "cells"),
            // As the collector's emitter accesses them.
            Region::Objects => return flags.with_aligned(),
        };
        let data = AliasRegionData { user_id: number, description: name.into() };
        let region = self.function.func.dfg.alias_regions.insert(data);
        flags.with_alias_region(Some(region))
    }

    /// The emitter of what the collector needs.
    pub(super) fn emitter(&mut self) -> Emitter<ByAddress> {
        let store = self.load(Access::CONSTANT_POINTER, self.context, layout::STORE);
        let thread = self.load(Access::CONSTANT_POINTER, store, layout::store::THREAD);
        Emitter::new(thread, ByAddress)
    }

    pub(super) fn address_of(&mut self, address: usize) -> Value {
        self.function.ins().iconst(types::I64, address as i64)
    }

    pub(super) fn arguments(context: Value, arguments: &[Value]) -> Vec<Value> {
        std::iter::once(context).chain(arguments.iter().copied()).collect()
    }
}

impl CraneliftBuilder<'_> {
    /// The address of a field or element, valid until the next call.
    pub(super) fn address(&mut self, object: Value, place: Place<Value>) -> (Value, i32) {
        match place {
            Place::Field(offset) => (object, offset),
            Place::Element(offset) => (self.function.ins().iadd(object, offset), 0),
        }
    }

    pub(super) fn sign_extend(&mut self, from: Type, to: Type, value: Value) -> Value {
        let low = self.function.ins().ireduce(from, value);
        self.function.ins().sextend(to, low)
    }
}
