//! The header word.
//!
//! ```text
//!  63             32 31 30           8 7  6   5   4   3   2  1   0
//! +-----------------+--+--------------+------+---+---+---+---+-----+
//! |  identity hash  |  |   type id    |  M   | A | P |   | U | tag |    tag 00: an object
//! +-----------------+--+--------------+------+---+---+---+---+-----+
//! |                     new address                        | 0 1   |    tag 01: moved
//! +--------------------------------------------------------+-------+
//! |                  as with tag 00                        | 1 0   |    tag 10: claimed
//! +--------------------------------------------------------+-------+
//! ```
//!
//! Tags 01 and 10 exist only during a collection, in evacuated blocks.
//!
//! * Identity hash: 0 until it is first requested. It is assigned once and does not change.
//! * U, the unlogged bit of the object-logging write barrier (Blackburn and Hosking, ISMM 2004):
//!   set in an object of the old generation that was not modified since the last collection. The
//!   write barrier has to log the object before it is modified. New objects do not have the bit.
//! * M, mark: in the old generation, the number, modulo 3, of the last marking that reached the
//!   object ([`next_marking`]). Each full collection and each concurrent cycle is a marking with
//!   the next number. M has three values, not two, because a full collection may interrupt a cycle.
//!   Some objects then have the cycle's number and some the number before it, and no object may
//!   appear marked by the new marking. During a young collection that evacuates old blocks, the
//!   value 3 means that the object stays in its block ([`RETAINED_OLD`]).
//! * P, pinned: the object does not move.
//! * A, waiting key: set during a collection in an unreached object that is the key of an
//!   ephemeron. The ephemeron waits until its key is reached.
//! * Bits 3 and 31 are unused, and 0.
//!
//! When an object moves, its copy has all fields except the tag. Compiled code initialises a header
//! with the type id alone; all other fields are then 0.
//!
//! The type id is in the low half so that compiled code can store a header as a 32-bit immediate.
//!
//! # Protocol
//!
//! A worker that finds an object in an evacuated block claims it by exchanging tag 00 for 10
//! (acquire), copies it, and publishes the copy by storing the new address with tag 01 (release). A
//! worker that loses the exchange, or finds tag 10, waits for tag 01. A reader that sees tag 01
//! with an acquire load sees the whole copy. If the claimed object does not move, the worker
//! publishes this by storing its header again, with U and M of live old objects (or
//! [`RETAINED_OLD`], until the collection ends). Objects outside evacuated blocks are claimed for
//! marking by a compare-and-swap of these two fields. Only the workers of one collection perform
//! these steps, while all mutators are stopped.
//!
//! While mutators run, every change of a header is an atomic read-modify-write of one field: the
//! barrier clears U, a pin sets P, an identity hash is assigned, and a concurrent marker sets M
//! ([`HeaderWord::mark_concurrently`]). A plain load and store would lose a concurrent change of
//! another field. Plain loads and stores are used only in pauses, during which markers are parked
//! (`marking/parking.rs`).

use crossbeam::utils::Backoff;

use super::layout::{TYPE_BITS, TypeId};
use crate::sync::{AtomicU64, Ordering};

/// Mask of the tag.
const TAG: u64 = 0b11;
/// Tag of an object that has moved.
const MOVED: u64 = 0b01;
/// Tag of an object that a worker has claimed.
const BUSY: u64 = 0b10;
/// Mask of M.
pub(crate) const MARK: u64 = 0b11 << MARK_SHIFT;
/// Position of the lowest bit of M.
const MARK_SHIFT: u32 = 6;
/// Number of values of M.
const MARKS: u64 = 3;
/// The bit P: the object is pinned.
const PINNED: u64 = 1 << 4;
/// The bit A: an ephemeron waits for this key.
const WAITING_KEY: u64 = 1 << 5;
/// The bit U: the next modification of the object must be logged. Compiled code contains this
/// constant; see `spgc_write_barrier` in the prelude.
pub(crate) const UNLOGGED: u64 = 0b100;
/// Position of the lowest bit of the type id. Compiled code contains this constant.
pub(crate) const TYPE_SHIFT: u32 = 8;
/// Mask of the type id, before it is shifted.
pub(crate) const TYPE_MASK: u64 = (1 << TYPE_BITS) - 1;

/// The values of M and U, during a young collection, in an object of an evacuated old block that
/// was reached and does not move. Its other objects have the values of live old objects, reached or
/// not. No marking has this number.
pub(crate) const RETAINED_OLD: u64 = MARKS << MARK_SHIFT | UNLOGGED;

