//! Fatal errors: misuse and heap corruption end the process with a message that names the cause.
//! Each test commits one error in a child process and checks the message.

use core::ffi::c_void;
use std::process::Command;

use statepoint_gc::roots::RootRangeKind;
use statepoint_gc::{Argument, Heap, Mutator, TypeId, Zeal};
use tests::child_tests::{assert_stderr_contains, death_test};
use tests::library::{Library, can_be_loaded, prebuilt, work};
use tests::managed::{self, call, heap, make};
use tests::timeout;

/// The host keeps a raw reference across a collection, instead of a handle.
#[test]
fn stale_references_are_explained() {
    let output = death_test("stale_references_are_explained", || {
        let heap = heap().heap_max(1 << 20).zeal(Zeal::EveryAllocation(1)).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let stale = call(&mut mutator, managed::pair, &[Argument::Word(1), Argument::Word(3)]);
        mutator.collect();
        let _ = call(&mut mutator, managed::left, &[Argument::Word(stale.unwrap())]);
    });
    let test = "fatal::stale_re"; // the system cuts names at 15 bytes
    assert_stderr_contains(
        output,
        &[
            "statepoint-gc: access to 0x",
            "retired block",
            test,
            "pc 0x",
            "after 2 collections",
            "the seed of zeal mode and delays was 0.",
        ],
    );
}

/// The borrow checker accepts this program: the scope borrows the current mutator, not the variable
/// in which the mutator is stored.
#[test]
fn dropping_a_mutator_inside_its_scope_is_fatal() {
    let output = death_test("dropping_a_mutator_inside_its_scope_is_fatal", || {
        let heap = heap().heap_max(16 << 20).build().unwrap();
        let mutator = heap.attach().unwrap();
        let _: Option<()> = Mutator::with_current(|current| current.scope(|_scope| drop(mutator)));
    });
    assert_stderr_contains(
        output,
        &[
            "statepoint-gc: fatal: ",
            "drops its Mutator",
            "inside 0 calls",
            "1 scopes",
            "1 other uses",
        ],
    );
}

/// In zeal mode, a stale reference is reported by the next collection, with the frame that holds
/// it: that of the managed function whose argument it is.
#[test]
fn stale_references_in_frames_are_named() {
    let output = death_test("stale_references_in_frames_are_named", || {
        let heap = heap().heap_max(1 << 20).zeal(Zeal::EveryAllocation(1)).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let tagged_fields = [Argument::Word(1), Argument::Word(3)];
        let stale = call(&mut mutator, managed::pair, &tagged_fields).unwrap();
        for _ in 0..40 {
            // Without zeal mode, 40 allocations would reuse the block of the stale address.
            make(&mut mutator, managed::pair, &tagged_fields).unwrap();
        }
        let fields = [Argument::Word(stale), Argument::Word(0)];
        let _node = make(&mut mutator, managed::pair, &fields).unwrap();
        mutator.collect();
    });
    assert_stderr_contains(
        output,
        &[
            "statepoint-gc: fatal: a root or a field holds 0x",
            "in free memory of the heap",
            "It is in a root of thread \"fatal::stale_re",
            "of the call that returns to 0x",
            " in test_pair+0x",
            "whose record has the ID 0xabcdef00. To find the cause, ",
            "set SPGC_VERIFY=before,after",
        ],
    );
}

/// Returns the address of an object that a collection has moved or freed.
fn stale_reference(mutator: &mut Mutator) -> u64 {
    let fields = [Argument::Word(1), Argument::Word(3)];
    let stale = call(mutator, managed::pair, &fields).unwrap();
    mutator.collect();
    stale
}

/// A stale reference in a field is named with its object. Few allocations collect, so that none
/// finds the reference while it is an argument.
#[test]
fn stale_references_in_objects_are_named() {
    let output = death_test("stale_references_in_objects_are_named", || {
        let heap = heap().heap_max(1 << 20).zeal(Zeal::EveryAllocation(1000)).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let stale = stale_reference(&mut mutator);
        // Objects around the one that holds the reference.
        let fields = [Argument::Word(1), Argument::Word(3)];
        let _others: Vec<_> =
            (0..20).map(|_| make(&mut mutator, managed::pair, &fields).unwrap()).collect();
        let _node = make(&mut mutator, managed::pair, &[Argument::Word(0), Argument::Word(stale)]);
        mutator.collect();
    });
    assert_stderr_contains(
        output,
        &[
            "statepoint-gc: fatal: a root or a field holds 0x",
            "It is in the field at offset 16 of the object of type 1 at 0x",
            "set SPGC_VERIFY=before,after",
        ],
    );
}

