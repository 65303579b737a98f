//! The steps of pauses: young collections that also shade objects for the marker.

use super::model::Model;
use super::rules::LoggedAction;
use super::shape::{NULL, Reference};
use super::state::{Age, Colour, State};
use super::step::{Step, YoungOutcome};

impl Model {
    /// Calls `push` with each possible pause, the state after it, and whether it ends marking.
    pub(super) fn pauses(&self, state: State, push: &mut impl FnMut(Step, State, bool)) {
        let may_end = !state.has_grey() && !self.has_unvisited_cells(state);
        for &young in self.young_outcomes(state) {
            push(Step::Pause { young }, self.pause(state, young, false), false);
            if !may_end {
                continue;
            }
            let shaded = self.pause(state, young, true);
            if !self.rules.final_buffer {
                push(Step::FinalPause { young, budget: 0 }, shaded, true);
                continue;
            }
            // Draining that does not end marking is equivalent to marker steps after the pause,
            // which are explored as well. So the budgets 0, 1 and unlimited represent all budgets.
            for budget in [0, 1, usize::MAX] {
                let mut to = shaded;
                self.drain(&mut to, budget);
                push(Step::FinalPause { young, budget }, to, !to.has_grey());
            }
        }
    }

    /// Returns the possible outcomes of a pause for the young object. The promotion policy is not
    /// modelled: any pause may promote a survivor or keep it young.
    pub(super) fn young_outcomes(&self, state: State) -> &'static [YoungOutcome] {
        if state.age() != Age::Young {
            return &[YoungOutcome::Absent];
        }
        let young = self.shape.young_object();
        // The remembered set contains each field of an old object that refers to the young object,
        // whether the old object is reachable or not.
        let is_remembered =
            || (0..self.shape.fields_of(young).start).any(|field| state.field(field) == young);
        let is_live = state.is_in_register(young) || state.handle() == young || is_remembered();
        if is_live {
            &[YoungOutcome::StaysYoung, YoungOutcome::Promoted]
        } else {
            &[YoungOutcome::Dies]
        }
    }

    /// Returns the state after a pause that has drained no object yet. `is_final`: whether the
    /// pause is an attempt to end marking.
    pub(super) fn pause(&self, state: State, young: YoungOutcome, is_final: bool) -> State {
        let (shape, rules) = (&self.shape, &self.rules);
        let mut to = state;
        if shape.has_young {
            self.collect_young(&mut to, young, is_final);
        }
        for object in 0..shape.objects() {
            if rules.registers.include(is_final) && state.is_in_register(object) {
                self.shade(&mut to, object);
            }
            self.process_logged(state, &mut to, object, is_final);
        }
        to.clear_logs();
        if state.is_listed() {
            if rules.listed.include(is_final) {
                self.shade(&mut to, state.handle());
            }
            let is_unlisted = shape.is_old(to, state.handle());
            to.set_listed(!is_unlisted);
        }
        to
    }

    /// Frees the young object, keeps it young, or promotes it.
    fn collect_young(&self, state: &mut State, outcome: YoungOutcome, is_final: bool) {
        let object = self.shape.young_object();
        let rule = match outcome {
            YoungOutcome::Absent => return,
            YoungOutcome::Dies => {
                state.set_age(Age::Absent);
                self.shape.fields_of(object).for_each(|field| state.set_field(field, NULL));
                if state.weak() == object {
                    state.set_weak(NULL);
                }
                return;
            }
            YoungOutcome::StaysYoung => self.rules.survivors,
            YoungOutcome::Promoted => {
                state.set_age(Age::Old);
                state.set_colour(object, Colour::Black);
                self.rules.promoted
            }
        };
        if rule.include(is_final) {
            self.shape.fields_of(object).for_each(|field| self.shade(state, state.field(field)));
        }
    }

    /// Processes a logged object, or the logged cards of an object. The rules use the object's
    /// colour before the pause (`from`), so that the order in which a pause shades objects does not
    /// matter.
    fn process_logged(&self, from: State, to: &mut State, object: Reference, is_final: bool) {
        let is_carded = self.shape.is_carded(object);
        let rule = if is_carded { self.rules.cards } else { self.rules.logged };
        if !rule.include(is_final) {
            return;
        }
        for field in self.shape.fields_of(object) {
            let is_white = from.colour(object) == Colour::White;
            match self.rules.logged_action {
                _ if !from.is_logged(field) => {}
                LoggedAction::ShadeReferents => self.shade(to, from.field(field)),
                _ if is_white => {}
                LoggedAction::ShadeReferentsUnlessWhite => self.shade(to, from.field(field)),
                LoggedAction::MakeGreyAgain => to.set_colour(object, Colour::Grey(0)),
            }
        }
    }
}
