//! The suite `wasm-gc`: WebAssembly programs in `wasm-gc`, `wasmtime` and node.
//!
//! The programs `wasm-gc` and `wasmtime-run` are those beside this program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::super::cost::Cost;
use super::super::measured::{Measurements, Run};
use super::super::process::Invocation;
use super::super::{Case, Metric, Peers, Quantile, RunError, Runner, Subject};
use super::Selection;
use super::runners::{Memory, begin, number, peer, peer_with_pauses};

/// A WebAssembly program.
struct Program {
    name: &'static str,
    text: &'static str,
    export: &'static str,
    /// The argument for small sizes and that for measurements.
    arguments: [u32; 2],
    /// Returns the size of the largest live set in bytes.
    live: fn(u32) -> u64,
    /// Returns about how many nanoseconds a run takes.
    nanoseconds: fn(u32) -> u64,
}

/// The bytes of a node with two references.
const NODE: u64 = 24;

macro_rules! text {
    ($name:literal) => {
        include_str!(concat!("../../../../examples/wasm-gc/programs/", $name, ".wat"))
    };
}

const PROGRAMS: [Program; 4] = [
    Program {
        name: "binary_trees",
        text: text!("binary_trees"),
        export: "run",
        arguments: [8, 18],
        // A tree that lives to the end, and another one.
        live: |depth| 2 * (NODE << (depth + 1)),
        nanoseconds: |depth| 1500 << depth,
    },
    Program {
        name: "gcbench",
        text: text!("gcbench"),
        export: "run",
        arguments: [6, 18],
        // A tree and an array of numbers, both to the end, and other trees.
        live: |depth| (4 << 20) + 3 * ((NODE + 16) << (depth + 1)),
        nanoseconds: |depth| 3500 << depth,
    },
    Program {
        name: "hash_table",
        text: text!("hash_table"),
        export: "run",
        arguments: [500, 100_000],
        // Keys, values, and two tables while one grows.
        live: |count| 400 * u64::from(count),
        nanoseconds: |count| 15_000 * u64::from(count),
    },
    Program {
        name: "text_search",
        text: text!("text_search"),
        export: "run",
        arguments: [200, 100_000],
        // The text and what is found in it.
        live: |count| 64 * u64::from(count),
        nanoseconds: |count| 10_000 * u64::from(count),
    },
];

/// The options with which cargo builds `wasmtime-run` where [`sibling`] finds it.
const DIFFERENTIAL: &str =
    "--manifest-path examples/wasm-gc/differential/Cargo.toml --target-dir target";

/// The first release of node that has these instructions.
const NODE_RELEASE: u32 = 22;

pub(super) fn cases(selection: &Selection<'_>, peers: &mut Peers) -> Vec<Case> {
    let engines = Engines::find(selection, peers);
    let mut cases = vec![];
    for program in &PROGRAMS {
        let module = match write(program, peers.directory()) {
            Ok(module) => module,
            Err(error) => {
                peers.skip(error);
                continue;
            }
        };
        let argument = program.arguments[usize::from(!selection.quick)];
        for &factor in selection.heaps() {
            let memory = Memory { live: (program.live)(argument), factor };
            let work = Work { module: &module, program, argument, limit: memory.limit() };
            let runners = engines.runners(&work);
            let parameters = format!("program={} size={argument} heap={factor}", program.name);
            let cost = Cost::of_process((program.nanoseconds)(argument), memory.limit());
            if !runners.is_empty() {
                cases.push(Case { suite: "wasm-gc", parameters, cost, runners });
            }
        }
    }
    cases
}

/// Writes the binary module and returns its path.
fn write(program: &Program, directory: &Path) -> Result<PathBuf, String> {
    let bytes =
        wat::parse_str(program.text).map_err(|error| format!("{}: {error}", program.name))?;
    let directory = directory.join("wasm_gc");
    let path = directory.join(format!("{}.wasm", program.name));
    let written = fs::create_dir_all(&directory).and_then(|()| fs::write(&path, bytes));
    written.map(|()| path).map_err(|error| format!("{}: {error}", directory.display()))
}

