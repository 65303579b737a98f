//! Benchmarks of the call-site table of two million records: construction, size, look-ups, and
//! look-ups in other kinds of indices. The lower bound is one load.
//!
//! Each look-up depends on the result of the previous one, as in a stack walk.
//!
//! Times are the thread's processor time, so they do not include other load of the machine. The
//! effect of such load on the caches is visible in the lower bounds.
//!
//! `cargo bench -p benches --bench table`

use core::hint::black_box;
use std::collections::BTreeMap;
use std::time::Duration;

use benches::program::{Program, program};
use benches::random::Random;
use benches::section::RECORDS;
use hashbrown::HashMap;
use statepoint_scanner::arch::X86_64;
use statepoint_scanner::cfi::EhFrame;
use statepoint_scanner::table::{CallSiteTable, TableBuffer, TableBuilder, units_of};

fn main() {
    // Test runs, which are not optimized, use fewer records.
    let quick = cfg!(debug_assertions);
    let program = program(if quick { 20_000 } else { RECORDS });
    let buffer = build(&program, if quick { 1 } else { 5 });
    let table = buffer.table();
    sizes(&program, &table);
    register(&buffer, if quick { 10 } else { 100_000 });
    let offsets: Vec<u32> =
        table.call_sites().map(|(pc, _)| (pc - table.code().start) as u32).collect();
    look_up(&table, &offsets, if quick { 1000 } else { 4_000_000 });
}

/// Prints the times of building the table from raw sections, the best of `runs`. Returns the table.
fn build(program: &Program, runs: u32) -> TableBuffer<X86_64> {
    let run = || {
        let start = Clock::now();
        let rules = EhFrame::<X86_64>::new(program.eh_frame_address, &program.eh_frame);
        let rules = rules.expect("generated");
        let read = start.elapsed();
        let builder =
            TableBuilder::<X86_64>::new().add(&program.stack_maps, &rules).expect("generated");
        let added = start.elapsed();
        let buffer = builder.build().expect("generated");
        (start.elapsed(), read, added, buffer)
    };
    let mut best = run();
    for _ in 1..runs {
        let next = run();
        if next.0 < best.0 {
            best = next;
        }
    }
    let (all, read, added, buffer) = best;
    let records = buffer.table().len() as f64;
    println!(
        "build from raw sections: {:.2} M records/s ({:.0} ms: {:.0} reading .eh_frame, {:.0} \
         adding records and evaluating it, {:.0} building the table)",
        records / all.as_secs_f64() / 1e6,
        all.as_secs_f64() * 1e3,
        read.as_secs_f64() * 1e3,
        (added - read).as_secs_f64() * 1e3,
        (all - added).as_secs_f64() * 1e3,
    );
    let start = Clock::now();
    let section = &program.stack_maps;
    black_box(section.iter().fold(0_u64, |sum, &byte| sum.wrapping_add(byte.into())));
    println!(
        "limit: read every byte of the stack maps: {:.0} ms",
        start.elapsed().as_secs_f64() * 1e3
    );
    buffer
}

/// Prints the size of the table per record.
fn sizes(program: &Program, table: &CallSiteTable<'_, X86_64>) {
    let statistics = table.statistics();
    let each = |bytes: usize| bytes as f64 / statistics.records as f64;
    println!(
        "{} records of {} functions, {} descriptors ({:.1} % of the records)",
        statistics.records,
        statistics.functions,
        statistics.descriptors,
        100.0 * statistics.descriptors as f64 / statistics.records as f64,
    );
    println!(
        "bytes per record: {:.2} index + {:.2} descriptors = {:.2}; with functions and records \
         {:.2}; stack map {:.1}, .eh_frame {:.1}",
        each(statistics.index_bytes),
        each(statistics.descriptor_bytes),
        each(statistics.index_bytes + statistics.descriptor_bytes),
        each(statistics.bytes),
        each(program.stack_maps.len()),
        each(program.eh_frame.len()),
    );
}

/// Prints the time of reading a compiled table.
fn register(buffer: &TableBuffer<X86_64>, runs: u32) {
    let start = Clock::now();
    for _ in 0..runs {
        let mut units = units_of::<X86_64>(black_box(buffer.words()), 0);
        black_box(units.next().expect("one unit").expect("valid"));
    }
    println!("reading a compiled unit of that size: {:.0} ns", nanoseconds(start, runs as usize));
}

/// A clock of this thread's processor time.
struct Clock(Duration);

impl Clock {
    fn now() -> Self {
        let spent = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
        let spent = spent.split(' ').next().and_then(|nanoseconds| nanoseconds.parse().ok());
        Self(Duration::from_nanos(spent.expect("nanoseconds")))
    }

