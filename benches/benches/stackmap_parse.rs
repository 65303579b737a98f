//! Benchmarks of reading a stack map section of two million records: validating it, and decoding
//! every statepoint. The lower bound is a pass over the same bytes.
//!
//! `cargo bench -p benches --bench stackmap_parse`

use core::hint::black_box;

use benches::section::{RECORDS, section};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use statepoint_scanner::arch::X86_64;
use statepoint_scanner::stackmap::{StackMap, maps};
use statepoint_scanner::statepoint::{Statepoint, ValueLocation};

/// Validates every map. Returns the number of records.
fn parse(section: &[u8]) -> usize {
    maps(section).map(|map| map.expect("generated").records().len()).sum()
}

/// Decodes every statepoint and reads every pair. The result depends on all of them.
fn decode<'a>(maps: impl Iterator<Item = StackMap<'a>>) -> u64 {
    let mut sum = 0_u64;
    for map in maps {
        let constants = map.constants();
        for (function, record) in map.function_records().expect("version 3 has record counts") {
            let statepoint = Statepoint::<X86_64>::decode(&record, &constants).expect("generated");
            sum = sum.wrapping_add(function.address + u64::from(record.instruction_offset));
            for pair in statepoint.pairs() {
                for value in [pair.base, pair.derived] {
                    if let ValueLocation::Slot { offset, .. } = value {
                        sum = sum.wrapping_add(offset.cast_unsigned().into());
                    }
                }
            }
        }
    }
    sum
}

/// Returns a result that depends on every byte of the section.
fn read_every_byte(section: &[u8]) -> u64 {
    let words = section.as_chunks().0.iter();
    words.fold(0, |sum, &word| sum.wrapping_add(u64::from_le_bytes(word)))
}

fn stackmap_parse(c: &mut Criterion) {
    // Test runs, which are not optimized, use fewer records.
    let records = if cfg!(debug_assertions) { 20_000 } else { RECORDS };
    let section = section(records);
    let mut copy = vec![0; section.len()];

    let mut group = c.benchmark_group(format!("section of {} MB", section.len() / 1_000_000));
    group.throughput(Throughput::BytesDecimal(section.len() as u64)).sample_size(20);
    group.bench_function("check", |b| b.iter(|| parse(black_box(&section))));
    group.bench_function("check, decode, visit every pair", |b| {
        b.iter(|| decode(maps(black_box(&section)).map(|map| map.expect("generated"))));
    });
    let checked: Vec<_> = maps(&section).map(|map| map.expect("generated")).collect();
    group.bench_function("decode, visit every pair", |b| {
        b.iter(|| decode(black_box(&checked).iter().copied()));
    });
    group.bench_function("limit: read every byte", |b| {
        b.iter(|| read_every_byte(black_box(&section)));
    });
    group.bench_function("limit: copy", |b| {
        b.iter(|| black_box(&mut copy).copy_from_slice(black_box(&section)));
    });
    group.finish();
}

criterion_group!(benches, stackmap_parse);
criterion_main!(benches);
