//! An exception, or the end of the thread, that reaches a frame whose takeover is pending ends the
//! process: the frame never runs again without returning to its trampoline.

use core::cell::RefCell;
use core::ffi::c_void;

use statepoint_gc::{Argument, Mutator, Zeal, deopt::Takeover};
use tests::child_tests::{assert_stderr_contains, death_test};
use tests::managed;

use super::{heap_with, nested, take_over};

type Throwing = extern "C-unwind" fn(u64, u64, u64, u64, u64) -> u64;

thread_local! {
    static TAKEOVER: RefCell<Option<Takeover>> = const { RefCell::new(None) };
}

/// Requests the takeover of the frame that has called the native function.
fn take_over_caller() {
    let taken = Mutator::with_current(|mutator| {
        TAKEOVER.with_borrow(|takeover| {
            let takeover = takeover.as_ref().expect("the test has set it");
            take_over(mutator, takeover, |frame| frame.depth == 0)
        })
    });
    assert_eq!(taken, Some(Ok(1)));
}

extern "C-unwind" fn throw(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    take_over_caller();
    std::panic::resume_unwind(Box::new("thrown"))
}

extern "C-unwind" fn exit_thread(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    take_over_caller();
    // SAFETY: the thread belongs to this test.
    unsafe { libc::pthread_exit(core::ptr::null_mut()) }
}

/// Calls managed code that calls `native`, on a thread of its own.
fn call(native: Throwing) {
    let run = move || {
        let heap = heap_with(Zeal::Off);
        let mut mutator = heap.attach().unwrap();
        TAKEOVER.set(Some(heap.takeover(nested())));
        let native = (native as *const c_void).expose_provenance() as u64;
        let arguments = [Argument::Word(native), Argument::Word(0)];
        _ = managed::make(&mut mutator, managed::deopt_nested, &arguments);
    };
    _ = std::thread::spawn(run).join();
}

#[test]
fn exception_that_reaches_a_pending_frame_is_fatal() {
    let output = death_test("exception_that_reaches_a_pending_frame_is_fatal", || call(throw));
    assert_stderr_contains(output, &["failed to initiate panic"]);
}

#[test]
fn thread_that_ends_below_a_pending_frame_is_fatal() {
    let output =
        death_test("thread_that_ends_below_a_pending_frame_is_fatal", || call(exit_thread));
    assert_stderr_contains(output, &["below a frame whose takeover is pending"]);
}