    fn elapsed(&self) -> Duration {
        Self::now().0.saturating_sub(self.0)
    }
}

/// Returns the nanoseconds since `start`, divided by `count`.
fn nanoseconds(start: Clock, count: usize) -> f64 {
    start.elapsed().as_secs_f64() * 1e9 / count as f64
}

/// Returns `count` random queries of `distinct` call sites, or of all call sites for 0.
fn queries(offsets: &[u32], distinct: usize, count: usize) -> Vec<u32> {
    let mut random = Random::new(7);
    let mut pick = |offsets: &[u32]| offsets[random.below(offsets.len() as u64) as usize];
    let some: Vec<u32> = (0..distinct).map(|_| pick(offsets)).collect();
    let from = if distinct == 0 { offsets } else { &some };
    (0..count).map(|_| pick(from)).collect()
}

/// Returns the nanoseconds of a look-up, the best of three runs. Each query depends on the previous
/// result.
fn time(queries: &[u32], find: &impl Fn(u32) -> u32) -> f64 {
    let zero = black_box(0);
    let run = || {
        let start = Clock::now();
        let mut found = 0;
        for &query in queries {
            found = find(query + (found & zero));
        }
        black_box(found);
        nanoseconds(start, queries.len())
    };
    (0..3).map(|_| run()).fold(f64::INFINITY, f64::min)
}

/// Prints a table of look-up times for uniform queries, 4,096 call sites and 64 call sites.
fn look_up(table: &CallSiteTable<'_, X86_64>, offsets: &[u32], count: usize) {
    let sets =
        [queries(offsets, 0, count), queries(offsets, 4096, count), queries(offsets, 64, count)];
    let sites = offsets.len();
    let row = |name: &str, bytes: usize, find: &dyn Fn(u32) -> u32| {
        let times = [0, 1, 2].map(|set| time(&sets[set], &|query| find(query)));
        println!(
            "| {name} | {:.2} | {:.1} | {:.1} | {:.1} |",
            bytes as f64 / sites as f64,
            times[0],
            times[1],
            times[2]
        );
    };
    println!("\n| | bytes per record | uniform ns | 4096 ns | 64 ns |\n|---|---|---|---|---|");
    let start = table.code().start;
    let statistics = table.statistics();
    row("the table: index", statistics.index_bytes, &|query| {
        table.number_of(start + u64::from(query)).unwrap_or(0)
    });
    row(
        "the table: index, descriptor, its CFA and number of roots",
        statistics.index_bytes + statistics.descriptor_bytes,
        &|query| {
            let frame = table.lookup(start + u64::from(query)).and_then(|site| site.frame());
            frame.map_or(0, |frame| frame.cfa().1 as u32 + frame.base_len() as u32)
        },
    );
    indices::rows(offsets, &row);
    // A look-up cannot be faster than one load that misses the caches as often.
    let words: Vec<u32> = (0..statistics.index_bytes / 4).map(|word| word as u32).collect();
    let last = *offsets.last().expect("there are call sites") as usize + 1;
    row("limit: one load from as much memory as the index", statistics.index_bytes, &|query| {
        words[query as usize * words.len() / last]
    });
    let other: BTreeMap<u32, u32> = offsets.iter().copied().zip(0..).collect();
    row("BTreeMap (bytes: keys and values only)", 8 * sites, &|query| other[&query]);
}

/// Other indices that map an offset to the number of a call site. Sizes include all memory that a
/// look-up reads.
mod indices {
    use super::{HashMap, black_box};

    /// Measures a look-up function and prints a row with this name and size in bytes.
    type Row<'a> = &'a dyn Fn(&str, usize, &dyn Fn(u32) -> u32);

    pub(super) fn rows(offsets: &[u32], row: Row<'_>) {
        let sites = offsets.len();
        row("sorted u32, binary_search", 4 * sites, &|query| {
            offsets.binary_search(&query).unwrap_or(0) as u32
        });
        row("sorted u32, search without branches", 4 * sites, &|query| branchless(offsets, query));
        let blocks = Blocks::new(offsets);
        row("blocks of 256 bytes, u32 starts", blocks.bytes(4), &|query| blocks.find(query));
        row("the same, eight bytes per step", blocks.bytes(4), &|query| blocks.find_eight(query));
        let super_blocks = SuperBlocks::new(&blocks);
        let bytes = blocks.bytes(2) + 4 * super_blocks.supers.len();
        row("blocks of 256 bytes, u16 starts in u32 superblocks", bytes, &|query| {
            super_blocks.find(query, &blocks.lows)
        });
        let open = OpenAddressing::new(offsets);
        row("open addressing, half full", 8 * open.slots.len(), &|query| open.find(query));
        let map: HashMap<u32, u32> = offsets.iter().copied().zip(0..).collect();
        row("hashbrown", 9 * map.capacity() * 8 / 7, &|query| {
            map.get(&query).copied().unwrap_or(0)
        });
        black_box(&map);
    }

