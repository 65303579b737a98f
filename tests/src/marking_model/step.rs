//! The steps between states.

use super::shape::Reference;
use super::state::State;

/// The action of a pause, which is a young collection, on the young object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// No object is young.
    Absent,
    Dies,
    StaysYoung,
    Promoted,
}

/// A step of a mutator, a step of the marker, or a pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// No register refers to the object any more.
    Drop {
        object: Reference,
    },
    /// A strong field is loaded into a register.
    Load {
        field: usize,
    },
    /// The weak field is loaded into a register.
    LoadWeak {
        object: Reference,
    },
    /// A register, or null, is stored into a strong field.
    Store {
        field: usize,
        value: Reference,
    },
    /// A register is stored into the weak field.
    StoreWeak {
        object: Reference,
        value: Reference,
    },
    /// The young object is allocated, and its field is null.
    Allocate {
        object: Reference,
    },
    /// A handle of an object is created. Its cell is listed.
    CreateHandle {
        object: Reference,
    },
    /// The handle is loaded into a register.
    LoadHandle,
    DeleteHandle,
    /// The marker scans a field of a grey object.
    Scan {
        field: usize,
    },
    /// The marker visits the unlisted cells.
    VisitCells,
    /// A pause that does not try to end marking.
    Pause {
        young: Fate,
    },
    /// A pause while nothing is grey and the cells have been visited. It drains what it has shaded,
    /// at most `budget` objects, and marking ends if nothing is grey then.
    LastPause {
        young: Fate,
        budget: usize,
    },
}

impl Step {
    /// Whether the marker takes this step.
    pub(super) fn is_marking(self) -> bool {
        matches!(self, Self::Scan { .. } | Self::VisitCells)
    }
}

/// A step, and the state after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) step: Step,
    pub(super) to: State,
    /// Marking ends with this step.
    pub(super) is_end: bool,
}