/// What is run.
struct Work<'a> {
    module: &'a Path,
    program: &'a Program,
    argument: u32,
    /// The limit of the heap in bytes.
    limit: u64,
}

/// The installed engines that are selected.
#[derive(Default)]
struct Engines {
    ours: Option<PathBuf>,
    backends: Vec<(Subject, &'static str)>,
    wasmtime: Option<PathBuf>,
    collectors: Vec<(Subject, &'static str)>,
    node: Option<(PathBuf, PathBuf)>,
}

impl Engines {
    fn find(selection: &Selection<'_>, peers: &mut Peers) -> Self {
        let mut engines = Self::default();
        let backends = [(Subject::Ours, "cranelift"), (Subject::OursLlvm, "llvm")];
        let selected = backends.into_iter().filter(|(each, _)| selection.includes(*each));
        engines.backends = selected.collect();
        if !engines.backends.is_empty() {
            engines.ours = sibling("wasm-gc", "-p wasm-gc", peers);
        }
        if !engines.ours.as_deref().is_some_and(has_llvm) {
            engines.backends.retain(|(subject, _)| *subject != Subject::OursLlvm);
        }
        let collectors = [
            (Subject::Wasmtime, "copying"),
            (Subject::WasmtimeCounting, "counting"),
            (Subject::WasmtimeNull, "null"),
        ];
        let selected = collectors.into_iter().filter(|(each, _)| selection.includes(*each));
        engines.collectors = selected.collect();
        if !engines.collectors.is_empty() {
            engines.wasmtime = sibling("wasmtime-run", DIFFERENTIAL, peers);
        }
        if selection.includes(Subject::Node) {
            engines.node = node(peers.directory()).map_err(|error| peers.skip(error)).ok();
        }
        engines
    }

    fn runners(&self, work: &Work<'_>) -> Vec<Runner> {
        let mut runners = vec![];
        if let Some(program) = &self.ours {
            for &(subject, backend) in &self.backends {
                let invocation = Invocation::new(program)
                    .arg(work.module.display())
                    .args(["--stats", "--json", "--backend", backend])
                    .args(["--invoke", work.program.export])
                    .arg(work.argument)
                    .env("SPGC_HEAP_MAX", work.limit);
                runners.push(runner(subject, move || Ok(ours(&invocation.run()?)?)));
            }
        }
        if let Some(program) = &self.wasmtime {
            for &(subject, collector) in &self.collectors {
                let mut invocation = Invocation::new(program)
                    .arg(work.module.display())
                    .args(["--invoke", work.program.export, "--collector", collector])
                    .arg(work.argument);
                if subject != Subject::WasmtimeNull {
                    invocation = invocation.arg("--heap-max").arg(work.limit);
                }
                runners.push(runner(subject, move || wasmtime(&invocation)));
            }
        }
        if let Some((program, script)) = &self.node {
            let invocation = Invocation::new(program)
                .arg(format!("--max-old-space-size={}", (work.limit >> 20).max(1)))
                .arg(script.display())
                .arg(work.module.display())
                .arg(work.program.export)
                .arg(work.argument);
            runners.push(runner(Subject::Node, move || Ok(peer_with_pauses(&invocation.run()?)?)));
        }
        runners
    }
}

fn runner(
    subject: Subject,
    run: impl FnMut() -> Result<Measurements, RunError> + 'static,
) -> Runner {
    Runner { subject, run: Box::new(run) }
}

/// Returns a program that lies beside this one, or reports how to build it.
fn sibling(name: &str, options: &str, peers: &mut Peers) -> Option<PathBuf> {
    let path = std::env::current_exe().ok()?.with_file_name(name);
    if path.exists() {
        return Some(path);
    }
    peers.skip(format!("{name}: not built (cargo build --release {options})"));
    None
}

/// Returns whether `wasm-gc` has a code generator that uses LLVM.
fn has_llvm(program: &Path) -> bool {
    let help = Command::new(program).args(["run", "--help"]).output();
    help.is_ok_and(|help| String::from_utf8_lossy(&help.stdout).contains("llvm"))
}

/// Returns node, which the variable NODE or PATH names, and the script for it.
fn node(directory: &Path) -> Result<(PathBuf, PathBuf), String> {
    let program = std::env::var_os("NODE").map_or_else(|| PathBuf::from("node"), PathBuf::from);
    let needs = format!("node {NODE_RELEASE} or later, on PATH or named by NODE");
    let version = Command::new(&program).arg("--version").output();
    let version = version.map_err(|error| format!("node: {error} ({needs})"))?;
    let version = String::from_utf8_lossy(&version.stdout).trim().to_owned();
    let release = version.trim_start_matches('v').split('.').next().and_then(|it| it.parse().ok());
    if release.is_none_or(|release: u32| release < NODE_RELEASE) {
        return Err(format!("node: it is {version} ({needs})"));
    }
    let script = directory.join("wasm_gc").join("main.mjs");
    let text = include_str!("../../../peers/wasm_gc/main.mjs");
    let written =
        fs::create_dir_all(directory.join("wasm_gc")).and_then(|()| fs::write(&script, text));
    written.map(|()| (program, script)).map_err(|error| format!("node: {error}"))
}

/// Reads the measurements of `wasm-gc`.
fn ours(run: &Run) -> Result<Measurements, String> {
    let line = run.json()?;
    let result = &line["results"][0]["value"];
    let result = result.as_str().map_or_else(|| result.to_string(), str::to_owned);
    let mut measured = begin(run, result);
    let stats = &line["stats"];
    measured.add(Metric::Wall, number(&stats["call_ns"]));
    for (quantile, name) in [
        (Quantile::P50, "pause_median_ns"),
        (Quantile::P99, "pause_p99_ns"),
        (Quantile::Max, "pause_longest_ns"),
    ] {
        let pause = number(&stats[name]);
        // 0 without a collection.
        if pause > 0.0 {
            measured.add(Metric::Pause(quantile), pause);
        }
    }
    Ok(measured)
}

/// Runs `wasmtime-run` twice: the second time to measure the longest stall, which makes the code
/// slower.
fn wasmtime(invocation: &Invocation) -> Result<Measurements, RunError> {
    let mut measured = peer(&invocation.run()?)?;
    let stalls = invocation.clone().arg("--stalls").run()?.numbers("pause_ns");
    measured.add(Metric::Pause(Quantile::Max), stalls.into_iter().fold(f64::NAN, f64::max));
    Ok(measured)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_valid_text() {
        let directory = tempfile::tempdir().expect("a directory");
        for program in &PROGRAMS {
            let path = write(program, directory.path()).expect(program.name);
            assert!(fs::read(path).is_ok_and(|bytes| bytes.starts_with(b"\0asm")));
        }
    }

    #[test]
    fn own_line_is_parsed() {
        let stats = r#"{"call_ns":7,"pause_median_ns":1,"pause_p99_ns":2,"pause_longest_ns":3}"#;
        let text = format!(r#"{{"results":[{{"type":"i32","value":5}}],"stats":{stats}}}"#);
        let run = Run { text, cpu: std::time::Duration::ZERO, rss: 1 };
        let measured = ours(&run).expect("a complete line");
        assert_eq!(measured.result.as_deref(), Some("5"));
        let values: Vec<f64> = measured.numbers.iter().map(|number| number.value).collect();
        assert_eq!(values, [0.0, 1.0, 7.0, 1.0, 2.0, 3.0]);
        let text = r#"{"results":[{"value":5}],"stats":{"call_ns":7,"pause_longest_ns":0}}"#.into();
        let run = Run { text, cpu: std::time::Duration::ZERO, rss: 1 };
        let values = ours(&run).expect("a complete line").numbers.into_iter();
        assert_eq!(values.map(|number| number.value).collect::<Vec<_>>(), [0.0, 1.0, 7.0]);
    }
}
