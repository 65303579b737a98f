//! The workload `deep-stacks`: young collections under deep recursion.

use core::cell::RefCell;
use std::error::Error;
use std::thread;
use std::time::Instant;

use statepoint_gc::{Argument, Heap, Mutator};

use super::pause::{EventKind, forget_events, record_event};
use super::{WorkloadResult, code};
use crate::clock::thread_time;
use crate::mode::Mode;

/// Number of collections before those that are measured. They promote the objects of old frames.
pub const WARM_UP: u64 = 20;
/// Stack space of a frame, at most.
const BYTES_PER_FRAME: u64 = 256;
/// Stack space of other functions.
const REST_OF_STACK: u64 = 16 << 20;

thread_local! {
    /// Elapsed time and processor time in nanoseconds of each collection.
    static TIMES: RefCell<Vec<[u64; 2]>> = const { RefCell::new(Vec::new()) };
}

/// Runs a young collection in the youngest frame.
extern "C" fn collect(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let (cpu, clock) = (thread_time(), Instant::now());
    let collected = Mutator::with_current(Mutator::collect_young);
    let times = [clock.elapsed(), thread_time() - cpu].map(|time| time.as_nanos() as u64);
    if collected.is_some() {
        TIMES.with_borrow_mut(|all| all.push(times));
    }
    0
}

/// Recurses to this number of frames on a thread of its own. Before each collection, the `new`
/// youngest frames return and are called again.
pub(super) fn run(
    heap: &Heap,
    mode: Mode,
    frames: u64,
    new: u64,
    collections: u64,
) -> Result<WorkloadResult, Box<dyn Error>> {
    if new >= frames {
        return Err(format!("of {frames} frames, {new} cannot return").into());
    }
    let rounds = WARM_UP + collections;
    let begin = Instant::now();
    let recurse = || -> Result<(u64, Vec<[u64; 2]>), String> {
        TIMES.with_borrow_mut(|times| times.reserve(usize::try_from(rounds).unwrap_or(0)));
        let mut mutator = heap.attach().map_err(|error| error.to_string())?;
        let numbers = [1, frames, frames - new, rounds].map(Argument::Word);
        let [first, frames, turn, rounds] = numbers;
        let arguments = [first, frames, turn, rounds, code::address(collect as *const ())];
        let sum = code::number(&mut mutator, (code::recurse, mode), &arguments);
        Ok((sum.map_err(|error| error.to_string())?, TIMES.take()))
    };
    let stack = usize::try_from(frames * BYTES_PER_FRAME + REST_OF_STACK)?;
    let (sum, times) = thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(stack).spawn_scoped(scope, recurse);
        thread.map_err(|error| error.to_string())?.join().expect("no panic")
    })?;
    let moved = heap.statistics().counts.objects_moved;
    if times.len() as u64 != rounds || moved < frames + collections * new {
        let runs = times.len();
        return Err(format!("{runs} of {rounds} collections moved {moved} objects").into());
    }
    forget_events()?;
    for &[elapsed, cpu] in &times[WARM_UP as usize..] {
        record_event(EventKind::Request, 0, elapsed);
        record_event(EventKind::RequestProcessorTime, 0, cpu);
    }
    let walked = heap.statistics().counts.frames_walked;
    let counts = vec![("moved_objects", moved), ("walked_frames", walked)];
    Ok(WorkloadResult { result: sum, wall: begin.elapsed(), counts })
}
