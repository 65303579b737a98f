//! Panics and other exceptions of native code that `spgc_call_native` has called: they unwind
//! through managed code, whose landing pads read what collections left, into the host, which
//! continues to use its `Mutator`.

use core::cell::Cell;
use core::ffi::{c_int, c_void};
use core::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::ffi::CString;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use statepoint_gc::{
    Argument, Heap, HeapVerification, Mutator, TypeId, Zeal, observe::CollectorStatistics,
};
use statepoint_scanner::image::symbols;
use tests::library::can_be_loaded;
use tests::managed::{self, call, heap};
use tests::patience;

unsafe extern "C-unwind" {
    fn test_raise(value: u64, force: c_int) -> !;
    fn test_end_thread(wait: c_int) -> !;
    fn test_request_cancellation();
    fn test_act_upon_cancellation();
}
unsafe extern "C" {
    fn test_carried() -> u64;
    fn test_thrown() -> u64;
    fn test_throw_with(invoke: *const c_void, force: c_int);
}

type Native = extern "C-unwind" fn(u64, u64, u64, u64, u64) -> u64;
type Function = fn() -> *const c_void;

const DEPTH: u64 = 12;
const WAYS: [Zeal; 3] = [Zeal::EveryAllocation(1), Zeal::EveryPoll, Zeal::EveryAllocation(3)];

fn pointer(function: Native) -> Argument<'static> {
    Argument::Word((function as *const c_void).expose_provenance() as u64)
}

thread_local! {
    /// The managed function that calls the native one by the stub.
    static CALLER: Cell<Function> = const { Cell::new(managed::catch) };
    static FORCE: Cell<c_int> = const { Cell::new(0) };
}

/// Whether the native function throws at this level.
fn throws(n: u64) -> bool {
    n == 0 || n % 2 == 1
}

/// Collects, calls itself through managed code, collects again. Throws its result if [`throws`].
extern "C-unwind" fn raise(n: u64, note: u64, a: u64, b: u64, c: u64) -> u64 {
    assert_eq!((a, b, c), (1, 2, 3));
    // SAFETY: reads numbers of this thread, as below.
    let count = unsafe { test_thrown() };
    let mut below = Mutator::with_current(|mutator| {
        mutator.collect();
        let mut below = 0;
        if n > 0 {
            let arguments = [pointer(raise), Argument::Word(n - 1), Argument::Word(note)];
            below = call(mutator, CALLER.get(), &arguments).unwrap();
        }
        mutator.collect();
        below
    })
    .expect("native code that the stub called is native");
    // SAFETY: as above.
    if n > 0 && throws(n - 1) && unsafe { test_thrown() } > count {
        // SAFETY: as above.
        below += unsafe { test_carried() };
    }
    if throws(n) {
        // SAFETY: this frame has no destructor to run, and all frames below may be unwound.
        unsafe { test_raise(below, FORCE.get()) };
    }
    below
}

/// Returns what a managed call that catches returns, and what the native function in it returns or
/// throws.
fn expected(n: u64) -> (u64, u64) {
    let (mut result, mut carried) = (0, 0);
    for level in 0..=n {
        if level > 0 {
            carried = result + if throws(level - 1) { carried } else { 0 };
        }
        result = if throws(level) { 1000 + 5 * level } else { carried + 3 * level };
    }
    (result, carried)
}

fn assert_moved(statistics: &CollectorStatistics) {
    assert!(statistics.counts.objects_moved > DEPTH * DEPTH, "{statistics:?}");
    assert_eq!(statistics.counts.frames_walked, statistics.counts.records_matched);
    assert_eq!(statistics.counts.native_frames_walked, 0, "{statistics:?}");
}

/// Asserts that the thread is native, in no call, and usable as before.
fn assert_usable(mutator: &mut Mutator) {
    assert_eq!(mutator.nesting(), 0);
    assert!(!std::thread::panicking());
    let before = mutator.heap().statistics().full_collections;
    mutator.collect();
    assert!(mutator.heap().statistics().full_collections > before);
    assert_eq!(call(mutator, managed::nested, &[Argument::Word(2)]), Ok(2 + 3));
    Mutator::with_current(|_| ()).expect("the thread is native");
}

