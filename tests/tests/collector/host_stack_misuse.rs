//! Stacks of the host: misuse is an error, and a switch that was not announced is detected before
//! managed code runs on the wrong stack.

use core::cell::Cell;
use core::ffi::c_int;
use core::ptr;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;

use statepoint_gc::{
    Argument, CallError, Mutator,
    fibers::{Fiber, FiberConfig, FiberError},
};
use tests::child_tests::{ChildExit, assert_stderr_contains, death_test};
use tests::fibers::{Function, boxed};
use tests::host_stacks::HostStack;
use tests::host_stacks::driver::{
    adopt_all, begin, call_native, go, go_silently, go_to_first, stack,
};
use tests::managed::{self, call, heap};

#[test]
fn misuse_is_an_error() {
    let heap = heap().heap_max(16 << 20).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    for memory in [0..0, 4096..8192] {
        // SAFETY: the memory is not used.
        let small = unsafe { heap.adopt_stack(FiberConfig::new(), memory.clone()) };
        let size = memory.len();
        assert!(
            matches!(small, Err(FiberError::StackTooSmall { size: given, .. }) if given == size),
            "{small:?}"
        );
    }
    adopt_all(&heap, &["worker", "other"]);
    // SAFETY: the thread does not switch.
    let mut try_swap = |to: Option<&Fiber>| unsafe { mutator.swap(to) };
    let error = try_swap(None).unwrap_err();
    assert!(matches!(error, FiberError::Running { .. }), "{error:?}");
    // SAFETY: the function is that of a fiber.
    let fiber = unsafe { heap.fiber(FiberConfig::new(), managed::fiber_count()) }.unwrap();
    let error = try_swap(Some(&fiber)).unwrap_err();
    assert!(matches!(error, FiberError::NotHostStack { .. }), "{error:?}");
    let other_heap = managed::heap().heap_max(16 << 20).build().unwrap();
    let foreign = HostStack::adopted(&other_heap, "foreign");
    let error = try_swap(Some(foreign.fiber())).unwrap_err();
    assert!(matches!(error, FiberError::ForeignFiber { .. }), "{error:?}");

    begin(0, |mutator| {
        let worker = stack(0);
        // SAFETY: the thread does not switch.
        let error = unsafe { mutator.swap(Some(worker.fiber())) }.unwrap_err();
        assert!(matches!(error, FiberError::Running { .. }), "{error:?}");
        let text = "host stack \"worker\" (1) runs, or has resumed another fiber";
        assert_eq!(error.to_string(), text);
        let error = mutator.suspend(Argument::Word(0)).unwrap_err();
        assert!(matches!(error, FiberError::NoFiber { .. }), "{error:?}");
        assert_eq!(mutator.nesting(), 0);
        let (fiber, error) = worker.take_fiber().destroy().unwrap_err();
        assert!(matches!(error, FiberError::Running { .. }), "{error:?}");
        worker.put_fiber(fiber);
    });
    let mut taken = stack(0).take_fiber();
    let error = mutator.resume(&mut taken, Argument::Word(0)).unwrap_err();
    assert!(matches!(error, FiberError::HostStack { .. }), "{error:?}");
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut mutator = heap.attach().unwrap();
            // SAFETY: the thread does not switch.
            let error = unsafe { mutator.swap(Some(&taken)) }.unwrap_err();
            assert!(matches!(error, FiberError::OtherThread { .. }), "{error:?}");
        });
    });
    let owner = boxed(&mut mutator, 1);
    let (taken, error) = mutator.give_fiber(taken, &owner).unwrap_err();
    assert!(matches!(error, FiberError::HostStack { .. }), "{error:?}");
    // SAFETY: the thread does not switch.
    let error = unsafe { mutator.swap_back() }.unwrap_err();
    assert!(matches!(error, FiberError::Running { .. }), "{error:?}");
    taken.destroy().unwrap();
    foreign.take_fiber().destroy().unwrap();
}

/// The callback for collections must return on the stack on which it was called.
#[test]
fn callbacks_for_collections_do_not_switch() {
    static REFUSED: AtomicU32 = AtomicU32::new(0);
    let refuse = |_: &_| {
        // SAFETY: the thread does not switch.
        let error = Mutator::with_current(|mutator| unsafe { mutator.swap_back() });
        assert!(matches!(error, Some(Err(FiberError::CollectionCallback))), "{error:?}");
        REFUSED.fetch_add(1, Relaxed);
    };
    let heap = heap().heap_max(16 << 20).on_collection(refuse).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    mutator.collect_young();
    adopt_all(&heap, &["worker"]);
    begin(0, |mutator| mutator.collect_young());
    assert_eq!(REFUSED.load(Relaxed), 2);
}

