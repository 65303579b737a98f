//! Fast paths of managed code: a poll, a round trip to native code, the write barrier; each with
//! the same loop without it, which is the machine's limit. The program `instructions` counts their
//! instructions.
//!
//! `cargo bench -p benches --bench transitions`

use core::ffi::c_void;
use core::hint::black_box;

use benches::managed as code;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use statepoint_gc::{Argument, Heap, Mutator};
use tests::managed;

/// Number of turns of a loop.
const TURNS: u64 = 10_000;

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

    /// Runs a loop whose last argument is the number of turns, which it returns.
    fn turns(&mut self, function: *const c_void, arguments: &[Argument<'_>]) {
        let arguments = [arguments, &[Argument::Word(black_box(TURNS))]].concat();
        // SAFETY: the callers pass managed code of this program, with these parameters.
        let result = unsafe { self.mutator.call(function, &arguments) };
        assert_eq!(result, Ok(TURNS));
    }
}

fn polls(c: &mut Criterion) {
    let mut bench = Bench::new();
    let mut group = c.benchmark_group("poll");
    group.throughput(Throughput::Elements(TURNS));
    group.bench_function("not taken", |b| b.iter(|| bench.turns(code::polls(), &[])));
    group.bench_function("limit: empty loop", |b| {
        b.iter(|| assert_eq!(code::no_polls(black_box(TURNS)), TURNS));
    });
    group.finish();
}

fn native_calls(c: &mut Criterion) {
    let mut bench = Bench::new();
    let native = Argument::Word(code::nothing().expose_provenance() as u64);
    let mut group = c.benchmark_group("native call");
    group.throughput(Throughput::Elements(TURNS));
    group.bench_function("through a wrapper", |b| {
        b.iter(|| bench.turns(code::wrapped_calls(), &[]))
    });
    group.bench_function("through the stub", |b| {
        b.iter(|| bench.turns(code::stub_calls(), &[native]));
    });
    group.bench_function("limit: plain indirect call", |b| {
        b.iter(|| assert_eq!(code::plain_calls(black_box(TURNS)), TURNS));
    });
    group.finish();
}

fn barrier(c: &mut Criterion) {
    let mut bench = Bench::new();
    let mut group = c.benchmark_group("store of a reference");
    group.throughput(Throughput::Elements(TURNS));
    group.bench_function("fast path: the object is not logged", |b| {
        b.iter(|| assert_eq!(code::stores(black_box(TURNS)), TURNS));
    });
    group.bench_function("slow path: the object is logged each time, collections included", |b| {
        // SAFETY: it is managed code of this program without parameters.
        let node = unsafe { bench.mutator.call_for_reference(code::node(), &[]) };
        let node = node.expect("a node is allocated");
        b.iter(|| {
            bench.turns(code::logged_stores(), &[Argument::Reference(&node)]);
            // Empties the remembered set.
            bench.mutator.collect_young();
        });
    });
    group.bench_function("limit: store without barrier", |b| {
        b.iter(|| assert_eq!(code::bare_stores(black_box(TURNS)), TURNS));
    });
    group.finish();
}

criterion_group!(benches, polls, native_calls, barrier);
criterion_main!(benches);
