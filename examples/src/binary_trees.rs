//! binary-trees: a benchmark in which managed code allocates and counts trees on several threads.
//!
//! The program allocates and counts a stretch tree of depth D+1. Then it allocates a tree of depth
//! D, which stays live until the end and is counted last. Meanwhile, for d = 4, 6, ... up to D, T
//! threads together allocate and count 2^(D-d+4) trees of depth d.

use std::error::Error;

use statepoint_gc::{Argument, CallError, Handle, Heap, Mutator};

use crate::managed::Trees;

/// Returns the number of nodes of a tree.
fn count(mutator: &mut Mutator, functions: Trees, tree: &Handle) -> Result<u64, CallError> {
    // SAFETY: bt_count is managed code of this program and takes a reference.
    unsafe { mutator.call((functions.count)(), &[Argument::Reference(tree)]) }
}

/// Returns a new tree.
fn make(mutator: &mut Mutator, functions: Trees, depth: u32) -> Result<Handle, CallError> {
    // SAFETY: bt_make is managed code of this program, takes an i32 and returns a reference.
    unsafe { mutator.call_for_reference((functions.make)(), &[Argument::Word(depth.into())]) }
}

/// Allocates and counts `trees` trees, and returns the sum of their nodes.
fn churn(
    mutator: &mut Mutator,
    functions: Trees,
    trees: u64,
    depth: u32,
) -> Result<u64, CallError> {
    let arguments = [Argument::Word(trees), Argument::Word(depth.into())];
    // SAFETY: bt_churn is managed code of this program and takes an i64 and an i32.
    unsafe { mutator.call((functions.churn)(), &arguments) }
}

/// Returns the number of trees, out of `trees`, that thread `index` allocates.
fn share(trees: u64, index: u32, threads: u32) -> u64 {
    let (index, threads) = (u64::from(index), u64::from(threads));
    trees * (index + 1) / threads - trees * index / threads
}

/// Runs the benchmark and returns the total number of nodes, which depends only on the depth. The
/// heap must have the [types](crate::managed::register_types) of the managed programs. `functions`
/// selects the managed functions by how they were compiled, such as [`crate::managed::trees`].
///
/// # Errors
///
/// If a thread cannot be attached or managed code cannot be called.
///
/// # Panics
///
/// If one of the threads panics.
pub fn run(heap: &Heap, functions: Trees, depth: u32, threads: u32) -> Result<u64, Box<dyn Error>> {
    let mut mutator = heap.attach()?;
    let stretch = make(&mut mutator, functions, depth + 1)?;
    let mut result = count(&mut mutator, functions, &stretch)?;
    drop(stretch);
    let long_lived = make(&mut mutator, functions, depth)?;

    for d in (4..=depth).step_by(2) {
        let trees = 1_u64 << (depth - d + 4);
        let sums = crossbeam::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|index| {
                    scope.builder().name(format!("trees-{index}")).spawn(move |_| {
                        let mut mutator = heap.attach().map_err(|error| error.to_string())?;
                        churn(&mut mutator, functions, share(trees, index, threads), d)
                            .map_err(|error| error.to_string())
                    })
                })
                .collect();
            workers
                .into_iter()
                .map(|worker| worker.map_err(|e| e.to_string())?.join().expect("no panic"))
                .sum::<Result<u64, String>>()
        });
        result += sums.expect("no panic")?;
    }
    result += count(&mut mutator, functions, &long_lived)?;
    Ok(result)
}
