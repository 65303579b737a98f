//! Recursions in managed code that a seeded script directs (`managed/deep.ll`): they grow and
//! shrink in waves, leave frames by returns and exceptions, and enter managed code again. A model
//! computes the results, which depend on the boxes that are live in each frame.

use core::cell::RefCell;
use core::ffi::c_void;

use statepoint_gc::{Argument, Mutator};

use crate::exceptions::test_raise;
use crate::fibers::Function;
use crate::managed::{self, call};
use crate::random::rng::Rng;
use crate::unwinder;

/// Functions that recurse, with references in stack slots and in registers.
pub const DEEP: [Function; 2] = [managed::deep, managed::in_registers_deep];

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

/// What a recursion does.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Determines the recursion.
    pub seed: u64,
    /// Number of steps before all frames return.
    pub steps: u64,
    /// Maximum number of levels, of two frames each.
    pub max_depth: u32,
    /// Average number of steps between two collections; 0 for none.
    pub steps_per_collection: u32,
    /// The number of levels of a thousand that have stack objects.
    pub objects: u32,
    /// The number of levels of a thousand that catch exceptions.
    pub catching: u32,
    /// The number of steps of a thousand before which native code compares two backtraces.
    pub backtraces: u32,
    /// The recursive function, one of [`DEEP`].
    pub function: Function,
}

/// What a recursion has done.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    /// The highest number of levels.
    pub deepest: usize,
    /// Number of exceptions.
    pub thrown: u64,
    /// Number of nested calls into managed code.
    pub nested: u64,
    /// Number of times that backtraces were compared.
    pub backtraces: u64,
}

/// A script that directs a recursion.
#[derive(Debug)]
struct Script {
    rng: Rng,
    settings: Settings,
    /// Number of steps that are left.
    steps: u64,
    /// Depth up to which the recursion grows or shrinks now.
    target: usize,
    frames: Vec<Frame>,
    outcome: Outcome,
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
    fn new(settings: Settings) -> Self {
        Self {
            rng: Rng::new(settings.seed, 1),
            settings,
            steps: settings.steps,
            target: 1,
            frames: Vec::new(),
            outcome: Outcome::default(),
            returned: 0,
        }
    }

    fn push(&mut self, kind: Kind, n: u64, is_first: bool) {
        self.frames.push(Frame { kind, n, sum: 0, boxed: n, is_first });
        self.outcome.deepest = self.outcome.deepest.max(self.frames.len());
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
            let (max, depth) = (self.settings.max_depth, depth as u32);
            let size = (max >> self.rng.between(2, 8)).max(4);
            let change = self.rng.between(1, size);
            self.target = match self.rng.between(0, 99) {
                0..8 => self.rng.between(1, max) as usize,
                8..58 => (depth + change) as usize,
                _ => depth.saturating_sub(change) as usize,
            };
            self.target = self.target.clamp(1, self.settings.max_depth as usize);
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
                self.outcome.thrown += 1;
                return Step::Throw;
            }
            self.pop();
            return Step::Act(0);
        }
        let n = u64::from(self.rng.between(0, 1 << 20));
        if self.rng.chance(2) {
            self.outcome.nested += 1;
            self.push(Kind::Plain, n, true);
            return Step::Nest(self.settings.function, n);
        }
        let objects = self.settings.objects;
        let (kind, action) = match self.rng.between(0, 999) {
            number if number < objects => (Kind::Object, 2),
            number if number < objects + self.settings.catching => (Kind::Catching, 3),
            _ => (Kind::Plain, 1),
        };
        self.push(kind, n, false);
        Step::Act(n << 8 | action)
    }

    /// Collects sometimes.
    fn collect(&mut self, mutator: &mut Mutator) {
        let steps = self.settings.steps_per_collection;
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

/// Sometimes compares two backtraces, between which other threads may collect. The thread is in
/// native code.
fn compare_backtraces() {
    let depth = with_script(|script| {
        let backtraces = script.settings.backtraces;
        let is_due = backtraces > 0 && script.rng.between(1, 1000) <= backtraces;
        is_due.then_some(script.frames.len())
    });
    let Some(depth) = depth else { return };
    let mut found: Option<Vec<u64>> = None;
    for _ in 0..3 {
        // The second frame is this function, which may call from several places.
        let frames = unwinder::backtrace().split_off(2);
        // A level has two frames, except the first one.
        if frames.len() < 2 * depth - 1 {
            abort(&format!("{} frames of {depth} levels: {frames:x?}", frames.len()));
        }
        match &found {
            None => found = Some(frames),
            Some(first) if *first != frames => {
                abort(&format!("frames {first:x?}, and later {frames:x?}"));
            }
            Some(_) => {}
        }
        std::thread::yield_now();
    }
    with_script(|script| script.outcome.backtraces += 1);
}

/// Ends the process with a message: managed code would catch a panic.
fn abort(message: &str) -> ! {
    eprintln!("{message}");
    std::process::abort()
}

/// The function that managed code asks what to do.
extern "C-unwind" fn next(n: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    // The frame that caught an exception calls this function.
    unwinder::set_in_unwinder(false);
    loop {
        Mutator::with_current(|mutator| with_script(|script| script.collect(mutator))).unwrap();
        compare_backtraces();
        match with_script(|script| script.step(n)) {
            Step::Act(word) => return word,
            Step::Nest(function, n) => {
                let result = Mutator::with_current(|mutator| recurse(mutator, function, n));
                let frame = with_script(|script| script.returned);
                assert_eq!(result.unwrap(), frame);
            }
            Step::Throw => {
                unwinder::set_in_unwinder(true);
                // SAFETY: this frame has no destructor to run, and all older frames up to one that
                // catches may be unwound.
                unsafe { test_raise(0, 0) }
            }
        }
    }
}

/// Calls the recursive function, which is the youngest frame of the script.
fn recurse(mutator: &mut Mutator, function: Function, n: u64) -> u64 {
    let next = Argument::Word((next as *const c_void).expose_provenance() as u64);
    call(mutator, function, &[Argument::Word(n), next, Argument::Word(0)]).unwrap()
}

/// Runs a recursion.
///
/// # Panics
///
/// If a result is not that of the model.
pub fn run(mutator: &mut Mutator, settings: Settings) -> Outcome {
    let mut script = Script::new(settings);
    script.push(Kind::Plain, 7, true);
    SCRIPT.set(Some(script));
    let result = recurse(mutator, settings.function, 7);
    let script = SCRIPT.take().expect("the script of this thread");
    assert_eq!(result, script.returned, "the result of {settings:?}");
    assert!(script.frames.is_empty(), "frames are left after {settings:?}");
    script.outcome
}
