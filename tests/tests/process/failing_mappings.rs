//! Heaps for which the system has no memory: each mapping that a heap needs fails once. Heap
//! creation returns an error, or the heap does without.
//!
//! The program defines `mmap`, so that all calls of the collector and of the standard library reach
//! [`map`].

use core::ffi::{c_int, c_void};
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use statepoint_gc::{Argument, Heap, HeapStartError, Zeal};
use tests::child_tests::{assert_stderr_contains, death_test, run_in_own_process};
use tests::managed::{self, heap, make};

/// The number of calls of [`map`] so far.
static CALLS: AtomicU64 = AtomicU64::new(0);
/// The call that fails.
static FAILING: AtomicU64 = AtomicU64::new(u64::MAX);

/// Whether replacing memory by an inaccessible mapping would exceed the number of mappings.
static IS_FULL: AtomicBool = AtomicBool::new(false);

/// Maps memory as `mmap` does, or fails for lack of memory.
///
/// # Safety
///
/// As for `mmap`.
unsafe fn map(
    address: *mut c_void,
    length: usize,
    protection: c_int,
    flags: c_int,
    file: c_int,
    offset: i64,
) -> *mut c_void {
    let is_replaced = protection == libc::PROT_NONE && flags & libc::MAP_FIXED != 0;
    if CALLS.fetch_add(1, Relaxed) + 1 == FAILING.load(Relaxed)
        || is_replaced && IS_FULL.load(Relaxed)
    {
        // SAFETY: the address is that of the thread's own variable.
        unsafe { *libc::__errno_location() = libc::ENOMEM };
        return libc::MAP_FAILED;
    }
    // SAFETY: the caller upholds the contract of `mmap`.
    let mapped =
        unsafe { libc::syscall(libc::SYS_mmap, address, length, protection, flags, file, offset) };
    core::ptr::with_exposed_provenance_mut(mapped as usize)
}

/// # Safety
///
/// As for `mmap` of the C library.
#[unsafe(no_mangle)]
unsafe extern "C" fn mmap(
    address: *mut c_void,
    length: usize,
    protection: c_int,
    flags: c_int,
    file: c_int,
    offset: i64,
) -> *mut c_void {
    // SAFETY: the caller upholds the contract.
    unsafe { map(address, length, protection, flags, file, offset) }
}

/// # Safety
///
/// As for `mmap64` of the C library.
#[unsafe(no_mangle)]
unsafe extern "C" fn mmap64(
    address: *mut c_void,
    length: usize,
    protection: c_int,
    flags: c_int,
    file: c_int,
    offset: i64,
) -> *mut c_void {
    // SAFETY: the caller upholds the contract.
    unsafe { map(address, length, protection, flags, file, offset) }
}

/// Creates a heap with helper threads, and collects with it.
fn use_heap() -> Result<Heap, HeapStartError> {
    // Not `managed::heap`, which starts a thread of the standard library.
    let heap = managed::types(Heap::builder().without_environment()).heap_max(4 << 20);
    let heap = heap.collector_threads(4).concurrent(true).marker_threads(3).build()?;
    let mut mutator = heap.attach().expect("a thread needs no new mapping");
    let pair = [Argument::Word(1), Argument::Word(3)];
    let _object = make(&mut mutator, managed::pair, &pair).unwrap();
    mutator.collect();
    Ok(heap)
}

/// The standard library would abort the process if the alternate stack of a new thread could not be
/// mapped.
#[test]
fn each_failed_mapping_is_an_error_or_harmless() {
    if run_in_own_process("each_failed_mapping_is_an_error_or_harmless") {
        return;
    }
    let (mut errors, mut without) = (0, 0);
    for number in 1.. {
        let first = CALLS.load(Relaxed);
        FAILING.store(first + number, Relaxed);
        let used = use_heap();
        FAILING.store(u64::MAX, Relaxed);
        match used {
            Ok(heap) => {
                drop(heap);
                without += 1;
            }
            Err(error) => {
                assert!(error.to_string().contains("Cannot allocate memory"), "{error}");
                errors += 1;
            }
        }
        if CALLS.load(Relaxed) < first + number {
            break;
        }
    }
    // The address space of the heap is necessary, the alternate stacks of six threads are not.
    assert!(errors >= 1 && without >= 6, "{errors} errors, {without} without");
}

/// In zeal mode, dead objects become inaccessible, which needs mappings.
#[test]
fn too_many_mappings_in_zeal_mode_are_explained() {
    let output = death_test("too_many_mappings_in_zeal_mode_are_explained", || {
        let heap = heap().heap_max(16 << 20).zeal(Zeal::EveryAllocation(1)).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        IS_FULL.store(true, Relaxed);
        loop {
            let length = [Argument::Word(10_000)];
            drop(make(&mut mutator, managed::references, &length).unwrap());
        }
    });
    assert_stderr_contains(output, &["Cannot allocate memory", "vm.max_map_count"]);
}
