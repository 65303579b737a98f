//! Functions that can corrupt the heap are called outside an `unsafe` block.

use std::ffi::c_void;

use statepoint_gc::{Heap, Mutator, code::{JitRegion, CodeRegionId}, roots::RootRangeKind};

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

fn main() {}
