//! `examples/c-host`, built from what is installed and nothing else: as its README says, and in all ways that its Makefile
//! has.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use object::{Object as _, ObjectKind, ObjectSection as _};
use tempfile::TempDir;
use tests::capi::{install, root, run};
use tests::llvm::{Llvm, lld};

/// A home folder: the collector is installed in `gc` there, and in `host` is a copy of the example.
struct Home(TempDir);

impl Home {
    fn new() -> Self {
        let home = Self(tempfile::tempdir().expect("a folder can be made"));
        install(&home.at("gc"), None);
        fs::create_dir(home.at("host")).expect("a folder can be made");
        for file in ["Makefile", "main.c", "toy.ll"] {
            let from = root().join("examples/c-host").join(file);
            fs::copy(from, home.at("host").join(file)).expect("copied");
        }
        home
    }

    fn at(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    /// A command that is run where the Makefile is, as if from a shell of its own.
    fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new(program.as_ref());
        command.current_dir(self.at("host")).env("HOME", self.0.path());
        for variable in ["MAKEFLAGS", "MFLAGS", "PKG_CONFIG_PATH", "SPGC_ZEAL", "SPGC_VERIFY"] {
            command.env_remove(variable);
        }
        command
    }

    /// Puts the tool `stackmap` where `cargo install` would put it.
    fn install_stackmap(&self) {
        let program = std::env::current_exe().expect("a program has a file");
        // TARGET/PROFILE/deps/c_host-...
        let target = program.ancestors().nth(3).expect("it is in a build directory");
        let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(["build", "--quiet", "-p", "statepoint-scanner", "--features", "cli"]);
        cargo.args(["--bin", "stackmap", "--target-dir"]).arg(target).current_dir(root());
        if profile == "release" {
            cargo.arg("--release");
        }
        run(&mut cargo);
        fs::create_dir(self.at("gc/bin")).expect("a folder can be made");
        let built = target.join(profile).join("stackmap");
        symlink(built, self.at("gc/bin/stackmap")).expect("a link can be made");
    }
}

/// Not by `eprintln!`, which the test harness keeps to itself when a test passes.
fn skipped(what: &str) {
    let _ = std::io::stderr().write_all(format!("skipped: {what}\n").as_bytes());
}

/// Checks what a program of the host has printed: results are right, and something has moved.
fn check(said: &str, what: &str) {
    let number = |words: &str| {
        let line = said.lines().find_map(|line| line.strip_suffix(words));
        let number = line.and_then(|line| line.trim_end().parse::<u64>().ok());
        number.unwrap_or_else(|| panic!("{what} does not say how many {words}: {said}"))
    };
    assert!(number("dictionaries are right") > 0, "{what}: {said}");
    assert!(number("objects moved") > 0, "{what}: {said}");
    assert!(said.contains("pause p99 "), "{what}: {said}");
}

/// Collections that are reported.
fn collections(said: &str) -> u64 {
    let line = said.lines().find(|line| line.contains(" young collections, "));
    let words = line.unwrap_or_else(|| panic!("no collections: {said}")).split(' ');
    words.filter_map(|word| word.parse::<u64>().ok()).sum()
}

/// Whether a program is position-independent, and whether lld made it.
fn kind(program: &Path) -> (bool, bool) {
    let bytes = fs::read(program).expect("make has made it");
    let file = object::File::parse(&*bytes).expect("a program");
    let comment = file.section_by_name(".comment").expect("of those who made it");
    let comment = comment.data().expect("in the file");
    let signature = b"Linker: ";
    let by_lld = comment.windows(signature.len()).any(|at| at == signature);
    (file.kind() == ObjectKind::Dynamic, by_lld)
}

