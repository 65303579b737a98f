//! Settings of a heap: those that are refused, and the effective values of the others.

use std::time::Duration;

use statepoint_gc::{HeapBuilder, HeapStartError, settings::ConfigError};
use tests::managed::heap;

const LIMIT: usize = 64 << 20;

/// Returns why a heap with these settings cannot be made; `None` if it can.
fn refused(set: impl FnOnce(HeapBuilder) -> HeapBuilder) -> Option<ConfigError> {
    match set(heap().heap_max(LIMIT)).build() {
        Ok(_) => None,
        Err(HeapStartError::Config(error)) => Some(error),
        Err(error) => panic!("{error:?}"),
    }
}

#[test]
fn inconsistent_sizes_are_refused() {
    let (least, most) = (128 << 10, LIMIT / 2);
    for bytes in [0, least - 1, most + 1, usize::MAX] {
        let error = ConfigError::Nursery { bytes, least, most };
        assert_eq!(refused(|heap| heap.nursery(bytes)), Some(error));
    }
    assert_eq!(refused(|heap| heap.nursery(least)), None);
    assert_eq!(refused(|heap| heap.nursery(most).heap_initial(0)), None);
    // Settings are checked together, in whatever order they are made.
    let error = ConfigError::Nursery { bytes: most, least, most: most / 2 };
    assert_eq!(refused(|heap| heap.nursery(most).heap_max(LIMIT / 2)), Some(error));

    assert_eq!(refused(|heap| heap.heap_initial(LIMIT)), None);
    let error = ConfigError::HeapInitial { bytes: LIMIT + 1, limit: LIMIT };
    assert_eq!(refused(|heap| heap.heap_initial(LIMIT + 1)), Some(error));
}

#[test]
fn unreasonable_times_are_refused() {
    for percent in [0.0, -5.0, 90.1, f64::INFINITY] {
        let error = ConfigError::TimeShare { percent };
        assert_eq!(refused(|heap| heap.time_share(percent)), Some(error));
    }
    assert!(refused(|heap| heap.time_share(f64::NAN)).is_some());
    assert_eq!(refused(|heap| heap.time_share(0.1)), None);
    for goal in [Duration::ZERO, Duration::from_micros(9), Duration::MAX] {
        assert_eq!(refused(|heap| heap.pause_goal(goal)), Some(ConfigError::PauseGoal { goal }));
    }
    assert_eq!(refused(|heap| heap.pause_goal(Duration::from_micros(10))), None);
}

/// Returns the number of mappings of at least `bytes` that the system was asked to back with huge
/// pages.
fn large_pages_wanted(bytes: usize) -> usize {
    let maps = std::fs::read_to_string("/proc/self/smaps").unwrap();
    let mut found = 0;
    let mut size = 0;
    for line in maps.lines() {
        if let Some(text) = line.strip_prefix("Size:") {
            size = text.split_whitespace().next().unwrap().parse::<usize>().unwrap() << 10;
        } else if let Some(flags) = line.strip_prefix("VmFlags:") {
            found +=
                usize::from(size >= bytes && flags.split_whitespace().any(|flag| flag == "hg"));
        }
    }
    found
}

#[test]
fn large_pages_are_requested_where_available() {
    let off = heap().heap_max(LIMIT).build().unwrap();
    assert_eq!(large_pages_wanted(LIMIT), 0);
    drop(off);
    let _on = heap().heap_max(LIMIT).huge_pages(true).build().unwrap();
    let system_has = std::path::Path::new("/sys/kernel/mm/transparent_hugepage").exists();
    assert_eq!(large_pages_wanted(LIMIT), usize::from(system_has));
}
