//! Frame takeover in code compiled by each LLVM version: values of all kinds are passed to the
//! continuation, and callee-saved registers of the callers are restored.

use std::sync::Arc;

use statepoint_gc::CodeRegistry;
use tests::jit::Generated;

use super::youngest::{SEED, check_kinds, kinds};
use super::*;

/// Compiles the functions twice with each version: with references in stack slots at calls, and in
/// callee-saved registers where possible.
fn compile_all() -> Vec<(Generated, Arc<CodeRegistry>)> {
    let in_registers = ["--max-registers-for-gc-values=100", "--fixup-allow-gcptr-in-csr"];
    let registered = |generated: Generated| {
        let registry = Arc::new(CodeRegistry::new());
        generated.register(&registry).unwrap();
        (generated, registry)
    };
    let mut compile_all = Generated::of_each_version("deopt", "", &[]);
    compile_all.extend(Generated::of_each_version("deopt", "", &in_registers));
    compile_all.into_iter().map(registered).collect()
}

/// Calls a managed function that returns a number.
fn call(mutator: &mut Mutator, function: *const c_void, arguments: &[Argument<'_>]) -> u64 {
    // SAFETY: the function is defined in `managed/deopt.ll`, with these parameters.
    unsafe { mutator.call(function, arguments) }.unwrap()
}

#[test]
fn frames_of_each_llvm_version_are_taken_over() {
    for (generated, registry) in &compile_all() {
        for zeal in ZEAL_MODES {
            let heap = heap().heap_max(8 << 20).zeal(zeal).code(Arc::clone(registry));
            let heap = heap.build().unwrap();
            check_all_kinds(&heap, generated.function("test_deopt_kinds"));
            check_callee_saved_registers(&heap, generated.function("test_deopt_outer"));
            let counts = heap.statistics().counts;
            assert!(counts.objects_moved > 0 && counts.roots_visited > 0, "{counts:?}");
            assert_eq!(counts.frames_walked, counts.records_matched);
        }
    }
}

/// Takes over the youngest frame, and checks that the continuation receives values of all kinds.
fn check_all_kinds(heap: &Heap, function: *const c_void) {
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
    set_native_action(move |mutator, _| {
        assert_eq!(take_over(mutator, &takeover, |frame| frame.depth == 0), Ok(1));
        mutator.collect();
        77
    });
    let arguments = [native(), Argument::Word(SEED)];
    assert_eq!(call(&mut mutator, function, &arguments), 4711);
}

/// Takes over all activations except the youngest and the oldest, in one request.
fn check_callee_saved_registers(heap: &Heap, function: *const c_void) {
    const DEPTH: u64 = 5;
    let mut mutator = heap.attach().unwrap();
    let takeover = heap.takeover(nested());
    set_native_action(move |mutator, _| {
        let taken =
            take_over(mutator, &takeover, |frame| (1..DEPTH as usize).contains(&frame.depth));
        assert_eq!(taken, Ok(DEPTH as usize - 1));
        mutator.collect();
        50
    });
    let expected = outer_value(nested_value(DEPTH, 50, |n| (1..DEPTH).contains(&n)));
    assert_eq!(call(&mut mutator, function, &outer_arguments(DEPTH)), expected);
}
