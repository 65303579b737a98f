//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use statepoint_scanner::stackmap::StackMapLayout;

const EXAMPLES: &str = "\
Examples:
  stackmap dump program                       print the records and their locations
  stackmap verify program                     check that a collector can use the map
  stackmap lookup program evaluate+0x2a       find the record of a return address
  stackmap compile module.o -o compiled.o     replace the map by a compact table

Exit status:
  0  success
  1  the input is malformed or lacks what was requested, `verify` found an error, or `lookup`
     found no record; for a malformed input, standard error has the file, offset and reason
  2  the command line is invalid

Output is coloured only on a terminal, and never if NO_COLOR is set.
`stackmap COMMAND --help` describes a command, with examples.";

/// Formats the examples and the exit status of a command; `$failure` describes status 1.
macro_rules! examples {
    ($examples:literal, $failure:literal) => {
        concat!(
            "Examples:\n",
            $examples,
            "\n\nExit status:\n  0  success\n  1  ",
            $failure,
            "\n  2  the command line is invalid"
        )
    };
}

/// Read, verify and convert LLVM stack maps
///
/// A stack map lists, for each call site of managed code, where the live values are. LLVM writes it
/// for functions with statepoints, stackmaps or patchpoints. This tool reads versions 1
/// to 3 and the flat layout that was proposed in 2015, from object files, programs and libraries
/// (ELF, Mach-O, COFF, PE), static archives, or the bytes of a section (`--raw`).
#[derive(Debug, Parser)]
#[command(name = "stackmap", version, after_help = EXAMPLES, after_long_help = EXAMPLES)]
#[command(max_term_width = 100, propagate_version = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Dump(Dump),
    Stats(Stats),
    Verify(Verify),
    Lookup(Lookup),
    Convert(Convert),
    Compile(Compile),
    Completions(Completions),
}

/// The input file and how it is read.
#[derive(Debug, Args)]
pub(crate) struct Input {
    /// Object file, program, library or archive; - reads standard input
    pub(crate) file: PathBuf,

    /// Read FILE as the bytes of a stack map section, in this layout
    ///
    /// `auto` detects the layout from the first bytes of each map. LLVM's version 2 and the flat
    /// layout share the version byte; a map is read as flat if its header is valid for that layout.
    #[arg(
        long,
        value_name = "LAYOUT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "auto"
    )]
    pub(crate) raw: Option<RawLayout>,

    /// Machine of the code of a raw section; by default inferred from its registers
    #[arg(long, value_name = "NAME", requires = "raw")]
    pub(crate) machine: Option<MachineName>,

    /// Read only this member of an archive
    #[arg(long, value_name = "NAME")]
    pub(crate) member: Option<String>,
}

/// `auto` or a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RawLayout {
    Auto,
    V1,
    V2,
    V3,
    Flat,
}

impl RawLayout {
    pub(crate) fn layout(self) -> Option<StackMapLayout> {
        match self {
            Self::Auto => None,
            Self::V1 => Some(StackMapLayout::V1),
            Self::V2 => Some(StackMapLayout::V2),
            Self::V3 => Some(StackMapLayout::V3),
            Self::Flat => Some(StackMapLayout::Flat),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MachineName {
    #[value(name = "x86-64", alias = "x86_64")]
    X86_64,
    #[value(name = "aarch64", alias = "arm64")]
    Aarch64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text to read
    Text,
    /// One JSON object on one line, for programs
    Json,
}

/// Print functions, records and locations
///
/// A record is one call site: its offset in the function, its address, its ID, and the locations of
/// its values. Statepoints have pairs of base and derived pointers, deopt values and allocas.
#[derive(Debug, Args)]
#[command(after_help = examples!(
    "  stackmap dump program
  stackmap dump libruntime.a --member main.o --function evaluate
  stackmap dump program --format json | jq '.maps[].records[] | {function, offset}'
  stackmap dump section.bin --raw v2",
    "the input is malformed or has no stack map, or no such function or member"
))]
pub(crate) struct Dump {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Text, or JSON whose fields are described in docs/stackmap.md
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,

    /// Print only this function and its records; repeatable
    #[arg(long, value_name = "NAME")]
    pub(crate) function: Vec<String>,

    /// Interpretation of records
    #[arg(long = "as", value_name = "KIND", value_enum, default_value_t = Reading::Auto)]
    pub(crate) reading: Reading,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Reading {
    /// As statepoints where that is possible: a record does not name its intrinsic
    Auto,
    /// As statepoints; a record that cannot be a statepoint is an error
    Statepoint,
    /// As patchpoints or stackmaps: only locations and live-outs
    Patchpoint,
}

/// Print counts, sizes and histograms
///
/// The counts are of functions, records, roots and locations; the sizes are those of the section
/// and of the table that `stackmap compile` would make of it.
#[derive(Debug, Args)]
#[command(after_help = examples!(
    "  stackmap stats program
  stackmap stats program --format json | jq .compiled_table.bytes",
    "the input is malformed or has no stack map"
))]
pub(crate) struct Stats {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Tables, or JSON
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// Check that a collector can use the map, and list all findings
///
/// Each finding has a severity, a function, an offset, a reason and advice. An error means that a
/// collector must reject the map or would corrupt objects; the exit status is then 1.
#[derive(Debug, Args)]
#[command(after_help = examples!(
    "  stackmap verify program
  stackmap verify libruntime.a --format json | jq -r '.findings[].code'",
    "there is an error among the findings, or the input cannot be read"
))]
pub(crate) struct Verify {
    #[command(flatten)]
    pub(crate) input: Input,

