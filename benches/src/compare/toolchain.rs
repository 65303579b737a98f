//! The peers' programs: their sources are embedded in this program, and are compiled if a compiler
//! is installed.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::mmtk;

/// The programs of one suite.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sources {
    pub(super) suite: &'static str,
    pub(super) c: &'static str,
    /// The limit, if it is a separate program; with the macro that is defined for it.
    pub(super) limit: (&'static str, &'static str),
    pub(super) java: &'static str,
    pub(super) go: &'static str,
    /// Takes part with one thread only.
    pub(super) ocaml: Option<&'static str>,
}

macro_rules! source {
    ($path:literal) => {
        include_str!(concat!("../../peers/", $path))
    };
}

pub(super) const ALLOCATION: Sources = Sources {
    suite: "allocation",
    c: source!("allocation/work.c"),
    limit: (source!("allocation/work.c"), "-DLIMIT"),
    java: source!("allocation/Work.java"),
    go: source!("allocation/main.go"),
    ocaml: Some(source!("allocation/main.ml")),
};

pub(super) const BINARY_TREES: Sources = Sources {
    suite: "binary_trees",
    c: source!("binary_trees/work.c"),
    limit: (source!("binary_trees/work.c"), "-DARENA"),
    java: source!("binary_trees/Work.java"),
    go: source!("binary_trees/main.go"),
    ocaml: Some(source!("binary_trees/main.ml")),
};

pub(super) const GCBENCH: Sources = Sources {
    suite: "gcbench",
    c: source!("gcbench/work.c"),
    limit: (source!("gcbench/work.c"), "-DARENA"),
    java: source!("gcbench/Work.java"),
    go: source!("gcbench/main.go"),
    ocaml: Some(source!("gcbench/main.ml")),
};

pub(super) const TRACE: Sources = Sources {
    suite: "trace",
    c: source!("trace/boehm.c"),
    limit: (source!("trace/limit.c"), "-DLIMIT"),
    java: source!("trace/Work.java"),
    go: source!("trace/main.go"),
    ocaml: Some(source!("trace/main.ml")),
};

pub(super) const PAUSE: Sources = Sources {
    suite: "pause",
    c: source!("pause/work.c"),
    limit: (source!("pause/work.c"), "-DARENA"),
    java: source!("pause/Work.java"),
    go: source!("pause/main.go"),
    ocaml: None,
};

const PEER_H: &str = source!("common/peer.h");
const STUB_C: &str = source!("common/stub.c");
const GO_MODULE: &str = "module work\n\ngo 1.19\n";

/// The kind of a program: determines how it is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Limit,
    Malloc,
    Boehm,
    Ocaml,
    Java,
    Go,
    /// One program for all suites.
    Mmtk,
}

/// Programs that are compiled on first use.
#[derive(Debug)]
pub struct Peers {
    directory: PathBuf,
    compiled: HashMap<(&'static str, Kind), Option<PathBuf>>,
    said: Vec<String>,
}

impl Peers {
    /// Programs are compiled in this folder, which must exist.
    #[must_use]
    pub fn new(directory: &Path) -> Self {
        Self { directory: directory.to_owned(), compiled: HashMap::new(), said: Vec::new() }
    }

    /// Returns the folder in which they are compiled.
    pub(super) fn directory(&self) -> &Path {
        &self.directory
    }

    /// Returns the program, or for Java the folder of its classes. Returns `None` if it cannot be
    /// compiled, and reports this once.
    pub(super) fn get(&mut self, sources: &Sources, kind: Kind) -> Option<PathBuf> {
        let suite = if kind == Kind::Mmtk { "all" } else { sources.suite };
        let key = (suite, kind);
        if let Some(known) = self.compiled.get(&key) {
            return known.clone();
        }
        let directory = self.directory.join(suite).join(format!("{kind:?}"));
        let made = compile(sources, kind, &directory);
        let made = made.map_err(|error| self.say(error)).ok();
        self.compiled.insert(key, made.clone());
        made
    }

    /// Returns what is left out, and why, as it was reported.
    #[must_use]
    pub fn left_out(&self) -> &[String] {
        &self.said
    }

    /// Reports that something is left out, unless it was reported before.
    pub(super) fn say(&mut self, error: String) {
        if !self.said.contains(&error) {
            eprintln!("left out: {error}");
            self.said.push(error);
        }
    }
}

fn compile(sources: &Sources, kind: Kind, directory: &Path) -> Result<PathBuf, String> {
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
        Kind::Limit => {
            write("work.c", sources.limit.0)?;
            run(directory, "cc", &[&c[..], &[sources.limit.1]].concat(), "gcc")?;
        }
        Kind::Malloc => {
            write("work.c", sources.c)?;
            run(directory, "cc", &c, "gcc")?;
        }
        Kind::Boehm => {
            write("work.c", sources.c)?;
            run(directory, "cc", &[&c[..], &["-DBOEHM", "-lgc"]].concat(), "gcc and libgc-dev")?;
        }
        Kind::Ocaml => {
            write("stub.c", STUB_C)?;
            write("main.ml", sources.ocaml.unwrap_or_default())?;
            let options = ["-unsafe", "-inline", "100", "-ccopt", "-O2"];
            let files = ["stub.c", "main.ml", "-o", "work"];
            run(directory, "ocamlopt", &[&options[..], &files].concat(), "ocaml-nox")?;
        }
        Kind::Java => {
            write("Work.java", sources.java)?;
            run(directory, "javac", &["Work.java"], "openjdk-17-jdk-headless")?;
            return Ok(directory.to_owned());
        }
        Kind::Go => {
            write("main.go", sources.go)?;
            write("go.mod", GO_MODULE)?;
            run(directory, "go", &["build", "-o", "work", "."], "golang-go")?;
        }
        Kind::Mmtk => return mmtk::compile(directory),
    }
    Ok(directory.join("work"))
}

/// Runs a compiler. The error says what to install if it is missing, or contains its message.
fn run(directory: &Path, compiler: &str, arguments: &[&str], package: &str) -> Result<(), String> {
    let mut command = Command::new(compiler);
    command.args(arguments).current_dir(directory).env("GOTOOLCHAIN", "local");
    finish(command, &format!("Debian: apt-get install {package}"))
}

/// Runs a command that makes a program. The error says what it needs if it is missing, or begins
/// with its first error message.
pub(super) fn finish(mut command: Command, needs: &str) -> Result<(), String> {
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
            Err(format!("{name} fails ({needs}):\n  {errors}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compiler_that_is_not_there_is_named_with_its_package() {
        let error = run(Path::new("."), "no-such-compiler", &[], "some-package");
        let error = error.expect_err("there is none");
        assert!(error.contains("no-such-compiler") && error.contains("some-package"), "{error}");
    }

    #[test]
    fn what_a_compiler_says_is_passed_on() {
        let error = run(Path::new("."), "cc", &["no-such-file.c"], "gcc").expect_err("no file");
        assert!(error.contains("no-such-file.c"), "{error}");
    }
}
