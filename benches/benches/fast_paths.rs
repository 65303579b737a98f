//! Benchmarks of fast paths: looking up a call site, calling managed code, and allocating objects.
//!
//! `cargo bench -p benches`; `cargo test -p benches --benches` runs each once.

use core::hint::black_box;

use benches::RawBump;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use statepoint_gc::Argument;
use statepoint_scanner::image::process;
use statepoint_scanner::registry::CodeRegistry;
use statepoint_scanner::stackmap;
use statepoint_scanner::walk::{CodeLookup, FoundCode};
use tests::managed::{self, call, make};

/// Depth of the short-lived trees, which are small enough for a TLAB.
const DEPTH: u64 = 8;

/// Returns all return addresses in the stack maps of this program.
fn return_addresses() -> Vec<u64> {
    let images = process::images().expect("the images of this process can be read");
    let sections = images.iter().filter_map(|image| image.stack_maps());
    sections
        .flat_map(stackmap::maps)
        .flat_map(|map| {
            let map = map.expect("a valid map");
            map.function_records().expect("version 3 has record counts")
        })
        .map(|(function, record)| function.address + u64::from(record.instruction_offset))
        .collect()
}

/// Measures looking up all call sites of this program.
fn look_up(c: &mut Criterion) {
    let registry = CodeRegistry::of_this_process().expect("this program has stack maps");
    let code = registry.snapshot();
    let addresses = return_addresses();
    let is_known = |&&pc: &&u64| matches!(code.find(black_box(pc)), FoundCode::Managed(_));
    assert_eq!(addresses.iter().filter(is_known).count(), addresses.len());
    let mut group = c.benchmark_group("look-up");
    group.throughput(Throughput::Elements(addresses.len() as u64));
    group.bench_function("every call site of this program", |b| {
        b.iter(|| addresses.iter().filter(is_known).count());
    });
    group.finish();
}

/// Measures a call from native to managed code.
fn call_managed(c: &mut Criterion) {
    let heap = managed::heap().build().expect("the heap can be created");
    let mut mutator = heap.attach().expect("the thread can attach");
    let nothing = [Argument::Word(0), Argument::Word(0)];
    let node = make(&mut mutator, managed::pair, &nothing).expect("a node");
    c.bench_function("call into managed code and back", |b| {
        b.iter(|| call(&mut mutator, managed::left, &[Argument::Reference(black_box(&node))]));
    });
}

/// Measures allocating small trees. The lower bound is a bump pointer in a buffer that fits the
/// cache, and in one that does not.
fn allocate(c: &mut Criterion) {
    let heap = examples::managed::register_types(statepoint_gc::Heap::builder())
        .build()
        .expect("the heap can be created");
    let mut mutator = heap.attach().expect("the thread can attach");
    let nodes = (1 << (DEPTH + 1)) - 1;
    let mut group = c.benchmark_group("allocate nodes of 24 bytes");
    group.throughput(Throughput::Elements(nodes));
    group.bench_function("a tree, collections included", |b| {
        let depth = [Argument::Word(DEPTH)];
        // SAFETY: bt_make is managed code of this program and takes an i32.
        b.iter(|| unsafe { mutator.call(examples::managed::make_tree(), &depth) });
    });
    for kib in [32, 32 << 10] {
        let mut bump = RawBump::new(kib << 10);
        group.bench_function(format!("limit: raw bump in {kib} KiB"), |b| {
            b.iter(|| (0..nodes).map(|_| bump.allocate(black_box(256))).sum::<usize>());
        });
    }
    group.finish();
}

criterion_group!(benches, look_up, call_managed, allocate);
criterion_main!(benches);
