//! Loom models of the entries of the type table, which are published while other threads read them.
//!
//! The details of an entry contain a cell that loom tracks. A model fails if two accesses to the
//! cell are not ordered.

use core::ops::Range;
use std::sync::Arc;

use loom::cell::UnsafeCell;

use super::descriptor::{Descriptor, Details};
use super::entry::{Entry, Kind};
use super::layout::{ObjectAlignment, TracedModel, TypeId, TypeLayout};
use super::model::ErasedModel;
use super::{Extent, ScanPart};
use crate::sync::{AtomicBool, Ordering};

/// An object model whose object size is in a cell that loom tracks. The size is written before the
/// type is published, and read by each thread that finds the type.
struct TrackedModel(UnsafeCell<usize>);

// SAFETY: the cell has no synchronization of its own, but loom reports each unsynchronized access.
unsafe impl Sync for TrackedModel {}
// SAFETY: the cell contains an integer, which any thread may own.
unsafe impl Send for TrackedModel {}

impl ErasedModel for TrackedModel {
    fn is_described(&self, _: TypeId) -> bool {
        true
    }

    fn alignment(&self, _: TypeId) -> ObjectAlignment {
        ObjectAlignment::Eight
    }

    fn has_references(&self, _: TypeId) -> bool {
        true
    }

    unsafe fn extent(&self, _: TypeId, _: usize) -> Option<Extent> {
        // SAFETY: no thread writes concurrently; if one did, loom would report it.
        let size = self.0.with(|size| unsafe { *size });
        Some(Extent { size, alignment: ObjectAlignment::Eight, references: ScanPart::ALL })
    }

    unsafe fn slots(&self, _: TypeId, _: usize, _: &mut dyn FnMut(usize)) {}

    unsafe fn slots_within(&self, _: TypeId, _: usize, _: Range<usize>, _: &mut dyn FnMut(usize)) {}
}

/// Id of the types in these models.
const ID: TypeId = TypeId::new(1);

/// Creates the descriptor of a traced type whose objects have 24 bytes.
fn traced_descriptor() -> Descriptor {
    let tracked = TrackedModel(UnsafeCell::new(0));
    // SAFETY: no other thread can access the cell yet.
    tracked.0.with_mut(|size| unsafe { *size = 24 });
    Descriptor::new(ID, TypeLayout::Traced(TracedModel(Arc::new(tracked))).into()).unwrap()
}

/// Returns the size of objects of the traced type, or `None` if it is not published yet.
fn size_of_traced(entry: &Entry) -> Option<usize> {
    // The head is read once, because another thread may publish the type between two reads.
    let kind = entry.head().kind();
    if kind != Kind::Detailed {
        assert_eq!(kind, Kind::None);
        return None;
    }
    // SAFETY: the entry is of this kind, and the descriptor outlives the threads of the model.
    match unsafe { entry.details() }? {
        // SAFETY: a tracked model does not read the object.
        Details::Traced(model) => unsafe { model.extent(ID, 0) }.map(|extent| extent.size),
        _ => unreachable!("only a traced type is published"),
    }
}

/// In a corrupt heap, a collector can read the entry of any type without synchronization. It finds
/// a complete type or none.
#[test]
fn unordered_reader_sees_a_complete_type_or_none() {
    loom::model(|| {
        let entry = loom::sync::Arc::new(Entry::new());
        let descriptor = traced_descriptor();
        let reader = {
            let entry = loom::sync::Arc::clone(&entry);
            loom::thread::spawn(move || {
                let size = size_of_traced(&entry);
                assert!(matches!(size, None | Some(24)), "{size:?}");
            })
        };
        entry.publish(&descriptor);
        reader.join().unwrap();
    });
}

/// Types are published before the code that allocates their objects. A thread that runs such code
/// finds their types.
#[test]
fn allocating_thread_sees_the_type() {
    loom::model(|| {
        let shared = loom::sync::Arc::new((Entry::new(), Entry::new(), AtomicBool::new(false)));
        let descriptor = traced_descriptor();
        let fixed = TypeLayout::Fixed { size: 32, references: vec![8, 24] };
        let fixed = Descriptor::new(ID, fixed.into()).unwrap();
        let allocating_thread = {
            let shared = loom::sync::Arc::clone(&shared);
            loom::thread::spawn(move || {
                let (entry, fixed, code) = &*shared;
                if code.load(Ordering::Acquire) {
                    assert_eq!(size_of_traced(entry), Some(24));
                    assert_eq!((fixed.head().size(), fixed.bits()), (32, 0b1010));
                }
            })
        };
        shared.0.publish(&descriptor);
        shared.1.publish(&fixed);
        shared.2.store(true, Ordering::Release);
        allocating_thread.join().unwrap();
    });
}
