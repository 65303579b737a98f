//! Takeovers that are pending when their frames are abandoned keep neither trampolines nor
//! continuations.

use core::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

use statepoint_gc::{
    Heap, Mutator, TypeId,
    deopt::{
        Activation, CalleeResult, Continuation, DeoptSite, DeoptValueKind, DeoptimizedFrame,
        FrameLayout, ReturnValue, Takeover,
    },
    fibers::{DeadFiber, Fiber},
};
use statepoint_scanner::deopt::{MAX_RETURN_TRAMPOLINES, ReturnTrampoline};
use tests::child_tests::run_in_own_process;
use tests::fibers::{VERIFY, boxed, fiber, migrating_fiber, resume};
use tests::managed::{self, heap};

/// More takeovers than there are trampolines.
const ROUNDS: usize = 2 * MAX_RETURN_TRAMPOLINES;

/// Number of continuations that exist.
static CONTINUATIONS: AtomicUsize = AtomicUsize::new(0);

/// Continues `managed::migrating_fiber_guarded`, which it lets return a box of 1000.
struct Interpreter;

impl Interpreter {
    fn new() -> Self {
        CONTINUATIONS.fetch_add(1, SeqCst);
        Self
    }
}

impl Drop for Interpreter {
    fn drop(&mut self) {
        CONTINUATIONS.fetch_sub(1, SeqCst);
    }
}

impl Continuation for Interpreter {
    fn frame_layout(&self, site: &DeoptSite<'_>) -> Option<FrameLayout> {
        (site.constant(0)? == 70).then(|| FrameLayout {
            skipped: 0,
            kinds: vec![DeoptValueKind::Bits(8), DeoptValueKind::Reference],
            callee_result: CalleeResult::Reference,
        })
    }

    fn resume(&self, mutator: &mut Mutator, _: DeoptimizedFrame) -> ReturnValue {
        let result = mutator.allocate(TypeId::new(4)).unwrap();
        mutator.store_word(&result, 8, 1000).unwrap();
        ReturnValue::Reference(Some(result))
    }
}

fn build_heap() -> Heap {
    heap().heap_max(8 << 20).verify(VERIFY).build().unwrap()
}

/// Requests the takeover of the frames of all suspended fibers. Returns their number.
fn take_over(
    mutator: &mut Mutator,
    takeover: &Takeover,
    mut select: impl FnMut(&Activation),
) -> usize {
    let function = managed::migrating_fiber_guarded().expose_provenance() as u64;
    let select = |frame: &Activation| {
        select(frame);
        frame.function == Some(function)
    };
    // SAFETY: the continuation returns a box, as the function does, and nothing is thrown.
    unsafe { mutator.take_over(takeover, select) }.unwrap()
}

/// Suspends a fiber of the function that [`Interpreter`] continues.
fn suspend(mutator: &mut Mutator, mut fiber: Fiber) -> Fiber {
    assert_eq!(resume(mutator, &mut fiber, 3), (3, false));
    fiber
}

/// Returns a suspended fiber with a frame whose takeover, which it returns, too, is pending.
fn pending(mutator: &mut Mutator) -> (Fiber, Takeover) {
    let heap = mutator.heap();
    let takeover = heap.takeover(Interpreter::new());
    let fiber = suspend(mutator, migrating_fiber(&heap, managed::migrating_fiber_guarded));
    assert_eq!(take_over(mutator, &takeover, |_| ()), 1);
    (fiber, takeover)
}

/// Asserts that no trampoline is in use and no continuation is left.
fn assert_nothing_left(round: usize) {
    assert_eq!(ReturnTrampoline::in_use(), 0, "round {round}");
    assert_eq!(CONTINUATIONS.load(SeqCst), 0, "round {round}");
}

#[test]
fn dropped_fibers_keep_no_takeovers() {
    if run_in_own_process("dropped_fibers_keep_no_takeovers") {
        return;
    }
    let heap = build_heap();
    let mut mutator = heap.attach().unwrap();
    for round in 0..ROUNDS {
        let (fiber, takeover) = pending(&mut mutator);
        match round % 3 {
            0 => {
                drop(fiber);
                // Kept for further frames of the takeover.
                assert_eq!((ReturnTrampoline::in_use(), CONTINUATIONS.load(SeqCst)), (1, 1));
                drop(takeover);
            }
            1 => {
                drop(takeover);
                assert_eq!((ReturnTrampoline::in_use(), CONTINUATIONS.load(SeqCst)), (1, 1));
                fiber.abandon().unwrap();
            }
            _ => {
                drop(takeover);
                mutator.collect();
                thread::scope(|scope| scope.spawn(|| drop(fiber)).join().unwrap());
            }
        }
        assert_nothing_left(round);
    }
}

