//! Fibers that continue on other threads: the references on their stacks are found wherever they
//! are, their code uses the context of the thread that runs it, and what cannot move is an error.

use core::ffi::c_void;
use std::sync::atomic::{
    AtomicBool, AtomicU64, AtomicUsize,
    Ordering::{Relaxed, SeqCst},
};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use statepoint_gc::{
    Argument, Heap, Mutator, TypeId, Zeal,
    deopt::{
        Activation, CalleeResult, Continuation, DeoptSite, DeoptValue, DeoptValueKind,
        DeoptimizedFrame, FrameLayout, ReturnValue,
    },
    fibers::{Fiber, FiberConfig, FiberError, FiberState},
};
use tests::child_tests::{assert_stderr_contains, death_test};
use tests::cycles::{begin_cycle, promote_all};
use tests::fibers::{
    VERIFY, address, assert_relocated, boxed, build_heaps, finish, migrating_fiber, resume, unboxed,
};
use tests::managed::{self, call, heap};

/// Runs `work` on a new thread that is attached to the heap, and returns its result.
fn on_other_thread<R: Send>(heap: &Heap, work: impl FnOnce(&mut Mutator) -> R + Send) -> R {
    thread::scope(|scope| {
        let other = scope.spawn(|| work(&mut heap.attach().unwrap()));
        other.join().unwrap()
    })
}

/// A fiber that counts, on its way around a ring of threads.
struct Traveller {
    fiber: Fiber,
    /// Number of resumptions.
    steps: u64,
}

/// Resumes the fibers that arrive, and passes each on, until it has made its steps.
fn pass_on(
    heap: &Heap,
    steps: u64,
    travellers: &Receiver<Traveller>,
    next: Sender<Traveller>,
    left: &AtomicU64,
) {
    let mut mutator = heap.attach().unwrap();
    while left.load(Relaxed) > 0 {
        let Ok(mut traveller) = travellers.recv_timeout(core::time::Duration::from_millis(20))
        else {
            continue;
        };
        if traveller.steps == steps {
            assert_eq!(finish(&mut mutator, &mut traveller.fiber), (0..steps).sum::<u64>());
            left.fetch_sub(1, Relaxed);
            continue;
        }
        let n = traveller.steps;
        assert_eq!(resume(&mut mutator, &mut traveller.fiber, n), (n, false));
        traveller.steps += 1;
        // It fails when all are done.
        _ = next.send(traveller);
    }
}

/// Each fiber allocates after each migration, beside the other threads.
#[test]
fn fibers_travel_around_a_ring_of_threads() {
    const THREADS: usize = 4;
    const FIBERS: u64 = 12;
    const STEPS: u64 = 11;
    for heap in build_heaps() {
        let left = AtomicU64::new(FIBERS);
        let (senders, receivers): (Vec<_>, Vec<_>) = (0..THREADS).map(|_| mpsc::channel()).unzip();
        for n in 0..FIBERS as usize {
            let fiber = migrating_fiber(&heap, managed::migrating_fiber_count);
            senders[n % THREADS].send(Traveller { fiber, steps: 0 }).unwrap();
        }
        thread::scope(|scope| {
            for (n, travellers) in receivers.into_iter().enumerate() {
                let next = senders[(n + 1) % THREADS].clone();
                let (heap, left) = (&heap, &left);
                scope.spawn(move || pass_on(heap, STEPS, &travellers, next, left));
            }
        });
        assert_eq!(heap.fiber_migrations(), FIBERS * STEPS);
        heap.attach().unwrap().collect();
        if heap.zeal().is_on() {
            assert_relocated(&heap);
        }
    }
}

/// What compiled code reads from its thread's context is that of the thread that runs it.
#[test]
fn code_uses_the_context_of_the_thread_that_resumes_it() {
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        let mut fiber = migrating_fiber(&heap, managed::migrating_fiber_checks);
        for _ in 0..3 {
            assert_eq!(resume(&mut mutator, &mut fiber, 0), (1, false));
            // This thread exists meanwhile, and runs its own stack.
            on_other_thread(&heap, |mutator| {
                assert_eq!(resume(mutator, &mut fiber, 0), (1, false));
            });
        }
        fiber.abandon().map_err(|(_, error)| error).unwrap();
    }
}

