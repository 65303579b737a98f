//! The view on a terminal in memory.

use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use spgc_stats::{CyclePhase, Header, HeapCounters, LastCollection};
use spgc_tools::live::LiveSample;

use super::*;

const MIB: u64 = 1 << 20;

fn sample(state: HeapState) -> LiveSample {
    let mut pause_buckets = [0; 16];
    (pause_buckets[5], pause_buckets[6]) = (10, 20);
    let counters = HeapCounters {
        updated_ns: 125_000_000_000,
        limit_bytes: 64 * MIB,
        used_bytes: 32 * MIB,
        peak_bytes: 40 * MIB,
        young_bytes: 4 * MIB,
        old_bytes: 20 * MIB,
        large_bytes: 3 * MIB,
        nursery_bytes: 5 * MIB,
        allocated_bytes: 1000 * MIB,
        promoted_bytes: 30 * MIB,
        young_collections: 29,
        full_collections: 1,
        cycles_begun: 3,
        cycles_marked: 2,
        cycle_phase: CyclePhase::Marking as u64,
        marked_bytes: 6 * MIB,
        pauses: 30,
        pause_sum_ns: 45_000_000,
        pause_last_ns: 1_250_000,
        pause_longest_ns: 9_500_000,
        last_collection: LastCollection::Young as u64,
        threads: 4,
        threads_managed: 3,
        threads_native: 1,
        fibers: 7,
        collector_threads: 2,
        marker_threads: 1,
        pause_buckets,
        ..HeapCounters::default()
    };
    let header = Header { process: 4711, heap: 1, created_unix_ns: 0 };
    LiveSample { header, counters, state, at: Instant::now() }
}

/// Returns a history of five samples with growing rates.
fn history(state: HeapState) -> History {
    let mut next = sample(state);
    let mut history = History::new(next);
    for number in 1..5 {
        next.at += Duration::from_secs(1);
        next.counters.allocated_bytes += number * 100 * MIB;
        next.counters.pause_sum_ns += number * 10_000_000;
        history.add(next);
    }
    history
}

/// Returns the lines of the view.
fn lines(width: u16, height: u16, history: &History, message: Option<&str>) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame, history, message)).unwrap();
    let buffer = terminal.backend().buffer().clone();
    let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..height).map(|y| row(y).trim_end().to_owned()).collect()
}

#[test]
fn all_panels_are_drawn() {
    let lines = lines(100, 26, &history(HeapState::Live), None);
    let text = lines.join("\n");
    let head = "process 4711, heap 1  updated 2 min 5 s after its start";
    assert_eq!(lines[0], head, "\n{text}");
    for part in [
        "32.0 MiB of 64.0 MiB (50 %), peak 40.0 MiB",
        "young           4.0 MiB  nursery 5.0 MiB",
        "collections 30 (0.0/s): young 29, full 1, compacting 0",
        "cycle       marking, 6.0 MiB marked",
        "threads     4: managed 3, native 1",
        "fibers      7; collector threads 2, markers 1",
        "allocation 400.0 MiB/s, at most 400.0 MiB/s",
        "pauses: mean 4.833 ms, longest 9.500 ms",
        "in pauses 4.0 %, last 1.250 ms (young)",
        "│     1 ms        10 █",
        "│     2 ms        20 █",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    assert_eq!(lines[25], "q: quit");
    // The rates grow towards the right end of the panel.
    let panel = lines.iter().position(|line| line.contains("allocation")).unwrap();
    let bottom = lines[panel..].iter().find(|line| line.contains('█')).unwrap();
    assert!(bottom.ends_with("█│"), "{text}");
    assert_eq!(lines[panel..][..8].iter().filter(|line| line.ends_with("█│")).count(), 5, "{text}");
}

#[test]
fn ends_are_shown() {
    let gone = lines(100, 26, &history(HeapState::ProcessGone), Some("no more updates"));
    let expected = "process 4711, heap 1  the process is gone; last update 2 min 5 s after its \
                    start";
    assert_eq!(gone[0], expected);
    assert_eq!(gone[25], "no more updates");
    let ended = lines(100, 26, &history(HeapState::Ended), None);
    assert_eq!(ended[0], "process 4711, heap 1  the heap has ended, 2 min 5 s after its start");
}

/// No size, however small, and no counters make the view panic.
#[test]
fn all_sizes_are_drawn() {
    let mut empty = History::new(sample(HeapState::Live));
    empty.last.counters = HeapCounters::default();
    let mut full = history(HeapState::Live);
    full.last.counters = HeapCounters::from_words(&[u64::MAX; HeapCounters::WORDS]);
    for width in [1, 2, 3, 10, 40, 80, 600] {
        for height in [1, 2, 3, 8, 16, 24, 100] {
            for history in [&empty, &full, &history(HeapState::Live)] {
                lines(width, height, history, None);
            }
        }
    }
}