/// The frames of two fibers return to the same trampoline, and one of them is dropped.
#[test]
fn dropped_fibers_leave_the_takeovers_of_others() {
    if run_in_own_process("dropped_fibers_leave_the_takeovers_of_others") {
        return;
    }
    let heap = build_heap();
    let mut mutator = heap.attach().unwrap();
    for round in 0..ROUNDS {
        let (dropped, takeover) = pending(&mut mutator);
        let guarded = || migrating_fiber(&heap, managed::migrating_fiber_guarded);
        let mut others = [(); 2].map(|()| suspend(&mut mutator, guarded()));
        assert_eq!(take_over(&mut mutator, &takeover, |_| ()), 2);
        assert_eq!(ReturnTrampoline::in_use(), 1);
        drop(takeover);
        drop(dropped);
        for other in &mut others {
            assert_eq!((ReturnTrampoline::in_use(), CONTINUATIONS.load(SeqCst)), (1, 1));
            assert_eq!(resume(&mut mutator, other, 4), (1000, true));
        }
        assert_nothing_left(round);
    }
}

#[test]
fn fibers_that_die_with_their_owners_keep_no_takeovers() {
    if run_in_own_process("fibers_that_die_with_their_owners_keep_no_takeovers") {
        return;
    }
    let heap = build_heap();
    let mut mutator = heap.attach().unwrap();
    for round in 0..ROUNDS {
        let (fiber, takeover) = pending(&mut mutator);
        let owner = boxed(&mut mutator, 5);
        mutator.give_fiber(fiber, &owner).unwrap();
        drop((owner, takeover));
        mutator.collect();
        assert_eq!((ReturnTrampoline::in_use(), CONTINUATIONS.load(SeqCst)), (1, 1));
        let DeadFiber { fiber, .. } = heap.next_dead_fiber().expect("the owner is dead");
        drop(fiber);
        assert_nothing_left(round);
    }
}

#[test]
fn fibers_whose_thread_has_ended_keep_no_takeovers() {
    if run_in_own_process("fibers_whose_thread_has_ended_keep_no_takeovers") {
        return;
    }
    let heap = build_heap();
    let mut mutator = heap.attach().unwrap();
    for round in 0..ROUNDS {
        let suspended = thread::scope(|scope| {
            let run = || {
                let mut mutator = heap.attach().unwrap();
                let stays = fiber(&heap, managed::migrating_fiber_guarded);
                let stays = suspend(&mut mutator, stays);
                let takeover = heap.takeover(Interpreter::new());
                assert_eq!(take_over(&mut mutator, &takeover, |_| ()), 1);
                stays
            };
            scope.spawn(run).join().unwrap()
        });
        assert_eq!((ReturnTrampoline::in_use(), CONTINUATIONS.load(SeqCst)), (1, 1));
        // The stack of a fiber that no thread resumes has roots nevertheless.
        mutator.collect_young();
        drop(suspended);
        assert_nothing_left(round);
    }
}

#[test]
fn dropped_heaps_keep_no_takeovers() {
    if run_in_own_process("dropped_heaps_keep_no_takeovers") {
        return;
    }
    for round in 0..20 {
        let heap = build_heap();
        let mut mutator = heap.attach().unwrap();
        let (fiber, takeover) = pending(&mut mutator);
        let owner = boxed(&mut mutator, 5);
        mutator.give_fiber(fiber, &owner).unwrap();
        drop((owner, takeover, mutator, heap));
        assert_nothing_left(round);
    }
}

/// A request finds a frame on the stack of a fiber that is dropped before the frame is redirected.
#[test]
fn fibers_that_are_dropped_during_a_request_keep_no_takeovers() {
    if run_in_own_process("fibers_that_are_dropped_during_a_request_keep_no_takeovers") {
        return;
    }
    let heap = build_heap();
    let mut mutator = heap.attach().unwrap();
    for round in 0..ROUNDS {
        // Only the stack of the fiber owns the first trampoline.
        let (fiber, _) = pending(&mut mutator);
        let guarded = || migrating_fiber(&heap, managed::migrating_fiber_guarded);
        let second = suspend(&mut mutator, guarded());
        let takeover = heap.takeover(Interpreter::new());
        let mut fibers = Some((fiber, second));
        // The frame of the first fiber, which was taken over before, is also walked after the drop.
        assert_eq!(take_over(&mut mutator, &takeover, |_| drop(fibers.take())), 1);
        drop(takeover);
        assert_nothing_left(round);
        mutator.collect_young();
    }
}