#[test]
fn every_version_and_every_way_of_linking_makes_programs_that_are_right() {
    let versions: Vec<_> =
        Llvm::installed().into_iter().filter(|llvm| llvm.version() >= 16).collect();
    if versions.is_empty() {
        return;
    }
    let home = Home::new();
    home.install_stackmap();
    // Each two settings meet.
    let ways = [
        ["LD=bfd", "PIE=yes", "MAP=retained"],
        ["LD=lld", "PIE=no", "MAP=retained"],
        ["LD=bfd", "PIE=no", "MAP=compiled"],
        ["LD=lld", "PIE=yes", "MAP=compiled"],
    ];
    let lld = lld();
    if lld.is_none() {
        skipped("lld is not installed");
    }
    for llvm in versions {
        for (index, way) in ways.iter().enumerate() {
            if way.contains(&"LD=lld") && lld.is_none() {
                continue;
            }
            let what = format!("LLVM {}, {way:?}", llvm.version());
            let out = home.at("out");
            let mut make = home.command("make");
            make.arg(format!("LLVM=-{}", llvm.version())).args(way);
            make.arg(format!("PREFIX={}", home.at("gc").display()));
            make.arg(format!("OUT={}", out.display()));
            make.arg(format!("STACKMAP={}", home.at("gc/bin/stackmap").display()));
            make.arg(format!("LLD={}", lld.as_deref().unwrap_or(Path::new("lld")).display()));
            // Text relocations are a warning of bfd's; a section that is dropped is none.
            make.arg("LDFLAGS=-Wl,--gc-sections -Wl,--fatal-warnings");
            run(make.arg("CFLAGS=-O1 -Wall -Wextra -pedantic -Werror"));
            for program in ["toy-static", "toy-shared"] {
                let what = format!("{what}, {program}");
                let program = out.join(program);
                let (is_pie, by_lld) = kind(&program);
                assert_eq!(is_pie, way.contains(&"PIE=yes"), "{what}");
                assert_eq!(by_lld, way.contains(&"LD=lld"), "{what}");
                check(&run(home.command(&program).args(["3", "9000"])), &what);
                if index > 0 {
                    continue;
                }
                for zeal in ["alloc", "poll"] {
                    let mut command = home.command(&program);
                    let said = run(command.args(["2", "60"]).env("SPGC_ZEAL", zeal));
                    check(&said, &what);
                    // There is at least one allocation, and one poll, in two steps.
                    assert!(collections(&said) > 60, "{what}, {zeal}: {said}");
                }
                let mut command = home.command(&program);
                command.args(["2", "9000"]).env("SPGC_VERIFY", "before,after");
                check(&run(&mut command), &what);
            }
            fs::remove_dir_all(&out).expect("it was made");
        }
    }
}

/// The commands that the README gives, in order; but those that install what [`Home`] has installed.
fn commands_of_the_readme() -> Vec<String> {
    let text = fs::read_to_string(root().join("examples/c-host/README.md")).expect("it is there");
    let blocks = text.split("```sh\n").skip(1).map(|block| block.split("```").next().unwrap_or(""));
    blocks
        .flat_map(str::lines)
        .filter(|line| !line.starts_with("gc/install.sh ") && !line.starts_with("cargo install "))
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_commands_of_its_readme_do_what_it_says() {
    if Llvm::find_or_skip(19).is_none() {
        return;
    }
    let home = Home::new();
    home.install_stackmap();
    let (mut built, mut ran) = (0, 0);
    for line in commands_of_the_readme() {
        let version = line.split_once("LLVM=-").and_then(|(_, rest)| rest.split(' ').next());
        if let Some(version) = version.and_then(|version| version.parse().ok())
            && Llvm::find_or_skip(version).is_none()
        {
            continue;
        }
        if line.contains("LD=lld") && lld().is_none_or(|lld| !lld.ends_with("ld.lld-19")) {
            skipped("lld-19 is not installed");
            continue;
        }
        let said = run(home.command("sh").args(["-c", &line]));
        if line.starts_with("make ") {
            built += 1;
        } else {
            check(&said, &line);
            ran += 1;
        }
    }
    assert!(built > 3 && ran > 5, "{built} builds, {ran} runs");
    assert!(!home.at("host/build-small").exists(), "`make clean` has left something");
    assert!(home.at("host/build/toy-shared").exists());
}

#[test]
fn the_makefile_says_what_is_missing() {
    let home = Home::new();
    let prefix = format!("PREFIX={}", home.at("gc").display());
    for (arguments, words) in [
        (["LLVM=-14", &*prefix], "older than LLVM 16"),
        (["LLVM=-none", &*prefix], "opt-none is missing"),
        (["LLVM=-19", "PREFIX=/nonexistent"], "PREFIX=FOLDER"),
    ] {
        let output = home.command("make").args(arguments).output().expect("make runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(words), "{arguments:?}: {said}");
    }
}

#[test]
fn a_program_that_has_lost_its_stack_map_says_so() {
    if Llvm::find_or_skip(19).is_none() {
        return;
    }
    let home = Home::new();
    let makefile = home.at("host/Makefile");
    let text = fs::read_to_string(&makefile).expect("it was copied");
    // As LLVM writes it, and as the linker likes it.
    assert_eq!(text.matches("\"awR\"").count(), 3, "{text}");
    fs::write(&makefile, text.replace("\"awR\"", "\"aw\"")).expect("it can be written");
    let prefix = format!("PREFIX={}", home.at("gc").display());
    run(home.command("make").args([&*prefix, "LDFLAGS=-Wl,--gc-sections", "toy-static"]));
    let output = home.command(home.at("host/build/toy-static")).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("spgc_heap_start") && said.contains(".llvm_stackmaps"), "{said}");
}

/// What the project promises.
#[test]
fn the_glue_is_short() {
    let lines = |file| {
        let text = fs::read_to_string(root().join("examples/c-host").join(file));
        text.expect("it is there").lines().count()
    };
    assert!(lines("main.c") + lines("Makefile") < 300);
}
