//! A model: a shape and the rules that its collector follows; where it starts, and what it checks.

use super::rules::Rules;
use super::shape::{NULL, Reference, Shape};
use super::state::{Age, Colour, State};
use super::step::Step;

/// A step, and where it leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) step: Step,
    pub(super) to: State,
    /// Marking ends with this step.
    pub(super) ends: bool,
}

/// A shape and rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct Model {
    pub(super) shape: Shape,
    pub(super) rules: Rules,
}

impl Model {
    /// Shades an object: makes it grey if it is old and white.
    pub(super) fn shade(&self, state: &mut State, reference: Reference) {
        if self.shape.is_old(*state, reference) && state.colour(reference) == Colour::White {
            state.set_colour(reference, Colour::Grey(0));
        }
    }

    /// Returns the states in which the cycle starts: after the pause that starts it, of every heap
    /// in which unreachable objects refer to nothing.
    pub(super) fn starts(&self) -> Vec<State> {
        let shape = &self.shape;
        let values = || (0..shape.objects()).chain([NULL]);
        let mut heaps: Vec<_> = (0..1 << shape.objects()).map(State::with_registers).collect();
        let mut vary = |set: &dyn Fn(&mut State, Reference)| {
            let with = |mut heap, value| {
                set(&mut heap, value);
                heap
            };
            heaps = heaps.iter().flat_map(|&heap| values().map(move |v| with(heap, v))).collect();
        };
        (0..shape.fields()).for_each(|field| vary(&|heap, value| heap.set_field(field, value)));
        if shape.has_weak {
            vary(&|heap, value| heap.set_weak(value));
        }
        if shape.has_handle {
            vary(&|heap, value| heap.set_handle(value));
        }
        let mut starts = Vec::new();
        for heap in heaps {
            for listed in [false, true] {
                starts.extend(self.start(heap, listed));
            }
        }
        starts.sort_by_key(|state| state.0);
        starts.dedup();
        starts
    }

    /// Returns the states after the pause that starts the cycle, or none if the heap is not one to
    /// start with.
    fn start(&self, heap: State, listed: bool) -> Vec<State> {
        let shape = &self.shape;
        let mut heap = heap;
        let reachable = shape.reachable(heap, true);
        let is_reachable = |object: Reference| reachable >> object & 1 != 0;
        for object in (0..shape.objects()).filter(|&object| !is_reachable(object)) {
            let has_weak = shape.has_weak && object == shape.weak_object() && heap.weak() != NULL;
            if has_weak || shape.fields_of(object).any(|field| heap.field(field) != NULL) {
                return Vec::new();
            }
        }
        if shape.has_young && is_reachable(shape.young_object()) {
            heap.set_age(Age::Young);
        }
        let handle = heap.handle();
        heap.set_listed(listed);
        if listed && handle == NULL || !listed && handle != NULL && !shape.is_old(heap, handle) {
            return Vec::new();
        }
        let follows_all = Self { shape: *shape, rules: Rules::COLLECTOR };
        follows_all.fates(heap).iter().map(|&young| follows_all.pause(heap, young, false)).collect()
    }

    /// Pushes all steps from a state that change it, or end marking.
    pub(super) fn edges(&self, state: State, edges: &mut Vec<Edge>) {
        edges.clear();
        let mut push = |step, to, ends| {
            if ends || to != state {
                edges.push(Edge { step, to, ends });
            }
        };
        self.mutator_steps(state, &mut |step, to| push(step, to, false));
        self.marker_steps(state, &mut |step, to| push(step, to, false));
        self.pauses(state, &mut push);
    }

    /// Returns a reachable old object that is not black when marking has ended, if any.
    pub(super) fn lost(&self, end: State) -> Option<Reference> {
        let reachable = self.shape.reachable(end, false);
        (0..self.shape.objects()).find(|&object| {
            reachable >> object & 1 != 0
                && self.shape.is_old(end, object)
                && end.colour(object) != Colour::Black
        })
    }

    /// Returns what the marker has done. Never less after any step, and more after the marker's:
    /// so these are at most as many as the greatest value, and they have all been taken in the
    /// end.
    pub(super) fn progress(&self, state: State) -> usize {
        let of = |object| match state.colour(object) {
            Colour::White => 0,
            Colour::Grey(scanned) => 1 + scanned,
            Colour::Black => 3,
        };
        (0..self.shape.objects()).map(of).sum::<usize>() + usize::from(state.has_visited())
    }
}
