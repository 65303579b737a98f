//! [`LiveTarget`]: which heap is meant by an argument.

use std::convert::Infallible;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use spgc_stats::{ReadError, StatsReader, default_path, heaps_of_process};

/// A process, or a file of counters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LiveTarget {
    /// The process with this ID, whose heap exports to its default file.
    Process(u32),
    /// The file.
    File(PathBuf),
}

/// Error returned if the counters of a heap cannot be found.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LiveTargetError {
    /// The file cannot be used.
    #[error("{}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: ReadError,
    },
    /// There is no such process.
    #[error("there is no process {0}")]
    NoProcess(u32),
    /// The process exports nothing to its default file.
    #[error(
        "process {process} has no file {}: start it with SPGC_STATS=on, or name the file that its \
         SPGC_STATS names",
        path.display()
    )]
    NoFile {
        /// The process ID.
        process: u32,
        /// The file of its first heap.
        path: PathBuf,
    },
    /// The process has several heaps.
    #[error("process {process} has several heaps, {}: choose one with --heap", list(heaps))]
    SeveralHeaps {
        /// The process ID.
        process: u32,
        /// The numbers of the heaps.
        heaps: Vec<u64>,
    },
    /// The process has no heap with this number.
    #[error("process {process} has no heap {heap} that exports its counters, but {}", list(heaps))]
    NoHeap {
        /// The process ID.
        process: u32,
        /// The requested number.
        heap: u64,
        /// The numbers of its heaps.
        heaps: Vec<u64>,
    },
    /// The file has the name of a file of the process, but is not its own.
    #[error("{} is no file of process {process}: {reason}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The process ID.
        process: u32,
        /// Why not.
        reason: String,
    },
    /// The folder of the default files cannot be read.
    #[error("cannot search for the file of the process: {0}")]
    Search(#[from] io::Error),
}

fn list(heaps: &[u64]) -> String {
    heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
}

impl FromStr for LiveTarget {
    type Err = Infallible;

    /// A number is a process ID; a file with such a name is written with its folder, `./17`.
    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text.parse() {
            Ok(process) => Self::Process(process),
            Err(_) => Self::File(text.into()),
        })
    }
}

impl LiveTarget {
    /// Opens the file of the heap. `heap` is its number in the process; it is needed only if the
    /// process has several heaps.
    ///
    /// # Errors
    ///
    /// [`LiveTargetError`].
    pub fn open(&self, heap: Option<u64>) -> Result<StatsReader, LiveTargetError> {
        match self {
            Self::File(path) => open(path),
            Self::Process(process) => open_process(*process, heap),
        }
    }
}

fn open(path: &Path) -> Result<StatsReader, LiveTargetError> {
    StatsReader::open(path)
        .map_err(|source| LiveTargetError::Read { path: path.to_owned(), source })
}

fn open_process(process: u32, heap: Option<u64>) -> Result<StatsReader, LiveTargetError> {
    let owner = match std::fs::metadata(format!("/proc/{process}")) {
        Ok(folder) => Some(folder.uid()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    let mut heaps = heaps_of_process(process)?;
    if heaps.is_empty() {
        return Err(match owner {
            Some(_) => LiveTargetError::NoFile { process, path: default_path(process, 1) },
            None => LiveTargetError::NoProcess(process),
        });
    }
    if heaps.len() > 1 {
        // An earlier process with this ID may have been killed, and have had more heaps.
        let is_live = |heap: &u64| {
            let reader = StatsReader::open(default_path(process, *heap));
            reader.is_ok_and(|reader| reader.is_process_gone().is_ok_and(|is_gone| !is_gone))
        };
        let live: Vec<_> = heaps.iter().copied().filter(is_live).collect();
        if !live.is_empty() {
            heaps = live;
        }
    }
    let heap = match (heap, &heaps[..]) {
        (Some(heap), _) if heaps.contains(&heap) => heap,
        (Some(heap), _) => return Err(LiveTargetError::NoHeap { process, heap, heaps }),
        (None, &[heap]) => heap,
        (None, _) => return Err(LiveTargetError::SeveralHeaps { process, heaps }),
    };
    let path = default_path(process, heap);
    let reader = open(&path)?;
    let header = reader.header();
    let file_owner = reader.owner()?;
    let reason = if (header.process, header.heap) != (process, heap) {
        format!("it has the counters of heap {} of process {}", header.heap, header.process)
    } else if owner.is_some_and(|owner| owner != file_owner) {
        // Every user can make files with such names in `/tmp`.
        format!("it belongs to the user {file_owner}, and the process to another one")
    } else {
        return Ok(reader);
    };
    Err(LiveTargetError::Foreign { path, process, reason })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_processes() {
        let parse = |text: &str| text.parse::<LiveTarget>().unwrap();
        assert_eq!(parse("17"), LiveTarget::Process(17));
        assert_eq!(parse("./17"), LiveTarget::File("./17".into()));
        assert_eq!(parse("-1"), LiveTarget::File("-1".into()));
        let message = |target: &str| parse(target).open(None).unwrap_err().to_string();
        // The largest ID of a process is 2^22.
        assert_eq!(message("4294967295"), "there is no process 4294967295");
        assert!(message("/none/x").starts_with("/none/x: the file cannot be read: No such file"));
        let expected = "process 1 has no file /tmp/spgc-1-1.stats: start it with SPGC_STATS=on, or \
                        name the file that its SPGC_STATS names";
        let error = LiveTargetError::NoFile { process: 1, path: default_path(1, 1) };
        assert_eq!(error.to_string(), expected);
    }

    /// A file with the default name of another process.
    #[test]
    fn foreign_files_are_refused() {
        let process = std::process::id();
        let path = default_path(process, u64::MAX);
        std::fs::write(&path, "text").unwrap();
        let target = LiveTarget::Process(process);
        let error = target.open(None).unwrap_err().to_string();
        assert!(error.contains("is cut short"), "{error}");
        let error = target.open(Some(3)).unwrap_err().to_string();
        assert!(error.contains("has no heap 3 that exports its counters, but 18446"), "{error}");
        std::fs::remove_file(path).unwrap();
    }
}
