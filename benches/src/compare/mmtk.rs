//! The program on MMTk: a Rust package of its own that depends on the crate `mmtk`. Cargo fetches
//! and compiles it when it is first used.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::toolchain::run_build;

macro_rules! file {
    ($path:literal) => {
        ($path, include_str!(concat!("../../peers/mmtk/", $path)))
    };
}

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

/// The advice to show when it cannot be compiled.
const NEEDS: &str = "install a C compiler, and run `cargo fetch` in benches/peers/mmtk";

/// Compiles it in a folder. Returns the path of the program.
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
    run_build(cargo, NEEDS)?;
    Ok(target.join("release/mmtk-peer"))
}

/// Returns a folder in the build directory that contains this program, if there is one, so that the
/// crate is compiled once and not in each comparison.
fn build_directory() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    // TARGET/PROFILE/compare, beside TARGET/PROFILE/deps
    let profile = program.parent()?;
    profile.join("deps").is_dir().then(|| profile.with_file_name("mmtk"))
}
