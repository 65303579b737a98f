//! Keeps a program that failed, with a script that repeats it.

use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use super::batch::{Drivers, Failure};
use super::driver;
use super::process::Mode;
use super::{target, toolchain};

/// Writes the program that failed, its smaller form, and `repeat.sh` into a new directory under
/// `keep`. Returns the path of that directory.
///
/// # Errors
///
/// Those of the file system.
pub fn keep(
    keep: &Path,
    original: &Failure,
    smaller: &Failure,
    drivers: &Drivers,
) -> std::io::Result<PathBuf> {
    let point = &original.item.point;
    let name = format!("seed-{}-{point}", original.item.program.seed).replace(' ', "-");
    let directory = keep.join(name);
    fs::create_dir_all(&directory)?;
    toolchain::write_source(&directory, "original", &original.item.program, point)?;
    let program = &smaller.item.program;
    toolchain::write_source(&directory, &program.entry(), program, point)?;
    toolchain::write_native(&directory, &[program])?;
    let messages = format!(
        "original: {}, {}\n{}\n\nsmaller: {}\n{}\n\n{program:#?}\n",
        point,
        original.mode.map_or("compiling", Mode::name),
        original.what,
        smaller.mode.map_or("compiling", Mode::name),
        smaller.what,
    );
    fs::write(directory.join("message.txt"), messages)?;
    let script_path = directory.join("repeat.sh");
    fs::write(&script_path, script(smaller, drivers))?;
    fs::set_permissions(script_path, fs::Permissions::from_mode(0o755))?;
    Ok(directory)
}

fn script(failure: &Failure, drivers: &Drivers) -> String {
    let (program, point) = (&failure.item.program, &failure.item.point);
    let name = program.entry();
    let mut text = format!(
        "#!/bin/sh\n# Compiles {name}.ll and runs it as it was when it failed. The second program that is \n\
         # linked, the driver, is this package as a static library:\n\
         #   cargo rustc --release -p tests --lib --crate-type staticlib\n\
         # Where a table is compiled, `stackmap` must be in the search path: cargo build -p stackmap.\n\
         set -ex\ncd \"$(dirname \"$0\")\"\n"
    );
    let none = PathBuf::new();
    let driver = drivers.get(&point.arch).unwrap_or(&none);
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
    let words = target::emulator(point.arch).iter();
    let emulator: String = words.map(|word| format!("{word} ")).collect();
    for mode in modes {
        let variables =
            mode.environment().into_iter().map(|(name, value)| format!("{name}={value}"));
        let variables = variables.collect::<Vec<_>>().join(" ");
        let _ =
            writeln!(text, "{variables} {}={} {emulator}./programs", driver::SEEDS, program.seed);
    }
    text
}
