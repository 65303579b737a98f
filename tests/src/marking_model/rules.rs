//! The rules that a collector follows while it marks, each of which a model can do without.

/// The pauses of a cycle, after the one that starts it, in which a rule is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pauses {
    Every,
    /// In those that cannot end marking.
    AllButLast,
    /// In those that end marking unless they find grey objects.
    OnlyLast,
    Never,
}

impl Pauses {
    /// Whether the rule is followed in a pause of this kind.
    pub(super) fn include(self, last: bool) -> bool {
        match self {
            Self::Every => true,
            Self::AllButLast => !last,
            Self::OnlyLast => last,
            Self::Never => false,
        }
    }
}

/// What a pause does with a logged object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Logged {
    /// Shades its referents (Dijkstra et al. 1978, applied to the log).
    ReferentsShaded,
    /// As `ReferentsShaded`, unless it is white.
    ReferentsShadedIfMarked,
    /// Makes it grey again if it is black, so that the marker scans it once more (Steele 1975).
    GreyAgain,
}

/// The rules. A pause also clears the logs; the pause that starts the cycle follows them all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// Shade the objects to which registers and stacks refer.
    pub(super) registers: Pauses,
    /// Shade the referents of logged objects.
    pub(super) logged: Pauses,
    pub(super) logged_how: Logged,
    /// Shade the referents in logged cards.
    pub(super) cards: Pauses,
    /// Shade the referents of young objects that survive and stay young.
    pub(super) survivors: Pauses,
    /// Shade the referents of objects that are promoted.
    pub(super) promoted: Pauses,
    /// Shade the objects of listed cells of handles, before those that are old are unlisted.
    pub(super) listed: Pauses,
    /// The marker visits the cells that are not listed, before marking can end.
    pub(super) unlisted: bool,
    /// Marking ends only if the last pause's own grey buffer is empty as well.
    pub(super) last_buffer: bool,
    /// The slow path of the write barrier shades what the object referred to before the store
    /// (snapshot at the beginning: Yuasa 1990).
    pub(super) snapshot: bool,
}

impl Rules {
    /// Those of the collector.
    pub(super) const COLLECTOR: Self = Self {
        registers: Pauses::Every,
        logged: Pauses::Every,
        logged_how: Logged::ReferentsShaded,
        cards: Pauses::Every,
        survivors: Pauses::Every,
        promoted: Pauses::Every,
        listed: Pauses::Every,
        unlisted: true,
        last_buffer: true,
        snapshot: false,
    };

    /// Those of a snapshot that the slow path keeps, and no other: pauses shade nothing.
    pub(super) const SNAPSHOT: Self = Self {
        registers: Pauses::Never,
        logged: Pauses::Never,
        snapshot: true,
        ..Self::COLLECTOR
    };
}
