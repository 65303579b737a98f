//! Benchmarks of walking a stack and relocating its roots. The lower bounds read the same frames by
//! the chain of frame pointers, and by a small hash table of frame sizes. The program `root-scan`
//! measures more.
//!
//! `cargo bench -p benches --bench walk`

use std::rc::Rc;
use std::time::Duration;

use benches::root_scan::program::Program;
use benches::root_scan::stacks::Stacks;
use benches::root_scan::{Mode, ROOTS, RecursionShape, ReferentAge, orders};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Number of frames of the stack.
const FRAMES: u64 = 50_000;
/// Number of call sites of the table, including those of the functions on the stack.
const RECORDS: u64 = 20_000;

fn walk(c: &mut Criterion) {
    for (functions, mode) in
        [(1, Mode::Spilled), (16, Mode::Spilled), (256, Mode::Spilled), (16, Mode::Registers)]
    {
        let shape = RecursionShape { functions, mode, roots: ROOTS, derived: 0, records: RECORDS };
        let program = Rc::new(Program::new(shape).expect("every root is in its frame"));
        let mut stacks = Stacks::new(&program, 1, FRAMES, orders(functions)[0]);
        let name = format!("walk {FRAMES} frames of {functions} functions, {}", mode.name());
        let mut group = c.benchmark_group(name);
        group.throughput(Throughput::Elements(FRAMES));
        // The measurements return nanoseconds of processor time per frame.
        let mut add = |name: &str, once: &mut dyn FnMut(&mut Stacks) -> f64| {
            group.bench_function(name, |b| {
                b.iter_custom(|times| {
                    let sum: f64 = (0..times).map(|_| once(&mut stacks)).sum();
                    Duration::from_secs_f64(sum * FRAMES as f64 / 1e9)
                });
            });
        };
        add("old roots, none rewritten", &mut |stacks| stacks.walk(ReferentAge::Old));
        add("young roots, all rewritten", &mut |stacks| stacks.walk(ReferentAge::Young));
        add("limit: frame-pointer chain", &mut Stacks::limit);
        add("limit: a hash table of frame sizes", &mut Stacks::hash);
        group.finish();
    }
}

criterion_group!(benches, walk);
criterion_main!(benches);
