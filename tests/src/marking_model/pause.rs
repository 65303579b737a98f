//! Pauses: young collections that also shade.

use super::model::Model;
use super::rules::LoggedAction;
use super::shape::{NULL, Reference};
use super::state::{Age, Colour, State};
use super::step::{Fate, Step};

impl Model {
    /// Calls `push` with each pause, the state after it, and whether marking has ended.
    pub(super) fn pauses(&self, state: State, push: &mut impl FnMut(Step, State, bool)) {
        let may_end = !state.has_grey() && !self.has_cells_left(state);
        for &young in self.fates(state) {
            push(Step::Pause { young }, self.pause(state, young, false), false);
            if !may_end {
                continue;
            }
            let shaded = self.pause(state, young, true);
            if !self.rules.last_buffer {
                push(Step::LastPause { young, budget: 0 }, shaded, true);
                continue;
            }
            // Draining that does not end marking is the same as steps of the marker after the
            // pause, which are explored as well. So 0, 1 and no limit stand for all budgets.
            for budget in [0, 1, usize::MAX] {
                let mut to = shaded;
                self.drain(&mut to, budget);
                push(Step::LastPause { young, budget }, to, !to.has_grey());
            }
        }
    }

    /// Returns what a pause may do with the young object. The policy of promotion is not modelled:
    /// any pause may promote a survivor, or not.
    pub(super) fn fates(&self, state: State) -> &'static [Fate] {
        if state.age() != Age::Young {
            return &[Fate::Absent];
        }
        let young = self.shape.young_object();
        // The remembered set has each field of an old object, reachable or not, that refers to it.
        let is_remembered =
            || (0..self.shape.fields_of(young).start).any(|field| state.field(field) == young);
        let is_live = state.is_held(young) || state.handle() == young || is_remembered();
        if is_live { &[Fate::StaysYoung, Fate::Promoted] } else { &[Fate::Dies] }
    }

    /// Returns the state after a pause that has drained nothing. `last`: it tries to end marking.
    pub(super) fn pause(&self, state: State, young: Fate, last: bool) -> State {
        let (shape, rules) = (&self.shape, &self.rules);
        let mut to = state;
        if shape.has_young {
            self.collect_young(&mut to, young, last);
        }
        for object in 0..shape.objects() {
            if rules.registers.include(last) && state.is_held(object) {
                self.shade(&mut to, object);
            }
            self.process_logged(state, &mut to, object, last);
        }
        to.clear_logs();
        if state.is_listed() {
            if rules.listed.include(last) {
                self.shade(&mut to, state.handle());
            }
            let is_unlisted = shape.is_old(to, state.handle());
            to.set_listed(!is_unlisted);
        }
        to
    }

    /// Frees the young object, keeps it or promotes it.
    fn collect_young(&self, state: &mut State, fate: Fate, last: bool) {
        let object = self.shape.young_object();
        let rule = match fate {
            Fate::Absent => return,
            Fate::Dies => {
                state.set_age(Age::Absent);
                self.shape.fields_of(object).for_each(|field| state.set_field(field, NULL));
                if state.weak() == object {
                    state.set_weak(NULL);
                }
                return;
            }
            Fate::StaysYoung => self.rules.survivors,
            Fate::Promoted => {
                state.set_age(Age::Old);
                state.set_colour(object, Colour::Black);
                self.rules.promoted
            }
        };
        if rule.include(last) {
            self.shape.fields_of(object).for_each(|field| self.shade(state, state.field(field)));
        }
    }

    /// Shades the referents of an object that is logged, or of its logged halves. The colour of the
    /// object is that before the pause, so that the order in which a pause shades makes no
    /// difference.
    fn process_logged(&self, from: State, to: &mut State, object: Reference, last: bool) {
        let is_carded = self.shape.is_carded(object);
        let rule = if is_carded { self.rules.cards } else { self.rules.logged };
        if !rule.include(last) {
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
