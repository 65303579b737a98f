//! Compiles the test programs of the copy, and drops mutants that do not compile.

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

/// Integration tests that are excluded: they compare documents and machine code, or check the
/// output of LLVM.
const EXCLUDED_TESTS: [&str; 2] = ["compiler", "porting_guide"];
/// Modules of other test programs that are excluded: their tests build programs with Cargo, or
/// compare documents.
pub(super) const EXCLUDED_MODULES: [&str; 4] =
    ["c_header::", "c_host::", "cpp_host::", "rust_host::"];
/// Name of the command-line tool's program.
const TOOL: &str = "stackmap";
/// Maximum number of builds. Each one drops the mutants that the compiler rejects.
const MAX_BUILDS: usize = 30;

/// A test program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Program {
    /// Name of the crate or of the integration test.
    pub name: String,
    /// Path of the executable file.
    pub file: PathBuf,
    /// Folder in which Cargo runs the program.
    pub folder: PathBuf,
}

/// The result of a build.
#[derive(Clone, Debug, Default)]
pub struct Built {
    /// The test programs.
    pub programs: Vec<Program>,
    /// IDs of the mutants that compiled.
    pub compiled: BTreeSet<u32>,
}

/// Folders that a run uses.
#[derive(Clone, Debug)]
pub struct Folders {
    /// The original workspace.
    pub workspace: PathBuf,
    /// The copy that contains the mutants.
    pub copy: PathBuf,
    /// Cargo's target directory for the copy.
    pub target: PathBuf,
}

/// Names of the selected test programs. An empty list selects all programs.
pub type Programs = [String];

fn is_selected(programs: &Programs, name: &str) -> bool {
    programs.is_empty() || programs.iter().any(|wanted| wanted == name)
}

/// Writes the copy and builds it, repeatedly, until all remaining mutants compile. After each
/// build,
/// `report` is called with the number of mutants dropped.
///
/// # Errors
///
/// If the compiler reports errors that no mutant has caused, or `MAX_BUILDS` builds fail.
pub fn build(
    folders: &Folders,
    places: &[Place],
    programs: &Programs,
    mut report: impl FnMut(usize),
) -> Result<Built, String> {
    let all: Vec<(u32, &Place)> = (0..).zip(places).collect();
    let mut compiled: BTreeSet<u32> = all.iter().map(|(id, _)| *id).collect();
    for _ in 0..MAX_BUILDS {
        let kept: Vec<_> = all.iter().copied().filter(|(id, _)| compiled.contains(id)).collect();
        let spliced = mutated(&folders.workspace, &kept)?;
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
    Err(format!("after {MAX_BUILDS} builds, some mutants still do not compile"))
}

/// Result of one build.
enum Compilation {
    /// The test programs.
    Succeeded(Vec<Program>),
    /// IDs of the mutants that may have caused the errors.
    Failed(BTreeSet<u32>),
}

/// Time limit of one build.
const BUILD_TIMEOUT: Duration = Duration::from_secs(4 * 3600);

/// Builds the selected test programs. Attributes the errors of the compiler to mutants by their
/// positions in `spliced`.
fn compile(
    folders: &Folders,
    selected: &Programs,
    spliced: &BTreeMap<String, Spliced>,
) -> Result<Compilation, String> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(&folders.copy).env_remove("CARGO_ENCODED_RUSTFLAGS");
    cargo.args(["test", "--workspace", "--no-run", "--no-fail-fast", "--lib", "--target-dir"]);
    cargo.arg(&folders.target).args(["--message-format", "json"]);
    // The unit tests of the command-line tool are in its own program.
    if is_selected(selected, TOOL) {
        cargo.args(["--bin", TOOL]);
    }
    // Debug information would only make the build slower.
    cargo.env("CARGO_PROFILE_DEV_DEBUG", "line-tables-only").env("CARGO_INCREMENTAL", "0");
    for name in integration_tests(&folders.copy)?.iter().filter(|name| is_selected(selected, name))
    {
        cargo.args(["--test", name]);
    }
    let output =
        output_within(&mut cargo, BUILD_TIMEOUT).map_err(|error| format!("{cargo:?}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let messages = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let (mut programs, mut blamed, mut errors) = (BTreeSet::new(), BTreeSet::new(), String::new());
    for message in messages {
        match message["reason"].as_str() {
            Some("compiler-artifact") => {
                let program = program(&message);
                programs.extend(program.filter(|program| is_selected(selected, &program.name)));
            }
            Some("compiler-message") if message["message"]["level"] == "error" => {
                errors += message["message"]["rendered"].as_str().unwrap_or_default();
                blamed.extend(blame(&message["message"], &folders.copy, spliced));
            }
            _ => {}
        }
    }
    if output.status.success() {
        return Ok(Compilation::Succeeded(programs.into_iter().collect()));
    }
    match blamed.is_empty() {
        true => Err(format!("{cargo:?}\n{errors}\n{}", String::from_utf8_lossy(&output.stderr))),
        false => Ok(Compilation::Failed(blamed)),
    }
}

/// Returns the names of the integration tests: those of the package `tests` that are not excluded,
/// and that of the command-line tool.
fn integration_tests(copy: &Path) -> Result<Vec<String>, String> {
    let folder = fs::read_dir(copy.join("tests/tests")).map_err(|error| error.to_string())?;
    let paths = folder.filter_map(|entry| Some(entry.ok()?.path()));
    let names = paths.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()));
    let mut names: Vec<_> = names.filter(|name| !EXCLUDED_TESTS.contains(&&**name)).collect();
    names.push("stackmap_tool".to_owned());
    names.sort();
    Ok(names)
}

/// Returns the test program that a Cargo artifact message describes, or `None` if the artifact is
/// not a test program of a mutated crate.
fn program(artifact: &Value) -> Option<Program> {
    let file = artifact["executable"].as_str()?;
    let name = artifact["target"]["name"].as_str()?.to_owned();
    let folder = Path::new(artifact["manifest_path"].as_str()?).parent()?;
    let is_test = artifact["profile"]["test"].as_bool()?;
    // The C libraries have no tests, and the same crate name as the collector.
    let is_included =
        !matches!(&*name, "tests" | "examples" | "benches") && !folder.ends_with("gc/capi");
    let program = Program { name, file: file.into(), folder: folder.to_path_buf() };
    (is_test && is_included).then_some(program)
}

/// Returns the IDs of the mutants that may have caused a compiler error: those at its primary
/// spans, or else those at any of its spans.
fn blame(error: &Value, copy: &Path, spliced: &BTreeMap<String, Spliced>) -> BTreeSet<u32> {
    let empty = Vec::new();
    let spans = error["spans"].as_array().unwrap_or(&empty);
    let blamed_at = |span: &Value| -> Option<Vec<u32>> {
        let file = Path::new(span["file_name"].as_str()?);
        let file = file.strip_prefix(copy).unwrap_or(file).to_str()?;
        let byte = |name: &str| usize::try_from(span[name].as_u64()?).ok();
        Some(spliced.get(file)?.blamed(&(byte("byte_start")?..byte("byte_end")?)))
    };
    let primary = spans.iter().filter(|span| span["is_primary"] == true);
    let blamed: BTreeSet<u32> = primary.filter_map(blamed_at).flatten().collect();
    match blamed.is_empty() {
        true => spans.iter().filter_map(blamed_at).flatten().collect(),
        false => blamed,
    }
}
