//! Describes the machine of a comparison.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Map, Value, json};

use crate::openjdk;

/// Returns the text after the colon in the first line of a file that begins with `name`.
fn value(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// Returns the first line that a command prints.
fn first_line(program: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = if output.stdout.is_empty() { output.stderr } else { output.stdout };
    let text = String::from_utf8_lossy(&text);
    Some(text.lines().next()?.trim().to_owned())
}

/// Returns a description of the machine, its system, and the versions of the installed compilers.
#[must_use]
pub fn machine() -> Value {
    let versions = [
        ("rustc", "rustc".into(), "--version"),
        ("c", "cc".into(), "--version"),
        ("ocaml", "ocamlopt".into(), "-version"),
        ("java", openjdk::program("java"), "-version"),
        ("go", "go".into(), "version"),
    ];
    let versions: Map<String, Value> = versions
        .into_iter()
        .filter_map(|(name, program, argument)| {
            Some((name.to_owned(), first_line(&program, &[argument])?.into()))
        })
        .collect();
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    json!({
        "processor": value("/proc/cpuinfo", "model name"),
        "processors": std::thread::available_parallelism().map_or(1, usize::from),
        "memory": value("/proc/meminfo", "MemTotal"),
        "kernel": fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default().trim(),
        "architecture": std::env::consts::ARCH,
        "load": load.split(' ').next().and_then(|load| load.parse::<f64>().ok()),
        "versions": versions,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_description_is_complete() {
        let machine = machine();
        assert!(machine["processors"].as_u64() > Some(0), "{machine}");
        assert!(machine["memory"].is_string() && machine["versions"].is_object(), "{machine}");
    }
}
