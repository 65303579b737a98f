//! Lint for module dependencies: the modules of each crate import only modules of lower layers.
//! ARCHITECTURE.md, section "Floors", lists the layers ("floors") of each crate.
//!
//! [`imports`] parses the source files, and this module compares their imports with the list.

mod imports;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use imports::Imports;
pub(crate) use imports::is_for_tests;

/// The floors of one crate, read from ARCHITECTURE.md.
#[derive(Debug, Default)]
struct Floors {
    /// Position of each top-level module: the number of modules that are listed below it.
    order: BTreeMap<String, usize>,
    /// Modules of the floor named "knot": cyclic modules, which may import each other.
    cyclic: BTreeSet<String>,
}

/// Parses the list that follows the line `Floors of NAME, from the roof down:`. Each line has three
/// columns, separated by two or more spaces: the name of the floor, a module, and a description.
/// The name is omitted if it is the same as in the line above.
fn parse_floors(document: &str, name: &str) -> Result<Floors, String> {
    let heading = format!("Floors of `{name}`, from the roof down:");
    let (_, rest) =
        document.split_once(&heading).ok_or(format!("the line \"{heading}\" is missing"))?;
    let lines = rest.lines().skip_while(|line| line.trim().is_empty());
    let (mut floor, mut listed) = ("", Vec::new());
    for line in lines.map_while(|line| line.strip_prefix("    ")) {
        let mut columns = line.split("  ").map(str::trim).filter(|column| !column.is_empty());
        if !line.starts_with(' ') {
            floor = columns.next().unwrap_or_default();
        }
        let module = columns.next().ok_or(format!("no module in the line: {line}"))?;
        columns.next().ok_or(format!("{module} has no description"))?;
        listed.push((floor, module));
    }
    let mut floors = Floors::default();
    for (floor, module) in listed.into_iter().rev() {
        let position = floors.order.len();
        if floors.order.insert(module.to_owned(), position).is_some() {
            return Err(format!("{module} is listed twice"));
        }
        if floor == "knot" {
            floors.cyclic.insert(module.to_owned());
        }
    }
    if floors.order.is_empty() { Err(format!("no floors of {name}")) } else { Ok(floors) }
}

/// An import of one top-level module by another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Import {
    from: String,
    to: String,
    /// File and line, in the form `FOLDER/FILE.rs:12`.
    location: String,
}

/// Returns the top-level modules of the crate whose source folder is `src`, and all imports between
/// them.
fn imports(src: &Path) -> (BTreeSet<String>, Vec<Import>) {
    let (mut modules, mut all) = (BTreeSet::new(), Vec::new());
    let mut folders = vec![src.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let relative = path.strip_prefix(src).unwrap();
                let Some(module) = module_path(relative) else { continue };
                modules.insert(module[0].clone());
                let text = std::fs::read_to_string(&path).unwrap();
                let module: Vec<_> = module.iter().map(String::as_str).collect();
                let found: Imports = imports::of_file(&text, &module)
                    .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                all.extend(found.into_iter().map(|(to, line)| Import {
                    from: module[0].to_owned(),
                    to,
                    location: format!("{}:{line}", relative.display()),
                }));
            }
        }
    }
    all.sort();
    (modules, all)
}

/// Returns the module path of a file, from the crate root. Returns `None` for the crate root, for
/// programs in `bin`, and for files that only tests use.
fn module_path(file: &Path) -> Option<Vec<String>> {
    let file = file.with_extension("");
    let mut names: Vec<String> =
        file.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    let is_for_tests = |name: &String| {
        ["tests", "models", "fixtures"].contains(&name.as_str()) || name.ends_with("_tests")
    };
    if names.iter().any(is_for_tests) || ["lib", "bin"].contains(&names[0].as_str()) {
        return None;
    }
    names.pop_if(|name| name == "mod");
    Some(names)
}

