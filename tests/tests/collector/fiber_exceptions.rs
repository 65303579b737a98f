//! Exceptions that leave the functions of fibers: they pass to the code that has resumed the fiber,
//! through landing pads on both stacks, and end at a handler there, or end the process.

use core::ffi::{c_int, c_void};
use core::mem::MaybeUninit;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc;
use std::thread;

use statepoint_gc::{
    Argument, Handle, Heap, Mutator, Zeal,
    fibers::{Fiber, FiberConfig, FiberError, FiberState, Resumed},
};
use tests::child_tests::{assert_stderr_contains, death_test};
use tests::exceptions::test_raise;
use tests::fibers::{
    CATCHING, Function, NESTING, PASSING, THROWING, VERIFY, address, assert_relocated, boxed,
    build_heaps, unboxed,
};
use tests::managed::{self, call, heap, make};

unsafe extern "C-unwind" {
    fn test_end_thread(wait: c_int) -> !;
}
unsafe extern "C" {
    fn test_carried() -> u64;
}

/// What the landing pad of a fiber's function adds to its sum.
const THROWN: u64 = 1067;

/// The payload of a panic.
#[derive(Debug, PartialEq)]
struct Payload(u64);

/// A native function that a fiber calls.
type Native = extern "C-unwind" fn(u64, u64, u64, u64, u64) -> u64;

/// The words of `managed::fiber_throws`.
#[repr(C)]
struct Throw {
    function: Native,
    /// The sum of the landing pad.
    sum: u64,
    /// Arguments of the native function.
    value: u64,
    force: c_int,
}

impl Throw {
    fn new(function: Native) -> Self {
        Self { function, sum: 0, value: 29, force: 0 }
    }

    fn address(&mut self) -> u64 {
        (&raw mut *self).expose_provenance() as u64
    }
}

/// Returns the words of a fiber, in native code that it has called.
fn words<'a>(words: u64) -> &'a Throw {
    let words: *const Throw = core::ptr::with_exposed_provenance(words as usize);
    // SAFETY: the words exist as long as the fiber.
    unsafe { &*words }
}

/// Moves objects, and then runs a young collection: in zeal mode it installs return barriers, also
/// on the stacks that have resumed one another.
fn collect() {
    let collect = |mutator: &mut Mutator| {
        mutator.collect();
        mutator.collect_young();
    };
    Mutator::with_current(collect).expect("native code that the stub called is native");
}

/// Collects, and panics.
extern "C-unwind" fn panics(address: u64, a: u64, b: u64, c: u64, d: u64) -> u64 {
    assert_eq!((a, b, c, d), (1, 2, 3, 4));
    collect();
    resume_unwind(Box::new(Payload(words(address).value)));
}

/// Collects, and throws an exception of C.
extern "C-unwind" fn raises(address: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    collect();
    let Throw { value, force, .. } = words(address);
    // SAFETY: this frame has no destructor to run, and all older frames may be unwound.
    unsafe { test_raise(*value, *force) }
}

/// Set when the thread of [`threads_that_end_on_a_fiber_are_unwound`] has reached [`ends`].
static INSIDE: AtomicBool = AtomicBool::new(false);

/// Collects, and ends the thread: by `pthread_exit`, or by a request for cancellation.
extern "C-unwind" fn ends(address: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    collect();
    INSIDE.store(true, Relaxed);
    // SAFETY: the older frames can be unwound. None of them is a frame of std, which does not
    // support forced unwinding.
    unsafe { test_end_thread(words(address).force) }
}

/// Returns a fiber that passes exceptions.
fn passing(heap: &Heap, function: Function) -> Fiber {
    // SAFETY: the functions are those of fibers, and need little stack. The callers can be unwound,
    // and exceptions are not on the fiber's stack.
    unsafe { heap.fiber(FiberConfig::new().pass_exceptions(true), function()) }.unwrap()
}

