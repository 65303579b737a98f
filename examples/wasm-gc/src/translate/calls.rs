//! Calls: direct, through tables, through references, and in tail position.

use wasmparser::Operator;

use super::function::FunctionTranslator;
use crate::TrapKind;
use crate::code::{
    Access, Callee, CodeBuilder, Compare, FUNCTION_REFERENCE, MachineType, Signature, layout,
};
use crate::types::TypeId;

/// A function that is called: its code, the context for it, and its signature.
struct Target<V> {
    callee: Callee<V>,
    context: V,
    signature: Signature,
}

impl<B: CodeBuilder> FunctionTranslator<'_, B> {
    /// Translates a call.
    pub(super) fn call(&mut self, operator: &Operator<'_>) -> bool {
        match *operator {
            Operator::Call { function_index } => {
                let target = self.direct_target(function_index);
                self.emit_call(target);
            }
            Operator::ReturnCall { function_index } => {
                let target = self.direct_target(function_index);
                self.emit_tail_call(target);
            }
            Operator::CallIndirect { type_index, table_index } => {
                let target = self.indirect_target(type_index, table_index);
                self.emit_call(target);
            }
            Operator::ReturnCallIndirect { type_index, table_index } => {
                let target = self.indirect_target(type_index, table_index);
                self.emit_tail_call(target);
            }
            Operator::CallRef { type_index } => {
                let target = self.reference_target(type_index);
                self.emit_call(target);
            }
            Operator::ReturnCallRef { type_index } => {
                let target = self.reference_target(type_index);
                self.emit_tail_call(target);
            }
            _ => return false,
        }
        true
    }

    fn signature(&self, id: TypeId) -> Signature {
        Signature::of(self.registry.function(id), self.registry)
    }

    fn direct_target(&mut self, index: u32) -> Target<B::Value> {
        let signature = self.signature(self.module.functions[index as usize]);
        if index as usize >= self.module.imported_functions {
            let context = self.builder.context();
            return Target { callee: Callee::Function(index), context, signature };
        }
        let function = self.context_pointer(self.layout.function(index));
        self.function_target(function, signature)
    }

    /// The target of a call of the function at an address.
    fn function_target(&mut self, function: B::Value, signature: Signature) -> Target<B::Value> {
        let pointer = Access::FUNCTION_FIELD;
        let code = self.builder.load(pointer, function, layout::function::CODE);
        let context = self.builder.load(pointer, function, layout::function::CONTEXT);
        Target { callee: Callee::Address(code), context, signature }
    }

    fn indirect_target(&mut self, type_index: u32, table: u32) -> Target<B::Value> {
        let id = self.module.types[type_index as usize];
        let element = self.element_address(table, TrapKind::UndefinedElement);
        let reference = self.builder.load(Access::cell(FUNCTION_REFERENCE), element, 0);
        let function = self.builder.reference_word(reference);
        self.trap_if_zero(function, TrapKind::UninitializedElement);
        self.check_type(function, id);
        self.function_target(function, self.signature(id))
    }

    /// Traps if a function is not of a type.
    fn check_type(&mut self, function: B::Value, id: TypeId) {
        let matches = self.is_function_of(function, id);
        let zero = self.builder.constant(MachineType::I32, 0);
        let differs = self.builder.compare(Compare::Eq, matches, zero);
        self.trap_if(differs, TrapKind::CallType);
    }

    fn reference_target(&mut self, type_index: u32) -> Target<B::Value> {
        let reference = self.pop();
        let function = self.builder.reference_word(reference);
        self.trap_if_zero(function, TrapKind::NullFunction);
        let signature = self.signature(self.module.types[type_index as usize]);
        self.function_target(function, signature)
    }

    fn emit_call(&mut self, target: Target<B::Value>) {
        let arguments = self.pop_many(target.signature.parameters.len());
        let Target { callee, context, signature } = target;
        let results = self.builder.call(callee, &signature, context, &arguments);
        self.check_pending();
        self.stack.extend(results);
    }

    fn emit_tail_call(&mut self, target: Target<B::Value>) {
        let arguments = self.pop_many(target.signature.parameters.len());
        let Target { callee, context, signature } = target;
        self.builder.tail_call(callee, &signature, context, &arguments);
        self.set_unreachable();
    }

    /// Traps if an `I64` is 0.
    pub(super) fn trap_if_zero(&mut self, word: B::Value, kind: TrapKind) {
        let zero = self.word(0);
        let is_zero = self.builder.compare(Compare::Eq, word, zero);
        self.trap_if(is_zero, kind);
    }
}
