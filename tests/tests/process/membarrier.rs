//! A heap that is not to use `membarrier(2)` does not call it: a sandbox may forbid it later.

use std::sync::Arc;

use statepoint_gc::Heap;
use statepoint_scanner::registry::CodeRegistry;
use tests::child_tests::run_in_own_process;

/// As defined in the kernel's `include/uapi/linux/membarrier.h`: refused to processes that have not
/// registered for it.
fn barrier() -> bool {
    let command = libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED;
    // SAFETY: changes no memory.
    unsafe { libc::syscall(libc::SYS_membarrier, command, 0, 0) == 0 }
}

fn heap(membarrier: bool) -> Heap {
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
    assert!(!barrier(), "this process has registered by itself");
    let _without = heap(false);
    assert!(!barrier());
    // SAFETY: only queries the system.
    let able = unsafe { libc::syscall(libc::SYS_membarrier, libc::MEMBARRIER_CMD_QUERY, 0, 0) };
    let able = able > 0 && able & i64::from(libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED) != 0;
    let _with = heap(true);
    assert_eq!(barrier(), able);
}