/// A deep stack returns through barriers that a collection has installed while it was on another
/// thread. The fiber is clean at some migrations, and a concurrent cycle is in progress at others.
#[test]
fn deep_fibers_migrate_between_collections() {
    let heap = |zeal| heap().heap_max(16 << 20).concurrent(true).zeal(zeal).verify(VERIFY);
    // In zeal mode, each of the youngest frames has a barrier.
    for (zeal, depth) in [(Zeal::Off, 3000), (Zeal::EveryPoll, 30)] {
        let heap = heap(zeal).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let config = || FiberConfig::new().migrate(true).stack_size(512 << 10);
        // SAFETY: the function is compiled for fibers that migrate, and the stack is large enough.
        let deep = || unsafe { heap.fiber(config(), managed::migrating_fiber_deep()) }.unwrap();
        let mut fibers: Vec<_> = (0..4).map(|_| deep()).collect();
        for (n, fiber) in fibers.iter_mut().enumerate() {
            assert_eq!(resume(&mut mutator, fiber, depth), (0, false));
            // Installs barriers.
            mutator.collect_young();
            if n == 1 {
                // Two are clean from now on.
                promote_all(&mut mutator);
            }
        }
        if !zeal.is_on() {
            begin_cycle(&heap, &mut mutator);
        }
        let skipped = heap.statistics().counts.frames_skipped;
        on_other_thread(&heap, |mutator| {
            for fiber in &mut fibers {
                mutator.collect_young();
                let result = resume(mutator, fiber, 1);
                assert_eq!(result, (depth * (depth + 1) / 2 + 1 + depth, true));
                mutator.collect_young();
            }
        });
        assert_eq!(heap.fiber_migrations(), 4);
        // The collections of zeal mode find the barriers while the fiber returns through them.
        assert!(heap.statistics().counts.frames_skipped > skipped || !zeal.is_on());
        assert_relocated(&heap);
    }
}

/// Fibers of a thread that has ended continue on another one, whether they are clean or not, and
/// although that thread may have the same context.
#[test]
fn fibers_outlive_their_thread() {
    let heap = heap().heap_max(16 << 20).verify(VERIFY).build().unwrap();
    let mut fibers: Vec<_> =
        (0..6).map(|_| migrating_fiber(&heap, managed::migrating_fiber_count)).collect();
    for round in 0..4 {
        on_other_thread(&heap, |mutator| {
            for (n, fiber) in fibers.iter_mut().enumerate() {
                assert_eq!(resume(mutator, fiber, 10 * round), (round, false));
                if n == 2 {
                    (0..3).for_each(|_| mutator.collect_young());
                }
            }
        });
        // Also without any thread.
        assert_eq!(heap.threads().len(), 0);
    }
    on_other_thread(&heap, |mutator| {
        for mut fiber in fibers.drain(..5) {
            assert_eq!(finish(mutator, &mut fiber), 60);
        }
    });
    // A thread has left each fiber four times; another one has resumed each, except at first, and
    // has finished five.
    assert_eq!(heap.fiber_migrations(), 24 + 18 + 5);
    assert_eq!(fibers[0].state(), FiberState::Suspended);
    fibers.remove(0).abandon().map_err(|(_, error)| error).unwrap();
    assert_relocated(&heap);
}

