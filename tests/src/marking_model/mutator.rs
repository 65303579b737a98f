//! The steps of mutators.

use super::model::Model;
use super::shape::{NULL, Reference};
use super::state::{Age, State};
use super::step::Step;

impl Model {
    /// Calls `push` with each step that a mutator can take, and the state after it.
    ///
    /// The write barrier and the store are one step: no thread reaches a safepoint between them,
    /// and only pauses read the logs.
    pub(super) fn mutator_steps(&self, state: State, push: &mut impl FnMut(Step, State)) {
        for object in (0..self.shape.objects()).filter(|&object| state.is_in_register(object)) {
            let mut to = state;
            to.clear_register(object);
            push(Step::Drop { object }, to);
            self.strong_fields(state, object, push);
            if self.shape.is_weak(object) {
                self.weak_field(state, object, push);
            }
        }
        if self.shape.has_young && state.age() == Age::Absent {
            let object = self.shape.young_object();
            let mut to = state;
            to.set_age(Age::Young);
            to.load_register(object);
            push(Step::Allocate { object }, to);
        }
        if self.shape.has_handle {
            self.handle(state, push);
        }
    }

    /// Pushes the loads and stores of the strong fields of an object that is in a register.
    fn strong_fields(&self, state: State, object: Reference, push: &mut impl FnMut(Step, State)) {
        for field in self.shape.fields_of(object) {
            let mut to = state;
            to.load_register(state.field(field));
            push(Step::Load { field }, to);
            let logged = self.barrier(state, object, field);
            let mut store = |value| {
                let mut to = logged;
                to.set_field(field, value);
                push(Step::Store { field, value }, to);
            };
            store(NULL);
            (0..self.shape.objects()).filter(|&value| state.is_in_register(value)).for_each(store);
        }
    }

    /// Pushes the load and the stores of the weak field.
    fn weak_field(&self, state: State, object: Reference, push: &mut impl FnMut(Step, State)) {
        let mut to = state;
        to.load_register(state.weak());
        push(Step::LoadWeak { object }, to);
        let logged = self.barrier(state, object, self.shape.fields_of(object).start);
        for value in (0..self.shape.objects()).filter(|&value| state.is_in_register(value)) {
            let mut to = logged;
            to.set_weak(value);
            push(Step::StoreWeak { object, value }, to);
        }
    }

    /// Returns the state after the write barrier of a store into a field. The barrier logs the
    /// object, or the card of the field. It does not log young objects.
    fn barrier(&self, state: State, object: Reference, field: usize) -> State {
        let mut to = state;
        if self.shape.is_old(state, object) && !state.is_logged(field) {
            let is_carded = self.shape.is_carded(object);
            let logged = if is_carded { field..field + 1 } else { self.shape.fields_of(object) };
            for field in logged {
                to.log(field);
                if self.rules.snapshot {
                    self.shade(&mut to, state.field(field));
                }
            }
        }
        to
    }

    /// Pushes the creation, load and deletion of the handle.
    fn handle(&self, state: State, push: &mut impl FnMut(Step, State)) {
        if state.handle() == NULL {
            for object in (0..self.shape.objects()).filter(|&object| state.is_in_register(object)) {
                let mut to = state;
                to.set_handle(object);
                to.set_listed(true);
                push(Step::CreateHandle { object }, to);
            }
        } else {
            let mut to = state;
            to.load_register(state.handle());
            push(Step::LoadHandle, to);
            // The collector keeps a freed cell in the list until the next pause. The model removes
            // the cell immediately. This is equivalent: a pause ignores freed cells, and
            // reallocating a cell adds it to the list again.
            let mut to = state;
            to.set_handle(NULL);
            to.set_listed(false);
            push(Step::DeleteHandle, to);
        }
    }
}
