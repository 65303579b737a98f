//! `stackmap compile`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde::Serialize;
use stackmap_tool::object_file::{CompiledObject, compile_object};

use crate::arguments::{Compile, Format};
use crate::failure::Failure;
use crate::output;

/// The output for one file.
#[derive(Debug, Serialize)]
struct Report {
    input: String,
    output: String,
    /// Number of code sections that have a table.
    units: usize,
    records: usize,
    /// Sizes in bytes of the stack map, of the tables, and of the relocations of each.
    stack_map_bytes: usize,
    stack_map_relocation_bytes: usize,
    table_bytes: usize,
    table_relocation_bytes: usize,
}

#[derive(Debug, Serialize)]
struct Reports {
    objects: Vec<Report>,
}

pub(crate) fn run(arguments: &Compile) -> Result<ExitCode, Failure> {
    let outputs = outputs(arguments)?;
    let mut objects = Vec::new();
    for (input, output) in arguments.files.iter().zip(&outputs) {
        let bytes = std::fs::read(input).map_err(|error| {
            Failure::new(input.display(), format_args!("cannot be read: {error}"))
        })?;
        let compiled =
            compile_object(&bytes).map_err(|error| Failure::new(input.display(), error))?;
        write(output, &compiled.bytes)?;
        objects.push(report(input, output, &compiled));
    }
    match arguments.format {
        Format::Json => output::json(&Reports { objects })?,
        Format::Text => {
            let mut text = String::new();
            for report in &objects {
                let Report { input, records, stack_map_bytes, table_bytes, .. } = report;
                let line = format!(
                    "{input}: {records} records, {stack_map_bytes} -> {table_bytes} bytes\n"
                );
                text.push_str(&line);
            }
            output::bytes(text.as_bytes())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the output path of each input.
fn outputs(arguments: &Compile) -> Result<Vec<PathBuf>, Failure> {
    let Compile { files, output, .. } = arguments;
    if !output.is_dir() {
        if output.as_os_str().as_encoded_bytes().ends_with(b"/") {
            return Err(Failure::new(output.display(), "is not a directory, or does not exist"));
        }
        if files.len() != 1 {
            let reason = "must be a directory, because there are several files to compile";
            return Err(Failure::new(output.display(), reason));
        }
        return Ok(vec![output.clone()]);
    }
    let mut outputs = Vec::new();
    for file in files {
        let name =
            file.file_name().ok_or_else(|| Failure::new(file.display(), "is not a file name"))?;
        let to = output.join(name);
        if outputs.contains(&to) {
            let reason = format_args!(
                "has the name of another file, and both would be written to {}",
                to.display()
            );
            return Err(Failure::new(file.display(), reason));
        }
        outputs.push(to);
    }
    Ok(outputs)
}

fn report(input: &Path, output: &Path, compiled: &CompiledObject) -> Report {
    Report {
        input: input.display().to_string(),
        output: output.display().to_string(),
        units: compiled.units.len(),
        records: compiled.units.iter().map(|unit| unit.records).sum(),
        stack_map_bytes: compiled.before.0,
        stack_map_relocation_bytes: compiled.before.1,
        table_bytes: compiled.after.0,
        table_relocation_bytes: compiled.after.1,
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes)
        .map_err(|error| Failure::new(path.display(), format_args!("cannot be written: {error}")))
}
