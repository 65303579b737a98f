//! The initial states of a marking cycle.

use super::model::Model;
use super::rules::Rules;
use super::shape::{NULL, Reference, Shape};
use super::state::{Age, State};

impl Model {
    /// Returns the states after the pause that starts the cycle, for every initial heap. States
    /// with few references are first, so that counterexamples start with simple heaps.
    pub(super) fn initial_states(&self) -> Vec<State> {
        let collector = Self { shape: self.shape, rules: Rules::COLLECTOR };
        let mut starts: Vec<_> = heaps(&self.shape)
            .into_iter()
            .filter(|&heap| is_initial_heap(&self.shape, heap))
            .flat_map(|heap| {
                let young_outcomes = collector.young_outcomes(heap).iter();
                young_outcomes.map(move |&young| collector.pause(heap, young, false))
            })
            .collect();
        starts.sort_by_key(|start| (references(&self.shape, *start), start.0));
        starts.dedup();
        starts
    }
}

/// Returns all combinations of field values, registers, handle and ages. All objects are white and
/// the logs are empty.
fn heaps(shape: &Shape) -> Vec<State> {
    let mut heaps: Vec<_> = (0..1 << shape.objects()).map(State::with_registers).collect();
    let mut vary = |set: &dyn Fn(&mut State, Reference)| {
        let mut varied = Vec::new();
        for value in (0..shape.objects()).chain([NULL]) {
            for &heap in &heaps {
                let mut heap = heap;
                set(&mut heap, value);
                varied.push(heap);
            }
        }
        heaps = varied;
    };
    for field in 0..shape.fields() {
        vary(&|heap, value| heap.set_field(field, value));
    }
    if shape.has_weak {
        vary(&|heap, value| heap.set_weak(value));
    }
    if shape.has_handle {
        vary(&|heap, value| heap.set_handle(value));
    }
    // `is_initial_heap` rejects invalid combinations: references to a young object that is not
    // allocated, and a cell that refers to a young object but is not in the list.
    let ages: &[Age] = if shape.has_young { &[Age::Absent, Age::Young] } else { &[Age::Absent] };
    let listed: &[bool] = if shape.has_handle { &[false, true] } else { &[false] };
    let mut all = Vec::new();
    for mut heap in heaps {
        for &age in ages {
            for &listed in listed {
                heap.set_age(age);
                heap.set_listed(listed);
                all.push(heap);
            }
        }
    }
    all
}

/// Returns whether a cycle can start with a heap: it is valid, and the fields of unreachable
/// objects are null.
fn is_initial_heap(shape: &Shape, heap: State) -> bool {
    let reachable = shape.reachable(heap, true);
    let is_reachable = |object: Reference| reachable >> object & 1 != 0;
    let is_empty = |object: Reference| {
        let has_weak = shape.is_weak(object) && heap.weak() != NULL;
        !has_weak && shape.fields_of(object).all(|field| heap.field(field) == NULL)
    };
    let is_clean = (0..shape.objects()).all(|object| is_reachable(object) || is_empty(object));
    let is_allocated =
        !shape.has_young || is_reachable(shape.young_object()) == (heap.age() == Age::Young);
    // A cell that refers to a young object is always in the list. A cell that refers to an old
    // object can be in the list. A free cell is not in the list.
    let handle = heap.handle();
    let is_list_valid = match heap.is_listed() {
        true => handle != NULL,
        false => handle == NULL || shape.is_old(heap, handle),
    };
    is_clean && is_allocated && is_list_valid
}

/// Returns the number of references in registers, fields and the handle's cell.
fn references(shape: &Shape, state: State) -> u32 {
    let is_some = |reference: Reference| u32::from(reference != NULL);
    let fields: u32 = (0..shape.fields()).map(|field| is_some(state.field(field))).sum();
    state.registers().count_ones() + fields + is_some(state.weak()) + is_some(state.handle())
}