fn build(zeal: Zeal) -> Heap {
    heap().heap_max(8 << 20).zeal(zeal).build().unwrap()
}

fn catch_in_managed_code(function: Function, force: c_int, zeal: Zeal) -> CollectorStatistics {
    let heap = build(zeal);
    let mut mutator = heap.attach().unwrap();
    CALLER.set(function);
    FORCE.set(force);
    for depth in [0, 1, DEPTH, DEPTH - 1] {
        // SAFETY: resets the counts of this thread.
        unsafe { test_throw_with(core::ptr::null(), 0) };
        let arguments = [pointer(raise), Argument::Word(depth), Argument::Word(0)];
        let result = call(&mut mutator, function, &arguments);
        let (returned, thrown) = expected(depth);
        assert_eq!(result, Ok(returned), "{zeal:?}, depth {depth}");
        // SAFETY: reads numbers of this thread.
        unsafe {
            assert_eq!(test_thrown(), 1 + depth.div_ceil(2));
            if throws(depth) {
                assert_eq!(test_carried(), thrown);
            }
        }
        assert_usable(&mut mutator);
    }
    let statistics = heap.statistics();
    assert_moved(&statistics);
    statistics
}

#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn managed_code_catches_exceptions_of_native_code() {
    for zeal in WAYS {
        for force in [0, 1] {
            catch_in_managed_code(managed::catch, force, zeal);
        }
    }
}

/// The unwinder reloads the registers from where the stub has saved them and collections rewrote
/// them.
#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn landing_pads_read_registers_rewritten_in_the_stub() {
    for zeal in WAYS {
        for force in [0, 1] {
            let statistics = catch_in_managed_code(managed::catch_registers, force, zeal);
            assert!(statistics.counts.register_roots_relocated > DEPTH * DEPTH, "{statistics:?}");
        }
    }
}

/// The payload of a panic.
#[derive(Debug, PartialEq)]
struct Payload(u64);

thread_local! {
    static DROPPED: Cell<u64> = const { Cell::new(0) };
}

/// Collects and calls managed code while the panic unwinds its frame.
struct Collects;

impl Drop for Collects {
    fn drop(&mut self) {
        assert!(std::thread::panicking());
        Mutator::with_current(|mutator| {
            mutator.collect();
            assert_eq!(call(mutator, managed::nested, &[Argument::Word(2)]), Ok(5));
        })
        .expect("the thread is native while native frames are unwound");
        DROPPED.set(DROPPED.get() + 1);
    }
}

/// Recurses through managed code down to 0, which panics.
extern "C-unwind" fn panics(n: u64, note: u64, a: u64, b: u64, c: u64) -> u64 {
    assert_eq!((a, b, c), (1, 2, 3));
    let _collects = Collects;
    Mutator::with_current(|mutator| {
        mutator.collect();
        if n == 0 {
            resume_unwind(Box::new(Payload(17)));
        }
        let arguments = [pointer(panics), Argument::Word(n - 1), Argument::Word(note)];
        call(mutator, CALLER.get(), &arguments).unwrap()
    })
    .expect("native code that the stub called is native")
}

fn pass_to_the_host(function: Function, zeal: Zeal) -> CollectorStatistics {
    let heap = build(zeal);
    let mut mutator = heap.attach().unwrap();
    CALLER.set(function);
    for depth in [0, 1, DEPTH] {
        DROPPED.set(0);
        let mut note = [0_u64; 2];
        let place = Argument::Word((&raw mut note).expose_provenance() as u64);
        let arguments = [pointer(panics), Argument::Word(depth), place];
        let caught = catch_unwind(AssertUnwindSafe(|| call(&mut mutator, function, &arguments)));
        assert_eq!(caught.unwrap_err().downcast_ref(), Some(&Payload(17)));
        assert_eq!(DROPPED.get(), depth + 1);
        // Each managed frame was walked, and its landing pad read its references.
        assert_eq!(
            note[0],
            (0..=depth).map(|n| 1000 + 5 * n).sum::<u64>(),
            "{zeal:?}, depth {depth}"
        );
        assert_usable(&mut mutator);
    }
    let statistics = heap.statistics();
    assert_moved(&statistics);
    statistics
}

