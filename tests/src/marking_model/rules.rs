//! The rules of marking, each of which a model can do without.

/// The pauses of a cycle, after the one that starts it, in which a rule is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pauses {
    Every,
    /// Those that do not try to end marking.
    AllButLast,
    /// Those that try to end marking.
    OnlyLast,
    Never,
}

impl Pauses {
    /// Whether the rule is followed in a pause that tries to end marking, or does not.
    pub(super) fn include(self, last: bool) -> bool {
        match self {
            Self::Every => true,
            Self::AllButLast => !last,
            Self::OnlyLast => last,
            Self::Never => false,
        }
    }
}

/// The action of a pause on a logged object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LoggedAction {
    /// Shades its referents, as the barrier of Dijkstra et al. (1978) does at each store.
    ShadeReferents,
    /// As `ShadeReferents`, unless the object is white.
    ShadeReferentsUnlessWhite,
    /// Makes it grey again unless it is white, as the barrier of Steele (1975) does: the marker
    /// scans it once more.
    MakeGreyAgain,
}

/// The rules. The pause that starts the cycle follows those of the collector in any case.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// Shade the objects to which registers refer.
    pub(super) registers: Pauses,
    /// Process logged objects.
    pub(super) logged: Pauses,
    /// The action on them.
    pub(super) logged_action: LoggedAction,
    /// Shade the referents of logged halves of the object that has cards.
    pub(super) cards: Pauses,
    /// Shade the referents of young objects that survive and stay young.
    pub(super) survivors: Pauses,
    /// Shade the referents of promoted objects, which are black.
    pub(super) promoted: Pauses,
    /// Shade the objects of listed cells, before the cells of old objects are unlisted.
    pub(super) listed: Pauses,
    /// The marker visits unlisted cells, and marking does not end before it has.
    pub(super) unlisted: bool,
    /// Marking ends only if the buffer of what the last pause has shaded is empty as well.
    pub(super) last_buffer: bool,
    /// The slow path of the write barrier shades the referents that the object has before the
    /// store: snapshot at the beginning (Yuasa 1990).
    pub(super) snapshot: bool,
}

impl Rules {
    /// The rules of the collector: incremental update at pauses.
    pub(super) const COLLECTOR: Self = Self {
        registers: Pauses::Every,
        logged: Pauses::Every,
        logged_action: LoggedAction::ShadeReferents,
        cards: Pauses::Every,
        survivors: Pauses::Every,
        promoted: Pauses::Every,
        listed: Pauses::Every,
        unlisted: true,
        last_buffer: true,
        snapshot: false,
    };

    /// A snapshot at the beginning instead. It has rules for old objects and registers only.
    pub(super) const SNAPSHOT: Self =
        Self { registers: Pauses::Never, logged: Pauses::Never, snapshot: true, ..Self::COLLECTOR };
}
