//! The C interface: its header and libraries, and compilation of C programs that use them.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use examples::runner::emulated;

/// Returns the project's folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the text of the header.
pub fn header() -> String {
    fs::read_to_string(root().join("gc/capi/include/statepoint_gc.h")).expect("the header exists")
}

/// Returns the header without comments.
pub fn declarations() -> String {
    let mut text = String::new();
    let mut rest = &*header();
    while let Some((code, comment)) = rest.split_once("/*") {
        text.push_str(code);
        rest = comment.split_once("*/").map_or("", |(_, rest)| rest);
    }
    text.push_str(rest);
    text
}

/// Returns the names of the functions that the header declares.
pub fn declared_functions() -> BTreeSet<String> {
    let text = declarations();
    // Callback types are not functions.
    let statements = text.split(';').filter(|statement| !statement.contains("typedef"));
    let names = statements.filter_map(|statement| {
        let (before, _) = statement.split_once('(')?;
        let name = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        name.starts_with("spgc_").then(|| name.to_owned())
    });
    names.collect()
}

/// Returns the folder with the libraries that were built together with this program.
///
/// # Panics
///
/// If the libraries were not built.
pub fn libraries() -> PathBuf {
    let program = std::env::current_exe().expect("a program has a file");
    let folder = program.parent().expect("in a folder").to_path_buf();
    assert!(
        folder.join("libstatepoint_gc.a").exists(),
        "libstatepoint_gc.a is not in {}",
        folder.display()
    );
    folder
}

/// Returns whether the shared library was built together with this program. It is not for targets
/// whose programs are linked statically.
pub fn has_shared_library() -> bool {
    libraries().join("libstatepoint_gc.so").exists()
}

/// Returns the options for static linking besides the library, from the pkg-config file.
///
/// # Panics
///
/// If the file has no `Libs.private`.
pub fn static_libraries() -> Vec<String> {
    let text =
        fs::read_to_string(root().join("gc/capi/statepoint_gc.pc.in")).expect("the file exists");
    let line = text.lines().find_map(|line| line.strip_prefix("Libs.private: "));
    line.expect("the line has the libraries").split(' ').map(str::to_owned).collect()
}

/// Installs the libraries that were built together with this program by `gc/capi/install.sh
/// --prefix PREFIX`, into the staging directory `stage` if it is given (`DESTDIR`). The tool
/// `stackmap` is not installed.
///
/// # Panics
///
/// If the installation fails.
pub fn install(prefix: &Path, stage: Option<&Path>) {
    install_built(prefix, stage, None);
}

/// Installs the libraries as [`install`] does, and the tool `stackmap`.
///
/// # Panics
///
/// If the build or the installation fails.
pub fn install_with_tool(prefix: &Path, stage: Option<&Path>) {
    install_built(prefix, stage, Some(&stackmap_tool()));
}

/// Runs `install.sh` on a folder with links to the libraries and the tool.
fn install_built(prefix: &Path, stage: Option<&Path>, tool: Option<&Path>) {
    let built = tempfile::tempdir().expect("the folder can be created");
    let release = built.path().join("release");
    fs::create_dir(&release).expect("the folder can be created");
    let library = "libstatepoint_gc.a";
    symlink(libraries().join(library), release.join(library)).expect("a link can be created");
    let mut command = Command::new(root().join("gc/capi/install.sh"));
    command.arg("--no-build").arg("--prefix").arg(prefix).env("CARGO_TARGET_DIR", built.path());
    match tool {
        Some(tool) => symlink(tool, release.join("stackmap")).expect("a link can be created"),
        None => _ = command.arg("--without-tool"),
    }
    match stage {
        Some(stage) => command.env("DESTDIR", stage),
        None => command.env_remove("DESTDIR"),
    };
    run(&mut command);
}

/// Returns the build directory in which this program is.
///
/// # Panics
///
/// If it is in none.
pub fn target() -> PathBuf {
    let program = std::env::current_exe().expect("a program has a file");
    // TARGET/PROFILE/deps/NAME-...
    program.ancestors().nth(3).expect("it is in a build directory").to_owned()
}

/// Returns the path of the tool `stackmap`, built with the same profile as this program.
///
/// `cargo test --workspace` has built it already. Otherwise, or if a source file is newer, it is
/// built now. This takes longer, since Cargo selects other features for a single package.
///
/// # Panics
///
/// If the build fails.
pub fn stackmap_tool() -> PathBuf {
    let target = target();
    let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
    let tool = target.join(profile).join("stackmap");
    let built = fs::metadata(&tool).and_then(|file| file.modified());
    if built.is_ok_and(|built| built > newest(&root().join("scanner"))) {
        return tool;
    }
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["build", "--quiet", "-p", "stackmap"]);
    cargo.args(["--bin", "stackmap", "--target-dir"]).arg(target).current_dir(root());
    if profile == "release" {
        cargo.arg("--release");
    }
    run(&mut cargo);
    tool
}