#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn panics_unwind_through_managed_code_to_the_host() {
    for zeal in WAYS {
        pass_to_the_host(managed::pass, zeal);
        let statistics = pass_to_the_host(managed::pass_registers, zeal);
        assert!(statistics.counts.register_roots_relocated > DEPTH * DEPTH, "{statistics:?}");
    }
}

/// Managed frames without a landing pad, and a host function between them that catches.
#[test]
fn panics_are_caught_between_managed_frames() {
    extern "C-unwind" fn catches(n: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
        let result = catch_unwind(|| {
            Mutator::with_current(|mutator| {
                let arguments = [pointer(throws_to_host), Argument::Word(n)];
                call(mutator, managed::native_registers, &arguments).unwrap()
            })
        });
        let payload = result.unwrap_err();
        Mutator::with_current(|mutator| {
            assert_eq!(mutator.nesting(), 1);
            mutator.collect();
        })
        .unwrap();
        payload.downcast_ref::<Payload>().unwrap().0
    }
    extern "C-unwind" fn throws_to_host(n: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
        Mutator::with_current(Mutator::collect).unwrap();
        resume_unwind(Box::new(Payload(n + 100)));
    }
    for zeal in WAYS {
        let heap = build(zeal);
        let mut mutator = heap.attach().unwrap();
        for function in [managed::native as Function, managed::native_registers] {
            let arguments = [pointer(catches), Argument::Word(7)];
            assert_eq!(call(&mut mutator, function, &arguments), Ok(107 + 7));
            assert_usable(&mut mutator);
        }
        let statistics = heap.statistics();
        assert!(
            statistics.counts.objects_moved > 0 && statistics.counts.register_roots_relocated > 0
        );
    }
}

/// Native code that managed code has called directly runs in managed state, and stays in it.
#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn panics_of_directly_called_native_code_unwind() {
    extern "C-unwind" fn panics_at_once(n: u64) -> u64 {
        resume_unwind(Box::new(Payload(n)));
    }
    let heap = heap().heap_max(8 << 20).unwind_native_frames(true).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let function = (panics_at_once as *const c_void).expose_provenance() as u64;
    for caller in [managed::direct as Function, managed::direct_registers] {
        let arguments = [Argument::Word(function), Argument::Word(9)];
        let caught = catch_unwind(AssertUnwindSafe(|| call(&mut mutator, caller, &arguments)));
        assert_eq!(caught.unwrap_err().downcast_ref(), Some(&Payload(9)));
        assert_usable(&mut mutator);
    }
}

/// The state of a thread that another one holds at a safepoint.
#[derive(Default)]
struct Held {
    inside: AtomicBool,
    go: AtomicBool,
    note: [AtomicU64; 2],
}

/// Throws when it is signalled to.
extern "C-unwind" fn throws_when_released(_: u64, held: u64, _: u64, _: u64, _: u64) -> u64 {
    let note: *const AtomicU64 = core::ptr::with_exposed_provenance(held as usize);
    // SAFETY: the note is part of this, which the test keeps until the thread has ended.
    let held = unsafe { &*note.byte_sub(core::mem::offset_of!(Held, note)).cast::<Held>() };
    held.inside.store(true, Ordering::Relaxed);
    while !held.go.load(Ordering::Acquire) {
        std::thread::yield_now();
    }
    resume_unwind(Box::new(Payload(3)));
}

/// The stub's landing pad waits as long as a stop or a handshake needs the thread where it is.
#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn exceptions_wait_at_the_transition_to_managed_code() {
    for function in [managed::pass as Function, managed::pass_registers] {
        let heap = heap().heap_max(8 << 20).build().unwrap();
        let held = Held::default();
        let note = (&raw const held.note).expose_provenance() as u64;
        std::thread::scope(|scope| {
            let thrower = scope.spawn(|| {
                let mut mutator = heap.attach().unwrap();
                let arguments =
                    [pointer(throws_when_released), Argument::Word(7), Argument::Word(note)];
                let caught =
                    catch_unwind(AssertUnwindSafe(|| call(&mut mutator, function, &arguments)));
                assert_eq!(caught.unwrap_err().downcast_ref(), Some(&Payload(3)));
                assert_usable(&mut mutator);
            });
            while !held.inside.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            let thread = heap.threads().pop().unwrap();
            let entered = heap.handshake(&thread, |_| {
                held.go.store(true, Ordering::Release);
                // Long enough for the exception to reach managed code, if nothing stopped it.
                std::thread::sleep(Duration::from_millis(100));
                held.note[1].load(Ordering::Relaxed)
            });
            assert_eq!(entered, Ok(0), "managed code runs although the thread is at a safepoint");
            thrower.join().unwrap();
        });
        assert_eq!(held.note[1].load(Ordering::Relaxed), 7);
        assert_eq!(held.note[0].load(Ordering::Relaxed), 1000 + 5 * 7);
    }
}

