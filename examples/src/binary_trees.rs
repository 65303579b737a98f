//! binary-trees: managed code makes and counts trees on several threads.
//!
//! A stretch tree of depth D+1 is made and counted. A tree of depth D lives to the end and is
//! counted last. In between, for d = 4, 6, ... up to D, 2^(D-d+4) trees of depth d are made and
//! counted, divided among T threads.

use std::error::Error;

use statepoint_gc::{Argument, CallError, Handle, Heap, Mutator};

use crate::managed::Trees;

fn count(mutator: &mut Mutator, functions: Trees, tree: &Handle) -> Result<u64, CallError> {
    // SAFETY: bt_count is managed code of this program and takes a reference.
    unsafe { mutator.call((functions.count)(), &[Argument::Reference(tree)]) }
}

fn make(mutator: &mut Mutator, functions: Trees, depth: u32) -> Result<Handle, CallError> {
    // SAFETY: bt_make is managed code of this program, takes an i32 and returns a reference.
    unsafe { mutator.call_for_reference((functions.make)(), &[Argument::Word(depth.into())]) }
}

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

/// Returns how many of `trees` trees are the share of thread `index`.
fn share(trees: u64, index: u32, threads: u32) -> u64 {
    let (index, threads) = (u64::from(index), u64::from(threads));
    trees * (index + 1) / threads - trees * index / threads
}

/// Runs the whole program and returns the number of all nodes, which depends on the depth only. The
/// heap must have [the types](crate::managed::register_types) of the managed programs. `functions`
/// selects how the [functions](crate::managed::trees) were compiled.
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