#[test]
fn stale_references_in_root_ranges_are_named() {
    let output = death_test("stale_references_in_root_ranges_are_named", || {
        let heap = heap().heap_max(1 << 20).zeal(Zeal::EveryAllocation(1000)).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let range = Box::leak(Box::new([stale_reference(&mut mutator)]));
        // SAFETY: the memory is never freed, and only the collector changes it.
        let registered =
            unsafe { heap.register_root_range(range.as_mut_ptr(), 1, RootRangeKind::Strong) };
        mutator.collect();
        drop(registered);
    });
    assert_stderr_contains(
        output,
        &["statepoint-gc: fatal: a root or a field holds 0x", "It is in a slot of a root range."],
    );
}

/// The memory after a large object is inaccessible in zeal mode: the collector reads no header
/// there.
#[test]
fn references_past_a_large_object_are_detected() {
    let output = death_test("references_past_a_large_object_are_detected", || {
        let heap = heap().heap_max(16 << 20).zeal(Zeal::EveryAllocation(1)).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        // The array has 12,016 bytes, in a block of 32 KiB.
        let large = mutator.allocate_array(TypeId::new(2), 1500).unwrap();
        let past = mutator.pin(&large).unwrap().as_ptr().addr().get() + (16 << 10);
        let fields = [Argument::Word(past as u64), Argument::Word(0)];
        let _node = make(&mut mutator, managed::pair, &fields).unwrap();
        mutator.collect();
    });
    assert_stderr_contains(
        output,
        &["statepoint-gc: fatal: a reference points to 0x", "no object begins"],
    );
}

unsafe extern "C" {
    fn test_without_a_record();
}

#[test]
fn a_frame_without_a_record_is_named() {
    let output = death_test("a_frame_without_a_record_is_named", || {
        let heap = heap().heap_max(1 << 20).zeal(Zeal::EveryPoll).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        call(&mut mutator, || test_without_a_record as *const c_void, &[]).unwrap();
    });
    let parts = [
        "statepoint-gc: fatal",
        "frame 0 returns to 0x",
        "test_without_a_record+0x",
        "thread \"fatal::a_frame_",
    ];
    assert_stderr_contains(output, &parts);
}

extern "C" fn collect(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    Mutator::with_current(Mutator::collect).expect("the thread is native");
    0
}

/// A wrapper without a landing pad lets an exception return to managed code while the thread is
/// still in native state, so that no collection would wait for it.
#[test]
fn exceptions_that_bypass_a_wrapper_are_detected() {
    extern "C-unwind" fn panics(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
        std::panic::resume_unwind(Box::new(()));
    }
    let output = death_test("exceptions_that_bypass_a_wrapper_are_detected", || {
        let heap = heap().heap_max(1 << 20).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let function = (panics as *const c_void).expose_provenance() as u64;
        let arguments = [Argument::Word(function), Argument::Word(1)];
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            call(&mut mutator, managed::wrapped, &arguments)
        }));
    });
    assert_stderr_contains(
        output,
        &["statepoint-gc: fatal: an exception passed", "spgc_leave_native"],
    );
}

/// Calls native code, which collects, through an incorrect transition.
fn collects_through(transition: fn() -> *const c_void) {
    let heap = heap().heap_max(1 << 20).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let native = (collect as *const c_void).expose_provenance() as u64;
    call(&mut mutator, transition, &[Argument::Word(native), Argument::Word(1)]).unwrap();
}

/// An inlined transition records the frame of a managed function. The walk would skip that frame,
/// which holds a reference.
#[test]
fn a_transition_in_managed_code_is_named() {
    let output = death_test("a_transition_in_managed_code_is_named", || {
        collects_through(managed::transition_inlined);
    });
    let parts = ["statepoint-gc: fatal", "test_transition_inlined+0x", "`noinline`"];
    assert_stderr_contains(output, &parts);
}

/// A transition without a recorded frame is not treated as a thread without managed frames.
#[test]
fn wrappers_that_do_not_record_their_frame_are_detected() {
    let output = death_test("wrappers_that_do_not_record_their_frame_are_detected", || {
        collects_through(managed::transition_nowhere);
    });
    assert_stderr_contains(
        output,
        &["statepoint-gc: fatal", "cannot be walked", "llvm.frameaddress(0)"],
    );
}

/// The type in the header is not registered.
#[test]
fn unregistered_types_are_named() {
    let output = death_test("unregistered_types_are_named", || {
        let heap = Heap::builder().heap_max(1 << 20).without_environment().build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let _ = call(&mut mutator, managed::pair, &[Argument::Word(0), Argument::Word(0)]);
    });
    assert_stderr_contains(output, &["statepoint-gc: fatal", "type 1, which is not registered"]);
}