/// Resumes a fiber, and returns what it passes when it suspends itself.
fn suspended(mutator: &mut Mutator, fiber: &mut Fiber, value: u64) -> Handle {
    let value = boxed(mutator, value);
    match mutator.resume(fiber, Argument::Reference(&value)).unwrap() {
        Resumed::Suspended(handle) => handle,
        Resumed::Done(_) => panic!("{fiber:?} is done"),
    }
}

/// Asserts that `action` panics with this payload.
fn assert_panics<R>(value: u64, action: impl FnOnce() -> R) {
    let Err(caught) = catch_unwind(AssertUnwindSafe(action)) else {
        panic!("no panic");
    };
    assert_eq!(caught.downcast_ref(), Some(&Payload(value)));
    assert!(!thread::panicking());
}

/// Asserts that the thread is native, in no call and on its own stack, and that its mutator still
/// works.
fn assert_usable(mutator: &mut Mutator) {
    assert_eq!(mutator.nesting(), 0);
    let error = mutator.suspend(Argument::Word(0)).unwrap_err();
    assert!(matches!(error, FiberError::NoFiber { .. }), "{error:?}");
    mutator.collect();
    assert_eq!(call(mutator, managed::nested, &[Argument::Word(2)]), Ok(2 + 3));
    Mutator::with_current(|_| ()).expect("the thread is native");
}

#[test]
fn panics_pass_to_native_code_that_has_resumed_the_fiber() {
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        let mut stack = None;
        for round in 0..6 {
            let mut words = Throw::new(panics);
            let mut fiber = passing(&heap, THROWING[round % 2]);
            // The stack of the fiber before, which has ended by an exception.
            assert_eq!(stack.get_or_insert(fiber.stack()), &fiber.stack());
            let out = suspended(&mut mutator, &mut fiber, words.address());
            assert_eq!(unboxed(&mut mutator, &out), 17);
            mutator.collect_young();
            assert_panics(29, || mutator.resume(&mut fiber, Argument::Word(0)));
            assert_eq!(words.sum, THROWN);
            assert_usable(&mut mutator);
            assert_eq!(fiber.state(), FiberState::Done);
            let error = mutator.resume(&mut fiber, Argument::Word(0)).unwrap_err();
            assert!(matches!(error, FiberError::Done { .. }), "{error:?}");
            fiber.destroy().unwrap();
        }
        assert_relocated(&heap);
    }
}

/// A fiber that passes exceptions, but whose function returns.
#[test]
fn fibers_that_pass_exceptions_may_return() {
    extern "C-unwind" fn returns(address: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
        let caught = catch_unwind(|| panics(address, 1, 2, 3, 4)).unwrap_err();
        caught.downcast_ref::<Payload>().unwrap().0 + 1
    }
    let heap = heap().heap_max(16 << 20).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let mut words = Throw::new(returns);
    let mut fiber = passing(&heap, managed::fiber_throws);
    suspended(&mut mutator, &mut fiber, words.address());
    let Resumed::Done(result) = mutator.resume(&mut fiber, Argument::Word(0)).unwrap() else {
        panic!("{fiber:?} is not done");
    };
    assert_eq!((unboxed(&mut mutator, &result), words.sum), (30, 0));
    assert_usable(&mut mutator);
}

/// The exception passes a landing pad of the managed code that has resumed the fiber, which reads
/// references and a floating-point number that were live during the call of `spgc_resume`.
#[test]
fn panics_pass_through_managed_code_that_has_resumed_the_fiber() {
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        for round in 0..4 {
            let mut words = Throw::new(panics);
            let fiber = passing(&heap, THROWING[round % 2]);
            let mut note = [0, 250_f64.to_bits()];
            let note_address = Argument::Word((&raw mut note).expose_provenance() as u64);
            let passes = PASSING[round / 2];
            let resume = |mutator: &mut Mutator, value: u64, n: u64| {
                let value = boxed(mutator, value);
                let fiber = Argument::Word(address(&fiber));
                let arguments =
                    [fiber, Argument::Reference(&value), Argument::Word(n), note_address];
                make(mutator, passes, &arguments).unwrap()
            };
            let out = resume(&mut mutator, words.address(), 5);
            assert_eq!(unboxed(&mut mutator, &out), 17);
            assert_panics(29, || resume(&mut mutator, 1, 7));
            assert_eq!((words.sum, note), (THROWN, [1000 + 5 * 7 + 250, 0]));
            assert_eq!(fiber.state(), FiberState::Done);
            assert_usable(&mut mutator);
        }
        assert_relocated(&heap);
    }
}

