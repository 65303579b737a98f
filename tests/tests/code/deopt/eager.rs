//! Takeover of several activations in one request: each is resumed by the continuation when its
//! callee returns.

use core::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use super::*;
use tests::managed::{self, call};
use tests::unwinder;

/// Depth of the recursion of `test_deopt_nested`.
const DEPTH: u64 = 12;

#[test]
fn all_activations_are_taken_over() {
    for zeal in ZEAL_MODES {
        for (outer, nested_function) in [
            (managed::deopt_outer as fn() -> _, managed::deopt_nested as fn() -> _),
            (managed::in_registers_deopt_outer, managed::in_registers_deopt_nested),
        ] {
            let heap = heap_with(zeal);
            let mut mutator = heap.attach().unwrap();
            let takeover = heap.takeover(nested());
            set_native_action(move |mutator, _| {
                let select = |frame: &Activation| is_of(frame, nested_function);
                // In zeal mode, frames have return barriers.
                mutator.collect();
                let before = unwinder::backtrace();
                assert_eq!(take_over(mutator, &takeover, select), Ok(DEPTH as usize + 1));
                // Until their callees return, collections and unwinders find the frames.
                mutator.collect();
                let after = unwinder::backtrace();
                // The second frame is this function.
                assert_eq!(before[2..], after[2..]);
                assert!(before.len() > 2 * DEPTH as usize, "{before:x?}");
                let second_request = take_over(mutator, &takeover, select);
                assert_eq!(second_request, Ok(0), "a takeover of each is already pending");
                mutator.collect();
                5
            });
            let expected = outer_value(nested_value(DEPTH, 5, |_| true));
            let found = call(&mut mutator, outer, &outer_arguments(DEPTH));
            assert_eq!(found, Ok(expected), "{zeal:?}");
            let statistics = heap.statistics();
            let counts = statistics.counts;
            assert_eq!(counts.frames_walked, counts.records_matched, "{statistics:?}");
            assert!(counts.frames_walked > DEPTH * 2 && counts.objects_moved > 0, "{statistics:?}");
        }
    }
}

/// Every second frame is taken over; the compiled code of the others resumes normally.
#[test]
fn some_activations_are_taken_over() {
    for zeal in ZEAL_MODES {
        let heap = heap_with(zeal);
        let mut mutator = heap.attach().unwrap();
        let takeover = heap.takeover(nested());
        set_native_action(move |mutator, _| {
            let is_odd =
                |frame: &Activation| is_of(frame, managed::deopt_nested) && frame.depth % 2 == 1;
            assert_eq!(take_over(mutator, &takeover, is_odd), Ok(DEPTH as usize / 2));
            mutator.collect();
            6
        });
        let expected = outer_value(nested_value(DEPTH, 6, |n| n % 2 == 1));
        let found = call(&mut mutator, managed::deopt_outer, &outer_arguments(DEPTH));
        assert_eq!(found, Ok(expected), "{zeal:?}");
    }
}

/// Two continuations request overlapping sets of frames. A frame belongs to the first request.
#[test]
fn the_first_takeover_of_a_frame_wins() {
    let heap = heap_with(Zeal::EveryAllocation(1));
    let mut mutator = heap.attach().unwrap();
    let [one, two] = [heap.takeover(nested()), heap.takeover(nested())];
    let round_count = Cell::new(0);
    set_native_action(move |mutator, _| {
        let is_nested = |frame: &Activation| is_of(frame, managed::deopt_nested);
        let is_young = |frame: &Activation| is_nested(frame) && frame.depth < 5;
        assert_eq!(take_over(mutator, &one, is_young), Ok(5));
        assert_eq!(take_over(mutator, &two, is_nested), Ok(DEPTH as usize + 1 - 5));
        round_count.set(round_count.get() + 1);
        round_count.get()
    });
    for round in 1..4 {
        let expected = outer_value(nested_value(DEPTH, round, |_| true));
        let found = call(&mut mutator, managed::deopt_outer, &outer_arguments(DEPTH));
        assert_eq!(found, Ok(expected));
    }
}

