//! The interface [`CodeBuilder`] implemented by the text of LLVM's IR.

use statepoint_gc::compiled_code::header;

use super::function::{Block, BlockParameters, CONTEXT, LlvmBuilder, Slot};
use super::imports::{self, TABLE};
use super::prototype::Prototype;
use super::value::{Type, Value};
use crate::code::parameters::further_results;
use crate::code::{
    Access, Binary, Callee, CodeBuilder, Compare, Convert, HEAP_REFERENCE, MachineType, Place,
    RuntimeFunction, Signature, Unary,
};
use crate::types::TypeId;

/// Metadata of a branch that is rarely taken, and of one that is mostly taken: weights of the
/// prelude.
const UNLIKELY: &str = ", !prof !1";
const LIKELY: &str = ", !prof !0";

impl CodeBuilder for LlvmBuilder<'_> {
    type Value = Value;
    type Block = Block;
    type Local = Slot;

    fn context(&self) -> Value {
        CONTEXT
    }

    fn parameters(&self) -> Vec<Value> {
        self.parameters.clone()
    }

    fn stack_pointer(&mut self) -> Value {
        let pointer = self.name("call ptr @llvm.stacksave()");
        self.value(Type::I64, format_args!("ptrtoint ptr %v{pointer} to i64"))
    }

    fn constant(&mut self, ty: MachineType, bits: u64) -> Value {
        self.number(Type::of(ty), bits)
    }

    fn unary(&mut self, operation: Unary, operand: Value) -> Value {
        self.unary_operation(operation, operand)
    }

    fn binary(&mut self, operation: Binary, a: Value, b: Value) -> Value {
        self.binary_operation(operation, a, b)
    }

    fn compare(&mut self, operation: Compare, a: Value, b: Value) -> Value {
        self.comparison(operation, a, b)
    }

    fn convert(&mut self, operation: Convert, to: MachineType, value: Value) -> Value {
        self.conversion(operation, Type::of(to), value)
    }

    fn select(&mut self, _: Option<MachineType>, condition: Value, a: Value, b: Value) -> Value {
        let condition = self.condition(condition);
        let (ty, a, b) = (a.ty, a.typed(), b.typed());
        self.value(ty, format_args!("select i1 %v{condition}, {a}, {b}"))
    }

    /// The word stays a reference until it is used.
    fn reference_word(&mut self, reference: Value) -> Value {
        reference
    }

    fn word_reference(&mut self, ty: MachineType, word: Value) -> Value {
        let to = Type::of(ty);
        if to == word.ty {
            return word;
        }
        self.value(to, format_args!("inttoptr {} to {to}", word.typed()))
    }

    fn load(&mut self, access: Access, address: Value, offset: i32) -> Value {
        let pointer = self.address(address, offset);
        self.read_memory(access, &format!("ptr %v{pointer}"), false)
    }

    fn store(&mut self, access: Access, address: Value, offset: i32, value: Value) {
        let pointer = self.address(address, offset);
        self.write_memory(access, &format!("ptr %v{pointer}"), value);
    }

    /// The pass `place-safepoints` inserts polls.
    fn poll(&mut self) {}

    fn allocate_struct(&mut self, id: TypeId, size: u32) -> Value {
        let header = header(id.of_collector()).cast_signed();
        let ty = Type::Reference;
        self.value(ty, format_args!("call {ty} @spgc_allocate(i64 {size}, i64 {header})"))
    }

    fn allocate_array(&mut self, id: TypeId, element_bytes: u8, length: Value) -> Value {
        let header = header(id.of_collector()).cast_signed();
        let arguments = format!("i64 {length}, i64 {header}, i64 {element_bytes}");
        let ty = Type::Reference;
        self.value(ty, format_args!("call {ty} @spgc_allocate_array_of({arguments})"))
    }

    fn load_object(&mut self, access: Access, object: Value, place: Place<Value>) -> Value {
        let is_header = matches!(place, Place::Field(0));
        let pointer = self.place(object, place);
        self.read_memory(access, &pointer.typed(), is_header)
    }

    fn initialize_object(&mut self, access: Access, object: Value, offset: i32, value: Value) {
        let pointer = self.place(object, Place::Field(offset));
        self.write_memory(access, &pointer.typed(), value);
    }

    fn store_object(&mut self, access: Access, object: Value, place: Place<Value>, value: Value) {
        let pointer = self.place(object, place);
        if access.value == HEAP_REFERENCE {
            let [object, slot, value] = [object, pointer, value].map(Value::typed);
            return self.write(format_args!("call void @spgc_store({object}, {slot}, {value})"));
        }
        self.write_memory(access, &pointer.typed(), value);
    }

    fn declare_local(&mut self, ty: MachineType, initial: Value) -> Slot {
        let slot = self.slot(Type::of(ty));
        self.assign(slot, initial);
        slot
    }

    fn local(&mut self, local: Slot) -> Value {
        self.read(local)
    }

    fn set_local(&mut self, local: Slot, value: Value) {
        self.assign(local, value);
    }

    fn block(&mut self, parameters: &[MachineType], cold: bool) -> Block {
        let slots = parameters.iter().map(|&ty| self.slot(Type::of(ty))).collect();
        self.blocks.push(BlockParameters { slots, is_cold: cold });
        Block(self.blocks.len() - 1)
    }

    fn switch_to(&mut self, block: Block) -> Vec<Value> {
        self.begin(&format!("b{}", block.0));
        let slots = self.blocks[block.0].slots.clone();
        slots.into_iter().map(|slot| self.read(slot)).collect()
    }

    fn seal(&mut self, _: Block) {}

    fn jump(&mut self, block: Block, arguments: &[Value]) {
        self.pass(block, arguments);
        self.write(format_args!("br label %b{}", block.0));
    }

    fn branch(
        &mut self,
        condition: Value,
        (then, then_arguments): (Block, &[Value]),
        (otherwise, arguments): (Block, &[Value]),
    ) {
        let condition = self.condition(condition);
        let is_cold = [then, otherwise].map(|block| self.blocks[block.0].is_cold);
        let weights = match is_cold {
            [true, false] => UNLIKELY,
            [false, true] => LIKELY,
            _ => "",
        };
        // A target's parameters are variables, which only one of two edges to it may assign.
        if then == otherwise {
            let [a, b] = [(); 2].map(|()| self.block(&[], false));
            self.write_branch(condition, a, b, weights);
            self.begin(&format!("b{}", a.0));
            self.jump(then, then_arguments);
            self.begin(&format!("b{}", b.0));
            return self.jump(otherwise, arguments);
        }
        self.pass(then, then_arguments);
        self.pass(otherwise, arguments);
        self.write_branch(condition, then, otherwise, weights);
    }

    fn switch(&mut self, index: Value, targets: &[Block], default: Block, arguments: &[Value]) {
        let mut passed = Vec::new();
        for &target in targets.iter().chain([&default]) {
            if !passed.contains(&target.0) {
                self.pass(target, arguments);
                passed.push(target.0);
            }
        }
        let targets: Vec<_> = targets
            .iter()
            .enumerate()
            .map(|(number, target)| {
                format!("i32 {}, label %b{}", (number as u32).cast_signed(), target.0)
            })
            .collect();
        let (default, targets) = (default.0, targets.join(" "));
        self.write(format_args!("switch i32 {index}, label %b{default} [{targets}]"));
    }

    fn return_values(&mut self, values: &[Value]) {
        let Some(&first) = values.first() else { return self.write("ret void") };
        if values.len() > 1 {
            let store = self.store_context();
            for ((ty, offset), &value) in further_results(self.signature).zip(&values[1..]) {
                let value = self.converted(value, Type::of(ty));
                self.store_passed(value, store, offset);
            }
        }
        let first = self.converted(first, Type::of(self.signature.results[0]));
        self.write(format_args!("ret {}", first.typed()));
    }

    /// Not a tail call, because LLVM would replace a recursion without end by a loop without end,
    /// which does not trap.
    fn call(
        &mut self,
        callee: Callee<Value>,
        signature: &Signature,
        context: Value,
        arguments: &[Value],
    ) -> Vec<Value> {
        let (code, prototype) = self.callee(callee, signature);
        let arguments = self.arguments(signature, &prototype, context, arguments);
        let Some(ty) = prototype.result else {
            self.write(format_args!("notail call void {code}({arguments})"));
            return vec![];
        };
        let result = self.value(ty, format_args!("notail call {ty} {code}({arguments})"));
        let mut results = vec![result];
        if signature.results.len() > 1 {
            let store = self.store_context();
            for (ty, offset) in further_results(signature) {
                results.push(self.load_passed(Type::of(ty), store, offset));
            }
        }
        results
    }

    /// The caller's frame is gone when the callee begins, so the call is no safepoint.
    fn tail_call(
        &mut self,
        callee: Callee<Value>,
        signature: &Signature,
        context: Value,
        arguments: &[Value],
    ) {
        let (code, _) = self.callee(callee, signature);
        let prototype = &self.prototypes[self.own];
        debug_assert!(prototype.is_wide, "the prototype has a parameter for each register");
        let arguments = self.arguments(signature, prototype, context, arguments);
        let Some(ty) = prototype.result else {
            self.write(format_args!("musttail call void {code}({arguments}) #14"));
            return self.write("ret void");
        };
        let result = self.value(ty, format_args!("musttail call {ty} {code}({arguments}) #14"));
        self.write(format_args!("ret {}", result.typed()));
    }

    fn runtime_call(&mut self, function: RuntimeFunction, arguments: &[Value]) -> Value {
        debug_assert_eq!(arguments.len(), function.parameters());
        let offset = imports::offset(function);
        let entry = format!("getelementptr inbounds (i8, ptr @{TABLE}, i64 {offset})");
        let code = self.name(format_args!("load ptr, ptr {entry}, align 8, !invariant.load !2"));
        let mut operands = vec![CONTEXT];
        operands.extend(arguments);
        if function.is_native() {
            operands.resize(5, Value::constant(Type::I64, 0));
        }
        let operands: Vec<_> = operands.into_iter().map(Value::typed).collect();
        let operands = operands.join(", ");
        if function.is_native() {
            let call = format!("call i64 @spgc_call_native({operands}, ptr %v{code})");
            return self.value(Type::I64, call);
        }
        let attributes = if function == RuntimeFunction::Trap { 15 } else { 14 };
        self.value(Type::I64, format_args!("call i64 %v{code}({operands}) #{attributes}"))
    }
}

impl LlvmBuilder<'_> {
    /// Assigns the parameters of a block.
    fn pass(&mut self, block: Block, arguments: &[Value]) {
        let slots = self.blocks[block.0].slots.clone();
        for (slot, &argument) in slots.into_iter().zip(arguments) {
            self.assign(slot, argument);
        }
    }

    fn write_branch(&mut self, condition: u32, then: Block, otherwise: Block, weights: &str) {
        let (then, otherwise) = (then.0, otherwise.0);
        self.write(format_args!(
            "br i1 %v{condition}, label %b{then}, label %b{otherwise}{weights}"
        ));
    }

    /// Returns what a call calls, and its prototype.
    fn callee(&mut self, callee: Callee<Value>, signature: &Signature) -> (String, Prototype) {
        match callee {
            Callee::Function(index) => {
                let own = (index - self.first) as usize;
                (self.symbols[own].clone(), self.prototypes[own].clone())
            }
            Callee::Address(code) => {
                let code = self.name(format_args!("inttoptr i64 {code} to ptr"));
                (format!("%v{code}"), Prototype::natural(signature))
            }
        }
    }
}
