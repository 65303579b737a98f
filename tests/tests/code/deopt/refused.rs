//! Frames that cannot be taken over: an error is returned before anything is changed.

use statepoint_gc::{
    StackWalkError,
    deopt::{DeoptValueKind, TakeoverError},
};
use statepoint_scanner::deopt::{DeoptError, FrameTakeoverError};

use super::*;
use tests::child_tests::{assert_stderr_contains, death_test};
use tests::managed::{self, call};

/// Requests a takeover, passes its error to `check`, and asserts that the result of
/// `test_deopt_outer` is that of the compiled code.
fn check_refused(
    takeover: impl Fn(&Heap) -> Takeover,
    select: impl Fn(&Activation) -> bool + Clone + 'static,
    check: impl Fn(TakeoverError) + 'static,
) {
    let heap = heap_with(Zeal::EveryAllocation(1));
    let mut mutator = heap.attach().unwrap();
    let takeover = takeover(&heap);
    set_native_action(move |mutator, _| {
        check(take_over(mutator, &takeover, select.clone()).unwrap_err());
        mutator.collect();
        5
    });
    let expected = outer_value(nested_value(3, 5, |_| false));
    assert_eq!(call(&mut mutator, managed::deopt_outer, &outer_arguments(3)), Ok(expected));
}

fn continuation_with(values: Vec<DeoptValueKind>) -> impl Continuation {
    let layout = move |_: &DeoptSite<'_>| {
        Some(FrameLayout { skipped: 0, kinds: values.clone(), ..FrameLayout::default() })
    };
    ClosureContinuation(layout, |_: &mut Mutator, _: DeoptimizedFrame| {
        panic!("nothing is taken over")
    })
}

/// Checks that a frame layout with a wrong kind at `index` is refused with an error that names it.
fn check_wrong_kind(values: Vec<DeoptValueKind>, index: usize) {
    let kind = values[index];
    check_refused(
        move |heap| heap.takeover(continuation_with(values.clone())),
        // Not the youngest frame: LLVM folds its depth to the constant 0, a valid null reference.
        |frame| frame.depth == 1,
        move |error| match error {
            TakeoverError::Frame(FrameTakeoverError::Deopt(DeoptError::Kind {
                index: at,
                expected,
                ..
            })) => assert_eq!((at, expected), (index, kind)),
            other => panic!("{other:?}"),
        },
    );
}

/// The kinds of the values of `test_deopt_nested`.
const KINDS: [DeoptValueKind; 4] = [
    DeoptValueKind::Bits(8),
    DeoptValueKind::Bits(8),
    DeoptValueKind::Bits(8),
    DeoptValueKind::Reference,
];

#[test]
fn wrong_kinds_of_values_are_refused() {
    for (index, kind) in [
        (0, DeoptValueKind::Reference),
        (0, DeoptValueKind::Object(8)),
        (1, DeoptValueKind::Bits(9)),
        (1, DeoptValueKind::Bits(0)),
        (1, DeoptValueKind::Reference),
        (1, DeoptValueKind::Object(8)),
        (3, DeoptValueKind::Bits(8)),
        (3, DeoptValueKind::Object(8)),
    ] {
        let mut kinds = KINDS.to_vec();
        kinds[index] = kind;
        check_wrong_kind(kinds, index);
    }
}

#[test]
fn wrong_numbers_of_values_are_refused() {
    for expected in [0, 3, 5] {
        check_refused(
            move |heap| heap.takeover(continuation_with(vec![DeoptValueKind::Bits(8); expected])),
            |frame| frame.depth == 0,
            move |error| match error {
                TakeoverError::Frame(FrameTakeoverError::Deopt(DeoptError::Count {
                    found: 4,
                    expected: reported,
                    ..
                })) => assert_eq!(reported, expected),
                other => panic!("{other:?}"),
            },
        );
    }
}

#[test]
fn calls_without_deopt_state_are_refused() {
    // The call of `test_deopt_nested` in `test_deopt_outer` has no deopt state. No frame is taken
    // over, although the younger ones could be.
    check_refused(
        |heap| heap.takeover(nested()),
        |_| true,
        |error| match error {
            TakeoverError::Frame(FrameTakeoverError::NoState { pc }) => {
                assert!(error.to_string().contains(&format!("{pc:#x}")), "{error}");
            }
            other => panic!("{other:?}"),
        },
    );
}

