//! Steps of the model: the transitions between its states.

use super::shape::Reference;
use super::state::State;

/// Outcome of a young collection for the young object. Each pause is a young collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum YoungOutcome {
    /// There is no young object.
    Absent,
    /// The object is unreachable and freed.
    Dies,
    /// The object survives in the young generation.
    StaysYoung,
    /// The object is promoted to the old generation.
    Promoted,
}

/// A step of a mutator, a step of the marker, or a pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The last register that refers to the object is overwritten.
    Drop { object: Reference },
    /// A strong field is loaded into a register.
    Load { field: usize },
    /// The weak field is loaded into a register.
    LoadWeak { object: Reference },
    /// The value of a register, or null, is stored into a strong field.
    Store { field: usize, value: Reference },
    /// The value of a register is stored into the weak field.
    StoreWeak { object: Reference, value: Reference },
    /// The young object is allocated, and its field is null.
    Allocate { object: Reference },
    /// A handle of an object is created. Its handle cell is added to the list that the next pause
    /// scans.
    CreateHandle { object: Reference },
    /// The handle is loaded into a register.
    LoadHandle,
    /// The handle is deleted, and its cell is freed.
    DeleteHandle,
    /// The marker scans a field of a grey object.
    Scan { field: usize },
    /// The marker visits the handle cells that are not in that list.
    VisitUnlistedCells,
    /// A pause that does not try to end marking.
    Pause { young: YoungOutcome },
    /// A pause that tries to end marking. Before the pause, no object is grey and the cells outside
    /// the list have been visited. The pause shades the roots, then scans at most `budget` grey
    /// objects. Marking ends if no object is grey after that.
    FinalPause { young: YoungOutcome, budget: usize },
}

impl Step {
    /// Returns whether this is a step of the marker.
    pub(super) fn is_marking(self) -> bool {
        matches!(self, Self::Scan { .. } | Self::VisitUnlistedCells)
    }
}

/// A step, and the state after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) step: Step,
    pub(super) to: State,
    /// Whether marking ends with this step.
    pub(super) is_end: bool,
}
