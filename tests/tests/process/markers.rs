//! Marker threads when the process has one processor only, or cannot start another thread.

use examples::runner::emulated;
use statepoint_gc::{Heap, HeapStartError, Mutator};
use tests::child_tests::{run_in_own_process, run_in_own_process_with};
use tests::cycles::{counts, run_cycle};
use tests::managed::heap;

use super::pairs::Pairs;

/// Runs three concurrent cycles of a heap with live and dead old objects.
fn run_cycles(heap: &Heap, mutator: &mut Mutator) {
    const CYCLES: u64 = 3;
    let pairs = Pairs::new(mutator, 20_000);
    for cycle in 1..=CYCLES {
        pairs.replace(mutator, cycle as usize);
        run_cycle(heap, mutator, |_| ());
    }
    pairs.check(mutator, &counts(heap), CYCLES);
}

/// Lets this process use one of its processors only.
fn use_one_processor() {
    // SAFETY: the set is valid with all bytes zero, and both functions access only the set.
    unsafe {
        let mut set: libc::cpu_set_t = core::mem::zeroed();
        let size = size_of::<libc::cpu_set_t>();
        assert_eq!(libc::sched_getaffinity(0, size, &raw mut set), 0);
        let first = (0..libc::CPU_SETSIZE as usize).find(|&cpu| libc::CPU_ISSET(cpu, &set));
        libc::CPU_ZERO(&mut set);
        libc::CPU_SET(first.expect("a thread may use a processor"), &mut set);
        assert_eq!(libc::sched_setaffinity(0, size, &raw const set), 0);
    }
}

#[test]
fn one_processor_has_cycles_on_request_only() {
    if run_in_own_process("one_processor_has_cycles_on_request_only") {
        return;
    }
    use_one_processor();
    let by_default = Heap::builder().without_environment().heap_max(8 << 20).build().unwrap();
    assert!(!by_default.attach().unwrap().begin_cycle(), "one processor has no time for markers");
    let requested = heap().heap_max(16 << 20).concurrent(true).build().unwrap();
    run_cycles(&requested, &mut requested.attach().unwrap());
}

/// Returns the address space of this process in bytes.
fn address_space() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmSize:")).unwrap();
    line.split_whitespace().next().unwrap().parse::<u64>().unwrap() << 10
}

/// A thread needs address space for its stack, of which the limit leaves enough for the heap, but
/// not for all of its marker threads. Stacks are large, so that enough for the allocator is left
/// when there is too little for another one: a thread without any memory ends the process.
#[test]
fn markers_that_cannot_be_started_are_an_error() {
    const STACK: u64 = 1 << 30;
    let stack = STACK.to_string();
    let test = "markers_that_cannot_be_started_are_an_error";
    if run_in_own_process_with(test, &[("RUST_MIN_STACK", &stack)]) {
        return;
    }
    if emulated() {
        eprintln!("skipped: the emulator ignores limits of the address space");
        return;
    }
    let build = |markers| {
        let heap = heap().heap_max(8 << 20).collector_threads(1).concurrent(true);
        heap.marker_threads(markers).build()
    };
    let before = address_space();
    let heap = build(1).unwrap();
    let needed = address_space() - before;
    drop(heap);
    let set_limit = |bytes| {
        let limit = libc::rlimit { rlim_cur: bytes, rlim_max: libc::RLIM_INFINITY };
        // SAFETY: the limit is valid for reads.
        assert_eq!(unsafe { libc::setrlimit(libc::RLIMIT_AS, &raw const limit) }, 0);
    };
    // Enough for the heap with a marker and four more, each with an area of the allocator.
    assert!(needed > STACK, "{needed}");
    set_limit(address_space() + needed + 4 * STACK + STACK / 2);
    let error = build(20).expect_err("there is no room for 20 stacks");
    assert!(matches!(error, HeapStartError::Workers(_)), "{error:?}");
    let threads = std::fs::read_dir("/proc/self/task").unwrap();
    let is_marker = |folder: &std::path::Path| {
        std::fs::read_to_string(folder.join("comm")).is_ok_and(|name| name.starts_with("spgc-mark"))
    };
    assert!(threads.flatten().all(|thread| !is_marker(&thread.path())), "the others have ended");
    set_limit(libc::RLIM_INFINITY);
    let heap = build(2).unwrap();
    run_cycles(&heap, &mut heap.attach().unwrap());
}
