//! Errors of LLVM's tools, of the linker, and of loading their output.

use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;

/// Why a module cannot be compiled by LLVM.
#[derive(Debug, thiserror::Error)]
pub enum LlvmError {
    /// A tool cannot be started.
    #[error(
        "{tool} cannot be started: {source}. The back end `llvm` needs opt and llc of LLVM 16 or \
         later (Debian package llvm-19), and cc (Debian package gcc). LLVM_SUFFIX=-N selects \
         version N"
    )]
    NotStarted {
        /// The name of the program.
        tool: String,
        /// What the system reports.
        source: io::Error,
    },
    /// The installed version is not supported.
    #[error("opt{suffix} is LLVM {version}; the back end `llvm` needs LLVM 16 or later")]
    TooOld {
        /// The suffix of the names of the tools.
        suffix: String,
        /// The major version.
        version: u32,
    },
    /// The output of `opt --version` has no version.
    #[error("opt{suffix} --version prints no version: {output}")]
    NoVersion {
        /// The suffix of the names of the tools.
        suffix: String,
        /// What it prints.
        output: String,
    },
    /// A tool fails.
    #[error("{command}: {status}\n{output}")]
    Failed {
        /// The command line.
        command: String,
        /// Its exit status.
        status: ExitStatus,
        /// What it printed on the standard error output.
        output: String,
    },
    /// A temporary file cannot be written or read.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system reports.
        source: io::Error,
    },
    /// The library cannot be loaded.
    #[error("the compiled module cannot be loaded: {0}")]
    Load(String),
    /// The thread-local variables of the collector are at another distance from the thread pointer
    /// than in the thread that loaded the module.
    #[error(
        "the collector's thread-local variables are not in the static block of the program: the \
         back end `llvm` needs a program that contains the collector"
    )]
    ThreadLocal,
}
