//! Deep stacks, of whose frames young collections walk only those that ran since the last one.
//!
//! Most tests run recursions that a seeded script directs (`managed/deep.ll`): they grow and shrink
//! in waves, leave frames by returns and exceptions, and enter managed code again. A model computes
//! the results, which depend on the boxes that are live in each frame.

use core::cell::{Cell, RefCell};
use core::ffi::{c_int, c_void};

use statepoint_gc::{
    Argument, Heap, HeapVerification, Mutator, Zeal,
    fibers::{FiberConfig, Resumed},
};
use tests::cycles::{counts, run_cycle};
use tests::fibers::{Function, boxed};
use tests::managed::{self, call, heap};
use tests::random::rng::Rng;

const VERIFY: HeapVerification = HeapVerification { before: true, after: true };
/// Functions that recurse, with references in stack slots and in registers.
const DEEP: [Function; 2] = [managed::deep, managed::in_registers_deep];

unsafe extern "C-unwind" {
    fn test_raise(value: u64, force: c_int) -> !;
}

/// The function of a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Plain,
    /// The box is in a stack object, which the callee can overwrite.
    Object,
    /// Exceptions of callees are caught.
    Catching,
}

/// A frame of the recursion, in the model.
#[derive(Clone, Copy, Debug)]
struct Frame {
    kind: Kind,
    n: u64,
    sum: u64,
    /// The number in the frame's box.
    boxed: u64,
    /// Whether native code has called the function.
    is_first: bool,
}

/// A script that directs a recursion.
#[derive(Debug)]
struct Script {
    rng: Rng,
    /// The rest of the number of steps before all frames return.
    steps: u64,
    /// Depth up to which the recursion grows or shrinks now.
    target: usize,
    max_depth: u32,
    /// Average number of steps between two collections; 0 for none.
    steps_per_collection: u32,
    /// Percentage of frames with stack objects.
    objects: u32,
    function: Function,
    frames: Vec<Frame>,
    deepest: usize,
    thrown: u64,
    nested: u64,
    /// The expected result of the last call by native code.
    returned: u64,
}

thread_local! {
    static SCRIPT: RefCell<Option<Script>> = const { RefCell::new(None) };
}

/// What the native function does.
enum Step {
    /// Returns this word to managed code.
    Act(u64),
    /// Enters managed code again, and asks again.
    Nest(Function, u64),
    Throw,
}

impl Script {
    fn new(seed: u64, steps: u64, max_depth: u32, function: Function) -> Self {
        Self {
            rng: Rng::new(seed, 1),
            steps,
            target: 1,
            max_depth,
            steps_per_collection: 20,
            objects: 5,
            function,
            frames: Vec::new(),
            deepest: 0,
            thrown: 0,
            nested: 0,
            returned: 0,
        }
    }

    fn push(&mut self, kind: Kind, n: u64, is_first: bool) {
        self.frames.push(Frame { kind, n, sum: 0, boxed: n, is_first });
        self.deepest = self.deepest.max(self.frames.len());
    }

    /// Removes the youngest frame, which returns, and adds its result to that of its caller.
    fn pop(&mut self) {
        let Frame { n, sum, boxed, is_first, .. } = self.frames.pop().unwrap();
        let result = sum.wrapping_add(boxed);
        match self.frames.last_mut() {
            Some(caller) if !is_first => {
                caller.sum = caller.sum.wrapping_mul(3).wrapping_add(result.wrapping_add(n));
            }
            _ => self.returned = result,
        }
    }

