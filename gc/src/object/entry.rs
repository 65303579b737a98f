//! An entry of the table of types: the two words that the tracing loop needs of a type.
//!
//! # Protocol
//!
//! An [`Entry`] changes from *none* to *registered* once, and stays registered. The registering
//! thread holds the table's lock and writes `more`, then `head` (release). No other thread writes.
//!
//! Readers take no lock. For existing objects they need none of this order. A type is registered
//! before code can allocate its objects, and the way in which the host ensures this (it starts a
//! thread, publishes the address of code) orders the entry before the object's header, for the
//! allocating thread, and by the safepoint protocol for the collector. So `head` is read relaxed,
//! which costs nothing on any processor, in loops that read many objects at once. A reader whose
//! header is not an object's, in a corrupt heap, may find an entry that is just being registered.
//! It then sees no type, the type, or a head without its `more`. A head is one word and contains
//! the size, so nothing that is read past an object depends on a second word. A `more` that is an
//! address is read with acquire, and 0 means absent, so what it points to is complete.
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p statepoint-gc --lib --release object::models`

use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::Arc;

use super::descriptor::{Descriptor, Details, More};
use super::layout::{MAX_OBJECT_SIZE, ObjectAlignment};
use crate::sync::AtomicUsize;

/// The kind of a type, in the low bits of a [`Head`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum Kind {
    /// No type with this id is registered.
    None = 0,
    /// Objects of one size, with all references in the first 64 words: `more` has a bit for each.
    Fixed = 1,
    /// References from offset 16; the word at offset 8 is their number.
    References = 2,
    /// Elements without references from offset 16.
    Plain = 3,
    /// `more` is the address of [`Details`].
    Other = 4,
}

/// The answers to most questions about a type: its kind, its alignment, and the size of its objects
/// or of its elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head(usize);

const KIND: usize = 0b111;
const SIXTEEN: usize = 1 << 3;
const HAS_REFERENCES: usize = 1 << 4;
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
        let sixteen = if alignment == ObjectAlignment::Sixteen { SIXTEEN } else { 0 };
        let references = if has_references { HAS_REFERENCES } else { 0 };
        Self(kind as usize | sixteen | references | size << SIZE_SHIFT)
    }

    #[inline]
    pub(super) fn kind(self) -> Kind {
        match self.0 & KIND {
            1 => Kind::Fixed,
            2 => Kind::References,
            3 => Kind::Plain,
            4 => Kind::Other,
            _ => Kind::None,
        }
    }

    #[inline]
    pub(super) fn alignment(self) -> ObjectAlignment {
        if self.0 & SIXTEEN == 0 { ObjectAlignment::Eight } else { ObjectAlignment::Sixteen }
    }

    #[inline]
    pub(super) fn has_references(self) -> bool {
        self.0 & HAS_REFERENCES != 0
    }

    /// Returns the size in bytes of an object of kind [`Kind::Fixed`] that is 8-aligned.
    #[inline]
    pub(super) fn simple_size(self) -> Option<usize> {
        (self.0 & (KIND | SIXTEEN) == Kind::Fixed as usize).then(|| self.size())
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
    head: AtomicUsize,
    more: AtomicUsize,
}

// loom's atomics are larger.
#[cfg(not(loom))]
const _: () = assert!(size_of::<Entry>() == 16);

impl Entry {
    #[cfg(loom)]
    pub(super) fn new() -> Self {
        Self { head: AtomicUsize::new(0), more: AtomicUsize::new(0) }
    }

    #[inline]
    pub(super) fn head(&self) -> Head {
        Head(self.head.load(Relaxed))
    }

    /// Returns the references of a type of kind [`Kind::Fixed`]: a bit for each word.
    #[inline]
    pub(super) fn bits(&self) -> usize {
        self.more.load(Relaxed)
    }

    /// Returns the details of a type of kind [`Kind::Other`].
    ///
    /// # Safety
    ///
    /// `self` is of that kind, and everything that was published in it outlives `self`.
    #[inline]
    pub(super) unsafe fn details(&self) -> Option<&Details> {
        let details = core::ptr::with_exposed_provenance::<Details>(self.more.load(Acquire));
        // SAFETY: null, or what was published, complete and never changed (see the head of this
        // file), and alive as long as `self`.
        unsafe { details.as_ref() }
    }

    /// Publishes the type. The caller holds the table's lock, and keeps alive what `more` may point
    /// to.
    pub(super) fn publish(&self, descriptor: &Descriptor) {
        let more = match &descriptor.more {
            More::Bits(bits) => *bits,
            More::Details(details) => Arc::as_ptr(details).expose_provenance(),
        };
        self.more.store(more, Release);
        self.head.store(descriptor.head.0, Release);
    }
}
