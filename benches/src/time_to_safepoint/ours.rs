//! Measures this project: threads in managed code are stopped for collections of an empty heap.

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use statepoint_gc::{Argument, Heap, Mutator, observe::CollectorStatistics};
use tests::managed;

use super::{Plan, Runner, Times};
use crate::managed as code;

/// The name of this project in tables.
pub const NAME: &str = "statepoint-gc";

/// Stack size of a thread in bytes.
const STACK: usize = 256 << 10;
/// Number of stops before the first measured stop.
const WARM_UP_STOPS: u32 = 5;

/// The transition by which managed code calls native code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum NativeCalls {
    /// Through the stub spgc_call_native
    Stub,
    /// Through a wrapper in IR
    Wrapper,
}

/// The collector of this project.
#[derive(Debug)]
pub struct Ours(pub NativeCalls);

/// Returns the sum of all times to safepoint in nanoseconds, with a precision of 0.1 %.
fn sum(statistics: &CollectorStatistics) -> f64 {
    let times = statistics.time_to_safepoint_ns;
    times.mean * times.count as f64
}

impl Runner for Ours {
    fn name(&self) -> String {
        NAME.to_owned()
    }

    fn run(&self, plan: &Plan) -> Result<Times, String> {
        let heap = managed::heap()
            .heap_max(16 << 20)
            .collector_threads(1)
            .build()
            .map_err(|error| error.to_string())?;
        let (begun, end) = (AtomicU32::new(0), AtomicU32::new(0));
        code::release(false);
        let times = thread::scope(|scope| {
            let threads = plan.threads;
            let kinds = [
                (threads.sleepers, sleep as fn(&mut Mutator, &AtomicU32) -> bool),
                (threads.loops, spin),
                (
                    threads.natives,
                    match self.0 {
                        NativeCalls::Stub => call_by_stub,
                        NativeCalls::Wrapper => call_by_wrapper,
                    },
                ),
            ];
            let mut started_threads = 0;
            for (count, work) in kinds {
                for _ in 0..count {
                    let (heap, begun, end) = (&heap, &begun, &end);
                    let started =
                        thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                            let mut mutator = heap.attach().expect("a new thread can attach");
                            begun.fetch_add(1, Ordering::Relaxed);
                            assert!(work(&mut mutator, end), "the result of managed code is wrong");
                        });
                    started_threads += u32::from(started.is_ok());
                }
            }
            while begun.load(Ordering::Relaxed) < started_threads {
                thread::sleep(Duration::from_millis(10));
            }
            // A panic here would deadlock, because the other threads run until `end` is set.
            let times = if started_threads == threads.loops + threads.natives + threads.sleepers {
                stops(&heap, plan)
            } else {
                Err("cannot start a thread".to_owned())
            };
            end.store(1, Ordering::Relaxed);
            code::release(true);
            times
        })?;
        let statistics = heap.statistics();
        // Loops and sleepers always have managed frames, so walks have visited some.
        if statistics.counts.records_matched == 0
            || statistics.counts.records_matched != statistics.counts.frames_walked
        {
            return Err(format!(
                "{} frames were walked, but {} records matched",
                statistics.counts.frames_walked, statistics.counts.records_matched
            ));
        }
        Ok(times)
    }
}

/// Requests the stops of a plan and returns their times.
fn stops(heap: &Heap, plan: &Plan) -> Result<Times, String> {
    let mut mutator = heap.attach().map_err(|error| error.to_string())?;
    (0..WARM_UP_STOPS).for_each(|_| mutator.collect());
    let mut times = Times::default();
    let mut before = heap.statistics();
    let begin = Instant::now();
    for _ in 0..plan.stops {
        if begin.elapsed() > plan.limit {
            break;
        }
        thread::sleep(plan.pause);
        let request = Instant::now();
        mutator.collect();
        times.request.push(request.elapsed().as_nanos() as f64);
        let after = heap.statistics();
        if after.time_to_safepoint_ns.count != before.time_to_safepoint_ns.count + 1 {
            return Err("a request did not run exactly one collection".to_owned());
        }
        times.stop.push(sum(&after) - sum(&before));
        before = after;
    }
    Ok(times)
}

fn spin(mutator: &mut Mutator, end: &AtomicU32) -> bool {
    let flag = Argument::Word(end.as_ptr().expose_provenance() as u64);
    managed::call(mutator, managed::spin, &[flag]).is_ok_and(|iterations| iterations > 0)
}

fn sleep(mutator: &mut Mutator, _: &AtomicU32) -> bool {
    let function = Argument::Word(code::sleep().expose_provenance() as u64);
    // The result is the argument of the native function plus the content of an object.
    managed::call(mutator, managed::native, &[function, Argument::Word(21)]) == Ok(42)
}

fn call_by_stub(mutator: &mut Mutator, end: &AtomicU32) -> bool {
    let function = Argument::Word(code::nothing().expose_provenance() as u64);
    let flag = Argument::Word(end.as_ptr().expose_provenance() as u64);
    // SAFETY: the function is managed code of this program and takes these arguments.
    unsafe { mutator.call(code::stub_calls_until(), &[function, flag]) }.is_ok_and(|sum| sum > 0)
}

fn call_by_wrapper(mutator: &mut Mutator, end: &AtomicU32) -> bool {
    let flag = Argument::Word(end.as_ptr().expose_provenance() as u64);
    // SAFETY: the function is managed code of this program and takes an address.
    unsafe { mutator.call(code::wrapped_calls_until(), &[flag]) }.is_ok_and(|sum| sum > 0)
}