/// A signal handler on the alternate signal stack cannot call managed code, even if it has
/// interrupted native code.
#[test]
fn calls_on_the_alternate_signal_stack_are_errors() {
    static REFUSED: AtomicU32 = AtomicU32::new(0);
    extern "C" fn on_signal(_: c_int) {
        let refused = Mutator::with_current(|mutator| {
            let error = call(mutator, managed::fiber_box, &[Argument::Word(1)]).unwrap_err();
            assert!(matches!(error, CallError::OtherStack { .. }), "{error:?}");
            let text = error.to_string();
            assert!(text.contains("which is not in its stack, that of thread \""), "{text}");
        });
        refused.expect("the thread is attached and native");
        REFUSED.fetch_add(1, Relaxed);
    }
    let heap = heap().heap_max(16 << 20).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    // Large enough for the formatting of messages.
    let memory = Vec::<u8>::leak(vec![0; 1 << 20]);
    let stack =
        libc::stack_t { ss_sp: memory.as_mut_ptr().cast(), ss_flags: 0, ss_size: memory.len() };
    // SAFETY: structures of numbers and pointers.
    let mut previous: (libc::stack_t, libc::sigaction) = unsafe { core::mem::zeroed() };
    // SAFETY: as above.
    let mut action: libc::sigaction = unsafe { core::mem::zeroed() };
    action.sa_sigaction = (on_signal as extern "C" fn(c_int) as *const ()).expose_provenance();
    action.sa_flags = libc::SA_ONSTACK;
    // SAFETY: the memory is never freed. The thread raises the signal in native code, and then
    // restores what was there before.
    unsafe {
        assert_eq!(libc::sigaltstack(&raw const stack, &raw mut previous.0), 0);
        assert_eq!(libc::sigaction(libc::SIGUSR2, &raw const action, &raw mut previous.1), 0);
        assert_eq!(libc::raise(libc::SIGUSR2), 0);
        assert_eq!(libc::sigaction(libc::SIGUSR2, &raw const previous.1, ptr::null_mut()), 0);
        assert_eq!(libc::sigaltstack(&raw const previous.0, ptr::null_mut()), 0);
    }
    assert_eq!(REFUSED.load(Relaxed), 1);
    drop(boxed(&mut mutator, 1));
}

/// The thread's stack pointer is not in the stack that the library takes for the running one.
#[test]
fn calls_after_forgotten_announcements_are_errors() {
    let heap = heap().heap_max(16 << 20).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    adopt_all(&heap, &["worker"]);
    fn refuse(mutator: &mut Mutator, expected: &str) {
        let error = call(mutator, managed::fiber_box, &[Argument::Word(1)]).unwrap_err();
        assert!(matches!(error, CallError::OtherStack { .. }), "{error:?}");
        let expected = format!("which is not in its stack, that of {expected}");
        assert!(error.to_string().contains(&expected), "{error}");
        // SAFETY: the thread does not switch.
        let error = unsafe { mutator.swap(None) }.unwrap_err();
        assert!(matches!(error, FiberError::Call(CallError::OtherStack { .. })), "{error:?}");
    }
    // To the stack.
    HostStack::begins_with(|| {
        Mutator::with_current(|mutator| refuse(mutator, "thread \"")).unwrap();
        go_silently(None);
        Mutator::with_current(|mutator| drop(boxed(mutator, 1))).unwrap();
        // Back.
        go_silently(None);
        go(None);
    });
    go_silently(Some(0));
    drop(boxed(&mut mutator, 1));
    go(Some(0));
    refuse(&mut mutator, "host stack \"worker\" (1)");
    go_silently(Some(0));
    drop(boxed(&mut mutator, 1));
    // Announced, but not made.
    let worker = stack(0);
    // SAFETY: no managed code runs.
    unsafe { mutator.swap(Some(worker.fiber())) }.unwrap();
    refuse(&mut mutator, "host stack \"worker\" (1)");
    core::mem::forget(mutator);
}

extern "C" fn go_home_silently(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    go_silently(None);
    0
}

/// Native code returns to managed code on a stack to which no switch was announced.
fn return_after_a_forgotten_announcement(caller: Function) {
    let heap = heap().heap_max(16 << 20).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    adopt_all(&heap, &["worker"]);
    begin(0, |mutator| {
        go(None);
        call_native(mutator, managed::native, go_home_silently, 1);
    });
    call_native(&mut mutator, caller, go_to_first, 1);
}

#[test]
fn returning_after_a_forgotten_announcement_is_fatal() {
    let output = death_test("returning_after_a_forgotten_announcement_is_fatal", || {
        return_after_a_forgotten_announcement(managed::native);
    });
    assert_stderr_contains(
        output,
        &[
            "native code of host stack \"worker\" (1) returns to managed code at",
            ", which is on the stack of thread \"",
            "after the switch to it was announced",
        ],
    );
}

