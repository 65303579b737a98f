//! Loom models of the table's entries: types are registered while other threads read.
//!
//! A tracked cell stands for what an entry refers to: two accesses to it that are not ordered fail
//! the model.

use core::ops::Range;
use std::sync::Arc;

use loom::cell::UnsafeCell;

use super::descriptor::{Descriptor, Details};
use super::entry::{Entry, Kind};
use super::layout::{ObjectAlignment, TracedModel, TypeId, TypeLayout};
use super::model::ErasedModel;
use super::{Extent, ScanPart};
use crate::sync::{AtomicBool, Ordering};

/// Written before the type is registered, and read by each thread that finds it.
struct TrackedModel(UnsafeCell<usize>);

// SAFETY: it is not; loom fails the model where that matters.
unsafe impl Sync for TrackedModel {}
// SAFETY: a number can go anywhere.
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
        // SAFETY: loom reports a concurrent write.
        let size = self.0.with(|size| unsafe { *size });
        Some(Extent { size, alignment: ObjectAlignment::Eight, references: ScanPart::ALL })
    }

    unsafe fn slots(&self, _: TypeId, _: usize, _: &mut dyn FnMut(usize)) {}

    unsafe fn slots_within(&self, _: TypeId, _: usize, _: Range<usize>, _: &mut dyn FnMut(usize)) {}
}

const ID: TypeId = TypeId::new(1);

fn traced() -> Descriptor {
    let tracked = TrackedModel(UnsafeCell::new(0));
    // SAFETY: no other thread has it yet.
    tracked.0.with_mut(|size| unsafe { *size = 24 });
    Descriptor::new(ID, TypeLayout::Traced(TracedModel(Arc::new(tracked))).into()).unwrap()
}

/// Returns the size of an object of a type that is found to be traced; `None` if it is not
/// registered yet.
fn size_of_traced(entry: &Entry) -> Option<usize> {
    // Read once: the value may change between two reads.
    let kind = entry.head().kind();
    if kind != Kind::Other {
        assert_eq!(kind, Kind::None);
        return None;
    }
    // SAFETY: of this kind; the model keeps what is published until its end.
    match unsafe { entry.details() }? {
        // SAFETY: a tracked model does not read the object.
        Details::Traced(model) => unsafe { model.extent(ID, 0) }.map(|extent| extent.size),
        _ => unreachable!("nothing else is published"),
    }
}

/// A collector whose header is not that of an object, in a corrupt heap, finds a complete type or
/// none.
#[test]
fn unordered_reader_sees_a_complete_type_or_none() {
    loom::model(|| {
        let entry = loom::sync::Arc::new(Entry::new());
        let descriptor = traced();
        let looking = {
            let entry = loom::sync::Arc::clone(&entry);
            loom::thread::spawn(move || {
                let size = size_of_traced(&entry);
                assert!(matches!(size, None | Some(24)), "{size:?}");
            })
        };
        entry.publish(&descriptor);
        looking.join().unwrap();
    });
}

/// A thread that has learned that code which allocates such objects can run knows their type.
#[test]
fn allocating_thread_sees_the_type() {
    loom::model(|| {
        let shared = loom::sync::Arc::new((Entry::new(), Entry::new(), AtomicBool::new(false)));
        let descriptor = traced();
        let fixed = TypeLayout::Fixed { size: 32, references: vec![8, 24] };
        let fixed = Descriptor::new(ID, fixed.into()).unwrap();
        let running = {
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
        running.join().unwrap();
    });
}
