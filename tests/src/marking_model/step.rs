//! The steps between states.

use super::shape::{NULL, Reference, Shape};

/// What a pause, which is a young collection, does with the young object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// There is none.
    Absent,
    Dies,
    StaysYoung,
    Promoted,
}

/// A step of a mutator, of the marker, or a pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Drop { object: Reference },
    Load { field: usize },
    LoadWeak,
    Store { field: usize, value: Reference },
    StoreWeak { value: Reference },
    Allocate,
    CreateHandle { object: Reference },
    ReadHandle,
    DeleteHandle,
    Scan { field: usize },
    VisitCells,
    Pause { young: Fate },
    /// A pause in which marking ends if draining the grey buffers takes no more than `budget`
    /// objects.
    LastPause { young: Fate, budget: usize },
}

impl Step {
    /// Whether the marker takes this step.
    pub(super) fn is_marking(self) -> bool {
        matches!(self, Self::Scan { .. } | Self::VisitCells)
    }

    /// Returns the step in words.
    pub(super) fn describe(self, shape: &Shape) -> String {
        let name = |object| shape.name(object);
        match self {
            Self::Drop { object } => format!("no register refers to {} any more", name(object)),
            Self::Load { field } => format!("load of {}", shape.field_name(field)),
            Self::LoadWeak => format!("load of the weak field of {}", name(shape.weak_object())),
            Self::Store { field, value } => {
                format!("store of {} into {}", name(value), shape.field_name(field))
            }
            Self::StoreWeak { value } => {
                let owner = name(shape.weak_object());
                format!("store of {} into the weak field of {owner}", name(value))
            }
            Self::Allocate => format!("allocation of {}", name(shape.young_object())),
            Self::CreateHandle { object } => format!("creation of a handle of {}", name(object)),
            Self::ReadHandle => "load from the handle".to_owned(),
            Self::DeleteHandle => "deletion of the handle".to_owned(),
            Self::Scan { field } => format!("marker: scans {}", shape.field_name(field)),
            Self::VisitCells => "marker: visits the cells that are not listed".to_owned(),
            Self::Pause { young } => format!("pause{}", young.describe(shape)),
            Self::LastPause { young, budget } => {
                let drains = match budget {
                    0 => "drains nothing".to_owned(),
                    usize::MAX => "drains all".to_owned(),
                    _ => format!("drains at most {budget}"),
                };
                format!("last pause{}, which {drains}", young.describe(shape))
            }
        }
    }
}

impl Fate {
    fn describe(self, shape: &Shape) -> String {
        let name = if self == Self::Absent { NULL } else { shape.young_object() };
        let name = shape.name(name);
        match self {
            Self::Absent => String::new(),
            Self::Dies => format!(", {name} dies"),
            Self::StaysYoung => format!(", {name} stays young"),
            Self::Promoted => format!(", {name} is promoted"),
        }
    }
}