#[test]
fn returning_through_a_wrapper_after_a_forgotten_announcement_is_fatal() {
    let test = "returning_through_a_wrapper_after_a_forgotten_announcement_is_fatal";
    let output = death_test(test, || return_after_a_forgotten_announcement(managed::wrapped));
    assert_stderr_contains(output, &["native code of host stack \"worker\" (1) returns to"]);
}

#[test]
fn forgotten_transfers_are_fatal() {
    extern "C" fn to_b(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
        go(Some(1));
        0
    }
    extern "C" fn silently_to_a(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
        go_silently(Some(0));
        0
    }
    let output = death_test("forgotten_transfers_are_fatal", || {
        let heap = heap().heap_max(16 << 20).build().unwrap();
        let _mutator = heap.attach().unwrap();
        adopt_all(&heap, &["a", "b"]);
        begin(0, |mutator| {
            go(None);
            call_native(mutator, managed::native, to_b, 1);
        });
        begin(1, |mutator| {
            go(None);
            call_native(mutator, managed::native, silently_to_a, 1);
        });
        go(Some(0));
    });
    assert_stderr_contains(
        output,
        &[
            "native code of host stack \"b\" (2) returns to managed code at",
            ", which is on the stack of host stack \"a\" (1), but",
        ],
    );
}

#[test]
fn resuming_a_host_stack_is_fatal_in_managed_code() {
    let output = death_test("resuming_a_host_stack_is_fatal_in_managed_code", || {
        let heap = heap().heap_max(16 << 20).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        adopt_all(&heap, &["worker"]);
        begin(0, |_| ());
        let address = tests::fibers::address(stack(0).fiber());
        let arguments = [Argument::Word(address), Argument::Word(0)];
        let _ = call(&mut mutator, managed::fiber_resume, &arguments);
    });
    let text = "resumes host stack \"worker\" (1), which is switched to by the host";
    assert_stderr_contains(output, &[text]);
}

#[test]
fn suspending_a_host_stack_is_fatal_in_managed_code() {
    let output = death_test("suspending_a_host_stack_is_fatal_in_managed_code", || {
        let heap = heap().heap_max(16 << 20).build().unwrap();
        let _mutator = heap.attach().unwrap();
        adopt_all(&heap, &["worker"]);
        begin(0, |mutator| {
            let _ = call(mutator, managed::fiber_suspend, &[Argument::Word(0)]);
        });
    });
    assert_stderr_contains(
        output,
        &[
            "managed code calls spgc_suspend on the stack of host stack \"worker\" (1), which is not",
        ],
    );
}

#[test]
fn overflows_of_host_stacks_are_explained() {
    let output = death_test("overflows_of_host_stacks_are_explained", || {
        let heap = heap().heap_max(16 << 20).build().unwrap();
        let _mutator = heap.attach().unwrap();
        adopt_all(&heap, &["worker"]);
        begin(0, |mutator| {
            let _ = call(mutator, managed::nested, &[Argument::Word(1 << 30)]);
        });
    });
    assert_stderr_contains(output, &["stack overflow: host stack 1 of thread", "frames"]);
}

#[test]
fn detaching_on_a_host_stack_is_fatal() {
    thread_local! {
        static MUTATOR: Cell<Option<Mutator>> = const { Cell::new(None) };
    }
    let output = death_test("detaching_on_a_host_stack_is_fatal", || {
        let heap = heap().heap_max(16 << 20).build().unwrap();
        MUTATOR.set(Some(heap.attach().unwrap()));
        adopt_all(&heap, &["worker"]);
        HostStack::begins_with(|| drop(MUTATOR.take()));
        go(Some(0));
    });
    assert_stderr_contains(
        output,
        &["drops its Mutator, which detaches it, on the stack of host stack \"worker\" (1)"],
    );
}

/// Native code on a stack of the host ends the process by `exit`, which detaches the thread.
#[test]
fn native_code_on_a_host_stack_may_exit() {
    extern "C" fn exit(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
        // SAFETY: no other thread of the child uses what is destroyed.
        unsafe { libc::exit(3) }
    }
    let output = death_test("native_code_on_a_host_stack_may_exit", || {
        let heap = heap().heap_max(16 << 20).build().unwrap();
        let _mutator = heap.attach().unwrap();
        adopt_all(&heap, &["worker"]);
        begin(0, |mutator| {
            call_native(mutator, managed::native, exit, 1);
        });
    });
    if let Some(ChildExit { status, stderr }) = output {
        assert_eq!(status.code(), Some(3), "{stderr}");
    }
}
