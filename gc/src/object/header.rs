//! The header word.
//!
//! ```text
//!  63             32 31 30           8 7    5  4   3   2  1   0
//! +-----------------+--+--------------+------+---+---+---+-----+
//! |  identity hash  |  |   type id    |    A | P | M | U | tag |    tag 00: an object
//! +-----------------+--+--------------+------+---+---+---+-----+
//! |                     new address                    | 0 1   |    tag 01: moved, in a block that is emptied
//! +----------------------------------------------------+-------+
//! |                     as before                      | 1 0   |    tag 10: being moved by a worker
//! +----------------------------------------------------+-------+
//! ```
//!
//! * Identity hash: 0 until somebody asks for it; given once and kept.
//! * U, unlogged: an object of the old generation that nobody has changed since the last collection. The write
//!   barrier has to log it before it is modified. Objects are born without it.
//! * M, mark: in the old generation, whether the last full collection has come to the object. Which of the two
//!   values means yes changes with each of them.
//! * P, pinned: the object stays where it is.
//! * A, awaited: during a collection, the object was not reached yet, and somebody waits for that.
//! * Bits 6, 7 and 31 are not used, and 0.
//!
//! Everything but the tag goes with the object when it moves. Compiled code stores the type id alone.
//!
//! The type id stands low so that compiled code stores a header with a 32-bit immediate.
//!
//! # Protocol
//!
//! A worker that meets an object in a block that is emptied claims it by exchanging tag 00 for 10 (acquire),
//! copies it, and publishes the copy by storing the new address with tag 01 (release). A worker
//! that loses the exchange, or meets tag 10, waits for tag 01. A reader that sees tag 01 with an
//! acquire load sees the whole copy. An object that stays is published by storing its header again, with U
//! and M as those of live old objects. Other objects are claimed for marking by exchanging just these bits.
//! Only workers of one collection do all this, and no mutator runs meanwhile.

use core::sync::atomic::{AtomicU64, Ordering};

use crossbeam::utils::Backoff;

use super::layout::{TYPE_BITS, TypeId};

const TAG: u64 = 0b11;
const MOVED: u64 = 0b01;
const BUSY: u64 = 0b10;
/// M in the diagram.
pub(crate) const MARK: u64 = 1 << 3;
/// P in the diagram.
const PINNED: u64 = 1 << 4;
/// Set during a collection in objects that were not reached, and whose being reached is waited for.
const AWAITED: u64 = 1 << 5;
/// An old object, the modification of which is to be logged. Compiled code has this number in it: see
/// `spgc_write_barrier` in the prelude.
pub(crate) const UNLOGGED: u64 = 0b100;
const TYPE_SHIFT: u32 = 8;
const TYPE_MASK: u64 = (1 << TYPE_BITS) - 1;

/// Bits of the word to the right of the identity hash.
const HASH_SHIFT: u32 = 32;

/// A header word with tag 00: an object's, with all of its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header(u64);

impl Header {
    /// The header that managed code asked for, unless it has bits that a header cannot have.
    pub(crate) fn from_managed(word: u64) -> Option<Self> {
        (word & !(TYPE_MASK << TYPE_SHIFT) == 0).then_some(Self(word))
    }

    /// The header in a word that is known to be one.
    pub(crate) const fn from_object(word: u64) -> Self {
        Self(word)
    }

    /// The header in a word of the heap at which an object may begin; `None` if none does, since no header
    /// outside a collection has a tag.
    pub(crate) fn from_heap(word: u64) -> Option<Self> {
        (word & TAG == 0).then_some(Self(word))
    }

    /// Its type, whatever else the word says.
    pub(crate) fn type_id(self) -> TypeId {
        TypeId::new(((self.0 >> TYPE_SHIFT) & TYPE_MASK) as u32)
    }

    /// Whether somebody waits for the object to be reached.
    #[inline]
    pub(crate) const fn is_awaited(self) -> bool {
        self.0 & AWAITED != 0
    }

    /// Without the mark that somebody waits for it.
    pub(crate) const fn reached(self) -> Self {
        Self(self.0 & !AWAITED)
    }

    /// That of a new object of the same type.
    pub(crate) const fn of_new_object(self) -> Self {
        Self(self.0 & (TYPE_MASK << TYPE_SHIFT))
    }

    /// The whole word, for a copy.
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    pub(crate) const fn is_pinned(self) -> bool {
        self.0 & PINNED != 0
    }

