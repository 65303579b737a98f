//! Frames of LLVM and Cranelift on one stack, with and without native frames between them.

use core::ffi::c_void;

use cranelift_codegen::ir::{InstBuilder as _, Value};
use cranelift_module::FuncId;
use statepoint_gc::{Argument, Mutator, Zeal};
use tests::managed::{self, call, tripled_sum};

use super::jit::{Jit, Kind, OPTIONS, assert_relocated, build, registry};
use super::programs::{deep, native, nested};

/// Number of words that [`pressed`] has live across a call: more than there are registers that
/// calls preserve.
const LIVE: u64 = 14;

/// `i64 pressed(n)`: allocates, calls LLVM's `nested(n)` with many live words and a live box, and
/// returns its result plus n and the words that LIVE determines. So it saves the registers in which
/// its caller has references.
fn pressed(jit: &mut Jit) -> FuncId {
    let id = jit.declare("pressed", 1);
    jit.define(id, &[Kind::Word], |body| {
        let n = body.parameters[0];
        let words: Vec<Value> =
            (1..=LIVE).map(|factor| body.builder.ins().imul_imm_s(n, factor as i64)).collect();
        let object = body.make_box(n);
        let callee = body.word(managed::nested().expose_provenance() as u64);
        let mut sum = body.call_managed(callee, &[n]);
        for word in words {
            sum = body.builder.ins().iadd(sum, word);
        }
        let value = body.unbox(object);
        Some(body.builder.ins().iadd(sum, value))
    });
    id
}

/// Returns the result of [`pressed`].
fn pressed_result(n: u64) -> u64 {
    tripled_sum(n, 1) + n * (LIVE * (LIVE + 1) / 2) + n
}

/// LLVM's function has references in registers that calls preserve. Cranelift's function saves
/// them, where the collector rewrites them.
#[test]
fn registers_of_llvm_are_relocated_where_cranelift_saves_them() {
    for options in OPTIONS {
        let mut jit = Jit::new(options);
        let pressed = pressed(&mut jit);
        let program = jit.finish();
        let registry = registry();
        program.register(&registry).unwrap();
        let function = program.address(pressed).expose_provenance() as u64;
        for zeal in [Zeal::EveryAllocation(1), Zeal::EveryPoll] {
            let heap = build(zeal, &registry);
            let mut mutator = heap.attach().unwrap();
            for direct in [managed::direct, managed::direct_registers] {
                let arguments = [Argument::Word(function), Argument::Word(20)];
                let result = call(&mut mutator, direct, &arguments);
                assert_eq!(result, Ok(pressed_result(20) + 15 * 20), "{zeal:?}");
            }
            if zeal != Zeal::EveryPoll {
                assert_relocated(&heap);
                let counts = heap.statistics().counts;
                assert!(counts.register_roots_relocated > 0, "{counts:?}");
            }
        }
    }
}

thread_local! {
    /// The function that [`callback`] calls.
    static CALLED: core::cell::Cell<*const c_void> =
        const { core::cell::Cell::new(core::ptr::null()) };
}

/// Collects, and calls one of two managed functions with `n - 1`, in turn.
extern "C-unwind" fn callback(n: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    Mutator::with_current(|mutator| {
        mutator.collect();
        let result = match n {
            0 => 0,
            _ => {
                let function =
                    Argument::Word((callback as *const c_void).expose_provenance() as u64);
                let arguments = [function, Argument::Word(n - 1)];
                if n.is_multiple_of(2) {
                    call(mutator, managed::native_registers, &arguments).unwrap()
                } else {
                    // SAFETY: the function has these parameters.
                    unsafe { mutator.call(CALLED.get(), &arguments) }.unwrap()
                }
            }
        };
        mutator.collect();
        result
    })
    .expect("native code that the stub called is native")
}

/// Native code and both compilers' code call each other, to a depth of 40.
#[test]
fn native_code_and_both_compilers_call_each_other() {
    for options in OPTIONS {
        let mut jit = Jit::new(options);
        let native = native(&mut jit);
        let program = jit.finish();
        CALLED.set(program.address(native));
        for heap in program.heaps() {
            let zeal = heap.zeal();
            let mut mutator = heap.attach().unwrap();
            let function = Argument::Word((callback as *const c_void).expose_provenance() as u64);
            // SAFETY: the function has these parameters.
            let result =
                unsafe { mutator.call(program.address(native), &[function, Argument::Word(40)]) };
            assert_eq!(result, Ok((0..=40).sum()), "{zeal:?}");
            assert_relocated(&heap);
        }
    }
}

/// A stack of 3,000 frames that several young collections walk: return barriers are in frames of
/// Cranelift, and later collections skip the frames below them.
#[test]
fn deep_stacks_are_skipped() {
    let mut jit = Jit::new(OPTIONS[1]);
    let nested = nested(&mut jit);
    let deep = deep(&mut jit);
    let program = jit.finish();
    let registry = registry();
    program.register(&registry).unwrap();
    CALLED.set(program.address(nested));
    for zeal in [Zeal::Off, Zeal::EveryAllocation(1)] {
        let heap = build(zeal, &registry);
        let mut mutator = heap.attach().unwrap();
        let function = Argument::Word((collect_young as *const c_void).expose_provenance() as u64);
        let depth = if zeal == Zeal::Off { 3000 } else { 100 };
        // SAFETY: the function has these parameters.
        let result =
            unsafe { mutator.call(program.address(deep), &[Argument::Word(depth), function]) };
        assert_eq!(result, Ok(depth * (depth + 1) / 2 + 6 * tripled_sum(5, 1)));
        assert_relocated(&heap);
        let counts = heap.statistics().counts;
        assert!(counts.frames_skipped > 0, "{counts:?}");
    }
}

/// Collects and calls a managed function six times.
extern "C-unwind" fn collect_young(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    Mutator::with_current(|mutator| {
        let mut sum = 0;
        for _ in 0..6 {
            mutator.collect_young();
            // SAFETY: the function has this parameter.
            sum += unsafe { mutator.call(CALLED.get(), &[Argument::Word(5)]) }.unwrap();
        }
        sum
    })
    .expect("native code that the stub called is native")
}
