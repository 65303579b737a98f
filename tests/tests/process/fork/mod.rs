//! Heaps in the children of `fork`.
//!
//! A child that uses its parent's heap ends with a message. A child may drop its copies of the
//! parent's handles, exit, or execute another program. If the parent has no heap, a child may
//! create its own.
//!
//! The children run in this process's image, without the other threads of the test harness. An
//! alarm ends a child that hangs.

mod callbacks;
mod polls;

use core::ffi::c_void;
use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::fd::{FromRawFd as _, IntoRawFd as _, OwnedFd};
use std::os::unix::process::ExitStatusExt as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, ExitStatus};
use std::time::Duration;

use statepoint_gc::{
    Argument, AttachError, Heap, HeapStartError, Mutator, Zeal, observe::HistogramKind,
};
use tests::child_tests::run_in_own_process;
use tests::cycles::{begin_cycle, counts};
use tests::managed::{self, call, heap, make, tripled_sum};
use tests::timeout;

use super::pairs::Pairs;

/// Timeout of a child: far more than any child needs in an emulator on a busy machine.
const TIMEOUT_SECONDS: u32 = 120;

/// The exit status of a child, and its standard error.
struct ChildResult {
    status: ExitStatus,
    errors: String,
}

impl ChildResult {
    fn assert_success(&self) {
        assert!(self.status.success(), "{:?}: {}", self.status, self.errors);
    }

    fn assert_refused(&self, operation: &str) {
        assert_eq!(self.status.signal(), Some(libc::SIGABRT), "{:?}: {}", self.status, self.errors);
        for part in [operation, "forked", "exec or _exit", "fork before the first heap is created"]
        {
            assert!(self.errors.contains(part), "{part} in: {}", self.errors);
        }
    }
}

/// A forked child, and the reading end of the pipe that is its standard error.
struct Child {
    child: libc::pid_t,
    errors: File,
}

/// Forks with the child's standard error redirected to the parent. Returns `None` in the child.
fn fork() -> Option<Child> {
    let mut ends = [0; 2];
    // SAFETY: `ends` has room for two descriptors.
    assert_eq!(unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) }, 0);
    // SAFETY: both descriptors are new, and this function owns them.
    let [reader, writer] = ends.map(|end| unsafe { OwnedFd::from_raw_fd(end) });
    // SAFETY: the child ends by `_exit`, `exec`, `exit` or a signal, without returning to the test
    // harness. The library supports the actions of the child or ends it, as these tests check.
    match unsafe { libc::fork() } {
        0 => {
            // SAFETY: no preconditions; valid descriptors.
            unsafe {
                libc::alarm(TIMEOUT_SECONDS);
                libc::dup2(writer.into_raw_fd(), libc::STDERR_FILENO);
            }
            None
        }
        child => {
            assert!(child > 0, "fork: {}", std::io::Error::last_os_error());
            Some(Child { child, errors: File::from(reader) })
        }
    }
}

impl Child {
    /// Reads the child's standard error until it ends, and returns its status.
    fn wait(mut self) -> ChildResult {
        let mut errors = Vec::new();
        self.errors.read_to_end(&mut errors).unwrap();
        let mut status = 0;
        // SAFETY: no other thread waits for this child of the process, and `status` is valid for
        // writes.
        assert_eq!(unsafe { libc::waitpid(self.child, &raw mut status, 0) }, self.child);
        ChildResult {
            status: ExitStatus::from_raw(status),
            errors: String::from_utf8_lossy(&errors).into_owned(),
        }
    }
}

/// Ends a child without running destructors.
fn exit(status: i32) -> ! {
    // SAFETY: the function has no preconditions.
    unsafe { libc::_exit(status) }
}

/// Runs the action in a child, which then ends with status 0, or 101 if it panicked.
fn in_child(action: impl FnOnce()) -> ChildResult {
    if let Some(forked) = fork() {
        return forked.wait();
    }
    // The panic must not reach the test harness of the parent's image.
    std::panic::set_hook(Box::new(|panic| {
        let _ = std::io::stderr().write_all(panic.to_string().as_bytes());
    }));
    let succeeded = catch_unwind(AssertUnwindSafe(action));
    exit(if succeeded.is_ok() { 0 } else { 101 })
}