    /// That of the same object alive in the old generation.
    pub(crate) const fn with_live(self, live: u64) -> Self {
        Self(self.0 & !(MARK | UNLOGGED) | live)
    }
}

/// What [`HeaderWord::claim`] found.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// The object is the caller's to copy; it must then be published.
    Mine(Header),
    /// The object has moved to this address.
    Moved(usize),
    /// The object stays where it is, and somebody else sees to it.
    Stays,
}

/// What [`HeaderWord::glance`] saw.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Glance {
    /// The object has moved to this address.
    Moved(usize),
    /// Nobody has come to the object, nor is there anything special about it.
    Plain(Header),
    /// Anything else: [`HeaderWord::claim`] tells.
    Other,
}

#[inline]
fn is_live(bits: u64, live: u64) -> bool {
    bits & (MARK | UNLOGGED) == live
}

/// A header in memory: during a collection, or anywhere for who asks for its identity hash.
#[derive(Debug)]
#[repr(transparent)]
pub(crate) struct HeaderWord(AtomicU64);

impl HeaderWord {
    /// The header word at `address`.
    ///
    /// # Safety
    ///
    /// `address` is that of an object of the heap, and the heap outlives `'a`. While a collection runs, or
    /// several threads may use the word, nobody accesses it but atomically.
    pub(crate) unsafe fn at<'a>(address: usize) -> &'a Self {
        // SAFETY: the caller promises a live, aligned word; the type is a transparent atomic.
        unsafe { &*core::ptr::with_exposed_provenance::<Self>(address) }
    }

    /// The header of an object, while no collection is in progress.
    pub(crate) fn read(&self) -> Header {
        Header(self.0.load(Ordering::Relaxed))
    }

    /// Whether the modification of the object is to be logged. Not during a collection.
    #[inline]
    pub(crate) fn is_unlogged(&self) -> bool {
        self.0.load(Ordering::Relaxed) & UNLOGGED != 0
    }

    /// Takes the duty to log the object; whether it was still to be had. Relaxed: see `mutator/barrier.rs`.
    pub(crate) fn take_unlogged(&self) -> bool {
        self.0.fetch_and(!UNLOGGED, Ordering::Relaxed) & UNLOGGED != 0
    }

    /// The object's identity hash; if it has none, `fresh` makes one, which is not 0. No collection is in progress,
    /// since the caller has the object's address.
    pub(crate) fn identity_hash(&self, fresh: impl FnOnce() -> u32) -> u32 {
        // Relaxed: the hash says nothing about other memory, and of one word all threads see the same history.
        let mut seen = self.0.load(Ordering::Relaxed);
        let hash = |word: u64| (word >> HASH_SHIFT) as u32;
        if hash(seen) != 0 {
            return hash(seen);
        }
        let fresh = fresh();
        debug_assert_ne!(fresh, 0, "0 means that there is none");
        while hash(seen) == 0 {
            let with_hash = seen | u64::from(fresh) << HASH_SHIFT;
            // It also fails where another bit has changed.
            match self.0.compare_exchange_weak(
                seen,
                with_hash,
                Ordering::Relaxed,
                Ordering::Relaxed,
            ) {
                Ok(_) => return fresh,
                Err(now) => seen = now,
            }
        }
        hash(seen)
    }

    /// Where the object is, if it has moved.
    #[inline]
    pub(crate) fn moved(&self) -> Option<usize> {
        let seen = self.0.load(Ordering::Acquire);
        (seen & TAG == MOVED).then_some((seen & !TAG) as usize)
    }

    /// Pins the object. The caller is managed; others may change other bits.
    pub(crate) fn pin(&self) {
        self.0.fetch_or(PINNED, Ordering::Relaxed);
    }

    /// Undoes [`Self::pin`].
    pub(crate) fn unpin(&self) {
        self.0.fetch_and(!PINNED, Ordering::Relaxed);
    }

    /// Marks an object that has not moved as awaited. Only one worker is at work.
    pub(crate) fn await_object(&self) {
        self.0.store(self.0.load(Ordering::Relaxed) | AWAITED, Ordering::Relaxed);
    }

