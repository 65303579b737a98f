//! The threads that mark and sweep concurrently with mutators. The first of them also gives memory
//! to blocks that will soon be taken.
//!
//! Each thread works in short steps, inside [`Parking`](crate::marking::Parking), for as long as a
//! cycle is in progress, and then waits for the next. The thread that finds that all markers are
//! idle requests the pause that may end marking, and runs it.

use core::cell::Cell;
use std::time::{Duration, Instant};

use super::finish_marking::sweep_step;
use super::request::Cause;
use crate::collection::CollectionKind;
use crate::marking::{CyclePhase, Mode, Next, Sources, Step};
use crate::os;
use crate::runtime::{BackgroundHeap, Shared};
use crate::space::Swept;

/// The time of a step of marking.
const STEP_TIME: Duration = Duration::from_micros(100);

/// Runs the background thread with this index until the heap is dropped.
pub(crate) fn run(heap: &BackgroundHeap, index: usize) {
    loop {
        // The heap is not dropped before this thread has ended (`Shared::end_background`).
        let next = heap.with(|heap| step(heap, index));
        match next {
            Some(Next::Work) => {}
            Some(Next::Settle) => {
                heap.with(|heap| settle(heap, index));
            }
            Some(Next::Finish) => {
                heap.with_owned(|heap| {
                    heap.collect(None, Cause::Marking, false);
                });
                // The sizing policy measures the pause itself.
                _ = unrecorded_time();
            }
            Some(Next::End) | None => return,
        }
    }
}

/// Does a step of work, or waits for some. Returns what to do next; `None` if the thread is to end.
fn step(heap: &Shared, index: usize) -> Option<Next> {
    let marking = &heap.marking;
    let pauses = marking.pauses();
    let has_populated = index == 0 && populate(heap);
    let inside = marking.parking.enter()?;
    match marking.phase() {
        CyclePhase::Marking => {
            let sources = heap.marking_sources();
            let begin = Instant::now();
            let is_over = |_| begin.elapsed() >= STEP_TIME;
            let mut marker = marking.marker(index);
            let step = marker.run(&sources, marking, Mode::Concurrent, is_over);
            if step == Step::Idle {
                marking.discover(marker.take_discovered());
            }
            drop(marker);
            drop(inside);
            marking.add_processor_time(unrecorded_time());
            match step {
                Step::Interrupted => Some(Next::Work),
                Step::Idle if has_populated => Some(Next::Work),
                Step::Idle => Some(marking.wait(pauses, true)),
            }
        }
        CyclePhase::Sweeping if index == 0 => {
            marking.add_processor_time(unrecorded_time());
            let swept = sweep_step(&heap.spaces, marking, &heap.pacing, false);
            // Outside the step: no pause waits for the system.
            drop(inside);
            match swept {
                Swept::Blocks => {}
                Swept::Large(dead) => heap.spaces.return_memory(CollectionKind::Young, vec![dead]),
                // As after a full collection.
                Swept::All => {
                    heap.spaces.return_memory(CollectionKind::Full, Vec::new());
                    heap.export_counters();
                }
            }
            Some(Next::Work)
        }
        CyclePhase::Sweeping | CyclePhase::Idle => {
            drop(inside);
            Some(if has_populated { Next::Work } else { marking.wait(pauses, false) })
        }
    }
}

/// Gives memory to some of the blocks that will soon be taken, unless a stop is pending: mutators
/// need the processor. Returns whether it has found any. Outside a step, so no pause waits for the
/// system.
fn populate(heap: &Shared) -> bool {
    let Shared { marking, spaces, .. } = heap;
    if marking.parking.is_requested() || !spaces.must_populate() {
        return false;
    }
    marking.add_processor_time(unrecorded_time());
    let has_populated = spaces.populate_some();
    // It is no part of the cost of a cycle.
    _ = unrecorded_time();
    has_populated
}

/// Returns the processor time that the calling thread has used since the last call.
fn unrecorded_time() -> Duration {
    thread_local! {
        static RECORDED: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    }
    let now = os::thread_processor_time();
    now.saturating_sub(RECORDED.replace(now))
}

/// Settles some weak items in a step. Returns `None` if the thread is to end.
fn settle(heap: &Shared, index: usize) -> Option<()> {
    let marking = &heap.marking;
    let _inside = marking.parking.enter()?;
    if marking.phase() == CyclePhase::Marking {
        let begin = Instant::now();
        let is_over = || begin.elapsed() >= STEP_TIME;
        marking.marker(index).settle(&heap.marking_sources(), marking, is_over);
    }
    Some(())
}

impl Shared {
    /// Returns the parts of the heap that marking reads.
    pub(super) fn marking_sources(&self) -> Sources<'_> {
        Sources::new(&self.spaces, &self.types, &self.handles, &self.references, self)
    }
}
