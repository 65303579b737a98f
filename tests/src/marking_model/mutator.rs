//! Steps of the mutators.

use super::model::Model;
use super::shape::{NULL, Reference};
use super::state::{Age, State};
use super::step::Step;

impl Model {
    /// Calls `push` with each step that a mutator can take, and the state after it.
    ///
    /// The write barrier and the store are one step. No thread reaches a safepoint between them,
    /// and only pauses read the logs.
    pub(super) fn mutator_steps(&self, state: State, push: &mut impl FnMut(Step, State)) {
        for object in (0..self.shape.objects()).filter(|&object| state.is_held(object)) {
            let mut to = state;
            to.drop(object);
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
            to.hold(object);
            push(Step::Allocate { object }, to);
        }
        if self.shape.has_handle {
            self.handle(state, push);
        }
    }

    /// Loads and stores of the strong fields of an object to which a register refers.
    fn strong_fields(&self, state: State, object: Reference, push: &mut impl FnMut(Step, State)) {
        for field in self.shape.fields_of(object) {
            let mut to = state;
            to.hold(state.field(field));
            push(Step::Load { field }, to);
            let logged = self.barrier(state, object, field);
            let mut store = |value| {
                let mut to = logged;
                to.set_field(field, value);
                push(Step::Store { field, value }, to);
            };
            store(NULL);
            (0..self.shape.objects()).filter(|&value| state.is_held(value)).for_each(store);
        }
    }

    /// Load and stores of the weak field.
    fn weak_field(&self, state: State, object: Reference, push: &mut impl FnMut(Step, State)) {
        let mut to = state;
        to.hold(state.weak());
        push(Step::LoadWeak { object }, to);
        let logged = self.barrier(state, object, self.shape.fields_of(object).start);
        for value in (0..self.shape.objects()).filter(|&value| state.is_held(value)) {
            let mut to = logged;
            to.set_weak(value);
            push(Step::StoreWeak { object, value }, to);
        }
    }

    /// The write barrier of a store into a field: logs its object, or its card. Young objects are
    /// in no log.
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

    /// Creation, loads and deletion of the handle.
    fn handle(&self, state: State, push: &mut impl FnMut(Step, State)) {
        if state.handle() == NULL {
            for object in (0..self.shape.objects()).filter(|&object| state.is_held(object)) {
                let mut to = state;
                to.set_handle(object);
                to.set_listed(true);
                push(Step::CreateHandle { object }, to);
            }
        } else {
            let mut to = state;
            to.hold(state.handle());
            push(Step::LoadHandle, to);
            // The list has the freed cell until the next pause. That makes no difference: nothing
            // is done with it, and it would be listed when it is allocated again.
            let mut to = state;
            to.set_handle(NULL);
            to.set_listed(false);
            push(Step::DeleteHandle, to);
        }
    }
}
