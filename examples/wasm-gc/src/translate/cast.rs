//! Tests and casts of references to types.

use statepoint_gc::compiled_code::{TYPE_MASK, TYPE_SHIFT};
use wasmparser::{Operator, RefType};

use super::function::FunctionTranslator;
use crate::code::{
    Access, Binary, CodeBuilder, Compare, Convert, MachineType, Place, Region, RuntimeFunction,
    layout as offsets,
};
use crate::types::{HeapType, ReferenceType, TypeId};
use crate::{Error, TrapKind};

/// The header of an object, of which other threads change bits that do not matter here.
const HEADER: Access = Access::whole(MachineType::I64, 8, Region::Objects);
/// The low bits of a reference, and their value in one of the host.
const TAGS: u64 = 7;
const HOST: u64 = 2;

impl<B: CodeBuilder> FunctionTranslator<'_, B> {
    /// Translates a test or cast.
    pub(super) fn cast(&mut self, operator: &Operator<'_>) -> Result<bool, Error> {
        match *operator {
            Operator::RefTestNonNull { hty } => {
                let heap = self.types().heap(hty)?;
                let reference = self.pop();
                let result = self.test(reference, ReferenceType { nullable: false, heap });
                self.stack.push(result);
            }
            Operator::RefTestNullable { hty } => {
                let heap = self.types().heap(hty)?;
                let reference = self.pop();
                let result = self.test(reference, ReferenceType { nullable: true, heap });
                self.stack.push(result);
            }
            Operator::RefCastNonNull { hty } => {
                let heap = self.types().heap(hty)?;
                self.cast_top(ReferenceType { nullable: false, heap });
            }
            Operator::RefCastNullable { hty } => {
                let heap = self.types().heap(hty)?;
                self.cast_top(ReferenceType { nullable: true, heap });
            }
            Operator::BrOnCast { relative_depth, to_ref_type, .. } => {
                let matches = self.test_top(to_ref_type)?;
                let arguments = self.branch_values(relative_depth);
                self.branch_if(matches, relative_depth, &arguments);
            }
            Operator::BrOnCastFail { relative_depth, to_ref_type, .. } => {
                let matches = self.test_top(to_ref_type)?;
                let zero = self.builder.constant(MachineType::I32, 0);
                let fails = self.builder.compare(Compare::Eq, matches, zero);
                let arguments = self.branch_values(relative_depth);
                self.branch_if(fails, relative_depth, &arguments);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn cast_top(&mut self, to: ReferenceType) {
        let reference = self.top();
        let matches = self.test(reference, to);
        let zero = self.builder.constant(MachineType::I32, 0);
        let fails = self.builder.compare(Compare::Eq, matches, zero);
        self.trap_if(fails, TrapKind::Cast);
    }

    fn test_top(&mut self, to: RefType) -> Result<B::Value, Error> {
        let to = self.types().reference(to)?;
        let reference = self.top();
        Ok(self.test(reference, to))
    }

    /// Returns whether a reference is of a type, an `I32`.
    fn test(&mut self, reference: B::Value, to: ReferenceType) -> B::Value {
        let done = self.builder.block(&[MachineType::I32], false);
        let not_null = self.builder.block(&[], false);
        let word = self.builder.reference_word(reference);
        let zero = self.word(0);
        let is_null = self.builder.compare(Compare::Eq, word, zero);
        let of_null = self.builder.constant(MachineType::I32, u64::from(to.nullable));
        self.builder.branch(is_null, (done, &[of_null]), (not_null, &[]));
        self.builder.seal(not_null);
        self.builder.switch_to(not_null);
        let matches = match to.heap {
            HeapType::Any | HeapType::Extern | HeapType::Func | HeapType::Exn => self.truth(true),
            HeapType::None | HeapType::NoExtern | HeapType::NoFunc | HeapType::NoExn => {
                self.truth(false)
            }
            HeapType::I31 => {
                let one = self.word(1);
                let bit = self.builder.binary(Binary::And, word, one);
                self.builder.convert(Convert::Wrap, MachineType::I32, bit)
            }
            HeapType::Eq => self.compare_tags(word, Compare::Ne, HOST),
            HeapType::Struct => self.is_object_of(word, 1),
            HeapType::Array => self.is_object_of(word, 2),
            HeapType::Defined(id) if self.registry.is_function(id) => {
                let pointer = Access::FUNCTION_FIELD;
                let found = self.builder.load(pointer, word, offsets::function::TYPE);
                self.is_defined(found, id)
            }
            HeapType::Defined(id) => {
                let no = self.truth(false);
                let object = self.builder.block(&[], false);
                let is_object = self.compare_tags(word, Compare::Eq, 0);
                self.builder.branch(is_object, (object, &[]), (done, &[no]));
                self.builder.seal(object);
                self.builder.switch_to(object);
                let found = self.type_of(reference);
                self.is_defined(found, id)
            }
            HeapType::InGroup(_) => unreachable!("the types of a module are resolved"),
        };
        self.builder.jump(done, &[matches]);
        self.builder.seal(done);
        self.builder.switch_to(done)[0]
    }

    fn truth(&mut self, value: bool) -> B::Value {
        self.builder.constant(MachineType::I32, u64::from(value))
    }

    fn compare_tags(&mut self, word: B::Value, compare: Compare, with: u64) -> B::Value {
        let (mask, with) = (self.word(TAGS), self.word(with));
        let tags = self.builder.binary(Binary::And, word, mask);
        self.builder.compare(compare, tags, with)
    }

    fn is_object_of(&mut self, word: B::Value, kind: u64) -> B::Value {
        let kind = self.word(kind);
        let result = self.builder.runtime_call(RuntimeFunction::IsObjectOf, &[word, kind]);
        self.builder.convert(Convert::Wrap, MachineType::I32, result)
    }

    /// Returns the id of an object's type, an `I64`.
    fn type_of(&mut self, object: B::Value) -> B::Value {
        let header = self.builder.load_object(HEADER, object, Place::Field(0));
        let shift = self.word(u64::from(TYPE_SHIFT));
        let mask = self.word(TYPE_MASK);
        let one = self.word(1);
        let shifted = self.builder.binary(Binary::ShrU, header, shift);
        let id = self.builder.binary(Binary::And, shifted, mask);
        self.builder.binary(Binary::Sub, id, one)
    }

    /// Returns whether a type is another or a subtype of it. Ids are compared; the runtime is
    /// asked if they differ and the type may have subtypes.
    fn is_defined(&mut self, found: B::Value, id: TypeId) -> B::Value {
        let expected = self.word(u64::from(id.0));
        let equal = self.builder.compare(Compare::Eq, found, expected);
        if self.registry.get(id).is_final {
            return equal;
        }
        let done = self.builder.block(&[MachineType::I32], false);
        let slow = self.builder.block(&[], true);
        self.builder.branch(equal, (done, &[equal]), (slow, &[]));
        self.builder.seal(slow);
        self.builder.switch_to(slow);
        let arguments = [found, expected];
        let result = self.builder.runtime_call(RuntimeFunction::IsDefinedSubtype, &arguments);
        let result = self.builder.convert(Convert::Wrap, MachineType::I32, result);
        self.builder.jump(done, &[result]);
        self.builder.seal(done);
        self.builder.switch_to(done)[0]
    }
}
