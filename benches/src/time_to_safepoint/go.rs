//! Measures Go: goroutines are stopped for collections or for memory statistics.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::program::{arguments, numbers, output, output_within_limit};
use super::{Plan, Runner, Times};

/// Source of the measuring program.
const MAIN: &str = include_str!("../../peers/time_to_safepoint/go/main.go");
/// Source of the native functions.
const NATIVE: &str = include_str!("../../peers/time_to_safepoint/native.c");
/// Header of the native functions.
const HEADER: &str = include_str!("../../peers/time_to_safepoint/native.h");
/// The file `go.mod`.
const MODULE: &str = "module safepoint\n\ngo 1.19\n";

/// The runtime's scheduling of the goroutines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Each goroutine is locked to its own thread. `GOMAXPROCS` is the number of processors.
    Threads,
    /// Each goroutine is locked to its own thread. `GOMAXPROCS` is the number of threads, so all of
    /// them can run, as in the other runtimes.
    AllThreads,
    /// The runtime multiplexes goroutines onto as many threads as there are processors.
    Goroutines,
}

/// The operation that stops the threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// `runtime.GC()`, which has two stops.
    Collection,
    /// `runtime.ReadMemStats()`, which does little work during its stop.
    Query,
}

/// A compiled program.
#[derive(Clone, Debug)]
pub struct Go {
    program: PathBuf,
    version: String,
    style: Style,
    request: Request,
}

impl Go {
    /// Compiles the program in `directory` with this `go` command.
    ///
    /// # Errors
    ///
    /// Returns a message if `go` cannot be run, with the package to install, or if it fails.
    pub fn compile(go: &Path, directory: &Path) -> Result<Self, String> {
        let printed = output(Command::new(go).arg("version").env("GOTOOLCHAIN", "local"))
            .map_err(|error| format!("{error} (Debian: apt-get install golang-go)"))?;
        let text = String::from_utf8_lossy(&printed.stdout).into_owned();
        // go version go1.19.8 linux/amd64
        let version =
            text.split_whitespace().nth(2).unwrap_or("?").trim_start_matches("go").to_owned();
        let directory = directory.join(format!("go-{version}"));
        let written = fs::create_dir_all(&directory)
            .and_then(|()| fs::write(directory.join("main.go"), MAIN))
            .and_then(|()| fs::write(directory.join("native.c"), NATIVE))
            .and_then(|()| fs::write(directory.join("native.h"), HEADER))
            .and_then(|()| fs::write(directory.join("go.mod"), MODULE));
        written.map_err(|error| error.to_string())?;
        let mut command = Command::new(go);
        command
            .current_dir(&directory)
            .env("GOTOOLCHAIN", "local")
            .args(["build", "-o", "work", "."]);
        output(&mut command)?;
        let program = directory.join("work");
        Ok(Self { program, version, style: Style::Threads, request: Request::Query })
    }

    /// Returns the same program with another style and request.
    #[must_use]
    pub fn with(&self, style: Style, request: Request) -> Self {
        Self { style, request, ..self.clone() }
    }
}

impl Runner for Go {
    fn name(&self) -> String {
        let style = match self.style {
            Style::Threads => "threads",
            Style::AllThreads => "all threads",
            Style::Goroutines => "goroutines",
        };
        let request = if self.request == Request::Collection { "gc" } else { "query" };
        format!("go {} {style} {request}", self.version)
    }

    fn run(&self, plan: &Plan) -> Result<Times, String> {
        let mut command = Command::new(&self.program);
        command.args(arguments(plan));
        command.arg(if self.request == Request::Collection { "gc" } else { "query" });
        command.arg(if self.style == Style::Goroutines { "goroutines" } else { "threads" });
        if self.style == Style::AllThreads {
            let running_threads = plan.threads.loops + plan.threads.natives;
            command.env("GOMAXPROCS", running_threads.to_string());
        }
        let text = output_within_limit(&mut command, plan)?;
        let request: Vec<f64> = numbers(&text, "request").collect();
        let stop: Vec<f64> = numbers(&text, "stop").collect();
        // Go before 1.22 does not report stops. The duration of the request is an upper bound.
        let stop = if stop.is_empty() { request.clone() } else { stop };
        Ok(Times { stop, request })
    }
}
