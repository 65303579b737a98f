//! Runs the commands of the porting guide in their order, in one shell and an empty home folder for
//! each LLVM version, as a reader does, and compares their output with the guide.

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
use tests::orc::has_headers;
use tests::timeout;

use crate::guide::{Block, blocks, blocks_of, page};
use crate::shown::compare;

const FIRST_PROGRAM: &str = "docs/porting/first-program.md";
/// The setting by which readers select their LLVM version.
const VERSION_SETTING: &str = "LLVM=-19";

/// Temporary home directory with a link to the project and a replacement of `cargo`, which installs
/// the libraries and the tool built with this test instead of building them again.
struct GuideDirectory(TempDir);

impl GuideDirectory {
    fn new() -> Self {
        let home = Self(tempfile::tempdir().expect("the folder can be created"));
        symlink(root().canonicalize().expect("the file exists"), home.path("statepoint-gc"))
            .expect("a link can be created");
        for folder in ["bin", "built", "built/release", "printed"] {
            fs::create_dir(home.path(folder)).expect("the folder can be created");
        }
        let library = "libstatepoint_gc.a";
        symlink(libraries().join(library), home.path("built/release").join(library))
            .expect("a link can be created");
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
        fs::write(home.path("bin/cargo"), cargo).expect("the file is writable");
        fs::set_permissions(home.path("bin/cargo"), fs::Permissions::from_mode(0o755))
            .expect("the file can be made executable");
        home
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    /// Returns the output of the block with this index, or `None` if it did not run.
    fn output_of_block(&self, index: usize) -> Option<String> {
        let bytes = fs::read(self.path(&format!("printed/{index}"))).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Runs a script in this folder. Returns its standard error if it failed.
    fn run(&self, script: &str) -> Result<(), String> {
        let path = std::env::var("PATH").unwrap_or_default();
        let mut shell = Command::new("timeout");
        shell.args(["900", "sh", "-eu", "-c", script]).current_dir(self.0.path());
        shell.env("HOME", self.0.path()).env("CARGO_TARGET_DIR", self.path("built"));
        shell.env("PATH", format!("{}:{path}", self.path("bin").display()));
        shell.env_remove("DESTDIR").env_remove("PKG_CONFIG_PATH");
        for (variable, _) in std::env::vars().filter(|(name, _)| name.starts_with("SPGC_")) {
            shell.env_remove(variable);
        }
        let output = timeout::output(&mut shell).expect("there is a shell");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() { Ok(()) } else { Err(format!("{}\n{stderr}", output.status)) }
    }
}

/// Returns the LLVM versions for which a block is run: those after its language, or all.
fn versions(block: &Block) -> Vec<u32> {
    let named: Vec<u32> = block.words.iter().filter_map(|word| word.parse().ok()).collect();
    if named.is_empty() { VERSIONS.to_vec() } else { named }
}

fn has(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| Path::new(&folder).join(program).exists())
}

/// Whether a block has commands for this version, or a file that they need.
fn is_for(block: &Block, version: u32) -> bool {
    let is_file = block.value("file").is_some();
    (block.language == "sh" || is_file)
        && versions(block).contains(&version)
        && (!block.has_word("lld") || has("ld.lld-19"))
        && (!block.has_word("x86_64") || ARCH == "x86_64")
        && (!block.has_word("orc") || has_headers(version))
}

/// Returns the shell commands for the block with this index: they write its file, or run its
/// commands with their output redirected to a file.
fn script_of_block(index: usize, block: &Block, version: u32) -> String {
    let text = &block.text;
    let output_file = format!("\"$HOME/printed/{index}\"");
    match block.value("file") {
        Some(file) => {
            format!("cat >{file} <<'END_OF_BLOCK'\n{text}END_OF_BLOCK\n: >{output_file}\n")
        }
        None if block.has_word("fails") => format!(
            "if (\n{text}) >{output_file} 2>&1; then echo '{} does not fail' >&2; exit 1; fi\n",
            block.place
        ),
        None => {
            let text = text.replace(VERSION_SETTING, &format!("LLVM=-{version}"));
            format!("{{\n{text}}} >{output_file} 2>&1\n")
        }
    }
}

/// Runs the commands of the guide for one LLVM version, and compares their output with the shown
/// output. Returns the places of the blocks that were run.
fn run_guide(version: u32) -> BTreeSet<String> {
    let home = GuideDirectory::new();
    let blocks = blocks();
    let mut script = "ulimit -c 0\n".to_owned();
    for (index, block) in blocks.iter().enumerate().filter(|(_, block)| is_for(block, version)) {
        let _ = write!(script, "{}", script_of_block(index, block, version));
    }
    let result = home.run(&script);
    if let Err(error) = result {
        let output_with_index = |index| Some((index, home.output_of_block(index)?));
        let last = (0..blocks.len()).rev().find_map(output_with_index);
        let (index, output) = last.unwrap_or_default();
        let Block { place, text, .. } = &blocks[index];
        panic!("LLVM {version}: {place}: {error}\n{output}\n{text}");
    }
    let mut executed = BTreeSet::new();
    for (index, block) in blocks.iter().enumerate().filter(|(_, block)| block.language == "sh") {
        let Some(output) = home.output_of_block(index) else { continue };
        if let Some(shown) = blocks.get(index + 1).filter(|next| next.language == "text") {
            compare(shown, &output, &format!("LLVM {version}"));
        }
        executed.insert(block.place.clone());
    }
    executed
}

/// The versions are run one after the other, since each starts many processes.
#[test]
fn commands_of_the_guide_have_the_shown_output() {
    let installed = Llvm::installed();
    let mut executed = BTreeSet::new();
    for llvm in &installed {
        executed.extend(run_guide(llvm.version()));
    }
    for block in blocks().iter().filter(|block| block.language == "sh") {
        let for_installed = installed.iter().any(|llvm| is_for(block, llvm.version()));
        let known = versions(block).iter().all(|version| VERSIONS.contains(version));
        assert!(known, "{}: the version is not tested", block.place);
        assert_eq!(executed.contains(&block.place), for_installed, "{}", block.place);
        if !for_installed && !installed.is_empty() {
            // Not by `eprintln!`, whose output the test harness captures when a test passes.
            let message = format!(
                "skipped: {}: its version, linker or processor is not available\n",
                block.place
            );
            let _ = std::io::stderr().write_all(message.as_bytes());
        }
    }
}

/// The chapter and the index page state the number of commands up to the first run of the program.
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
    let expected = format!("{}{} commands", counted[..1].to_uppercase(), &counted[1..]);
    assert!(page(FIRST_PROGRAM).contains(&expected), "{expected}");
    assert!(page(crate::guide::INDEX).contains(&format!("{counted} commands")), "{counted}");
    assert!(lines[0].contains(" --prefix "), "a reader begins with the installation");
    assert_eq!(lines.iter().filter(|line| line.contains(VERSION_SETTING)).count(), 1);
}
