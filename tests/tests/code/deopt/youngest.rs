//! Takeover of the youngest frame, requested by native code that the frame has called.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::*;
use tests::managed::{self, call};

/// Argument of `test_deopt_kinds`: a number all of whose bytes differ.
pub(super) const SEED: u64 = 0x8123_4567_89ab_cdef;

/// Returns the kinds of the values of `test_deopt_kinds`.
pub(super) fn kinds() -> Vec<DeoptValueKind> {
    let sizes = [4, 1, 1, 2, 4, 8, 16, 4, 8, 16].map(DeoptValueKind::Bits);
    let object = [DeoptValueKind::Object(16), DeoptValueKind::Reference, DeoptValueKind::Reference];
    [&sizes[..], &object, &[DeoptValueKind::Bits(1), DeoptValueKind::Bits(8)]].concat()
}

/// Asserts that the values of `test_deopt_kinds` are those computed from [`SEED`].
pub(super) fn check_kinds(mutator: &mut Mutator, values: Vec<DeoptValue>) {
    let inverse = !SEED;
    let wide = u128::from(inverse) << 64 | u128::from(SEED);
    let numbers: Vec<_> = values[..10].iter().map(bits).collect();
    assert_eq!((numbers[0], numbers[1] & 1), (7, 1));
    assert_eq!(numbers[2..6], [0xef, 0xcdef, 0x89ab_cdef, SEED.into()]);
    assert_eq!(numbers[6], wide);
    assert_eq!(f32::from_bits(numbers[7] as u32), SEED as f64 as f32);
    assert_eq!(f64::from_bits(numbers[8] as u64), SEED as f64);
    assert_eq!(numbers[9], wide);
    let [object, reference, null, small, large] = &values[10..] else { panic!("{values:?}") };
    let DeoptValue::Object(bytes) = object else { panic!("{object:?}") };
    assert_eq!(**bytes, [SEED.to_le_bytes(), inverse.to_le_bytes()].concat());
    let DeoptValue::Reference(reference) = reference else { panic!("{reference:?}") };
    assert_eq!(content(mutator, reference), SEED);
    assert!(matches!(null, DeoptValue::Null), "{null:?}");
    assert_eq!((bits(small), bits(large)), (0xfb, 0x1234_5678_9abc_def0));
}

#[test]
fn values_of_all_kinds_are_passed() {
    for zeal in ZEAL_MODES {
        for function in [managed::deopt_kinds, managed::in_registers_deopt_kinds] {
            let heap = heap_with(zeal);
            let mut mutator = heap.attach().unwrap();
            let layout = |_: &DeoptSite<'_>| {
                Some(FrameLayout { skipped: 0, kinds: kinds(), callee_result: CalleeResult::Word })
            };
            let takeover = heap.takeover(ClosureContinuation(
                layout,
                |mutator: &mut Mutator, frame: DeoptimizedFrame| {
                    mutator.collect();
                    assert_eq!(frame.callee_result.word(), 77);
                    check_kinds(mutator, frame.values);
                    ReturnValue::Word(4711)
                },
            ));
            set_native_action(move |mutator, value| {
                assert_eq!(value, SEED);
                let taken = take_over(mutator, &takeover, |frame| frame.depth == 0);
                assert_eq!(taken, Ok(1));
                // The frame still exists, and is walked.
                mutator.collect();
                77
            });
            let arguments = [native(), Argument::Word(SEED)];
            assert_eq!(call(&mut mutator, function, &arguments), Ok(4711), "{zeal:?}");
            set_native_action(|_, value| value);
            // The code is unchanged.
            assert_eq!(call(&mut mutator, function, &arguments), Ok(SEED.wrapping_mul(2)));
            assert!(heap.statistics().counts.objects_moved > 0);
        }
    }
}

