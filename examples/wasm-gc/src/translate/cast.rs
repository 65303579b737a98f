//! Tests and casts of references to types.
//!
//! A type without subtypes is compared by its id. Other tests read the descriptor of the type that
//! is found: see [`descriptor`].

use statepoint_gc::compiled_code::{TYPE_MASK, TYPE_SHIFT};
use wasmparser::{Operator, RefType};

use super::function::FunctionTranslator;
use crate::code::{
    Access, Binary, CodeBuilder, Compare, Convert, MachineType, Place, Region, layout as offsets,
};
use crate::types::descriptor::{self, kind};
use crate::types::{HeapType, ReferenceType, TypeId};
use crate::{Error, TrapKind};

/// The header of an object, of which other threads change bits that do not matter here.
const HEADER: Access = Access::whole(MachineType::I64, 8, Region::Objects);
/// A field of a type's descriptor.
const DESCRIPTOR_FIELD: Access = Access::whole(MachineType::I32, 4, Region::Functions);
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
            HeapType::Defined(id) if self.registry.is_function(id) => self.is_function_of(word, id),
            HeapType::Struct | HeapType::Array | HeapType::Defined(_) => {
                let no = self.truth(false);
                let object = self.builder.block(&[], false);
                let is_object = self.compare_tags(word, Compare::Eq, 0);
                self.builder.branch(is_object, (object, &[]), (done, &[no]));
                self.builder.seal(object);
                self.builder.switch_to(object);
                self.is_object_of(reference, to.heap)
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

    /// Returns whether an object is of a type, which is not one of functions: an `I32`.
    fn is_object_of(&mut self, object: B::Value, heap: HeapType) -> B::Value {
        let header = self.builder.load_object(HEADER, object, Place::Field(0));
        let expected = match heap {
            HeapType::Struct => kind::STRUCT,
            HeapType::Array => kind::ARRAY,
            HeapType::Defined(id) if self.registry.get(id).is_final => {
                let shift = self.word(TYPE_SHIFT.into());
                let mask = self.word(TYPE_MASK);
                let shifted = self.builder.binary(Binary::ShrU, header, shift);
                let found = self.builder.binary(Binary::And, shifted, mask);
                let expected = self.word(id.of_collector().get().into());
                return self.builder.compare(Compare::Eq, found, expected);
            }
            HeapType::Defined(id) => {
                let descriptor = self.object_descriptor(header);
                return self.has_in_display(descriptor, id);
            }
            other => unreachable!("{other} is not a type of objects"),
        };
        let descriptor = self.object_descriptor(header);
        let found = self.builder.load(DESCRIPTOR_FIELD, descriptor, descriptor::KIND);
        let expected = self.builder.constant(MachineType::I32, expected.into());
        self.builder.compare(Compare::Eq, found, expected)
    }

    /// Returns whether a function, which is not null, is of a type: an `I32`.
    pub(super) fn is_function_of(&mut self, function: B::Value, id: TypeId) -> B::Value {
        let access = Access::FUNCTION_FIELD;
        let found = self.builder.load(access, function, offsets::function::TYPE);
        if self.registry.get(id).is_final {
            let expected = self.word(id.0.into());
            return self.builder.compare(Compare::Eq, found, expected);
        }
        let three = self.word(3);
        let offset = self.builder.binary(Binary::Shl, found, three);
        let descriptor = self.descriptor(offset, 0);
        self.has_in_display(descriptor, id)
    }

    /// Returns the address of the descriptor of an object's type, given the object's header.
    fn object_descriptor(&mut self, header: B::Value) -> B::Value {
        // The id of the heap, which is larger by 1, times 8.
        let shift = self.word(u64::from(TYPE_SHIFT) - 3);
        let mask = self.word(TYPE_MASK << 3);
        let shifted = self.builder.binary(Binary::ShrU, header, shift);
        let offset = self.builder.binary(Binary::And, shifted, mask);
        self.descriptor(offset, -8)
    }

    /// Returns the address of the descriptor whose address is at an offset in the table.
    fn descriptor(&mut self, offset: B::Value, constant: i32) -> B::Value {
        let store = self.store_context();
        let table = self.builder.load(Access::CONSTANT_POINTER, store, offsets::store::TYPES);
        let entry = self.builder.binary(Binary::Add, table, offset);
        self.builder.load(Access::FUNCTION_FIELD, entry, constant)
    }

    /// Returns whether a type is another or a subtype of it, by its descriptor: an `I32`.
    fn has_in_display(&mut self, found: B::Value, id: TypeId) -> B::Value {
        let length = self.registry.descriptors().display(id).len();
        let expected = self.builder.constant(MachineType::I32, id.0.into());
        let offset = descriptor::DISPLAY + 4 * (length as i32 - 1);
        if length <= descriptor::ROOM {
            let entry = self.builder.load(DESCRIPTOR_FIELD, found, offset);
            return self.builder.compare(Compare::Eq, entry, expected);
        }
        let done = self.builder.block(&[MachineType::I32], false);
        let long = self.builder.block(&[], false);
        let found_length = self.builder.load(DESCRIPTOR_FIELD, found, descriptor::LENGTH);
        let least = self.builder.constant(MachineType::I32, length as u64);
        let is_long = self.builder.compare(Compare::GeU, found_length, least);
        let no = self.truth(false);
        self.builder.branch(is_long, (long, &[]), (done, &[no]));
        self.builder.seal(long);
        self.builder.switch_to(long);
        let entry = self.builder.load(DESCRIPTOR_FIELD, found, offset);
        let matches = self.builder.compare(Compare::Eq, entry, expected);
        self.builder.jump(done, &[matches]);
        self.builder.seal(done);
        self.builder.switch_to(done)[0]
    }
}
