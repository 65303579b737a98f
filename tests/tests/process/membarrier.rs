//! Use of `membarrier(2)`: a heap built with `membarrier(false)` does not register for it, since a
//! sandbox may forbid the system call.

use std::sync::Arc;

use statepoint_gc::Heap;
use statepoint_scanner::registry::CodeRegistry;
use tests::child_tests::run_in_own_process;

/// Returns whether a private expedited barrier succeeds. The kernel refuses it in processes that
/// have not registered for it.
fn call_membarrier() -> bool {
    let command = libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED;
    // SAFETY: the system call accesses no memory of this process.
    unsafe { libc::syscall(libc::SYS_membarrier, command, 0, 0) == 0 }
}

fn collect_with_new_heap(membarrier: bool) -> Heap {
    let code = Arc::new(CodeRegistry::new());
    let builder = Heap::builder().without_environment().heap_max(8 << 20).code(code);
    let heap = builder.membarrier(membarrier).build().unwrap();
    heap.attach().unwrap().collect();
    assert_eq!(heap.statistics().full_collections, 1);
    heap
}

#[test]
fn membarrier_is_registered_when_requested() {
    if run_in_own_process("membarrier_is_registered_when_requested") {
        return;
    }
    assert!(!call_membarrier(), "the process is registered before the first heap is built");
    let _heap_without = collect_with_new_heap(false);
    assert!(!call_membarrier());
    // SAFETY: the system call accesses no memory of this process.
    let is_supported =
        unsafe { libc::syscall(libc::SYS_membarrier, libc::MEMBARRIER_CMD_QUERY, 0, 0) };
    let is_supported =
        is_supported > 0 && is_supported & i64::from(libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED) != 0;
    let _heap_with = collect_with_new_heap(true);
    assert_eq!(call_membarrier(), is_supported);
}
