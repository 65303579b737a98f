//! `exit` in signal handlers and in callbacks. POSIX forbids it in a handler that has interrupted a
//! function that is not async-signal-safe; many programs do it. The process ends, if not with the
//! status of `exit`, then with a message. It does not wait for itself.

use std::os::unix::process::ExitStatusExt as _;
use std::os::unix::thread::JoinHandleExt as _;
use std::sync::mpsc;
use std::time::Duration;

use statepoint_gc::{
    Argument, Heap, Mutator,
    deopt::{
        Activation, CalleeResult, Continuation, DeoptSite, DeoptValueKind, DeoptimizedFrame,
        FrameLayout, ReturnValue,
    },
};
use tests::child_tests::{ChildExit, death_test};
use tests::fibers::{migrating_fiber, resume};
use tests::managed::{self, call, heap, tripled_sum};

/// The status with which the tests end a process.
const STATUS: i32 = 42;
/// Number of processes that receive a signal.
const PROCESSES: usize = 40;

extern "C" fn exit_in_handler(_signal: i32) {
    std::process::exit(STATUS)
}

/// Allocates, collects and sleeps without end.
fn run(heap: &Heap) {
    let mut mutator = heap.attach().unwrap();
    loop {
        let sum = call(&mut mutator, managed::nested, &[Argument::Word(20)]);
        assert_eq!(sum, Ok(tripled_sum(20, 1)));
        mutator.collect_young();
        std::thread::sleep(Duration::from_micros(50));
    }
}

/// Sends a signal to one of three threads.
fn end_by_signal() {
    let heap = heap().heap_max(8 << 20).build().unwrap();
    let (attached, is_attached) = mpsc::channel();
    let threads = [(); 3].map(|()| {
        let (heap, attached) = (heap.clone(), attached.clone());
        std::thread::spawn(move || {
            drop(heap.attach().unwrap());
            attached.send(()).unwrap();
            run(&heap);
        })
    });
    for _ in &threads {
        is_attached.recv().unwrap();
    }
    let handler = exit_in_handler as *const () as usize;
    // SAFETY: the handler ends the process.
    unsafe { libc::signal(libc::SIGTERM, handler) };
    let random = std::process::id().wrapping_mul(2_654_435_769) >> 16;
    std::thread::sleep(Duration::from_micros(10_000 + u64::from(random)));
    // SAFETY: the thread exists, because it does not end.
    unsafe { libc::pthread_kill(threads[random as usize % 3].as_pthread_t(), libc::SIGTERM) };
    std::thread::sleep(Duration::from_secs(3600));
}

#[test]
fn exit_in_a_signal_handler_ends_the_process() {
    let mut exits = 0;
    for _ in 0..PROCESSES {
        let exit = death_test("exit_in_a_signal_handler_ends_the_process", end_by_signal);
        let Some(ChildExit { status, stderr }) = exit else { return };
        if status.code() == Some(STATUS) {
            exits += 1;
            continue;
        }
        assert_eq!(status.signal(), Some(libc::SIGABRT), "{status}: {stderr}");
        assert!(stderr.contains("by exit()"), "{stderr}");
    }
    // Some were interrupted in the library or in managed code, others in native code.
    let is_static = cfg!(target_feature = "crt-static");
    assert!(exits > 0 && (exits < PROCESSES || is_static), "{exits} of {PROCESSES} by exit()");
}

/// In these callbacks, the thread holds no lock and delays no other one.
#[test]
fn exit_in_a_callback_ends_the_process_normally() {
    let exit = death_test("exit_in_a_callback_ends_the_process_normally", || {
        let heap = heap().heap_max(8 << 20).on_collection(|_| std::process::exit(STATUS));
        heap.build().unwrap().attach().unwrap().collect();
    });
    let Some(ChildExit { status, stderr }) = exit else { return };
    assert_eq!(status.code(), Some(STATUS), "{stderr}");
}

#[test]
fn exit_in_the_out_of_memory_callback_ends_the_process_normally() {
    let exit = death_test("exit_in_the_out_of_memory_callback_ends_the_process_normally", || {
        let heap = heap().heap_max(1 << 20).on_out_of_memory(|_| std::process::exit(STATUS));
        run_out_of_memory(&heap.build().unwrap());
    });
    let Some(ChildExit { status, stderr }) = exit else { return };
    assert_eq!(status.code(), Some(STATUS), "{stderr}");
}

fn run_out_of_memory(heap: &Heap) {
    let mut mutator = heap.attach().unwrap();
    let _array = managed::make(&mut mutator, managed::array, &[Argument::Word(1 << 20)]);
}

/// Continues `managed::migrating_fiber_guarded`, and ends the process.
struct EndingInterpreter;

impl Continuation for EndingInterpreter {
    fn frame_layout(&self, _: &DeoptSite<'_>) -> Option<FrameLayout> {
        Some(FrameLayout {
            skipped: 0,
            kinds: vec![DeoptValueKind::Bits(8), DeoptValueKind::Reference],
            callee_result: CalleeResult::Reference,
        })
    }

    fn resume(&self, _: &mut Mutator, _: DeoptimizedFrame) -> ReturnValue {
        std::process::exit(STATUS)
    }
}

/// An interpreter resumes a frame in the middle of a call of managed code.
#[test]
fn exit_below_a_frame_that_was_taken_over_ends_the_process_normally() {
    let test = "exit_below_a_frame_that_was_taken_over_ends_the_process_normally";
    let exit = death_test(test, || {
        let heap = heap().heap_max(8 << 20).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let mut fiber = migrating_fiber(&heap, managed::migrating_fiber_guarded);
        assert_eq!(resume(&mut mutator, &mut fiber, 3), (3, false));
        let takeover = heap.takeover(EndingInterpreter);
        let function = managed::migrating_fiber_guarded().expose_provenance() as u64;
        let select = |frame: &Activation| frame.function == Some(function);
        // SAFETY: the continuation does not return.
        assert_eq!(unsafe { mutator.take_over(&takeover, select) }.unwrap(), 1);
        resume(&mut mutator, &mut fiber, 3);
    });
    let Some(ChildExit { status, stderr }) = exit else { return };
    assert_eq!(status.code(), Some(STATUS), "{stderr}");
}
