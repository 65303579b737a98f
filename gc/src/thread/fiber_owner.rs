//! [`FiberOwner`], the object with which a fiber dies.
//!
//! The references on the stack of a fiber that an object owns keep their objects alive only if the
//! owner is live: fiber and owner are the value and the key of an ephemeron. When the owner is
//! dead, the fiber is queued for the host, and from then on its references are roots, as those of a
//! fiber without an owner: the host may resume it, so that it cleans up.
//!
//! ```text
//!   NONE --give--> an object --a collection--> QUEUED --the host takes the fiber--> NONE
//!                      |                          ^
//!                      +------> DIED -------------+
//!               the fiber runs          it does not run any more
//! ```
//!
//! The word is changed by a managed thread that gives the fiber, while the lists of fibers are
//! locked; by collections; and by the host that takes the fiber, while the lists are locked. A
//! marker reads it beside the program; all accesses are relaxed, for nothing else is read because
//! of its value. An object that owns a fiber is found by the next collection, because giving the
//! fiber lists it.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

const NONE: u64 = 0;
/// The owner has died while the fiber ran. Not the address of an object, as the next value.
const DIED: u64 = 1;
/// The host is to take the fiber.
const QUEUED: u64 = 2;

/// What owns a fiber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// Nothing: its references are roots.
    None,
    /// The object with this address.
    Object(u64),
    /// An object that has died while the fiber ran.
    Died,
}

/// The word that states what owns a fiber.
#[derive(Debug, Default)]
pub(crate) struct FiberOwner {
    word: AtomicU64,
    /// Whether the owner is a young object: then each young collection looks whether it is live.
    is_young: AtomicBool,
}

impl FiberOwner {
    /// Returns what owns the fiber.
    pub(crate) fn get(&self) -> Owner {
        match self.word.load(Relaxed) {
            NONE | QUEUED => Owner::None,
            DIED => Owner::Died,
            object => Owner::Object(object),
        }
    }

    /// Returns whether the host has given the fiber to an object, and has not taken it back.
    pub(crate) fn is_given(&self) -> bool {
        self.word.load(Relaxed) != NONE
    }

    /// Returns whether the next young collection must look at the fiber, wherever its stack refers
    /// to.
    pub(super) fn is_pending(&self) -> bool {
        match self.get() {
            Owner::None => false,
            Owner::Object(_) => self.is_young.load(Relaxed),
            Owner::Died => true,
        }
    }

    /// Sets the owner: an object at this address.
    pub(crate) fn set(&self, object: u64, is_young: bool) {
        self.word.store(object, Relaxed);
        self.is_young.store(is_young, Relaxed);
    }

    /// Records that the owner has died while the fiber ran.
    pub(crate) fn set_died(&self) {
        self.word.store(DIED, Relaxed);
    }

    /// Records that the owner has died, and the host is to take the fiber.
    pub(crate) fn set_queued(&self) {
        self.word.store(QUEUED, Relaxed);
    }

    /// Records that the host has taken the fiber.
    pub(super) fn clear(&self) {
        self.word.store(NONE, Relaxed);
    }
}
