//! Benchmarks of fast paths of managed code: polls, native calls, and the write barrier. The lower
//! bound of each is the same loop without it. The program `instructions` counts their instructions.
//!
//! `cargo bench -p benches --bench transitions`

use core::ffi::c_void;
use core::hint::black_box;

use benches::managed as code;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use statepoint_gc::{Argument, Heap, Mutator};
use tests::managed;

/// Number of iterations of a loop.
const ITERATIONS: u64 = 10_000;

/// A heap with a thread that runs managed loops.
struct Bench {
    mutator: Mutator,
    _heap: Heap,
}

impl Bench {
    fn new() -> Self {
        let heap = managed::heap().heap_max(16 << 20).collector_threads(1).build();
        let heap = heap.expect("the heap can be created");
        Self { mutator: heap.attach().expect("the thread can attach"), _heap: heap }
    }

    /// Runs a managed loop, whose last parameter is the number of iterations and which returns it.
    fn run(&mut self, function: *const c_void, arguments: &[Argument<'_>]) {
        let arguments = [arguments, &[Argument::Word(black_box(ITERATIONS))]].concat();
        // SAFETY: the callers pass managed code of this program, with these parameters.
        let result = unsafe { self.mutator.call(function, &arguments) };
        assert_eq!(result, Ok(ITERATIONS));
    }
}

/// Measures polls while no stop is pending.
fn polls(c: &mut Criterion) {
    let mut bench = Bench::new();
    let mut group = c.benchmark_group("poll");
    group.throughput(Throughput::Elements(ITERATIONS));
    group.bench_function("not taken", |b| b.iter(|| bench.run(code::polls(), &[])));
    group.bench_function("limit: empty loop", |b| {
        b.iter(|| assert_eq!(code::no_polls(black_box(ITERATIONS)), ITERATIONS));
    });
    group.finish();
}

/// Measures calls of an empty native function.
fn native_calls(c: &mut Criterion) {
    let mut bench = Bench::new();
    let native = Argument::Word(code::nothing().expose_provenance() as u64);
    let mut group = c.benchmark_group("native call");
    group.throughput(Throughput::Elements(ITERATIONS));
    group.bench_function("through a wrapper", |b| b.iter(|| bench.run(code::wrapped_calls(), &[])));
    group.bench_function("through the stub", |b| {
        b.iter(|| bench.run(code::stub_calls(), &[native]));
    });
    group.bench_function("limit: plain indirect call", |b| {
        b.iter(|| assert_eq!(code::plain_calls(black_box(ITERATIONS)), ITERATIONS));
    });
    group.finish();
}

/// Measures the write barrier.
fn barrier(c: &mut Criterion) {
    let mut bench = Bench::new();
    let mut group = c.benchmark_group("store of a reference");
    group.throughput(Throughput::Elements(ITERATIONS));
    group.bench_function("fast path: the object is not logged", |b| {
        b.iter(|| assert_eq!(code::stores(black_box(ITERATIONS)), ITERATIONS));
    });
    group.bench_function("slow path: the object is logged each time, collections included", |b| {
        // SAFETY: it is managed code of this program without parameters.
        let node = unsafe { bench.mutator.call_for_reference(code::node(), &[]) };
        let node = node.expect("a node is allocated");
        b.iter(|| {
            bench.run(code::logged_stores(), &[Argument::Reference(&node)]);
            // Empties the remembered set.
            bench.mutator.collect_young();
        });
    });
    group.bench_function("limit: store without barrier", |b| {
        b.iter(|| assert_eq!(code::bare_stores(black_box(ITERATIONS)), ITERATIONS));
    });
    group.finish();
}

criterion_group!(benches, polls, native_calls, barrier);
criterion_main!(benches);
