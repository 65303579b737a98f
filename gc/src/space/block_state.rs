//! The state of a block, by which a collection decides how to treat the objects in it. `blocks.rs`
//! describes when it changes.

use core::fmt;

/// The state of a block: its space, and the role of the block in a collection.
///
/// The order of the values matters: a young collection collects the objects in blocks whose state
/// is [`Self::EDEN`] or greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct BlockState(pub(super) u8);

impl BlockState {
    /// A free block: it contains no object.
    pub(crate) const FREE: Self = Self(0);
    /// A block of the old generation.
    pub(crate) const OLD: Self = Self(1);
    /// A block of the old generation that later young collections are to evacuate: the slots of old
    /// objects that refer to its objects are recorded (`recorded.rs`).
    pub(crate) const TRACKED: Self = Self(2);
    /// A block of survivors: young objects that the current collection or, between collections, the
    /// last collection has copied.
    pub(crate) const SURVIVOR: Self = Self(3);
    /// The first block of a large object of the old generation.
    pub(crate) const LARGE_OLD: Self = Self(4);
    /// Another block of a large object. No object begins in it.
    pub(crate) const LARGE_INNER: Self = Self(5);
    /// A block of eden: its objects were allocated since the last collection.
    pub(crate) const EDEN: Self = Self(6);
    /// During a collection: a block with survivors of the previous collection.
    pub(crate) const AGED: Self = Self(7);
    /// During a collection: an evacuation candidate, that is, a block of the old generation whose
    /// objects are to be moved.
    pub(crate) const CANDIDATE: Self = Self(8);
    /// The first block of a large object that was allocated since the last collection.
    pub(crate) const LARGE_YOUNG: Self = Self(9);

    /// Returns whether a young collection collects the objects in the block.
    #[inline]
    pub(crate) fn is_collected_young(self) -> bool {
        self >= Self::EDEN
    }

    /// During a collection: returns whether the block is being evacuated.
    #[inline]
    pub(crate) fn is_evacuated(self) -> bool {
        (Self::EDEN..=Self::CANDIDATE).contains(&self)
    }

    /// Returns whether the block holds small objects.
    pub(super) fn has_small_objects(self) -> bool {
        [Self::OLD, Self::TRACKED, Self::SURVIVOR, Self::EDEN, Self::AGED, Self::CANDIDATE]
            .contains(&self)
    }

    /// Returns whether a large object begins in the block.
    pub(crate) fn is_large(self) -> bool {
        self == Self::LARGE_OLD || self == Self::LARGE_YOUNG
    }

    /// Returns whether objects of the old generation begin in the block and the block is not being
    /// evacuated.
    #[inline]
    pub(crate) fn is_old(self) -> bool {
        self == Self::OLD || self == Self::LARGE_OLD || self == Self::TRACKED
    }

    /// Returns whether the block belongs to the young generation.
    pub(crate) fn is_young(self) -> bool {
        [Self::SURVIVOR, Self::EDEN, Self::AGED, Self::LARGE_YOUNG].contains(&self)
    }
}

impl fmt::Display for BlockState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match *self {
            Self::FREE => "the block is free",
            Self::OLD | Self::TRACKED => "the block belongs to the old generation",
            Self::SURVIVOR => "the block holds survivors",
            Self::EDEN => "the block belongs to eden",
            Self::AGED | Self::CANDIDATE => "the block is being evacuated",
            Self::LARGE_OLD | Self::LARGE_YOUNG => {
                "a large object begins at the start of the block"
            }
            _ => "the block is within a large object",
        })
    }
}