/// A fiber that has resumed another one runs, and stays. The other one stays with it. When both are
/// suspended, they part.
#[test]
fn a_chain_of_fibers_migrates_when_it_is_suspended() {
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        let mut inner = migrating_fiber(&heap, managed::migrating_fiber_count);
        let mut outer = migrating_fiber(&heap, managed::migrating_fiber_relay);
        let word = address(&inner);
        assert_eq!(resume(&mut mutator, &mut outer, word), (word, false));
        for n in 0..4 {
            on_other_thread(&heap, |mutator| {
                assert_eq!(resume(mutator, &mut outer, n), (n, false));
                mutator.collect_young();
            });
        }
        assert_eq!(resume(&mut mutator, &mut inner, 4), (4, false));
        on_other_thread(&heap, |mutator| assert_eq!(finish(mutator, &mut outer), 10));
        assert_eq!((inner.state(), outer.state()), (FiberState::Done, FiberState::Done));
        assert_relocated(&heap);
    }
}

/// The number of the function of a fiber in `managed::fiber_native`.
fn suspend_once() -> u64 {
    extern "C" fn suspend(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
        Mutator::with_current(|mutator| {
            let out = boxed(mutator, 30);
            let received = mutator.suspend(Argument::Reference(&out)).unwrap();
            unboxed(mutator, &received)
        })
        .unwrap()
    }
    (suspend as *const c_void).expose_provenance() as u64
}

/// While native code is among the frames of a fiber, the fiber stays on its thread.
#[test]
fn native_frames_do_not_migrate() {
    let heap = heap().heap_max(16 << 20).verify(VERIFY).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let mut fiber = migrating_fiber(&heap, managed::migrating_fiber_native);
    assert_eq!(resume(&mut mutator, &mut fiber, suspend_once()), (30, false));
    for is_clean in [false, true] {
        if is_clean {
            promote_all(&mut mutator);
        }
        on_other_thread(&heap, |mutator| {
            let error = mutator.resume(&mut fiber, Argument::Word(0)).unwrap_err();
            assert!(matches!(error, FiberError::NativeFrames { calls: 1, .. }), "{error:?}");
            assert!(error.to_string().contains("1 calls by native code"), "{error}");
        });
    }
    assert_eq!(heap.fiber_migrations(), 0);
    assert_eq!(resume(&mut mutator, &mut fiber, 7), (1007, true));
    assert_relocated(&heap);
}

/// The frames of native code on a fiber never return when their thread has ended.
#[test]
fn native_frames_are_lost_with_their_thread() {
    let heap = heap().heap_max(16 << 20).verify(VERIFY).build().unwrap();
    let mut fiber = migrating_fiber(&heap, managed::migrating_fiber_native);
    on_other_thread(&heap, |mutator| {
        assert_eq!(resume(mutator, &mut fiber, suspend_once()), (30, false));
    });
    on_other_thread(&heap, |mutator| {
        mutator.collect();
        let error = mutator.resume(&mut fiber, Argument::Word(0)).unwrap_err();
        assert!(matches!(error, FiberError::NativeFrames { calls: 1, .. }), "{error:?}");
    });
    assert_eq!(heap.fiber_migrations(), 0);
    fiber.abandon().map_err(|(_, error)| error).unwrap();
}

#[test]
fn native_frames_are_fatal_in_managed_code() {
    let output = death_test("native_frames_are_fatal_in_managed_code", || {
        let heap = heap().heap_max(16 << 20).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let mut fiber = migrating_fiber(&heap, managed::migrating_fiber_native);
        resume(&mut mutator, &mut fiber, suspend_once());
        on_other_thread(&heap, |mutator| {
            let arguments = [Argument::Word(address(&fiber)), Argument::Word(0)];
            let _ = call(mutator, managed::migrating_fiber_resume, &arguments);
        });
    });
    assert_stderr_contains(
        output,
        &["resumes fiber 1, which another thread has resumed before, and cannot leave it: native \
           code is among its frames"],
    );
}

