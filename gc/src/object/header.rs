//! The header word.
//!
//! ```text
//!  63             32 31 30           8 7  6   5   4   3   2  1   0
//! +-----------------+--+--------------+------+---+---+---+---+-----+
//! |  identity hash  |  |   type id    |  M   | A | P |   | U | tag |    tag 00: an object
//! +-----------------+--+--------------+------+---+---+---+---+-----+
//! |                     new address                        | 0 1   |    tag 01: moved, in an evacuated block
//! +--------------------------------------------------------+-------+
//! |                     as before                          | 1 0   |    tag 10: being moved by a worker
//! +--------------------------------------------------------+-------+
//! ```
//!
//! * Identity hash: 0 until it is first requested; assigned once and kept.
//! * U, the unlogged bit of the object-logging write barrier (Blackburn and Hosking, ISMM 2004):
//!   set in an object of the old generation that was not modified since the last collection. The
//!   write barrier has to log the object before it is modified. New objects do not have the bit.
//! * M, mark: in the old generation, the number, modulo 3, of the last marking that reached the
//!   object ([`next_marking`]). Each full collection and each concurrent cycle is a marking with
//!   the next number. Three values, not two: where a full collection interrupts a cycle, some
//!   objects have the cycle's number and some the one before, and none may look marked by the new
//!   one.
//! * P, pinned: the object does not move.
//! * A, waiting key: during a collection, the object was not reached yet, and is the key of an
//!   ephemeron that waits for it.
//! * Bits 3 and 31 are unused, and 0.
//!
//! All fields but the tag move with the object. Compiled code stores the type id alone.
//!
//! The type id is in the low half so that compiled code stores a header with a 32-bit immediate.
//!
//! # Protocol
//!
//! A worker that finds an object in an evacuated block claims it by exchanging tag 00 for 10
//! (acquire), copies it, and publishes the copy by storing the new address with tag 01 (release). A
//! worker that loses the exchange, or finds tag 10, waits for tag 01. A reader that sees tag 01
//! with an acquire load sees the whole copy. An object that stays is published by storing its
//! header again, with U and M as those of live old objects. Other objects are claimed for marking
//! by exchanging only these fields. Only the workers of one collection do all this, and no mutator
//! runs meanwhile.
//!
//! While mutators run, every change of a header is an atomic read-modify-write of one field: the
//! barrier clears U, a pin sets P, an identity hash is assigned, and a concurrent marker sets M
//! ([`HeaderWord::mark_concurrently`]). Loads and stores would lose one of two such changes. They
//! are used in pauses, for which markers park (`marking/parking.rs`).

use core::sync::atomic::{AtomicU64, Ordering};

use crossbeam::utils::Backoff;

use super::layout::{TYPE_BITS, TypeId};

const TAG: u64 = 0b11;
const MOVED: u64 = 0b01;
const BUSY: u64 = 0b10;
/// M in the diagram.
pub(crate) const MARK: u64 = 0b11 << MARK_SHIFT;
const MARK_SHIFT: u32 = 6;
/// Number of values of M.
const MARKS: u64 = 3;
/// P in the diagram.
const PINNED: u64 = 1 << 4;
/// Set during a collection in an unreached object that is the key of a waiting ephemeron.
const WAITING_KEY: u64 = 1 << 5;
/// The unlogged bit: an old object whose next modification must be logged. Compiled code contains
/// this number: see `spgc_write_barrier` in the prelude.
pub(crate) const UNLOGGED: u64 = 0b100;
const TYPE_SHIFT: u32 = 8;
const TYPE_MASK: u64 = (1 << TYPE_BITS) - 1;

/// Returns the collector bits of live old objects for the marking that follows the one with the
/// bits `live`. No live object has the new mark: the last complete marking has given all of them
/// another, and one that was interrupted after it a third.
pub(crate) const fn next_marking(live: u64) -> u64 {
    let mark = (live & MARK) >> MARK_SHIFT;
    (((mark + 1) % MARKS) << MARK_SHIFT) | UNLOGGED
}

/// Position of the identity hash: the bits to its right belong to the other fields.
const HASH_SHIFT: u32 = 32;

/// A header word with tag 00: that of an object, with all of its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header(u64);

impl Header {
    /// Returns the header passed by managed code; `None` if it has bits that such a header cannot
    /// have.
    pub(crate) fn from_managed(word: u64) -> Option<Self> {
        (word & !(TYPE_MASK << TYPE_SHIFT) == 0).then_some(Self(word))
    }

    /// Returns the header in a word that is known to be one.
    pub(crate) const fn from_object(word: u64) -> Self {
        Self(word)
    }

    /// Returns the header in a word of the heap at which an object may begin; `None` if no object
    /// begins there: outside a collection, the tag of every header is 00.
    pub(crate) fn from_heap(word: u64) -> Option<Self> {
        (word & TAG == 0).then_some(Self(word))
    }

    /// Returns the object's type id, whatever the other bits are.
    pub(crate) fn type_id(self) -> TypeId {
        TypeId::new(((self.0 >> TYPE_SHIFT) & TYPE_MASK) as u32)
    }

