//! Measures OCaml's minor collections, which scan the whole stack, in the same recursion.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Source of the measuring program.
const MAIN: &str = include_str!("../../peers/root_scan/main.ml");
/// Source of the clock, in C.
const CLOCK: &str = include_str!("../../peers/root_scan/clock.c");

/// The compiled program of a recursion.
#[derive(Debug)]
pub struct Ocaml {
    program: PathBuf,
}

/// Nanoseconds of a minor collection per frame.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// Time when every root is rewritten.
    pub young: f64,
    /// Time when no root is rewritten.
    pub old: f64,
}

impl Ocaml {
    /// Compiles a recursion through `functions` functions in `directory`.
    ///
    /// # Errors
    ///
    /// Returns a message if the compiler cannot be run, with the package to install, or if it
    /// fails.
    pub fn compile(functions: u64, directory: &Path) -> Result<Self, String> {
        let name = format!("recursion{functions}");
        let program = directory.join(&name);
        let (source, clock) = (program.with_extension("ml"), directory.join("clock.c"));
        fs::write(&source, text(functions)).map_err(|error| error.to_string())?;
        fs::write(&clock, CLOCK).map_err(|error| error.to_string())?;
        let mut command = Command::new("ocamlopt");
        command.current_dir(directory).args(["-unsafe", "-inline", "0", "clock.c"]);
        command.arg(&source).arg("-o").arg(&program);
        let output = command
            .output()
            .map_err(|error| format!("ocamlopt: {error} (Debian: apt-get install ocaml-nox)"))?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        Ok(Self { program })
    }

    /// Runs the recursion to a depth of `frames`.
    ///
    /// # Errors
    ///
    /// Returns a message if the program fails, for example because the kernel limits the stack
    /// size.
    pub fn run(&self, frames: u64) -> Result<Times, String> {
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -s unlimited 2>/dev/null; exec \"$0\" \"$@\""]);
        command.arg(&self.program).arg(frames.to_string());
        let output = command.output().map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout);
        let mut numbers = text.split_whitespace().filter_map(|word| word.parse().ok());
        match (numbers.next(), numbers.next()) {
            (Some(young), Some(old)) => Ok(Times { young, old }),
            _ => Err(format!("the recursion in OCaml failed: {}", output.status)),
        }
    }
}

/// Returns the source of the program. If there are several functions, each selects one of two calls
/// pseudorandomly.
fn text(functions: u64) -> String {
    let mut text = MAIN.to_owned();
    for index in 0..functions {
        let call = |factor, summand| {
            let callee = (index * factor + summand) % functions;
            format!("f{callee} (n - 1) next b c d a")
        };
        let calls = match functions {
            1 => call(1, 0),
            _ => format!("if (next lsr 40) land 1 = 0 then {} else {}", call(7, 11), call(5, 3)),
        };
        // Some functions have more live words.
        let more = ["", " + n", " + n + s"][if functions == 1 { 0 } else { index as usize % 3 }];
        let keyword = if index == 0 { "let rec" } else { "and" };
        let written = write!(
            text,
            "\n{keyword} f{index} n s a b c d =\n  if n = 0 then (report (); 0) else\n  \
             let next = s * 6364136223846793 + 1442695040888963 in\n  let below = {calls} in\n  \
             below + a.x + b.x + c.x + d.x{more}\n",
        );
        debug_assert!(written.is_ok(), "writing to a string");
    }
    text.push_str(
        "\nlet () =\n  let make () = Sys.opaque_identity { x = 0 } in\n  \
         ignore (f0 depth 1 (make ()) (make ()) (make ()) (make ()))\n",
    );
    text
}
