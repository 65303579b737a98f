//! Frames of Cranelift are walked and their references rewritten.

use statepoint_gc::{Argument, Zeal};
use tests::managed::tripled_sum;

use super::jit::{Jit, OPTIONS, SIGNED, assert_relocated};
use super::programs::{list_work, nested, tree, tree_leaves};

/// Runs the functions in all modes.
#[test]
fn lists_trees_and_recursion() {
    for options in OPTIONS.into_iter().chain([SIGNED]) {
        let mut jit = Jit::new(options);
        let (list, tree, leaves) = (list_work(&mut jit), tree(&mut jit), tree_leaves(&mut jit));
        let nested = nested(&mut jit);
        let program = jit.finish();
        for heap in program.heaps() {
            let zeal = heap.zeal();
            let mut mutator = heap.attach().unwrap();
            // SAFETY: the functions have these parameters.
            unsafe {
                let sum = mutator.call(program.address(list), &[Argument::Word(100)]);
                assert_eq!(sum, Ok(5050), "{zeal:?}");
                let depth = Argument::Word(6);
                let root = mutator.call_for_reference(program.address(tree), &[depth]).unwrap();
                mutator.collect();
                let arguments = [depth, Argument::Reference(&root)];
                assert_eq!(mutator.call(program.address(leaves), &arguments), Ok(64));
                let result = mutator.call(program.address(nested), &[Argument::Word(80)]);
                assert_eq!(result, Ok(tripled_sum(80, 1)), "{zeal:?}");
            }
            if zeal == Zeal::Off {
                assert!(heap.statistics().counts.objects_moved > 0);
            } else {
                assert_relocated(&heap);
            }
        }
    }
}
