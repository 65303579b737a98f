//! States of the model: heap, mutators and marker, packed into 64 bits.

use super::shape::{MAX_FIELDS, MAX_OBJECTS, NULL, Reference, Shape};

/// The colour of an object in the tri-colour abstraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colour {
    /// The object is not marked, or it is young.
    White,
    /// The object is marked, and this number of its fields has been scanned.
    Grey(usize),
    /// The object is marked, and all its fields have been scanned.
    Black,
}

/// The age of the object that is allocated young.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Age {
    /// The object is not allocated, or dead.
    Absent,
    /// The object is in eden, or a survivor that is still young.
    Young,
    /// The object has been promoted.
    Old,
}

/// A state of the model. Parts that the [`Shape`] does not use are zero, or the null reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State(pub(super) u64);

/// Width of a reference, in bits.
const REFERENCE: u32 = 3;

// The index of the first bit of each part.
const STRONG: u32 = 0;
const WEAK: u32 = STRONG + MAX_FIELDS as u32 * REFERENCE;
const HANDLE: u32 = WEAK + REFERENCE;
const REGISTERS: u32 = HANDLE + REFERENCE;
const COLOURS: u32 = REGISTERS + MAX_OBJECTS as u32;
const LOGGED: u32 = COLOURS + MAX_OBJECTS as u32 * 2;
const AGE: u32 = LOGGED + MAX_FIELDS as u32;
const LISTED: u32 = AGE + 2;
const VISITED: u32 = LISTED + 1;

impl State {
    /// Returns the state in which registers refer to a set of objects, given as a bit mask. All
    /// fields are null, all objects are white, and the logs are empty.
    pub(super) fn with_registers(objects: usize) -> Self {
        let mut state = Self((1 << REGISTERS) - 1);
        state.set(REGISTERS, MAX_OBJECTS as u32, objects);
        state
    }

    fn get(self, at: u32, bits: u32) -> usize {
        (self.0 >> at & ((1 << bits) - 1)) as usize
    }

    fn set(&mut self, at: u32, bits: u32, value: usize) {
        let mask = ((1 << bits) - 1) << at;
        self.0 = self.0 & !mask | (value as u64) << at;
    }

    /// Returns the value of a strong field.
    pub(super) fn field(self, field: usize) -> Reference {
        self.get(STRONG + field as u32 * REFERENCE, REFERENCE)
    }

    pub(super) fn set_field(&mut self, field: usize, value: Reference) {
        self.set(STRONG + field as u32 * REFERENCE, REFERENCE, value);
    }

    /// Returns the value of the weak field.
    pub(super) fn weak(self) -> Reference {
        self.get(WEAK, REFERENCE)
    }

    pub(super) fn set_weak(&mut self, value: Reference) {
        self.set(WEAK, REFERENCE, value);
    }

    /// Returns the value of the handle's cell: null while there is no handle.
    pub(super) fn handle(self) -> Reference {
        self.get(HANDLE, REFERENCE)
    }

    pub(super) fn set_handle(&mut self, value: Reference) {
        self.set(HANDLE, REFERENCE, value);
    }

    /// Returns whether the handle's cell is on the list of new cells that the next pause scans.
    pub(super) fn is_listed(self) -> bool {
        self.get(LISTED, 1) != 0
    }

    pub(super) fn set_listed(&mut self, listed: bool) {
        self.set(LISTED, 1, listed.into());
    }

    /// Returns whether the marker has visited the cells outside the list in this cycle.
    pub(super) fn has_visited(self) -> bool {
        self.get(VISITED, 1) != 0
    }

    pub(super) fn set_visited(&mut self) {
        self.set(VISITED, 1, 1);
    }

    /// Returns the set of objects to which registers refer, as a bit mask.
    pub(super) fn registers(self) -> usize {
        self.get(REGISTERS, MAX_OBJECTS as u32)
    }

    /// Returns whether a register refers to an object.
    pub(super) fn is_in_register(self, object: Reference) -> bool {
        self.get(REGISTERS + object as u32, 1) != 0
    }

    /// Loads a reference into a register. Loading null has no effect.
    pub(super) fn load_register(&mut self, reference: Reference) {
        if reference != NULL {
            self.set(REGISTERS + reference as u32, 1, 1);
        }
    }

    /// Overwrites all registers that refer to an object.
    pub(super) fn clear_register(&mut self, object: Reference) {
        self.set(REGISTERS + object as u32, 1, 0);
    }

