//! Programs that run through the stubs.

use core::cell::RefCell;
use core::ffi::c_void;
use core::num::NonZeroU64;
use core::ops::RangeInclusive;

use statepoint_gc::{
    Argument, Heap, Mutator, TypeId, Zeal,
    deopt::{
        CalleeResult, Continuation, DeoptSite, DeoptValue, DeoptValueKind, DeoptimizedFrame,
        FrameLayout, ReturnValue, Takeover,
    },
    fibers::FiberConfig,
};
use statepoint_patch::thunk::{
    Thunk, ThunkConvention, ThunkSections, ValuePassing, preserve_all_but,
};
use statepoint_scanner::arch::{CallingConvention as _, Host, PhysicalRegister, detect_processor};
use tests::cycles::promote_all;
use tests::exceptions::test_raise;
use tests::executable::Executable;
use tests::fibers::{CATCHING, COUNTERS, DEEP, DRIVERS, address, boxed, fiber, finish, resume};
use tests::managed::{self, call, heap, layouts, make};
use tests::recursion::{self, Settings};
use tests::registers::{self, Registers};

use super::names::{Kind, Stub};
use super::session;

/// A native function that managed code calls.
type Native = extern "C-unwind" fn(u64, u64, u64, u64, u64) -> u64;

fn pointer(function: Native) -> Argument<'static> {
    Argument::Word((function as *const c_void).expose_provenance() as u64)
}

/// Returns a heap. Without `membarrier`, each transition takes its slow path.
fn build(zeal: Zeal, membarrier: bool) -> Heap {
    let heap = layouts::types(heap()).heap_max(16 << 20).membarrier(membarrier);
    heap.zeal(zeal).build().unwrap()
}

/// Runs all programs: those in which no object moves, and then all in zeal mode.
pub(super) fn run() {
    for zeal in [Zeal::Off, Zeal::EveryPoll, Zeal::EveryAllocation(1)] {
        let heap = build(zeal, true);
        let mut mutator = heap.attach().unwrap();
        for program in [slow_paths, transitions, exceptions, fibers, fiber_exceptions] {
            session::arm(zeal == Zeal::Off);
            program(&heap, &mut mutator);
        }
        takeovers(&heap, &mut mutator);
        session::arm(false);
        old_objects(&mut mutator);
        if zeal == Zeal::EveryAllocation(1) {
            session::arm(false);
            barriers(&mut mutator);
        }
    }
    let heap = build(Zeal::Off, false);
    let mut mutator = heap.attach().unwrap();
    for program in [transitions, exceptions] {
        session::arm(true);
        program(&heap, &mut mutator);
    }
    thunks();
}

/// Allocation, polls, clones, and samples of an allocation profile.
fn slow_paths(heap: &Heap, mutator: &mut Mutator) {
    heap.begin_allocation_profile(NonZeroU64::MIN).unwrap();
    let chain = make(mutator, layouts::chain, &[make_tailed(), Argument::Word(4)]).unwrap();
    call(mutator, layouts::sum_tailed, &[Argument::Reference(&chain)]).unwrap();
    let array = make(mutator, managed::array, &[Argument::Word(10)]).unwrap();
    make(mutator, managed::clone, &[Argument::Reference(&array)]).unwrap();
    mutator.allocate(TypeId::new(4)).unwrap();
    heap.end_allocation_profile().unwrap();
    call(mutator, managed::nested, &[Argument::Word(3)]).unwrap();
    // A thread with an interrupt is armed: its polls take the slow path.
    heap.interrupt(&heap.threads()[0], NonZeroU64::MIN).unwrap();
    call(mutator, managed::nested, &[Argument::Word(3)]).unwrap();
    mutator.take_interrupt();
}

fn make_tailed() -> Argument<'static> {
    Argument::Word(layouts::make_tailed().expose_provenance() as u64)
}

extern "C-unwind" fn calls_again(value: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    Mutator::with_current(|mutator| call(mutator, managed::nested, &[Argument::Word(value)]))
        .expect("the thread is native")
        .unwrap()
}

/// Transitions to native code and back.
fn transitions(_: &Heap, mutator: &mut Mutator) {
    for function in [managed::native, managed::native_registers, managed::wrapped] {
        call(mutator, function, &[pointer(calls_again), Argument::Word(2)]).unwrap();
    }
}

extern "C-unwind" fn throws(value: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    // SAFETY: this frame has no destructor to run, and all older frames may be unwound.
    unsafe { test_raise(value, 0) }
}

/// Exceptions of native code that managed code catches.
fn exceptions(_: &Heap, mutator: &mut Mutator) {
    for function in [managed::catch, managed::catch_registers] {
        let arguments = [pointer(throws), Argument::Word(3), Argument::Word(0)];
        assert_eq!(call(mutator, function, &arguments), Ok(1015));
    }
}

/// Fibers that host and managed code resume, and that collect, which happens on another stack.
fn fibers(heap: &Heap, mutator: &mut Mutator) {
    for (function, driver) in COUNTERS.into_iter().zip(DRIVERS) {
        let fiber = fiber(heap, function);
        let arguments = [Argument::Word(address(&fiber)), Argument::Word(3)];
        call(mutator, driver, &arguments).unwrap();
    }
    for function in DEEP {
        let mut fiber = fiber(heap, function);
        resume(mutator, &mut fiber, 5);
        assert!(resume(mutator, &mut fiber, 1).1);
    }
    let mut fiber = fiber(heap, COUNTERS[0]);
    resume(mutator, &mut fiber, 5);
    finish(mutator, &mut fiber);
}

/// The words of `managed::fiber_throws`.
#[repr(C)]
struct Throw {
    function: Native,
    sum: u64,
}

