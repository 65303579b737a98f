//! The entry of a type in the table of types: two words, which are all that the tracing loop reads
//! for most types.
//!
//! # Protocol
//!
//! An [`Entry`] changes from *none* to *registered* once, and stays registered. The registering
//! thread holds the table's lock. It writes `bits_or_details`, then `head` (release). No other
//! thread writes.
//!
//! Readers take no lock. To read the type of an existing object, a relaxed load of `head` is
//! enough. A type is registered before any code can allocate its objects. The host's own
//! synchronisation (thread start, publication of a code address) makes the entry visible to the
//! allocating thread; the safepoint protocol makes it visible to the collector. A relaxed load
//! costs nothing on any processor, also in loops that read many objects at once.
//!
//! In a corrupt heap, a reader may take another word for a header. It may then find an entry that
//! is being registered, and sees no type, the complete type, or a `head` whose `bits_or_details` is
//! still 0. A `head` is one word and contains the size, so no size is computed from a partly
//! visible entry. If `bits_or_details` is an address, it is read with acquire, and 0 means absent.
//! So the [`Details`] that it points to are complete.
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p statepoint-gc --lib --release object::models`

use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::Arc;

use super::descriptor::{BitsOrDetails, Descriptor, Details};
use super::layout::{MAX_OBJECT_SIZE, ObjectAlignment};
use crate::sync::AtomicUsize;

/// The kind of a type, in the low bits of a [`Head`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum Kind {
    /// No type with this id is registered.
    None = 0,
    /// Objects of one size, with all references in the first 64 words. `bits_or_details` has a bit
    /// for each of these words.
    Fixed = 1,
    /// Arrays of references: the length at offset 8, the elements from offset 16 on.
    References = 2,
    /// Arrays of elements without references: the length at offset 8, the elements from offset 16
    /// on.
    Plain = 3,
    /// All other types. `bits_or_details` is the address of [`Details`].
    Detailed = 4,
}

/// The first word of a type's entry: kind, alignment, and the size of objects or elements in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head(usize);

/// Mask of the [`Kind`] in a [`Head`].
const KIND: usize = 0b111;
/// Bit of a [`Head`]: objects are aligned to 16 bytes, not 8.
const ALIGNED_16: usize = 1 << 3;
/// Bit of a [`Head`]: objects may contain references.
const HAS_REFERENCES: usize = 1 << 4;
/// Position of the lowest bit of the size in a [`Head`].
const SIZE_SHIFT: u32 = 8;

// The size occupies the upper bits.
const _: () = assert!(MAX_OBJECT_SIZE << SIZE_SHIFT >> SIZE_SHIFT == MAX_OBJECT_SIZE);

impl Head {
    pub(super) fn new(
        kind: Kind,
        alignment: ObjectAlignment,
        has_references: bool,
        size: usize,
    ) -> Self {
        let alignment_bit = if alignment == ObjectAlignment::Sixteen { ALIGNED_16 } else { 0 };
        let references = if has_references { HAS_REFERENCES } else { 0 };
        Self(kind as usize | alignment_bit | references | size << SIZE_SHIFT)
    }

    #[inline]
    pub(super) fn kind(self) -> Kind {
        match self.0 & KIND {
            1 => Kind::Fixed,
            2 => Kind::References,
            3 => Kind::Plain,
            4 => Kind::Detailed,
            _ => Kind::None,
        }
    }

    #[inline]
    pub(super) fn alignment(self) -> ObjectAlignment {
        if self.0 & ALIGNED_16 == 0 { ObjectAlignment::Eight } else { ObjectAlignment::Sixteen }
    }

    #[inline]
    pub(super) fn has_references(self) -> bool {
        self.0 & HAS_REFERENCES != 0
    }

    /// Returns the size in bytes of an object of kind [`Kind::Fixed`] that is 8-aligned.
    #[inline]
    pub(super) fn simple_size(self) -> Option<usize> {
        (self.0 & (KIND | ALIGNED_16) == Kind::Fixed as usize).then(|| self.size())
    }

    /// Returns the size in bytes of an object of a fixed size, or of an element.
    #[inline]
    pub(super) fn size(self) -> usize {
        self.0 >> SIZE_SHIFT
    }
}

/// A type's entry in the table. All-zero if no type is registered.
#[derive(Debug)]
#[repr(C, align(16))]
pub(super) struct Entry {
    /// A [`Head`].
    head: AtomicUsize,
    /// For [`Kind::Fixed`], one bit per word of the object: whether the word is a reference slot.
    /// For [`Kind::Detailed`], the address of [`Details`]. Otherwise 0.
    bits_or_details: AtomicUsize,
}

// loom's atomics are larger.
#[cfg(not(loom))]
const _: () = assert!(size_of::<Entry>() == 16);

impl Entry {
    #[cfg(loom)]
    pub(super) fn new() -> Self {
        Self { head: AtomicUsize::new(0), bits_or_details: AtomicUsize::new(0) }
    }

    #[inline]
    pub(super) fn head(&self) -> Head {
        Head(self.head.load(Relaxed))
    }

    /// Returns the reference bitmap of a type of kind [`Kind::Fixed`]: one bit per word of the
    /// object.
    #[inline]
    pub(super) fn bits(&self) -> usize {
        self.bits_or_details.load(Relaxed)
    }

    /// Returns the details of a type of kind [`Kind::Detailed`]. `None` if the entry is being
    /// registered.
    ///
    /// # Safety
    ///
    /// The entry's kind is [`Kind::Detailed`], and the published [`Details`] outlive `self`.
    #[inline]
    pub(super) unsafe fn details(&self) -> Option<&Details> {
        let details =
            core::ptr::with_exposed_provenance::<Details>(self.bits_or_details.load(Acquire));
        // SAFETY: the pointer is null, or points to published details, which are complete and never
        // change (see the head of this file). The caller guarantees that they outlive `self`.
        unsafe { details.as_ref() }
    }

    /// Publishes the type. The caller holds the table's lock, and keeps the descriptor's
    /// [`Details`], if any, alive as long as the entry.
    pub(super) fn publish(&self, descriptor: &Descriptor) {
        let bits_or_details = match &descriptor.bits_or_details {
            BitsOrDetails::Bits(bits) => *bits,
            BitsOrDetails::Details(details) => Arc::as_ptr(details).expose_provenance(),
        };
        self.bits_or_details.store(bits_or_details, Release);
        self.head.store(descriptor.head.0, Release);
    }
}
