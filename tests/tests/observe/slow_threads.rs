//! Reports about threads that delay a stop (`safepoint_timeout`).
//!
//! Each test runs in a child process with slow threads. The parent reads the report from the
//! child's standard error, and then releases the slow threads by writing to its standard input.

use core::cell::Cell;
use core::ffi::c_void;
use core::mem::MaybeUninit;
use core::ptr;
use core::sync::atomic::{AtomicU32, Ordering};
use std::io::{BufRead, BufReader, Read, Write as _};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use statepoint_gc::{
    Argument, Heap, Mutator,
    fibers::{FiberConfig, Resumed},
};
use tests::child_tests::full_test_name;
use tests::fibers::boxed;
use tests::jit::Generated;
use tests::llvm::Llvm;
use tests::managed::{self, call, heap};
use tests::timeout::{self, KillOnTimeout};

/// Environment variable that is set in the child.
const CHILD: &str = "SPGC_TEST_CHILD";
/// Timeout after which a stop is reported.
const TIMEOUT: Duration = Duration::from_millis(20);

/// Set in the child when the parent releases it.
static RELEASE: AtomicU32 = AtomicU32::new(0);

fn wait_until(condition: impl Fn() -> bool) {
    while !condition() {
        thread::sleep(Duration::from_millis(1));
    }
}

/// In the child: runs `action`, and sets [`RELEASE`] when the parent requests it. In the parent:
/// returns the child's standard error. The child is released when `is_complete` accepts the lines
/// that it has written so far.
fn run_in_child(
    test: &str,
    action: impl FnOnce(),
    is_complete: impl Fn(&[String]) -> bool,
) -> Option<String> {
    if std::env::var_os(CHILD).is_some() {
        thread::spawn(|| {
            let _ = std::io::stdin().read(&mut [0]);
            RELEASE.store(1, Ordering::Release);
        });
        thread::spawn(|| {
            thread::sleep(Duration::from_secs(200));
            eprintln!("the parent has not released this process");
            std::process::exit(3);
        });
        action();
        println!("survived");
        return None;
    }
    let mut child = examples::runner::command(std::env::current_exe().unwrap())
        .args(["--exact", &full_test_name(test), "--nocapture", "--test-threads=1"])
        .env(CHILD, "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let kill_on_timeout = KillOnTimeout::new(&child);
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut lines = Vec::new();
    let mut line = String::new();
    while !is_complete(&lines) && errors.read_line(&mut line).unwrap() > 0 {
        lines.push(std::mem::take(&mut line));
    }
    // The write fails if the child has ended. The check of its status reports that.
    let _ = child.stdin.take().unwrap().write_all(b"\n");
    errors.read_to_string(&mut line).unwrap();
    lines.push(line);
    let text = lines.concat();
    let mut stdout = String::new();
    child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
    drop(kill_on_timeout);
    let status = timeout::wait(&mut child).unwrap();
    assert!(status.success(), "{test}: {status}\n{text}");
    assert!(stdout.contains("survived"), "{text}");
    Some(text)
}

/// Whether the last line ends a report.
fn is_report_complete(lines: &[String]) -> bool {
    lines.last().is_some_and(|line| line.contains("end of the report; the stop continues to wait"))
}

/// Asserts that the text contains the parts in this order.
fn assert_order(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("{part}, in this order, in:\n{text}"));
        rest = &rest[at + part.len()..];
    }
}

/// The flags of a slow thread: the first releases it, the second is set when it waits.
struct ThreadFlag([AtomicU32; 2]);

impl ThreadFlag {
    fn new() -> Self {
        Self([AtomicU32::new(0), AtomicU32::new(0)])
    }

    fn argument(&self) -> Argument<'_> {
        Argument::Word(self.0.as_ptr().expose_provenance() as u64)
    }

    fn begun(&self) -> bool {
        self.0[1].load(Ordering::Relaxed) != 0
    }
}