/// Runs the action on a new thread and waits for it. In a child, `std::thread::spawn` may wait
/// forever: each thread of the standard library takes a lock when it begins and when it ends, which
/// a thread of the parent may have held at the fork.
fn on_other_thread<F: FnOnce() + Send>(action: F) {
    extern "C" fn run<F: FnOnce()>(action: *mut c_void) -> *mut c_void {
        // SAFETY: `action` is that of the caller, which waits, and nothing else uses it.
        let action = unsafe { &mut *action.cast::<Option<F>>() };
        action.take().unwrap()();
        core::ptr::null_mut()
    }
    let mut action = Some(action);
    let mut thread = 0;
    // SAFETY: `action` is valid until the thread has ended, below, and may be sent to it.
    unsafe {
        let argument = (&raw mut action).cast();
        assert_eq!(libc::pthread_create(&raw mut thread, core::ptr::null(), run::<F>, argument), 0);
        assert_eq!(libc::pthread_join(thread, core::ptr::null_mut()), 0);
    }
}

/// Runs managed code that allocates on a heap, collects, and checks that objects have moved.
fn allocate_and_collect(heap: &Heap) {
    let mut mutator = heap.attach().unwrap();
    let sum = call(&mut mutator, managed::registers, &[Argument::Word(30)]);
    assert_eq!(sum, Ok(tripled_sum(30, 10)));
    mutator.collect();
    let statistics = heap.statistics();
    assert!(statistics.counts.objects_moved > 30, "{statistics:?}");
    assert_eq!(statistics.counts.frames_walked, statistics.counts.records_matched);
}

fn try_build_own_heap() -> Result<Heap, HeapStartError> {
    heap().heap_max(4 << 20).collector_threads(2).zeal(Zeal::EveryAllocation(7)).build()
}

fn build_own_heap() -> Heap {
    try_build_own_heap().unwrap()
}

/// Builds a heap, and uses it on this thread, then concurrently on four threads.
fn work_with_own_heap() {
    let heap = build_own_heap();
    allocate_and_collect(&heap);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| allocate_and_collect(&heap));
        }
        allocate_and_collect(&heap);
    });
}

/// Runs `action` while three threads attach, allocate, collect, and drop handles, so that forks
/// happen during stops and while locks are held.
fn while_others_collect(heap: &Heap, action: impl FnOnce()) {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    let mut mutator = heap.attach().unwrap();
                    for _ in 0..20 {
                        let pair = [Argument::Word(1), Argument::Word(3)];
                        drop(make(&mut mutator, managed::pair, &pair).unwrap());
                        mutator.collect();
                    }
                }
            });
        }
        // The threads must end even if the action panics.
        let result = catch_unwind(AssertUnwindSafe(action));
        done.store(true, Ordering::Relaxed);
        if let Err(panic) = result {
            std::panic::resume_unwind(panic);
        }
    });
}

#[test]
fn a_child_cannot_use_the_parents_heap() {
    let heap = heap().heap_max(4 << 20).collector_threads(2).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let node = make(&mut mutator, managed::pair, &[Argument::Word(5), Argument::Word(3)]).unwrap();
    let thread = heap.threads().pop().unwrap();
    while_others_collect(&heap, || {
        for _ in 0..10 {
            in_child(|| _ = call(&mut mutator, managed::nested, &[Argument::Word(3)]))
                .assert_refused("a call into managed code");
            in_child(|| mutator.collect()).assert_refused("a collection");
            in_child(|| _ = heap.statistics()).assert_refused("reading statistics");
            in_child(|| _ = heap.recent_collections()).assert_refused("reading collection reports");
            in_child(|| _ = heap.histogram(HistogramKind::Pause))
                .assert_refused("reading a histogram");
            in_child(|| _ = heap.stops()).assert_refused("reading stops");
            in_child(|| _ = heap.threads()).assert_refused("listing threads");
            in_child(|| _ = heap.handshake(&thread, |_| ())).assert_refused("a handshake");
            in_child(|| {
                assert!(matches!(heap.attach(), Err(AttachError::Forked)));
                let other = || assert!(matches!(heap.attach(), Err(AttachError::Forked)));
                on_other_thread(other);
            })
            .assert_success();
        }
    });
    // The parent is unaffected.
    let left = call(&mut mutator, managed::left, &[Argument::Reference(&node)]);
    assert_eq!(left, Ok(5));
}

