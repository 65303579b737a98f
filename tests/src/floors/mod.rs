//! Whether each crate's modules import only what ARCHITECTURE.md, section "Floors", lets them.

mod imports;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use imports::Imports;

/// The floors of one crate, as ARCHITECTURE.md lists them.
#[derive(Debug, Default)]
struct Floors {
    /// Each top-level module and how many stand below it.
    order: BTreeMap<String, usize>,
    /// Modules that may import each other.
    knot: BTreeSet<String>,
}

/// Reads the list that follows the line `Floors of NAME, from the roof down:`. A line is a floor's
/// name, where it is another than that of the line before, a module, and what the module is, with
/// two spaces or more between them.
fn read(document: &str, name: &str) -> Result<Floors, String> {
    let heading = format!("Floors of `{name}`, from the roof down:");
    let (_, rest) =
        document.split_once(&heading).ok_or(format!("there is no line \"{heading}\""))?;
    let lines = rest.lines().skip_while(|line| line.trim().is_empty());
    let (mut floor, mut listed) = ("", Vec::new());
    for line in lines.map_while(|line| line.strip_prefix("    ")) {
        let mut columns = line.split("  ").map(str::trim).filter(|column| !column.is_empty());
        if !line.starts_with(' ') {
            floor = columns.next().unwrap_or_default();
        }
        let module = columns.next().ok_or(format!("a floor without a module: {line}"))?;
        columns.next().ok_or(format!("{module} has no description"))?;
        listed.push((floor, module));
    }
    let mut floors = Floors::default();
    for (floor, module) in listed.into_iter().rev() {
        let number = floors.order.len();
        if floors.order.insert(module.to_owned(), number).is_some() {
            return Err(format!("{module} stands on two floors"));
        }
        if floor == "knot" {
            floors.knot.insert(module.to_owned());
        }
    }
    if floors.order.is_empty() { Err(format!("no floors of {name}")) } else { Ok(floors) }
}

/// An import, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Import {
    from: String,
    to: String,
    place: String,
}

/// Everything that top-level modules below `src` import of each other, and the modules that there
/// are.
fn imports(src: &Path) -> (BTreeSet<String>, Vec<Import>) {
    let (mut modules, mut all) = (BTreeSet::new(), Vec::new());
    let mut folders = vec![src.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let inside = path.strip_prefix(src).unwrap();
                let module = module(inside);
                let Some(module) = module else { continue };
                modules.insert(module[0].clone());
                let text = std::fs::read_to_string(&path).unwrap();
                let module: Vec<_> = module.iter().map(String::as_str).collect();
                let found: Imports = imports::of_file(&text, &module)
                    .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                all.extend(found.into_iter().map(|(to, line)| Import {
                    from: module[0].to_owned(),
                    to,
                    place: format!("{}:{line}", inside.display()),
                }));
            }
        }
    }
    all.sort();
    (modules, all)
}

