//! Eager takeover: all activations of a function are taken over when their callees return.

use core::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use super::*;
use tests::managed::{self, call};

const DEPTH: u64 = 12;

#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn all_activations_are_taken_over() {
    for zeal in WAYS {
        for (outer, nested_function) in [
            (managed::deopt_outer as fn() -> _, managed::deopt_nested as fn() -> _),
            (managed::in_registers_deopt_outer, managed::in_registers_deopt_nested),
        ] {
            let heap = heap_with(zeal);
            let mut mutator = heap.attach().unwrap();
            let takeover = heap.takeover(nested());
            when_called(move |mutator, _| {
                let select = |frame: &Activation| is_of(frame, nested_function);
                assert_eq!(take_over(mutator, &takeover, select), Ok(DEPTH as usize + 1));
                // The frames that are to be taken over are unchanged for the collector.
                mutator.collect();
                let again = take_over(mutator, &takeover, select);
                assert_eq!(again, Ok(0), "they are to be taken over already");
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

/// Between the frames that are taken over are frames of code that resumes normally.
#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn some_activations_are_taken_over() {
    for zeal in WAYS {
        let heap = heap_with(zeal);
        let mut mutator = heap.attach().unwrap();
        let takeover = heap.takeover(nested());
        when_called(move |mutator, _| {
            let odd =
                |frame: &Activation| is_of(frame, managed::deopt_nested) && frame.depth % 2 == 1;
            assert_eq!(take_over(mutator, &takeover, odd), Ok(DEPTH as usize / 2));
            mutator.collect();
            6
        });
        let expected = outer_value(nested_value(DEPTH, 6, |n| n % 2 == 1));
        let found = call(&mut mutator, managed::deopt_outer, &outer_arguments(DEPTH));
        assert_eq!(found, Ok(expected), "{zeal:?}");
    }
}

/// Two continuations, each for half of the frames; the first one to claim a frame keeps it.
#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn the_first_takeover_of_a_frame_wins() {
    let heap = heap_with(Zeal::EveryAllocation(1));
    let mut mutator = heap.attach().unwrap();
    let [one, two] = [heap.takeover(nested()), heap.takeover(nested())];
    let rounds = Cell::new(0);
    when_called(move |mutator, _| {
        let mine = |frame: &Activation| is_of(frame, managed::deopt_nested);
        let first = |frame: &Activation| mine(frame) && frame.depth < 5;
        assert_eq!(take_over(mutator, &one, first), Ok(5));
        assert_eq!(take_over(mutator, &two, mine), Ok(DEPTH as usize + 1 - 5));
        rounds.set(rounds.get() + 1);
        rounds.get()
    });
    for round in 1..4 {
        let expected = outer_value(nested_value(DEPTH, round, |_| true));
        let found = call(&mut mutator, managed::deopt_outer, &outer_arguments(DEPTH));
        assert_eq!(found, Ok(expected));
    }
}

#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn floating_point_results_are_returned() {
    for zeal in WAYS {
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
        let takeover = Arc::new(heap.takeover(Two(
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
        let half = |below: f64, n: u64| below / 2.0 + n as f64;
        for (depth, taken) in [(0, 1), (1, 2), (7, 4), (7, 8)] {
            let takes = Arc::new(AtomicU64::new(0));
            let count = Arc::clone(&takes);
            let takeover = Arc::clone(&takeover);
            when_called(move |mutator, _| {
                let select =
                    |frame: &Activation| is_of(frame, managed::deopt_halves) && frame.depth < taken;
                let taken = take_over(mutator, &takeover, select).unwrap();
                count.store(taken as u64, Ordering::Relaxed);
                90
            });
            let expected = (1..=depth).fold(90.0, half) * 1000.0;
            let arguments = [native(), Argument::Word(depth)];
            let found = call(&mut mutator, managed::deopt_thousand_halves, &arguments);
            assert_eq!(found, Ok(expected as u64), "{zeal:?}, depth {depth}");
            assert_eq!(takes.load(Ordering::Relaxed), taken as u64);
        }
    }
}

/// Frames of several calls from native code, of which some are taken over; native frames are
/// between.
#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn activations_of_nested_managed_calls_are_taken_over() {
    let heap = heap_with(Zeal::EveryAllocation(1));
    let mut mutator = heap.attach().unwrap();
    let takeover = heap.takeover(nested());
    let level = Cell::new(0);
    when_called(move |mutator, _| {
        level.set(level.get() + 1);
        if level.get() < 4 {
            return call(mutator, managed::deopt_outer, &outer_arguments(2)).unwrap();
        }
        let mine = |frame: &Activation| is_of(frame, managed::deopt_nested);
        assert_eq!(take_over(mutator, &takeover, mine), Ok(4 * 3));
        mutator.collect();
        8
    });
    let expected = (0..4).fold(8, |below, _| outer_value(nested_value(2, below, |_| true)));
    let found = call(&mut mutator, managed::deopt_outer, &outer_arguments(2));
    assert_eq!(found, Ok(expected));
}

/// A thread takes over the frames of another thread that is in native code, while a third one
/// collects.
#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn another_thread_takes_frames_over() {
    let heap = heap_with(Zeal::Off);
    let (begun, done) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let takeover = heap.takeover(nested());
    thread::scope(|scope| {
        let (is_waiting, may_return) = (Arc::clone(&begun), Arc::clone(&done));
        let (heap, takeover) = (&heap, &takeover);
        let worker = scope.spawn(move || {
            let mut mutator = heap.attach().unwrap();
            when_called(move |_, _| {
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
        let taken = heap.handshake(thread, |at| {
            let mine = |frame: &Activation| is_of(frame, managed::deopt_nested);
            let seen = at.activations().expect("its stack can be walked");
            assert!(seen.iter().map(|seen| seen.depth).eq(0..DEPTH as usize + 2), "{seen:?}");
            assert_eq!(seen.iter().filter(|seen| mine(seen)).count(), DEPTH as usize + 1);
            let frames: Vec<_> = seen.iter().map(|seen| seen.frame).collect();
            assert_eq!(at.frames().as_ref(), Ok(&frames));
            // SAFETY: as in `take_over`.
            unsafe { at.take_over(takeover, mine) }
        });
        let mut mutator = heap.attach().unwrap();
        mutator.collect();
        done.store(true, Ordering::Release);
        assert_eq!(taken, Ok(Ok(DEPTH as usize + 1)));
        let expected = outer_value(nested_value(DEPTH, 7, |_| true));
        assert_eq!(worker.join().expect("no panic"), Ok(expected));
    });
}