/// Number of children in which [`fork_and_return`] returned to managed code and was refused.
static REFUSED_CHILDREN: AtomicU32 = AtomicU32::new(0);

/// Forks. The parent returns `value`; the child returns to managed code, which must end it.
extern "C" fn fork_and_return(value: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    match fork() {
        None => 0,
        Some(forked) => {
            forked.wait().assert_refused("managed code runs");
            REFUSED_CHILDREN.fetch_add(1, Ordering::Relaxed);
            value
        }
    }
}

fn pointer(function: *const c_void) -> Argument<'static> {
    Argument::Word(function.expose_provenance() as u64)
}

/// The child ends when a native call returns to managed code. After a direct call, which has no
/// transition, it ends at the next allocation.
#[test]
fn managed_code_does_not_resume_in_a_child() {
    for zeal in [Zeal::Off, Zeal::EveryAllocation(1), Zeal::EveryPoll] {
        REFUSED_CHILDREN.store(0, Ordering::Relaxed);
        let heap = heap().heap_max(4 << 20).zeal(zeal).unwind_native_frames(true).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let arguments = [pointer(fork_and_return as *const c_void), Argument::Word(20)];
        for (function, result) in [
            (managed::native as fn() -> *const c_void, 20 + 20),
            (managed::native_registers, 20 + 20),
            (managed::direct, 20 + 15 * 20),
            (managed::direct_registers, 20 + 15 * 20),
        ] {
            assert_eq!(call(&mut mutator, function, &arguments), Ok(result));
        }
        assert_eq!(REFUSED_CHILDREN.load(Ordering::Relaxed), 4);
    }
}

/// Dropping handles, mutators and heaps in a child waits for no thread, and takes no lock that
/// another thread may have held at the fork.
#[test]
fn children_drop_their_part_of_the_parents_heap() {
    for _ in 0..6 {
        let heap = heap().heap_max(4 << 20).collector_threads(3).build().unwrap();
        let mut parts = None;
        while_others_collect(&heap, || {
            let mut mutator = heap.attach().unwrap();
            let pair = [Argument::Word(5), Argument::Word(3)];
            let handle = make(&mut mutator, managed::pair, &pair).unwrap();
            parts = Some((mutator, handle, heap.clone()));
            for _ in 0..5 {
                in_child(|| drop(parts.take())).assert_success();
                in_child(|| {
                    let (mutator, handle, heap) = parts.take().unwrap();
                    // The last owners are dropped in another order, on another thread.
                    drop(mutator);
                    on_other_thread(move || drop((heap, handle)));
                })
                .assert_success();
            }
            drop(parts.take());
        });
        // There is no other owner: the child's copy is dropped completely.
        let mut only = Some(heap);
        in_child(|| drop(only.take())).assert_success();
    }
}

/// Forks while markers mark, sweep or wait. The child drops its part of the heap and exits, by both
/// ways; the parent's cycle continues, frees the dead objects and retains the live ones.
#[test]
fn forks_in_the_middle_of_a_cycle_disturb_neither_process() {
    const LENGTH: usize = 60_000;
    const CYCLES: u64 = 12;
    let heap = heap().heap_max(64 << 20).concurrent(true).marker_threads(2).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let pairs = Pairs::new(&mut mutator, LENGTH);
    mutator.collect();
    // There is no other owner: a child's copy of the heap is dropped completely.
    let mut parts = Some((mutator, pairs, heap));
    for round in 0..CYCLES {
        let (mutator, pairs, heap) = parts.as_mut().unwrap();
        pairs.replace(mutator, 5);
        begin_cycle(heap, mutator);
        // Forks at another point of the marking each time.
        std::thread::sleep(Duration::from_micros(150 * round));
        in_child(|| drop(parts.take())).assert_success();
        // SAFETY: no function that is registered with `atexit` needs another thread.
        in_child(|| unsafe { libc::exit(0) }).assert_success();
        let (mutator, _, heap) = parts.as_mut().unwrap();
        while counts(heap).cycles_marked <= round {
            mutator.collect_young();
        }
    }
    let (mut mutator, pairs, heap) = parts.unwrap();
    let statistics = heap.statistics();
    assert_eq!(statistics.counts.cycles_abandoned, 0, "{statistics:?}");
    // Otherwise the heap would hold a fifth more pairs after each cycle.
    let live = LENGTH as u64 * (24 + 8);
    let after = heap.recent_collections().pop().unwrap().after;
    assert!(after.old + after.large < 2 * live, "{after:?}");
    pairs.check(&mut mutator, &statistics.counts, CYCLES);
}

