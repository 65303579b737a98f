//! Memory that native code accesses directly: pinned objects, and slots of root ranges.

use core::sync::atomic::AtomicU64;

use statepoint_gc::{
    Heap,
    roots::{PinnedObject, RootRange, RootRangeKind},
    types::WeakKind,
};

use super::shadow::Id;

/// A pinned object.
#[derive(Debug)]
pub(super) struct Pin {
    pub(super) object: Id,
    pinned: PinnedObject,
    /// Address of the object when it was pinned, as managed code read it.
    pub(super) address: u64,
}

impl Pin {
    pub(super) fn new(object: Id, pinned: PinnedObject, address: u64) -> Self {
        Self { object, pinned, address }
    }

    /// Returns the address of the object, as the collector reports it.
    pub(super) fn reported_address(&self) -> u64 {
        self.pinned.as_ptr().as_ptr().expose_provenance() as u64
    }

    /// Reads a word of a pinned object.
    ///
    /// # Safety
    ///
    /// The object has a word at this offset, which is not a reference, and no other thread writes
    /// it during the call.
    pub(super) unsafe fn load(&self, offset: usize) -> u64 {
        // SAFETY: the object does not move while it is pinned. The caller guarantees that it has a
        // word at this offset, which no other thread writes.
        unsafe { self.pinned.as_ptr().as_ptr().add(offset).cast::<u64>().read_volatile() }
    }

    /// Writes a word of a pinned object.
    ///
    /// # Safety
    ///
    /// The contract of [`Self::load`] holds, and no other thread reads the word during the call.
    pub(super) unsafe fn store(&self, offset: usize, word: u64) {
        // SAFETY: the object does not move while it is pinned. The caller guarantees that it has a
        // word at this offset, which no other thread accesses.
        unsafe { self.pinned.as_ptr().as_ptr().add(offset).cast::<u64>().write_volatile(word) };
    }
}

/// A registered root range, with its memory.
#[derive(Debug)]
pub(super) struct Slots {
    // Declared first, so that it is dropped before `memory`.
    #[expect(dead_code, reason = "it registers the memory until it is dropped")]
    registration: RootRange,
    memory: Box<[AtomicU64]>,
}

impl Slots {
    pub(super) fn strong(heap: &Heap, count: usize) -> Self {
        Self::new(heap, count, RootRangeKind::Strong)
    }

    pub(super) fn weak(heap: &Heap, count: usize, kind: WeakKind) -> Self {
        Self::new(heap, count, RootRangeKind::Weak(kind))
    }

    fn new(heap: &Heap, count: usize, kind: RootRangeKind) -> Self {
        let memory: Box<[AtomicU64]> = (0..count).map(|_| AtomicU64::new(0)).collect();
        let first = memory.as_ptr().cast::<u64>().cast_mut();
        // SAFETY: the registration is dropped before the memory is freed. Only managed code loads
        // and stores references in the slots.
        let registration = unsafe { heap.register_root_range(first, count, kind) };
        Self {
            registration: registration.expect("the memory belongs to no other root range"),
            memory,
        }
    }

    /// Returns the address of a slot, for managed code.
    pub(super) fn address(&self, index: usize) -> u64 {
        self.memory[index].as_ptr().expose_provenance() as u64
    }
}