/// Managed code that has resumed a fiber catches its exceptions, also those without a search phase.
#[test]
fn managed_code_catches_exceptions_of_fibers() {
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        for (round, force) in (0..8_usize).zip([0, 1].into_iter().cycle()) {
            let value = 300 + round as u64;
            let mut words = Throw { force, value, ..Throw::new(raises) };
            let fiber = passing(&heap, THROWING[round / 2 % 2]);
            let first = boxed(&mut mutator, words.address());
            let arguments =
                [Argument::Word(address(&fiber)), Argument::Reference(&first), Argument::Word(9)];
            let caught = call(&mut mutator, CATCHING[round / 4], &arguments);
            assert_eq!((caught, words.sum), (Ok(1000 + 5 * 9), THROWN));
            // SAFETY: the function only reads a thread-local variable.
            assert_eq!(unsafe { test_carried() }, value);
            assert_eq!(fiber.state(), FiberState::Done);
            assert_usable(&mut mutator);
        }
        // Without zeal mode, only the native function collects.
        assert_relocated(&heap);
    }
}

/// The words of `managed::fiber_nests`.
#[repr(C)]
struct Nest {
    inner: u64,
    /// What the inner fiber is passed: the address of its words.
    number: u64,
    note: [u64; 2],
}

/// An exception of a fiber that was resumed by a fiber, which was resumed by a third one.
#[test]
fn panics_pass_through_nested_fibers() {
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        for (throws, nests) in THROWING.into_iter().zip(NESTING) {
            let mut words = Throw::new(panics);
            let inner = passing(&heap, throws);
            let [middle, mut outer] = [(); 2].map(|()| passing(&heap, nests));
            let note = [0, 250_f64.to_bits()];
            let mut inside = Nest { inner: address(&inner), number: words.address(), note };
            let number = (&raw mut inside).expose_provenance() as u64;
            let mut nest = Nest { inner: address(&middle), number, note };
            let first = (&raw mut nest).expose_provenance() as u64;
            let out = suspended(&mut mutator, &mut outer, first);
            assert_eq!(unboxed(&mut mutator, &out), 17);
            mutator.collect_young();
            assert_panics(29, || mutator.resume(&mut outer, Argument::Word(0)));
            let passed = [1000 + 5 * 40 + 250, 0];
            assert_eq!((words.sum, inside.note, nest.note), (THROWN, passed, passed));
            let states = [&inner, &middle, &outer].map(Fiber::state);
            assert_eq!(states, [FiberState::Done; 3]);
            assert_usable(&mut mutator);
        }
        assert_relocated(&heap);
    }
}

