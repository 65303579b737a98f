//! The example hosts (`examples/*-host`), built only from installed files.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::capi::{install, install_with_tool, root, run};
use crate::llvm::{Llvm, lld};

/// A temporary home folder: `gc` has the installed collector, `host` has a copy of an example.
#[derive(Debug)]
pub struct Home {
    folder: TempDir,
    example: &'static str,
}

impl Home {
    /// Creates the home folder for an example, given the name of its folder in `examples`.
    ///
    /// # Panics
    ///
    /// If it cannot be created.
    pub fn new(example: &'static str) -> Self {
        let home =
            Self { folder: tempfile::tempdir().expect("the folder can be created"), example };
        install(&home.at("gc"), None);
        fs::create_dir(home.at("host")).expect("the folder can be created");
        for file in fs::read_dir(folder_of(example)).expect("the example exists") {
            let file = file.expect("it can be listed");
            // Files that were built there are not copied.
            if file.file_type().is_ok_and(|kind| kind.is_file()) {
                let copy = home.at("host").join(file.file_name());
                fs::copy(file.path(), copy).expect("copied");
            }
        }
        home
    }

    /// Returns a path in the home folder.
    pub fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// Returns the argument that tells a Makefile where the collector is.
    pub fn prefix(&self) -> String {
        format!("PREFIX={}", self.at("gc").display())
    }

    /// Returns a command that runs in the Makefile's folder, as if from a shell of its own.
    pub fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new(program.as_ref());
        command.current_dir(self.at("host")).env("HOME", self.folder.path());
        for variable in ["MAKEFLAGS", "MFLAGS", "PKG_CONFIG_PATH", "SPGC_ZEAL", "SPGC_VERIFY"] {
            command.env_remove(variable);
        }
        command
    }

    /// Installs the tool `stackmap` as well.
    ///
    /// # Panics
    ///
    /// If it cannot be built.
    pub fn install_stackmap(&self) {
        install_with_tool(&self.at("gc"), None);
    }

    /// Runs the commands of the example's README in order, except the installation of the collector
    /// and commands whose tools are missing. Calls `check` with each command that runs a program,
    /// and its output. Returns the number of builds and the number of runs.
    ///
    /// # Panics
    ///
    /// If a command fails.
    pub fn run_readme(&self, mut check: impl FnMut(&str, &str)) -> (usize, usize) {
        let (mut built, mut ran) = (0, 0);
        for line in commands_of_readme(self.example) {
            // A command builds a program for one version, or runs it from the folder
            // `build-VERSION`.
            let named = line.split_once("LLVM=-").or_else(|| line.split_once("build-"));
            let version = named.and_then(|(_, rest)| rest.split([' ', '/']).next());
            if let Some(version) = version.and_then(|version| version.parse().ok())
                && Llvm::find_or_skip(version).is_none()
            {
                continue;
            }
            if line.contains("LD=lld") && lld().is_none_or(|lld| !lld.ends_with("ld.lld-19")) {
                skipped("lld-19 is not installed");
                continue;
            }
            let printed = run(self.command("sh").args(["-c", &line]));
            if line.starts_with("make ") {
                built += 1;
            } else {
                check(&line, &printed);
                ran += 1;
            }
        }
        (built, ran)
    }
}

fn folder_of(example: &str) -> PathBuf {
    root().join("examples").join(example)
}

fn commands_of_readme(example: &str) -> Vec<String> {
    let text = fs::read_to_string(folder_of(example).join("README.md")).expect("the file exists");
    let blocks = text.split("```sh\n").skip(1).map(|block| block.split("```").next().unwrap_or(""));
    blocks
        .flat_map(str::lines)
        .filter(|line| !line.starts_with("gc/capi/install.sh "))
        .map(str::to_owned)
        .collect()
}

/// Returns a number from the output of a host: that on the line that consists of the number and
/// `words`.
///
/// # Panics
///
/// If there is none.
pub fn number(printed: &str, words: &str) -> u64 {
    let line = printed.lines().find_map(|line| line.strip_suffix(words));
    let number = line.and_then(|line| line.trim_end().parse().ok());
    number.unwrap_or_else(|| panic!("no number of {words} in the output: {printed}"))
}

/// Returns the number of lines of some files of an example.
///
/// # Panics
///
/// If one is missing.
pub fn lines_of(example: &str, files: &[&str]) -> usize {
    let lines = |file| fs::read_to_string(folder_of(example).join(file)).map(|t| t.lines().count());
    files.iter().map(|file| lines(file).expect("the file exists")).sum()
}

/// Reports a skipped command. Does not use `eprintln!`: the test harness captures its output when a
/// test passes.
pub fn skipped(what: &str) {
    let _ = std::io::stderr().write_all(format!("skipped: {what}\n").as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::typed;

    /// The managed code of the hosts; LLVM 14 has typed pointers.
    const MODULES: [&str; 6] = [
        "c-host/toy",
        "cpp-host/sheet",
        "dlopen-host/drop",
        "dlopen-host/extend",
        "dlopen-host/reverse",
        "dlopen-host/scale",
    ];

    #[test]
    fn committed_llvm_14_ir_matches_its_source() {
        for module in MODULES {
            let path = |end: &str| folder_of(&format!("{module}{end}.ll"));
            let text = fs::read_to_string(path("")).expect("the file exists");
            let name = module.rsplit('/').next().expect("it has a name");
            let derived = format!(
                "; {name}.ll for LLVM 14, which has typed pointers.\n; Generated from that file. Edit that one, not this one.\n\n{}",
                typed(&text)
            );
            if std::env::var_os("UPDATE").is_some() {
                fs::write(path("_typed"), &derived).expect("the file is writable");
            }
            let committed = fs::read_to_string(path("_typed")).unwrap_or_default();
            assert!(
                committed == derived,
                "{} is not what {name}.ll says; run `UPDATE=1 cargo test -p tests --lib host::`",
                path("_typed").display()
            );
        }
    }
}
