//! The official tests of WebAssembly.
//!
//! Every directive of every script is passed, failed or skipped with a reason. One that fails
//! fails the test. The table of counts is compared with the page `docs/wasm-conformance.md`, so a
//! directive that is newly skipped fails it, too; `UPDATE=1` writes the page again.
//! `WAST=name` runs only the scripts whose names contain this text, and prints all failures.

mod run;
mod scripts;
mod table;
mod values;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use run::{Counts, run_script};
use scripts::{Script, scripts};

/// The stack of a thread that runs scripts, of which programs may use a quarter.
const STACK: usize = 16 << 20;

fn run_all(scripts: &[Script]) -> Vec<Counts> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(vec![Counts::default(); scripts.len()]);
    let work = || {
        while let Some(script) = scripts.get(next.fetch_add(1, Relaxed)) {
            let counts = run_script(script, STACK / 4);
            let index = scripts.iter().position(|each| std::ptr::eq(each, script));
            results.lock().expect("no thread panics while it holds the lock")
                [index.expect("the script is one of these")] = counts;
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, work)
                .expect("the system creates a thread");
        }
    });
    results.into_inner().expect("no thread panicked while it held the lock")
}

#[test]
fn official_scripts() {
    let filter = std::env::var("WAST").ok();
    let scripts: Vec<_> = scripts()
        .into_iter()
        .filter(|script| filter.as_ref().is_none_or(|text| script.title().contains(text)))
        .collect();
    let results = run_all(&scripts);
    let shown = if filter.is_some() { usize::MAX } else { 5 };
    let mut failed = 0;
    for (script, counts) in scripts.iter().zip(&results) {
        failed += counts.failures.len();
        for failure in counts.failures.iter().take(shown) {
            println!("{}: {failure}", script.title());
        }
    }
    let table = table::table(&scripts, &results);
    println!("{table}");
    assert_eq!(failed, 0, "{failed} directives fail");
    if filter.is_none() {
        table::check_page(&table);
    }
}