/// Returns the latest modification time of the files below a folder.
fn newest(folder: &Path) -> SystemTime {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let modified = entries.map(|entry| {
        let entry = entry.expect("an entry can be read");
        let file = entry.metadata().expect("an entry has metadata");
        if file.is_dir() { newest(&entry.path()) } else { file.modified().expect("it has a time") }
    });
    modified.max().unwrap_or(SystemTime::UNIX_EPOCH)
}

/// Library with which a program is linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linked {
    /// `libstatepoint_gc.a`.
    Static,
    /// `libstatepoint_gc.so`.
    Shared,
}

/// Returns the linker's option for the folder of the shared library. The dynamic loader searches it
/// before `LD_LIBRARY_PATH`, in which Cargo names a folder that may contain an older copy.
pub fn search_path(folder: &Path) -> String {
    format!("-Wl,--disable-new-dtags,-rpath,{}", folder.display())
}

/// Compiles a program of `tests/capi` and links it with the assembly files `managed`. The program
/// is in C++ if its name ends in `.cpp`, otherwise in C. Returns the path of the executable.
///
/// # Panics
///
/// If the compiler reports an error or a warning.
pub fn build(folder: &Path, program: &str, managed: &[&Path], linked: Linked) -> PathBuf {
    let source = root().join("tests/capi").join(program);
    let output = folder.join(source.file_stem().expect("a name"));
    let (mut command, standard, source) = match source.extension() {
        Some(_) => (cpp_compiler(), "-std=c++17", source),
        None => (compiler(), "-std=c99", source.with_extension("c")),
    };
    command.args([standard, "-Wall", "-Wextra", "-pedantic", "-Werror", "-g", "-O1"]);
    command.arg("-I").arg(root().join("gc/capi/include"));
    command.arg(source).args(managed);
    let libraries = libraries();
    match linked {
        Linked::Static => {
            command.arg(libraries.join("libstatepoint_gc.a"));
            if emulated() {
                // Statically, as `.ci/aarch64` links this program.
                // GCC omits .eh_frame_hdr from static executables, but the unwinder needs it. The
                // executable is position-independent, so that its calls reach mapped memory.
                // Without debug information, two fifths smaller: there is no debugger for it.
                command.args(["-static-pie", "-fPIE", "-Wl,--eh-frame-hdr", "-Wl,--strip-debug"]);
                command.args(["-DALL_STATIC", "-DEMULATED"]);
            } else {
                command.arg("-Wl,--export-dynamic-symbol=spgc_*");
            }
            command.args(static_libraries());
        }
        Linked::Shared => {
            command.arg("-L").arg(&libraries).args(["-lstatepoint_gc", "-ldl"]);
            command.arg(search_path(&libraries));
        }
    }
    run(command.arg("-o").arg(&output));
    output
}

/// Returns the C compiler: `CC`, the linker that Cargo is configured to use for this target, or
/// `cc`.
pub fn compiler() -> Command {
    let arch = std::env::consts::ARCH.to_uppercase();
    let linker = format!("CARGO_TARGET_{arch}_UNKNOWN_LINUX_GNU_LINKER");
    let compiler = std::env::var_os("CC").or_else(|| std::env::var_os(linker));
    Command::new(compiler.unwrap_or_else(|| "cc".into()))
}

/// Returns the C++ compiler: `CXX`, or the default compiler for this target.
fn cpp_compiler() -> Command {
    let named = std::env::var_os("CXX");
    let compiler = match emulated() {
        true => format!("{}-linux-gnu-g++", std::env::consts::ARCH),
        false => "c++".to_owned(),
    };
    Command::new(named.unwrap_or_else(|| compiler.into()))
}

/// Returns whether a C++ compiler is installed. For an emulated target it is a separate package.
pub fn has_cpp_compiler() -> bool {
    crate::timeout::output(cpp_compiler().arg("--version"))
        .is_ok_and(|output| output.status.success())
}

/// Runs a command. Returns its standard output.
///
/// # Panics
///
/// If the command fails.
pub fn run(command: &mut Command) -> String {
    let output =
        crate::timeout::output(command).unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{errors}", output.status);
    String::from_utf8_lossy(&output.stdout).into_owned()
}