/// Threads that throw while others stop the world at every allocation: stops come while exceptions
/// unwind native frames, wait in the stub's landing pad, and run managed ones.
#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn threads_throw_while_others_collect() {
    let heap = build(Zeal::EveryAllocation(20));
    let done = AtomicBool::new(false);
    let left = AtomicU32::new(4);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut mutator = heap.attach().unwrap();
            while !done.load(Ordering::Relaxed) {
                mutator.collect();
            }
        });
        for thread in 0..4 {
            let (heap, done, left) = (&heap, &done, &left);
            scope.spawn(move || {
                let mut mutator = heap.attach().unwrap();
                let result = catch_unwind(AssertUnwindSafe(|| {
                    for round in 0..12 {
                        let (catching, passing) = match (thread + round) % 2 {
                            0 => (managed::catch as Function, managed::pass as Function),
                            _ => (
                                managed::catch_registers as Function,
                                managed::pass_registers as Function,
                            ),
                        };
                        CALLER.set(catching);
                        FORCE.set(round / 2 % 2);
                        let arguments = [pointer(raise), Argument::Word(5), Argument::Word(0)];
                        let result = call(&mut mutator, catching, &arguments);
                        assert_eq!(result, Ok(expected(5).0));
                        CALLER.set(passing);
                        let mut note = [0_u64; 2];
                        let place = Argument::Word((&raw mut note).expose_provenance() as u64);
                        let arguments = [pointer(panics), Argument::Word(5), place];
                        let caught = catch_unwind(AssertUnwindSafe(|| {
                            call(&mut mutator, passing, &arguments)
                        }));
                        assert_eq!(caught.unwrap_err().downcast_ref(), Some(&Payload(17)));
                        assert_eq!(note[0], (0..=5).map(|n| 1000 + 5 * n).sum::<u64>());
                        assert_eq!(mutator.nesting(), 0);
                    }
                }));
                if left.fetch_sub(1, Ordering::Relaxed) == 1 {
                    done.store(true, Ordering::Relaxed);
                }
                if let Err(panic) = result {
                    // Otherwise the collecting thread would never end.
                    resume_unwind(panic);
                }
            });
        }
    });
    assert_moved(&heap.statistics());
}

/// Arguments of a thread that is made by the C library.
struct Ending {
    heap: Heap,
    wait: c_int,
    /// Called by managed code without the stub.
    directly: bool,
    inside: AtomicBool,
}

extern "C-unwind" fn end_thread(ending: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let ending: *const Ending = core::ptr::with_exposed_provenance(ending as usize);
    // SAFETY: the test waits for this thread before it drops what it has given it.
    let ending = unsafe { &*ending };
    assert_eq!(Mutator::with_current(Mutator::collect).is_none(), ending.directly);
    ending.inside.store(true, Ordering::Relaxed);
    // SAFETY: the frames below can be unwound; frames of std, which do not support forced
    // unwinding, are not among them.
    unsafe { test_end_thread(ending.wait) }
}

extern "C-unwind" fn start(ending: *mut c_void) -> *mut c_void {
    // SAFETY: as in `end_thread`.
    let Ending { heap, directly, .. } = unsafe { &*ending.cast::<Ending>() };
    let mut mutator = heap.attach().unwrap();
    let arguments = [pointer(end_thread), Argument::Word(ending.expose_provenance() as u64)];
    let function = if *directly { managed::direct } else { managed::native_registers };
    let _ = call(&mut mutator, function, &arguments);
    unreachable!("the thread has ended");
}

