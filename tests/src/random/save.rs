//! Saves a failing program with a script that reproduces the failure.

use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use super::batch::{Drivers, Failure};
use super::driver;
use super::process::Mode;
use super::{target, toolchain};

/// Writes the failing program, the reduced program, both messages, and the script `reproduce.sh`
/// into a new directory in `parent`. Returns the path of that directory.
///
/// # Errors
///
/// If a file cannot be written.
pub fn save_failure(
    parent: &Path,
    original: &Failure,
    reduced: &Failure,
    drivers: &Drivers,
) -> std::io::Result<PathBuf> {
    let point = &original.item.point;
    let name = format!("seed-{}-{point}", original.item.program.seed).replace(' ', "-");
    let directory = parent.join(name);
    fs::create_dir_all(&directory)?;
    toolchain::write_source(&directory, "original", &original.item.program, point)?;
    let program = &reduced.item.program;
    toolchain::write_source(&directory, &program.entry(), program, point)?;
    toolchain::write_native(&directory, &[program])?;
    let messages = format!(
        "original: {}, {}\n{}\n\nreduced: {}\n{}\n\n{program:#?}\n",
        point,
        original.mode.map_or("compiling", Mode::name),
        original.message,
        reduced.mode.map_or("compiling", Mode::name),
        reduced.message,
    );
    fs::write(directory.join("message.txt"), messages)?;
    let script_path = directory.join("reproduce.sh");
    fs::write(&script_path, script(reduced, drivers))?;
    fs::set_permissions(script_path, fs::Permissions::from_mode(0o755))?;
    Ok(directory)
}

/// Returns a shell script that compiles and runs the program of a failure.
fn script(failure: &Failure, drivers: &Drivers) -> String {
    let (program, point) = (&failure.item.program, &failure.item.point);
    let name = program.entry();
    let mut text = format!(
        "#!/bin/sh\n# Compiles {name}.ll and runs it in the mode in which it failed. It is\n\
         # linked with the driver, which is this package as a static library:\n\
         #   cargo rustc --release -p tests --lib --crate-type staticlib\n\
         # A step that runs `stackmap` needs it in PATH: cargo build -p stackmap.\n\
         set -ex\ncd \"$(dirname \"$0\")\"\n"
    );
    let missing = PathBuf::new();
    let driver = drivers.get(&point.arch).unwrap_or(&missing);
    let objects = [format!("{name}.o")];
    let steps = toolchain::compile_steps(program, point)
        .into_iter()
        .chain(toolchain::link_steps(&objects, point, driver, "programs"));
    for step in steps {
        let _ = writeln!(text, "{}", step.shell());
    }
    let modes = match failure.mode {
        None | Some(Mode::Reference) => vec![Mode::Reference],
        Some(mode) => vec![Mode::Reference, mode],
    };
    let emulator = target::emulator(point.arch).iter();
    let emulator: String = emulator.map(|argument| format!("{argument} ")).collect();
    for mode in modes {
        let variables =
            mode.environment().into_iter().map(|(name, value)| format!("{name}={value}"));
        let variables = variables.collect::<Vec<_>>().join(" ");
        let _ = writeln!(
            text,
            "{variables} {}={} {emulator}./programs",
            driver::SEEDS_VARIABLE,
            program.seed
        );
    }
    text
}