/// Returns one error message for each import that the floors do not allow, and for each difference
/// between the listed modules and those of the crate.
fn find_errors(floors: &Floors, modules: &BTreeSet<String>, imports: &[Import]) -> Vec<String> {
    let missing = modules.iter().filter(|module| !floors.order.contains_key(*module));
    let mut errors: Vec<_> = missing.map(|module| format!("{module} is not listed")).collect();
    let stale = floors.order.keys().filter(|module| !modules.contains(*module));
    errors.extend(stale.map(|module| format!("the listed module {module} does not exist")));
    for Import { from, to, location } in imports {
        let (Some(own), Some(other)) = (floors.order.get(from), floors.order.get(to)) else {
            if !floors.order.contains_key(to) {
                errors.push(format!(
                    "{location} imports {to} from the crate root: import it from its own module"
                ));
            }
            continue;
        };
        if other > own && !(floors.cyclic.contains(from) && floors.cyclic.contains(to)) {
            errors.push(format!("{location}: {from} imports {to}, which is listed above it"));
        }
    }
    // A module that is not part of an import cycle must not be on the floor "knot".
    let mut reachable_from = BTreeMap::new();
    for module in &floors.cyclic {
        reachable_from.insert(module, reachable(module, imports, &floors.cyclic));
    }
    for module in &floors.cyclic {
        let is_in_cycle = reachable_from[module]
            .iter()
            .any(|other| other != module && reachable_from[other].contains(module));
        if !is_in_cycle {
            errors.push(format!(
                "{module} is not in an import cycle: move it from \"knot\" to another floor"
            ));
        }
    }
    errors
}

/// Returns the cyclic modules that a module imports, directly or through other cyclic modules.
fn reachable(from: &str, imports: &[Import], cyclic: &BTreeSet<String>) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut worklist = vec![from];
    while let Some(module) = worklist.pop() {
        for import in imports.iter().filter(|import| import.from == module) {
            if cyclic.contains(&import.to) && reached.insert(import.to.clone()) {
                worklist.push(&import.to);
            }
        }
    }
    reached
}

/// Returns the root directory of the workspace.
fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// Asserts that the crate with this source folder imports only what its floors allow.
fn check(name: &str) {
    let document = std::fs::read_to_string(workspace().join("ARCHITECTURE.md")).unwrap();
    let floors = parse_floors(&document, name).unwrap();
    let (modules, imports) = imports(&workspace().join(name));
    assert!(imports.len() > 4, "only {} imports were found in {name}", imports.len());
    let errors = find_errors(&floors, &modules, &imports);
    assert!(
        errors.is_empty(),
        "{name} and the floors in ARCHITECTURE.md disagree:\n{}\n\
         Move a type that a lower floor needs to that floor. Pass a decision as an argument. \
         Notify an upper floor of an event by a hook.",
        errors.join("\n")
    );
}

#[test]
fn scanner_modules_import_only_lower_floors() {
    check("scanner/src");
    check("scanner/patch/src");
}

#[test]
fn collector_modules_import_only_lower_floors() {
    check("gc/src");
}

#[test]
fn upward_imports_are_rejected() {
    let document = "Floors of `x`, from the roof down:\n\n    \
                    the roof  heap  all\n    \
                    knot      a     one\n              \
                    b     two\n    \
                    ground    sync  locks\n              \
                    os    the system\n\nMore.";
    let floors = parse_floors(document, "x").unwrap();
    let modules: BTreeSet<_> = ["heap", "a", "b", "os", "sync"].map(str::to_owned).into();
    let import = |from: &str, to: &str| Import {
        from: from.to_owned(),
        to: to.to_owned(),
        location: format!("{from}.rs:1"),
    };
    let cycle = [import("a", "b"), import("b", "a")];
    let with = |more: Import| find_errors(&floors, &modules, &[&cycle[..], &[more]].concat());
    assert_eq!(with(import("heap", "a")), [] as [&str; 0]);
    assert_eq!(with(import("sync", "os")), [] as [&str; 0]);
    assert_eq!(with(import("os", "sync")), ["os.rs:1: os imports sync, which is listed above it"]);
    assert_eq!(with(import("a", "heap")), ["a.rs:1: a imports heap, which is listed above it"]);
    assert_eq!(with(import("heap", "Heap")).len(), 1);
    assert_eq!(
        find_errors(&floors, &modules, &cycle[..1]),
        ["a", "b"].map(|name| format!(
            "{name} is not in an import cycle: move it from \"knot\" to another floor"
        ))
    );
    let more: BTreeSet<_> = modules.iter().cloned().chain(["new".to_owned()]).collect();
    assert_eq!(find_errors(&floors, &more, &cycle), ["new is not listed"]);
    let fewer: BTreeSet<_> = modules.iter().filter(|name| *name != "os").cloned().collect();
    let stale = ["the listed module os does not exist"];
    assert_eq!(find_errors(&floors, &fewer, &cycle), stale);
    for (from, to) in [("x", "y"), ("b     two", "a     two"), ("  two", ""), ("Floors", "")] {
        assert!(parse_floors(&document.replacen(from, to, 1), "x").is_err(), "{from} -> {to}");
    }
}
