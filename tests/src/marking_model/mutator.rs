//! Steps of the mutators.

use super::model::Model;
use super::shape::{NULL, Reference};
use super::state::{Age, State};
use super::step::Step;

impl Model {
    /// Calls `push` with each step that a mutator can take, and the state after it.
    ///
    /// Between logging an object and storing into it a thread reaches no safepoint, and only pauses
    /// read logs. So both are one step.
    pub(super) fn mutator_steps(&self, state: State, push: &mut impl FnMut(Step, State)) {
        let shape = &self.shape;
        for object in 0..shape.objects() {
            if state.is_held(object) {
                let mut to = state;
                to.drop(object);
                push(Step::Drop { object }, to);
                self.object_steps(state, object, push);
            }
        }
        if shape.has_young && state.age() == Age::Absent {
            let mut to = state;
            to.set_age(Age::Young);
            to.hold(shape.young_object());
            push(Step::Allocate, to);
        }
        if shape.has_handle {
            self.handle_steps(state, push);
        }
    }

    /// Loads and stores of the fields of an object to which a register refers.
    fn object_steps(&self, state: State, object: Reference, push: &mut impl FnMut(Step, State)) {
        let shape = &self.shape;
        for field in shape.fields_of(object) {
            let mut to = state;
            to.hold(state.field(field));
            push(Step::Load { field }, to);
            let mut logged = state;
            self.barrier(&mut logged, object, field);
            let mut store = |value| {
                let mut to = logged;
                to.set_field(field, value);
                push(Step::Store { field, value }, to);
            };
            store(NULL);
            (0..shape.objects()).filter(|&value| state.is_held(value)).for_each(store);
        }
        if shape.has_weak && object == shape.weak_object() {
            let mut to = state;
            to.hold(state.weak());
            push(Step::LoadWeak, to);
            let mut logged = state;
            self.barrier(&mut logged, object, shape.fields_of(object).start);
            for value in (0..shape.objects()).filter(|&value| state.is_held(value)) {
                let mut to = logged;
                to.set_weak(value);
                push(Step::StoreWeak { value }, to);
            }
        }
    }

    /// The write barrier: logs the object, or the card of the field. Young objects are in no log.
    fn barrier(&self, state: &mut State, object: Reference, field: usize) {
        if !self.shape.is_old(*state, object) || state.is_logged(field) {
            return;
        }
        let logged = if self.shape.is_carded(object) {
            field..field + 1
        } else {
            self.shape.fields_of(object)
        };
        for field in logged {
            if self.rules.snapshot {
                self.shade(state, state.field(field));
            }
            state.log(field);
        }
    }

    /// Creation, use and deletion of the handle.
    fn handle_steps(&self, state: State, push: &mut impl FnMut(Step, State)) {
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
            push(Step::ReadHandle, to);
            // A freed cell stays listed until the next pause, but is listed anew in any case when
            // it is used again.
            let mut to = state;
            to.set_handle(NULL);
            to.set_listed(false);
            push(Step::DeleteHandle, to);
        }
    }
}