    /// Searches without conditional branches.
    fn branchless(offsets: &[u32], query: u32) -> u32 {
        let (mut base, mut size) = (0, offsets.len());
        while size > 1 {
            let half = size / 2;
            base += usize::from(offsets[base + half] <= query) * half;
            size -= half;
        }
        base as u32
    }

    /// Low bytes of offsets, in blocks of 256 bytes of code.
    struct Blocks {
        /// The number of the first call site of each block.
        starts: Vec<u32>,
        /// The low byte of each offset.
        lows: Vec<u8>,
    }

    impl Blocks {
        fn new(offsets: &[u32]) -> Self {
            let blocks = offsets.last().map_or(0, |last| last / 256 + 1);
            let start = |block| offsets.partition_point(|&offset| offset < block * 256) as u32;
            let mut lows: Vec<u8> = offsets.iter().map(|&offset| offset as u8).collect();
            // Padding for eight-byte reads at the end.
            lows.extend([0; 8]);
            Self { starts: (0..=blocks).map(start).collect(), lows }
        }

        fn bytes(&self, start: usize) -> usize {
            start * self.starts.len() + self.lows.len()
        }

        fn find(&self, query: u32) -> u32 {
            let block = (query / 256) as usize;
            let (first, end) = (self.starts[block], self.starts[block + 1]);
            find(&self.lows, first, end, query as u8)
        }

        /// Compares eight bytes per step.
        fn find_eight(&self, query: u32) -> u32 {
            let block = (query / 256) as usize;
            let (mut first, end) = (self.starts[block], self.starts[block + 1]);
            let wanted = u64::from(query as u8) * 0x0101_0101_0101_0101;
            while first < end {
                let Some(bytes) = self.lows[first as usize..].first_chunk() else { break };
                let differ = u64::from_le_bytes(*bytes) ^ wanted;
                let zero =
                    differ.wrapping_sub(0x0101_0101_0101_0101) & !differ & 0x8080_8080_8080_8080;
                if zero != 0 {
                    return first + zero.trailing_zeros() / 8;
                }
                first += 8;
            }
            0
        }
    }

    fn find(lows: &[u8], first: u32, end: u32, low: u8) -> u32 {
        let lows = &lows[first as usize..end as usize];
        lows.iter().position(|&at| at == low).map_or(0, |position| first + position as u32)
    }

    /// Starts of blocks, relative to those of superblocks.
    struct SuperBlocks {
        /// The number of the first call site of each group of 128 blocks.
        supers: Vec<u32>,
        starts: Vec<u16>,
    }

    impl SuperBlocks {
        fn new(blocks: &Blocks) -> Self {
            let supers: Vec<u32> = blocks.starts.iter().copied().step_by(128).collect();
            let starts = blocks.starts.iter().zip(0..);
            let starts =
                starts.map(|(&start, block): (_, usize)| (start - supers[block / 128]) as u16);
            Self { starts: starts.collect(), supers }
        }

        fn find(&self, query: u32, lows: &[u8]) -> u32 {
            let block = (query / 256) as usize;
            let start = |block: usize| self.supers[block / 128] + u32::from(self.starts[block]);
            find(lows, start(block), start(block + 1), query as u8)
        }
    }

    /// A hash table with linear probing of offsets and numbers. Offset 0 marks an empty entry.
    struct OpenAddressing {
        slots: Vec<(u32, u32)>,
        shift: u32,
    }

    impl OpenAddressing {
        fn new(offsets: &[u32]) -> Self {
            let size = (2 * offsets.len()).next_power_of_two();
            let mut open = Self { slots: vec![(0, 0); size], shift: 32 - size.trailing_zeros() };
            for (&offset, number) in offsets.iter().zip(0..) {
                let mut at = open.home(offset);
                while open.slots[at].0 != 0 {
                    at = (at + 1) % size;
                }
                open.slots[at] = (offset, number);
            }
            open
        }

        fn home(&self, key: u32) -> usize {
            (key.wrapping_mul(0x9e37_79b1) >> self.shift) as usize
        }

        fn find(&self, query: u32) -> u32 {
            let mut at = self.home(query);
            loop {
                let (key, number) = self.slots[at];
                if key == query {
                    return number;
                }
                if key == 0 {
                    return 0;
                }
                at = (at + 1) % self.slots.len();
            }
        }
    }
}