#[test]
fn floating_point_results_are_returned() {
    for zeal in ZEAL_MODES {
        let heap = heap_with(zeal);
        let mut mutator = heap.attach().unwrap();
        let layout = |site: &DeoptSite<'_>| {
            let callee = match site.constant(0)? {
                0 => CalleeResult::Word,
                _ => CalleeResult::Float,
            };
            Some(FrameLayout {
                skipped: 0,
                kinds: vec![DeoptValueKind::Bits(8); 2],
                callee_result: callee,
            })
        };
        let takeover = Arc::new(heap.takeover(ClosureContinuation(
            layout,
            |mutator: &mut Mutator, frame: DeoptimizedFrame| {
                mutator.collect();
                let depth = frame.values[1].word() as f64;
                ReturnValue::Double(match frame.values[0].word() {
                    0 => frame.callee_result.word() as f64,
                    _ => f64::from_bits(frame.callee_result.word()) / 2.0 + depth,
                })
            },
        )));
        let expected_half = |below: f64, n: u64| below / 2.0 + n as f64;
        for (depth, taken) in [(0, 1), (1, 2), (7, 4), (7, 8)] {
            let taken_count = Arc::new(AtomicU64::new(0));
            let taken_in_action = Arc::clone(&taken_count);
            let takeover = Arc::clone(&takeover);
            set_native_action(move |mutator, _| {
                let select =
                    |frame: &Activation| is_of(frame, managed::deopt_halves) && frame.depth < taken;
                let taken = take_over(mutator, &takeover, select).unwrap();
                taken_in_action.store(taken as u64, Ordering::Relaxed);
                90
            });
            let expected = (1..=depth).fold(90.0, expected_half) * 1000.0;
            let arguments = [native(), Argument::Word(depth)];
            let found = call(&mut mutator, managed::deopt_thousand_halves, &arguments);
            assert_eq!(found, Ok(expected as u64), "{zeal:?}, depth {depth}");
            assert_eq!(taken_count.load(Ordering::Relaxed), taken as u64);
        }
    }
}

/// Four nested calls of managed code from native code. The frames of one function are taken over in
/// all of them, with native frames in between.
#[test]
fn activations_of_nested_managed_calls_are_taken_over() {
    let heap = heap_with(Zeal::EveryAllocation(1));
    let mut mutator = heap.attach().unwrap();
    let takeover = heap.takeover(nested());
    let level = Cell::new(0);
    set_native_action(move |mutator, _| {
        level.set(level.get() + 1);
        if level.get() < 4 {
            return call(mutator, managed::deopt_outer, &outer_arguments(2)).unwrap();
        }
        let is_nested = |frame: &Activation| is_of(frame, managed::deopt_nested);
        assert_eq!(take_over(mutator, &takeover, is_nested), Ok(4 * 3));
        mutator.collect();
        8
    });
    let expected = (0..4).fold(8, |below, _| outer_value(nested_value(2, below, |_| true)));
    let found = call(&mut mutator, managed::deopt_outer, &outer_arguments(2));
    assert_eq!(found, Ok(expected));
}

/// A thread takes over the frames of another thread, which is in native code, and then collects.
#[test]
fn another_thread_takes_frames_over() {
    let heap = heap_with(Zeal::Off);
    let (begun, done) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let takeover = heap.takeover(nested());
    thread::scope(|scope| {
        let (is_waiting, may_return) = (Arc::clone(&begun), Arc::clone(&done));
        let (heap, takeover) = (&heap, &takeover);
        let worker = scope.spawn(move || {
            let mut mutator = heap.attach().unwrap();
            set_native_action(move |_, _| {
                is_waiting.store(true, Ordering::Release);
                while !may_return.load(Ordering::Acquire) {
                    thread::yield_now();
                }
                7
            });
            call(&mut mutator, managed::deopt_outer, &outer_arguments(DEPTH))
        });
        while !begun.load(Ordering::Acquire) && !worker.is_finished() {
            thread::yield_now();
        }
        let [thread] = &heap.threads()[..] else { panic!("one thread is attached") };
        let taken = heap.handshake(thread, |stopped| {
            let is_nested = |frame: &Activation| is_of(frame, managed::deopt_nested);
            let activations = stopped.activations().expect("its stack can be walked");
            assert!(
                activations.iter().map(|activation| activation.depth).eq(0..DEPTH as usize + 2),
                "{activations:?}"
            );
            assert_eq!(
                activations.iter().filter(|activation| is_nested(activation)).count(),
                DEPTH as usize + 1
            );
            let frames: Vec<_> = activations.iter().map(|activation| activation.frame).collect();
            assert_eq!(stopped.frames().as_ref(), Ok(&frames));
            // SAFETY: the continuations of these tests know the functions of `managed/deopt.ll`,
            // from which nothing is thrown.
            unsafe { stopped.take_over(takeover, is_nested) }
        });
        let mut mutator = heap.attach().unwrap();
        mutator.collect();
        done.store(true, Ordering::Release);
        assert_eq!(taken, Ok(Ok(DEPTH as usize + 1)));
        let expected = outer_value(nested_value(DEPTH, 7, |_| true));
        assert_eq!(worker.join().expect("no panic"), Ok(expected));
    });
}
