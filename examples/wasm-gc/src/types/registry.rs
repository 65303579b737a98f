//! Canonical ids of defined types.
//!
//! Types are equivalent if their recursion groups are: the registry maps a group, in which
//! references to its own members are relative, to the id of its first member. A module that
//! defines the same group again receives the same ids, so equivalence of types at run time is
//! equality of ids, in one module and between modules.

use std::collections::HashMap;

use super::defined::{CompositeType, DefinedType, FieldType, FunctionType};
use super::descriptor::{DescriptorTable, kind};
use super::value::{HeapType, ReferenceKind, ReferenceType, TypeId, ValueType};
use crate::Error;

/// All defined types of an engine.
#[derive(Debug)]
pub struct TypeRegistry {
    groups: HashMap<Vec<DefinedType>, TypeId>,
    types: Vec<DefinedType>,
    descriptors: DescriptorTable,
}

impl TypeRegistry {
    /// Creates an empty registry.
    ///
    /// # Errors
    ///
    /// If the system has no address space.
    pub fn new() -> Result<Self, Error> {
        let descriptors = DescriptorTable::new().map_err(|error| {
            Error::Resources(format!("no address space for the types: {error}"))
        })?;
        Ok(Self { groups: HashMap::new(), types: Vec::new(), descriptors })
    }

    /// Registers a recursion group and returns the id of its first member. The ids of the others
    /// follow.
    ///
    /// # Errors
    ///
    /// If there are more types than a heap can have.
    pub fn register_group(&mut self, group: Vec<DefinedType>) -> Result<TypeId, Error> {
        if let Some(&first) = self.groups.get(&group) {
            return Ok(first);
        }
        let largest = DescriptorTable::MAX_TYPES;
        if group.len() > largest - self.types.len() {
            return Err(Error::Resources(format!("there are more than {largest} types")));
        }
        let first = TypeId(self.types.len() as u32);
        for member in &group {
            let member = member.resolve(first);
            let kind = match member.composite {
                CompositeType::Function(_) => kind::FUNCTION,
                CompositeType::Struct(_) => kind::STRUCT,
                CompositeType::Array(_) => kind::ARRAY,
            };
            let supertype = member.supertype.map(|supertype| match supertype {
                HeapType::Defined(id) => id,
                other => unreachable!("a supertype is a defined type, and not {other}"),
            });
            // A supertype is declared before its subtypes, so it has a descriptor.
            self.descriptors.push(kind, supertype);
            self.types.push(member);
        }
        debug_assert_eq!(self.descriptors.len(), self.types.len());
        self.groups.insert(group, first);
        Ok(first)
    }

    /// Returns the descriptors, which compiled code reads.
    pub fn descriptors(&self) -> &DescriptorTable {
        &self.descriptors
    }

    /// Registers a function type that is alone in its group, and returns its id.
    ///
    /// # Errors
    ///
    /// As for [`Self::register_group`].
    pub fn register_function(&mut self, function: FunctionType) -> Result<TypeId, Error> {
        let composite = CompositeType::Function(function);
        self.register_group(vec![DefinedType { is_final: true, supertype: None, composite }])
    }

    /// Returns the ids of the types from the `first`-th on, in the order of their registration.
    pub fn ids_from(&self, first: usize) -> impl Iterator<Item = TypeId> + use<> {
        (first as u32..self.types.len() as u32).map(TypeId)
    }

    /// Returns the type with this id.
    ///
    /// # Panics
    ///
    /// If no such type is registered.
    pub fn get(&self, id: TypeId) -> &DefinedType {
        &self.types[id.0 as usize]
    }

    /// Returns the function type with this id.
    ///
    /// # Panics
    ///
    /// If no such type is registered, or it is not that of a function: validation excludes both.
    pub fn function(&self, id: TypeId) -> &FunctionType {
        match &self.get(id).composite {
            CompositeType::Function(function) => function,
            other => panic!("type {} is {other:?} and not a function", id.0),
        }
    }

    /// Returns whether a type is a subtype of another.
    pub fn is_subtype(&self, sub: ValueType, of: ValueType) -> bool {
        match (sub, of) {
            (ValueType::Reference(sub), ValueType::Reference(of)) => {
                self.is_reference_subtype(sub, of)
            }
            (sub, of) => sub == of,
        }
    }

    /// Returns whether a type of references is a subtype of another.
    pub fn is_reference_subtype(&self, sub: ReferenceType, of: ReferenceType) -> bool {
        (of.nullable || !sub.nullable) && self.is_heap_subtype(sub.heap, of.heap)
    }

