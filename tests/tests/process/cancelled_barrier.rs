//! A request for cancellation while the write barrier allocates memory, with an allocator that has
//! a cancellation point.

use core::ffi::c_void;
use core::mem::MaybeUninit;
use core::ptr;

use statepoint_gc::{Argument, HeapVerification, TypeId};
use tests::managed::{self, call, heap};

use super::allocator::ALLOCATIONS_ACT_UPON_REQUESTS;

/// A type of objects with references at offsets 8 and 16.
const NODE: TypeId = TypeId::new(1);

/// Stores a new object into an old one, which the thread logs in memory that it allocates, while a
/// request is pending. Returns 1 if the object is still there after a young collection.
extern "C-unwind" fn store_with_pending_request(_: *mut c_void) -> *mut c_void {
    let verification = HeapVerification { before: true, after: true };
    let heap = heap().heap_max(8 << 20).verify(verification).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let old = mutator.allocate(NODE).unwrap();
    mutator.collect();
    let new = mutator.allocate(NODE).unwrap();
    let arguments = [Argument::Reference(&old), Argument::Word(8), Argument::Reference(&new)];
    // SAFETY: the thread requests its own cancellation. No frame reaches a cancellation point until
    // its end, unless the barrier does.
    assert_eq!(unsafe { libc::pthread_cancel(libc::pthread_self()) }, 0);
    ALLOCATIONS_ACT_UPON_REQUESTS.set(true);
    let stored = call(&mut mutator, managed::set_field, &arguments);
    ALLOCATIONS_ACT_UPON_REQUESTS.set(false);
    stored.unwrap();
    drop(new);
    let before = heap.statistics().counts;
    mutator.collect_young();
    let counts = heap.statistics().counts;
    assert!(counts.objects_logged > before.objects_logged, "{counts:?}");
    assert!(counts.objects_moved > before.objects_moved, "{counts:?}");
    let is_there = mutator.load_reference(&old, 8).unwrap().is_some();
    ptr::without_provenance_mut(usize::from(is_there))
}

#[test]
fn barrier_does_not_act_upon_requests_where_it_allocates() {
    type Start = extern "C" fn(*mut c_void) -> *mut c_void;
    let (mut thread, mut result) = (MaybeUninit::uninit(), ptr::null_mut());
    // SAFETY: the function is called from C, which does not distinguish the ABIs by whether they
    // may unwind. The thread is joined below, and its argument is not used.
    unsafe {
        let start: Start =
            core::mem::transmute(store_with_pending_request as extern "C-unwind" fn(_) -> _);
        let created =
            libc::pthread_create(thread.as_mut_ptr(), ptr::null(), start, ptr::null_mut());
        assert_eq!(created, 0);
        assert_eq!(libc::pthread_join(thread.assume_init(), &raw mut result), 0);
    }
    assert_eq!(result.addr(), 1, "PTHREAD_CANCELED is {:x}", usize::MAX);
}
