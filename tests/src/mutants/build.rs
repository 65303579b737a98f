//! Compiles the copy: the test programs, without mutants that do not compile.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Place;
use super::copy::{mutated, refresh, texts};
use super::splice::Spliced;
use crate::timeout::output_within;

/// Integration tests that are not run: they compare documents and machine code, or check LLVM's
/// output.
const EXCLUDED_TESTS: [&str; 2] = ["compiler", "porting_guide"];
/// Modules of the other programs that are not run: they have Cargo build programs, or compare
/// documents.
pub(super) const EXCLUDED_MODULES: [&str; 4] =
    ["c_header::", "c_host::", "cpp_host::", "rust_host::"];
/// The command-line tool.
const TOOL: &str = "stackmap";
/// Maximum number of builds that drop mutants.
const MAX_BUILDS: usize = 30;

/// A test program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Program {
    /// Name of the crate or of the integration test.
    pub name: String,
    /// Its file.
    pub file: PathBuf,
    /// Folder that Cargo runs it in.
    pub folder: PathBuf,
}

/// The result of a build.
#[derive(Clone, Debug, Default)]
pub struct Built {
    /// Its test programs.
    pub programs: Vec<Program>,
    /// The mutants that they contain.
    pub compiled: BTreeSet<u32>,
}

/// Paths that the tool works with.
#[derive(Clone, Debug)]
pub struct Folders {
    /// The workspace.
    pub workspace: PathBuf,
    /// The copy.
    pub copy: PathBuf,
    /// Cargo's build directory for the copy.
    pub target: PathBuf,
}

/// Names of the test programs that are run; all if it is empty.
pub type Programs = [String];

fn is_selected(programs: &Programs, name: &str) -> bool {
    programs.is_empty() || programs.iter().any(|wanted| wanted == name)
}

/// Writes the copy and builds it, until all remaining mutants compile. `report` is called with the
/// number of those dropped after each round.
///
/// # Errors
///
/// Errors of the compiler that belong to no mutant.
pub fn build(
    folders: &Folders,
    places: &[Place],
    programs: &Programs,
    mut report: impl FnMut(usize),
) -> Result<Built, String> {
    let all: Vec<(u32, &Place)> = (0..).zip(places).collect();
    let mut compiled: BTreeSet<u32> = all.iter().map(|(id, _)| *id).collect();
    for _ in 0..MAX_BUILDS {
        let left: Vec<_> = all.iter().copied().filter(|(id, _)| compiled.contains(id)).collect();
        let spliced = mutated(&folders.workspace, &left)?;
        fs::create_dir_all(&folders.copy).map_err(|error| error.to_string())?;
        refresh(&folders.workspace, &folders.copy, &texts(&folders.workspace, &spliced)?)?;
        match compile(folders, programs, &spliced)? {
            Compilation::Succeeded(programs) => return Ok(Built { programs, compiled }),
            Compilation::Failed(blamed) => blamed.iter().for_each(|id| {
                compiled.remove(id);
            }),
        }
        report(all.len() - compiled.len());
    }
    Err(format!("mutants do not compile after {MAX_BUILDS} builds"))
}

enum Compilation {
    Programs(Vec<Program>),
    /// The mutants to which errors belong.
    Blamed(BTreeSet<u32>),
}

/// Time limit of Cargo.
const BUILD_TIMEOUT: Duration = Duration::from_secs(4 * 3600);

fn compile(
    folders: &Folders,
    wanted: &Programs,
    spliced: &BTreeMap<String, Spliced>,
) -> Result<Compilation, String> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(&folders.copy).env_remove("CARGO_ENCODED_RUSTFLAGS");
    cargo.args(["test", "--workspace", "--no-run", "--no-fail-fast", "--lib", "--target-dir"]);
    cargo.arg(&folders.target).args(["--message-format", "json"]);
    // The unit tests of the command-line tool are in its own program.
    if is_selected(wanted, TOOL) {
        cargo.args(["--bin", TOOL]);
    }
    // No debug information is needed.
    cargo.env("CARGO_PROFILE_DEV_DEBUG", "line-tables-only").env("CARGO_INCREMENTAL", "0");
    for name in integration_tests(&folders.copy)?.iter().filter(|name| is_selected(wanted, name)) {
        cargo.args(["--test", name]);
    }
    let output =
        output_within(&mut cargo, BUILD_TIMEOUT).map_err(|error| format!("{cargo:?}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let messages = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let (mut programs, mut blamed, mut said) = (BTreeSet::new(), BTreeSet::new(), String::new());
    for message in messages {
        match message["reason"].as_str() {
            Some("compiler-artifact") => {
                programs.extend(program(&message).filter(|found| is_selected(wanted, &found.name)));
            }
            Some("compiler-message") if message["message"]["level"] == "error" => {
                said += message["message"]["rendered"].as_str().unwrap_or_default();
                blamed.extend(blame(&message["message"], &folders.copy, spliced));
            }
            _ => {}
        }
    }
    if output.status.success() {
        return Ok(Compilation::Succeeded(programs.into_iter().collect()));
    }
    match blamed.is_empty() {
        true => Err(format!("{cargo:?}\n{said}\n{}", String::from_utf8_lossy(&output.stderr))),
        false => Ok(Compilation::Failed(blamed)),
    }
}

/// Names of the integration tests that are run: those of the package `tests`, and that of the
/// command-line tool.
fn integration_tests(copy: &Path) -> Result<Vec<String>, String> {
    let folder = fs::read_dir(copy.join("tests/tests")).map_err(|error| error.to_string())?;
    let paths = folder.filter_map(|entry| Some(entry.ok()?.path()));
    let names = paths.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()));
    let mut names: Vec<_> = names.filter(|name| !EXCLUDED_TESTS.contains(&&**name)).collect();
    names.push("stackmap_tool".to_owned());
    names.sort();
    Ok(names)
}

/// The test program that an artifact is, if it is one of those that are run.
fn program(artifact: &Value) -> Option<Program> {
    let file = artifact["executable"].as_str()?;
    let name = artifact["target"]["name"].as_str()?.to_owned();
    let folder = Path::new(artifact["manifest_path"].as_str()?).parent()?;
    let is_test = artifact["profile"]["test"].as_bool()?;
    // The libraries for C have no tests, and the same crate name as the collector.
    let is_chosen =
        !matches!(&*name, "tests" | "examples" | "benches") && !folder.ends_with("gc/capi");
    let program = Program { name, file: file.into(), folder: folder.to_path_buf() };
    (is_test && is_chosen).then_some(program)
}

/// The mutants to which one error belongs.
fn blame(error: &Value, copy: &Path, spliced: &BTreeMap<String, Spliced>) -> BTreeSet<u32> {
    let empty = Vec::new();
    let spans = error["spans"].as_array().unwrap_or(&empty);
    let of = |span: &Value| -> Option<Vec<u32>> {
        let file = Path::new(span["file_name"].as_str()?);
        let file = file.strip_prefix(copy).unwrap_or(file).to_str()?;
        let byte = |name: &str| usize::try_from(span[name].as_u64()?).ok();
        Some(spliced.get(file)?.blamed(&(byte("byte_start")?..byte("byte_end")?)))
    };
    let primary = spans.iter().filter(|span| span["is_primary"] == true);
    let blamed: BTreeSet<u32> = primary.filter_map(of).flatten().collect();
    match blamed.is_empty() {
        true => spans.iter().filter_map(of).flatten().collect(),
        false => blamed,
    }
}
