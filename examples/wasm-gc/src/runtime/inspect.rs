//! Reading of memories, tables and objects by the host.

use statepoint_gc::{AccessError, Mutator};

use super::arena::Handle;
use super::memory::Memory;
use super::store::Store;
use super::table::Table;
use super::thread::with_mutator;
use super::value::{Exception, Object, Reference, Value};
use crate::types::layout::{ELEMENTS, LENGTH, StructLayout, exception};
use crate::types::{CompositeType, StorageType, TypeId, ValueType};

/// The bytes of a word of an object.
const WORD: u64 = 8;

impl Store {
    /// Returns the bytes of a memory.
    ///
    /// # Panics
    ///
    /// If the memory is of another store.
    pub fn memory_contents(&self, memory: Handle<Memory>) -> &[u8] {
        // SAFETY: memories live as long as the store. Compiled code, which changes the bytes, runs
        // only in calls that borrow the store mutably.
        unsafe {
            let memory = self.pointer(memory).as_ref();
            let length = memory.length();
            let start = memory.range(0, length).expect("the range is the whole memory");
            std::slice::from_raw_parts(start, length as usize)
        }
    }

    /// Returns the number of elements of a table.
    ///
    /// # Panics
    ///
    /// If the table is of another store.
    pub fn table_length(&self, table: Handle<Table>) -> u64 {
        // SAFETY: tables live as long as the store, and no compiled code runs.
        unsafe { self.pointer(table).as_ref() }.cells.len()
    }

    /// Returns an element of a table, or `None` beyond its end.
    ///
    /// # Panics
    ///
    /// If the table is of another store.
    pub fn table_element(&self, table: Handle<Table>, index: u64) -> Option<Reference> {
        // SAFETY: as above.
        let table = unsafe { self.pointer(table).as_ref() };
        let cell = table.cells.range(index, 1)?;
        let ty = ValueType::Reference(table.ty().element);
        if StorageType::Value(ty).is_root(&self.engine.types()) {
            // SAFETY: the cell is a root.
            return Some(unsafe { self.engine.load_cell(cell, self.id) });
        }
        // SAFETY: the cell is in the table, and holds null or the address of a function.
        match Value::from_word(unsafe { cell.read() }, ty, self.id) {
            Value::Reference(reference) => Some(reference),
            number => unreachable!("{number} is no reference"),
        }
    }

    /// Returns the values of the fields of a structure, or of the first elements of an array, at
    /// most `limit`. Packed values are without sign.
    ///
    /// # Panics
    ///
    /// If the object is of another store.
    pub fn object_values(&self, object: &Object, limit: usize) -> Vec<Value> {
        assert_eq!(object.store, self.id, "an object is used with a store that it is not of");
        let fields: Vec<_> = {
            let types = self.engine.types();
            match &types.get(object.ty).composite {
                CompositeType::Struct(fields) => {
                    let offsets = StructLayout::of(fields, &types).offsets.into_iter();
                    let offsets = offsets.map(u64::from);
                    offsets.zip(fields.iter().map(|field| field.storage)).take(limit).collect()
                }
                CompositeType::Array(element) => {
                    let bytes = u64::from(element.storage.bytes());
                    let count = self.array_length(object).unwrap_or(0).min(limit as u64);
                    let offsets = (0..count).map(|index| ELEMENTS as u64 + index * bytes);
                    offsets.map(|offset| (offset, element.storage)).collect()
                }
                CompositeType::Function(_) => unreachable!("exceptions are no objects of programs"),
            }
        };
        self.load_fields(&object.handle, fields)
    }

    /// Returns the number of elements of an array, or `None` if the object is a structure.
    pub fn array_length(&self, object: &Object) -> Option<u64> {
        let is_array = self.is_array(object.ty);
        let length = |mutator: &mut Mutator| mutator.load_word(&object.handle, LENGTH as usize);
        is_array.then(|| with_mutator(length).expect("arrays have a length"))
    }

    fn is_array(&self, ty: TypeId) -> bool {
        matches!(self.engine.types().get(ty).composite, CompositeType::Array(_))
    }

    /// Returns the values of an exception.
    ///
    /// # Panics
    ///
    /// If the exception is of another store.
    pub fn exception_values(&self, thrown: &Exception) -> Vec<Value> {
        assert_eq!(thrown.store, self.id, "an exception is used with a store that it is not of");
        let id = with_mutator(|mutator| mutator.type_of(&thrown.handle));
        let ty = TypeId::from_collector(id.expect("exceptions are objects of the heap"));
        let parameters = self.engine.types().function(ty).parameters.clone();
        let fields = parameters.into_iter().enumerate().map(|(index, ty)| {
            (exception::VALUES as u64 + WORD * index as u64, StorageType::Value(ty))
        });
        self.load_fields(&thrown.handle, fields.collect())
    }

    /// Returns the values at offsets of an object.
    fn load_fields(
        &self,
        object: &statepoint_gc::Handle,
        fields: Vec<(u64, StorageType)>,
    ) -> Vec<Value> {
        fields
            .into_iter()
            .map(|(offset, storage)| self.load_field(object, offset, storage))
            .collect()
    }

    fn load_field(
        &self,
        object: &statepoint_gc::Handle,
        offset: u64,
        storage: StorageType,
    ) -> Value {
        let word = (offset - offset % WORD) as usize;
        let loaded = with_mutator(|mutator| mutator.load_word(object, word));
        if let Err(AccessError::IsReference { .. }) = loaded {
            let reference = with_mutator(|mutator| {
                let field = mutator.load_reference(object, word);
                let field = field.expect("the word is a reference").expect("which is not null");
                Reference::from_object(&self.engine, mutator, field, self.id)
            });
            return Value::Reference(reference);
        }
        let bits = loaded.expect("the offset is one of a field") >> (8 * (offset % WORD));
        match storage {
            StorageType::I8 => Value::I32(i32::from(bits as u8)),
            StorageType::I16 => Value::I32(i32::from(bits as u16)),
            StorageType::Value(ty) if storage.is_root(&self.engine.types()) => {
                match Reference::from_tagged(bits) {
                    Some(reference) => Value::Reference(reference),
                    None => unreachable!("{bits:#x} in a field of type {ty} is no reference"),
                }
            }
            StorageType::Value(ty) => Value::from_word(bits, ty, self.id),
        }
    }
}