/// Collects while another thread with this name runs `slow`, and prints that thread's ID. Asserts
/// that the heap reports it as the slowest thread afterwards.
fn with_slow_thread(
    heap: &Heap,
    name: &str,
    stack: usize,
    slow: impl FnOnce(&mut Mutator, &ThreadFlag) + Send,
) {
    let flag = ThreadFlag::new();
    let id = AtomicU32::new(0);
    thread::scope(|scope| {
        let builder = thread::Builder::new().name(name.to_owned()).stack_size(stack);
        let (flag, id) = (&flag, &id);
        let run = move || {
            // SAFETY: the function has no preconditions.
            id.store(unsafe { libc::gettid() }.cast_unsigned(), Ordering::Relaxed);
            slow(&mut heap.attach().unwrap(), flag);
        };
        builder.spawn_scoped(scope, run).unwrap();
        scope.spawn(|| {
            wait_until(|| RELEASE.load(Ordering::Acquire) != 0);
            flag.0[0].store(1, Ordering::Release);
        });
        wait_until(|| flag.begun());
        // Printed before the report, so that the parent can compare the report with it.
        eprintln!("slow thread: \"{name}\" ({})", id.load(Ordering::Relaxed));
        heap.attach().unwrap().collect();
    });
    assert_eq!(heap.statistics().full_collections, 1);
    let stops = heap.stops();
    let slowest = stops.slowest.clone().unwrap();
    assert_eq!((slowest.thread.as_str(), slowest.thread_id), (name, id.into_inner()));
    assert!(slowest.time_to_safepoint_ns >= TIMEOUT.as_nanos() as u64, "{slowest:?}");
    assert_eq!(slowest.time_to_safepoint_ns, heap.statistics().time_to_safepoint_ns.max);
    assert_eq!(stops.last, stops.slowest);
}

fn heap_with_timeout() -> Heap {
    heap().heap_max(1 << 20).safepoint_timeout(TIMEOUT).build().unwrap()
}

/// Asserts that the report names the slow thread with its ID.
fn assert_named(text: &str) {
    let thread = text.lines().find_map(|line| line.strip_prefix("slow thread: ")).unwrap();
    assert_order(
        text,
        &["a stop has waited ", " ms for 1 thread:", thread, ", request pending for "],
    );
}

/// The thread is interrupted in managed code between call sites.
#[test]
fn a_loop_without_a_poll_is_named_with_its_callers() {
    let output = run_in_child(
        "a_loop_without_a_poll_is_named_with_its_callers",
        || {
            with_slow_thread(&heap_with_timeout(), "looping", 1 << 21, |mutator, flag| {
                let arguments = [flag.argument(), Argument::Word(2)];
                assert_eq!(call(mutator, managed::busy_below, &arguments), Ok(9));
            });
        },
        is_report_complete,
    );
    let Some(text) = output else { return };
    assert_named(&text);
    assert_order(
        &text,
        &[
            "in:\n     0  managed  test_busy+0x",
            "     1  managed  test_busy_below+0x",
            "     2  managed  test_busy_below+0x",
            "     3  managed  test_busy_below+0x",
            "     4  native   spgc_call_managed",
            "native",
        ],
    );
    assert!(!text.contains("older"), "{text}");
}

/// Generated functions are named if they were registered with their names, and the report has the
/// frames of their callers.
#[test]
fn generated_functions_are_named() {
    if std::env::consts::ARCH != "x86_64" || Llvm::installed().is_empty() {
        eprintln!("skipped: this test generates code for x86-64 by LLVM");
        return;
    }
    let output = run_in_child(
        "generated_functions_are_named",
        || {
            let generated = Generated::of_each_version("slow", "", &[]);
            let generated = generated.last().expect("LLVM is installed");
            let heap = heap_with_timeout();
            generated.register_with_names(heap.code(), "jit:").unwrap();
            with_slow_thread(&heap, "generated", 1 << 21, |mutator, flag| {
                let arguments = [flag.argument(), Argument::Word(1)];
                // SAFETY: a managed function with these parameters.
                let result =
                    unsafe { mutator.call(generated.function("test_busy_below"), &arguments) };
                assert_eq!(result, Ok(8));
            });
            drop(heap);
        },
        is_report_complete,
    );
    let Some(text) = output else { return };
    assert_named(&text);
    assert_order(
        &text,
        &[
            "in:\n     0  managed  jit:test_busy+0x",
            " (generated code, region ",
            "     1  managed  jit:test_busy_below+0x",
            "     2  managed  jit:test_busy_below+0x",
            "     3  native   spgc_call_managed",
            // A Rust function, by its path and without the hash of its linker symbol.
            "statepoint_gc::mutator::call::",
        ],
    );
    assert!(!text.contains("_ZN"), "{text}");
}

thread_local! {
    /// The flag of [`busy_on_fiber`].
    static FLAG: Cell<u64> = const { Cell::new(0) };
}