    /// The header as it is.
    pub(crate) fn bits(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Replaces the header of an object that is the caller's alone.
    pub(crate) fn store(&self, header: Header) {
        self.0.store(header.0, Ordering::Relaxed);
    }

    /// Clears collector bits of an object of the old generation, which is the caller's alone.
    pub(crate) fn clear(&self, bits: u64) {
        self.0.store(self.bits() & !bits, Ordering::Relaxed);
    }

    /// Sets collector bits of an object of the old generation, which is the caller's alone.
    pub(crate) fn set(&self, bits: u64) {
        self.0.store(self.bits() | bits, Ordering::Relaxed);
    }

    /// Whether the object has `live` for its collector bits: it is old, and the last full collection, or the
    /// present one, has come to it.
    pub(crate) fn is_live(&self, live: u64) -> bool {
        is_live(self.0.load(Ordering::Relaxed), live)
    }

    /// Looks at an object in a block that is emptied. `YOUNG`: it was young when the collection began.
    #[inline]
    pub(crate) fn glance<const YOUNG: bool>(&self, live: u64) -> Glance {
        let seen = self.0.load(Ordering::Acquire);
        // What is young was never unlogged, and what is live is.
        let special = if YOUNG { UNLOGGED } else { 0 };
        if seen & TAG == MOVED {
            Glance::Moved((seen & !TAG) as usize)
        } else if seen & (TAG | PINNED | AWAITED | special) == 0 && (YOUNG || !is_live(seen, live))
        {
            Glance::Plain(Header(seen))
        } else {
            Glance::Other
        }
    }

    /// Claims an object that was just [`Glance::Plain`] for one of several workers; whether no other one has.
    #[inline]
    pub(crate) fn claim_plain(&self, header: Header) -> bool {
        let busy = header.0 | BUSY;
        self.0.compare_exchange(header.0, busy, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    /// Claims an object in a block that is emptied for one of several workers, or finds out where it is.
    pub(crate) fn claim(&self, live: u64) -> Claim {
        let mut seen = self.0.load(Ordering::Acquire);
        // Whoever copies may have been preempted.
        let backoff = Backoff::new();
        loop {
            match seen & TAG {
                MOVED => return Claim::Moved((seen & !TAG) as usize),
                BUSY => {
                    backoff.snooze();
                    seen = self.0.load(Ordering::Acquire);
                }
                _ if is_live(seen, live) => return Claim::Stays,
                _ => match self.0.compare_exchange_weak(
                    seen,
                    seen | BUSY,
                    Ordering::Acquire,
                    Ordering::Acquire,
                ) {
                    Ok(_) => return Claim::Mine(Header(seen)),
                    Err(now) => seen = now,
                },
            }
        }
    }

    /// As [`Self::claim`], for the only worker of a collection: no exchange is needed.
    pub(crate) fn claim_alone(&self, live: u64) -> Claim {
        let seen = self.0.load(Ordering::Relaxed);
        if seen & TAG == MOVED {
            Claim::Moved((seen & !TAG) as usize)
        } else if is_live(seen, live) {
            Claim::Stays
        } else {
            Claim::Mine(Header(seen))
        }
    }

    /// Says that the claimed object stays where it is.
    pub(crate) fn stay(&self, header: Header, live: u64) {
        self.0.store(header.with_live(live).0, Ordering::Release);
    }

    /// Marks an object that nobody moves; its header if nobody else has. Relaxed: objects are read only, but for
    /// what their marking gives to one worker alone.
    pub(crate) fn mark(&self, live: u64) -> Option<Header> {
        let mut seen = self.0.load(Ordering::Relaxed);
        while !is_live(seen, live) {
            let marked = Header(seen).with_live(live);
            match self.0.compare_exchange_weak(seen, marked.0, Ordering::Relaxed, Ordering::Relaxed)
            {
                Ok(_) => return Some(marked),
                Err(now) => seen = now,
            }
        }
        None
    }

    /// As [`Self::mark`], for the only worker of a collection.
    pub(crate) fn mark_alone(&self, live: u64) -> Option<Header> {
        let seen = self.0.load(Ordering::Relaxed);
        if is_live(seen, live) {
            return None;
        }
        let marked = Header(seen).with_live(live);
        self.0.store(marked.0, Ordering::Relaxed);
        Some(marked)
    }

    /// Says where the claimed object's copy is. The copy is complete.
    pub(crate) fn publish(&self, copy: usize) {
        debug_assert_eq!(copy as u64 & TAG, 0, "objects are 8-aligned");
        self.0.store(copy as u64 | MOVED, Ordering::Release);
    }
}

#[cfg(test)]
mod tests;