/// The path of a file's module from the crate's root. None for the root itself, for programs, and
/// for files that only tests have.
fn module(file: &Path) -> Option<Vec<String>> {
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

/// Returns the errors of these imports, a line for each.
fn complaints(floors: &Floors, modules: &BTreeSet<String>, imports: &[Import]) -> Vec<String> {
    let missing = modules.iter().filter(|module| !floors.order.contains_key(*module));
    let mut complaints: Vec<_> = missing.map(|module| format!("{module} is on no floor")).collect();
    let gone = floors.order.keys().filter(|module| !modules.contains(*module));
    complaints.extend(gone.map(|module| format!("there is no module {module}")));
    for Import { from, to, place } in imports {
        let (Some(own), Some(other)) = (floors.order.get(from), floors.order.get(to)) else {
            if !floors.order.contains_key(to) {
                complaints.push(format!(
                    "{place} imports {to} from the crate's root: import it from the module that has it"
                ));
            }
            continue;
        };
        if other > own && !(floors.knot.contains(from) && floors.knot.contains(to)) {
            complaints.push(format!("{place}: {from} imports {to}, which stands above it"));
        }
    }
    // A module that reaches the rest of the knot in one direction only does not belong to it.
    let mut circles = BTreeMap::new();
    for module in &floors.knot {
        circles.insert(module, reachable(module, imports, &floors.knot));
    }
    for module in &floors.knot {
        let in_circle =
            circles[module].iter().any(|other| other != module && circles[other].contains(module));
        if !in_circle {
            complaints
                .push(format!("{module} is in no import cycle any more: remove it from the knot"));
        }
    }
    complaints
}

/// The modules of the knot that a module imports, by whatever way within the knot.
fn reachable(from: &str, imports: &[Import], knot: &BTreeSet<String>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut left = vec![from];
    while let Some(module) = left.pop() {
        for import in imports.iter().filter(|import| import.from == module) {
            if knot.contains(&import.to) && found.insert(import.to.clone()) {
                left.push(&import.to);
            }
        }
    }
    found
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

fn check(name: &str) {
    let document = std::fs::read_to_string(workspace().join("ARCHITECTURE.md")).unwrap();
    let floors = read(&document, name).unwrap();
    let (modules, imports) = imports(&workspace().join(name));
    assert!(imports.len() > 4, "{} imports cannot be all of {name}", imports.len());
    let complaints = complaints(&floors, &modules, &imports);
    assert!(
        complaints.is_empty(),
        "{name} and the floors in ARCHITECTURE.md disagree:\n{}\n\
         A type that a lower floor needs belongs there; a decision is an argument; of an event the upper \
         floor learns by a hook.",
        complaints.join("\n")
    );
}

#[test]
fn the_scanner_imports_downwards() {
    check("scanner/src");
    check("scanner/patch/src");
}

#[test]
fn the_collector_imports_downwards() {
    check("gc/src");
}

#[test]
fn upward_imports_are_rejected() {
    let document = "Floors of `x`, from the roof down:\n\n    the roof  heap  all\n    knot      a     one\n              \
                    b     two\n    ground    sync  locks\n              os    the system\n\nMore.";
    let floors = read(document, "x").unwrap();
    let modules: BTreeSet<_> = ["heap", "a", "b", "os", "sync"].map(str::to_owned).into();
    let import = |from: &str, to: &str| Import {
        from: from.to_owned(),
        to: to.to_owned(),
        place: format!("{from}.rs:1"),
    };
    let circle = [import("a", "b"), import("b", "a")];
    let with = |more: Import| complaints(&floors, &modules, &[&circle[..], &[more]].concat());
    assert_eq!(with(import("heap", "a")), [] as [&str; 0]);
    assert_eq!(with(import("sync", "os")), [] as [&str; 0]);
    assert_eq!(with(import("os", "sync")), ["os.rs:1: os imports sync, which stands above it"]);
    assert_eq!(with(import("a", "heap")), ["a.rs:1: a imports heap, which stands above it"]);
    assert_eq!(with(import("heap", "Heap")).len(), 1);
    assert_eq!(
        complaints(&floors, &modules, &circle[..1]),
        ["a", "b"]
            .map(|name| format!("{name} is in no import cycle any more: remove it from the knot"))
    );
    let more: BTreeSet<_> = modules.iter().cloned().chain(["new".to_owned()]).collect();
    assert_eq!(complaints(&floors, &more, &circle), ["new is on no floor"]);
    let fewer: BTreeSet<_> = modules.iter().filter(|name| *name != "os").cloned().collect();
    assert_eq!(complaints(&floors, &fewer, &circle), ["there is no module os"]);
    for (from, to) in [("x", "y"), ("b     two", "a     two"), ("  two", ""), ("Floors", "")] {
        assert!(read(&document.replacen(from, to, 1), "x").is_err(), "{from} -> {to}");
    }
}
