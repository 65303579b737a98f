//! The commands of the guide, in their order: in an empty home folder for each LLVM version, in one
//! shell, as a reader would type them.

use std::collections::BTreeSet;
use std::env::consts::ARCH;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use tests::capi::{libraries, root, stackmap_tool};
use tests::llvm::{Llvm, VERSIONS};
use tests::timeout;

use crate::guide::{Block, blocks, blocks_of, page};
use crate::shown::compare;

const FIRST_PROGRAM: &str = "docs/porting/first-program.md";
/// The variable by which readers select their version.
const CHOICE: &str = "LLVM=-19";

/// A home folder with the project in it, and a `cargo` that installs what was built along with this
/// test instead of building it again.
struct Home(TempDir);

impl Home {
    fn new() -> Self {
        let home = Self(tempfile::tempdir().expect("the folder can be created"));
        symlink(root().canonicalize().expect("the file exists"), home.at("statepoint-gc"))
            .expect("a link can be created");
        for folder in ["bin", "built", "built/release", "printed"] {
            fs::create_dir(home.at(folder)).expect("the folder can be created");
        }
        for library in ["libstatepoint_gc.a", "libstatepoint_gc.so"] {
            symlink(libraries().join(library), home.at("built/release").join(library))
                .expect("a link can be created");
        }
        let cargo = format!(
            "#!/bin/sh\n\
             case \"$*\" in\n\
             'build --release -p statepoint-gc-capi') ;;\n\
             'build --release -p stackmap')\n\
             ln -sf '{}' \"$CARGO_TARGET_DIR/release/stackmap\" ;;\n\
             *) echo \"cargo $*: the test has not built that\" >&2; exit 1 ;;\n\
             esac\n",
            stackmap_tool().display()
        );
        fs::write(home.at("bin/cargo"), cargo).expect("the file is writable");
        fs::set_permissions(home.at("bin/cargo"), fs::Permissions::from_mode(0o755))
            .expect("it can be made a program");
        home
    }

