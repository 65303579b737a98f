//! A state of heap, mutators and marker, packed into 64 bits.

use std::fmt;

use super::shape::{NULL, Reference, Shape};

/// How far the marker is with an old object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colour {
    /// Not reached.
    White,
    /// In a grey buffer, or being scanned: this number of its fields has been scanned.
    Grey(usize),
    /// Marked, and all its fields have been scanned.
    Black,
}

/// What has become of the object that is allocated young.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Age {
    /// It is not allocated, or has died.
    Absent,
    /// It is in eden, or a survivor.
    Young,
    /// It has been promoted.
    Old,
}

/// A state. The [`Shape`] says which parts of it are used; the others are zero, but for references,
/// which are null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State(pub(super) u64);

/// Bits of a reference.
const WORD: u32 = 3;

// The first bit of each part.
const FIELDS: u32 = 0;
const WEAK: u32 = FIELDS + 5 * WORD;
const HANDLE: u32 = WEAK + WORD;
const REGISTERS: u32 = HANDLE + WORD;
const COLOURS: u32 = REGISTERS + 4;
const LOGGED: u32 = COLOURS + 4 * 2;
const AGE: u32 = LOGGED + 5;
const LISTED: u32 = AGE + 2;
const VISITED: u32 = LISTED + 1;

impl State {
    /// Returns the state of a heap in which all fields are null, all objects white, and no log has
    /// entries. Registers refer to these objects, a bit each.
    pub(super) fn with_registers(objects: usize) -> Self {
        let mut state = Self((1 << REGISTERS) - 1);
        state.set(REGISTERS, 4, objects);
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
        self.get(FIELDS + field as u32 * WORD, WORD)
    }

    pub(super) fn set_field(&mut self, field: usize, value: Reference) {
        self.set(FIELDS + field as u32 * WORD, WORD, value);
    }

    /// Returns the value of the weak field.
    pub(super) fn weak(self) -> Reference {
        self.get(WEAK, WORD)
    }

    pub(super) fn set_weak(&mut self, value: Reference) {
        self.set(WEAK, WORD, value);
    }

    /// Returns the value of the handle's cell; null if there is no handle.
    pub(super) fn handle(self) -> Reference {
        self.get(HANDLE, WORD)
    }

    pub(super) fn set_handle(&mut self, value: Reference) {
        self.set(HANDLE, WORD, value);
    }

    /// Whether the handle's cell is in the list that pauses visit.
    pub(super) fn is_listed(self) -> bool {
        self.get(LISTED, 1) != 0
    }

    pub(super) fn set_listed(&mut self, listed: bool) {
        self.set(LISTED, 1, listed.into());
    }

    /// Whether the marker has visited the cells that are not listed.
    pub(super) fn has_visited(self) -> bool {
        self.get(VISITED, 1) != 0
    }

    pub(super) fn set_visited(&mut self) {
        self.set(VISITED, 1, 1);
    }

    /// Returns the set of objects to which registers and stacks refer, a bit each.
    pub(super) fn registers(self) -> usize {
        self.get(REGISTERS, 4)
    }

    /// Whether registers or stacks refer to an object.
    pub(super) fn is_held(self, object: Reference) -> bool {
        self.get(REGISTERS + object as u32, 1) != 0
    }

    /// Loads a reference into a register. Null changes nothing.
    pub(super) fn hold(&mut self, reference: Reference) {
        if reference != NULL {
            self.set(REGISTERS + reference as u32, 1, 1);
        }
    }

    /// Overwrites all registers and stack slots that refer to an object.
    pub(super) fn drop(&mut self, object: Reference) {
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
            Colour::Grey(scanned) => scanned + 1,
            Colour::Black => 3,
        };
        self.set(COLOURS + object as u32 * 2, 2, number);
    }

    /// Whether an object is grey.
    pub(super) fn has_grey(self) -> bool {
        // Of the two bits of a grey object one is set.
        let colours = self.get(COLOURS, 8);
        (colours ^ colours >> 1) & 0b0101_0101 != 0
    }

    /// Whether a field is in a log: that of its object, or of its card.
    pub(super) fn is_logged(self, field: usize) -> bool {
        self.get(LOGGED + field as u32, 1) != 0
    }

    pub(super) fn log(&mut self, field: usize) {
        self.set(LOGGED + field as u32, 1, 1);
    }

    pub(super) fn clear_logs(&mut self) {
        self.set(LOGGED, 5, 0);
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
    /// Whether a reference is to an old object.
    pub(super) fn is_old(&self, state: State, reference: Reference) -> bool {
        reference < self.old || reference != NULL && state.age() == Age::Old
    }

    /// Returns the set of objects that are reachable, a bit each; with `weakly`, by weak references
    /// too.
    pub(super) fn reachable(&self, state: State, weakly: bool) -> usize {
        let bit = |reference: Reference| if reference == NULL { 0 } else { 1 << reference };
        let (mut reached, mut scanned) = (state.registers() | bit(state.handle()), 0);
        while reached != scanned {
            let object = (reached & !scanned).trailing_zeros() as usize;
            scanned |= 1 << object;
            for field in self.fields_of(object) {
                reached |= bit(state.field(field));
            }
            if weakly && self.has_weak && object == self.weak_object() {
                reached |= bit(state.weak());
            }
        }
        reached
    }

    /// Returns a state in words.
    pub(super) fn describe(&self, state: State) -> String {
        Described { shape: self, state }.to_string()
    }
}

struct Described<'s> {
    shape: &'s Shape,
    state: State,
}

impl fmt::Display for Described<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { shape, state } = *self;
        let held: Vec<_> = (0..shape.objects())
            .filter(|&object| state.is_held(object))
            .map(|object| shape.name(object))
            .collect();
        write!(f, "registers {{{}}}", held.join(", "))?;
        for object in 0..shape.objects() {
            let is_young = object >= shape.old && state.age() != Age::Old;
            if is_young && state.age() == Age::Absent {
                continue;
            }
            let mut fields: Vec<_> = shape
                .fields_of(object)
                .map(|field| {
                    let logged = if state.is_logged(field) { " logged" } else { "" };
                    format!("{}{logged}", shape.name(state.field(field)))
                })
                .collect();
            if shape.has_weak && object == shape.weak_object() {
                fields.push(format!("weak {}", shape.name(state.weak())));
            }
            write!(f, "; {} = [{}] ", shape.name(object), fields.join(", "))?;
            match state.colour(object) {
                _ if is_young => write!(f, "young")?,
                Colour::White => write!(f, "white")?,
                Colour::Grey(scanned) => write!(f, "grey, {scanned} fields scanned")?,
                Colour::Black => write!(f, "black")?,
            }
        }
        if shape.has_handle {
            let listed = if state.is_listed() { ", listed" } else { "" };
            let visited = if state.has_visited() { ", cells visited" } else { "" };
            write!(f, "; handle {}{listed}{visited}", shape.name(state.handle()))?;
        }
        Ok(())
    }
}
