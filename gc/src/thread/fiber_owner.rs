//! [`FiberOwner`], the object with which a fiber dies.
//!
//! The references on the stack of a fiber that an object owns keep their objects alive only if the
//! owner is live: fiber and owner are the value and the key of an ephemeron. A fiber that runs
//! keeps its owner alive. When the owner is dead, the fiber is queued for the host, with its owner
//! and all that it refers to, as for a finalizer; from then on its references are roots, as those
//! of a fiber without an owner.
//!
//! ```text
//!   NONE --give--> an object --a collection--> QUEUED --the host takes the fiber--> NONE
//! ```
//!
//! The word is changed by a managed thread that gives the fiber, and by the host that takes it,
//! while the lists of fibers are locked; and by collections. A marker reads it concurrently with
//! the program. All accesses are relaxed: of an owner that was set since the last pause, a marker
//! reads at most the header, and the next pause inspects the fiber whatever the marker has found,
//! because giving a fiber lists it.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

const NONE: u64 = 0;
/// The host is to take the fiber. Not the address of an object.
const QUEUED: u64 = 1;

/// What owns a fiber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// Nothing: its references are roots.
    None,
    /// The object with this address.
    Object(u64),
}

/// The word that states what owns a fiber.
#[derive(Debug, Default)]
pub(crate) struct FiberOwner {
    word: AtomicU64,
    /// Whether the owner is a young object: then each young collection checks whether it is live.
    is_young: AtomicBool,
}

impl FiberOwner {
    /// Returns what owns the fiber.
    pub(crate) fn get(&self) -> Owner {
        match self.word.load(Relaxed) {
            NONE | QUEUED => Owner::None,
            object => Owner::Object(object),
        }
    }

    /// Returns whether the host has given the fiber to an object, and has not taken it back.
    pub(crate) fn is_given(&self) -> bool {
        self.word.load(Relaxed) != NONE
    }

    /// Returns whether an object owns the fiber, and is young.
    pub(crate) fn is_young(&self) -> bool {
        self.get() != Owner::None && self.is_young.load(Relaxed)
    }

    /// Sets the owner: an object at this address.
    pub(crate) fn set(&self, object: u64, is_young: bool) {
        self.is_young.store(is_young, Relaxed);
        self.word.store(object, Relaxed);
    }

    /// Records that the owner has died, and the host is to take the fiber.
    pub(crate) fn set_queued(&self) {
        self.word.store(QUEUED, Relaxed);
    }

    /// Records that the host has taken the fiber, or that the heap has ended.
    pub(super) fn clear(&self) {
        self.word.store(NONE, Relaxed);
    }
}
