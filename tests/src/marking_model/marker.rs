//! Steps of the marker.

use super::model::Model;
use super::shape::{NULL, Reference};
use super::state::{Colour, State};
use super::step::Step;

impl Model {
    /// Calls `push` with each step that the marker can take, and the state after it: the next field
    /// of each grey object, and the cells of handles.
    pub(super) fn marker_steps(&self, state: State, push: &mut impl FnMut(Step, State)) {
        if state.has_grey() {
            for object in 0..self.shape.objects() {
                if let Colour::Grey(scanned) = state.colour(object) {
                    let mut to = state;
                    self.scan_next(&mut to, object, scanned);
                    let field = self.shape.fields_of(object).start + scanned;
                    push(Step::Scan { field }, to);
                }
            }
        }
        if self.has_cells_left(state) {
            let mut to = state;
            // A listed cell is left to the pauses.
            if state.handle() != NULL && !state.is_listed() {
                self.shade(&mut to, state.handle());
            }
            to.set_visited();
            push(Step::VisitCells, to);
        }
    }

    /// Whether the marker has not yet visited the cells of handles.
    pub(super) fn has_cells_left(&self, state: State) -> bool {
        self.shape.has_handle && self.rules.unlisted && !state.has_visited()
    }

    /// Scans the next field of a grey object.
    fn scan_next(&self, state: &mut State, object: Reference, scanned: usize) {
        let fields = self.shape.fields_of(object);
        self.shade(state, state.field(fields.start + scanned));
        let is_last = scanned + 1 == fields.len();
        state.set_colour(object, if is_last { Colour::Black } else { Colour::Grey(scanned + 1) });
    }

    /// Scans up to `budget` grey objects, and the rest of each.
    pub(super) fn drain(&self, state: &mut State, budget: usize) {
        let mut left = budget;
        while left > 0 && state.has_grey() {
            let grey = |&object: &Reference| matches!(state.colour(object), Colour::Grey(_));
            let object = (0..self.shape.objects()).find(grey).expect("a grey object");
            while let Colour::Grey(scanned) = state.colour(object) {
                self.scan_next(state, object, scanned);
            }
            left -= 1;
        }
    }
}
