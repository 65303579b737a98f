//! Steps that run while managed frames or local handles are roots of objects of the graph.

use statepoint_gc::{Argument, Handle, Mutator};

use super::Mismatch;
use super::graph::Graph;
use super::objects::same;
use super::shadow::{FieldRole, Id, Value};
use super::tally::Count;
use super::worker::Worker;
use crate::managed::{self, call, make};

/// Maximum number of live local handles.
const LOCALS: usize = 8;

/// Arguments and result of [`take_steps`].
struct Steps<'s, 'w> {
    graph: &'s mut Graph,
    worker: &'s mut Worker<'w>,
    count: usize,
    outcome: Result<(), Mismatch>,
}

/// Runs steps in native code. Called by managed code.
extern "C" fn take_steps(steps: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let steps = core::ptr::with_exposed_provenance_mut::<Steps<'_, '_>>(steps as usize);
    // SAFETY: `held_by_frames` passes the address of a `Steps` and does not access it during the
    // call.
    let Steps { graph, worker, count, outcome } = unsafe { &mut *steps };
    let taken = Mutator::with_current(|mutator| graph.steps(worker, mutator, *count));
    *outcome = taken.unwrap_or_else(|| {
        Err(worker.mismatch("the thread has no current mutator in native code"))
    });
    0
}

/// Chooses a random object with a strong reference field. Returns it with the index of the field.
fn with_reference(
    graph: &Graph,
    worker: &mut Worker<'_>,
    mutator: &mut Mutator,
) -> Result<Option<(Handle, Id, usize)>, Mismatch> {
    for _ in 0..4 {
        let Some((object, id)) = graph.random_walk(worker, mutator)? else { break };
        let node = graph.shadow.node(id);
        let strong: Vec<usize> = (0..node.words.len().min(12))
            .filter(|&index| node.kind.role(index) == FieldRole::Strong)
            .collect();
        if let Some(&index) = worker.random.choice(&strong) {
            return Ok(Some((object, id, index)));
        }
    }
    Ok(None)
}

/// Runs steps in a native function. The managed frames that have called it hold references to two
/// objects and a derived pointer into one of them.
pub(super) fn held_by_frames(
    graph: &mut Graph,
    worker: &mut Worker<'_>,
    mutator: &mut Mutator,
    count: usize,
) -> Result<(), Mismatch> {
    let a = with_reference(graph, worker, mutator)?;
    let b = with_reference(graph, worker, mutator)?;
    let (Some((a, a_id, a_index)), Some((b, b_id, b_index))) = (a, b) else {
        return graph.steps(worker, mutator, count);
    };
    let [a_offset, b_offset] = [(a_id, a_index), (b_id, b_index)]
        .map(|(id, index)| graph.shadow.node(id).kind.offset(index) as u64);
    let depth = worker.random.u64(..8);
    graph.held_on_stack.extend([a_id, b_id]);
    let (first, second) = (a.downgrade(statepoint_gc::types::WeakKind::Short), b);
    let mut steps = Steps { graph, worker, count, outcome: Ok(()) };
    let context = (&raw mut steps).expose_provenance() as u64;
    let function = (take_steps as *const core::ffi::c_void).expose_provenance() as u64;
    let offsets = Argument::Word(a_offset | b_offset << 32);
    let arguments = [
        Argument::Reference(&a),
        Argument::Reference(&second),
        offsets,
        Argument::Word(function),
        Argument::Word(context),
        Argument::Word(depth),
    ];
    let result = make(mutator, managed::soak_hold, &arguments);
    let Steps { graph, worker, outcome, .. } = steps;
    outcome?;
    let result = worker.expect_ok("a call that holds objects", result)?;
    drop((a, second));
    if first.upgrade(mutator).ok().flatten().is_none() {
        return Err(worker.mismatch("a weak handle to an object that a frame held is null"));
    }
    let mut elements = Vec::new();
    for (offset, name) in [(16, "first"), (24, "second"), (32, "the target of a pointer")] {
        let element = mutator.load_reference(&result, offset);
        elements.push(worker.expect_ok(&format!("a frame's {name}"), element)?);
    }
    for (element, id) in elements.iter().zip([a_id, b_id]) {
        let Some(element) = element else { return Err(worker.mismatch("a frame lost its object")) };
        graph.compare_header(worker, mutator, element, id, "an object that a frame held")?;
        graph.compare_object(worker, mutator, element, id)?;
    }
    let (id, index) = if depth.is_multiple_of(2) { (a_id, a_index) } else { (b_id, b_index) };
    match (graph.shadow.node(id).words[index], &elements[2]) {
        (Value::Node(to), Some(found)) => {
            graph.compare_header(worker, mutator, found, to, "a pointer that a frame held")?;
        }
        (Value::Word(0), None) => {}
        (Value::Word(0), Some(_)) | (Value::Node(_), None) => {
            return Err(worker.mismatch("a pointer that a frame held points to another object"));
        }
        _ => {}
    }
    graph.held_on_stack.truncate(graph.held_on_stack.len() - 2);
    worker.count(Count::FramesHeld, 1);
    Ok(())
}

/// Runs steps while local handles refer to random objects.
pub(super) fn held_by_locals(
    graph: &mut Graph,
    worker: &mut Worker<'_>,
    mutator: &mut Mutator,
    count: usize,
) -> Result<(), Mismatch> {
    mutator.scope(|scope| {
        let mut locals = Vec::new();
        for _ in 0..LOCALS {
            let Some((object, id)) = graph.random_walk(worker, scope.mutator())? else { break };
            let local = worker.expect_ok("a local handle", scope.local(&object))?;
            locals.push((local, id));
            graph.held_on_stack.push(id);
        }
        graph.steps(worker, scope.mutator(), count)?;
        for &(local, id) in &locals {
            let global = scope.global(local);
            let mutator = scope.mutator();
            graph.compare_header(worker, mutator, &global, id, "a local handle")?;
            graph.compare_object(worker, mutator, &global, id)?;
            let arguments = [Argument::Local(local), Argument::Reference(&global)];
            if call(mutator, managed::soak_same, &arguments) != Ok(1) {
                return Err(worker.mismatch("a local handle and its global one differ"));
            }
            let copy = worker.expect_ok("a clone", Ok::<_, String>(global.clone()))?;
            if !same(mutator, &copy, &global) {
                return Err(worker.mismatch("a handle and its clone differ"));
            }
            worker.count(Count::LocalsHeld, 1);
        }
        graph.held_on_stack.truncate(graph.held_on_stack.len() - locals.len());
        Ok(())
    })
}
