//! The header word.
//!
//! ```text
//!  63            31 30                8 7      2 1   0
//! +----------------+-------------------+--------+-----+
//! |    reserved    |      type id      |  gc    | tag |    tag 00: an object
//! +----------------+-------------------+--------+-----+
//! |              new address                    | 0 1 |    tag 01: moved, in from-space only
//! +---------------------------------------------+-----+
//! |              as before                      | 1 0 |    tag 10: being moved by a worker
//! +---------------------------------------------+-----+
//! ```
//!
//! The type id stands low so that compiled code stores a header with a 32-bit immediate.
//!
//! # Protocol
//!
//! A worker that meets an object in from-space claims it by exchanging tag 00 for 10 (acquire),
//! copies it, and publishes the copy by storing the new address with tag 01 (release). A worker
//! that loses the exchange, or meets tag 10, waits for tag 01. A reader that sees tag 01 with an
//! acquire load sees the whole copy. Only workers of one collection look at from-space headers,
//! and no mutator runs meanwhile.

use core::sync::atomic::{AtomicU64, Ordering};

use crossbeam::utils::Backoff;

use super::types::{TYPE_BITS, TypeId};

const TAG: u64 = 0b11;
const MOVED: u64 = 0b01;
const BUSY: u64 = 0b10;
const TYPE_SHIFT: u32 = 8;
const TYPE_MASK: u64 = (1 << TYPE_BITS) - 1;

/// A header word with tag 00.
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

    pub(crate) fn type_id(self) -> TypeId {
        TypeId::new(((self.0 >> TYPE_SHIFT) & TYPE_MASK) as u32)
    }

    pub(crate) const fn bits(self) -> u64 {
        self.0
    }
}

/// What [`HeaderWord::claim`] found.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// The object is the caller's to copy; it must then be published.
    Mine(Header),
    /// The object has moved to this address.
    Moved(usize),
}

/// A header in memory, in from-space during a collection.
#[derive(Debug)]
#[repr(transparent)]
pub(crate) struct HeaderWord(AtomicU64);

impl HeaderWord {
    /// The header word at `address`.
    ///
    /// # Safety
    ///
    /// `address` is that of an object of the heap, and the heap outlives `'a`. Nobody accesses the
    /// word but through this type while a collection runs.
    pub(crate) unsafe fn at<'a>(address: usize) -> &'a Self {
        // SAFETY: the caller promises a live, aligned word; the type is a transparent atomic.
        unsafe { &*core::ptr::with_exposed_provenance::<Self>(address) }
    }

    /// Where the object is, if it has moved.
    #[inline]
    pub(crate) fn moved(&self) -> Option<usize> {
        let seen = self.0.load(Ordering::Acquire);
        (seen & TAG == MOVED).then_some((seen & !TAG) as usize)
    }

    /// Claims the object for one of several workers, or finds out where it went.
    pub(crate) fn claim(&self) -> Claim {
        let mut seen = self.0.load(Ordering::Acquire);
        // Whoever copies may have been preempted, or the object be large.
        let backoff = Backoff::new();
        loop {
            match seen & TAG {
                MOVED => return Claim::Moved((seen & !TAG) as usize),
                BUSY => {
                    backoff.snooze();
                    seen = self.0.load(Ordering::Acquire);
                }
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
    pub(crate) fn claim_alone(&self) -> Claim {
        let seen = self.0.load(Ordering::Relaxed);
        if seen & TAG == MOVED {
            Claim::Moved((seen & !TAG) as usize)
        } else {
            Claim::Mine(Header(seen))
        }
    }

    /// Says where the claimed object's copy is. The copy is complete.
    pub(crate) fn publish(&self, copy: usize) {
        debug_assert_eq!(copy as u64 & TAG, 0, "objects are 8-aligned");
        self.0.store(copy as u64 | MOVED, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(id: u32) -> Header {
        Header::from_object(u64::from(id) << 8)
    }

    #[test]
    fn a_header_keeps_the_type_id_and_fits_a_sign_extended_immediate() {
        for id in [1, 77, TypeId::MAX.get()] {
            let header = header(id);
            assert_eq!(header.type_id().get(), id);
            assert!(header.bits() <= i32::MAX as u64);
            assert_eq!(Header::from_managed(header.bits()), Some(header));
        }
        assert_eq!(Header::from_managed(0x101), None);
        assert_eq!(Header::from_managed(1 << 40), None);
    }

    #[test]
    fn an_object_is_claimed_once_and_then_found_moved() {
        let word = HeaderWord(AtomicU64::new(header(5).bits()));
        assert_eq!(word.moved(), None);
        assert_eq!(word.claim(), Claim::Mine(header(5)));
        assert_eq!(word.moved(), None);
        word.publish(0x1000);
        assert_eq!(word.moved(), Some(0x1000));
        assert_eq!(word.claim(), Claim::Moved(0x1000));
        assert_eq!(word.claim_alone(), Claim::Moved(0x1000));
    }

    #[test]
    fn of_several_threads_one_claims_and_all_learn_the_same_address() {
        for round in 0..200_u64 {
            let word = HeaderWord(AtomicU64::new(header(9).bits()));
            let claims = AtomicU64::new(0);
            std::thread::scope(|scope| {
                for _ in 0..4 {
                    scope.spawn(|| {
                        if let Claim::Mine(_) = word.claim() {
                            claims.fetch_add(1, Ordering::Relaxed);
                            word.publish(0x4000 + 8 * round as usize);
                        }
                        assert_eq!(word.claim(), Claim::Moved(0x4000 + 8 * round as usize));
                    });
                }
            });
            assert_eq!(claims.into_inner(), 1);
        }
    }
}