/// One thread runs fibers by their addresses until they throw. Another one tries to drop them, and
/// collects: it succeeds when they are done, while the exception still passes.
#[test]
fn fibers_that_throw_are_dropped_by_other_threads() {
    let heap = &heap().heap_max(16 << 20).verify(VERIFY).build().unwrap();
    let (send, receive) = mpsc::channel::<Fiber>();
    let (done, is_done) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(move || {
            let mut mutator = heap.attach().unwrap();
            for mut fiber in receive {
                while let Err((again, error)) = fiber.destroy() {
                    assert!(
                        matches!(error, FiberError::Running { .. } | FiberError::Suspended { .. }),
                        "{error:?}"
                    );
                    fiber = again;
                    mutator.collect_young();
                }
                done.send(()).unwrap();
            }
        });
        let mut mutator = heap.attach().unwrap();
        for round in 0..100 {
            let mut words = Throw::new(panics);
            let mut fiber = passing(heap, THROWING[round % 2]);
            suspended(&mut mutator, &mut fiber, words.address());
            let mut note = [0, 250_f64.to_bits()];
            let arguments = [
                Argument::Word(address(&fiber)),
                Argument::Word(0),
                Argument::Word(3),
                Argument::Word((&raw mut note).expose_provenance() as u64),
            ];
            send.send(fiber).unwrap();
            assert_panics(29, || make(&mut mutator, PASSING[round / 2 % 2], &arguments));
            assert_eq!((words.sum, note), (THROWN, [1000 + 5 * 3 + 250, 0]));
            is_done.recv().unwrap();
        }
        drop(send);
    });
    assert_relocated(heap);
}

/// Arguments of a thread that `pthread_create` starts: it resumes a fiber, which throws.
struct Thread {
    heap: Heap,
    fiber: Fiber,
    passes: Function,
    words: Throw,
    note: [u64; 2],
}

/// The start function of the thread. Its frames have no destructors of std.
extern "C-unwind" fn start(thread: *mut c_void) -> *mut c_void {
    // SAFETY: the test joins this thread before it uses the arguments.
    let Thread { heap, fiber, passes, words, note } = unsafe { &mut *thread.cast::<Thread>() };
    let mut mutator = heap.attach().unwrap();
    suspended(&mut mutator, fiber, words.address());
    let arguments = [
        Argument::Word(address(fiber)),
        Argument::Word(0),
        Argument::Word(11),
        Argument::Word((&raw mut *note).expose_provenance() as u64),
    ];
    let _ = call(&mut mutator, *passes, &arguments);
    unreachable!("the function throws");
}

/// Starts the thread.
fn spawn(thread: &mut Thread) -> libc::pthread_t {
    type Start = extern "C" fn(*mut c_void) -> *mut c_void;
    let mut id = MaybeUninit::<libc::pthread_t>::uninit();
    // SAFETY: the function is called from C, which does not distinguish the ABIs by whether they
    // may unwind. The callers join the thread before they drop its argument.
    unsafe {
        let start: Start = core::mem::transmute(start as extern "C-unwind" fn(_) -> _);
        let argument = (&raw mut *thread).cast();
        let created = libc::pthread_create(id.as_mut_ptr(), core::ptr::null(), start, argument);
        assert_eq!(created, 0);
        id.assume_init()
    }
}

/// `pthread_exit` and `pthread_cancel` end a thread by forced unwinding, which passes the frames on
/// the fiber's stack, and then those of the thread's own.
#[test]
fn threads_that_end_on_a_fiber_are_unwound() {
    for round in 0..8 {
        let wait = c_int::from(round % 2 == 1);
        let heap = heap()
            .heap_max(16 << 20)
            .zeal(Zeal::EveryAllocation(1))
            .verify(VERIFY)
            .build()
            .unwrap();
        let mut thread = Thread {
            fiber: passing(&heap, THROWING[round / 2 % 2]),
            passes: PASSING[round / 4],
            words: Throw { force: wait, ..Throw::new(ends) },
            note: [0, 250_f64.to_bits()],
            heap,
        };
        let id = spawn(&mut thread);
        while !INSIDE.swap(false, Relaxed) {
            thread::yield_now();
        }
        // SAFETY: the thread has not been joined.
        unsafe {
            if wait == 1 {
                assert_eq!(libc::pthread_cancel(id), 0);
            }
            assert_eq!(libc::pthread_join(id, core::ptr::null_mut()), 0);
        }
        assert_eq!((thread.words.sum, thread.note), (THROWN, [1000 + 5 * 11 + 250, 0]));
        assert!(thread.heap.threads().is_empty());
        assert_eq!(thread.fiber.state(), FiberState::Done);
        assert_usable(&mut thread.heap.attach().unwrap());
        assert_relocated(&thread.heap);
    }
}

