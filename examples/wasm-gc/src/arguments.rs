//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Runs WebAssembly modules on statepoint-gc.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: Option<Run>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Runs a module. This is the default.
    Run(Run),
}

/// What to run, and how.
#[derive(Debug, Args)]
pub(crate) struct Run {
    /// The module, in the text format (.wat) or the binary format (.wasm).
    pub(crate) file: PathBuf,
    /// Calls this export after the module is instantiated, and prints its results. Without it,
    /// `_start` is called if the module exports it.
    #[arg(long, value_name = "NAME")]
    pub(crate) invoke: Option<String>,
    /// The arguments of the export: numbers, or `null`. Without `--invoke`, the arguments of a
    /// program for WASI; options of the program follow `--`.
    #[arg(allow_negative_numbers = true)]
    pub(crate) arguments: Vec<String>,
    /// Adds a variable to the environment of a program for WASI, which is empty otherwise.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_variable)]
    pub(crate) env: Vec<(String, String)>,
    /// Lets a program for WASI read and change all files in this directory and below it.
    #[arg(long, value_name = "PATH")]
    pub(crate) dir: Vec<PathBuf>,
    /// Runs this many instances, each on a thread of its own. They share nothing but the heap. The
    /// results are those of the first.
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) threads: u32,
    /// The code generator.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) backend: Backend,
    /// Prints the LLVM IR of the module, and does not run it.
    #[arg(long)]
    pub(crate) emit_llvm: bool,
    /// Prints how long each step took and what the collector did, on the standard error output.
    #[arg(long)]
    pub(crate) stats: bool,
    /// Prints results, statistics and errors as one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Parses a variable of the environment.
fn parse_variable(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("a variable is NAME=VALUE".to_owned()),
    }
}

/// A code generator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Backend {
    /// Cranelift, in this process.
    #[default]
    Cranelift,
    /// The tools of LLVM, in processes of their own. LLVM_SUFFIX=-N selects version N.
    Llvm,
}

impl Arguments {
    /// Returns what to run.
    pub(crate) fn into_run(self) -> Run {
        match (self.command, self.run) {
            (Some(Command::Run(run)), _) | (None, Some(run)) => run,
            (None, None) => unreachable!("the file is required without a command"),
        }
    }
}
