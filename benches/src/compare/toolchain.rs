//! Compiles the programs of peers. Their sources are embedded in this program. Programs whose
//! compiler is not installed are skipped.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::mmtk;
use crate::openjdk;

/// The sources of the programs of one suite.
#[derive(Clone, Copy, Debug)]
pub(super) struct PeerSources {
    pub(super) suite: &'static str,
    pub(super) c: &'static str,
    /// Source of the lower bound in C, and the option that defines its macro.
    pub(super) limit: (&'static str, &'static str),
    pub(super) java: &'static str,
    /// The release of Java for which the source is written.
    java_release: u32,
    pub(super) go: &'static str,
    /// Source of the program in OCaml, which has only one thread.
    pub(super) ocaml: Option<&'static str>,
}

macro_rules! source {
    ($path:literal) => {
        include_str!(concat!("../../peers/", $path))
    };
}

pub(super) const ALLOCATION: PeerSources = PeerSources {
    suite: "allocation",
    c: source!("allocation/work.c"),
    limit: (source!("allocation/work.c"), "-DLIMIT"),
    java: source!("allocation/Work.java"),
    java_release: 17,
    go: source!("allocation/main.go"),
    ocaml: Some(source!("allocation/main.ml")),
};

pub(super) const BINARY_TREES: PeerSources = PeerSources {
    suite: "binary_trees",
    c: source!("binary_trees/work.c"),
    limit: (source!("binary_trees/work.c"), "-DARENA"),
    java: source!("binary_trees/Work.java"),
    java_release: 17,
    go: source!("binary_trees/main.go"),
    ocaml: Some(source!("binary_trees/main.ml")),
};

pub(super) const GCBENCH: PeerSources = PeerSources {
    suite: "gcbench",
    c: source!("gcbench/work.c"),
    limit: (source!("gcbench/work.c"), "-DARENA"),
    java: source!("gcbench/Work.java"),
    java_release: 17,
    go: source!("gcbench/main.go"),
    ocaml: Some(source!("gcbench/main.ml")),
};

pub(super) const TRACE: PeerSources = PeerSources {
    suite: "trace",
    c: source!("trace/boehm.c"),
    limit: (source!("trace/limit.c"), "-DLIMIT"),
    java: source!("trace/Work.java"),
    java_release: 17,
    go: source!("trace/main.go"),
    ocaml: Some(source!("trace/main.ml")),
};

pub(super) const PAUSE: PeerSources = PeerSources {
    suite: "pause",
    c: source!("pause/work.c"),
    limit: (source!("pause/work.c"), "-DARENA"),
    java: source!("pause/Work.java"),
    java_release: 17,
    go: source!("pause/main.go"),
    ocaml: None,
};

/// Only collectors that move young objects are compared, so there is no program in Go or C.
pub(super) const DEEP_STACKS: PeerSources = PeerSources {
    suite: "deep_stacks",
    c: "",
    limit: (source!("deep_stacks/limit.c"), "-DLIMIT"),
    java: source!("deep_stacks/Work.java"),
    java_release: 17,
    go: "",
    ocaml: Some(source!("deep_stacks/main.ml")),
};

/// Only peers with stacks that can be switched are compared: virtual threads are part of Java since
/// release 21, and OCaml has effects since release 5.
pub(super) const FIBERS: PeerSources = PeerSources {
    suite: "fibers",
    c: "",
    limit: (source!("fibers/limit.c"), "-DLIMIT"),
    java: source!("fibers/Work.java"),
    java_release: 21,
    go: source!("fibers/main.go"),
    ocaml: None,
};

const PEER_H: &str = source!("common/peer.h");
const STUB_C: &str = source!("common/stub.c");
const GO_MODULE: &str = "module peer\n\ngo 1.19\n";

/// The kind of a program, which determines how it is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum PeerKind {
    Limit,
    Malloc,
    Boehm,
    Ocaml,
    Java,
    Go,
    /// One program contains all suites.
    Mmtk,
}

/// The programs of peers, which are compiled on first use.
#[derive(Debug)]
pub struct Peers {
    directory: PathBuf,
    compiled: HashMap<(&'static str, PeerKind), Option<PathBuf>>,
    skipped: Vec<String>,
}

impl Peers {
    /// Creates an empty set of programs. They are compiled in this folder, which must exist.
    #[must_use]
    pub fn new(directory: &Path) -> Self {
        Self { directory: directory.to_owned(), compiled: HashMap::new(), skipped: Vec::new() }
    }

    /// Returns the folder in which programs are compiled.
    pub(super) fn directory(&self) -> &Path {
        &self.directory
    }

