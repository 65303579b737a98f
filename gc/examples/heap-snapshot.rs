//! Fills a heap, counts its objects by type, writes a snapshot, and prints how long that took and
//! how much memory it needed.
//!
//! ```sh
//! cargo run --release -p statepoint-gc --example heap-snapshot -- 1024 /tmp/big.heapsnapshot
//! ```

use std::sync::Arc;
use std::time::Instant;

use statepoint_gc::{Handle, Heap, Mutator, TypeId, TypeLayout, inspect::SnapshotOptions};

const NODE: TypeId = TypeId::new(1);
const TABLE: TypeId = TypeId::new(2);
const BYTES: TypeId = TypeId::new(3);

/// Maximum resident size of the process in bytes, as the kernel counts it.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

/// Processor time of the calling thread in seconds. On a busy machine it says more than the time
/// that has passed.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|text| text.parse::<f64>().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}

/// Allocates about 1 MiB: nodes of 32 bytes in a list, each with an array of 16 to 112 bytes, and a
/// table that refers to every hundredth node.
fn megabyte(mutator: &mut Mutator) -> Result<Handle, Box<dyn std::error::Error>> {
    let table = mutator.allocate_array(TABLE, 120)?;
    let mut last: Option<Handle> = None;
    for number in 0..10_900_u64 {
        let node = mutator.allocate(NODE)?;
        let text = mutator.allocate_array(BYTES, number * 37 % 96)?;
        mutator.store_reference(&node, 8, Some(&text))?;
        if let Some(last) = &last {
            mutator.store_reference(&node, 16, Some(last))?;
        }
        if number.is_multiple_of(100) {
            mutator.store_reference(&table, 16 + number as usize / 100 * 8, Some(&node))?;
        }
        last = Some(node);
    }
    if let Some(last) = &last {
        mutator.store_reference(&table, 16 + 119 * 8, Some(last))?;
    }
    Ok(table)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let megabytes: usize = arguments.next().map_or(Ok(64), |text| text.parse())?;
    let path = arguments.next().unwrap_or_else(|| "heap.heapsnapshot".to_owned());
    let node = TypeLayout::Fixed { size: 32, references: vec![8, 16] };
    let node = node.named("Node").field_named(8, "text").field_named(16, "next");
    let heap = Heap::builder()
        .code(Arc::default())
        .heap_max((megabytes * 2 + 64) << 20)
        .register_type(NODE, node)
        .register_type(TABLE, TypeLayout::ReferenceArray.named("Table"))
        .register_type(BYTES, TypeLayout::PlainArray { element_size: 1 }.named("Bytes"))
        .build()?;
    let mut mutator = heap.attach()?;
    let tables: Vec<_> =
        (0..megabytes).map(|_| megabyte(&mut mutator)).collect::<Result<_, _>>()?;
    mutator.collect_full();
    let before = peak_memory();
    let (begin, processor) = (Instant::now(), processor_seconds());
    let types = heap.types_in_use()?;
    println!(
        "{types}counted in {:.2} s, {:.2} s of processor time",
        begin.elapsed().as_secs_f64(),
        processor_seconds() - processor
    );
    let (begin, processor) = (Instant::now(), processor_seconds());
    let summary = heap.write_snapshot(&path, SnapshotOptions::new())?;
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "{} objects, {} edges, {} MB: {seconds:.2} s, of which {:.2} s stopped; {:.2} s of processor \
         time; {:.0} MB of heap a second; file of {} MB",
        summary.objects,
        summary.edges,
        summary.object_bytes >> 20,
        summary.pause.as_secs_f64(),
        processor_seconds() - processor,
        (summary.object_bytes >> 20) as f64 / seconds,
        summary.bytes_written >> 20,
    );
    println!(
        "memory besides the heap: {:.1} MB, {:.2} % of the objects; the peak of the process grew by \
         {:.1} MB",
        summary.memory_bytes as f64 / 1e6,
        summary.memory_bytes as f64 / summary.object_bytes as f64 * 100.0,
        peak_memory().saturating_sub(before) as f64 / 1e6,
    );
    drop(tables);
    Ok(())
}
