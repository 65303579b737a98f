//! The steps of the concurrent marker.

use super::model::Model;
use super::shape::{NULL, Reference};
use super::state::{Colour, State};
use super::step::Step;

impl Model {
    /// Calls `push` with each step that the marker can take, and the state after it.
    ///
    /// There may be several marker threads, so any grey object can be the one whose next field is
    /// scanned.
    pub(super) fn marker_steps(&self, state: State, push: &mut impl FnMut(Step, State)) {
        for object in 0..self.shape.objects() {
            if let Colour::Grey(scanned) = state.colour(object) {
                let mut to = state;
                let field = self.scan_field(&mut to, object, scanned);
                push(Step::Scan { field }, to);
            }
        }
        if self.has_unvisited_cells(state) {
            let mut to = state;
            // A cell in the list is visited by the next pause instead.
            if state.handle() != NULL && !state.is_listed() {
                self.shade(&mut to, state.handle());
            }
            to.set_visited();
            push(Step::VisitUnlistedCells, to);
        }
    }

    /// Returns whether the marker has not visited the unlisted cells yet in this cycle.
    pub(super) fn has_unvisited_cells(&self, state: State) -> bool {
        self.shape.has_handle && self.rules.unlisted && !state.has_visited()
    }

    /// Scans the next field of a grey object, of which `scanned` fields have been scanned. Returns
    /// the field.
    fn scan_field(&self, state: &mut State, object: Reference, scanned: usize) -> usize {
        let fields = self.shape.fields_of(object);
        let field = fields.start + scanned;
        let colour =
            if field + 1 == fields.end { Colour::Black } else { Colour::Grey(scanned + 1) };
        state.set_colour(object, colour);
        self.shade(state, state.field(field));
        field
    }

    /// Scans grey objects until no object is grey, or `budget` objects have been scanned.
    pub(super) fn drain(&self, state: &mut State, budget: usize) {
        for _ in 0..budget {
            let is_grey = |&object: &Reference| matches!(state.colour(object), Colour::Grey(_));
            let Some(object) = (0..self.shape.objects()).find(is_grey) else { return };
            while let Colour::Grey(scanned) = state.colour(object) {
                self.scan_field(state, object, scanned);
            }
        }
    }
}
