//! A model: a heap shape and a set of rules. Defines the steps and checks the properties.

use super::rules::Rules;
use super::shape::{Reference, Shape};
use super::state::{Colour, State};
use super::step::{Edge, Step};

/// A heap shape, and the rules that the collector follows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Model {
    pub(super) shape: Shape,
    pub(super) rules: Rules,
}

/// A property that a step violates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Violation {
    /// Marking has ended, but this reachable old object is not black.
    Lost(Reference),
    /// Progress has decreased, or an attempt to end marking has failed although no object is grey.
    /// So marking may not terminate.
    NoProgress,
}

impl Model {
    /// Shades a reference: makes the referent grey if it is old and white.
    pub(super) fn shade(&self, state: &mut State, reference: Reference) {
        if self.shape.is_old(*state, reference) && state.colour(reference) == Colour::White {
            state.set_colour(reference, Colour::Grey(0));
        }
    }

    /// Replaces `edges` by all steps from a state, except those that neither change the state nor
    /// end marking.
    pub(super) fn steps(&self, state: State, edges: &mut Vec<Edge>) {
        edges.clear();
        let mut push = |step, to, is_end| {
            if is_end || to != state {
                edges.push(Edge { step, to, is_end });
            }
        };
        self.mutator_steps(state, &mut |step, to| push(step, to, false));
        self.marker_steps(state, &mut |step, to| push(step, to, false));
        self.pauses(state, &mut push);
    }

    /// Returns the property that a step violates, if any.
    ///
    /// Marking terminates because [`progress`](Self::progress) never decreases, is bounded, and
    /// increases between two attempts to end marking: the first attempt leaves a grey object, and
    /// the second is not made before that object is black.
    pub(super) fn violation(&self, from: State, edge: &Edge) -> Option<Violation> {
        if edge.is_end {
            return self.lost(edge.to).map(Violation::Lost);
        }
        let (before, after) = (self.progress(from), self.progress(edge.to));
        let is_backwards = after < before || edge.step.is_marking() && after == before;
        let is_attempt = matches!(edge.step, Step::FinalPause { .. });
        let is_stuck = is_attempt && !edge.to.has_grey();
        (is_backwards || is_stuck).then_some(Violation::NoProgress)
    }

    /// Returns a reachable old object that is not black.
    fn lost(&self, end: State) -> Option<Reference> {
        let reachable = self.shape.reachable(end, false);
        (0..self.shape.objects()).find(|&object| {
            reachable >> object & 1 != 0
                && self.shape.is_old(end, object)
                && end.colour(object) != Colour::Black
        })
    }

    /// Returns a measure of the progress of marking. Each step of the marker increases it, and so
    /// does each object that is shaded or becomes black on promotion.
    fn progress(&self, state: State) -> usize {
        let of = |object| match state.colour(object) {
            Colour::White => 0,
            Colour::Grey(scanned) => 1 + scanned,
            Colour::Black => 3,
        };
        (0..self.shape.objects()).map(of).sum::<usize>() + usize::from(state.has_visited())
    }
}