/// Ends by `pthread_exit` or `pthread_cancel` in native code below managed code: forced unwinding.
#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn threads_that_end_in_native_code_are_detached() {
    type Start = extern "C" fn(*mut c_void) -> *mut c_void;
    for (wait, directly) in [(0, false), (1, false), (0, true), (1, true)] {
        let heap = build(Zeal::EveryAllocation(1));
        let mut ending = Ending { heap, wait, directly, inside: AtomicBool::new(false) };
        for _ in 0..10 {
            ending.inside.store(false, Ordering::Relaxed);
            let mut thread = core::mem::MaybeUninit::<libc::pthread_t>::uninit();
            // SAFETY: the function is called from C, which does not distinguish the ABIs by whether
            // they may unwind. The thread is joined below, and its argument lives until then.
            unsafe {
                let start: Start = core::mem::transmute(start as extern "C-unwind" fn(_) -> _);
                let argument = (&raw mut ending).cast();
                let made =
                    libc::pthread_create(thread.as_mut_ptr(), core::ptr::null(), start, argument);
                assert_eq!(made, 0);
                let thread = thread.assume_init();
                while !ending.inside.load(Ordering::Relaxed) {
                    std::thread::yield_now();
                }
                if wait == 1 {
                    assert_eq!(libc::pthread_cancel(thread), 0);
                }
                assert_eq!(libc::pthread_join(thread, core::ptr::null_mut()), 0);
            }
            // No thread is waited for, and no frame of the ended thread is visited.
            assert!(ending.heap.threads().is_empty());
            let mut mutator = ending.heap.attach().unwrap();
            assert_usable(&mut mutator);
        }
        let statistics = ending.heap.statistics();
        assert!(statistics.counts.objects_moved > 0);
        assert_eq!(statistics.counts.register_roots_relocated > 0, !directly);
    }
}

/// The progress of a thread that is to be cancelled.
static USED: AtomicU32 = AtomicU32::new(0);

/// Uses functions that may wait, or open and write files.
fn use_the_api(log: &str) {
    let heap = heap()
        .heap_max(8 << 20)
        .log(format!("all:{log}"))
        .verify(HeapVerification { before: true, after: true })
        .build()
        .unwrap();
    {
        let mut mutator = heap.attach().unwrap();
        mutator.collect_young();
        assert_usable(&mut mutator);
        let (me, kept) = (&heap.threads()[0], mutator.allocate_array(TypeId::new(2), 10_000));
        assert_eq!(heap.handshake(me, |thread| thread.id()), Ok(me.id()));
        assert_eq!(mutator.array_length(&kept.unwrap()), Ok(10_000));
    }
    assert!(!heap.wait_for_finalizers(Duration::from_millis(1)));
    let here = symbols::describe((use_the_api as *const ()).expose_provenance() as u64);
    assert!(here.contains("use_the_api"), "{here}");
    assert!(heap.code().register_image_at(0).is_err());
    drop(heap);
    USED.fetch_add(1, Ordering::Relaxed);
}

extern "C-unwind" fn with_a_request(log: *mut c_void) -> *mut c_void {
    let log: *const String = log.cast();
    // SAFETY: the test waits for this thread before it drops the name. Nothing in this frame is to
    // be dropped when it is unwound.
    unsafe {
        test_request_cancellation();
        use_the_api(&*log);
        test_act_upon_cancellation();
    }
    core::ptr::null_mut()
}

/// A pending request for cancellation is not acted upon by any function here, whatever it waits for
/// or writes to.
#[test]
fn no_api_function_is_a_cancellation_point() {
    type Start = extern "C" fn(*mut c_void) -> *mut c_void;
    let folder = tempfile::tempdir().unwrap();
    let mut log = folder.path().join("log").display().to_string();
    let (mut thread, mut result) = (core::mem::MaybeUninit::uninit(), core::ptr::null_mut());
    // SAFETY: as in `threads_that_end_in_native_code_are_detached`.
    unsafe {
        let start: Start = core::mem::transmute(with_a_request as extern "C-unwind" fn(_) -> _);
        let argument = (&raw mut log).cast();
        let made = libc::pthread_create(thread.as_mut_ptr(), core::ptr::null(), start, argument);
        assert_eq!(made, 0);
        assert_eq!(libc::pthread_join(thread.assume_init(), &raw mut result), 0);
    }
    assert_eq!(USED.load(Ordering::Relaxed), 1);
    // PTHREAD_CANCELED
    assert_eq!(result.addr(), usize::MAX);
    assert!(std::fs::read_to_string(&log).unwrap().lines().count() > 3);
}