extern "C-unwind" fn throws_on_fiber(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    throws(3, 0, 0, 0, 0)
}

/// Exceptions that leave a fiber, and that the code which has resumed it catches.
fn fiber_exceptions(heap: &Heap, mutator: &mut Mutator) {
    for function in CATCHING {
        let mut words = Throw { function: throws_on_fiber, sum: 0 };
        // SAFETY: the function is one of a fiber, and needs little stack. The callers can be
        // unwound, and exceptions are not on the fiber's stack.
        let fiber = unsafe {
            heap.fiber(FiberConfig::new().pass_exceptions(true), managed::fiber_throws())
        }
        .unwrap();
        let words = boxed(mutator, (&raw mut words).expose_provenance() as u64);
        let arguments =
            [Argument::Word(address(&fiber)), Argument::Reference(&words), Argument::Word(7)];
        assert_eq!(call(mutator, function, &arguments), Ok(1035));
    }
}

/// A continuation that returns the box of the frame of `test_deopt_nested` that it resumes.
struct OwnBox;

impl Continuation for OwnBox {
    fn frame_layout(&self, site: &DeoptSite<'_>) -> Option<FrameLayout> {
        let callee = match site.constant(0)? {
            0 => CalleeResult::Word,
            _ => CalleeResult::Reference,
        };
        let kinds = vec![
            DeoptValueKind::Bits(8),
            DeoptValueKind::Bits(8),
            DeoptValueKind::Bits(8),
            DeoptValueKind::Reference,
        ];
        Some(FrameLayout { skipped: 0, kinds, callee_result: callee })
    }

    fn resume(&self, _: &mut Mutator, mut frame: DeoptimizedFrame) -> ReturnValue {
        ReturnValue::Reference(frame.values.pop().and_then(DeoptValue::into_reference))
    }
}

thread_local! {
    /// The takeover that [`take_over`] requests, and the greatest depth of its frames.
    static TAKEOVER: RefCell<Option<(Takeover, RangeInclusive<usize>)>> =
        const { RefCell::new(None) };
}

extern "C-unwind" fn take_over(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let request = |mutator: &mut Mutator| {
        TAKEOVER.with_borrow(|takeover| {
            let (takeover, depths) = takeover.as_ref().expect("the test has set it");
            let select = |frame: &statepoint_gc::deopt::Activation| depths.contains(&frame.depth);
            // SAFETY: the continuation returns a box, as the function does, and nothing is thrown
            // from the function.
            unsafe { mutator.take_over(takeover, select) }
        })
    };
    let taken = Mutator::with_current(request).expect("the thread is native").unwrap();
    assert!(taken > 0);
    5
}

/// Takeovers of the youngest frame, of several, and of one to which another frame returns: in zeal
/// mode, through a return barrier.
fn takeovers(heap: &Heap, mutator: &mut Mutator) {
    for depths in [0..=0, 0..=2, 1..=1] {
        session::arm(heap.zeal() == Zeal::Off);
        TAKEOVER.set(Some((heap.takeover(OwnBox), depths)));
        for function in [managed::deopt_nested, managed::in_registers_deopt_nested] {
            make(mutator, function, &[pointer(take_over), Argument::Word(3)]).unwrap();
        }
    }
    TAKEOVER.set(None);
}

/// Stores into old objects.
fn old_objects(mutator: &mut Mutator) {
    let node = make(mutator, managed::pair, &[Argument::Word(15), Argument::Word(17)]).unwrap();
    promote_all(mutator);
    let arguments = [Argument::Reference(&node), Argument::Word(19)];
    call(mutator, managed::set_left, &arguments).unwrap();
}

/// Frames that return through return barriers, and exceptions that pass them.
fn barriers(mutator: &mut Mutator) {
    for function in recursion::DEEP {
        let settings = Settings {
            seed: 10,
            steps: 120,
            max_depth: 40,
            steps_per_collection: 0,
            objects: 50,
            catching: 50,
            backtraces: 0,
            function,
        };
        let outcome = recursion::run(mutator, settings);
        assert!(outcome.thrown > 0, "{outcome:?}");
    }
}

unsafe extern "C" {
    fn __register_frame(section: *const u8);
    fn __deregister_frame(section: *const u8);
}

/// Thunks that preserve all registers but two, which they write, without and with flags.
fn thunks() {
    let writes = Host::CALLEE_SAVED[..2].iter().copied().map(PhysicalRegister::General);
    let thunks = [false, true].map(|flags| {
        let convention = ThunkConvention {
            pass: ValuePassing::Array,
            flags,
            writes: writes.clone().collect(),
            ..ThunkConvention::preserving(preserve_all_but::<Host>(detect_processor(), []))
        };
        let thunk = Thunk::new(&convention, registers::observer()).unwrap();
        let code = Executable::new(thunk.code());
        let sections = ThunkSections::new([(code.address(), &thunk)]);
        // SAFETY: the table is a valid `.eh_frame` section, and exists until it is deregistered.
        unsafe { __register_frame(sections.eh_frame.as_ptr()) };
        let end = code.address() + thunk.code().len() as u64;
        // SAFETY: the memory has the code of the thunk.
        let stub = unsafe { Stub::new("thunk", Kind::Called, code.address(), end) };
        session::add(stub.until_return());
        (code, sections)
    });
    session::arm(false);
    for (code, _) in &thunks {
        // SAFETY: the thunk is correct, and its unwind table is registered.
        unsafe { registers::call(code.address(), &Registers::new(), &mut |_| {}) };
    }
    session::disarm();
    for (_, sections) in &thunks {
        // SAFETY: the table is registered, and no thread unwinds the thunk now.
        unsafe { __deregister_frame(sections.eh_frame.as_ptr()) };
    }
}