/// Returns the values of M and U in live old objects for the marking that follows the marking with
/// the values `live`. No live object has the new value of M. All live objects have the value of the
/// last complete marking, or of one interrupted marking after it.
pub(crate) const fn next_marking(live: u64) -> u64 {
    let mark = (live & MARK) >> MARK_SHIFT;
    (((mark + 1) % MARKS) << MARK_SHIFT) | UNLOGGED
}

/// Position of the lowest bit of the identity hash.
const HASH_SHIFT: u32 = 32;

/// The value of an object's header, with tag 00.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header(u64);

impl Header {
    /// Returns the header of a new object that managed code allocates. `None` if bits outside the
    /// type id are set.
    pub(crate) fn from_managed(word: u64) -> Option<Self> {
        (word & !(TYPE_MASK << TYPE_SHIFT) == 0).then_some(Self(word))
    }

    /// Returns the header with the value `word`, which was loaded from an object.
    pub(crate) const fn from_object(word: u64) -> Self {
        Self(word)
    }

    /// Returns the header with the value `word`, which was loaded from the heap outside a
    /// collection. `None` if the tag is not 00, so no object begins there.
    pub(crate) fn from_heap(word: u64) -> Option<Self> {
        (word & TAG == 0).then_some(Self(word))
    }

    /// Returns the object's type id.
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

    /// Returns the value of the whole header.
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// Returns whether the object is pinned.
    pub(crate) const fn is_pinned(self) -> bool {
        self.0 & PINNED != 0
    }

    /// Returns the header with M and U set to `live`: that of a live object of the old generation.
    pub(crate) const fn with_live(self, live: u64) -> Self {
        Self(self.0 & !(MARK | UNLOGGED) | live)
    }
}

/// Result of [`HeaderWord::claim`].
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// The caller has claimed the object. It must copy the object and publish the copy, or publish
    /// that the object does not move.
    Claimed(Header),
    /// The object has moved to this address.
    Moved(usize),
    /// The object does not move. Another worker, or this one, has claimed it before and processes
    /// it.
    Retained,
}

/// Result of [`HeaderWord::inspect`].
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Inspection {
    /// The object has moved to this address.
    Moved(usize),
    /// The object was not reached yet. It is neither pinned nor a waiting key.
    Plain(Header),
    /// Any other state: [`HeaderWord::claim`] distinguishes them.
    Other,
}

/// Returns whether the values of M and U in the header `bits` are those of `live`.
#[inline]
fn is_live(bits: u64, live: u64) -> bool {
    bits & (MARK | UNLOGGED) == live
}

/// A header in memory, for access by collection workers and for atomic updates of single fields by
/// mutators.
#[derive(Debug)]
#[repr(transparent)]
pub(crate) struct HeaderWord(AtomicU64);

impl HeaderWord {
    /// Returns the header word at `address`.
    ///
    /// # Safety
    ///
    /// `address` is the address of an object of the heap, and the heap outlives `'a`. While several
    /// threads may access the word, all accesses to it are atomic.
    pub(crate) unsafe fn at<'a>(address: usize) -> &'a Self {
        // SAFETY: the caller guarantees an aligned word that outlives 'a and is accessed
        // atomically.
        unsafe { &*core::ptr::with_exposed_provenance::<Self>(address) }
    }

    /// Returns the header of an object, while no collection is in progress.
    pub(crate) fn read(&self) -> Header {
        Header(self.0.load(Ordering::Relaxed))
    }

    /// Returns whether the next modification of the object must be logged. Not called during a
    /// collection.
    #[inline]
    pub(crate) fn is_unlogged(&self) -> bool {
        self.0.load(Ordering::Relaxed) & UNLOGGED != 0
    }

    /// Clears the unlogged bit. Returns whether the bit was set; if so, the caller must log the
    /// object. `mutator/barrier.rs` explains why relaxed order suffices.
    pub(crate) fn clear_unlogged(&self) -> bool {
        self.0.fetch_and(!UNLOGGED, Ordering::Relaxed) & UNLOGGED != 0
    }