    /// A list, or JSON
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// Find the record at a return address, or the nearest ones
///
/// If there is no record at an address, the nearest ones below and above it are printed with their
/// distance, and the exit status is 1.
#[derive(Debug, Args)]
#[command(after_help = examples!(
    "  stackmap lookup program 0x401016
  stackmap lookup module.o evaluate+0x2a collect+16",
    "there is no record at one of the addresses, or the input is malformed"
))]
pub(crate) struct Lookup {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Return addresses: hexadecimal with 0x, decimal, or FUNCTION+OFFSET
    ///
    /// Subtract the load address from an address of a running position-independent program first.
    #[arg(required = true, value_name = "ADDRESS")]
    pub(crate) addresses: Vec<String>,

    /// Text, or JSON
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// Write the maps in another layout, as the bytes of a section
///
/// Data that the layout cannot hold is an error, except the record counts, which version 1 does not
/// have. With `--to flat`, saved registers and frame flags are read from .eh_frame if the file has
/// that section.
#[derive(Debug, Args)]
#[command(after_help = examples!(
    "  stackmap convert program --to flat -o program.flat
  stackmap convert program.flat --raw flat --to v3 --drop-frames -o section.bin
  stackmap convert old.bin --raw v1 --record-counts 3,1 --to v3 -o new.bin",
    "the input is malformed, the layout cannot hold a map, or the output cannot be written"
))]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Layout to write
    #[arg(long, value_name = "LAYOUT", value_enum)]
    pub(crate) to: TargetLayout,

    /// Output file; - writes standard output
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,

    /// Drop what only the flat layout can hold: frames, call sizes, live-out flags
    #[arg(long)]
    pub(crate) drop_frames: bool,

    /// Number of records of each function, in the order of the functions of all maps
    ///
    /// Maps of version 1 do not have these numbers, and all other layouts need them.
    #[arg(long, value_name = "N,N,...", value_delimiter = ',')]
    pub(crate) record_counts: Vec<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TargetLayout {
    V1,
    V2,
    V3,
    Flat,
}

impl TargetLayout {
    pub(crate) fn layout(self) -> StackMapLayout {
        match self {
            Self::V1 => StackMapLayout::V1,
            Self::V2 => StackMapLayout::V2,
            Self::V3 => StackMapLayout::V3,
            Self::Flat => StackMapLayout::Flat,
        }
    }
}

/// Replace the stack map of object files by compact tables
///
/// The map and the unwind information of its call sites are combined in a section
/// `statepoint_table`, which needs no relocation when the program starts, and which linkers retain.
/// Only ELF object files for x86-64 and AArch64 are supported. Link the output instead of the
/// input.
///
/// A file for which `stackmap verify` reports an error is rejected. If two records have one
/// address, because a stackmap begins directly after a call, the table contains only the
/// statepoint.
#[derive(Debug, Args)]
#[command(after_help = examples!(
    "  stackmap compile module.o -o module.compiled.o
  stackmap compile build/*.o -o compiled --format json | jq .objects[].table_bytes",
    "an input is no ELF object file, or has an error that `stackmap verify` reports"
))]
pub(crate) struct Compile {
    /// Object files
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Output file, or a directory, in which the files keep their names
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,

    /// One line for each file, or JSON
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = examples!(
    "  stackmap completions bash > ~/.local/share/bash-completion/completions/stackmap
  stackmap completions zsh > ~/.zfunc/_stackmap",
    "the script cannot be written"
))]
pub(crate) struct Completions {
    /// Shell
    pub(crate) shell: clap_complete::Shell,
}

/// Joins `--raw` and a layout that follows it into one argument, so that the layout is optional:
/// clap would parse a following file name as the layout.
pub(crate) fn with_raw_layout(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut result: Vec<OsString> = Vec::new();
    let mut arguments = arguments.peekable();
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            result.push(argument);
            result.extend(arguments);
            break;
        }
        let mut argument = argument;
        if argument == "--raw"
            && let Some(layout) = arguments.next_if(|next| {
                next.to_str().is_some_and(|name| RawLayout::from_str(name, false).is_ok())
            })
        {
            argument.push("=");
            argument.push(layout);
        }
        result.push(argument);
    }
    result
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn raw_of(line: &str) -> (Option<RawLayout>, PathBuf) {
        let words = with_raw_layout(line.split(' ').map(OsString::from));
        let arguments = Arguments::try_parse_from(words).unwrap_or_else(|error| panic!("{error}"));
        let Command::Dump(dump) = arguments.command else { panic!("not dump") };
        (dump.input.raw, dump.input.file)
    }

    #[test]
    fn command_line_definition_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn raw_takes_an_optional_layout() {
        let file = || PathBuf::from("file");
        assert_eq!(raw_of("stackmap dump file"), (None, file()));
        assert_eq!(raw_of("stackmap dump file --raw"), (Some(RawLayout::Auto), file()));
        assert_eq!(raw_of("stackmap dump --raw file"), (Some(RawLayout::Auto), file()));
        assert_eq!(raw_of("stackmap dump --raw v2 file"), (Some(RawLayout::V2), file()));
        assert_eq!(raw_of("stackmap dump --raw=flat file"), (Some(RawLayout::Flat), file()));
    }
}