/// Runs managed code without polls on a fiber.
extern "C" fn busy_on_fiber(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let flag = [Argument::Word(FLAG.get())];
    let result = Mutator::with_current(|mutator| call(mutator, managed::busy, &flag));
    result.expect("a native thread").expect("a valid call")
}

/// The fiber that the thread runs is named, and its frames are shown.
#[test]
fn a_fiber_is_named_with_its_thread() {
    let output = run_in_child(
        "a_fiber_is_named_with_its_thread",
        || {
            let heap = heap_with_timeout();
            with_slow_thread(&heap, "with a fiber", 1 << 21, |mutator, flag| {
                FLAG.set(ptr::from_ref(flag).expose_provenance() as u64);
                // SAFETY: the function is that of a fiber, and needs some KiB of stack.
                let fiber = unsafe { heap.fiber(FiberConfig::new(), managed::fiber_native()) };
                let function = (busy_on_fiber as *const c_void).expose_provenance() as u64;
                let function = boxed(mutator, function);
                let resumed = mutator.resume(&mut fiber.unwrap(), Argument::Reference(&function));
                assert!(matches!(resumed, Ok(Resumed::Done(_))), "{resumed:?}");
            });
        },
        is_report_complete,
    );
    let Some(text) = output else { return };
    let frames = [
        " ms for 1 thread:",
        "thread \"with a fiber\" (",
        "), which runs fiber 1, request pending for ",
        "in:\n     0  managed  test_busy+0x",
        "native   spgc_call_managed",
        "managed  test_fiber_native+0x",
    ];
    assert_order(&text, &frames);
}

/// The thread is in a leaf function, whose call has no record in any stack map.
#[test]
fn a_leaf_function_is_named_with_its_caller() {
    let output = run_in_child(
        "a_leaf_function_is_named_with_its_caller",
        || {
            with_slow_thread(&heap_with_timeout(), "in a leaf", 1 << 21, |mutator, flag| {
                assert_eq!(call(mutator, managed::busy_leaf, &[flag.argument()]), Ok(7));
            });
        },
        is_report_complete,
    );
    let Some(text) = output else { return };
    assert_named(&text);
    let frames = ["native   slow_leaf+0x", "managed  test_busy_leaf+0x", "spgc_call_managed"];
    assert_order(&text, &frames);
}

/// Sleeps until the thread is released, in native code that managed code has called directly.
#[unsafe(no_mangle)]
extern "C" fn slow_threads_sleep(flag: u64) -> u64 {
    let flag: *const ThreadFlag = ptr::with_exposed_provenance(flag as usize);
    // SAFETY: the flag outlives the thread that waits for it.
    let flag = unsafe { &*flag };
    flag.0[1].store(1, Ordering::Release);
    wait_until(|| flag.0[0].load(Ordering::Acquire) != 0);
    0
}

fn sleep_below_managed_code(mutator: &mut Mutator, flag: &ThreadFlag) {
    let sleep = (slow_threads_sleep as *const c_void).expose_provenance() as u64;
    let number = ptr::from_ref(flag).expose_provenance() as u64;
    let arguments = [Argument::Word(sleep), Argument::Word(number)];
    let expected = number.wrapping_mul(15);
    assert_eq!(call(mutator, managed::direct_registers, &arguments), Ok(expected));
}

/// The thread is in a system call.
#[test]
fn native_code_that_managed_code_calls_directly_is_named() {
    let output = run_in_child(
        "native_code_that_managed_code_calls_directly_is_named",
        || with_slow_thread(&heap_with_timeout(), "asleep", 1 << 21, sleep_below_managed_code),
        is_report_complete,
    );
    let Some(text) = output else { return };
    assert_named(&text);
    let frames = [
        "     0  native   ",
        "native   slow_threads_sleep+0x",
        "managed  test_direct_registers+0x",
        "native   spgc_call_managed",
    ];
    assert_order(&text, &frames);
}

