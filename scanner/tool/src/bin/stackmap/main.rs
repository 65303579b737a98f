//! `stackmap`: reads, checks and converts LLVM stack maps.

#![forbid(unsafe_code)]

mod arguments;
mod compile;
mod convert;
mod dump;
mod failure;
mod input;
mod lookup;
mod machine;
mod output;
mod progress;
mod stats;
mod tables;
mod verify;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use arguments::{Arguments, Command};
use failure::Failure;

fn main() -> ExitCode {
    let arguments = Arguments::parse_from(arguments::with_raw_layout(std::env::args_os()));
    let done = match &arguments.command {
        Command::Dump(arguments) => dump::run(arguments),
        Command::Stats(arguments) => stats::run(arguments),
        Command::Verify(arguments) => verify::run(arguments),
        Command::Lookup(arguments) => lookup::run(arguments),
        Command::Convert(arguments) => convert::run(arguments),
        Command::Compile(arguments) => compile::run(arguments),
        Command::Completions(arguments) => {
            let mut command = Arguments::command();
            let mut script = Vec::new();
            clap_complete::generate(arguments.shell, &mut command, "stackmap", &mut script);
            output::bytes(&script)
        }
    };
    match done {
        Ok(status) => status,
        // The reader of the output has closed the pipe.
        Err(Failure::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            failure.print();
            ExitCode::FAILURE
        }
    }
}