/// Each suspended fiber is among the frames of exactly one thread, also when its thread has ended.
#[test]
fn handshakes_find_the_frames_of_fibers_that_have_moved() {
    let heap = heap().heap_max(16 << 20).verify(VERIFY).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let depth = 5;
    let mut fibers: Vec<_> =
        (0..3).map(|_| migrating_fiber(&heap, managed::migrating_fiber_deep)).collect();
    let frames = || -> Vec<usize> {
        let count = |thread| {
            let activations = heap.handshake(thread, |thread| thread.activations().unwrap().len());
            activations.unwrap()
        };
        heap.threads().iter().map(count).collect()
    };
    let one = depth as usize + 2;
    for fiber in &mut fibers {
        resume(&mut mutator, fiber, depth);
    }
    // One is clean.
    promote_all(&mut mutator);
    assert_eq!(frames(), [3 * one]);
    let (to_other, from_main) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let (to_main, from_other) = mpsc::channel();
        let (heap, last) = (&heap, fibers.pop().unwrap());
        scope.spawn(move || {
            let mut mutator = heap.attach().unwrap();
            let mut last = last;
            assert_eq!(resume(&mut mutator, &mut last, 1), (15 + 1 + 5, true));
            let mut fiber = migrating_fiber(heap, managed::migrating_fiber_deep);
            resume(&mut mutator, &mut fiber, depth);
            to_main.send(fiber).unwrap();
            from_main.recv().unwrap();
        });
        let fiber = from_other.recv().unwrap();
        let mut found = frames();
        found.sort_unstable();
        assert_eq!(found, [one, 2 * one]);
        fibers.push(fiber);
        to_other.send(()).unwrap();
    });
    // The thread of one has ended.
    let before = heap.fiber_migrations();
    assert_eq!(frames(), [3 * one]);
    assert_eq!(heap.fiber_migrations(), before);
    for fiber in &mut fibers {
        assert_eq!(resume(&mut mutator, fiber, 1), (15 + 1 + 5, true));
    }
    assert_eq!(frames(), [0]);
    assert_relocated(&heap);
}

/// How many fibers have come to which point, over the whole test.
#[derive(Default)]
struct Progress {
    /// About to be resumed first.
    starting: AtomicUsize,
    /// Suspended after that.
    started: AtomicUsize,
    /// About to be resumed last.
    finishing: AtomicUsize,
    /// Done.
    finished: AtomicUsize,
}

/// Returns the number of fibers of `managed::migrating_fiber_deep` whose oldest frame a handshake
/// with each of the threads has found that `selects` selects by name.
fn find_fibers_of(heap: &Heap, selects: impl Fn(&str) -> bool) -> usize {
    let function = managed::migrating_fiber_deep().expose_provenance() as u64;
    let count = |thread| {
        heap.handshake(thread, |thread| {
            let activations = thread.activations().unwrap();
            activations.iter().filter(|frame| frame.function == Some(function)).count()
        })
    };
    let threads = heap.threads();
    let selected = threads.iter().filter(|thread| selects(thread.name()));
    selected.filter_map(|thread| count(thread).ok()).sum()
}

