//! The page of settings lists the variables that the library reads.

use std::collections::BTreeSet;

use crate::guide::page;

/// Returns the names of variables in quotation marks or code spans, each the first of its line.
fn first_names<'a>(lines: impl Iterator<Item = &'a str>, before: &str, after: char) -> Vec<String> {
    let name = |line: &str| {
        let (name, _) = line.trim_start().strip_prefix(before)?.split_once(after)?;
        name.starts_with("SPGC_").then(|| name.to_owned())
    };
    lines.filter_map(name).collect()
}

#[test]
fn the_page_of_settings_lists_all_variables() {
    let source = page("gc/src/config/variables.rs");
    let table = source.split_once("VARIABLES: [").and_then(|(_, rest)| rest.split_once("];"));
    let (table, _) = table.expect("the source has a table");
    let read: BTreeSet<_> = first_names(table.lines(), "\"", '"').into_iter().collect();
    assert!(read.len() >= 17, "{read:?}");
    let described = first_names(page("docs/settings.md").lines(), "| `", '`');
    assert_eq!(described.iter().cloned().collect::<BTreeSet<_>>(), read);
    assert_eq!(described.len(), read.len(), "a variable has two rows");
}