#[test]
fn threads_that_block_the_signal_are_named() {
    let output = run_in_child(
        "threads_that_block_the_signal_are_named",
        || {
            with_slow_thread(&heap_with_timeout(), "signal blocked", 1 << 21, |mutator, flag| {
                let mut set = MaybeUninit::uninit();
                // SAFETY: the set is initialised by the first call.
                unsafe {
                    libc::sigemptyset(set.as_mut_ptr());
                    libc::sigaddset(set.as_mut_ptr(), libc::SIGURG);
                    let block = libc::SIG_BLOCK;
                    assert_eq!(libc::pthread_sigmask(block, set.as_ptr(), ptr::null_mut()), 0);
                }
                sleep_below_managed_code(mutator, flag);
                // The signal is delivered here, when no request is pending any more. SAFETY: the
                // set is initialised.
                let unblock = unsafe {
                    libc::pthread_sigmask(libc::SIG_UNBLOCK, set.as_ptr(), ptr::null_mut())
                };
                assert_eq!(unblock, 0);
            });
        },
        is_report_complete,
    );
    let Some(text) = output else { return };
    assert_named(&text);
    assert_order(&text, &["did not respond to SIGURG", "which it blocks"]);
}

#[test]
fn the_youngest_frames_of_a_deep_stack_are_shown() {
    let output = run_in_child(
        "the_youngest_frames_of_a_deep_stack_are_shown",
        || {
            with_slow_thread(&heap_with_timeout(), "deep", 1 << 21, |mutator, flag| {
                let arguments = [flag.argument(), Argument::Word(1000)];
                assert_eq!(call(mutator, managed::busy_below, &arguments), Ok(1007));
            });
        },
        is_report_complete,
    );
    let Some(text) = output else { return };
    assert_named(&text);
    // The stack has 1001 frames of `test_busy_below` and one of `test_busy`.
    let frames = ["managed  test_busy+0x", "... 978 more", "  1002  native   spgc_call_managed"];
    assert_order(&text, &frames);
    assert_eq!(text.matches("managed  test_busy_below").count(), 23, "{text}");
}

/// The stack is larger than the part that the signal handler copies.
#[test]
fn the_end_of_a_very_deep_stack_is_not_copied() {
    let output = run_in_child(
        "the_end_of_a_very_deep_stack_is_not_copied",
        || {
            with_slow_thread(&heap_with_timeout(), "very deep", 64 << 20, |mutator, flag| {
                let arguments = [flag.argument(), Argument::Word(500_000)];
                assert_eq!(call(mutator, managed::busy_below, &arguments), Ok(500_007));
            });
        },
        is_report_complete,
    );
    let Some(text) = output else { return };
    assert_named(&text);
    let frames = ["managed  test_busy_below+0x", " more\n", "older frames were not copied"];
    assert_order(&text, &frames);
}

#[test]
fn each_of_many_slow_threads_is_named() {
    const THREADS: usize = 40;
    let output = run_in_child(
        "each_of_many_slow_threads_is_named",
        || {
            // The nursery has a block for each thread, or the stop could begin before all are slow.
            let heap = heap().heap_max(64 << 20).nursery(8 << 20).safepoint_timeout(TIMEOUT);
            let heap = heap.build().unwrap();
            let flags: Vec<ThreadFlag> = (0..THREADS).map(|_| ThreadFlag::new()).collect();
            thread::scope(|scope| {
                for (number, flag) in flags.iter().enumerate() {
                    let builder = thread::Builder::new().name(format!("slow {number}"));
                    let heap = &heap;
                    let run = move || sleep_below_managed_code(&mut heap.attach().unwrap(), flag);
                    builder.spawn_scoped(scope, run).unwrap();
                }
                scope.spawn(|| {
                    wait_until(|| RELEASE.load(Ordering::Acquire) != 0);
                    for flag in &flags {
                        flag.0[0].store(1, Ordering::Release);
                    }
                });
                wait_until(|| flags.iter().all(ThreadFlag::begun));
                heap.attach().unwrap().collect();
            });
            assert!(heap.stops().slowest.unwrap().thread.starts_with("slow "));
        },
        is_report_complete,
    );
    let Some(text) = output else { return };
    assert_eq!(text.matches("a stop has waited ").count(), 1, "{text}");
    for number in 0..THREADS {
        let name = format!("thread \"slow {number}\" (");
        assert_eq!(text.matches(&name).count(), 1, "{number}: {text}");
    }
    // On a slow machine, not all threads respond in time for their stacks to be in the report.
    assert!(text.contains("test_direct_registers+0x"), "{text}");
}