    fn at(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    /// The output of a block; none if it did not run.
    fn printed(&self, index: usize) -> Option<String> {
        let bytes = fs::read(self.at(&format!("printed/{index}"))).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Runs a script here. Returns its standard error if it failed.
    fn run(&self, script: &str) -> Result<(), String> {
        let path = std::env::var("PATH").unwrap_or_default();
        let mut shell = Command::new("timeout");
        shell.args(["900", "sh", "-eu", "-c", script]).current_dir(self.0.path());
        shell.env("HOME", self.0.path()).env("CARGO_TARGET_DIR", self.at("built"));
        shell.env("PATH", format!("{}:{path}", self.at("bin").display()));
        shell.env_remove("DESTDIR").env_remove("PKG_CONFIG_PATH");
        for (variable, _) in std::env::vars().filter(|(name, _)| name.starts_with("SPGC_")) {
            shell.env_remove(variable);
        }
        let output = timeout::output(&mut shell).expect("there is a shell");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() { Ok(()) } else { Err(format!("{}\n{said}", output.status)) }
    }
}

/// Returns the versions that a block is for: those that it names, or all.
fn versions(block: &Block) -> Vec<u32> {
    let named: Vec<u32> = block.words.iter().filter_map(|word| word.parse().ok()).collect();
    if named.is_empty() { VERSIONS.to_vec() } else { named }
}

fn has(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| Path::new(&folder).join(program).exists())
}

/// Whether a block is commands, or a file that they need, for this version.
fn is_for(block: &Block, version: u32) -> bool {
    let is_file = block.value("file").is_some();
    (block.language == "sh" || is_file)
        && versions(block).contains(&version)
        && (!block.says("lld") || has("ld.lld-19"))
        && (!block.says("x86_64") || ARCH == "x86_64")
}

/// Returns the shell commands for a block, the `index`-th of the guide.
fn script_of(index: usize, block: &Block, version: u32) -> String {
    let text = &block.text;
    let printed = format!("\"$HOME/printed/{index}\"");
    match block.value("file") {
        Some(file) => format!("cat >{file} <<'END_OF_BLOCK'\n{text}END_OF_BLOCK\n: >{printed}\n"),
        None if block.says("fails") => format!(
            "if (\n{text}) >{printed} 2>&1; then echo '{} does not fail' >&2; exit 1; fi\n",
            block.place
        ),
        None => {
            let text = text.replace(CHOICE, &format!("LLVM=-{version}"));
            format!("{{\n{text}}} >{printed} 2>&1\n")
        }
    }
}

/// Runs the guide as readers with one LLVM version do. Returns the places of the commands that were
/// run.
fn run_with(version: u32) -> BTreeSet<String> {
    let home = Home::new();
    let blocks = blocks();
    let mut script = "ulimit -c 0\n".to_owned();
    for (index, block) in blocks.iter().enumerate().filter(|(_, block)| is_for(block, version)) {
        let _ = write!(script, "{}", script_of(index, block, version));
    }
    let ended = home.run(&script);
    if let Err(error) = ended {
        let ran = |index| Some((index, home.printed(index)?));
        let last = (0..blocks.len()).rev().find_map(ran);
        let (index, printed) = last.unwrap_or_default();
        let Block { place, text, .. } = &blocks[index];
        panic!("LLVM {version}: {place}: {error}\n{printed}\n{text}");
    }
    let mut ran = BTreeSet::new();
    for (index, block) in blocks.iter().enumerate().filter(|(_, block)| block.language == "sh") {
        let Some(printed) = home.printed(index) else { continue };
        if let Some(shown) = blocks.get(index + 1).filter(|next| next.language == "text") {
            compare(shown, &printed, &format!("LLVM {version}"));
        }
        ran.insert(block.place.clone());
    }
    ran
}

/// One after the other, since each starts many processes.
#[test]
fn commands_of_the_guide_have_the_shown_output() {
    let installed = Llvm::installed();
    let mut ran = BTreeSet::new();
    for llvm in &installed {
        ran.extend(run_with(llvm.version()));
    }
    for block in blocks().iter().filter(|block| block.language == "sh") {
        let for_installed = installed.iter().any(|llvm| is_for(block, llvm.version()));
        let known = versions(block).iter().all(|version| VERSIONS.contains(version));
        assert!(known, "{}: no test has such a version", block.place);
        assert_eq!(ran.contains(&block.place), for_installed, "{}", block.place);
        if !for_installed && !installed.is_empty() {
            // Not by `eprintln!`, whose output the test harness captures when a test passes.
            let message = format!(
                "skipped: {}: not the version, the linker or the processor that it is for\n",
                block.place
            );
            let _ = std::io::stderr().write_all(message.as_bytes());
        }
    }
}

/// The chapter and the index page state the number of commands until the program runs.
#[test]
fn the_stated_number_of_commands_is_right() {
    let blocks = blocks_of(FIRST_PROGRAM);
    let commands =
        blocks.iter().filter(|block| block.language == "sh" && versions(block).contains(&19));
    let lines: Vec<_> = commands.flat_map(|block| block.text.lines()).collect();
    let run = lines.iter().position(|line| *line == "./hello").expect("the program is run");
    assert!(lines[..run].iter().all(|line| !line.ends_with('\\') && !line.starts_with('#')));
    let counted =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
            [run + 1];
    let said = format!("{}{} commands", counted[..1].to_uppercase(), &counted[1..]);
    assert!(page(FIRST_PROGRAM).contains(&said), "{said}");
    assert!(page(crate::guide::INDEX).contains(&format!("{counted} commands")), "{counted}");
    assert!(lines[0].contains(" --prefix "), "a reader begins with the installation");
    assert_eq!(lines.iter().filter(|line| line.contains(CHOICE)).count(), 1);
}
