//! Allocates on several threads for some time, for `spgc-top` to show; then prints the counters in
//! the text format of OpenMetrics.
//!
//! ```sh
//! SPGC_STATS=on cargo run --release -p statepoint-gc --example live-counters -- 60
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use statepoint_gc::{Handle, Heap, TypeId, TypeLayout};

const NODE: TypeId = TypeId::new(1);
/// Number of threads.
const THREADS: usize = 2;
/// Number of lists that each thread keeps. It replaces them in turn.
const LISTS: usize = 2048;
/// Number of lists that it makes for each one that it keeps.
const MADE: usize = 8;
/// Number of nodes of a list.
const NODES: usize = 50;

/// Makes lists until the end.
fn make_lists(heap: &Heap, has_ended: &AtomicBool) -> Result<(), String> {
    let mut mutator = heap.attach().map_err(|error| error.to_string())?;
    let mut lists: Vec<Option<Handle>> = (0..LISTS).map(|_| None).collect();
    for number in (0..LISTS * MADE).cycle() {
        let mut first = None;
        for _ in 0..NODES {
            let node = mutator.allocate(NODE).map_err(|error| error.to_string())?;
            let stored = mutator.store_reference(&node, 8, first.as_ref());
            stored.map_err(|error| error.to_string())?;
            first = Some(node);
        }
        lists[number / MADE] = first;
        if has_ended.load(Relaxed) {
            return Ok(());
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seconds = std::env::args().nth(1).map_or(Ok(10.0), |text| text.parse())?;
    let layout = TypeLayout::Fixed { size: 32, references: vec![8] };
    let heap = Heap::builder()
        .code(Arc::default())
        .heap_max(64 << 20)
        .heap_initial(8 << 20)
        .register_type(NODE, layout.named("Node"))
        .build()?;
    let has_ended = AtomicBool::new(false);
    let begin = Instant::now();
    std::thread::scope(|scope| {
        let run = || make_lists(&heap, &has_ended);
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(run)).collect();
        while begin.elapsed().as_secs_f64() < seconds {
            std::thread::sleep(Duration::from_millis(20));
        }
        has_ended.store(true, Relaxed);
        threads.into_iter().try_for_each(|thread| {
            thread.join().unwrap_or_else(|_| Err("a thread has panicked".to_owned()))
        })
    })?;
    print!("{}", heap.open_metrics());
    Ok(())
}