    /// Returns whether an ephemeron waits for the object to be reached.
    #[inline]
    pub(crate) const fn is_waiting_key(self) -> bool {
        self.0 & WAITING_KEY != 0
    }

    /// Returns the header without the waiting-key bit.
    pub(crate) const fn without_waiting_key(self) -> Self {
        Self(self.0 & !WAITING_KEY)
    }

    /// Returns the header of a new object of the same type.
    pub(crate) const fn of_new_object(self) -> Self {
        Self(self.0 & (TYPE_MASK << TYPE_SHIFT))
    }

    /// Returns the whole word, for a copy.
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    pub(crate) const fn is_pinned(self) -> bool {
        self.0 & PINNED != 0
    }

    /// Returns the header of the same object as a live object of the old generation.
    pub(crate) const fn with_live(self, live: u64) -> Self {
        Self(self.0 & !(MARK | UNLOGGED) | live)
    }
}

/// Result of [`HeaderWord::claim`].
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// The caller has claimed the object, and must copy it and publish the copy, or publish that it
    /// stays.
    Claimed(Header),
    /// The object has moved to this address.
    Moved(usize),
    /// The object stays where it is, and was claimed before: the claiming worker processes it.
    Retained,
}

/// Result of [`HeaderWord::inspect`].
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Inspection {
    /// The object has moved to this address.
    Moved(usize),
    /// The object was not reached yet, and needs no special treatment.
    Plain(Header),
    /// Any other state: [`HeaderWord::claim`] distinguishes them.
    Other,
}

#[inline]
fn is_live(bits: u64, live: u64) -> bool {
    bits & (MARK | UNLOGGED) == live
}

/// A header word in memory: of any object during a collection; otherwise for atomic updates of
/// single fields.
#[derive(Debug)]
#[repr(transparent)]
pub(crate) struct HeaderWord(AtomicU64);

impl HeaderWord {
    /// Returns the header word at `address`.
    ///
    /// # Safety
    ///
    /// `address` is that of an object of the heap, and the heap outlives `'a`. While a collection
    /// runs, or several threads may use the word, all accesses to it are atomic.
    pub(crate) unsafe fn at<'a>(address: usize) -> &'a Self {
        // SAFETY: the caller promises a live, aligned word; the type is a transparent atomic.
        unsafe { &*core::ptr::with_exposed_provenance::<Self>(address) }
    }

    /// Returns the header of an object, while no collection is in progress.
    pub(crate) fn read(&self) -> Header {
        Header(self.0.load(Ordering::Relaxed))
    }

    /// Returns whether the next modification of the object must be logged. Not during a collection.
    #[inline]
    pub(crate) fn is_unlogged(&self) -> bool {
        self.0.load(Ordering::Relaxed) & UNLOGGED != 0
    }

    /// Clears the unlogged bit. Returns whether it was set, that is, whether the caller must log
    /// the object. Relaxed: see `mutator/barrier.rs`.
    pub(crate) fn clear_unlogged(&self) -> bool {
        self.0.fetch_and(!UNLOGGED, Ordering::Relaxed) & UNLOGGED != 0
    }