/// The caller keeps values in all callee-saved registers, references among them.
#[test]
fn callee_saved_registers_of_the_caller_are_restored() {
    for zeal in ZEAL_MODES {
        for function in [managed::deopt_outer, managed::in_registers_deopt_outer] {
            let heap = heap_with(zeal);
            let mut mutator = heap.attach().unwrap();
            let takeover = heap.takeover(nested());
            set_native_action(move |mutator, _| {
                assert_eq!(take_over(mutator, &takeover, |frame| frame.depth == 0), Ok(1));
                mutator.collect();
                50
            });
            for depth in 0..4 {
                let expected = outer_value(nested_value(depth, 50, |n| n == 0));
                let found = call(&mut mutator, function, &outer_arguments(depth));
                assert_eq!(found, Ok(expected), "{zeal:?}, depth {depth}");
            }
            assert!(heap.statistics().counts.objects_moved > 0);
        }
    }
}

/// The frame that is taken over returns a reference to the stub that entered managed code.
#[test]
fn the_only_frame_is_taken_over() {
    let heap = heap_with(Zeal::EveryAllocation(1));
    let mut mutator = heap.attach().unwrap();
    let takeover = Arc::new(heap.takeover(nested()));
    let takeover_in_action = Arc::clone(&takeover);
    set_native_action(move |mutator, _| {
        assert_eq!(take_over(mutator, &takeover_in_action, |frame| frame.depth == 0), Ok(1));
        9
    });
    let arguments = [native(), Argument::Word(0)];
    let result = managed::make(&mut mutator, managed::deopt_nested, &arguments).unwrap();
    assert_eq!(content(&mut mutator, &result), 9 + RESUMED_MARK);
}

#[test]
fn two_word_results_are_returned() {
    let heap = heap_with(Zeal::EveryAllocation(1));
    let mut mutator = heap.attach().unwrap();
    let layout = |_: &DeoptSite<'_>| {
        Some(FrameLayout {
            skipped: 0,
            kinds: vec![DeoptValueKind::Bits(8)],
            callee_result: CalleeResult::Word,
        })
    };
    let takeover = heap.takeover(ClosureContinuation(
        layout,
        |mutator: &mut Mutator, frame: DeoptimizedFrame| {
            mutator.collect();
            ReturnValue::WordPair([frame.callee_result.word() + 1, frame.values[0].word() + 1])
        },
    ));
    set_native_action(move |mutator, _| {
        let select = |frame: &Activation| is_of(frame, managed::deopt_pair);
        assert_eq!(take_over(mutator, &takeover, select), Ok(1));
        7
    });
    let arguments = [native(), Argument::Word(40)];
    assert_eq!(call(&mut mutator, managed::deopt_sum_of_pair, &arguments), Ok(8 + 41_000));
    set_native_action(|_, value| value);
    assert_eq!(call(&mut mutator, managed::deopt_sum_of_pair, &arguments), Ok(40 + 40_000));
}

#[test]
fn callers_of_a_wrapper_are_taken_over() {
    for zeal in ZEAL_MODES {
        let heap = heap_with(zeal);
        let mut mutator = heap.attach().unwrap();
        let layout = |site: &DeoptSite<'_>| {
            assert_eq!((site.constant(0), site.constant(1), site.len()), (Some(2), None, 3));
            let values =
                vec![DeoptValueKind::Bits(8), DeoptValueKind::Bits(8), DeoptValueKind::Reference];
            Some(FrameLayout { skipped: 0, kinds: values, callee_result: CalleeResult::Word })
        };
        let takeover = heap.takeover(ClosureContinuation(
            layout,
            |mutator: &mut Mutator, frame: DeoptimizedFrame| {
                mutator.collect();
                let object = frame.values.into_iter().nth(2).and_then(DeoptValue::into_reference);
                let content_of_box = content(mutator, &object.expect("it is a box"));
                ReturnValue::Word(frame.callee_result.word() + 10 * content_of_box)
            },
        ));
        set_native_action(move |mutator, _| {
            assert_eq!(take_over(mutator, &takeover, |frame| frame.depth == 0), Ok(1));
            mutator.collect();
            3
        });
        let arguments = [native(), Argument::Word(40)];
        assert_eq!(call(&mut mutator, managed::deopt_wrapped, &arguments), Ok(403), "{zeal:?}");
    }
}

