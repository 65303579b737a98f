//! Functions that can corrupt the heap are called outside an `unsafe` block.

use std::ffi::c_void;

use statepoint_gc::{
    Handle, Heap, Mutator,
    code::{CodeRegionId, JitRegion},
    deopt::Takeover,
    fibers::{Fiber, FiberConfig},
    roots::RootRangeKind,
};

fn wrong(heap: &Heap, mutator: &mut Mutator, function: *const c_void, slot: *mut u64, region: JitRegion<'_>) {
    let _ = mutator.call(function, &[]);
    let _ = mutator.call_for_reference(function, &[]);
    mutator.scope(|scope| {
        let _ = scope.call_for_local(function, &[]);
    });
    let _ = heap.register_root_range(slot, 1, RootRangeKind::Strong);
    let _ = heap.code().register_jit(region);
}

fn also_wrong(heap: &Heap, region: CodeRegionId) {
    let _ = heap.code().remove(region);
}

fn wrong_on_fibers(heap: &Heap, mutator: &mut Mutator, function: *const c_void, stack: &Fiber) {
    let _ = heap.fiber(FiberConfig::new(), function);
    let _ = heap.adopt_stack(FiberConfig::new(), 0..1);
    let _ = mutator.swap(Some(stack));
}

fn wrong_in_objects_and_frames(mutator: &mut Mutator, object: &Handle, takeover: &Takeover) {
    let _ = mutator.store_word_unchecked(object, 8, 0);
    let _ = mutator.take_over(takeover, |_| true);
}

fn main() {}