    /// Returns the object's identity hash. If it has none, assigns the one that `fresh` returns,
    /// which is not 0. No collection is in progress, since the caller has the object's address.
    pub(crate) fn identity_hash(&self, fresh: impl FnOnce() -> u32) -> u32 {
        // Relaxed: the hash publishes no other memory, and all threads see the same modification
        // order of one word.
        let mut seen = self.0.load(Ordering::Relaxed);
        let hash = |word: u64| (word >> HASH_SHIFT) as u32;
        if hash(seen) != 0 {
            return hash(seen);
        }
        let fresh = fresh();
        debug_assert_ne!(fresh, 0, "0 means that there is none");
        while hash(seen) == 0 {
            let with_hash = seen | u64::from(fresh) << HASH_SHIFT;
            // The exchange also fails if another bit has changed.
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

    /// Returns the object's new address, if it has moved.
    #[inline]
    pub(crate) fn moved(&self) -> Option<usize> {
        let seen = self.0.load(Ordering::Acquire);
        (seen & TAG == MOVED).then_some((seen & !TAG) as usize)
    }

    /// Pins the object. The calling thread is managed; other threads may change other bits.
    pub(crate) fn pin(&self) {
        self.0.fetch_or(PINNED, Ordering::Relaxed);
    }

    /// Undoes [`Self::pin`].
    pub(crate) fn unpin(&self) {
        self.0.fetch_and(!PINNED, Ordering::Relaxed);
    }

    /// Marks an object that has not moved as the key of a waiting ephemeron. Only one worker is
    /// running.
    pub(crate) fn mark_waiting_key(&self) {
        self.0.store(self.0.load(Ordering::Relaxed) | WAITING_KEY, Ordering::Relaxed);
    }

    /// Returns the current header bits.
    pub(crate) fn bits(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Replaces the header of an object that no other thread modifies meanwhile.
    pub(crate) fn store(&self, header: Header) {
        self.0.store(header.0, Ordering::Relaxed);
    }

    /// Clears collector bits of an object of the old generation. No other thread modifies the
    /// header meanwhile.
    pub(crate) fn clear(&self, bits: u64) {
        self.0.store(self.bits() & !bits, Ordering::Relaxed);
    }

    /// Sets collector bits of an object of the old generation. No other thread modifies the header
    /// meanwhile.
    pub(crate) fn set(&self, bits: u64) {
        self.0.store(self.bits() | bits, Ordering::Relaxed);
    }

    /// Returns whether the object's collector bits equal `live`: it is old, and the last full
    /// collection, or the current one, has reached it.
    pub(crate) fn is_live(&self, live: u64) -> bool {
        is_live(self.0.load(Ordering::Relaxed), live)
    }

    /// Inspects an object in an evacuated block. `YOUNG`: the object was young when the collection
    /// began.
    #[inline]
    pub(crate) fn inspect<const YOUNG: bool>(&self, live: u64) -> Inspection {
        let seen = self.0.load(Ordering::Acquire);
        // A young object never has the unlogged bit, and a live object has it.
        let special = if YOUNG { UNLOGGED } else { 0 };
        if seen & TAG == MOVED {
            Inspection::Moved((seen & !TAG) as usize)
        } else if seen & (TAG | PINNED | WAITING_KEY | special) == 0
            && (YOUNG || !is_live(seen, live))
        {
            Inspection::Plain(Header(seen))
        } else {
            Inspection::Other
        }
    }

    /// Claims an object that was just [`Inspection::Plain`] for one of several workers. Returns
    /// whether the claim succeeded.
    #[inline]
    pub(crate) fn claim_plain(&self, header: Header) -> bool {
        let busy = header.0 | BUSY;
        self.0.compare_exchange(header.0, busy, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    /// Claims an object in an evacuated block for one of several workers, or returns where it is.
    pub(crate) fn claim(&self, live: u64) -> Claim {
        let mut seen = self.0.load(Ordering::Acquire);
        // The copying worker may have been preempted.
        let backoff = Backoff::new();
        loop {
            match seen & TAG {
                MOVED => return Claim::Moved((seen & !TAG) as usize),
                BUSY => {
                    backoff.snooze();
                    seen = self.0.load(Ordering::Acquire);
                }
                _ if is_live(seen, live) => return Claim::Retained,
                _ => match self.0.compare_exchange_weak(
                    seen,
                    seen | BUSY,
                    Ordering::Acquire,
                    Ordering::Acquire,
                ) {
                    Ok(_) => return Claim::Claimed(Header(seen)),
                    Err(now) => seen = now,
                },
            }
        }
    }

    /// As [`Self::claim`], for the only worker of a collection: no exchange is needed.
    pub(crate) fn claim_nonatomic(&self, live: u64) -> Claim {
        let seen = self.0.load(Ordering::Relaxed);
        if seen & TAG == MOVED {
            Claim::Moved((seen & !TAG) as usize)
        } else if is_live(seen, live) {
            Claim::Retained
        } else {
            Claim::Claimed(Header(seen))
        }
    }

    /// Publishes that the claimed object stays where it is.
    pub(crate) fn publish_retained(&self, header: Header, live: u64) {
        self.0.store(header.with_live(live).0, Ordering::Release);
    }

    /// Marks an object that does not move. Returns its header if no other worker has marked it.
    /// Relaxed: objects are only read meanwhile, except for what the mark assigns to one worker
    /// alone.
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
    pub(crate) fn mark_nonatomic(&self, live: u64) -> Option<Header> {
        let seen = self.0.load(Ordering::Relaxed);
        if is_live(seen, live) {
            return None;
        }
        let marked = Header(seen).with_live(live);
        self.0.store(marked.0, Ordering::Relaxed);
        Some(marked)
    }

    /// Returns whether the old object has the mark of `live`, whether or not it was logged since.
    #[inline]
    pub(crate) fn is_marked(&self, live: u64) -> bool {
        (self.0.load(Ordering::Relaxed) ^ live) & MARK == 0
    }

    /// Marks an old object while mutators change other fields of the header. Returns the header if
    /// no other marker has marked the object. Relaxed: the mark assigns the object to one marker,
    /// and publishes nothing.
    #[inline]
    pub(crate) fn mark_concurrently(&self, live: u64) -> Option<Header> {
        let mut seen = self.0.load(Ordering::Relaxed);
        while (seen ^ live) & MARK != 0 {
            let marked = seen & !MARK | live & MARK;
            match self.0.compare_exchange_weak(seen, marked, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some(Header(marked)),
                Err(now) => seen = now,
            }
        }
        None
    }

    /// Publishes the address of the claimed object's copy. The copy is complete.
    pub(crate) fn publish(&self, copy: usize) {
        debug_assert_eq!(copy as u64 & TAG, 0, "objects are 8-aligned");
        self.0.store(copy as u64 | MOVED, Ordering::Release);
    }
}

#[cfg(test)]
mod tests;
