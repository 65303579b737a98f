//! The functions of `Mutator` take anything that converts to a handle. The conversion is host code,
//! so it runs while the thread is native.

use statepoint_gc::{AccessError, Handle, Mutator, TypeId, roots::AnyHandle};
use tests::managed::heap;

/// Converts to a handle, and collects before.
struct Collecting<'h>(&'h Handle);

impl<'h> From<Collecting<'h>> for AnyHandle<'h> {
    fn from(object: Collecting<'h>) -> Self {
        Mutator::with_current(Mutator::collect).expect("the thread is native");
        AnyHandle::Global(object.0)
    }
}

#[test]
fn conversions_to_handles_may_collect() {
    let heap = heap().heap_max(16 << 20).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let id = TypeId::new(4);
    let object = mutator.allocate(id).unwrap();
    let other = mutator.clone_object(Collecting(&object)).unwrap();
    mutator.store_word(Collecting(&object), 8, 7).unwrap();
    assert_eq!(mutator.load_word(Collecting(&object), 8), Ok(7));
    assert_eq!(mutator.type_of(Collecting(&object)), Ok(id));
    let no_array = Err(AccessError::NotAnArray { id });
    assert_eq!(mutator.array_length(Collecting(&object)), no_array);
    assert_eq!(
        mutator.copy_elements(Collecting(&object), 0, Collecting(&other), 0, 1),
        no_array.map(drop)
    );
    assert!(mutator.load_reference(Collecting(&object), 8).is_err());
    assert!(mutator.store_reference(Collecting(&object), 8, None).is_err());
    let hash = mutator.identity_hash(Collecting(&object)).unwrap();
    assert_eq!(mutator.identity_hash(&object), Ok(hash));
    mutator.pin(Collecting(&object)).unwrap();
    assert!(heap.statistics().counts.objects_moved > 0);
}
