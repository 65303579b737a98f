//! References: null, functions, tests for null.
//!
//! The word of a reference is 0 for null; an address of the heap or of a function; or tagged: an
//! `i31` is odd, a reference of the host has the low bits 0b010. The collector ignores all words
//! but addresses of the heap.

use wasmparser::Operator;

use super::function::FunctionTranslator;
use crate::code::{
    Binary, CodeBuilder, Compare, Convert, FUNCTION_REFERENCE, HEAP_REFERENCE, MachineType,
};
use crate::{Error, TrapKind};

impl<B: CodeBuilder> FunctionTranslator<'_, B> {
    /// Translates an instruction of references.
    pub(super) fn reference(&mut self, operator: &Operator<'_>) -> Result<bool, Error> {
        match *operator {
            Operator::RefNull { hty } => {
                let heap = self.types().heap(hty)?;
                let ty = MachineType::of_heap(heap, self.registry);
                let null = self.builder.constant(ty, 0);
                self.stack.push(null);
            }
            Operator::RefIsNull => {
                let is_null = self.pop_is_null();
                self.stack.push(is_null);
            }
            Operator::RefAsNonNull => {
                let reference = self.top();
                let word = self.builder.reference_word(reference);
                self.trap_if_zero(word, TrapKind::NullReference);
            }
            Operator::RefFunc { function_index } => {
                let function = self.context_pointer(self.layout.function(function_index));
                let reference = self.builder.word_reference(FUNCTION_REFERENCE, function);
                self.stack.push(reference);
            }
            Operator::RefEq => {
                let b = self.pop();
                let a = self.pop();
                let (a, b) = (self.builder.reference_word(a), self.builder.reference_word(b));
                let equal = self.builder.compare(Compare::Eq, a, b);
                self.stack.push(equal);
            }
            Operator::BrOnNull { relative_depth } => {
                let reference = self.top();
                let is_null = self.pop_is_null();
                let arguments = self.branch_values(relative_depth);
                self.branch_if(is_null, relative_depth, &arguments);
                self.stack.push(reference);
            }
            Operator::BrOnNonNull { relative_depth } => {
                let reference = self.top();
                let word = self.builder.reference_word(reference);
                let null = self.word(0);
                let is_object = self.builder.compare(Compare::Ne, word, null);
                let arguments = self.branch_values(relative_depth);
                self.branch_if(is_object, relative_depth, &arguments);
                self.pop();
            }
            Operator::TypedSelect { ty } => {
                let ty = self.types().value(ty)?;
                self.select(Some(self.machine(ty)));
            }
            Operator::RefI31 => {
                let number = self.pop();
                let wide = self.builder.convert(Convert::ExtendU, MachineType::I64, number);
                let one = self.word(1);
                let shifted = self.builder.binary(Binary::Shl, wide, one);
                let tagged = self.builder.binary(Binary::Or, shifted, one);
                let low = self.word(0xffff_ffff);
                let word = self.builder.binary(Binary::And, tagged, low);
                let reference = self.builder.word_reference(HEAP_REFERENCE, word);
                self.stack.push(reference);
            }
            Operator::I31GetS => self.i31_get(Binary::ShrS),
            Operator::I31GetU => self.i31_get(Binary::ShrU),
            // Words of both types have the same form.
            Operator::AnyConvertExtern | Operator::ExternConvertAny => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn i31_get(&mut self, shift: Binary) {
        let reference = self.pop();
        let word = self.builder.reference_word(reference);
        self.trap_if_zero(word, TrapKind::NullI31);
        let number = self.builder.convert(Convert::Wrap, MachineType::I32, word);
        let one = self.builder.constant(MachineType::I32, 1);
        let number = self.builder.binary(shift, number, one);
        self.stack.push(number);
    }

    fn pop_is_null(&mut self) -> B::Value {
        let reference = self.pop();
        let word = self.builder.reference_word(reference);
        let null = self.word(0);
        self.builder.compare(Compare::Eq, word, null)
    }
}