/// Fibers migrate while handshakes walk their frames. Handshakes that no migration has disturbed
/// find each fiber once.
#[test]
fn handshakes_run_beside_migrations() {
    const FIBERS: usize = 6;
    const ROUNDS: usize = 200;
    let heap = heap().heap_max(16 << 20).verify(VERIFY).build().unwrap();
    let is_done = AtomicBool::new(false);
    let undisturbed = AtomicUsize::new(0);
    let progress = Progress::default();
    let depth = 3;
    thread::scope(|scope| {
        let (heap, progress) = (&heap, &progress);
        scope.spawn(|| {
            while !is_done.load(Relaxed) {
                let started = progress.started.load(SeqCst);
                let finished = progress.finished.load(SeqCst);
                let before = heap.fiber_migrations();
                let found = find_fibers_of(heap, |_| true);
                if heap.fiber_migrations() == before {
                    let least = started.saturating_sub(progress.finishing.load(SeqCst));
                    let most = progress.starting.load(SeqCst) - finished;
                    assert!((least..=most).contains(&found), "{found}, not {least} to {most}");
                    undisturbed.fetch_add(usize::from(found > 0), Relaxed);
                }
            }
        });
        let (to_second, from_first) = mpsc::channel::<Fiber>();
        let (to_first, from_second) = mpsc::channel::<Fiber>();
        let second = scope.spawn(move || {
            let mut mutator = heap.attach().unwrap();
            for mut fiber in from_first {
                let sum = depth * (depth + 1) / 2 + 1 + depth;
                progress.finishing.fetch_add(1, SeqCst);
                assert_eq!(resume(&mut mutator, &mut fiber, 1), (sum, true));
                progress.finished.fetch_add(1, SeqCst);
                to_first.send(fiber).unwrap();
            }
        });
        let mut mutator = heap.attach().unwrap();
        for round in 0..ROUNDS {
            for _ in 0..FIBERS {
                let mut fiber = migrating_fiber(heap, managed::migrating_fiber_deep);
                progress.starting.fetch_add(1, SeqCst);
                resume(&mut mutator, &mut fiber, depth);
                progress.started.fetch_add(1, SeqCst);
                to_second.send(fiber).unwrap();
            }
            if round % 10 == 0 {
                mutator.collect_young();
            }
            (0..FIBERS).for_each(|_| drop(from_second.recv().unwrap()));
        }
        // Nothing moves until handshakes have found this one.
        let mut last = migrating_fiber(heap, managed::migrating_fiber_deep);
        progress.starting.fetch_add(1, SeqCst);
        resume(&mut mutator, &mut last, depth);
        progress.started.fetch_add(1, SeqCst);
        let seen = undisturbed.load(Relaxed);
        while undisturbed.load(Relaxed) < seen + 3 {
            thread::yield_now();
        }
        progress.finishing.fetch_add(1, SeqCst);
        resume(&mut mutator, &mut last, 1);
        progress.finished.fetch_add(1, SeqCst);
        drop(to_second);
        second.join().unwrap();
        is_done.store(true, Relaxed);
    });
    assert_eq!(heap.fiber_migrations(), (ROUNDS * FIBERS) as u64);
    assert_relocated(&heap);
}

/// Continues `managed::migrating_fiber_guarded`: returns 1000 more than the function would.
struct Interpreter;

impl Continuation for Interpreter {
    fn frame_layout(&self, site: &DeoptSite<'_>) -> Option<FrameLayout> {
        (site.constant(0)? == 70).then(|| FrameLayout {
            skipped: 0,
            kinds: vec![DeoptValueKind::Bits(8), DeoptValueKind::Reference],
            callee_result: CalleeResult::Reference,
        })
    }

    fn resume(&self, mutator: &mut Mutator, frame: DeoptimizedFrame) -> ReturnValue {
        mutator.collect();
        let DeoptValue::Reference(first) = &frame.values[1] else { panic!("{frame:?}") };
        let number = |mutator: &mut Mutator, object| mutator.load_word(object, 8).unwrap();
        let received = frame.callee_result.into_reference().expect("it was resumed with a box");
        let sum = 1000 + number(mutator, first) + number(mutator, &received);
        let result = mutator.allocate(TypeId::new(4)).unwrap();
        mutator.store_word(&result, 8, sum).unwrap();
        ReturnValue::Reference(Some(result))
    }
}

/// Frames of suspended fibers are taken over where they are, and continue where they are resumed.
#[test]
fn frames_that_are_taken_over_migrate() {
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        let takeover = heap.takeover(Interpreter);
        let guarded = || migrating_fiber(&heap, managed::migrating_fiber_guarded);
        let mut fibers: Vec<_> = (0..3).map(|_| guarded()).collect();
        for (n, fiber) in (1..).zip(&mut fibers) {
            assert_eq!(resume(&mut mutator, fiber, n), (n, false));
        }
        let function = managed::migrating_fiber_guarded().expose_provenance() as u64;
        let select = |frame: &Activation| frame.function == Some(function);
        // SAFETY: the continuation returns a box, as the function does, and nothing is thrown.
        assert_eq!(unsafe { mutator.take_over(&takeover, select) }, Ok(3));
        assert_eq!(resume(&mut mutator, &mut fibers[0], 10), (1011, true));
        on_other_thread(&heap, |mutator| {
            mutator.collect_young();
            assert_eq!(resume(mutator, &mut fibers[1], 10), (1012, true));
        });
        // The fiber has no home then.
        on_other_thread(&heap, |mutator| {
            let mut late = guarded();
            assert_eq!(resume(mutator, &mut late, 5), (5, false));
            fibers.push(late);
        });
        // SAFETY: as above.
        assert_eq!(unsafe { mutator.take_over(&takeover, select) }, Ok(1));
        on_other_thread(&heap, |mutator| {
            assert_eq!(resume(mutator, &mut fibers[2], 10), (1013, true));
            assert_eq!(resume(mutator, &mut fibers[3], 10), (1015, true));
        });
        assert_relocated(&heap);
    }
}

