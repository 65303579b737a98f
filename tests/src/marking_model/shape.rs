//! Which objects a model has, and which of the collector's features.

use std::ops::Range;

/// A reference: the number of an object, or [`NULL`].
pub(super) type Reference = usize;

/// The null reference. It has the three bits that a reference takes in a state.
pub(super) const NULL: Reference = 7;

/// Most objects that a state has room for.
pub(super) const OBJECTS: usize = 4;

/// Most strong fields of all objects together.
pub(super) const FIELDS: usize = 5;

/// The objects of a model and the features that it explores.
///
/// Objects have numbers: first those that are old from the start, then the young one. Strong fields
/// are numbered in the order of their objects.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Number of objects that are old from the start.
    pub(super) old: usize,
    /// There is one more object, which is allocated young.
    pub(super) has_young: bool,
    /// The second object has a weak field.
    pub(super) has_weak: bool,
    /// There is a global handle.
    pub(super) has_handle: bool,
    /// Each field of the first object has a card of its own. A store logs the card instead of the
    /// object.
    pub(super) has_cards: bool,
    /// The first field of each object; after the last object, the number of fields.
    first_field: [usize; OBJECTS + 1],
}

impl Shape {
    /// Returns the shape of old objects with these numbers of strong fields: 1 or 2 each.
    pub(super) const fn old(fields: &[usize]) -> Self {
        let mut first_field = [0; OBJECTS + 1];
        let mut object = 0;
        while object < OBJECTS {
            let count = if object < fields.len() { fields[object] } else { 0 };
            assert!(count <= 2);
            first_field[object + 1] = first_field[object] + count;
            object += 1;
        }
        assert!(first_field[OBJECTS] <= FIELDS);
        Self {
            old: fields.len(),
            has_young: false,
            has_weak: false,
            has_handle: false,
            has_cards: false,
            first_field,
        }
    }

    /// Adds an object with one field, which is allocated young.
    pub(super) const fn young(mut self) -> Self {
        assert!(!self.has_young && self.old < OBJECTS);
        self.has_young = true;
        let mut object = self.old;
        while object < OBJECTS {
            self.first_field[object + 1] += 1;
            object += 1;
        }
        assert!(self.first_field[OBJECTS] <= FIELDS);
        self
    }

    /// Adds a weak field to the second object.
    pub(super) const fn weak(self) -> Self {
        assert!(self.old > 1);
        Self { has_weak: true, ..self }
    }

    /// Adds a global handle.
    pub(super) const fn handle(self) -> Self {
        Self { has_handle: true, ..self }
    }

    /// Gives the fields of the first object, which has two, a card each.
    pub(super) const fn cards(self) -> Self {
        assert!(self.first_field[1] == 2);
        Self { has_cards: true, ..self }
    }

    /// Returns the number of objects.
    pub(super) fn objects(&self) -> usize {
        self.old + usize::from(self.has_young)
    }

    /// Returns the young object. Asked for only where there is one.
    pub(super) fn young_object(&self) -> Reference {
        self.old
    }

    /// Returns the object with the weak field.
    pub(super) fn weak_object(&self) -> Reference {
        1
    }

    /// Returns the number of strong fields.
    pub(super) fn fields(&self) -> usize {
        self.first_field[OBJECTS]
    }

    /// Returns the strong fields of an object.
    pub(super) fn fields_of(&self, object: Reference) -> Range<usize> {
        self.first_field[object]..self.first_field[object + 1]
    }

    /// Returns the object that has a field.
    pub(super) fn owner(&self, field: usize) -> Reference {
        let mut object = 0;
        while self.first_field[object + 1] <= field {
            object += 1;
        }
        object
    }

    /// Whether stores into an object log cards.
    pub(super) fn is_carded(&self, object: Reference) -> bool {
        self.has_cards && object == 0
    }

    /// Returns the name of an object in traces.
    pub(super) fn name(&self, object: Reference) -> &'static str {
        match object {
            NULL => "null",
            _ if self.has_young && object == self.young_object() => "Y",
            _ => ["A", "B", "C", "D"][object],
        }
    }

    /// Returns the name of a field in traces: its object and its place in it.
    pub(super) fn field_name(&self, field: usize) -> String {
        let owner = self.owner(field);
        format!("{}[{}]", self.name(owner), field - self.fields_of(owner).start)
    }
}
