//! Tail calls with other numbers of stack arguments. The callee pops them, and a function that
//! tail-calls one with more of them moves its return address down. So the stack pointer of the
//! caller is not known: its frame and its references are found by its frame pointer.

use core::ffi::c_void;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder as _, MemFlagsData, Value};
use cranelift_codegen::isa::CallConv;
use cranelift_module::FuncId;
use statepoint_cranelift::UnwinderRegistration;
use statepoint_gc::{Argument, Mutator, Zeal};
use tests::managed::{self, call, tripled_sum};

use super::jit::{Body, Jit, Kind, OPTIONS, Options, SIGNED, assert_relocated, build, registry};
use super::programs::{LEFT, boxed, nested};

/// Cranelift needs frame pointers for tail calls.
const OPTION: Options = OPTIONS[2];
/// Number of parameters of the function that calls the first one of a chain.
const OUTER: usize = 12;
/// Number of words that [`Step::Press`] has live across a call: more than there are registers that
/// calls preserve on x86-64.
const LIVE: u64 = 7;

/// What a function of a chain does before its tail call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Nothing.
    Forward,
    /// It calls functions that collect, while only references are live: it saves no registers.
    Allocate,
    /// It calls functions that collect, while words are live: it saves registers.
    Press,
}

/// Number of parameters of each function of a chain, and what it does.
type Chain<'a> = &'a [(usize, Step)];

/// Defines the functions of a chain, whose parameters are boxes. Each tail-calls the next one, and
/// the last one itself, with one less in the first box, until that is 0. Then it calls `at_end`.
/// Returns `i64 run(n)`, which calls the first function.
fn define(jit: &mut Jit, chain: Chain<'_>) -> FuncId {
    let nested = nested(jit);
    let functions: Vec<_> = chain
        .iter()
        .enumerate()
        .map(|(at, (arity, _))| jit.declare_with(&format!("chain_{at}"), CallConv::Tail, *arity))
        .collect();
    for (at, &(arity, step)) in chain.iter().enumerate() {
        let next = (at + 1).min(chain.len() - 1);
        let callee = (functions[next], chain[next].0);
        jit.define_migrating(functions[at], &vec![Kind::Reference; arity], |body| {
            if step == Step::Forward {
                let [first, second] = [body.parameters[0], body.parameters[1]];
                tail_call(body, callee, [first, second]);
                return None;
            }
            let first = body.parameters[0];
            let n = body.unbox(first);
            let is_end = body.builder.ins().icmp_imm_s(IntCC::Equal, n, 0);
            let (end, more) = (body.builder.create_block(), body.builder.create_block());
            body.builder.ins().brif(is_end, end, &[], more, &[]);
            body.builder.switch_to_block(more);
            let live = if step == Step::Press { LIVE } else { 0 };
            let words: Vec<_> =
                (1..=live).map(|factor| body.builder.ins().imul_imm_s(n, factor as i64)).collect();
            let three = body.word(3);
            body.call(nested, &[three]);
            // What the words should be is computed from the reference.
            let n = body.unbox(first);
            let mut less = body.builder.ins().imul_imm_s(n, -((live * (live + 1) / 2) as i64));
            for word in words {
                less = body.builder.ins().iadd(less, word);
            }
            let smaller = body.emitter.allocate(body.builder, boxed());
            let n = body.unbox(first);
            let n = body.builder.ins().iadd_imm_s(n, -1);
            let n = if live == 0 { n } else { body.builder.ins().iadd(n, less) };
            body.builder.ins().store(MemFlagsData::trusted(), n, smaller, LEFT);
            let new = body.emitter.allocate(body.builder, boxed());
            let n = body.unbox(first);
            body.builder.ins().store(MemFlagsData::trusted(), n, new, LEFT);
            tail_call(body, callee, [smaller, new]);
            body.builder.switch_to_block(end);
            let function = body.word((at_end as *const c_void).expose_provenance() as u64);
            let sum = body.emitter.call_native(body.builder, function, &[]);
            Some(add_boxes(body, sum, arity))
        });
    }
    // The caller of the chain has stack arguments, too. References are live across its call.
    let outer = jit.declare_with("outer", CallConv::Tail, OUTER);
    jit.define_migrating(outer, &[Kind::Reference; OUTER], |body| {
        let arguments: Vec<_> = body.parameters.iter().copied().cycle().take(chain[0].0).collect();
        let sum = body.call(functions[0], &arguments);
        Some(add_boxes(body, sum, OUTER))
    });
    let run = jit.declare("run", 1);
    jit.define_migrating(run, &[Kind::Word], |body| {
        let n = body.parameters[0];
        let boxes: Vec<_> = (0..OUTER).map(|_| body.make_box(n)).collect();
        let sum = body.call(outer, &boxes);
        let value = body.unbox(boxes[0]);
        Some(body.builder.ins().iadd(sum, value))
    });
    run
}

