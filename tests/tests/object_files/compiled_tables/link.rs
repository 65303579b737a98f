//! Links the test program in all common modes: by the C compiler with several linkers, with managed
//! code in a shared library, and by rustc.

use std::path::{Path, PathBuf};
use std::process::Command;

use tests::llvm::lld;
use tests::timeout;

/// The object files of managed code to link.
pub(crate) struct Objects {
    /// As LLVM wrote them.
    pub(crate) raw: PathBuf,
    /// With their stack maps compiled.
    pub(crate) compiled: PathBuf,
    pub(crate) directory: PathBuf,
}

/// A mode of linking the program.
#[derive(Clone, Debug)]
pub(crate) enum LinkMode {
    /// The C compiler with these options; `run` is the emulator, if the program needs one.
    C { compiler: &'static str, options: Vec<&'static str>, run: Option<&'static str> },
    /// Managed code in a shared library.
    Shared { linker: &'static str },
    /// rustc with these options.
    Rust { options: Vec<&'static str> },
}

const C_SOURCE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/object_files/compiled_tables/walked.c");

impl LinkMode {
    /// Returns all modes for the host's architecture.
    pub(crate) fn all_for_host() -> Vec<Self> {
        let mut modes = Vec::new();
        for linker in linkers() {
            for pie in ["-pie", "-no-pie"] {
                for collect in ["-Wl,--gc-sections", "-Wl,--no-gc-sections"] {
                    let options = vec![linker, pie, collect, "-Wl,--fatal-warnings"];
                    modes.push(Self::C { compiler: "cc", options, run: None });
                }
            }
            modes.push(Self::Shared { linker });
        }
        modes.push(Self::Rust { options: vec![] });
        modes.push(Self::Rust { options: vec!["-Crelocation-model=static"] });
        modes
    }

    /// Returns the modes of the cross compiler for AArch64, or none if it or the emulator is not
    /// installed.
    pub(crate) fn all_for_aarch64() -> Vec<Self> {
        let (compiler, emulator) = ("aarch64-linux-gnu-gcc", "qemu-aarch64-static");
        if !is_installed(compiler) || !is_installed(emulator) {
            eprintln!("skipped: {compiler} or {emulator} is not installed");
            return Vec::new();
        }
        let kinds = ["-static", "-static-pie"].into_iter();
        kinds
            .map(|kind| {
                let options = vec![kind, "-Wl,--gc-sections", "-Wl,--fatal-warnings"];
                Self::C { compiler, options, run: Some(emulator) }
            })
            .collect()
    }

    /// Links the program and returns its path.
    pub(crate) fn program(&self, objects: &Objects) -> PathBuf {
        let directory = &*objects.directory;
        let program = directory.join("program");
        match self {
            Self::C { compiler, options, .. } => {
                // Position-independent code can be linked into any program.
                let mut command = c_compiler(compiler, directory);
                command.args(["-O1", "-fPIE", C_SOURCE]).arg(&objects.compiled).args(options);
                run(command.arg("-o").arg(&program));
            }
            Self::Shared { linker } => {
                let library = directory.join("libwalked.so");
                let mut command = c_compiler("cc", directory);
                command.args(["-O1", "-fPIC", "-shared", "-DNO_MAIN", "-Wl,--gc-sections"]);
                command.args(["-Wl,--fatal-warnings", linker, C_SOURCE]).arg(&objects.compiled);
                run(command.arg("-o").arg(&library));
                assert!(!dynamic_section(&library).contains("TEXTREL"), "{self:?}");
                let main = directory.join("main.c");
                std::fs::write(&main, "int run(void); int main(void) { return run(); }\n")
                    .expect("a file");
                let mut command = Command::new("cc");
                command.arg(&main).arg(&library).arg("-Wl,-rpath,$ORIGIN");
                run(command.arg("-o").arg(&program));
            }
            Self::Rust { options } => {
                let main = directory.join("main.rs");
                let text = "unsafe extern \"C\" { fn run() -> i32; }\n\
                            fn main() { std::process::exit(unsafe { run() }) }\n";
                std::fs::write(&main, text).expect("a file");
                let native = directory.join("walked.o");
                let mut command = Command::new("cc");
                command.args(["-O1", "-fPIE", "-DNO_MAIN", "-c", C_SOURCE]);
                run(command.arg("-o").arg(&native));
                let argument = |path: &Path| format!("-Clink-arg={}", path.display());
                let mut command = Command::new("rustc");
                command.args(["--edition=2024", "-O"]).args(options).arg(&main);
                command.args([argument(&native), argument(&objects.compiled)]);
                run(command.arg("-o").arg(&program));
            }
        }
        if self.is_by_lld() {
            let bytes = std::fs::read(&program).expect("the program");
            let signature = b"Linker: ";
            assert!(bytes.windows(signature.len()).any(|at| at == signature), "{self:?}");
        }
        program
    }

    /// Whether lld links the program.
    fn is_by_lld(&self) -> bool {
        match self {
            Self::C { options, .. } => options.contains(&"-fuse-ld=lld"),
            Self::Shared { .. } | Self::Rust { .. } => false,
        }
    }

    /// Returns a command that runs the program, by an emulator if it needs one.
    pub(crate) fn command(&self, program: &Path) -> Command {
        match self {
            Self::C { run: Some(emulator), .. } => {
                let mut command = Command::new(emulator);
                command.arg(program);
                command
            }
            _ => Command::new(program),
        }
    }
}

/// Returns the compiler's option for each linker that is installed.
pub(crate) fn linkers() -> Vec<&'static str> {
    let mut linkers = vec!["-fuse-ld=bfd"];
    if lld().is_some() {
        linkers.push("-fuse-ld=lld");
    } else {
        eprintln!("skipped: lld is not installed");
    }
    linkers
}

/// Returns the C compiler, with a link in `directory` by which it finds lld.
fn c_compiler(compiler: &str, directory: &Path) -> Command {
    let mut command = Command::new(compiler);
    if let Some(lld) = lld() {
        let link = directory.join("ld.lld");
        if !link.exists() {
            std::os::unix::fs::symlink(lld, &link).expect("a link");
        }
        command.arg("-B").arg(directory);
    }
    command
}

/// Links these objects into a shared library; undefined symbols stay undefined.
pub(crate) fn library(objects: &[PathBuf], linker: &str, directory: &Path) -> PathBuf {
    let library = directory.join("library.so");
    let mut command = c_compiler("cc", directory);
    command.args(["-shared", "-nostdlib", "-Wl,--gc-sections", "-Wl,--fatal-warnings", linker]);
    run(command.args(objects).arg("-o").arg(&library));
    library
}

/// Returns the output of `readelf` for a program's dynamic section.
pub(crate) fn dynamic_section(program: &Path) -> String {
    let output = timeout::output(Command::new("readelf").arg("-dW").arg(program));
    let output = output.expect("readelf runs");
    assert!(output.status.success(), "{}", program.display());
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub(crate) fn is_installed(tool: &str) -> bool {
    timeout::output(Command::new(tool).arg("--version")).is_ok_and(|output| output.status.success())
}

fn run(command: &mut Command) {
    let output = timeout::output(command).unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {stderr}");
}