    /// Returns the next step of the youngest frame, whose number is `n`.
    fn step(&mut self, n: u64) -> Step {
        let depth = self.frames.len();
        let Frame { n: expected, is_first, .. } = self.frames[depth - 1];
        assert_eq!(n, expected, "at depth {depth}");
        self.steps = self.steps.saturating_sub(1);
        if depth == self.target {
            // Small changes are more frequent than large ones.
            let (max, depth) = (self.max_depth, depth as u32);
            let size = (max >> self.rng.between(2, 8)).max(4);
            let change = self.rng.between(1, size);
            self.target = match self.rng.between(0, 99) {
                0..8 => self.rng.between(1, max) as usize,
                8..58 => (depth + change) as usize,
                _ => depth.saturating_sub(change) as usize,
            };
            self.target = self.target.clamp(1, self.max_depth as usize);
        }
        if self.steps == 0 {
            self.pop();
            return Step::Act(0);
        }
        let has_object = !is_first && self.frames[depth - 2].kind == Kind::Object;
        if has_object && self.rng.chance(40) {
            let value = u64::from(self.rng.between(0, 1 << 20));
            self.frames[depth - 2].boxed = value;
            return Step::Act(value << 8 | 4);
        }
        if depth > self.target {
            let segment = self.frames.iter().rposition(|frame| frame.is_first).unwrap();
            let catching = |frame: &Frame| frame.kind == Kind::Catching;
            let handler = self.frames[segment..].iter().rposition(catching);
            if let Some(handler) = handler
                && self.rng.chance(5)
            {
                self.frames.truncate(segment + handler + 1);
                let frame = self.frames.last_mut().unwrap();
                frame.sum = frame.sum.wrapping_mul(3).wrapping_add(5);
                self.thrown += 1;
                return Step::Throw;
            }
            self.pop();
            return Step::Act(0);
        }
        let n = u64::from(self.rng.between(0, 1 << 20));
        if self.rng.chance(2) {
            self.nested += 1;
            self.push(Kind::Plain, n, true);
            return Step::Nest(self.function, n);
        }
        let (kind, action) = match self.rng.between(0, 99) {
            percent if percent < self.objects => (Kind::Object, 2),
            percent if percent < self.objects + 5 => (Kind::Catching, 3),
            _ => (Kind::Plain, 1),
        };
        self.push(kind, n, false);
        Step::Act(n << 8 | action)
    }

    /// Collects sometimes.
    fn collect(&mut self, mutator: &mut Mutator) {
        let steps = self.steps_per_collection;
        if steps == 0 || self.rng.between(1, steps) > 1 {
            return;
        }
        match self.rng.between(0, 19) {
            0 => mutator.collect_full(),
            1 => mutator.collect(),
            2 => {
                mutator.begin_cycle();
            }
            _ => mutator.collect_young(),
        }
    }
}

/// Runs `with` with the script of this thread.
fn with_script<R>(with: impl FnOnce(&mut Script) -> R) -> R {
    SCRIPT.with_borrow_mut(|script| with(script.as_mut().unwrap()))
}

/// The function that managed code asks what to do.
extern "C-unwind" fn next(n: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    loop {
        Mutator::with_current(|mutator| with_script(|script| script.collect(mutator))).unwrap();
        match with_script(|script| script.step(n)) {
            Step::Act(word) => return word,
            Step::Nest(function, n) => {
                let result = Mutator::with_current(|mutator| recurse(mutator, function, n));
                let frame = with_script(|script| script.returned);
                assert_eq!(result.unwrap(), frame);
            }
            // SAFETY: this frame has no destructor to run, and all older frames up to one that
            // catches may be unwound.
            Step::Throw => unsafe { test_raise(0, 0) },
        }
    }
}

/// Calls the recursive function, which is the youngest frame of the script.
fn recurse(mutator: &mut Mutator, function: Function, n: u64) -> u64 {
    let next = Argument::Word((next as *const c_void).expose_provenance() as u64);
    call(mutator, function, &[Argument::Word(n), next, Argument::Word(0)]).unwrap()
}

/// Runs a script, and returns it at the end.
fn run(mutator: &mut Mutator, mut script: Script) -> Script {
    let function = script.function;
    script.push(Kind::Plain, 7, true);
    SCRIPT.set(Some(script));
    let result = recurse(mutator, function, 7);
    let script = SCRIPT.take().unwrap();
    assert_eq!(result, script.returned);
    assert!(script.frames.is_empty());
    script
}

/// Asserts that collections have found roots in frames, all of which have records, moved objects,
/// and skipped frames.
fn assert_relocated(heap: &Heap) {
    let counts = counts(heap);
    assert!(counts.records_matched > 0 && counts.roots_visited > 0, "{counts:?}");
    assert!(counts.objects_moved > 0 && counts.frames_skipped > 0, "{counts:?}");
    assert_eq!(counts.frames_walked, counts.records_matched, "{counts:?}");
}

#[test]
fn recursions_in_waves() {
    for function in DEEP {
        for seed in 0..2 {
            let heap = heap().heap_max(64 << 20).concurrent(seed % 2 == 1).verify(VERIFY);
            let heap = heap.build().unwrap();
            let mut mutator = heap.attach().unwrap();
            let script = run(&mut mutator, Script::new(seed, 8000, 2000, function));
            assert!(script.deepest > 800 && script.thrown > 0 && script.nested > 0, "{script:?}");
            assert_relocated(&heap);
        }
    }
}