/// Returns a word plus the numbers in the boxes that are the first parameters.
fn add_boxes(body: &mut Body<'_, '_>, mut sum: Value, count: usize) -> Value {
    for at in 0..count {
        let value = body.unbox(body.parameters[at]);
        sum = body.builder.ins().iadd(sum, value);
    }
    sum
}

/// Ends the block with a tail call, with these arguments and the other parameters in turn.
fn tail_call(body: &mut Body<'_, '_>, (callee, arity): (FuncId, usize), first: [Value; 2]) {
    let others: Vec<_> = body.parameters[1..].iter().cycle().take(arity - 2).copied().collect();
    body.tail_call(callee, &[&first[..], &others].concat());
}

/// Returns the result of `run`.
fn expected(start: u64, chain: Chain<'_>) -> u64 {
    let (mut values, mut at) = (vec![start; chain[0].0], 0);
    loop {
        let step = chain[at].1;
        if step != Step::Forward && values[0] == 0 {
            return values.iter().sum::<u64>() + AT_END + (OUTER as u64 + 1) * start;
        }
        at = (at + 1).min(chain.len() - 1);
        let others: Vec<_> = values[1..].iter().cycle().take(chain[at].0 - 2).copied().collect();
        let first = match step {
            Step::Forward => [values[0], values[1]],
            Step::Allocate | Step::Press => [values[0] - 1, values[0]],
        };
        values = [&first[..], &others].concat();
    }
}

/// The result of [`at_end`].
const AT_END: u64 = 100;

/// What [`at_end`] does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Return,
    Panic,
    /// It calls the function at this address with one less, unless this is 0.
    Recurse(*const c_void, u64),
}

thread_local! {
    static END: Cell<End> = const { Cell::new(End::Return) };
}

/// Native function that the last function of a chain calls.
extern "C-unwind" fn at_end(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    Mutator::with_current(|mutator| {
        mutator.collect_young();
        match END.get() {
            End::Panic => resume_unwind(Box::new(23_u64)),
            End::Recurse(run, depth) if depth > 0 => {
                END.set(End::Recurse(run, depth - 1));
                // SAFETY: the function has this parameter.
                unsafe { mutator.call(run, &[Argument::Word(3)]) }.unwrap();
            }
            End::Return | End::Recurse(..) => {
                for _ in 0..3 {
                    mutator.collect_young();
                    assert_eq!(call(mutator, managed::nested, &[Argument::Word(2)]), Ok(5));
                }
            }
        }
        mutator.collect_young();
    })
    .expect("native code that the stub called is native");
    AT_END
}

/// Chains in which the number of stack arguments grows, shrinks, and does both.
const CHAINS: [Chain<'static>; 7] = [
    &[(20, Step::Allocate), (14, Step::Press), (9, Step::Forward), (3, Step::Press)],
    &[(3, Step::Forward), (20, Step::Allocate)],
    &[(3, Step::Allocate), (20, Step::Allocate)],
    &[(3, Step::Press), (20, Step::Press)],
    &[(9, Step::Press), (14, Step::Allocate), (20, Step::Press), (27, Step::Allocate)],
    &[(3, Step::Allocate), (20, Step::Press), (4, Step::Allocate), (13, Step::Press)],
    &[(2, Step::Press), (3, Step::Press), (31, Step::Forward), (2, Step::Allocate)],
];

