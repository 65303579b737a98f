//! The rules that the collector follows during a marking cycle. A model can disable each of them.

/// The pauses in which a rule is followed. The pause that starts the cycle is not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pauses {
    /// All pauses.
    Every,
    /// Only pauses that do not try to end marking.
    AllButFinal,
    /// Only pauses that try to end marking.
    OnlyFinal,
    /// No pause: the rule is disabled.
    Never,
}

impl Pauses {
    /// Returns whether the rule is followed in a pause. `is_final`: whether the pause tries to end
    /// marking.
    pub(super) fn include(self, is_final: bool) -> bool {
        match self {
            Self::Every => true,
            Self::AllButFinal => !is_final,
            Self::OnlyFinal => is_final,
            Self::Never => false,
        }
    }
}

/// What a pause does with a logged object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LoggedAction {
    /// Shades its referents, as the barrier of Dijkstra et al. (1978) does at each store.
    ShadeReferents,
    /// Shades its referents unless the object is white.
    ShadeReferentsUnlessWhite,
    /// Makes the object grey again unless it is white, as the barrier of Steele (1975) does. The
    /// marker then scans it once more.
    MakeGreyAgain,
}

/// A set of rules. The pause that starts the cycle always follows [`Rules::COLLECTOR`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// Shade the objects to which registers refer.
    pub(super) registers: Pauses,
    /// Process logged objects.
    pub(super) logged: Pauses,
    /// How logged objects are processed.
    pub(super) logged_action: LoggedAction,
    /// Shade the referents in the logged cards of the object that has cards.
    pub(super) cards: Pauses,
    /// Shade the referents of young objects that survive and stay young.
    pub(super) survivors: Pauses,
    /// Shade the referents of promoted objects, which are black.
    pub(super) promoted: Pauses,
    /// Shade the referents of the cells in the list, before cells that refer to old objects are
    /// removed from the list.
    pub(super) listed: Pauses,
    /// Let the marker visit the cells outside the list, and do not end marking before it has
    /// visited them.
    pub(super) unlisted: bool,
    /// End marking only if the buffer of objects that the final pause has shaded is empty as well.
    pub(super) final_buffer: bool,
    /// In the slow path of the write barrier, shade the referents of the object before the store:
    /// snapshot at the beginning (Yuasa 1990).
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
        final_buffer: true,
        snapshot: false,
    };

    /// Snapshot at the beginning instead of incremental update. It covers only old objects and
    /// registers.
    pub(super) const SNAPSHOT: Self =
        Self { registers: Pauses::Never, logged: Pauses::Never, snapshot: true, ..Self::COLLECTOR };
}
