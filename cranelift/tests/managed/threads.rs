//! Threads that run code of Cranelift and stop for each other.

use core::sync::atomic::{AtomicU64, Ordering};

use cranelift_codegen::ir::{InstBuilder as _, MemFlagsData, types};
use statepoint_gc::{Argument, Zeal};

use super::jit::{Jit, Kind, OPTIONS, assert_relocated, build, registry};
use super::programs::list_work;

/// A thread runs a loop with nothing but a poll, until a flag is set after several collections by
/// another thread.
#[test]
fn threads_in_loops_stop_at_polls() {
    for options in OPTIONS {
        let mut jit = Jit::new(options);
        // i64 spin(box number, flag): polls until the flag is not 0, with a live box.
        let spin = jit.declare("spin", 2);
        jit.define(spin, &[Kind::Word, Kind::Word], |body| {
            let (number, flag) = (body.parameters[0], body.parameters[1]);
            let object = body.make_box(number);
            let one = body.word(1);
            body.repeat(&[(one, Kind::Word)], |body, _| {
                body.emitter.poll(body.builder);
                let set = body.builder.ins().atomic_load(types::I64, MemFlagsData::trusted(), flag);
                vec![body.builder.ins().bxor_imm_s(set, 1)]
            });
            Some(body.unbox(object))
        });
        let program = jit.finish();
        let registry = registry();
        program.register(&registry).unwrap();
        let heap = build(Zeal::Off, &registry);
        let flag = AtomicU64::new(0);
        let function = program.address(spin).expose_provenance();
        std::thread::scope(|scope| {
            let spins = [7, 8].map(|number| {
                let (heap, flag) = (&heap, &flag);
                scope.spawn(move || {
                    let mut mutator = heap.attach().unwrap();
                    let flag = Argument::Word(flag.as_ptr().expose_provenance() as u64);
                    let function = core::ptr::with_exposed_provenance(function);
                    // SAFETY: the function has these parameters.
                    unsafe { mutator.call(function, &[Argument::Word(number), flag]) }
                })
            });
            let mut mutator = heap.attach().unwrap();
            // Until collections have found the boxes of both threads.
            while heap.statistics().counts.roots_visited < 50 {
                mutator.collect();
            }
            flag.store(1, Ordering::Relaxed);
            let results = spins.map(|thread| thread.join().unwrap());
            assert_eq!(results, [Ok(7), Ok(8)]);
        });
        assert_relocated(&heap);
    }
}

/// A loop takes each word that another thread leaves, once.
#[test]
fn interrupts_are_taken_once() {
    /// Number of interrupts.
    const COUNT: u64 = 40;
    for options in OPTIONS {
        let mut jit = Jit::new(options);
        // i64 spin(box number, sum): adds the words of interrupts to the sum, until it is complete.
        let spin = jit.declare("spin", 2);
        jit.define(spin, &[Kind::Word, Kind::Word], |body| {
            let (number, sum) = (body.parameters[0], body.parameters[1]);
            let object = body.make_box(number);
            let one = body.word(1);
            body.repeat(&[(one, Kind::Word)], |body, _| {
                body.emitter.poll(body.builder);
                let word = body.emitter.poll_interrupt(body.builder);
                let flags = MemFlagsData::trusted();
                let before = body.builder.ins().atomic_load(types::I64, flags, sum);
                let after = body.builder.ins().iadd(before, word);
                body.builder.ins().atomic_store(flags, after, sum);
                let all = (COUNT * (COUNT + 1) / 2).cast_signed();
                vec![body.builder.ins().iadd_imm_s(after, -all)]
            });
            Some(body.unbox(object))
        });
        let program = jit.finish();
        let registry = registry();
        program.register(&registry).unwrap();
        for zeal in [Zeal::Off, Zeal::EveryPoll] {
            let heap = build(zeal, &registry);
            let sum = AtomicU64::new(0);
            let function = program.address(spin).expose_provenance();
            std::thread::scope(|scope| {
                let spinning = scope.spawn(|| {
                    let mut mutator = heap.attach().unwrap();
                    let sum = Argument::Word(sum.as_ptr().expose_provenance() as u64);
                    let function = core::ptr::with_exposed_provenance(function);
                    // SAFETY: the function has these parameters.
                    unsafe { mutator.call(function, &[Argument::Word(7), sum]) }
                });
                let thread = loop {
                    if let Some(thread) = heap.threads().pop() {
                        break thread;
                    }
                    std::thread::yield_now();
                };
                let mut mutator = heap.attach().unwrap();
                for n in 1..=COUNT {
                    let word = core::num::NonZeroU64::new(n).expect("not 0");
                    assert_eq!(heap.interrupt(&thread, word), Ok(None));
                    if n % 8 == 0 {
                        mutator.collect();
                    }
                    while sum.load(Ordering::SeqCst) < n * (n + 1) / 2 {
                        std::thread::yield_now();
                    }
                }
                assert_eq!(spinning.join().unwrap(), Ok(7));
            });
            assert_relocated(&heap);
        }
    }
}

/// Threads allocate lists while another one collects.
#[test]
fn threads_allocate_concurrently() {
    let mut jit = Jit::new(OPTIONS[1]);
    let work = list_work(&mut jit);
    let program = jit.finish();
    let registry = registry();
    program.register(&registry).unwrap();
    let heap = build(Zeal::Off, &registry);
    let function = program.address(work).expose_provenance();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| {
                let heap = &heap;
                scope.spawn(move || {
                    let mut mutator = heap.attach().unwrap();
                    let function = core::ptr::with_exposed_provenance(function);
                    for _ in 0..50 {
                        // SAFETY: the function has this parameter.
                        let sum = unsafe { mutator.call(function, &[Argument::Word(1000)]) };
                        assert_eq!(sum, Ok(500_500));
                    }
                })
            })
            .collect();
        let mut mutator = heap.attach().unwrap();
        while threads.iter().any(|thread| !thread.is_finished()) {
            mutator.collect_young();
        }
        for thread in threads {
            thread.join().unwrap();
        }
    });
    assert_relocated(&heap);
}