#[test]
fn children_can_exit_and_exec() {
    let heap = heap().heap_max(4 << 20).collector_threads(2).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    while_others_collect(&heap, || {
        for _ in 0..10 {
            in_child(|| exit(0)).assert_success();
            // `exit` runs the destructors of thread-local variables, among them the thread's
            // record. SAFETY: no function that is registered with `atexit` needs another thread.
            in_child(|| unsafe { libc::exit(0) }).assert_success();
            in_child(|| {
                let arguments =
                    [c"/bin/sh".as_ptr(), c"-c".as_ptr(), c"exit 0".as_ptr(), core::ptr::null()];
                // SAFETY: the strings end with null bytes, and the array with a null pointer.
                unsafe { libc::execv(arguments[0], arguments.as_ptr()) };
                exit(1);
            })
            .assert_success();
            assert!(timeout::output(&mut Command::new("true")).unwrap().status.success());
            mutator.collect();
        }
    });
}

/// A child of a process with a heap cannot create another one, since copies of locks and other
/// state of the parent's heap could block the child's threads.
#[test]
fn children_cannot_create_a_second_heap() {
    let heap = build_own_heap();
    let mut mutator = heap.attach().unwrap();
    let node = make(&mut mutator, managed::pair, &[Argument::Word(5), Argument::Word(3)]).unwrap();
    let refused = || assert!(matches!(tests::managed::heap().build(), Err(HeapStartError::Forked)));
    in_child(|| {
        refused();
        on_other_thread(refused);
        // A child of the child cannot create a heap either.
        in_child(refused).assert_success();
        drop(mutator);
        drop(heap);
        refused();
    })
    .assert_success();
    drop(node);
}

#[test]
fn children_of_a_heapless_process_have_own_heaps() {
    if run_in_own_process("children_of_a_heapless_process_have_own_heaps") {
        return;
    }
    for _ in 0..3 {
        let children: Vec<_> = (0..4)
            .map(|_| {
                fork().unwrap_or_else(|| {
                    let succeeded = catch_unwind(work_with_own_heap);
                    exit(if succeeded.is_ok() { 0 } else { 101 })
                })
            })
            .collect();
        children.into_iter().for_each(|child| child.wait().assert_success());
        // The parent has a heap in between, which is dropped again with all its threads.
        work_with_own_heap();
        let heap = build_own_heap();
        in_child(|| assert!(matches!(try_build_own_heap(), Err(HeapStartError::Forked))))
            .assert_success();
        drop(heap);
    }
    // Children of children.
    in_child(|| {
        work_with_own_heap();
        in_child(work_with_own_heap).assert_success();
    })
    .assert_success();
}

/// The current mutator in a child is that of the parent's heap, so its use ends the child.
#[test]
fn native_code_in_a_child_cannot_call_back() {
    extern "C" fn call_back(value: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
        in_child(|| {
            Mutator::with_current(Mutator::collect).unwrap();
        })
        .assert_refused("a collection");
        value
    }
    let heap = build_own_heap();
    let mut mutator = heap.attach().unwrap();
    let arguments = [pointer(call_back as *const c_void), Argument::Word(20)];
    assert_eq!(call(&mut mutator, managed::native_registers, &arguments), Ok(40));
}
