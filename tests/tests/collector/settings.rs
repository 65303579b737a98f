//! Heap settings: invalid values are refused with an error that names the limits, and valid values
//! take effect.

use std::time::Duration;

use statepoint_gc::{Heap, HeapBuilder, HeapStartError, settings::ConfigError};
use tests::child_tests::full_test_name;
use tests::managed::heap;
use tests::timeout;

/// Limit of the heaps, in bytes.
const LIMIT: usize = 64 << 20;

/// Returns the error of building a heap with these settings, or `None` if it is built.
fn build_error(set: impl FnOnce(HeapBuilder) -> HeapBuilder) -> Option<ConfigError> {
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
        assert_eq!(build_error(|heap| heap.nursery(bytes)), Some(error));
    }
    assert_eq!(build_error(|heap| heap.nursery(least)), None);
    assert_eq!(build_error(|heap| heap.nursery(most).heap_initial(0)), None);
    // Settings are checked when the heap is built, so their order is irrelevant.
    let error = ConfigError::Nursery { bytes: most, least, most: most / 2 };
    assert_eq!(build_error(|heap| heap.nursery(most).heap_max(LIMIT / 2)), Some(error));

    assert_eq!(build_error(|heap| heap.heap_initial(LIMIT)), None);
    let error = ConfigError::HeapInitial { bytes: LIMIT + 1, limit: LIMIT };
    assert_eq!(build_error(|heap| heap.heap_initial(LIMIT + 1)), Some(error));
}

#[test]
fn unreasonable_times_are_refused() {
    for percent in [0.0, -5.0, 90.1, f64::INFINITY] {
        let error = ConfigError::TimeShare { percent };
        assert_eq!(build_error(|heap| heap.time_share(percent)), Some(error));
    }
    assert!(build_error(|heap| heap.time_share(f64::NAN)).is_some());
    assert_eq!(build_error(|heap| heap.time_share(0.1)), None);
    for goal in [Duration::ZERO, Duration::from_micros(9), Duration::MAX] {
        assert_eq!(
            build_error(|heap| heap.pause_goal(goal)),
            Some(ConfigError::PauseGoal { goal })
        );
    }
    assert_eq!(build_error(|heap| heap.pause_goal(Duration::from_micros(10))), None);
}

/// Returns the number of mappings of at least `bytes` with the flag `hg` (`MADV_HUGEPAGE`).
fn huge_page_mappings(bytes: usize) -> usize {
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
    assert_eq!(huge_page_mappings(LIMIT), 0);
    drop(off);
    let _on = heap().heap_max(LIMIT).huge_pages(true).build().unwrap();
    let is_available = std::path::Path::new("/sys/kernel/mm/transparent_hugepage").exists();
    assert_eq!(huge_page_mappings(LIMIT), usize::from(is_available));
}

/// The child of the next test has a misspelt variable.
#[test]
fn unknown_variables_are_named_once() {
    if std::env::var_os(MISSPELT).is_some() {
        for _ in 0..2 {
            Heap::builder().heap_max(LIMIT).build().expect("the heap is made");
        }
        // A host that ignores the environment gets no warning.
        heap().build().expect("the heap is made");
        return;
    }
    let test = full_test_name("unknown_variables_are_named_once");
    let mut child = examples::runner::command(std::env::current_exe().expect("a file"));
    child.args(["--exact", &test, "--nocapture"]).env(MISSPELT, "64M").env("SPGC_ZEAL", "off");
    let output = timeout::output(&mut child).expect("the test runs again");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let expected = "statepoint-gc: warning: the environment variable SPGC_HEAPMAX has no effect: \
                    this version does not know it. The nearest known variable is SPGC_HEAP_MAX.\n";
    assert_eq!(errors.matches("warning").count(), 1, "{errors}");
    assert!(errors.contains(expected), "{errors}");
}

/// A variable that the library does not have.
const MISSPELT: &str = "SPGC_HEAPMAX";
