//! Measures OpenJDK: threads in compiled Java code are stopped for collections or for a shorter
//! operation.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::program::{arguments, numbers, output, output_within_limit};
use super::{Plan, Runner, Times};
use crate::compare::java_log::{self, Stop};
use crate::openjdk;

/// Source of the measuring program.
const WORK: &str = include_str!("../../peers/time_to_safepoint/java/Work.java");
/// Source of the JNI functions.
const BINDING: &str = include_str!("../../peers/time_to_safepoint/java/Native.c");
/// Source of the native functions.
const NATIVE: &str = include_str!("../../peers/time_to_safepoint/native.c");
/// Header of the native functions.
const HEADER: &str = include_str!("../../peers/time_to_safepoint/native.h");

/// The VM operation that stops the threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// `System.gc()` with the serial collector.
    Collection,
    /// `ThreadMXBean.findDeadlockedThreads()`, which does little work during its stop.
    Query,
}

/// The virtual machine and the compiled program.
#[derive(Debug)]
pub struct Java {
    directory: PathBuf,
    version: String,
    request: Request,
}

/// Returns the value of `java.home`, the directory of the virtual machine that `java` starts.
fn home() -> Result<PathBuf, String> {
    let mut command = Command::new(openjdk::program("java"));
    command.args(["-XshowSettings:properties", "-version"]);
    let printed = output(&mut command)?;
    let text = String::from_utf8_lossy(&printed.stderr);
    let home = text.lines().find_map(|line| line.trim().strip_prefix("java.home = "));
    home.map(PathBuf::from)
        .ok_or_else(|| "java: -XshowSettings:properties prints no java.home".to_owned())
}

fn version() -> Result<String, String> {
    let printed = output(Command::new(openjdk::program("java")).arg("-version"))?;
    let text = String::from_utf8_lossy(&printed.stderr);
    // openjdk version "17.0.15" 2025-04-15
    Ok(text.split('"').nth(1).unwrap_or("?").to_owned())
}

impl Java {
    /// Compiles the program in `directory`.
    ///
    /// # Errors
    ///
    /// Returns a message if `java` cannot be run, with the package to install, or if a compiler
    /// fails.
    pub fn compile(request: Request, directory: &Path) -> Result<Self, String> {
        let version = version()
            .map_err(|error| format!("{error} (Debian: apt-get install openjdk-17-jdk)"))?;
        let include = home()?.join("include");
        let directory = directory.join(format!("java-{request:?}"));
        let written = fs::create_dir_all(&directory)
            .and_then(|()| fs::write(directory.join("Work.java"), WORK))
            .and_then(|()| fs::write(directory.join("Native.c"), BINDING))
            .and_then(|()| fs::write(directory.join("native.c"), NATIVE))
            .and_then(|()| fs::write(directory.join("native.h"), HEADER));
        written.map_err(|error| error.to_string())?;
        output(Command::new(openjdk::program("javac")).current_dir(&directory).arg("Work.java"))?;
        let mut compiler = Command::new("cc");
        compiler.current_dir(&directory).args(["-O2", "-shared", "-fPIC", "-pthread", "-I"]);
        compiler.arg(&include).arg("-I").arg(include.join("linux"));
        output(compiler.args(["native.c", "Native.c", "-o", "libwork.so"]))?;
        Ok(Self { directory, version, request })
    }
}

impl Runner for Java {
    fn name(&self) -> String {
        let request = if self.request == Request::Collection { "gc" } else { "query" };
        format!("openjdk {} {request}", self.version)
    }

    fn run(&self, plan: &Plan) -> Result<Times, String> {
        let mut command = Command::new(openjdk::program("java"));
        command.args(["-XX:+UseSerialGC", "-Xmx16m", "-Xlog:safepoint", "-cp", "."]);
        command.current_dir(&self.directory).arg("Work").args(arguments(plan));
        command.arg(if self.request == Request::Collection { "gc" } else { "query" });
        command.arg(self.directory.join("libwork.so"));
        let text = output_within_limit(&mut command, plan)?;
        let stop: Vec<f64> = stops(&text, self.request).collect();
        if stop.is_empty() {
            return Err("java: its log has no safepoint between \"ready\" and \"done\"".to_owned());
        }
        Ok(Times { stop, request: numbers(&text, "request").collect() })
    }
}

/// Returns the times to safepoint in nanoseconds of the operations of this kind in the log between
/// the lines `ready` and `done`.
fn stops(text: &str, request: Request) -> impl Iterator<Item = f64> + '_ {
    let measured =
        text.lines().skip_while(|&line| line != "ready").take_while(|&line| line != "done");
    let of_this_kind = move |stop: &Stop<'_>| match request {
        Request::Collection => stop.operation.contains("Collect") || stop.operation.contains("GC"),
        Request::Query => stop.operation == "FindDeadlocks",
    };
    java_log::stops(measured).filter(of_this_kind).map(|stop| stop.reaching)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_log_lines_between_marks_are_parsed() {
        let line = |operation, time| {
            format!(
                "[0.5s][info][safepoint] Safepoint \"{operation}\", Time since last: 312 ns, \
                 Reaching safepoint: {time:>6} ns, At safepoint: 1 ns, Total: 9 ns"
            )
        };
        let text = [
            line("GenCollectFull", 1),
            "ready".to_owned(),
            line("GenCollectFull", 20),
            line("Cleanup", 300),
            line("FindDeadlocks", 4000),
            "done".to_owned(),
            line("GenCollectFull", 50000),
        ]
        .join("\n");
        assert_eq!(stops(&text, Request::Collection).collect::<Vec<_>>(), [20.0]);
        assert_eq!(stops(&text, Request::Query).collect::<Vec<_>>(), [4000.0]);
    }
}
