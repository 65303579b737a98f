//! Test that `docs/safety.md` has an argument for each safe public function: why safe code cannot
//! break memory through it.
//!
//! [`listing`] finds the functions in the sources, and this module compares them with the page.

mod listing;

use std::collections::BTreeSet;
use std::path::Path;

use listing::Functions;

/// The published packages: their names, which are sections of the page, and their folders.
const PACKAGES: [(&str, &str); 8] = [
    ("statepoint-scanner", "scanner"),
    ("statepoint-patch", "scanner/patch"),
    ("stackmap", "scanner/tool"),
    ("statepoint-gc", "gc"),
    ("statepoint-gc-capi", "gc/capi"),
    ("spgc-stats", "gc/stats"),
    ("spgc-tools", "gc/tools"),
    ("statepoint-cranelift", "cranelift"),
];
/// The end of an entry for all functions of a module that forbids unsafe code, such as
/// `stackmap::*`. `*` alone stands for the whole library.
const ALL: &str = "*";
/// The attribute of such a module.
const FORBID: &str = "\n#![forbid(unsafe_code)]\n";

/// Returns the entries of the section of a package: the code spans in the first column of its
/// tables, in which braces are expanded as in a `use` declaration.
fn entries(page: &str, package: &str) -> Vec<String> {
    let heading = format!("## {package}");
    let section = page.lines().skip_while(|line| *line != heading).skip(1);
    let rows = section.take_while(|line| !line.starts_with("## "));
    let cells = rows.filter_map(|line| line.strip_prefix("| `")?.split_once(" | "));
    let spans = cells.flat_map(|(cell, _)| cell.split('`').step_by(2).map(str::to_owned));
    spans.filter(|span| !span.is_empty()).flat_map(|span| expand(&span)).collect()
}

/// Expands the braces of an entry.
fn expand(entry: &str) -> Vec<String> {
    let parts = entry.split_once('{').and_then(|(before, rest)| {
        rest.split_once('}').map(|(names, after)| (before, names, after))
    });
    let Some((before, names, after)) = parts else { return vec![entry.to_owned()] };
    names.split(", ").map(|name| format!("{before}{name}{after}")).collect()
}

/// Removes the functions of modules for which there is an entry, and these entries. `read` returns
/// the text of a source file.
///
/// # Panics
///
/// If such a module does not forbid unsafe code.
fn remove_modules(
    package: &str,
    entries: &mut Vec<String>,
    functions: &mut Functions,
    read: impl Fn(&str) -> Option<String>,
) {
    entries.retain(|entry| {
        let Some(module) = entry.strip_suffix(ALL) else { return true };
        let module = module.trim_end_matches(':');
        let file = module.replace("::", "/");
        let files = ["lib.rs".to_owned(), format!("{file}/mod.rs"), format!("{file}.rs")];
        let files = if module.is_empty() { &files[..1] } else { &files[1..] };
        let text = files.iter().find_map(|file| read(file));
        let is_forbidden = text.is_some_and(|text| text.contains(FORBID));
        assert!(is_forbidden, "{package}: {module} must have the attribute{FORBID}");
        let below = format!("{module}::");
        let is_in = |of: &String| module.is_empty() || of == module || of.starts_with(&below);
        functions.values_mut().for_each(|modules| modules.retain(|module| !is_in(module)));
        functions.retain(|_, modules| !modules.is_empty());
        false
    });
}

/// Returns one message for each difference between the entries of a package and its functions.
fn differences(package: &str, entries: &[String], functions: &Functions) -> Vec<String> {
    let mut found = Vec::new();
    let mut listed = BTreeSet::new();
    for entry in entries {
        if !functions.contains_key(entry) {
            found.push(format!("{package}: `{entry}` is no safe public function: remove it"));
        }
        if !listed.insert(entry) {
            found.push(format!("{package}: `{entry}` is listed twice"));
        }
    }
    found.extend(functions.keys().filter(|function| !listed.contains(function)).map(|function| {
        format!(
            "{package}: add `{function}` to docs/safety.md, to a row whose argument holds for it, \
             or with its own: why safe code cannot break memory through it"
        )
    }));
    found
}

#[test]
fn each_safe_public_function_has_an_argument() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let page = std::fs::read_to_string(root.join("docs/safety.md")).unwrap();
    let mut errors = Vec::new();
    for (package, folder) in PACKAGES {
        let source = root.join(folder).join("src");
        let mut entries = entries(&page, package);
        let mut functions = listing::functions_of(&source);
        // The C functions are compiled with the collector, and documented with their package.
        match package {
            "statepoint-gc" => functions.retain(|function, _| !listing::is_for_c(function)),
            "statepoint-gc-capi" => {
                functions.extend(listing::functions_of(&root.join("gc/src")));
                functions.retain(|function, _| listing::is_for_c(function));
            }
            _ => {}
        }
        let read = |file: &str| std::fs::read_to_string(source.join(file)).ok();
        remove_modules(package, &mut entries, &mut functions, read);
        errors.extend(differences(package, &entries, &functions));
    }
    assert!(errors.is_empty(), "\n{}\n", errors.join("\n"));
}

fn functions(found: &[(&str, &str)]) -> Functions {
    let to_owned = |&(name, module): &(&str, &str)| (name.to_owned(), [module.to_owned()].into());
    found.iter().map(to_owned).collect()
}

#[test]
fn functions_of_modules_without_unsafe_code_need_no_entry() {
    let mut found = functions(&[("T::f", "a"), ("T::g", "a::b"), ("U::f", "ab"), ("U::g", "c")]);
    let mut entries = ["a::*", "U::f"].map(str::to_owned).to_vec();
    let read = |file: &str| (file == "a/mod.rs").then(|| format!("//! Doc.\n{FORBID}"));
    remove_modules("p", &mut entries, &mut found, read);
    assert_eq!(found.keys().collect::<Vec<_>>(), ["U::f", "U::g"]);
    assert_eq!(entries, ["U::f"]);
}

#[test]
fn entries_are_read_from_tables() {
    let page = "## a\n\ntext `T::x`\n\n| functions | argument |\n|---|---|\n\
                | `T::{f, g}`, `Drop for T` | `h` |\n\n## b\n\n| `m::f` | a |\n";
    assert_eq!(entries(page, "a"), ["T::f", "T::g", "Drop for T"]);
    assert_eq!(entries(page, "b"), ["m::f"]);
    let functions = functions(&[("T::f", "m"), ("T::new", "m")]);
    let found = differences("a", &entries(page, "a"), &functions);
    let names = |text: &str| found.iter().filter(|message| message.contains(text)).count();
    assert_eq!((found.len(), names("add `T::new`"), names("`T::g` is no")), (3, 1, 1), "{found:?}");
}