/// In zeal mode there is a barrier at each frame.
#[test]
fn recursions_in_zeal_mode() {
    for function in DEEP {
        for (seed, zeal) in [(10, Zeal::EveryAllocation(1)), (11, Zeal::EveryPoll)] {
            for concurrent in [false, true] {
                let heap = heap().heap_max(64 << 20).zeal(zeal).verify(VERIFY);
                let heap = heap.concurrent(concurrent).build().unwrap();
                let mut mutator = heap.attach().unwrap();
                let mut script = Script::new(seed, 2000, 100, function);
                script.steps_per_collection = 0;
                let script = run(&mut mutator, script);
                assert!(
                    script.deepest > 50 && script.thrown > 0 && script.nested > 0,
                    "{script:?}"
                );
                assert_relocated(&heap);
            }
        }
    }
}

/// What runs below a recursion.
type Below<'a> = &'a mut dyn FnMut(&mut Mutator);

thread_local! {
    /// The depth of the recursion that is wanted, and the number of frames that exist.
    static DEPTH: Cell<(u64, u64)> = const { Cell::new((0, 0)) };
    /// What runs below it.
    static BELOW: Cell<Option<*mut Below<'static>>> = const { Cell::new(None) };
}

/// Calls levels up to the depth that is wanted, runs the function below them, and lets all levels
/// return.
extern "C-unwind" fn next_to_depth(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let (wanted, depth) = DEPTH.get();
    if depth < wanted {
        DEPTH.set((wanted, depth + 1));
        return 1;
    }
    if let Some(below) = BELOW.take() {
        // SAFETY: `below` waits for the recursion that runs the function.
        Mutator::with_current(|mutator| unsafe { (*below)(mutator) }).unwrap();
    }
    // The function may have run another recursion.
    DEPTH.set((0, 0));
    0
}

/// Runs `function` below `levels` levels of recursion, with a live box in each of the two frames of
/// a level.
fn below(mutator: &mut Mutator, recursive: Function, levels: u64, mut function: Below<'_>) {
    // SAFETY: only the lifetime changes; the pointer is used during this call only.
    BELOW.set(Some(unsafe {
        core::mem::transmute::<*mut Below<'_>, *mut Below<'static>>(&raw mut function)
    }));
    DEPTH.set((levels, 1));
    let next = Argument::Word((next_to_depth as *const c_void).expose_provenance() as u64);
    call(mutator, recursive, &[Argument::Word(0), next, Argument::Word(0)]).unwrap();
}

/// Returns the numbers of frames that `collect` walks and skips.
fn frames(heap: &Heap, mutator: &mut Mutator, collect: fn(&mut Mutator)) -> (u64, u64) {
    let before = counts(heap);
    collect(mutator);
    let after = counts(heap);
    (after.frames_walked - before.frames_walked, after.frames_skipped - before.frames_skipped)
}

const LEVELS: u64 = 5000;
/// The frames of a level are the recursive function and the one that calls the next level.
const FRAMES: u64 = 2 * LEVELS - 1;
/// Upper bound of the frames that are walked although they are clean: those before the first
/// barrier.
const FIRST: u64 = FRAMES / 10;

#[test]
fn frames_are_skipped_until_they_run() {
    for function in DEEP {
        let heap = heap().heap_max(64 << 20).concurrent(true).verify(VERIFY).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let young = Mutator::collect_young;
        below(&mut mutator, function, LEVELS, &mut |mutator| {
            // The boxes are new, then survivors, then old.
            assert_eq!(frames(&heap, mutator, young), (FRAMES, 0));
            assert_eq!(frames(&heap, mutator, young), (FRAMES, 0));
            for _ in 0..3 {
                let (walked, skipped) = frames(&heap, mutator, young);
                assert_eq!(walked + skipped, FRAMES);
                assert!(walked < FIRST, "{walked} frames were walked");
            }
            // A cycle begins with all roots. While it marks, frames are skipped.
            let before = counts(&heap).frames_walked;
            run_cycle(&heap, mutator, |_| {});
            assert!(counts(&heap).frames_walked - before < 2 * FRAMES);
            assert!(counts(&heap).frames_walked - before >= FRAMES);
            // A full collection moves old objects.
            assert_eq!(frames(&heap, mutator, Mutator::collect_full), (FRAMES, 0));
            assert_eq!(frames(&heap, mutator, young), (FRAMES, 0));
            let (walked, skipped) = frames(&heap, mutator, young);
            assert_eq!(walked + skipped, FRAMES);
            assert!(walked < FIRST, "{walked} frames were walked");
        });
        // All frames have returned.
        assert_eq!(frames(&heap, &mut mutator, young), (0, 0));
    }
}