#[test]
fn calls_without_a_layout_are_refused() {
    let without_layout = || {
        ClosureContinuation(
            |_: &DeoptSite<'_>| None,
            |_: &mut Mutator, _: DeoptimizedFrame| panic!("nothing is taken over"),
        )
    };
    check_refused(
        move |heap| heap.takeover(without_layout()),
        |frame| frame.depth == 0,
        |error| {
            let TakeoverError::NoFrameLayout { frame, record } = error else { panic!("{error:?}") };
            assert_eq!(record, statepoint_scanner::statepoint::DEFAULT_ID);
            assert!(frame.to_string().starts_with("test_deopt_nested"), "{frame}");
        },
    );
}

#[test]
fn missing_frames_are_refused() {
    let assert_no_frame = |error| assert_eq!(error, TakeoverError::NoFrame);
    check_refused(|heap| heap.takeover(nested()), |_| false, assert_no_frame);
    // A thread that runs no managed code.
    let heap = heap_with(Zeal::Off);
    let mut mutator = heap.attach().unwrap();
    let takeover = heap.takeover(nested());
    assert_no_frame(take_over(&mut mutator, &takeover, |_| true).unwrap_err());
}

#[test]
fn frames_of_another_heap_are_refused() {
    let other = heap_with(Zeal::Off);
    check_refused(
        move |_| other.takeover(nested()),
        |frame| frame.depth == 0,
        |error| assert_eq!(error, TakeoverError::ForeignTakeover),
    );
}

/// If the frame in which the thread left managed code is not recorded, its stack cannot be walked.
/// The takeover returns an error. When the native code returns, the library ends the process.
#[test]
fn stacks_that_cannot_be_walked_are_refused() {
    let output = death_test("refused::stacks_that_cannot_be_walked_are_refused", || {
        let heap = heap_with(Zeal::Off);
        let mut mutator = heap.attach().unwrap();
        let takeover = heap.takeover(nested());
        TAKEOVER.set(Some(takeover));
        let function = (try_takeover as NativeFunction as *const c_void).expose_provenance() as u64;
        let arguments = [Argument::Word(function), Argument::Word(4)];
        let _ = call(&mut mutator, managed::transition_nowhere, &arguments);
    });
    let parts = ["refused without effect", "returns to managed code at 0x", "llvm.frameaddress(0)"];
    assert_stderr_contains(output, &parts);
}

type NativeFunction = extern "C" fn(u64) -> u64;

thread_local! {
    /// The takeover that [`try_takeover`] requests.
    static TAKEOVER: RefCell<Option<Takeover>> = const { RefCell::new(None) };
}

/// Requests a takeover, which must fail because the stack cannot be walked. Called by managed code.
extern "C" fn try_takeover(value: u64) -> u64 {
    let takeover = TAKEOVER.take().expect("the test has set it");
    let result = Mutator::with_current(|mutator| take_over(mutator, &takeover, |_| true));
    let error = result.expect("managed code has called").unwrap_err();
    let TakeoverError::Frame(FrameTakeoverError::Walk(walk)) = error else { panic!("{error:?}") };
    assert!(matches!(walk, StackWalkError::BadStackAddress { .. }), "{walk}");
    eprintln!("refused without effect");
    value
}

#[test]
fn a_result_of_another_heap_is_fatal() {
    let output = death_test("refused::a_result_of_another_heap_is_fatal", || {
        let other = heap_with(Zeal::Off);
        let foreign = std::thread::scope(|scope| {
            let create = || new_box(&mut other.attach().unwrap(), 1);
            scope.spawn(create).join().unwrap()
        });
        let heap = heap_with(Zeal::Off);
        let mut mutator = heap.attach().unwrap();
        let layout = nested();
        let takeover = heap.takeover(ClosureContinuation(
            move |site: &DeoptSite<'_>| layout.frame_layout(site),
            move |_: &mut Mutator, _| ReturnValue::Reference(Some(foreign.clone())),
        ));
        set_native_action(move |mutator, _| {
            assert_eq!(take_over(mutator, &takeover, |activation| activation.depth == 0), Ok(1));
            5
        });
        let _ = call(&mut mutator, managed::deopt_outer, &outer_arguments(3));
    });
    assert_stderr_contains(
        output,
        &["the continuation of a frame of", "an object of another heap"],
    );
}