    /// Returns the program, or for Java the folder of its classes. Returns `None` if it cannot be
    /// compiled, and reports this once.
    pub(super) fn get(&mut self, sources: &PeerSources, kind: PeerKind) -> Option<PathBuf> {
        let suite = if kind == PeerKind::Mmtk { "all" } else { sources.suite };
        let key = (suite, kind);
        if let Some(known) = self.compiled.get(&key) {
            return known.clone();
        }
        let directory = self.directory.join(suite).join(format!("{kind:?}"));
        let compiled = compile(sources, kind, &directory);
        let compiled = compiled.map_err(|error| self.skip(error)).ok();
        self.compiled.insert(key, compiled.clone());
        compiled
    }

    /// Returns the reports of skipped subjects, with reasons.
    #[must_use]
    pub fn skipped(&self) -> &[String] {
        &self.skipped
    }

    /// Reports that a subject is skipped, unless the same report was printed before.
    pub(super) fn skip(&mut self, error: String) {
        if !self.skipped.contains(&error) {
            eprintln!("skipped: {error}");
            self.skipped.push(error);
        }
    }
}

/// Compiles a program in a folder. Returns the path of the program, or of the folder of its
/// classes.
fn compile(sources: &PeerSources, kind: PeerKind, directory: &Path) -> Result<PathBuf, String> {
    let common = directory.join("../common");
    let written = fs::create_dir_all(directory)
        .and_then(|()| fs::create_dir_all(&common))
        .and_then(|()| fs::write(common.join("peer.h"), PEER_H));
    written.map_err(|error| format!("{}: {error}", directory.display()))?;
    let write = |name: &str, text: &str| {
        fs::write(directory.join(name), text).map_err(|error| format!("{name}: {error}"))
    };
    let c = ["-O2", "-pthread", "-o", "work", "work.c"];
    match kind {
        PeerKind::Limit => {
            write("work.c", sources.limit.0)?;
            run(directory, "cc", &[&c[..], &[sources.limit.1]].concat(), "gcc")?;
        }
        PeerKind::Malloc => {
            write("work.c", sources.c)?;
            run(directory, "cc", &c, "gcc")?;
        }
        PeerKind::Boehm => {
            write("work.c", sources.c)?;
            run(directory, "cc", &[&c[..], &["-DBOEHM", "-lgc"]].concat(), "gcc libgc-dev")?;
        }
        PeerKind::Ocaml => {
            write("stub.c", STUB_C)?;
            write("main.ml", sources.ocaml.unwrap_or_default())?;
            let options = ["-unsafe", "-inline", "100", "-ccopt", "-O2"];
            let files = ["stub.c", "main.ml", "-o", "work"];
            run(directory, "ocamlopt", &[&options[..], &files].concat(), "ocaml-nox")?;
        }
        PeerKind::Java => {
            write("Work.java", sources.java)?;
            let release = sources.java_release.to_string();
            let mut command = Command::new(openjdk::program("javac"));
            command.args(["--release", &release, "Work.java"]).current_dir(directory);
            let package = format!("Debian: apt-get install openjdk-{release}-jdk-headless");
            let needs = format!("JDK {release} or later, on PATH or in JAVA_HOME; {package}");
            run_build(command, &needs)?;
            return Ok(directory.to_owned());
        }
        PeerKind::Go => {
            write("main.go", sources.go)?;
            write("go.mod", GO_MODULE)?;
            run(directory, "go", &["build", "-o", "work", "."], "golang-go")?;
        }
        PeerKind::Mmtk => return mmtk::compile(directory),
    }
    Ok(directory.join("work"))
}

/// Runs a compiler. An error names the package to install, or contains the compiler's message.
fn run(directory: &Path, compiler: &str, arguments: &[&str], package: &str) -> Result<(), String> {
    let mut command = Command::new(compiler);
    command.args(arguments).current_dir(directory).env("GOTOOLCHAIN", "local");
    run_build(command, &format!("Debian: apt-get install {package}"))
}

/// Runs a build command. An error contains `needs`, the advice on what to install, and the first
/// error message of the command.
pub(super) fn run_build(mut command: Command, needs: &str) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.output() {
        Err(error) => Err(format!("{name}: {error} ({needs})")),
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => {
            let errors = String::from_utf8_lossy(&output.stderr);
            let lines: Vec<&str> = errors.lines().collect();
            // Lines before the first error are its context or warnings.
            let first = lines.iter().position(|line| line.contains("error")).unwrap_or(0);
            let errors = lines[first..].iter().take(3).copied().collect::<Vec<_>>().join("\n  ");
            Err(format!("{name} failed ({needs}):\n  {errors}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_compiler_is_named_with_its_package() {
        let error = run(Path::new("."), "no-such-compiler", &[], "some-package");
        let error = error.expect_err("the compiler does not exist");
        assert!(error.contains("no-such-compiler") && error.contains("some-package"), "{error}");
    }

    #[test]
    fn compiler_error_is_reported() {
        let error = run(Path::new("."), "cc", &["no-such-file.c"], "gcc")
            .expect_err("the file does not exist");
        assert!(error.contains("no-such-file.c"), "{error}");
    }
}
