//! Structures.

use wasmparser::Operator;

use super::function::FunctionTranslator;
use crate::TrapKind;
use crate::code::{Access, CodeBuilder, Place};
use crate::types::{StorageType, StructLayout, TypeId};

impl<B: CodeBuilder> FunctionTranslator<'_, B> {
    /// Translates an instruction of structures.
    pub(super) fn structure(&mut self, operator: &Operator<'_>) -> bool {
        match *operator {
            Operator::StructNew { struct_type_index } => {
                let id = self.module.types[struct_type_index as usize];
                let fields: Vec<_> =
                    self.registry.structure(id).iter().map(|field| field.storage).collect();
                let values = self.pop_many(fields.len());
                let layout = self.struct_layout(id);
                let object = self.new_struct(id, &layout);
                for ((storage, value), offset) in fields.into_iter().zip(values).zip(layout.offsets)
                {
                    let access = Access::field(storage, false, self.registry);
                    self.builder.initialize_object(access, object, offset as i32, value);
                }
                self.stack.push(object);
            }
            Operator::StructNewDefault { struct_type_index } => {
                let id = self.module.types[struct_type_index as usize];
                let layout = self.struct_layout(id);
                let object = self.new_struct(id, &layout);
                self.stack.push(object);
            }
            Operator::StructGet { struct_type_index, field_index }
            | Operator::StructGetU { struct_type_index, field_index } => {
                self.get_field(struct_type_index, field_index, false);
            }
            Operator::StructGetS { struct_type_index, field_index } => {
                self.get_field(struct_type_index, field_index, true);
            }
            Operator::StructSet { struct_type_index, field_index } => {
                let value = self.pop();
                let (storage, place) = self.field(struct_type_index, field_index);
                let object = self.pop_object(TrapKind::NullStructure);
                let access = Access::field(storage, false, self.registry);
                self.builder.store_object(access, object, place, value);
            }
            _ => return false,
        }
        true
    }

    fn struct_layout(&self, id: TypeId) -> StructLayout {
        StructLayout::of(self.registry.structure(id), self.registry)
    }

    fn new_struct(&mut self, id: TypeId, layout: &StructLayout) -> B::Value {
        let object = self.builder.allocate_struct(id, layout.size);
        self.trap_if_not_allocated(object);
        object
    }

    fn field(&self, type_index: u32, field: u32) -> (StorageType, Place<B::Value>) {
        let id = self.module.types[type_index as usize];
        let storage = self.registry.structure(id)[field as usize].storage;
        let offset = self.struct_layout(id).offsets[field as usize];
        (storage, Place::Field(offset as i32))
    }

    fn get_field(&mut self, type_index: u32, field: u32, signed: bool) {
        let (storage, place) = self.field(type_index, field);
        let object = self.pop_object(TrapKind::NullStructure);
        let access = Access::field(storage, signed, self.registry);
        let value = self.builder.load_object(access, object, place);
        self.stack.push(value);
    }

    /// Pops a reference, which must not be null.
    pub(super) fn pop_object(&mut self, null: TrapKind) -> B::Value {
        let object = self.pop();
        self.trap_if_null(object, null);
        object
    }

    /// Traps if a reference is null.
    pub(super) fn trap_if_null(&mut self, reference: B::Value, kind: TrapKind) {
        let word = self.builder.reference_word(reference);
        self.trap_if_zero(word, kind);
    }
}
