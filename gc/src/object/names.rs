//! Names of types and their fields, for people.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::layout::{TypeId, TypeLayout, TypeRegistrationError};
use super::{ARRAY_HEADER, WORD};

/// The names of a type and of its fields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TypeNames {
    /// The name of the type.
    pub(crate) name: Option<Arc<str>>,
    /// The names of fields, by their byte offsets from the beginning of the object.
    pub(crate) fields: BTreeMap<usize, Arc<str>>,
}

impl TypeNames {
    /// Returns whether there are no names.
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Checks that the fields can exist in objects with this layout.
    pub(super) fn check(
        &self,
        id: TypeId,
        layout: &TypeLayout,
    ) -> Result<(), TypeRegistrationError> {
        let size = match layout {
            TypeLayout::Fixed { size, .. }
            | TypeLayout::Bitmap { size, .. }
            | TypeLayout::Tailed { size, .. }
            | TypeLayout::Weak { size, .. }
            | TypeLayout::Ephemeron { size, .. } => *size,
            TypeLayout::ReferenceArray
            | TypeLayout::PlainArray { .. }
            | TypeLayout::StructArray { .. } => ARRAY_HEADER,
            // Only the host knows the size.
            TypeLayout::Traced(_) => usize::MAX,
        };
        match self.fields.keys().find(|offset| !(WORD..size).contains(offset)) {
            Some(&offset) => Err(TypeRegistrationError::FieldName { id, offset, size }),
            None => Ok(()),
        }
    }
}

/// The names of all registered types that have some.
#[derive(Clone, Debug, Default)]
pub(crate) struct NameTable(HashMap<TypeId, TypeNames>);

impl NameTable {
    pub(super) fn insert(&mut self, id: TypeId, names: TypeNames) {
        if !names.is_empty() {
            self.0.insert(id, names);
        }
    }

    /// Returns the name of a type; `type 17` if it has none.
    pub(crate) fn type_name(&self, id: TypeId) -> Arc<str> {
        let given = self.0.get(&id).and_then(|names| names.name.clone());
        given.unwrap_or_else(|| format!("{id:?}").into())
    }

    /// Returns the name of the field of a type at a byte offset, if it has one.
    pub(crate) fn field_name(&self, id: TypeId, offset: usize) -> Option<&Arc<str>> {
        self.0.get(&id)?.fields.get(&offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_without_names_are_named_by_their_ids() {
        let mut table = NameTable::default();
        let node = TypeLayout::Fixed { size: 24, references: vec![8, 16] };
        let node = node.named("Node").field_named(8, "left");
        table.insert(TypeId::new(3), node.names);
        table.insert(TypeId::new(4), TypeNames::default());
        assert_eq!(&*table.type_name(TypeId::new(3)), "Node");
        assert_eq!(&*table.type_name(TypeId::new(4)), "type 4");
        assert_eq!(table.field_name(TypeId::new(3), 8).map(|name| &**name), Some("left"));
        assert_eq!(table.field_name(TypeId::new(3), 16), None);
        assert_eq!(table.field_name(TypeId::new(4), 8), None);
    }

    #[test]
    fn fields_outside_the_object_are_errors() {
        let id = TypeId::new(1);
        let named = |layout: TypeLayout, offset| {
            let names = layout.clone().named("T").field_named(offset, "field").names;
            names.check(id, &layout)
        };
        let fixed = || TypeLayout::Fixed { size: 24, references: vec![] };
        let tailed = || TypeLayout::Tailed {
            size: 32,
            references: vec![],
            length_offset: 8,
            element_size: 8,
            element_references: vec![],
        };
        for (layout, offset) in [
            (fixed(), 8),
            (fixed(), 23),
            (tailed(), 24),
            (TypeLayout::ReferenceArray, 8),
            (TypeLayout::PlainArray { element_size: 1 }, 8),
        ] {
            assert_eq!(named(layout, offset), Ok(()));
        }
        for (layout, offset, size) in [
            (fixed(), 0, 24),
            (fixed(), 24, 24),
            (tailed(), 32, 32),
            (TypeLayout::ReferenceArray, 16, 16),
        ] {
            let expected = TypeRegistrationError::FieldName { id, offset, size };
            assert_eq!(named(layout, offset), Err(expected));
        }
    }
}