/// A thread without a name in Rust's standard library is reported with its name in the kernel
/// (`pthread_setname_np`).
#[test]
fn unnamed_threads_have_the_name_of_the_system() {
    let heap = heap().heap_max(1 << 20).build().unwrap();
    let flag = ThreadFlag::new();
    thread::scope(|scope| {
        scope.spawn(|| {
            // SAFETY: the name is a string of at most 15 bytes.
            unsafe { libc::pthread_setname_np(libc::pthread_self(), c"born elsewhere".as_ptr()) };
            sleep_below_managed_code(&mut heap.attach().unwrap(), &flag);
        });
        wait_until(|| flag.begun());
        scope.spawn(|| {
            // Usually the stop has begun by now; otherwise the loop below collects again.
            thread::sleep(TIMEOUT);
            flag.0[0].store(1, Ordering::Release);
        });
        let mut mutator = heap.attach().unwrap();
        while heap.stops().last.is_none() && flag.0[0].load(Ordering::Relaxed) == 0 {
            mutator.collect();
        }
    });
    let last = heap.stops().last.unwrap();
    assert_eq!(last.thread, "born elsewhere");
}

fn handler() -> usize {
    let mut action = MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: with a null action, `sigaction` only stores the current action, and `action` is valid
    // for writes.
    unsafe {
        assert_eq!(libc::sigaction(libc::SIGURG, ptr::null(), action.as_mut_ptr()), 0);
        action.assume_init().sa_sigaction
    }
}

#[test]
fn without_a_timeout_there_is_no_signal_handler() {
    let ready = |lines: &[String]| lines.iter().any(|line| line.contains("ready"));
    let output = run_in_child(
        "without_a_timeout_there_is_no_signal_handler",
        || {
            let heap = heap().heap_max(1 << 20).build().unwrap();
            let flag = ThreadFlag::new();
            thread::scope(|scope| {
                scope.spawn(|| sleep_below_managed_code(&mut heap.attach().unwrap(), &flag));
                wait_until(|| flag.begun());
                scope.spawn(|| {
                    // Longer than the timeout of the other tests.
                    thread::sleep(3 * TIMEOUT);
                    flag.0[0].store(1, Ordering::Release);
                });
                heap.attach().unwrap().collect();
            });
            assert!(heap.stops().last.is_some());
            assert_eq!(handler(), libc::SIG_DFL);
            let heap = heap_with_timeout();
            assert_ne!(handler(), libc::SIG_DFL);
            heap.attach().unwrap().collect();
            eprintln!("ready");
        },
        ready,
    );
    if let Some(text) = output {
        assert!(!text.contains("statepoint-gc"), "{text}");
    }
}

/// `SPGC_SAFEPOINT_TIMEOUT` has the effect of the builder's function, and overrides it.
#[test]
fn the_environment_sets_the_timeout() {
    if std::env::var_os(CHILD).is_some() {
        // SAFETY: no other thread of this process uses the environment.
        unsafe { std::env::set_var("SPGC_SAFEPOINT_TIMEOUT", "20") };
    }
    let output = run_in_child(
        "the_environment_sets_the_timeout",
        || {
            let heap = managed::types(Heap::builder().heap_max(1 << 20)).build().unwrap();
            with_slow_thread(&heap, "by variable", 1 << 21, |mutator, flag| {
                assert_eq!(call(mutator, managed::busy, &[flag.argument()]), Ok(7));
            });
        },
        is_report_complete,
    );
    let Some(text) = output else { return };
    assert_named(&text);
    assert_order(&text, &["managed  test_busy+0x", "spgc_call_managed"]);
}

/// A stop waits for a handshake operation that runs on behalf of a native thread.
#[test]
fn slow_handshake_operations_are_reported() {
    let action = || {
        let heap = heap_with_timeout();
        let mut mutator = heap.attach().unwrap();
        let [thread] = &heap.threads()[..] else { panic!("one thread is attached") };
        let running = AtomicU32::new(0);
        thread::scope(|scope| {
            let requester = scope.spawn(|| {
                heap.handshake(thread, |_| {
                    running.store(1, Ordering::Relaxed);
                    wait_until(|| RELEASE.load(Ordering::Acquire) != 0);
                })
            });
            wait_until(|| running.load(Ordering::Relaxed) != 0);
            mutator.collect();
            assert_eq!(requester.join().unwrap(), Ok(()));
        });
        assert_eq!(heap.statistics().full_collections, 1);
    };
    let is_reported =
        |lines: &[String]| lines.iter().any(|line| line.contains("handshake operation"));
    let Some(text) = run_in_child("slow_handshake_operations_are_reported", action, is_reported)
    else {
        return;
    };
    assert_order(&text, &["statepoint-gc: a stop has waited ", " ms for 1 handshake operation"]);
}