/// A continuation calls managed code, whose frames are taken over in turn.
#[test]
fn continuations_call_managed_code_that_is_taken_over() {
    let heap = heap_with(Zeal::EveryAllocation(1));
    let mut mutator = heap.attach().unwrap();
    let layout = |_: &DeoptSite<'_>| {
        let kinds_of_ten = [
            vec![DeoptValueKind::Bits(8); 6],
            vec![DeoptValueKind::Reference; 2],
            vec![DeoptValueKind::Bits(4), DeoptValueKind::Bits(8)],
        ];
        Some(FrameLayout {
            skipped: 0,
            kinds: kinds_of_ten.concat(),
            callee_result: CalleeResult::Void,
        })
    };
    let takeover = heap.takeover(ClosureContinuation(
        layout,
        |mutator: &mut Mutator, frame: DeoptimizedFrame| {
            assert!(matches!(frame.callee_result, DeoptValue::Null));
            let [a, b] = [1, 2].map(|index| frame.values[index].word());
            let [content_a, content_b] = [6, 7].map(|index| match &frame.values[index] {
                DeoptValue::Reference(object) => content(mutator, object),
                other => panic!("{other:?}"),
            });
            assert_eq!((content_a, content_b), (a, b));
            let sums = [3, 4, 5].map(|index| frame.values[index].word());
            assert_eq!(sums, [a + b, a * b, a ^ b]);
            let result_of_callee = match a {
                0 => 0,
                a => {
                    let arguments = [native(), Argument::Word(a - 1), Argument::Word(b)];
                    call(mutator, managed::deopt_ten, &arguments).unwrap()
                }
            };
            // The objects of the frame's values are still live.
            assert_eq!(bits(&frame.values[8]), 17);
            ReturnValue::Word(result_of_callee + a + b)
        },
    ));
    set_native_action(move |mutator, _| {
        assert_eq!(take_over(mutator, &takeover, |frame| frame.depth == 0), Ok(1));
        0
    });
    let arguments = [native(), Argument::Word(20), Argument::Word(5)];
    let expected: u64 = (0..=20).map(|a| a + 5).sum();
    assert_eq!(call(&mut mutator, managed::deopt_ten, &arguments), Ok(expected));
}

/// Takes over more frames than there are return trampolines, one after the other, which succeeds
/// only if trampolines are reused.
#[test]
fn trampolines_are_freed_after_return() {
    let heap = heap_with(Zeal::Off);
    let mut mutator = heap.attach().unwrap();
    let rounds = 2 * statepoint_scanner::deopt::MAX_RETURN_TRAMPOLINES as u64;
    let taken = Arc::new(AtomicU64::new(0));
    for _ in 0..rounds {
        let taken = Arc::clone(&taken);
        let layout = |_: &DeoptSite<'_>| {
            let values = vec![
                DeoptValueKind::Bits(8),
                DeoptValueKind::Bits(8),
                DeoptValueKind::Bits(8),
                DeoptValueKind::Reference,
            ];
            Some(FrameLayout { skipped: 0, kinds: values, callee_result: CalleeResult::Word })
        };
        let takeover = heap.takeover(ClosureContinuation(
            layout,
            move |_: &mut Mutator, mut frame: DeoptimizedFrame| {
                taken.fetch_add(1, Relaxed);
                ReturnValue::Reference(frame.values.pop().and_then(DeoptValue::into_reference))
            },
        ));
        // The action drops the takeover while it is pending.
        let takeover = RefCell::new(Some(takeover));
        set_native_action(move |mutator, _| {
            let takeover = takeover.take().expect("called once");
            assert_eq!(take_over(mutator, &takeover, |frame| frame.depth == 0), Ok(1));
            0
        });
        let arguments = [native(), Argument::Word(0)];
        managed::make(&mut mutator, managed::deopt_nested, &arguments).unwrap();
    }
    assert_eq!(taken.load(Relaxed), rounds);
}
