//! The roots of call sites that have too many for a [`Site`](super::site::Site), or of other kinds.

use super::saved_registers::NO_REGISTER;

/// Maximum number of roots in all lists of a cache: 256 KiB. The memory is allocated with the
/// cache, so that walks do not allocate. If it is used up, further sites that need lists are not
/// cached, until the code changes.
const CAPACITY: usize = 1 << 16;

/// The lane of a slot that is relative to the frame's end. No register has it.
pub(crate) const FROM_END: u8 = u8::MAX;

/// A root in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ListedRoot {
    /// Distance in words: from the stack pointer up to the root, or, if `lane` is [`FROM_END`],
    /// from the frame's end down to it. 0 for a root in a register.
    pub(crate) slot: u16,
    /// The lane of the register that contains the root, [`NO_REGISTER`], or [`FROM_END`].
    pub(crate) lane: u8,
    /// If the root is derived: the index of its base in the list.
    pub(crate) base: u8,
}

/// Maximum number of roots of a list from which others are derived.
pub(crate) const MAX_BASES: usize = 128;

impl ListedRoot {
    /// Returns whether a register contains the root.
    #[inline]
    pub(crate) fn is_in_register(&self) -> bool {
        ![NO_REGISTER, FROM_END].contains(&self.lane)
    }
}

/// The lists of a cache.
#[derive(Debug)]
pub(super) struct RootLists(Vec<ListedRoot>);

impl RootLists {
    pub(super) fn new() -> Self {
        Self(Vec::with_capacity(CAPACITY))
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds a root. Returns `None` if there is no room.
    pub(super) fn push(&mut self, root: ListedRoot) -> Option<()> {
        (self.0.len() < CAPACITY).then(|| self.0.push(root))
    }

    /// Removes all roots from this index on.
    pub(super) fn truncate(&mut self, length: usize) {
        self.0.truncate(length);
    }

    pub(super) fn roots(&self) -> &[ListedRoot] {
        &self.0
    }
}