    /// Returns whether a defined type is another, or declares it as a supertype directly or
    /// through others.
    pub fn is_defined_subtype(&self, sub: TypeId, of: TypeId) -> bool {
        let depth = self.descriptors.display(of).len();
        self.descriptors.display(sub).get(depth - 1) == Some(&of.0)
    }

    /// Returns whether a heap type is a subtype of another.
    pub fn is_heap_subtype(&self, sub: HeapType, of: HeapType) -> bool {
        use HeapType::{
            Any, Array, Defined, Eq, Exn, Extern, Func, I31, NoExn, NoExtern, NoFunc, None, Struct,
        };
        if sub == of {
            return true;
        }
        match (sub, of) {
            (Defined(sub), Defined(of)) => self.is_defined_subtype(sub, of),
            (Defined(id), of) => match self.get(id).composite {
                CompositeType::Function(_) => of == Func,
                CompositeType::Struct(_) => matches!(of, Struct | Eq | Any),
                CompositeType::Array(_) => matches!(of, Array | Eq | Any),
            },
            (None, Defined(id)) => !self.is_function(id),
            (NoFunc, Defined(id)) => self.is_function(id),
            (None, of) => matches!(of, I31 | Struct | Array | Eq | Any),
            (I31 | Struct | Array, of) => matches!(of, Eq | Any),
            (Eq, of) => of == Any,
            (NoFunc, of) => of == Func,
            (NoExtern, of) => of == Extern,
            (NoExn, of) => of == Exn,
            _ => false,
        }
    }

    /// Returns the fields of a structure.
    ///
    /// # Panics
    ///
    /// If no such type is registered, or it is not that of a structure: validation excludes both.
    pub fn structure(&self, id: TypeId) -> &[FieldType] {
        match &self.get(id).composite {
            CompositeType::Struct(fields) => fields,
            other => panic!("type {} is {other:?} and not a structure", id.0),
        }
    }

    /// Returns the elements of an array.
    ///
    /// # Panics
    ///
    /// If no such type is registered, or it is not that of an array: validation excludes both.
    pub fn array(&self, id: TypeId) -> FieldType {
        match self.get(id).composite {
            CompositeType::Array(element) => element,
            ref other => panic!("type {} is {other:?} and not an array", id.0),
        }
    }

    /// Returns whether a defined type is that of a function.
    pub fn is_function(&self, id: TypeId) -> bool {
        matches!(self.get(id).composite, CompositeType::Function(_))
    }

    /// Returns what the collector must know of references of a type.
    pub fn reference_kind(&self, heap: HeapType) -> ReferenceKind {
        heap.kind(|id| self.is_function(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{FieldType, StorageType};

    fn list(final_type: bool) -> Vec<DefinedType> {
        let next = ReferenceType { nullable: true, heap: HeapType::InGroup(0) };
        let storage = StorageType::Value(ValueType::Reference(next));
        vec![DefinedType {
            is_final: final_type,
            supertype: None,
            composite: CompositeType::Struct(vec![FieldType { storage, mutable: true }]),
        }]
    }

    #[test]
    fn equal_groups_have_one_id_and_refer_to_themselves() {
        let mut registry = TypeRegistry::new().expect("address space");
        let mut register = |is_final| registry.register_group(list(is_final)).expect("room");
        let (first, other) = (register(true), register(false));
        assert_eq!(register(true), first);
        assert_ne!(other, first);
        let CompositeType::Struct(fields) = &registry.get(other).composite else {
            panic!("not a structure");
        };
        let StorageType::Value(ValueType::Reference(next)) = fields[0].storage else {
            panic!("not a reference");
        };
        assert_eq!(next.heap, HeapType::Defined(other));
    }

    #[test]
    fn subtypes_of_abstract_types() {
        let mut registry = TypeRegistry::new().expect("address space");
        let list = HeapType::Defined(registry.register_group(list(true)).expect("room"));
        let function = FunctionType { parameters: vec![], results: vec![] };
        let function = registry.register_function(function).expect("room");
        let function = HeapType::Defined(function);
        for of in [HeapType::Struct, HeapType::Eq, HeapType::Any, list] {
            assert!(registry.is_heap_subtype(list, of));
            assert!(registry.is_heap_subtype(HeapType::None, of));
            assert!(!registry.is_heap_subtype(function, of));
        }
        assert!(!registry.is_heap_subtype(HeapType::None, function));
        assert!(registry.is_heap_subtype(HeapType::NoFunc, function));
        assert!(!registry.is_heap_subtype(list, HeapType::Array));
    }
}