    /// Returns the object's identity hash. If the object has none, assigns the hash that `fresh`
    /// returns, which must not be 0. The calling thread is managed, so no collection is in
    /// progress.
    pub(crate) fn identity_hash(&self, fresh: impl FnOnce() -> u32) -> u32 {
        // Relaxed: the hash publishes no other memory, and all threads see the same modification
        // order of one word.
        let mut seen = self.0.load(Ordering::Relaxed);
        let hash = |word: u64| (word >> HASH_SHIFT) as u32;
        if hash(seen) != 0 {
            return hash(seen);
        }
        let fresh = fresh();
        debug_assert_ne!(fresh, 0, "0 means that the object has no hash");
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

    /// Returns the object's new address, if the object has moved.
    #[inline]
    pub(crate) fn moved(&self) -> Option<usize> {
        let seen = self.0.load(Ordering::Acquire);
        (seen & TAG == MOVED).then_some((seen & !TAG) as usize)
    }

    /// Sets the pinned bit. The calling thread is managed. Other threads may change other fields
    /// concurrently.
    pub(crate) fn pin(&self) {
        self.0.fetch_or(PINNED, Ordering::Relaxed);
    }

    /// Clears the pinned bit. Other threads may change other fields concurrently.
    pub(crate) fn unpin(&self) {
        self.0.fetch_and(!PINNED, Ordering::Relaxed);
    }

    /// Sets the waiting-key bit of an object that has not moved. Called while only one worker is
    /// running.
    pub(crate) fn mark_waiting_key(&self) {
        self.0.store(self.0.load(Ordering::Relaxed) | WAITING_KEY, Ordering::Relaxed);
    }

    /// Returns the value of the whole header.
    pub(crate) fn bits(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Replaces the header. No other thread modifies it concurrently.
    pub(crate) fn store(&self, header: Header) {
        self.0.store(header.0, Ordering::Relaxed);
    }

    /// Clears `bits` in the header of an old object. No other thread modifies the header
    /// concurrently.
    pub(crate) fn clear(&self, bits: u64) {
        self.0.store(self.bits() & !bits, Ordering::Relaxed);
    }

    /// Sets `bits` in the header of an old object. No other thread modifies the header
    /// concurrently.
    pub(crate) fn set(&self, bits: u64) {
        self.0.store(self.bits() | bits, Ordering::Relaxed);
    }

    /// Returns whether the object's M and U equal `live`: the object is old, and the last full
    /// collection, or the current one, has reached it.
    pub(crate) fn is_live(&self, live: u64) -> bool {
        is_live(self.0.load(Ordering::Relaxed), live)
    }

    /// Returns the state of an object in an evacuated block, without claiming it. `YOUNG`: this is
    /// a young collection. An old object that such a collection evacuates is never plain, unless it
    /// was logged.
    #[inline]
    pub(crate) fn inspect<const YOUNG: bool>(&self, live: u64) -> Inspection {
        let seen = self.0.load(Ordering::Acquire);
        // A young object never has the unlogged bit, and a live object has it.
        let special = if YOUNG { UNLOGGED } else { 0 };
        // This is the address if the tag is that of a moved object.
        let address = seen ^ MOVED;
        // Most objects are plain.
        if seen & (TAG | PINNED | WAITING_KEY | special) == 0 && (YOUNG || !is_live(seen, live)) {
            Inspection::Plain(Header(seen))
        } else if address & TAG == 0 {
            Inspection::Moved(address as usize)
        } else {
            Inspection::Other
        }
    }

    /// Claims an object for one of several workers. `header` is the value from
    /// [`Inspection::Plain`]. Returns whether the claim succeeded; it fails if the header has
    /// changed.
    #[inline]
    pub(crate) fn claim_plain(&self, header: Header) -> bool {
        let busy = header.0 | BUSY;
        self.0.compare_exchange(header.0, busy, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    /// Claims an object in an evacuated block for one of several workers. If another worker has
    /// claimed the object, waits until that worker has published the result.
    pub(crate) fn claim(&self, live: u64) -> Claim {
        let mut seen = self.0.load(Ordering::Acquire);
        // The worker that copies the object may have been preempted, so this loop backs off.
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

    /// Publishes that the claimed object does not move.
    pub(crate) fn publish_retained(&self, header: Header, live: u64) {
        self.0.store(header.with_live(live).0, Ordering::Release);
    }

    /// Marks an object that does not move. Returns its header if this call has marked it; `None` if
    /// it was marked before. Relaxed: the mark publishes no other memory.
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

    /// Returns whether the M of an old object equals that of `live`. U is ignored.
    #[inline]
    pub(crate) fn is_marked(&self, live: u64) -> bool {
        (self.0.load(Ordering::Relaxed) ^ live) & MARK == 0
    }

    /// Marks an old object while mutators may change other fields of the header. Returns the new
    /// header if this call has marked the object; `None` if it was marked before. Relaxed: the mark
    /// assigns the object to one marker, and publishes nothing.
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

    /// Publishes the address of the complete copy of the claimed object.
    pub(crate) fn publish(&self, copy: usize) {
        debug_assert_eq!(copy as u64 & TAG, 0, "objects are 8-aligned");
        self.0.store(copy as u64 | MOVED, Ordering::Release);
    }
}

#[cfg(all(test, loom))]
mod models;
#[cfg(all(test, not(loom)))]
mod tests;
