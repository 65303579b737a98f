//! The states in which a cycle starts.

use super::model::Model;
use super::rules::Rules;
use super::shape::{NULL, Reference, Shape};
use super::state::{Age, State};

impl Model {
    /// Returns the states after the pause that starts the cycle, for every heap in which
    /// unreachable objects refer to nothing. Those with few references are first, so that traces
    /// begin with them.
    pub(super) fn starts(&self) -> Vec<State> {
        let collector = Self { shape: self.shape, rules: Rules::COLLECTOR };
        let mut starts: Vec<_> = heaps(&self.shape)
            .into_iter()
            .filter(|&heap| is_start(&self.shape, heap))
            .flat_map(|heap| {
                let fates = collector.fates(heap).iter();
                fates.map(move |&young| collector.pause(heap, young, false))
            })
            .collect();
        starts.sort_by_key(|start| (references(&self.shape, *start), start.0));
        starts.dedup();
        starts
    }
}

/// Returns all heaps of a shape. All objects are white and the logs are empty.
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
    // The young object may be referred to only if it has been allocated; whether the cell of a
    // handle is listed depends on the collections before.
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

/// Whether a cycle may start with a heap.
fn is_start(shape: &Shape, heap: State) -> bool {
    let reachable = shape.reachable(heap, true);
    let is_reachable = |object: Reference| reachable >> object & 1 != 0;
    let is_empty = |object: Reference| {
        let has_weak = shape.is_weak(object) && heap.weak() != NULL;
        !has_weak && shape.fields_of(object).all(|field| heap.field(field) == NULL)
    };
    let is_clean = (0..shape.objects()).all(|object| is_reachable(object) || is_empty(object));
    let is_allocated =
        !shape.has_young || is_reachable(shape.young_object()) == (heap.age() == Age::Young);
    // The cell of a young object is listed, that of an old one may be, a free one need not be.
    let handle = heap.handle();
    let is_listed_right = match heap.is_listed() {
        true => handle != NULL,
        false => handle == NULL || shape.is_old(heap, handle),
    };
    is_clean && is_allocated && is_listed_right
}

/// Returns the number of references in registers, fields and cell.
fn references(shape: &Shape, state: State) -> u32 {
    let is_some = |reference: Reference| u32::from(reference != NULL);
    let fields: u32 = (0..shape.fields()).map(|field| is_some(state.field(field))).sum();
    state.registers().count_ones() + fields + is_some(state.weak()) + is_some(state.handle())
}
