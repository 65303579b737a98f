//! Pauses: young collections, in which the collector shades.

use super::model::Model;
use super::rules::Logged;
use super::shape::{NULL, Reference};
use super::state::{Age, Colour, State};
use super::step::{Fate, Step};

impl Model {
    /// Calls `push` with each pause, the state after it, and whether marking has ended.
    pub(super) fn pauses(&self, state: State, push: &mut impl FnMut(Step, State, bool)) {
        let is_idle = !state.has_grey() && !self.has_cells_left(state);
        for &young in self.fates(state) {
            push(Step::Pause { young }, self.pause(state, young, false), false);
            if !is_idle {
                continue;
            }
            let shaded = self.pause(state, young, true);
            if !self.rules.last_buffer {
                push(Step::LastPause { young, budget: 0 }, shaded, true);
                continue;
            }
            for budget in [0, 1, usize::MAX] {
                let mut to = shaded;
                self.drain(&mut to, budget);
                push(Step::LastPause { young, budget }, to, !to.has_grey());
            }
        }
    }

    /// Returns what a pause can do with the young object. A survivor may stay young or be promoted
    /// in any pause: the choice is the policy's.
    pub(super) fn fates(&self, state: State) -> &'static [Fate] {
        if state.age() != Age::Young {
            return &[Fate::Absent];
        }
        let young = self.shape.young_object();
        // Old objects that refer to it are in a log or, since the last pause, in the list of
        // remembered slots, whether they are reachable or not.
        let is_live = state.is_held(young)
            || state.handle() == young
            || (0..self.shape.fields_of(young).start).any(|field| state.field(field) == young);
        if is_live { &[Fate::StaysYoung, Fate::Promoted] } else { &[Fate::Dies] }
    }

    /// Returns the state after a pause, in which nothing has been drained.
    pub(super) fn pause(&self, state: State, young: Fate, last: bool) -> State {
        let (shape, rules) = (&self.shape, &self.rules);
        let mut to = state;
        let mut shades_young = false;
        match young {
            Fate::Absent => {}
            Fate::Dies => self.free_young(&mut to),
            Fate::StaysYoung => shades_young = rules.survivors.include(last),
            Fate::Promoted => {
                to.set_age(Age::Old);
                to.set_colour(shape.young_object(), Colour::Black);
                shades_young = rules.promoted.include(last);
            }
        }
        if shades_young {
            shape
                .fields_of(shape.young_object())
                .for_each(|field| self.shade(&mut to, state.field(field)));
        }
        if rules.registers.include(last) {
            (0..shape.objects())
                .filter(|&object| state.is_held(object))
                .for_each(|object| self.shade(&mut to, object));
        }
        if state.is_listed() {
            if rules.listed.include(last) {
                self.shade(&mut to, state.handle());
            }
            let stays_listed = !shape.is_old(to, state.handle());
            to.set_listed(stays_listed);
        }
        for object in 0..shape.objects() {
            self.process_logged(&mut to, object, last);
        }
        to.clear_logs();
        to
    }

    /// Shades what the logged fields of an object refer to.
    fn process_logged(&self, state: &mut State, object: Reference, last: bool) {
        let is_carded = self.shape.is_carded(object);
        let rule = if is_carded { self.rules.cards } else { self.rules.logged };
        if !rule.include(last) {
            return;
        }
        for field in self.shape.fields_of(object) {
            if !state.is_logged(field) {
                continue;
            }
            match self.rules.logged_how {
                Logged::ReferentsShaded => self.shade(state, state.field(field)),
                Logged::ReferentsShadedIfMarked => if state.colour(object)!=Colour::White {self.shade(state, state.field(field))},
                Logged::GreyAgain if state.colour(object) == Colour::Black => {
                    state.set_colour(object, Colour::Grey(0));
                }
                Logged::GreyAgain => {}
            }
        }
    }

    fn free_young(&self, state: &mut State) {
        let young = self.shape.young_object();
        state.set_age(Age::Absent);
        self.shape.fields_of(young).for_each(|field| state.set_field(field, NULL));
        if state.weak() == young {
            state.set_weak(NULL);
        }
    }
}
