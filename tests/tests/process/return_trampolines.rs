//! Takeover while all return trampolines of the process are in use returns an error and changes no
//! frame.

use core::cell::RefCell;
use core::ffi::c_void;

use statepoint_gc::{
    Argument, Heap, Mutator,
    deopt::{
        CalleeResult, Continuation, DeoptSite, DeoptValue, DeoptValueKind, DeoptimizedFrame,
        FrameLayout, ReturnValue, Takeover, TakeoverError,
    },
};
use statepoint_scanner::deopt::{
    FrameTakeoverError, MAX_RETURN_TRAMPOLINES, ReplacementCall, ReturnTrampoline, TrampolineEntry,
};
use tests::child_tests::run_in_own_process;
use tests::managed::{self, heap, make};

/// A continuation that returns the box of the frame of `test_deopt_nested` that it resumes.
struct OwnBoxContinuation;

impl Continuation for OwnBoxContinuation {
    fn frame_layout(&self, site: &DeoptSite<'_>) -> Option<FrameLayout> {
        let callee = match site.constant(0)? {
            0 => CalleeResult::Word,
            _ => CalleeResult::Reference,
        };
        let values = vec![
            DeoptValueKind::Bits(8),
            DeoptValueKind::Bits(8),
            DeoptValueKind::Bits(8),
            DeoptValueKind::Reference,
        ];
        Some(FrameLayout { skipped: 0, kinds: values, callee_result: callee })
    }

    fn resume(&self, mutator: &mut Mutator, mut frame: DeoptimizedFrame) -> ReturnValue {
        mutator.collect();
        ReturnValue::Reference(frame.values.pop().and_then(DeoptValue::into_reference))
    }
}

thread_local! {
    /// The takeover that [`take_over_all`] requests.
    static TAKEOVER: RefCell<Option<Takeover>> = const { RefCell::new(None) };
    /// The result of the last call of [`take_over_all`].
    static TAKEOVER_RESULT: RefCell<Option<Result<usize, TakeoverError>>> =
        const { RefCell::new(None) };
}

/// Takes over all frames of the thread, and stores the result in [`TAKEOVER_RESULT`].
extern "C" fn take_over_all(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let tried = Mutator::with_current(|mutator| {
        TAKEOVER.with_borrow(|takeover| {
            let takeover = takeover.as_ref().expect("the test has set it");
            // SAFETY: the continuation returns a box, as the function does, and nothing is thrown
            // from the function.
            unsafe { mutator.take_over(takeover, |_| true) }
        })
    });
    TAKEOVER_RESULT.set(tried);
    5
}

/// Calls `test_deopt_nested`, whose two frames [`take_over_all`] takes over at two call sites.
/// Returns the result of the takeover, and the number in the box that the call returns.
fn try_takeover(mutator: &mut Mutator, to: &Heap) -> (Result<usize, TakeoverError>, u64) {
    // Drops the previous takeover, if any, which frees its trampolines.
    TAKEOVER.set(Some(to.takeover(OwnBoxContinuation)));
    let function = (take_over_all as *const c_void).expose_provenance() as u64;
    let arguments = [Argument::Word(function), Argument::Word(1)];
    let result = make(mutator, managed::deopt_nested, &arguments).unwrap();
    let content = mutator.load_word(&result, 8).unwrap();
    (TAKEOVER_RESULT.take().expect("managed code has called"), content)
}

unsafe fn unreachable_entry(_: *const (), _: &TrampolineEntry) -> ReplacementCall {
    panic!("no frame returns there")
}

#[test]
fn takeover_without_a_free_trampoline_changes_no_frame() {
    if run_in_own_process("takeover_without_a_free_trampoline_changes_no_frame") {
        return;
    }
    let heap = heap().heap_max(8 << 20).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let taken = (Ok(2), 1);
    assert_eq!(try_takeover(&mut mutator, &heap), taken);
    // The heap caches the trampolines of the two call sites while no other code needs them.
    let other_trampolines = core::iter::from_fn(|| {
        // SAFETY: no frame returns to this trampoline.
        unsafe { ReturnTrampoline::new(0x1234, unreachable_entry, core::ptr::null()) }.ok()
    });
    let mut other_trampolines: Vec<_> = other_trampolines.collect();
    assert_eq!(other_trampolines.len(), MAX_RETURN_TRAMPOLINES - 2);
    let previous_takeover = TAKEOVER.take();
    assert_eq!(try_takeover(&mut mutator, &heap), taken);
    drop(previous_takeover);
    // Only one trampoline is available, and two are needed.
    TAKEOVER.set(None);
    // SAFETY: no frame returns to this trampoline.
    other_trampolines.push(
        unsafe { ReturnTrampoline::new(0x1234, unreachable_entry, core::ptr::null()) }.unwrap(),
    );
    for _ in 0..3 {
        let (error, content) = try_takeover(&mut mutator, &heap);
        let Err(TakeoverError::Frame(FrameTakeoverError::NoTrampolineLeft(no_trampoline_left))) =
            error
        else {
            panic!("{error:?}")
        };
        assert!(
            no_trampoline_left
                .to_string()
                .contains(&format!("{MAX_RETURN_TRAMPOLINES} return trampolines")),
            "{no_trampoline_left}"
        );
        // The result of the compiled code: 3 times the result of native code (5), plus 1.
        assert_eq!(content, 16);
    }
    other_trampolines.pop();
    assert_eq!(try_takeover(&mut mutator, &heap), taken);
    TAKEOVER.set(None);
}