/// The collection would wait for the operation that requests it.
#[test]
fn a_collection_in_a_handshake_is_refused() {
    let output = death_test("a_collection_in_a_handshake_is_refused", || {
        let heap = heap().heap_max(1 << 20).build().unwrap();
        let _mutator = heap.attach().unwrap();
        let _ = heap.handshake(&heap.threads()[0], |_| Mutator::with_current(Mutator::collect));
    });
    assert_stderr_contains(
        output,
        &["fatal: a collection was requested in the operation of a handshake"],
    );
}

/// The operation would wait for itself.
#[test]
fn a_handshake_in_a_handshake_is_refused() {
    let output = death_test("a_handshake_in_a_handshake_is_refused", || {
        let heap = heap().heap_max(1 << 20).build().unwrap();
        let _mutator = heap.attach().unwrap();
        let thread = &heap.threads()[0];
        let _ = heap.handshake(thread, |_| heap.handshake(thread, |_| ()));
    });
    assert_stderr_contains(
        output,
        &["fatal: a handshake was requested in the operation of a handshake"],
    );
}

/// The wrapper's caller keeps a reference in a callee-saved register, which native code may have
/// saved at an unknown address.
#[test]
fn references_in_registers_below_a_wrapper_are_named() {
    let output = death_test("references_in_registers_below_a_wrapper_are_named", || {
        let heap = heap().heap_max(1 << 20).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let native = (collect as *const c_void).expose_provenance() as u64;
        let arguments = [Argument::Word(native), Argument::Word(1)];
        call(&mut mutator, managed::wrapped_registers, &arguments).unwrap();
    });
    let parts = [
        "statepoint-gc: fatal",
        "thread \"fatal::referenc",
        "cannot be walked",
        "needs the value of",
        "test_wrapped_registers+0x",
        "spgc_call_native also finds",
    ];
    assert_stderr_contains(output, &parts);
}

/// A frame of a library that was removed from the registry while its code is still called.
#[test]
fn unregistered_code_is_named() {
    if !can_be_loaded() {
        return;
    }
    let output = death_test("unregistered_code_is_named", || removed_too_early(false));
    let parts =
        ["statepoint-gc: fatal", "frame 0 returns to 0x", "library_box+0x", "libmanaged.so"];
    assert_stderr_contains(output, &parts);
}

/// With `unwind_native_frames`, managed code in no stack map must not be unwound as native code,
/// although it has unwind tables.
#[test]
fn unregistered_code_is_not_treated_as_native() {
    if !can_be_loaded() {
        return;
    }
    let output =
        death_test("unregistered_code_is_not_treated_as_native", || removed_too_early(true));
    assert_stderr_contains(
        output,
        &["statepoint-gc: fatal", "frame 0 returns to 0x", "libmanaged.so"],
    );
}

/// Calls a function of a library after its code was removed from the registry.
fn removed_too_early(unwind_native_frames: bool) {
    let heap = heap().heap_max(1 << 20).zeal(Zeal::EveryAllocation(1));
    let heap = heap.unwind_native_frames(unwind_native_frames).build().unwrap();
    let library = Library::open(prebuilt()).unwrap();
    let id = heap.code().register_image_at(library.address()).unwrap();
    let mut mutator = heap.attach().unwrap();
    assert_eq!(library.call_work(&mut mutator, 3), work(3));
    // SAFETY: no thread runs its code now. It stays loaded, and the process ends before a
    // collection has moved anything.
    unsafe { heap.code().remove(id) }.unwrap();
    library.call_work(&mut mutator, 3);
}

#[test]
fn managed_code_on_an_unattached_thread_is_refused() {
    let output = death_test("managed_code_on_an_unattached_thread_is_refused", || {
        // The thread was attached before, but must not allocate in its previous TLAB.
        let heap = heap().heap_max(1 << 20).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        make(&mut mutator, managed::pair, &[Argument::Word(1), Argument::Word(3)]).unwrap();
        drop(mutator);
        let array: extern "C" fn(u64) -> u64 =
            // SAFETY: the function takes an i64 and returns a reference. Calling it without a
            // mutator ends the process immediately, as this test checks.
            unsafe { core::mem::transmute(managed::array()) };
        array(5);
    });
    assert_stderr_contains(output, &["statepoint-gc: fatal", "not attached"]);
}

unsafe extern "C" {
    fn spgc_finalize(object: u64, token: u64) -> u64;
}

