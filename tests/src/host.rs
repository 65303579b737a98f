//! Builds the example hosts (`examples/*-host`) in a temporary home folder, from installed files
//! only.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::capi::{install, install_with_tool, root, run};
use crate::llvm::{Llvm, lld};

/// Temporary directory in which an example is built. `gc` contains the installed collector, `host`
/// a copy of the example. It is also the home directory of the commands that run in it.
#[derive(Debug)]
pub struct ExampleDirectory {
    folder: TempDir,
    example: &'static str,
}

impl ExampleDirectory {
    /// Creates the directory. `example` is the name of a folder in `examples`.
    ///
    /// # Panics
    ///
    /// If the directory cannot be created.
    pub fn new(example: &'static str) -> Self {
        let home =
            Self { folder: tempfile::tempdir().expect("the folder can be created"), example };
        install(&home.path("gc"), None);
        fs::create_dir(home.path("host")).expect("the folder can be created");
        for file in fs::read_dir(folder_of(example)).expect("the example exists") {
            let file = file.expect("the folder can be listed");
            // Folders are skipped: they contain build results.
            if file.file_type().is_ok_and(|kind| kind.is_file()) {
                let copy = home.path("host").join(file.file_name());
                fs::copy(file.path(), copy).expect("the file can be copied");
            }
        }
        home
    }

    /// Returns a path in the directory.
    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// Returns the `make` argument with the installation prefix of the collector.
    pub fn prefix(&self) -> String {
        format!("PREFIX={}", self.path("gc").display())
    }

    /// Returns a command that runs in the folder `host`, without variables of an outer `make` or of
    /// the tests.
    pub fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new(program.as_ref());
        command.current_dir(self.path("host")).env("HOME", self.folder.path());
        for variable in ["MAKEFLAGS", "MFLAGS", "PKG_CONFIG_PATH", "SPGC_ZEAL", "SPGC_VERIFY"] {
            command.env_remove(variable);
        }
        command
    }

    /// Installs the tool `stackmap` as well.
    ///
    /// # Panics
    ///
    /// If the tool cannot be built.
    pub fn install_stackmap(&self) {
        install_with_tool(&self.path("gc"), None);
    }

    /// Runs the commands in the README of the example, except the installation of the collector and
    /// commands whose tools are missing. Calls `check` with each command that runs a program, and
    /// its output. Returns how many commands build a program, and how many run one.
    ///
    /// # Panics
    ///
    /// If a command fails.
    pub fn run_readme(&self, mut check: impl FnMut(&str, &str)) -> (usize, usize) {
        let (mut built, mut ran) = (0, 0);
        for line in commands_of_readme(self.example) {
            // A command names an LLVM version as `LLVM=-VERSION` or in the folder `build-VERSION`.
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

/// Returns the folder of an example.
fn folder_of(example: &str) -> PathBuf {
    root().join("examples").join(example)
}

/// Returns the lines of the shell blocks in the README of an example.
fn commands_of_readme(example: &str) -> Vec<String> {
    let text = fs::read_to_string(folder_of(example).join("README.md")).expect("the file exists");
    let blocks = text.split("```sh\n").skip(1).map(|block| block.split("```").next().unwrap_or(""));
    blocks
        .flat_map(str::lines)
        .filter(|line| !line.starts_with("gc/capi/install.sh "))
        .map(str::to_owned)
        .collect()
}

/// Returns the number from the line of the output that consists of a number and `words`.
///
/// # Panics
///
/// If there is no such line.
pub fn number(printed: &str, words: &str) -> u64 {
    let line = printed.lines().find_map(|line| line.strip_suffix(words));
    let number = line.and_then(|line| line.trim_end().parse().ok());
    number
        .unwrap_or_else(|| panic!("the output has no line with a number and {words:?}: {printed}"))
}

/// Returns the total number of lines of these files of an example.
///
/// # Panics
///
/// If a file is missing.
pub fn lines_of(example: &str, files: &[&str]) -> usize {
    let lines = |file| fs::read_to_string(folder_of(example).join(file)).map(|t| t.lines().count());
    files.iter().map(|file| lines(file).expect("the file exists")).sum()
}

/// Prints the reason for a skipped test or command to standard error. Does not use `eprintln!`: the
/// test harness captures its output when a test passes.
pub fn skipped(reason: &str) {
    let _ = std::io::stderr().write_all(format!("skipped: {reason}\n").as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::typed;

    /// Modules of the hosts, which are also committed with typed pointers for LLVM 14.
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
            let name = module.rsplit('/').next().expect("the path has a file name");
            let derived = format!(
                "; {name}.ll for LLVM 14, which has typed pointers.\n; Generated from that file. \
                 Edit that one, not this one.\n\n{}",
                typed(&text)
            );
            if std::env::var_os("UPDATE").is_some() {
                fs::write(path("_typed"), &derived).expect("the file is writable");
            }
            let committed = fs::read_to_string(path("_typed")).unwrap_or_default();
            assert!(
                committed == derived,
                "{} does not match {name}.ll; run `UPDATE=1 cargo test -p tests --lib host::`",
                path("_typed").display()
            );
        }
    }
}
