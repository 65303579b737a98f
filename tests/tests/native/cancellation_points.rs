//! Functions of the C library that the programs in `tests/capi` call, and which are cancellation
//! points. `tests/capi/cancelled.h` must replace them all; otherwise a program may be cancelled in
//! its own call, rarely, although no function of the library is a cancellation point.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use object::{Object as _, ObjectSymbol as _};
use tests::capi::{compiler, root, run};

use crate::c_programs::PROGRAMS;

/// Returns the words of the file that are not in comments.
fn cancellation_points() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("tests/capi/cancellation_points.txt"))
        .expect("the file exists");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(str::split_whitespace).map(str::to_owned).collect()
}

/// Returns the functions that `cancelled.h` replaces.
fn replaced_functions() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("tests/capi/cancelled.h")).expect("the file exists");
    let defined = text.lines().filter_map(|line| line.strip_prefix("#define "));
    let named = defined.filter_map(|line| {
        let name = line.split([' ', '(']).next()?;
        line.contains(&format!(" {name}_uncancelled")).then(|| name.to_owned())
    });
    named.collect()
}

/// Returns the undefined symbols of a program's object file.
fn called_functions(program: &str, folder: &Path) -> BTreeSet<String> {
    let object = folder.join(program).with_extension("o");
    let mut command = compiler();
    // Without builtins, because GCC replaces some calls by calls of other functions.
    command.args(["-std=c99", "-O0", "-fno-builtin", "-c", "-o"]).arg(&object);
    command.arg("-I").arg(root().join("gc/capi/include"));
    run(command.arg(root().join("tests/capi").join(program).with_extension("c")));
    let bytes = fs::read(object).expect("the file exists");
    let file = object::File::parse(&*bytes).expect("it is an object file");
    let undefined = file.symbols().filter(|symbol| symbol.is_undefined());
    undefined.filter_map(|symbol| Some(symbol.name().ok()?.to_owned())).collect()
}

/// Returns the name of a function without what the headers of the GNU C library add: `fscanf` for
/// `__isoc99_fscanf`, `open` for `open64`.
fn plain_name(symbol: &str) -> &str {
    let name = ["__isoc99_", "__isoc23_"].iter().find_map(|prefix| symbol.strip_prefix(prefix));
    let name = name.unwrap_or(symbol);
    name.strip_suffix("64").unwrap_or(name)
}

#[test]
fn all_cancellation_points_are_replaced() {
    let points = cancellation_points();
    let replaced = replaced_functions();
    let folder = tempfile::tempdir().expect("the folder can be created");
    let mut found = BTreeSet::new();
    for program in PROGRAMS {
        let called = called_functions(program, folder.path());
        found.extend(
            called
                .iter()
                .map(|symbol| plain_name(symbol))
                .filter(|&name| points.contains(name))
                .map(str::to_owned),
        );
    }
    let is_known = |name: &str| points.contains(name);
    assert!(replaced.iter().all(|name| is_known(name)), "{replaced:?}");
    assert_eq!(found, replaced, "cancellation points that programs call, and those replaced");
}