/// Frames of older calls into managed code are skipped like others.
#[test]
fn frames_of_older_calls_are_skipped() {
    for (outer, inner) in [(DEEP[0], DEEP[1]), (DEEP[1], DEEP[0])] {
        let heap = heap().heap_max(64 << 20).concurrent(false).verify(VERIFY).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let young = Mutator::collect_young;
        below(&mut mutator, outer, LEVELS, &mut |mutator| {
            (0..3).for_each(|_| mutator.collect_young());
            below(mutator, inner, LEVELS, &mut |mutator| {
                // The first barriers of the outer recursion are in place.
                let (walked, skipped) = frames(&heap, mutator, young);
                assert_eq!(walked + skipped, 2 * FRAMES);
                assert!(walked < FRAMES + FIRST, "{walked} frames were walked");
                mutator.collect_young();
                let (walked, skipped) = frames(&heap, mutator, young);
                assert_eq!(walked + skipped, 2 * FRAMES);
                assert!(walked < FIRST, "{walked} frames were walked");
            });
            let (walked, skipped) = frames(&heap, mutator, young);
            assert_eq!(walked + skipped, FRAMES);
            // The barriers closest to the inner recursion were removed when it was deep.
            assert!(walked < 2 * FIRST, "{walked} frames were walked");
        });
    }
}

/// A fiber that ran is scanned again, but not its frames that did not run.
#[test]
fn frames_of_fibers_are_skipped() {
    extern "C-unwind" fn run_below(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
        Mutator::with_current(|mutator| {
            below(mutator, DEEP[1], LEVELS, &mut |mutator| {
                for _ in 0..4 {
                    mutator.suspend(Argument::Word(0)).unwrap();
                }
            });
        })
        .unwrap();
        5
    }
    let heap = heap().heap_max(64 << 20).concurrent(false).verify(VERIFY).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let config = FiberConfig::new().stack_size(4 << 20);
    // SAFETY: the function is that of a fiber, and the stack is large enough.
    let mut fiber = unsafe { heap.fiber(config, managed::fiber_native()) }.unwrap();
    let function = boxed(&mut mutator, (run_below as *const c_void).expose_provenance() as u64);
    mutator.resume(&mut fiber, Argument::Reference(&function)).unwrap();
    let young = Mutator::collect_young;
    // The recursion, and the fiber's function.
    let all = FRAMES + 1;
    assert_eq!(frames(&heap, &mut mutator, young), (all, 0));
    assert_eq!(frames(&heap, &mut mutator, young), (all, 0));
    // The fiber is clean.
    assert_eq!(frames(&heap, &mut mutator, young), (0, 0));
    for _ in 0..2 {
        mutator.resume(&mut fiber, Argument::Word(0)).unwrap();
        let (walked, skipped) = frames(&heap, &mut mutator, young);
        assert_eq!(walked + skipped, all);
        assert!(walked < FIRST, "{walked} frames were walked");
        assert_eq!(frames(&heap, &mut mutator, young), (0, 0));
    }
    mutator.resume(&mut fiber, Argument::Word(0)).unwrap();
    let resumed = mutator.resume(&mut fiber, Argument::Word(0)).unwrap();
    assert!(matches!(resumed, Resumed::Done(_)), "{resumed:?}");
}

#[test]
fn barriers_can_be_turned_off() {
    for zeal in [Zeal::Off, Zeal::EveryPoll] {
        let heap = heap().heap_max(64 << 20).zeal(zeal).return_barriers(false).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        below(&mut mutator, DEEP[0], 500, &mut |mutator| {
            (0..4).for_each(|_| mutator.collect_young());
        });
        let counts = counts(&heap);
        assert!(counts.objects_moved > 0 && counts.frames_walked >= 4 * 999, "{counts:?}");
        assert_eq!(counts.frames_skipped, 0);
    }
}
