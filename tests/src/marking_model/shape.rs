//! Heap shapes: the objects of a model, and the collector features that it covers.

use std::ops::Range;

/// A reference: the index of an object, or [`NULL`].
pub(super) type Reference = usize;

/// The null reference. It fits into the three bits that encode a reference in a state.
pub(super) const NULL: Reference = 7;

/// Maximum number of objects of a shape.
pub(super) const MAX_OBJECTS: usize = 4;

/// Maximum total number of strong fields of a shape's objects.
pub(super) const MAX_FIELDS: usize = 5;

/// The objects of a model, and the collector features that it covers.
///
/// Objects are numbered from 0: first the objects that are old from the start, then the object that
/// is allocated young. Strong fields are numbered from 0 in the order of their objects.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Number of objects that are old from the start.
    pub(super) old: usize,
    /// Whether there is one more object, which is allocated young.
    pub(super) has_young: bool,
    /// Whether the second object has a weak field.
    pub(super) has_weak: bool,
    /// Whether the heap has a global handle.
    pub(super) has_handle: bool,
    /// Whether the first object has two cards of one field each. A store into it logs the card of
    /// the field instead of the object.
    pub(super) has_cards: bool,
    /// The index of each object's first field, followed by the number of fields.
    first_field: [usize; MAX_OBJECTS + 1],
}

impl Shape {
    /// Returns a shape with one old object per element of `fields`, which is the object's number of
    /// strong fields: 1 or 2.
    pub(super) const fn old(fields: &[usize]) -> Self {
        let mut shape = Self {
            old: 0,
            has_young: false,
            has_weak: false,
            has_handle: false,
            has_cards: false,
            first_field: [0; MAX_OBJECTS + 1],
        };
        while shape.old < fields.len() {
            shape = shape.with_object(fields[shape.old]);
            shape.old += 1;
        }
        shape
    }

    /// Adds an object with this number of strong fields after the old objects.
    const fn with_object(mut self, fields: usize) -> Self {
        assert!(self.old < MAX_OBJECTS && !self.has_young && (fields == 1 || fields == 2));
        let mut object = self.old;
        while object < MAX_OBJECTS {
            self.first_field[object + 1] += fields;
            object += 1;
        }
        assert!(self.first_field[MAX_OBJECTS] <= MAX_FIELDS);
        self
    }

    /// Adds an object that is allocated young and has one strong field.
    pub(super) const fn young(self) -> Self {
        Self { has_young: true, ..self.with_object(1) }
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

    /// Divides the first object into two cards, of one field each.
    pub(super) const fn cards(self) -> Self {
        assert!(self.first_field[1] == 2);
        Self { has_cards: true, ..self }
    }

    /// Returns the number of objects.
    pub(super) fn objects(&self) -> usize {
        self.old + usize::from(self.has_young)
    }

    /// Returns the object that is allocated young. The shape must have one.
    pub(super) fn young_object(&self) -> Reference {
        self.old
    }

    /// Returns whether an object has the weak field.
    pub(super) fn is_weak(&self, object: Reference) -> bool {
        self.has_weak && object == 1
    }

    /// Returns whether stores into an object log cards.
    pub(super) fn is_carded(&self, object: Reference) -> bool {
        self.has_cards && object == 0
    }

    /// Returns the number of strong fields.
    pub(super) fn fields(&self) -> usize {
        self.first_field[MAX_OBJECTS]
    }

    /// Returns the strong fields of an object.
    pub(super) fn fields_of(&self, object: Reference) -> Range<usize> {
        self.first_field[object]..self.first_field[object + 1]
    }

    /// Returns the object that contains a field.
    pub(super) fn owner(&self, field: usize) -> Reference {
        (0..MAX_OBJECTS).find(|&object| field < self.first_field[object + 1]).expect("a field")
    }
}