    pub(super) fn colour(self, object: Reference) -> Colour {
        match self.get(COLOURS + object as u32 * 2, 2) {
            0 => Colour::White,
            3 => Colour::Black,
            more => Colour::Grey(more - 1),
        }
    }

    pub(super) fn set_colour(&mut self, object: Reference, colour: Colour) {
        let number = match colour {
            Colour::White => 0,
            Colour::Grey(scanned) => 1 + scanned,
            Colour::Black => 3,
        };
        self.set(COLOURS + object as u32 * 2, 2, number);
    }

    /// Returns whether any object is grey.
    pub(super) fn has_grey(self) -> bool {
        // The two bits of a grey object differ.
        let colours = self.get(COLOURS, MAX_OBJECTS as u32 * 2);
        (colours ^ colours >> 1) & 0b0101_0101 != 0
    }

    /// Returns whether the object of a field is logged or, if the object has cards, the card of the
    /// field.
    pub(super) fn is_logged(self, field: usize) -> bool {
        self.get(LOGGED + field as u32, 1) != 0
    }

    pub(super) fn log(&mut self, field: usize) {
        self.set(LOGGED + field as u32, 1, 1);
    }

    pub(super) fn clear_logs(&mut self) {
        self.set(LOGGED, MAX_FIELDS as u32, 0);
    }

    /// Returns the age of the object that is allocated young.
    pub(super) fn age(self) -> Age {
        match self.get(AGE, 2) {
            0 => Age::Absent,
            1 => Age::Young,
            _ => Age::Old,
        }
    }

    pub(super) fn set_age(&mut self, age: Age) {
        self.set(AGE, 2, age as usize);
    }
}

impl Shape {
    /// Returns whether a reference refers to an old object.
    pub(super) fn is_old(&self, state: State, reference: Reference) -> bool {
        reference < self.old || reference != NULL && state.age() == Age::Old
    }

    /// Returns the set of reachable objects, as a bit mask. `weakly`: whether weak references are
    /// followed as well, since a mutator can load them.
    pub(super) fn reachable(&self, state: State, weakly: bool) -> usize {
        let bit = |reference: Reference| if reference == NULL { 0 } else { 1 << reference };
        let (mut reached, mut scanned) = (state.registers() | bit(state.handle()), 0);
        while reached != scanned {
            let object = (reached & !scanned).trailing_zeros() as usize;
            scanned |= 1 << object;
            for field in self.fields_of(object) {
                reached |= bit(state.field(field));
            }
            if weakly && self.is_weak(object) {
                reached |= bit(state.weak());
            }
        }
        reached
    }
}

#[test]
fn parts_of_a_state_do_not_overlap() {
    let colours = [Colour::White, Colour::Grey(0), Colour::Grey(1), Colour::Black];
    let mut state = State::with_registers(0);
    let mut expected = Vec::new();
    // Each part is set to a value that has both set and clear bits. Then all parts are compared.
    for field in 0..MAX_FIELDS {
        state.set_field(field, field % MAX_OBJECTS);
        expected.push(field % MAX_OBJECTS);
    }
    for (object, colour) in colours.into_iter().enumerate() {
        state.set_colour(object, colour);
    }
    state.set_weak(2);
    state.log(3);
    state.set_age(Age::Old);
    state.load_register(1);
    state.set_listed(true);
    assert_eq!((0..MAX_FIELDS).map(|field| state.field(field)).collect::<Vec<_>>(), expected);
    assert_eq!([0, 1, 2, 3].map(|object| state.colour(object)), colours);
    assert_eq!((state.weak(), state.handle(), state.age()), (2, NULL, Age::Old));
    assert_eq!([0, 1, 2, 3, 4].map(|n| state.is_logged(n)), [false, false, false, true, false]);
    assert_eq!(
        (state.registers(), state.is_in_register(0), state.is_in_register(1)),
        (0b10, false, true)
    );
    assert_eq!((state.is_listed(), state.has_visited(), state.has_grey()), (true, false, true));
    state.set_visited();
    state.set_listed(false);
    state.set_handle(3);
    state.clear_register(1);
    state.clear_logs();
    state.set_colour(1, Colour::Black);
    state.set_colour(2, Colour::White);
    assert_eq!((state.is_listed(), state.has_visited(), state.has_grey()), (false, true, false));
    assert_eq!((state.handle(), state.registers(), state.age()), (3, 0, Age::Old));
}
