//! Compiles the peer for MMTk, a separate Rust package that depends on the crate `mmtk`. Cargo
//! fetches and compiles it on first use.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::toolchain::run_build;

macro_rules! file {
    ($path:literal) => {
        ($path, include_str!(concat!("../../peers/mmtk/", $path)))
    };
}

/// Path and text of each file of the package.
const FILES: [(&str, &str); 9] = [
    file!("Cargo.toml"),
    file!("Cargo.lock"),
    file!("src/main.rs"),
    file!("src/binding.rs"),
    file!("src/heap.rs"),
    file!("src/allocation.rs"),
    file!("src/trees.rs"),
    file!("src/gcbench.rs"),
    file!("src/trace.rs"),
];

/// Advice for users if the package cannot be compiled.
const ADVICE: &str = "install a C compiler, and run `cargo fetch` in benches/peers/mmtk";

/// Compiles the package in a folder. Returns the path of the program.
pub(super) fn compile(directory: &Path) -> Result<PathBuf, String> {
    for (name, text) in FILES {
        let file = directory.join(name);
        let written = fs::create_dir_all(file.parent().unwrap_or(directory))
            .and_then(|()| fs::write(&file, text));
        written.map_err(|error| format!("{}: {error}", file.display()))?;
    }
    let target = build_directory().unwrap_or_else(|| directory.join("target"));
    eprintln!("compiling MMTk in {} (only once)", target.display());
    let mut cargo = Command::new("cargo");
    cargo
        .args(["build", "--quiet", "--release", "--locked", "--target-dir"])
        .arg(&target)
        .current_dir(directory)
        .env_remove("CARGO_BUILD_TARGET");
    run_build(cargo, ADVICE)?;
    Ok(target.join("release/mmtk-peer"))
}

/// Returns a folder in this program's build directory, if there is one. With it, the crate is
/// compiled only once instead of for each comparison.
fn build_directory() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    // TARGET/PROFILE/compare, beside TARGET/PROFILE/deps
    let profile = program.parent()?;
    profile.join("deps").is_dir().then(|| profile.with_file_name("mmtk"))
}