/// A thread that is being detached keeps its fibers as long as a handshake with it walks them.
#[test]
fn fibers_of_a_thread_that_ends_are_walked_once() {
    let heap = heap().heap_max(16 << 20).verify(VERIFY).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let (to_ending, at_ending) = mpsc::channel::<()>();
    let (to_walker, at_walker) = mpsc::channel::<()>();
    let (to_main, at_main) = mpsc::channel();
    thread::scope(|scope| {
        let (heap, walking) = (&heap, to_main.clone());
        thread::Builder::new()
            .name("ending".into())
            .spawn_scoped(scope, move || {
                let mut mutator = heap.attach().unwrap();
                let mut fiber = migrating_fiber(heap, managed::migrating_fiber_deep);
                resume(&mut mutator, &mut fiber, 3);
                to_main.send(Some(fiber)).unwrap();
                at_ending.recv().unwrap();
            })
            .unwrap();
        let mut fiber = at_main.recv().unwrap().unwrap();
        let threads = heap.threads();
        let ending = threads.iter().find(|thread| thread.name() == "ending").unwrap().clone();
        let walker = scope.spawn(move || {
            let count = heap.handshake(&ending, move |thread| {
                let first = thread.activations().unwrap().len();
                walking.send(None).unwrap();
                at_walker.recv().unwrap();
                (first, thread.activations().unwrap().len())
            });
            count.unwrap()
        });
        assert!(at_main.recv().unwrap().is_none());
        to_ending.send(()).unwrap();
        // Long enough for the thread to wait in its detachment.
        thread::sleep(core::time::Duration::from_millis(30));
        assert_eq!(find_fibers_of(heap, |name| name != "ending"), 0);
        to_walker.send(()).unwrap();
        assert_eq!(walker.join().unwrap(), (5, 5));
        while heap.threads().len() > 1 {
            thread::yield_now();
        }
        assert_eq!(find_fibers_of(heap, |_| true), 1);
        assert_eq!(resume(&mut mutator, &mut fiber, 1), (6 + 1 + 3, true));
    });
}

/// A fiber that an object owns moves, and is returned when the object is dead, wherever it ran
/// last.
#[test]
fn owned_fibers_migrate() {
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        let owner = boxed(&mut mutator, 1);
        let fiber = migrating_fiber(&heap, managed::migrating_fiber_count);
        let word = mutator.give_fiber(fiber, &owner).map_err(|(_, error)| error).unwrap();
        let word = word.expose_provenance() as u64;
        for n in 0..4 {
            on_other_thread(&heap, |mutator| {
                let value = boxed(mutator, n);
                let arguments = [Argument::Word(word), Argument::Reference(&value)];
                let function = managed::migrating_fiber_resume;
                let out = managed::make(mutator, function, &arguments).unwrap();
                assert_eq!(unboxed(mutator, &out), n);
                mutator.collect();
            });
        }
        assert!(heap.next_dead_fiber().is_none());
        drop(owner);
        let mut dead = None;
        for _ in 0..4 {
            mutator.collect();
            dead = dead.or_else(|| heap.next_dead_fiber());
        }
        let mut dead = dead.expect("the owner is dead");
        assert_eq!(finish(&mut mutator, &mut dead.fiber), 6);
        assert_relocated(&heap);
    }
}
