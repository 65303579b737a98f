//! Assembles managed programs and links them into a package. The build scripts of examples, tests
//! and benches share this module.
//!
//! The assembly of a program is either committed, or generated from the program's IR by
//! `regenerate`. If LLVM is not installed, assembly that is not committed is missing. Each function
//! of such a program is then replaced by one that prints the reason and exits with [`MISSING`]; the
//! function `LIBRARY_require` does the same if it is passed the address of one. The build script
//! also sets `cfg(programs_missing)`, with which tests that need these programs are skipped, and
//! the environment variable `PROGRAMS_MISSING` of the compiler, which contains the reason for
//! messages such as "the program was not compiled, because ...".

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Exit status of `regenerate` where LLVM is not installed.
const NOT_INSTALLED: i32 = 3;

/// Exit status of a process that needs a missing program. It is that of
/// `test_support::missing_programs`.
const MISSING: i32 = 77;

/// Additional modes in which a program is compiled: the suffix of the assembly's file name, the
/// prefix of the names of functions, and the line in the IR that enables the mode.
const MODES: [[&str; 3]; 3] = [
    ["_in_registers", "in_registers_", "; also in registers: "],
    ["_patched_polls", "patched_polls_", "; also with patched polls: "],
    ["_migrating", "migrating_", "; also migrating: "],
];

/// Assembles the programs `linked` and `others` of the folder `managed`. Links those in `linked`
/// into the package, as a static library with the name `library`. Returns the folder of the
/// assembly that is not committed.
pub(crate) fn link(library: &str, linked: &[&str], others: &[&str]) -> PathBuf {
    let architecture = variable("CARGO_CFG_TARGET_ARCH");
    let package =
        Path::new(&variable("CARGO_MANIFEST_DIR")).file_name().expect("a name").to_owned();
    let managed = Path::new(&package).join("managed");
    let committed = Path::new("managed").join(&architecture);
    println!("cargo::rerun-if-changed=managed");
    println!("cargo::rustc-check-cfg=cfg(programs_missing)");

    let output = PathBuf::from(variable("OUT_DIR"));
    let generated = output.join("managed");
    // Removes the files of an earlier build.
    _ = fs::remove_dir_all(&generated);
    fs::create_dir(&generated).expect("the folder can be created");
    let file = |folder: &Path, name: &str| folder.join(name).with_extension("s");
    let is_committed = |name: &&str| file(&committed, name).exists();
    let (mut present, absent): (Vec<&str>, Vec<&str>) =
        linked.iter().chain(others).copied().partition(is_committed);
    let mut files: Vec<PathBuf> = Vec::new();
    if generate(&managed, &absent, &architecture, &generated) {
        present.extend(absent);
    } else {
        println!("cargo::rustc-cfg=programs_missing");
        // A file that never exists: the next build tries again, since LLVM may be installed then.
        println!("cargo::rerun-if-changed={}", output.join("never").display());
        println!(
            "cargo::warning=LLVM 19 is not installed: {} managed programs are missing, and their \
             tests are skipped (Debian: apt-get install llvm-19)",
            absent.len(),
        );
        let reason = "was not compiled, because LLVM 19 was not installed when this was built; \
                      install it (Debian: apt-get install llvm-19), and build again";
        println!("cargo::rustc-env=PROGRAMS_MISSING={reason}");
        let replacement = output.join("missing.c");
        let text = replace(library, &managed, &absent, &architecture, reason);
        fs::write(&replacement, text).expect("the file can be written");
        files.push(replacement);
    }
    let present = present.into_iter().filter(|name| linked.contains(name));
    files.extend(present.map(|name| {
        let committed = file(&committed, name);
        if committed.exists() { committed } else { file(&generated, name) }
    }));
    cc::Build::new().files(&files).compile(library);
    generated
}

/// Returns an environment variable that Cargo sets for build scripts.
fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|error| panic!("{name} (set by Cargo): {error}"))
}

/// Generates the assembly of these programs. Returns false if LLVM is not installed.
#[allow(
    clippy::disallowed_methods,
    reason = "tests must limit the time of child processes, but this is a build script"
)]
fn generate(managed: &Path, names: &[&str], architecture: &str, into: &Path) -> bool {
    if names.is_empty() {
        return true;
    }
    let script = "../examples/managed/regenerate";
    println!("cargo::rerun-if-env-changed=LLVM_SUFFIX");
    for input in [script, "../gc/ir"] {
        println!("cargo::rerun-if-changed={input}");
    }
    let mut command = Command::new(script);
    command.arg("--into").arg(into).args(["--architecture", architecture]);
    command.args(names.iter().map(|name| managed.join(name)));
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let message = String::from_utf8_lossy(&output.stderr);
    let is_installed = output.status.code() != Some(NOT_INSTALLED);
    assert!(!is_installed || output.status.success(), "{command:?}: {}\n{message}", output.status);
    is_installed
}

/// Returns C source that defines a function for each function of these programs; each prints the
/// reason and exits. The source also defines the function `LIBRARY_require`.
fn replace(
    library: &str,
    managed: &Path,
    names: &[&str],
    architecture: &str,
    reason: &str,
) -> String {
    let mut text = format!(
        "#include <stdio.h>\n#include <unistd.h>\n\
         static void missing(const char *program) {{\n\
         fprintf(stderr, \"%s {reason}\\n\", program);\n_exit({MISSING});\n}}\n"
    );
    let mut require = format!("void {library}_require(void (*function)(void)) {{\n");
    for name in names {
        let mode = MODES.iter().find_map(|[end, prefix, line]| {
            let source = Path::new("managed").join(name.strip_suffix(end)?).with_extension("ll");
            let ir = fs::read_to_string(source).ok()?;
            let begin = ir.lines().find_map(|found| found.strip_prefix(line))?.to_owned();
            Some((ir, begin, *prefix))
        });
        let (ir, begin, prefix) = mode.unwrap_or_else(|| {
            let source = Path::new("managed").join(name).with_extension("ll");
            let ir = fs::read_to_string(&source);
            let ir = ir.unwrap_or_else(|error| panic!("{}: {error}", source.display()));
            (ir, String::new(), "")
        });
        let program = managed.join(name);
        for function in defined(&ir, architecture) {
            let prefix = if function.starts_with(&begin) { prefix } else { "" };
            let program = program.display();
            writeln!(text, "void {prefix}{function}(void) {{ missing(\"{program}\"); }}")
                .expect("text can be written");
            writeln!(require, "if (function == {prefix}{function}) {prefix}{function}();")
                .expect("text can be written");
        }
    }
    text + &require + "}\n"
}

/// Returns the names of the functions that the IR defines and exports.
fn defined<'ir>(ir: &'ir str, architecture: &str) -> impl Iterator<Item = &'ir str> {
    let others = ["x86_64", "aarch64"].into_iter().filter(move |&other| other != architecture);
    let others: Vec<String> = others.map(|other| format!("; {other}")).collect();
    ir.lines().filter_map(move |line| {
        let (linkage, rest) = line.strip_prefix("define ")?.split_once('@')?;
        let is_local = linkage.split(' ').any(|word| word == "internal" || word == "private");
        let is_elsewhere = others.iter().any(|other| line.ends_with(other));
        let (name, _) = rest.split_once('(')?;
        (!is_local && !is_elsewhere).then_some(name)
    })
}