/// Leaf functions of the prelude must be called in managed state, in which a collection waits for
/// the thread.
#[test]
fn a_leaf_function_called_by_native_code_is_refused() {
    let output = death_test("a_leaf_function_called_by_native_code_is_refused", || {
        let heap = heap().heap_max(1 << 20).build().unwrap();
        let _mutator = heap.attach().unwrap();
        // SAFETY: calling it from native code ends the process immediately, as this test checks.
        unsafe { spgc_finalize(0, 0) };
    });
    assert_stderr_contains(
        output,
        &[
            "statepoint-gc: fatal",
            "spgc_finalize is called on thread",
            "which is native; native code uses",
        ],
    );
}

#[test]
fn objects_of_a_wrong_size_are_refused() {
    let output = death_test("objects_of_a_wrong_size_are_refused", || {
        let heap = heap().heap_max(1 << 20).build().unwrap();
        let _ = make(&mut heap.attach().unwrap(), managed::wrong_size, &[]);
    });
    assert_stderr_contains(output, &["allocates 32 bytes of type 1", "24 bytes"]);
}

#[test]
fn oversized_arrays_are_out_of_memory_not_an_abort() {
    for length in [1 << 40, u64::MAX, 1 << 61] {
        let output = death_test("oversized_arrays_are_out_of_memory_not_an_abort", || {
            let heap = heap().heap_max(1 << 20).build().unwrap();
            let _ = make(&mut heap.attach().unwrap(), managed::array, &[Argument::Word(length)]);
        });
        if let Some(output) = &output {
            assert_eq!(output.status.code(), Some(1));
        }
        assert_stderr_contains(output, &["statepoint-gc: out of memory", "limit is 1048576 bytes"]);
    }
}

/// The destructor of a thread-local variable uses a mutator after the thread has been detached.
#[test]
fn mutators_of_ended_threads_are_refused() {
    struct MutatorInThreadLocal(core::cell::RefCell<Option<statepoint_gc::Mutator>>);
    impl Drop for MutatorInThreadLocal {
        fn drop(&mut self) {
            if let Some(mutator) = self.0.borrow_mut().as_mut() {
                mutator.collect();
            }
        }
    }
    thread_local! {
        static STORED: MutatorInThreadLocal =
            const { MutatorInThreadLocal(core::cell::RefCell::new(None)) };
    }
    let output = death_test("mutators_of_ended_threads_are_refused", || {
        let heap = heap().heap_max(1 << 20).build().unwrap();
        let _ = std::thread::spawn(move || {
            STORED.with(|late| late.0.replace(Some(heap.attach().unwrap())));
        })
        .join();
    });
    assert_stderr_contains(output, &["this thread is ending, and was detached"]);
}

/// A SIGSEGV sent by `kill` is passed to the previous handler, and not reported as a memory fault.
/// (The previous handler is std's, which ignores the first signal.)
#[test]
fn sent_signals_reach_the_previous_handler() {
    let output = death_test("sent_signals_reach_the_previous_handler", || {
        let _heap = heap().heap_max(1 << 20).build().unwrap();
        // std's handler uninstalls itself at the first signal. Later signals end the process.
        for _ in 0..100 {
            let this = std::process::id().to_string();
            let sent = timeout::output(Command::new("kill").args(["-SEGV", &this]));
            assert!(sent.unwrap().status.success());
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    });
    if let Some(output) = output {
        assert!(!output.stderr.contains("statepoint-gc"));
    }
}

/// A reference to an address where no object begins.
#[test]
fn references_to_no_object_are_detected() {
    let output = death_test("references_to_no_object_are_detected", || {
        let heap = heap().heap_max(1 << 20).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let fields = [Argument::Word(0), Argument::Word(0)];
        let node = make(&mut mutator, managed::pair, &fields).unwrap();
        let address = call(&mut mutator, managed::keep, &[Argument::Reference(&node)]).unwrap();
        let inside = [Argument::Word(address + 8), Argument::Word(0)];
        let _bad = make(&mut mutator, managed::pair, &inside).unwrap();
        mutator.collect();
    });
    assert_stderr_contains(output, &["statepoint-gc: fatal", "where there is no object"]);
}

/// A stackmap lists a reference in a location that the collector cannot read, so it cannot pin the
/// object. It reports an error instead of moving an object that is in use.
#[test]
fn unpinnable_references_of_patchpoints_are_refused() {
    let output = death_test("unpinnable_references_of_patchpoints_are_refused", || {
        let heap = heap().heap_max(1 << 20).zeal(Zeal::EveryAllocation(1)).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let collecting = managed::nested().expose_provenance() as u64;
        let arguments = [Argument::Word(collecting), Argument::Word(3)];
        let _ = call(&mut mutator, managed::marked, &arguments);
    });
    assert_stderr_contains(
        output,
        &["stackmap or patchpoint record", "must be pinned", "test_marked"],
    );
}