/// C++ throws, catches and rethrows, through managed code and the host's frames.
#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn cpp_exceptions_unwind_through_managed_code() {
    extern "C-unwind" fn calling(n: u64, note: u64) -> u64 {
        Mutator::with_current(|mutator| {
            mutator.collect();
            let arguments =
                [CPP.get().unwrap().argument(), Argument::Word(n), Argument::Word(note)];
            call(mutator, CALLER.get(), &arguments).unwrap()
        })
        .expect("native code that the stub called is native")
    }
    let Some(cpp) = Cpp::compile() else { return };
    let cpp = CPP.get_or_init(|| cpp);
    // SAFETY: the function has this type.
    unsafe { (cpp.with)(calling) };
    for zeal in WAYS {
        for function in [managed::pass as Function, managed::pass_registers] {
            let heap = build(zeal);
            let mut mutator = heap.attach().unwrap();
            CALLER.set(function);
            // SAFETY: reads a number of this thread.
            let before = unsafe { (cpp.destroyed)() };
            let mut note = [0_u64; 2];
            let place = Argument::Word((&raw mut note).expose_provenance() as u64);
            // 3 and 6 catch and rethrow, 9 catches for good.
            let result = call(&mut mutator, function, &[cpp.argument(), Argument::Word(11), place]);
            assert_eq!(result, Ok(1009 + 3 * (9 + 10 + 11)));
            assert_eq!(note[0], (0..9).map(|n| 1000 + 5 * n).sum::<u64>(), "{zeal:?}");
            // SAFETY: as above.
            assert_eq!(unsafe { (cpp.destroyed)() } - before, 12);
            assert_usable(&mut mutator);
            assert_moved(&heap.statistics());
        }
    }
}

type With = unsafe extern "C" fn(extern "C-unwind" fn(u64, u64) -> u64);
type Destroyed = unsafe extern "C" fn() -> u64;

/// The functions of `src/throwing.cpp`, in a library that is never unloaded.
struct Cpp {
    throwing: *const c_void,
    with: With,
    destroyed: Destroyed,
}

// SAFETY: addresses of functions.
unsafe impl Send for Cpp {}
// SAFETY: as above.
unsafe impl Sync for Cpp {}

static CPP: OnceLock<Cpp> = OnceLock::new();

impl Cpp {
    /// Returns `None`, after a message on standard error, where there is no C++ compiler or no
    /// library can be loaded.
    fn compile() -> Option<Self> {
        if !can_be_loaded() {
            return None;
        }
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("throwing.so");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/src/throwing.cpp");
        let mut compiler = Command::new("c++");
        compiler.args(["-O2", "-shared", "-fPIC", "-o"]).arg(&path).arg(source);
        match patience::output(&mut compiler) {
            Ok(output) => assert!(output.status.success(), "{compiler:?}: {output:?}"),
            Err(error) => {
                let message = format!("skipped: the C++ compiler cannot be started: {error}\n");
                let _ = std::io::stderr().write_all(message.as_bytes());
                return None;
            }
        }
        let name = CString::new(path.into_os_string().into_encoded_bytes()).unwrap();
        // SAFETY: the functions of the library have these types.
        unsafe {
            let library = libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL);
            assert!(!library.is_null());
            let [throwing, with, destroyed] =
                [c"throwing", c"throwing_with", c"throwing_destroyed"].map(|name| {
                    let address = libc::dlsym(library, name.as_ptr());
                    assert!(!address.is_null(), "{name:?}");
                    address
                });
            Some(Self {
                throwing,
                with: core::mem::transmute::<*mut c_void, With>(with),
                destroyed: core::mem::transmute::<*mut c_void, Destroyed>(destroyed),
            })
        }
    }

    fn argument(&self) -> Argument<'static> {
        Argument::Word(self.throwing.expose_provenance() as u64)
    }
}
