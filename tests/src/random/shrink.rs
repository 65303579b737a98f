//! Reduces a failing program to a smaller one that still fails.

use core::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

use super::batch::{self, Drivers, Failure, Item};
use super::model::{Function, Program, Signature, StackObject, Statement};

/// Time limit of the reduction. After it, the smallest failing program found so far is the result.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// Reduces the program of a failure step by step, and returns the failure of the smallest program
/// found that fails in the same way.
///
/// A failure that does not occur in every run may be reduced to one that rarely occurs. Only the
/// original program is reliable then.
///
/// # Errors
///
/// If programs cannot be linked or run at all.
pub fn shrink(failure: &Failure, drivers: &Drivers, directory: &Path) -> Result<Failure, String> {
    let mut best = failure.clone();
    let start = Instant::now();
    let mut attempt = 0;
    let mut fails = |program: Program| {
        attempt += 1;
        let item = Item { program, point: failure.item.point };
        let directory = directory.join(format!("smaller-{attempt}"));
        let results = batch::run(&[item], drivers, &directory);
        let _ = std::fs::remove_dir_all(&directory);
        // A program that fails in a run must not be reduced to one that LLVM rejects, or vice
        // versa.
        let same = |other: &Failure| other.mode.is_none() == failure.mode.is_none();
        results.map(|results| results.failures.into_iter().find(same))
    };
    loop {
        let size = best.item.program.statements();
        let mut smaller = Vec::new();
        candidates(&best.item.program, &mut smaller);
        let mut found = false;
        for candidate in smaller {
            if start.elapsed() > TIME_LIMIT {
                return Ok(best);
            }
            if let Some(failure) = fails(candidate)? {
                best = failure;
                found = true;
                // The remaining candidates were derived from the previous program.
                break;
            }
        }
        if !found {
            debug_assert!(best.item.program.statements() <= size);
            return Ok(best);
        }
    }
}

/// Appends programs that are one reduction step smaller, in order of decreasing step size.
fn candidates(program: &Program, out: &mut Vec<Program>) {
    let mut with = |change: &dyn Fn(&mut Program)| {
        let mut changed = program.clone();
        change(&mut changed);
        if changed != *program {
            out.push(changed);
        }
    };
    for index in (1..program.functions.len()).rev() {
        with(&|p| {
            p.functions.remove(index);
        });
    }
    let count = program.statements();
    let mut size = count.div_ceil(2);
    while size > 0 {
        for start in (0..count).step_by(size) {
            with(&|p| *p = without(p, start..start + size));
        }
        size /= 2;
    }
    for index in 0..count {
        with(&|p| *p = opened(p, index));
    }
    with(&|p| p.fuel /= 2);
    with(&|p| p.depth /= 2);
    with(&|p| p.threads = p.threads.div_ceil(2));
    // Large arrays slow the runs down, and few failures depend on them.
    with(&|p| *p = with_short_arrays(p));
    for index in 0..program.functions.len() {
        with(&|p| p.functions[index].stack_object = StackObject::None);
        with(&|p| p.functions[index].uses_stack_slots = false);
        with(&|p| p.functions[index].signature = Signature::STANDARD);
        with(&|p| p.functions[index].inline = false);
        with(&|p| p.functions[index].tail_call = None);
        with(&|p| {
            let values = &mut p.functions[index].live_to_end;
            values.truncate(values.len() / 2);
        });
    }
}

/// Returns the program without a range of statements, which are numbered in preorder.
fn without(program: &Program, range: Range<usize>) -> Program {
    rewritten(program, &|number, statement| {
        if range.contains(&number) { Vec::new() } else { vec![statement] }
    })
}

/// Returns the program with the statement of this number (in preorder) replaced by its bodies.
fn opened(program: &Program, index: usize) -> Program {
    rewritten(program, &|number, mut statement| {
        let is_replaced = number == index && !statement.bodies().is_empty();
        if is_replaced {
            statement.bodies_mut().into_iter().flat_map(core::mem::take).collect()
        } else {
            vec![statement]
        }
    })
}

/// Returns the program with all arrays shortened to at most 20 elements.
fn with_short_arrays(program: &Program) -> Program {
    rewritten(program, &|_, statement| {
        vec![match statement {
            Statement::Words(length) => Statement::Words(length.min(20)),
            Statement::References(length, value) => Statement::References(length.min(20), value),
            other => other,
        }]
    })
}

/// Returns the program with each statement replaced by the result of `change`, which is called with
/// the statement and its preorder number, after its bodies have been rewritten.
fn rewritten(program: &Program, change: &dyn Fn(usize, Statement) -> Vec<Statement>) -> Program {
    let mut number = 0;
    let functions = program.functions.iter().map(|function| Function {
        body: body(&function.body, &mut number, change),
        ..function.clone()
    });
    Program { functions: functions.collect(), ..program.clone() }
}

/// Rewrites one body for [`rewritten`]. `number` is the preorder number of the next statement.
fn body(
    statements: &[Statement],
    number: &mut usize,
    change: &dyn Fn(usize, Statement) -> Vec<Statement>,
) -> Vec<Statement> {
    let mut result = Vec::new();
    for statement in statements {
        let own = *number;
        *number += 1;
        let mut statement = statement.clone();
        for inner in statement.bodies_mut() {
            *inner = body(inner, number, change);
        }
        result.extend(change(own, statement));
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::generate;

    #[test]
    fn statements_are_removed_by_number() {
        let program = generate::program(3);
        let count = program.statements();
        assert_eq!(without(&program, 0..0), program);
        assert_eq!(without(&program, 0..count).statements(), 0);
        for number in 0..count {
            assert!(without(&program, number..number + 1).statements() < count);
            assert!(opened(&program, number).statements() <= count);
        }
    }

    #[test]
    fn shrink_candidates_differ_from_the_program() {
        let program = generate::program(3);
        let mut smaller = Vec::new();
        candidates(&program, &mut smaller);
        assert!(smaller.len() > program.statements());
        assert!(smaller.iter().all(|other| *other != program));
    }
}
