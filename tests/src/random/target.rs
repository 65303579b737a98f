//! Tools for a target architecture: the C compiler, the emulator if the host has another
//! architecture, and the driver, which is this package compiled for the target.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::matrix::Arch;
use crate::timeout;

/// Returns the C compiler, and whether it must link statically: an emulated program finds no shared
/// libraries.
pub(super) fn c_compiler(arch: Arch) -> (&'static str, bool) {
    match arch {
        _ if arch.is_host() => ("cc", false),
        Arch::X86_64 => ("x86_64-linux-gnu-gcc", true),
        Arch::Aarch64 => ("aarch64-linux-gnu-gcc", true),
    }
}

/// Returns the command line that runs a program for this architecture, up to the program's name;
/// empty on the host architecture.
pub fn emulator(arch: Arch) -> &'static [&'static str] {
    match arch {
        _ if arch.is_host() => &[],
        Arch::X86_64 => &["qemu-x86_64-static", "-cpu", "max"],
        // `-cpu max` enables all features, including signed return addresses. `-R` limits the
        // reserved address space, since the emulator has a table entry for each of its pages.
        Arch::Aarch64 => &["qemu-aarch64-static", "-cpu", "max", "-R", "8G"],
    }
}

/// Builds the driver, which is this package as a static library, and returns its path. It is built
/// in the build directory of the running program. For another architecture it is built in a
/// subdirectory that `.ci/aarch64` uses too, so that crates are compiled once.
///
/// # Errors
///
/// Cargo's messages, or the name of the missing prerequisite.
pub fn build_driver(arch: Arch) -> Result<PathBuf, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    // TARGET/PROFILE/random-programs
    let target = program.ancestors().nth(2).ok_or("the program is not in a build directory")?;
    let target = if arch.is_host() { target.to_path_buf() } else { target.join(arch.name()) };
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args(["rustc", "--quiet", "-p", "tests", "--lib", "--crate-type", "staticlib"])
        .arg("--manifest-path")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&target);
    let folder = if arch.is_host() {
        if cfg!(debug_assertions) {
            target.join("debug")
        } else {
            cargo.arg("--release");
            target.join("release")
        }
    } else {
        let triple = format!("{}-unknown-linux-gnu", arch.name());
        let compiler = cross_compiler(&triple)
            .ok_or_else(|| format!("no Rust compiler with the standard library of {triple}"))?;
        cargo.args(["--target", &triple]).env("RUSTC", compiler);
        // Optimised, since emulation is slow, but with assertions; as `.ci/aarch64` does.
        cargo.env("CARGO_PROFILE_DEV_OPT_LEVEL", "1").env("CARGO_PROFILE_DEV_DEBUG", "false");
        let variable = triple.to_uppercase().replace('-', "_");
        cargo.env(format!("CARGO_TARGET_{variable}_RUSTFLAGS"), "-C target-feature=+crt-static");
        cargo.env(format!("CARGO_TARGET_{variable}_LINKER"), c_compiler(arch).0);
        // Under `cargo run` these variables select the host's toolchain.
        cargo.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO_ENCODED_RUSTFLAGS");
        target.join(triple).join("debug")
    };
    let output = timeout::output(&mut cargo).map_err(|error| format!("{cargo:?}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{cargo:?}\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    let library = folder.join("libtests.a");
    if library.exists() {
        Ok(library)
    } else {
        Err(format!("cargo did not build {}", library.display()))
    }
}

/// Returns a Rust compiler that has the standard library of a target.
fn cross_compiler(triple: &str) -> Option<String> {
    let default = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    [default, "/usr/bin/rustc".to_owned()].into_iter().find(|compiler| {
        let mut command = Command::new(compiler);
        command.args(["--print", "target-libdir", "--target", triple]);
        let Ok(output) = timeout::output(&mut command) else { return false };
        let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        let files = fs::read_dir(folder).into_iter().flatten().flatten();
        files.map(|file| file.file_name()).any(|name| name.to_string_lossy().starts_with("libstd-"))
    })
}

/// Checks that programs for this architecture can be linked and run.
///
/// # Errors
///
/// The reason for which they are skipped: the missing tools.
pub fn can_run(arch: Arch) -> Result<(), &'static str> {
    let starts = |program: &str| {
        let mut command = Command::new(program);
        timeout::output(command.arg("--version")).is_ok_and(|output| output.status.success())
    };
    let triple = format!("{}-unknown-linux-gnu", arch.name());
    let tools = [c_compiler(arch).0].into_iter().chain(emulator(arch).first().copied());
    if tools.into_iter().all(starts) && (arch.is_host() || cross_compiler(&triple).is_some()) {
        return Ok(());
    }
    Err(match arch {
        Arch::X86_64 => {
            "x86-64: the C compiler, the emulator or the Rust standard library is missing"
        }
        Arch::Aarch64 => {
            "AArch64: install the packages gcc-aarch64-linux-gnu, qemu-user-static, rustc-web, \
             libstd-rust-web-dev:arm64"
        }
    })
}
