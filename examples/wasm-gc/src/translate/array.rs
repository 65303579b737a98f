//! Arrays.

use wasmparser::Operator;

use super::function::FunctionTranslator;
use crate::TrapKind;
use crate::code::{
    Access, Binary, CodeBuilder, Compare, Convert, MachineType, Place, Region, RuntimeFunction,
};
use crate::types::layout::{ELEMENTS, LENGTH};
use crate::types::{ReferenceKind, StorageType, TypeId};

/// The length of an array, which never changes.
const LENGTH_ACCESS: Access = Access::whole(MachineType::I64, 8, Region::Objects);

impl<B: CodeBuilder> FunctionTranslator<'_, B> {
    /// Translates an instruction of arrays.
    pub(super) fn array(&mut self, operator: &Operator<'_>) -> bool {
        match *operator {
            Operator::ArrayNew { array_type_index } => {
                let (id, storage) = self.array_type(array_type_index);
                let length = self.pop_index(false);
                let value = self.pop();
                let array = self.new_array(id, storage, length);
                let start = self.word(0);
                self.fill(storage, array, start, value, length);
                self.stack.push(array);
            }
            Operator::ArrayNewDefault { array_type_index } => {
                let (id, storage) = self.array_type(array_type_index);
                let length = self.pop_index(false);
                let array = self.new_array(id, storage, length);
                self.stack.push(array);
            }
            Operator::ArrayNewFixed { array_type_index, array_size } => {
                let (id, storage) = self.array_type(array_type_index);
                let values = self.pop_many(array_size as usize);
                let length = self.word(u64::from(array_size));
                let array = self.new_array(id, storage, length);
                let access = Access::field(storage, false, self.registry);
                for (index, value) in values.into_iter().enumerate() {
                    let offset = ELEMENTS + i32::from(storage.bytes()) * index as i32;
                    self.builder.initialize_object(access, array, offset, value);
                }
                self.stack.push(array);
            }
            Operator::ArrayNewData { array_type_index, array_data_index } => {
                let (id, storage) = self.array_type(array_type_index);
                let length = self.pop_index(false);
                let from = self.pop_index(false);
                let bytes = self.scale(length, storage);
                let segment = self.word(u64::from(array_data_index));
                self.checked_call(RuntimeFunction::CheckData, &[segment, from, bytes]);
                let array = self.new_array(id, storage, length);
                let start = self.word(0);
                self.init_data(array, start, segment, from, bytes);
                self.stack.push(array);
            }
            Operator::ArrayNewElem { array_type_index, array_elem_index } => {
                let (id, storage) = self.array_type(array_type_index);
                let length = self.pop_index(false);
                let from = self.pop_index(false);
                let segment = self.word(u64::from(array_elem_index));
                self.checked_call(RuntimeFunction::CheckElement, &[segment, from, length]);
                let array = self.new_array(id, storage, length);
                let start = self.word(0);
                self.init_elements(storage, array, start, segment, from, length);
                self.stack.push(array);
            }
            Operator::ArrayGet { array_type_index } | Operator::ArrayGetU { array_type_index } => {
                self.get_element(array_type_index, false);
            }
            Operator::ArrayGetS { array_type_index } => self.get_element(array_type_index, true),
            Operator::ArraySet { array_type_index } => {
                let (_, storage) = self.array_type(array_type_index);
                let value = self.pop();
                let (array, place) = self.pop_element(storage);
                let access = Access::field(storage, false, self.registry);
                self.builder.store_object(access, array, place, value);
            }
            Operator::ArrayLen => {
                let array = self.pop_object(TrapKind::NullArray);
                let length = self.length(array);
                self.push_index(length, false);
            }
            _ => return self.array_range(operator),
        }
        true
    }

    /// Translates an instruction of a range of elements.
    fn array_range(&mut self, operator: &Operator<'_>) -> bool {
        match *operator {
            Operator::ArrayFill { array_type_index } => {
                let (_, storage) = self.array_type(array_type_index);
                let count = self.pop_index(false);
                let value = self.pop();
                let start = self.pop_index(false);
                let array = self.pop_object(TrapKind::NullArray);
                self.check_range(array, start, count);
                self.fill(storage, array, start, value, count);
            }
            Operator::ArrayCopy { array_type_index_dst, .. } => {
                let (_, storage) = self.array_type(array_type_index_dst);
                let count = self.pop_index(false);
                let from_start = self.pop_index(false);
                let from = self.pop();
                let to_start = self.pop_index(false);
                let to = self.pop_object(TrapKind::NullArray);
                self.trap_if_null(from, TrapKind::NullArray);
                self.check_range(to, to_start, count);
                self.check_range(from, from_start, count);
                let bytes = self.word(u64::from(storage.bytes()));
                let (function, bytes) = if storage.is_root(self.registry) {
                    (RuntimeFunction::ArrayCopyReferences, None)
                } else {
                    (RuntimeFunction::ArrayCopy, Some(bytes))
                };
                self.in_pieces(function, count, |translator| {
                    let to = translator.builder.reference_word(to);
                    let from = translator.builder.reference_word(from);
                    let mut arguments = vec![to, to_start, from, from_start, count];
                    arguments.extend(bytes);
                    arguments
                });
            }
            Operator::ArrayInitData { array_type_index, array_data_index } => {
                let (_, storage) = self.array_type(array_type_index);
                let count = self.pop_index(false);
                let from = self.pop_index(false);
                let start = self.pop_index(false);
                let array = self.pop_object(TrapKind::NullArray);
                self.check_range(array, start, count);
                let (bytes, start) = (self.scale(count, storage), self.scale(start, storage));
                let segment = self.word(u64::from(array_data_index));
                self.checked_call(RuntimeFunction::CheckData, &[segment, from, bytes]);
                self.init_data(array, start, segment, from, bytes);
            }
            Operator::ArrayInitElem { array_type_index, array_elem_index } => {
                let (_, storage) = self.array_type(array_type_index);
                let count = self.pop_index(false);
                let from = self.pop_index(false);
                let start = self.pop_index(false);
                let array = self.pop_object(TrapKind::NullArray);
                self.check_range(array, start, count);
                let segment = self.word(u64::from(array_elem_index));
                self.checked_call(RuntimeFunction::CheckElement, &[segment, from, count]);
                self.init_elements(storage, array, start, segment, from, count);
            }
            _ => return false,
        }
        true
    }

    fn array_type(&self, index: u32) -> (TypeId, StorageType) {
        let id = self.module.types[index as usize];
        (id, self.registry.array(id).storage)
    }

    fn new_array(&mut self, id: TypeId, storage: StorageType, length: B::Value) -> B::Value {
        let array = self.builder.allocate_array(id, storage.bytes(), length);
        self.trap_if_not_allocated(array);
        array
    }

    fn length(&mut self, array: B::Value) -> B::Value {
        self.builder.load_object(LENGTH_ACCESS, array, Place::Field(LENGTH))
    }

    /// Multiplies a number of elements by their size.
    fn scale(&mut self, count: B::Value, storage: StorageType) -> B::Value {
        let shift = self.word(u64::from(storage.bytes().trailing_zeros()));
        self.builder.binary(Binary::Shl, count, shift)
    }

    /// Pops an array and an index in it.
    fn pop_element(&mut self, storage: StorageType) -> (B::Value, Place<B::Value>) {
        let index = self.pop_index(false);
        let array = self.pop_object(TrapKind::NullArray);
        let length = self.length(array);
        let is_beyond = self.builder.compare(Compare::GeU, index, length);
        self.trap_if(is_beyond, TrapKind::ArrayBounds);
        let offset = self.scale(index, storage);
        let offset = self.add_offset(offset, ELEMENTS as u64);
        (array, Place::Element(offset))
    }

    fn get_element(&mut self, type_index: u32, signed: bool) {
        let (_, storage) = self.array_type(type_index);
        let (array, place) = self.pop_element(storage);
        let access = Access::field(storage, signed, self.registry);
        let value = self.builder.load_object(access, array, place);
        self.stack.push(value);
    }

    /// Traps if a range is not in an array. Start and count have 32 bits, so the sum does not wrap.
    fn check_range(&mut self, array: B::Value, start: B::Value, count: B::Value) {
        let end = self.builder.binary(Binary::Add, start, count);
        let length = self.length(array);
        let is_beyond = self.builder.compare(Compare::GtU, end, length);
        self.trap_if(is_beyond, TrapKind::ArrayBounds);
    }

    fn fill(
        &mut self,
        storage: StorageType,
        array: B::Value,
        start: B::Value,
        value: B::Value,
        count: B::Value,
    ) {
        let value = match Access::field(storage, false, self.registry).value {
            MachineType::I32 => self.builder.convert(Convert::ExtendU, MachineType::I64, value),
            MachineType::I64 => value,
            MachineType::F32 => {
                let bits = self.builder.convert(Convert::Reinterpret, MachineType::I32, value);
                self.builder.convert(Convert::ExtendU, MachineType::I64, bits)
            }
            MachineType::F64 => self.builder.convert(Convert::Reinterpret, MachineType::I64, value),
            // A reference into the heap is made a word for each piece.
            MachineType::Reference(ReferenceKind::Heap) => value,
            MachineType::Reference(ReferenceKind::Native) => self.builder.reference_word(value),
        };
        if storage.is_root(self.registry) {
            self.in_pieces(RuntimeFunction::ArrayFillReferences, count, |translator| {
                let array = translator.builder.reference_word(array);
                let value = translator.builder.reference_word(value);
                vec![array, start, value, count]
            });
        } else {
            let bytes = self.word(u64::from(storage.bytes()));
            self.in_pieces(RuntimeFunction::ArrayFill, count, |translator| {
                let array = translator.builder.reference_word(array);
                vec![array, start, value, count, bytes]
            });
        }
    }

    /// Copies bytes of a data segment to an offset in the elements of an array.
    fn init_data(
        &mut self,
        array: B::Value,
        offset: B::Value,
        segment: B::Value,
        from: B::Value,
        bytes: B::Value,
    ) {
        self.in_pieces(RuntimeFunction::ArrayInitData, bytes, |translator| {
            let array = translator.builder.reference_word(array);
            vec![array, offset, segment, from, bytes]
        });
    }

    /// Copies references of an element segment to an array.
    fn init_elements(
        &mut self,
        storage: StorageType,
        array: B::Value,
        start: B::Value,
        segment: B::Value,
        from: B::Value,
        count: B::Value,
    ) {
        let are_roots = self.word(storage.is_root(self.registry).into());
        self.in_pieces(RuntimeFunction::ArrayInitElement, count, |translator| {
            let array = translator.builder.reference_word(array);
            vec![array, start, segment, from, count, are_roots]
        });
    }
}
