//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use statepoint_scanner::stackmap::Layout;

const STATUS: &str = "\
Exit status:
  0  done
  1  the input is wrong or does not have what was asked for; a message on standard error says
     which file, where in it, and why
  2  the command line is wrong

Colour is used on a terminal only, and never where NO_COLOR is set.";

/// Reads, checks and converts LLVM stack maps
///
/// of versions 1, 2 and 3 and of the flat layout that was proposed in 2015, out of object files,
/// programs, libraries (ELF, Mach-O, COFF, PE), static archives, or the bytes of a section.
#[derive(Debug, Parser)]
#[command(name = "stackmap", version, after_help = STATUS, after_long_help = STATUS)]
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

/// What is read.
#[derive(Debug, Args)]
pub(crate) struct Input {
    /// An object file, program, library or archive; - is standard input
    pub(crate) file: PathBuf,

    /// FILE is the bytes of a stack map section, in this layout
    ///
    /// `auto` goes by the first bytes of each map. LLVM's version 2 and the flat layout share
    /// the version byte; a map is taken to be flat if its header could be that of a flat one.
    #[arg(
        long,
        value_name = "LAYOUT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "auto"
    )]
    pub(crate) raw: Option<RawLayout>,

    /// What the code of a raw section is for; without it, the registers that it names decide
    #[arg(long, value_name = "NAME", requires = "raw")]
    pub(crate) machine: Option<MachineName>,

    /// Only this member of an archive
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
    pub(crate) fn layout(self) -> Option<Layout> {
        match self {
            Self::Auto => None,
            Self::V1 => Some(Layout::V1),
            Self::V2 => Some(Layout::V2),
            Self::V3 => Some(Layout::V3),
            Self::Flat => Some(Layout::Flat),
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
    /// For people
    Text,
    /// For programs: one JSON object on one line
    Json,
}

/// Print functions, records and locations
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  stackmap dump program
  stackmap dump libruntime.a --member main.o --function evaluate
  stackmap dump program --format json | jq '.maps[].records[] | {function, offset}'
  stackmap dump section.bin --raw v2")]
pub(crate) struct Dump {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Text, or JSON whose fields are described in docs/stackmap.md
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,

    /// Only this function and its records; may be given more than once
    #[arg(long, value_name = "NAME")]
    pub(crate) function: Vec<String>,

    /// How records are read
    #[arg(long = "as", value_name = "KIND", value_enum, default_value_t = Reading::Auto)]
    pub(crate) reading: Reading,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Reading {
    /// As a statepoint's where that is possible: the data does not say what made a record
    Auto,
    /// As a statepoint's; one that cannot be one is an error
    Statepoint,
    /// As a patchpoint's or stackmap's: just locations and live-outs
    Patchpoint,
}

/// Print counts, sizes and histograms
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  stackmap stats program
  stackmap stats program --format json | jq .compiled_table.bytes")]
pub(crate) struct Stats {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Tables, or JSON
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// List what makes the map unusable for a collector
///
/// Each finding has a severity, a function, an offset, a reason and what to do. Errors are what a
/// collector must refuse or would corrupt objects by; the exit status is 1 if there is one.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  stackmap verify program
  stackmap verify libruntime.a --format json | jq -r '.findings[].code'")]
pub(crate) struct Verify {
    #[command(flatten)]
    pub(crate) input: Input,

    /// A list, or JSON
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// Find the record at a return address, or the nearest ones
///
/// The exit status is 1 if there is no record at one of the addresses; the nearest ones below and
/// above it are printed with their distance then.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  stackmap lookup program 0x401016
  stackmap lookup module.o evaluate+0x2a collect+16")]
pub(crate) struct Lookup {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Return addresses: hexadecimal with 0x, decimal, or FUNCTION+OFFSET
    ///
    /// Addresses of a program that runs have the address added that it is loaded at; subtract that
    /// first.
    #[arg(required = true, value_name = "ADDRESS")]
    pub(crate) addresses: Vec<String>,

    /// Text, or JSON
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// Write the maps in another layout, as the bytes of a section
///
/// What the layout cannot hold is an error, not a silent loss. With `--to flat`, saved registers
/// and frame flags are filled in from .eh_frame where the file has it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  stackmap convert program --to flat -o program.flat
  stackmap convert program.flat --raw flat --to v3 --drop-frames -o section.bin
  stackmap convert old.bin --raw v1 --record-counts 3,1 --to v3 -o new.bin")]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) input: Input,

    /// The layout to write
    #[arg(long, value_name = "LAYOUT", value_enum)]
    pub(crate) to: TargetLayout,

    /// Where to write; - is standard output
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,

    /// Drop what only the flat layout can hold: frames, call sizes, live-out flags
    #[arg(long)]
    pub(crate) drop_frames: bool,

    /// How many records each function has, in the order of the functions of all maps
    ///
    /// Maps of version 1 do not say, and all other layouts must.
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
    pub(crate) fn layout(self) -> Layout {
        match self {
            Self::V1 => Layout::V1,
            Self::V2 => Layout::V2,
            Self::V3 => Layout::V3,
            Self::Flat => Layout::Flat,
        }
    }
}

/// Replace the stack map of object files by compact tables
///
/// The map and the unwind information of its call sites are fused into a section
/// `statepoint_table`, which needs no relocation when the program starts, and which linkers keep.
/// Only ELF object files for x86-64 and AArch64. Link what is written in place of the input.
///
/// What `verify` calls an error is refused. Of two records with one address, as where a stackmap
/// begins right behind a call, the table has the statepoint's alone.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  stackmap compile module.o -o module.compiled.o
  stackmap compile build/*.o -o compiled --format json | jq .objects[].table_bytes")]
pub(crate) struct Compile {
    /// Object files
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Where to write; a directory keeps the files' names
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,

    /// A line for each file, or JSON
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  stackmap completions bash > ~/.local/share/bash-completion/completions/stackmap
  stackmap completions zsh > ~/.zfunc/_stackmap")]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

/// Lets `--raw` stand before a layout or before anything else: clap would take a file name that
/// follows it for the layout.
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
