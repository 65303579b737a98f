//! The official tests of WebAssembly.
//!
//! Every directive of every script is passed, failed or skipped with a reason. One that fails
//! fails the test. The table of counts is compared with the page `docs/wasm-conformance.md`, so a
//! directive that is newly skipped fails it, too; `UPDATE=1` writes the page again.
//! `WAST=name` runs only the scripts whose names contain this text, and prints all failures.
//!
//! The back end LLVM starts several processes for each module, so it runs a selection of the
//! scripts. `WAST_LLVM=all` runs all of them, and compares the results with the same page.

#[path = "../generators/mod.rs"]
mod generators;
mod run;
mod scripts;
mod table;
mod values;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use statepoint_gc::observe::CollectorStatistics;
use statepoint_gc::{Heap, HeapBuilder, HeapVerification, Zeal};
use wasm_gc::runtime::CodeGenerator;

use run::{Counts, run_script};
use scripts::{Script, scripts};

/// The stack of a thread that runs scripts, of which programs may use a quarter.
const STACK: usize = 16 << 20;

fn run_all(
    scripts: &[Script],
    generator: &CodeGenerator,
    heap: impl Fn() -> HeapBuilder + Sync,
) -> Vec<Counts> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(vec![Counts::default(); scripts.len()]);
    let work = || {
        while let Some(script) = scripts.get(next.fetch_add(1, Relaxed)) {
            let counts = run_script(script, STACK / 4, heap(), generator);
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
    let filter = filter();
    let scripts = filtered(|_| true);
    let table = check(&scripts, &CodeGenerator::Cranelift);
    if filter.is_none() {
        table::check_page(&table);
    }
}

/// What `WAST` selects.
fn filter() -> Option<String> {
    std::env::var("WAST").ok()
}

/// Returns the scripts that `WAST` selects, or these.
fn filtered(is_selected: impl Fn(&Script) -> bool) -> Vec<Script> {
    let filter = filter();
    let is_wanted = |script: &Script| match &filter {
        Some(text) => script.title().contains(text),
        None => is_selected(script),
    };
    scripts().into_iter().filter(is_wanted).collect()
}

/// Runs scripts and asserts that no directive fails. Returns the table of results.
fn check(scripts: &[Script], generator: &CodeGenerator) -> String {
    let results = run_all(scripts, generator, Heap::builder);
    let shown = if filter().is_some() { usize::MAX } else { 5 };
    let mut failed = 0;
    for (script, counts) in scripts.iter().zip(&results) {
        failed += counts.failures.len();
        for failure in counts.failures.iter().take(shown) {
            println!("{}: {failure}", script.title());
        }
    }
    let table = table::table(scripts, &results);
    println!("{table}");
    assert_eq!(failed, 0, "{failed} directives fail");
    table
}

/// Scripts with few modules that use each group of instructions.
const LLVM_SCRIPTS: [&str; 25] = [
    "wasm-latest/br_table",
    "wasm-latest/call",
    "wasm-latest/call_indirect",
    "wasm-latest/conversions",
    "wasm-latest/endianness",
    "wasm-latest/f32",
    "wasm-latest/f64",
    "wasm-latest/f64_cmp",
    "wasm-latest/fac",
    "wasm-latest/func",
    "wasm-latest/i32",
    "wasm-latest/i64",
    "wasm-latest/if",
    "wasm-latest/int_exprs",
    "wasm-latest/left-to-right",
    "wasm-latest/local_tee",
    "wasm-latest/memory_trap",
    "wasm-latest/return_call",
    "wasm-latest/return_call_indirect",
    "wasm-latest/return_call_ref",
    "wasm-latest/traps",
    "exceptions/throw",
    "exceptions/throw_ref",
    "exceptions/try_table",
    "multi-memory/memory_copy1",
];

#[test]
fn scripts_by_llvm() {
    let all = std::env::var("WAST_LLVM").is_ok_and(|value| value == "all");
    let scripts = filtered(|script| {
        let title = script.title();
        all || script.folder == "gc" || LLVM_SCRIPTS.contains(&title.as_str())
    });
    for generator in generators::llvm() {
        let table = check(&scripts, &generator);
        if all && filter().is_none() {
            table::check_page(&table);
        }
    }
}

/// The scripts of objects, references and exceptions, which run with a collection at each
/// allocation, and at each poll, and with verification of the whole heap. All collections together
/// walk frames, find their records, visit roots and move objects.
#[test]
fn scripts_with_references_while_objects_move() {
    let names = ["array", "struct", "extern", "i31", "br_on", "ref_", "elem", "throw", "try_table"];
    let scripts: Vec<_> = scripts()
        .into_iter()
        .filter(|script| {
            let is_of_proposal = ["gc", "exceptions"].contains(&script.folder.as_str());
            is_of_proposal || names.iter().any(|name| script.name.starts_with(name))
        })
        .collect();
    assert!(scripts.len() > 30, "{} scripts", scripts.len());
    run_while_objects_move(&scripts, &CodeGenerator::Cranelift);
}

/// The same by LLVM, with the scripts whose programs hold most references.
#[test]
fn scripts_with_references_while_objects_move_by_llvm() {
    let titles = [
        "gc/array",
        "gc/array_copy",
        "gc/array_fill",
        "gc/array_init_elem",
        "gc/array_new_elem",
        "gc/br_on_cast",
        "gc/br_on_cast_fail",
        "gc/ref_cast",
        "gc/ref_eq",
        "gc/ref_test",
        "gc/struct",
        "exceptions/try_table",
    ];
    let scripts: Vec<_> =
        scripts().into_iter().filter(|each| titles.contains(&each.title().as_str())).collect();
    assert_eq!(scripts.len(), titles.len());
    for generator in generators::llvm() {
        run_while_objects_move(&scripts, &generator);
    }
}

fn run_while_objects_move(scripts: &[Script], generator: &CodeGenerator) {
    let mut statistics = Vec::new();
    for zeal in [Zeal::EveryAllocation(1), Zeal::EveryPoll] {
        let verify = HeapVerification { before: true, after: true };
        let heap = || Heap::builder().heap_max(32 << 20).zeal(zeal).verify(verify);
        let results = run_all(scripts, generator, heap);
        for (script, counts) in scripts.iter().zip(&results) {
            assert!(counts.failures.is_empty(), "{zeal:?}: {}: {counts:?}", script.title());
        }
        statistics.extend(results.into_iter().filter_map(|counts| counts.heap));
    }
    assert_relocated(&statistics);
}

/// Asserts that collections walked frames whose records all matched, visited roots and moved
/// objects. Few programs of the scripts hold references in their frames.
fn assert_relocated(heaps: &[CollectorStatistics]) {
    let (mut walked, mut visited, mut moved) = (0, 0, 0);
    for CollectorStatistics { counts, .. } in heaps {
        assert_eq!(counts.records_matched, counts.frames_walked, "{counts:?}");
        walked += counts.frames_walked;
        visited += counts.roots_visited;
        moved += counts.objects_moved;
    }
    println!("{walked} frames walked, {visited} roots visited, {moved} objects moved");
    assert!(walked > 500 && visited > 50 && moved > 500);
}
