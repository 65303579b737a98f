//! Benchmarks of the code registry: registering and removing a region among few and many other
//! regions, registering and removing very many, and the cost of readers.
//!
//! `cargo bench -p benches --bench registry`; `cargo test -p benches --benches` runs each once.

use core::hint::black_box;
use std::sync::RwLock;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use statepoint_scanner::image::process;
use statepoint_scanner::registry::{CodeRegionId, CodeRegistry, JitRegion, JitTable};
use statepoint_scanner::stackmap;
use statepoint_scanner::walk::{CodeLookup, FoundCode};
use tests::library::{Library, prebuilt};
use tests::synthetic_table::{self, SPACING, START};

/// Start of an address range that is not in use.
const UNUSED_RANGE: u64 = 1 << 62;
/// Number of call sites of a generated function.
const CALLS: u32 = 10;
/// Distance between two regions in bytes.
const CODE_SPACING: u64 = 256;
/// The largest number of regions. It is smaller in a build for tests, which run each case once.
const MAX_REGIONS: u64 = if cfg!(debug_assertions) { 10_000 } else { 1_000_000 };

/// Registers a region with a compiled table.
fn register(registry: &CodeRegistry, words: &[u32], start: u64, len: u64) -> CodeRegionId {
    let table = JitTable::Compiled { words, address: start.wrapping_sub(START) };
    // SAFETY: no frame is in this code, and the words outlive the registry in each benchmark.
    unsafe { registry.register_jit(JitRegion { code: start..start + len, table }) }
        .expect("the range is free")
}

/// Returns the start of the code of a region. Between two regions there is space for another one.
fn start_of(region: u64) -> u64 {
    UNUSED_RANGE + region * 2 * CODE_SPACING
}

/// Returns a registry with this many regions of one function each.
fn registry_of(regions: u64, words: &[u32]) -> CodeRegistry {
    let registry = CodeRegistry::new();
    for region in 0..regions {
        register(&registry, words, start_of(region), CODE_SPACING);
    }
    registry
}

/// Measures registering a region with `register` and removing it again.
fn register_and_remove(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    registry: &CodeRegistry,
    register: impl Fn(&CodeRegistry) -> CodeRegionId,
) {
    group.bench_function(name, |b| {
        b.iter(|| {
            let id = register(registry);
            // SAFETY: no thread runs its code.
            unsafe { registry.remove(id) }.expect("the region is registered");
        });
    });
}

/// Measures regions of about ten call sites, as of a function that a JIT has compiled.
fn generated_code(c: &mut Criterion) {
    let words = synthetic_table::table_words(CALLS, 32);
    let library = Library::open(prebuilt()).expect("a library");
    let image = process::image_at(library.address()).ok().flatten().expect("the library is loaded");
    let stack_maps = image.stack_maps().expect("the library has stack maps");
    let (eh_frame_address, eh_frame) = image.eh_frame().expect("the library has unwind tables");
    let records: usize =
        stackmap::maps(stack_maps).map(|map| map.expect("valid").records().len()).sum();
    for regions in [1, 1_000, 50_000, MAX_REGIONS] {
        let registry = registry_of(regions, &words);
        let mut group = c.benchmark_group(format!("register and remove among {regions} regions"));
        // The region is in the middle of the others.
        let start = start_of(regions / 2) + CODE_SPACING;
        register_and_remove(&mut group, "10 call sites, compiled", &registry, |registry| {
            register(registry, &words, start, CODE_SPACING)
        });
        let name = format!("{records} call sites, from a stack map");
        register_and_remove(&mut group, &name, &registry, |registry| {
            let table = JitTable::Sections { stack_maps, eh_frame, code: None, eh_frame_address };
            // SAFETY: no frame is in this code.
            unsafe { registry.register_jit(JitRegion { code: image.text(), table }) }
                .expect("the library is not registered yet")
        });
        group.finish();
    }
}

/// Measures registering regions one after another, and removing them, in several orders.
fn many_regions(c: &mut Criterion) {
    let words = synthetic_table::table_words(CALLS, 32);
    let scattered = |n: u64| n * 7919 % MAX_REGIONS;
    let descending = |n: u64| MAX_REGIONS - 1 - n;
    let orders: [(&str, &dyn Fn(u64) -> u64); 3] =
        [("ascending", &|n| n), ("descending", &descending), ("scattered", &scattered)];
    let mut group = c.benchmark_group(format!("register and remove {MAX_REGIONS} regions"));
    group.sample_size(10);
    group.throughput(Throughput::Elements(MAX_REGIONS));
    for (name, order) in orders {
        group.bench_function(format!("in {name} order"), |b| {
            b.iter(|| {
                let registry = CodeRegistry::new();
                let register = |n| register(&registry, &words, start_of(order(n)), CODE_SPACING);
                let ids: Vec<_> = (0..MAX_REGIONS).map(register).collect();
                assert_eq!(registry.snapshot().len(), ids.len());
                for id in ids {
                    // SAFETY: no thread runs its code.
                    unsafe { registry.remove(id) }.expect("the region is registered");
                }
            });
        });
    }
    group.finish();
}

/// Measures regions of several compiled tables. The time depends on the number of tables, but not
/// on their size.
fn compiled_units(c: &mut Criterion) {
    let registry = CodeRegistry::new();
    for (units, calls) in [(1, 10), (1, 100_000), (10_000, 10)] {
        let unit = synthetic_table::table_words(calls, 32);
        // The distance between the code of two units is that of the units, so units are padded.
        let code = SPACING * u64::from(calls);
        let mut padded = unit.into_vec();
        if units > 1 {
            padded.resize(padded.len().max(code as usize / 4).next_multiple_of(2), 0);
        }
        let words = padded.repeat(units as usize);
        let len = size_of_val(&*words) as u64 + code;
        let mut group = c.benchmark_group("register and remove a region of compiled tables");
        group.throughput(Throughput::Elements(units));
        let name = format!("{units} with {calls} call sites each");
        register_and_remove(&mut group, &name, &registry, |registry| {
            register(registry, &words, UNUSED_RANGE, len)
        });
        group.finish();
    }
}

/// Measures snapshots and look-ups. The lower bound is a read-write lock.
fn reading(c: &mut Criterion) {
    let words = synthetic_table::table_words(CALLS, 32);
    let mut group = c.benchmark_group("read");
    let lock = RwLock::new(0_u64);
    group.bench_function("limit: acquire and release a read-write lock", |b| {
        b.iter(|| *black_box(&lock).read().expect("not poisoned"));
    });
    for regions in [1, 1_000, 50_000, MAX_REGIONS] {
        let registry = registry_of(regions, &words);
        group.bench_function(format!("a snapshot of {regions} regions"), |b| {
            b.iter(|| black_box(registry.snapshot()).generation());
        });
        let code = registry.snapshot();
        let mut next = 0_u64;
        group.bench_function(format!("random look-up in {regions} regions"), |b| {
            b.iter(|| {
                next = next.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let region = ((next >> 32) * regions) >> 32;
                let call = 1 + (next >> 8) % u64::from(CALLS);
                let pc = start_of(region) + call * SPACING;
                assert!(matches!(code.find(black_box(pc)), FoundCode::Managed(_)));
            });
        });
    }
    group.finish();
}

criterion_group!(benches, generated_code, many_regions, compiled_units, reading);
criterion_main!(benches);
