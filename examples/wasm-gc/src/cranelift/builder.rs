//! The interface [`CodeBuilder`] implemented by Cranelift's function builder.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{
    Block, BlockArg, InstBuilder, JumpTableData, MemFlagsData, Value, types,
};
use cranelift_frontend::Variable;
use cranelift_module::Module as _;
use statepoint_cranelift::{FixedLayout, TailedLayout};
use statepoint_gc::types::ObjectAlignment;

use super::function::CraneliftBuilder;
use super::parameters::store_arguments;
use super::signature::{Convention, machine_type, runtime_signature, wasm_signature};
use crate::code::{
    Access, Binary, Callee, CodeBuilder, Compare, Convert, HEAP_REFERENCE, MachineType, Place,
    RuntimeFunction, Signature, Unary,
};
use crate::types::{ReferenceKind, TypeId};

fn block_arguments(values: &[Value]) -> Vec<BlockArg> {
    values.iter().map(|&each| BlockArg::Value(each)).collect()
}

impl CodeBuilder for CraneliftBuilder<'_> {
    type Value = Value;
    type Block = Block;
    type Local = Variable;

    fn context(&self) -> Value {
        self.context
    }

    fn parameters(&self) -> Vec<Value> {
        self.parameters.clone()
    }

    fn stack_pointer(&mut self) -> Value {
        self.function.ins().get_stack_pointer(types::I64)
    }

    fn constant(&mut self, ty: MachineType, bits: u64) -> Value {
        let ins = self.function.ins();
        match ty {
            MachineType::I32 => ins.iconst(types::I32, i64::from(bits as u32)),
            MachineType::I64 | MachineType::Reference(_) => ins.iconst(types::I64, bits as i64),
            MachineType::F32 => {
                ins.f32const(cranelift_codegen::ir::immediates::Ieee32::with_bits(bits as u32))
            }
            MachineType::F64 => {
                ins.f64const(cranelift_codegen::ir::immediates::Ieee64::with_bits(bits))
            }
        }
    }

    fn unary(&mut self, operation: Unary, operand: Value) -> Value {
        let ty = self.function.func.dfg.value_type(operand);
        match operation {
            Unary::Clz => self.function.ins().clz(operand),
            Unary::Ctz => self.function.ins().ctz(operand),
            Unary::Popcnt => self.function.ins().popcnt(operand),
            Unary::FloatAbs => self.function.ins().fabs(operand),
            Unary::FloatNeg => self.function.ins().fneg(operand),
            Unary::FloatCeil => self.function.ins().ceil(operand),
            Unary::FloatFloor => self.function.ins().floor(operand),
            Unary::FloatTrunc => self.function.ins().trunc(operand),
            Unary::FloatNearest => self.function.ins().nearest(operand),
            Unary::FloatSqrt => self.function.ins().sqrt(operand),
            Unary::Extend8 => self.sign_extend(types::I8, ty, operand),
            Unary::Extend16 => self.sign_extend(types::I16, ty, operand),
            Unary::Extend32 => self.sign_extend(types::I32, ty, operand),
        }
    }

    fn binary(&mut self, operation: Binary, a: Value, b: Value) -> Value {
        let ins = self.function.ins();
        match operation {
            Binary::Add => ins.iadd(a, b),
            Binary::Sub => ins.isub(a, b),
            Binary::Mul => ins.imul(a, b),
            Binary::DivS => ins.sdiv(a, b),
            Binary::DivU => ins.udiv(a, b),
            Binary::RemS => ins.srem(a, b),
            Binary::RemU => ins.urem(a, b),
            Binary::And => ins.band(a, b),
            Binary::Or => ins.bor(a, b),
            Binary::Xor => ins.bxor(a, b),
            Binary::Shl => ins.ishl(a, b),
            Binary::ShrS => ins.sshr(a, b),
            Binary::ShrU => ins.ushr(a, b),
            Binary::Rotl => ins.rotl(a, b),
            Binary::Rotr => ins.rotr(a, b),
            Binary::FloatAdd => ins.fadd(a, b),
            Binary::FloatSub => ins.fsub(a, b),
            Binary::FloatMul => ins.fmul(a, b),
            Binary::FloatDiv => ins.fdiv(a, b),
            Binary::FloatMin => ins.fmin(a, b),
            Binary::FloatMax => ins.fmax(a, b),
            Binary::FloatCopysign => ins.fcopysign(a, b),
        }
    }

    fn compare(&mut self, operation: Compare, a: Value, b: Value) -> Value {
        let ins = self.function.ins();
        let result = match operation {
            Compare::Eq => ins.icmp(IntCC::Equal, a, b),
            Compare::Ne => ins.icmp(IntCC::NotEqual, a, b),
            Compare::LtS => ins.icmp(IntCC::SignedLessThan, a, b),
            Compare::LtU => ins.icmp(IntCC::UnsignedLessThan, a, b),
            Compare::GtS => ins.icmp(IntCC::SignedGreaterThan, a, b),
            Compare::GtU => ins.icmp(IntCC::UnsignedGreaterThan, a, b),
            Compare::LeS => ins.icmp(IntCC::SignedLessThanOrEqual, a, b),
            Compare::LeU => ins.icmp(IntCC::UnsignedLessThanOrEqual, a, b),
            Compare::GeS => ins.icmp(IntCC::SignedGreaterThanOrEqual, a, b),
            Compare::GeU => ins.icmp(IntCC::UnsignedGreaterThanOrEqual, a, b),
            Compare::FloatEq => ins.fcmp(FloatCC::Equal, a, b),
            Compare::FloatNe => ins.fcmp(FloatCC::NotEqual, a, b),
            Compare::FloatLt => ins.fcmp(FloatCC::LessThan, a, b),
            Compare::FloatGt => ins.fcmp(FloatCC::GreaterThan, a, b),
            Compare::FloatLe => ins.fcmp(FloatCC::LessThanOrEqual, a, b),
            Compare::FloatGe => ins.fcmp(FloatCC::GreaterThanOrEqual, a, b),
        };
        self.function.ins().uextend(types::I32, result)
    }

    fn convert(&mut self, operation: Convert, to: MachineType, value: Value) -> Value {
        let to = machine_type(to);
        let ins = self.function.ins();
        match operation {
            Convert::Wrap => ins.ireduce(to, value),
            Convert::ExtendS => ins.sextend(to, value),
            Convert::ExtendU => ins.uextend(to, value),
            Convert::TruncateS => ins.fcvt_to_sint_sat(to, value),
            Convert::TruncateU => ins.fcvt_to_uint_sat(to, value),
            Convert::FloatS => ins.fcvt_from_sint(to, value),
            Convert::FloatU => ins.fcvt_from_uint(to, value),
            Convert::Demote => ins.fdemote(to, value),
            Convert::Promote => ins.fpromote(to, value),
            Convert::Reinterpret => ins.bitcast(to, MemFlagsData::new(), value),
        }
    }

    fn select(&mut self, ty: Option<MachineType>, condition: Value, a: Value, b: Value) -> Value {
        let value = self.function.ins().select(condition, a, b);
        ty.map_or(value, |ty| self.declare(ty, value))
    }

    fn reference_word(&mut self, reference: Value) -> Value {
        reference
    }

    fn word_reference(&mut self, ty: MachineType, word: Value) -> Value {
        self.declare(ty, word)
    }

    fn load(&mut self, access: Access, address: Value, offset: i32) -> Value {
        let flags = self.flags(access.region);
        let ty = machine_type(access.value);
        let ins = self.function.ins();
        let value = match (access.bytes, access.signed) {
            (1, true) => ins.sload8(ty, flags, address, offset),
            (1, false) => ins.uload8(ty, flags, address, offset),
            (2, true) => ins.sload16(ty, flags, address, offset),
            (2, false) => ins.uload16(ty, flags, address, offset),
            (4, true) if ty == types::I64 => ins.sload32(flags, address, offset),
            (4, false) if ty == types::I64 => ins.uload32(flags, address, offset),
            _ => ins.load(ty, flags, address, offset),
        };
        self.declare(access.value, value)
    }

    fn store(&mut self, access: Access, address: Value, offset: i32, value: Value) {
        let flags = self.flags(access.region);
        let ins = self.function.ins();
        match access.bytes {
            1 => ins.istore8(flags, value, address, offset),
            2 => ins.istore16(flags, value, address, offset),
            4 if access.value == MachineType::I64 => ins.istore32(flags, value, address, offset),
            _ => ins.store(flags, value, address, offset),
        };
    }

    fn poll(&mut self) {
        self.emitter().poll(&mut self.function);
    }

    fn allocate_struct(&mut self, id: TypeId, size: u32) -> Value {
        let layout = FixedLayout::new(id.of_collector(), size, ObjectAlignment::Eight)
            .expect("sizes are multiples of 8, and ids are those of registered types");
        self.emitter().allocate(&mut self.function, layout)
    }

    fn allocate_array(&mut self, id: TypeId, element_bytes: u8, length: Value) -> Value {
        let bytes = element_bytes.into();
        let layout = TailedLayout::array(id.of_collector(), bytes, ObjectAlignment::Eight)
            .expect("elements have bytes, and ids are those of registered types");
        self.emitter().allocate_tailed(&mut self.function, layout, length)
    }

    fn load_object(&mut self, access: Access, object: Value, place: Place<Value>) -> Value {
        let (address, offset) = self.address(object, place);
        self.load(access, address, offset)
    }

    fn initialize_object(&mut self, access: Access, object: Value, offset: i32, value: Value) {
        self.store(access, object, offset, value);
    }

    fn store_object(&mut self, access: Access, object: Value, place: Place<Value>, value: Value) {
        if access.value == HEAP_REFERENCE {
            let mut emitter = self.emitter();
            return match place {
                Place::Field(offset) => {
                    emitter.store_reference(&mut self.function, object, offset, value);
                }
                Place::Element(offset) => {
                    emitter.store_reference_at(&mut self.function, object, offset, value);
                }
            };
        }
        let (address, offset) = self.address(object, place);
        self.store(access, address, offset, value);
    }

    fn declare_local(&mut self, ty: MachineType, initial: Value) -> Variable {
        let variable = self.function.declare_var(machine_type(ty));
        if ty == MachineType::Reference(ReferenceKind::Heap) {
            self.function.declare_var_needs_stack_map(variable);
        }
        self.function.def_var(variable, initial);
        variable
    }

    fn local(&mut self, local: Variable) -> Value {
        self.function.use_var(local)
    }

    fn set_local(&mut self, local: Variable, value: Value) {
        self.function.def_var(local, value);
    }

    fn block(&mut self, parameters: &[MachineType], cold: bool) -> Block {
        let block = self.function.create_block();
        for &ty in parameters {
            let parameter = self.function.append_block_param(block, machine_type(ty));
            self.declare(ty, parameter);
        }
        if cold {
            self.function.set_cold_block(block);
        }
        block
    }

    fn switch_to(&mut self, block: Block) -> Vec<Value> {
        let parameters = self.function.block_params(block).to_vec();
        self.function.switch_to_block(block);
        parameters
    }

    fn seal(&mut self, block: Block) {
        self.function.seal_block(block);
    }

    fn jump(&mut self, block: Block, arguments: &[Value]) {
        self.function.ins().jump(block, &block_arguments(arguments));
    }

    fn branch(
        &mut self,
        condition: Value,
        (then, then_arguments): (Block, &[Value]),
        (otherwise, arguments): (Block, &[Value]),
    ) {
        let (a, b) = (block_arguments(then_arguments), block_arguments(arguments));
        self.function.ins().brif(condition, then, &a, otherwise, &b);
    }

    fn switch(&mut self, index: Value, targets: &[Block], default: Block, arguments: &[Value]) {
        let arguments = block_arguments(arguments);
        let pool = &mut self.function.func.dfg.value_lists;
        let mut call =
            |block| cranelift_codegen::ir::BlockCall::new(block, arguments.iter().copied(), pool);
        let default = call(default);
        let targets: Vec<_> = targets.iter().map(|&each| call(each)).collect();
        let table = self.function.create_jump_table(JumpTableData::new(default, &targets));
        self.function.ins().br_table(index, table);
    }

    fn return_values(&mut self, values: &[Value]) {
        self.function.ins().return_(values);
    }

    fn call(
        &mut self,
        callee: Callee<Value>,
        signature: &Signature,
        context: Value,
        arguments: &[Value],
    ) -> Vec<Value> {
        let arguments = store_arguments(&mut self.function, signature, context, arguments);
        let call = match callee {
            Callee::Function(index) => {
                let id = self.ids[(index - self.first) as usize];
                let function = self.jit.declare_func_in_func(id, self.function.func);
                self.function.ins().call(function, &arguments)
            }
            Callee::Address(code) => {
                let signature =
                    self.function.import_signature(wasm_signature(signature, Convention::Tail));
                self.function.ins().call_indirect(signature, code, &arguments)
            }
        };
        let results = self.function.inst_results(call).to_vec();
        for (&ty, &value) in signature.results.iter().zip(&results) {
            self.declare(ty, value);
        }
        results
    }

    fn tail_call(
        &mut self,
        callee: Callee<Value>,
        signature: &Signature,
        context: Value,
        arguments: &[Value],
    ) {
        let arguments = store_arguments(&mut self.function, signature, context, arguments);
        match callee {
            Callee::Function(index) => {
                let id = self.ids[(index - self.first) as usize];
                let function = self.jit.declare_func_in_func(id, self.function.func);
                self.function.ins().return_call(function, &arguments);
            }
            Callee::Address(code) => {
                let signature =
                    self.function.import_signature(wasm_signature(signature, Convention::Tail));
                self.function.ins().return_call_indirect(signature, code, &arguments);
            }
        }
    }

    fn runtime_call(&mut self, function: RuntimeFunction, arguments: &[Value]) -> Value {
        debug_assert_eq!(arguments.len(), function.parameters());
        let arguments = Self::arguments(self.context, arguments);
        if function.is_native() {
            let code = self.address_of(self.runtime.get(function));
            return self.emitter().call_native(&mut self.function, code, &arguments);
        }
        let convention = self.jit.isa().default_call_conv();
        let signature = runtime_signature(function.parameters(), convention);
        let signature = self.function.import_signature(signature);
        let code = self.address_of(self.runtime.get(function));
        let call = self.function.ins().call_indirect(signature, code, &arguments);
        self.function.inst_results(call)[0]
    }
}