/// Without the setting, the unwinder finds no handler on the stack of the fiber.
#[test]
fn a_panic_on_a_fiber_is_fatal_by_default() {
    let output = death_test("a_panic_on_a_fiber_is_fatal_by_default", || {
        let heap = heap().heap_max(16 << 20).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let mut words = Throw::new(panics);
        // SAFETY: the function is that of a fiber. The exception finds no handler.
        let fiber = unsafe { heap.fiber(FiberConfig::new(), managed::fiber_throws()) };
        let mut fiber = fiber.unwrap();
        suspended(&mut mutator, &mut fiber, words.address());
        let _ = catch_unwind(AssertUnwindSafe(|| mutator.resume(&mut fiber, Argument::Word(0))));
    });
    assert_stderr_contains(output, &["failed to initiate panic"]);
}

/// Without the setting, forced unwinding ends at the oldest frame of the fiber, too: `pthread_exit`
/// then ends a thread that is in managed code.
#[test]
fn ending_a_thread_on_a_fiber_is_fatal_by_default() {
    let output = death_test("ending_a_thread_on_a_fiber_is_fatal_by_default", || {
        let heap = heap().heap_max(16 << 20).build().unwrap();
        // SAFETY: the function is that of a fiber.
        let fiber = unsafe { heap.fiber(FiberConfig::new(), managed::fiber_throws()) }.unwrap();
        let words = Throw::new(ends);
        let passes = managed::fiber_passes;
        let mut thread = Thread { heap, fiber, passes, words, note: [0; 2] };
        let id = spawn(&mut thread);
        // SAFETY: the thread has not been joined.
        unsafe { libc::pthread_join(id, core::ptr::null_mut()) };
    });
    assert_stderr_contains(output, &["statepoint-gc: fatal: thread \"", "ends in managed code"]);
}

/// A fiber that was resumed by one which does not pass exceptions.
#[test]
fn a_panic_that_reaches_the_end_of_a_fiber_is_fatal() {
    let output = death_test("a_panic_that_reaches_the_end_of_a_fiber_is_fatal", || {
        let heap = heap().heap_max(16 << 20).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let mut words = Throw::new(panics);
        let inner = passing(&heap, managed::fiber_throws);
        let mut nest = Nest { inner: address(&inner), number: words.address(), note: [0; 2] };
        let config = FiberConfig::new().name("outer");
        // SAFETY: the function is that of a fiber. The exception finds no handler.
        let mut outer = unsafe { heap.fiber(config, managed::fiber_nests()) }.unwrap();
        let first = (&raw mut nest).expose_provenance() as u64;
        suspended(&mut mutator, &mut outer, first);
        let _ = catch_unwind(AssertUnwindSafe(|| mutator.resume(&mut outer, Argument::Word(0))));
    });
    assert_stderr_contains(
        output,
        &[
            "statepoint-gc: fatal: no code on the stack of fiber \"outer\" (2) handles an exception \
           that has left the function of a fiber",
        ],
    );
}

/// A thread whose start function, as in C, handles no exception.
#[test]
fn a_panic_of_a_fiber_that_nothing_handles_is_fatal() {
    let output = death_test("a_panic_of_a_fiber_that_nothing_handles_is_fatal", || {
        let heap = heap().heap_max(16 << 20).build().unwrap();
        let mut thread = Thread {
            fiber: passing(&heap, managed::fiber_throws),
            passes: managed::fiber_passes,
            words: Throw::new(panics),
            note: [0; 2],
            heap,
        };
        let id = spawn(&mut thread);
        // SAFETY: the thread has not been joined.
        unsafe { libc::pthread_join(id, core::ptr::null_mut()) };
    });
    assert_stderr_contains(
        output,
        &[
            "statepoint-gc: fatal: no code on the stack of thread \"",
            "handles an exception that has left the function of a fiber",
            "FiberConfig::pass_exceptions",
        ],
    );
}