#[test]
fn references_of_callers_are_relocated() {
    let all = CHAINS.into_iter().map(|chain| (chain, OPTION));
    for (chain, options) in all.chain([(CHAINS[3], SIGNED), (CHAINS[5], SIGNED)]) {
        let mut jit = Jit::new(options);
        let run = define(&mut jit, chain);
        let program = jit.finish();
        for heap in program.heaps() {
            let zeal = heap.zeal();
            let mut mutator = heap.attach().unwrap();
            END.set(End::Return);
            for n in [0, 1, 2, 3, 17] {
                // SAFETY: the function has this parameter.
                let result = unsafe { mutator.call(program.address(run), &[Argument::Word(n)]) };
                assert_eq!(result, Ok(expected(n, chain)), "{chain:?}, {zeal:?}, {n}");
            }
            assert_relocated(&heap);
        }
    }
}

/// Chains on a deep stack, with return barriers: in zeal mode in each frame, so that tail calls
/// move them.
#[test]
fn tail_calls_move_return_barriers() {
    for chain in CHAINS {
        let mut jit = Jit::new(OPTION);
        let run = define(&mut jit, chain);
        let program = jit.finish();
        let registry = registry();
        program.register(&registry).unwrap();
        for (zeal, depth) in [(Zeal::Off, 100), (Zeal::EveryAllocation(1), 5)] {
            let heap = build(zeal, &registry);
            let mut mutator = heap.attach().unwrap();
            END.set(End::Recurse(program.address(run), depth));
            // SAFETY: the function has this parameter.
            let result = unsafe { mutator.call(program.address(run), &[Argument::Word(4)]) };
            assert_eq!(result, Ok(expected(4, chain)), "{chain:?}, {zeal:?}");
            assert_relocated(&heap);
            let counts = heap.statistics().counts;
            assert!(counts.frames_skipped > 0, "{chain:?}, {zeal:?}: {counts:?}");
        }
    }
}

/// LLVM's function has references in registers that calls preserve. The first function of the
/// chain, which has moved its return address, saves them, and the collector rewrites them there.
#[test]
fn registers_are_restored_from_frames_that_have_moved() {
    let chain: Chain<'_> = &[(3, Step::Press), (20, Step::Press)];
    let mut jit = Jit::new(OPTION);
    let run = define(&mut jit, chain);
    let program = jit.finish();
    let registry = registry();
    program.register(&registry).unwrap();
    let function = program.address(run).expose_provenance() as u64;
    for zeal in [Zeal::EveryAllocation(1), Zeal::EveryPoll] {
        let heap = build(zeal, &registry);
        let mut mutator = heap.attach().unwrap();
        END.set(End::Return);
        for n in [0, 1, 5] {
            let arguments = [Argument::Word(function), Argument::Word(n)];
            let result = call(&mut mutator, managed::direct_registers, &arguments);
            assert_eq!(result, Ok(expected(n, chain) + 15 * n), "{zeal:?}");
        }
        assert_relocated(&heap);
        let counts = heap.statistics().counts;
        assert!(counts.register_roots_relocated > 0, "{counts:?}");
    }
}

/// A panic at the end of a chain passes through the frame whose return address has moved.
#[test]
fn panics_pass_through_frames_that_have_moved() {
    for chain in CHAINS {
        let mut jit = Jit::new(OPTION);
        let run = define(&mut jit, chain);
        let program = jit.finish();
        // SAFETY: the code stays until the end of the test.
        let _unwinder = unsafe { UnwinderRegistration::new(&program.region) };
        for heap in program.heaps() {
            let mut mutator = heap.attach().unwrap();
            END.set(End::Panic);
            for n in [0, 1, 5] {
                // SAFETY: the function has this parameter.
                let caught = catch_unwind(AssertUnwindSafe(|| unsafe {
                    mutator.call(program.address(run), &[Argument::Word(n)])
                }));
                assert_eq!(caught.unwrap_err().downcast_ref(), Some(&23_u64), "{chain:?}");
            }
            let result = call(&mut mutator, managed::nested, &[Argument::Word(20)]);
            assert_eq!(result, Ok(tripled_sum(20, 1)), "the thread is usable");
            assert_relocated(&heap);
        }
    }
}
