//! Where the file is if `SPGC_STATS` names none.
//!
//! The folder is `/tmp`, as for the maps of `perf`: the reader must know the name without the
//! environment of the process, which may have another `TMPDIR` or no `XDG_RUNTIME_DIR`, or belong
//! to another user than the reader, such as the administrator. The sticky bit of the folder keeps
//! other users from removing the file. A file that another user has made there under such a name is
//! recognized by its owner.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

/// The folder.
const FOLDER: &str = "/tmp";

/// Returns the default name of the file of a heap, by the process ID and the number of the heap.
pub fn default_path(process: u32, heap: u64) -> PathBuf {
    Path::new(FOLDER).join(format!("spgc-{process}-{heap}.stats"))
}

/// Returns the numbers of the heaps for which this process has files with their default names, in
/// ascending order.
///
/// # Errors
///
/// If the folder cannot be read.
pub fn heaps_of_process(process: u32) -> io::Result<Vec<u64>> {
    let mut heaps = Vec::new();
    for entry in Path::new(FOLDER).read_dir()? {
        heaps.extend(heap_of(&entry?.file_name(), process));
    }
    heaps.sort_unstable();
    Ok(heaps)
}

/// Returns the number of the heap if this is the default name of a file of the process.
fn heap_of(name: &OsStr, process: u32) -> Option<u64> {
    let number = name.to_str()?.strip_prefix(&format!("spgc-{process}-"))?;
    let number = number.strip_suffix(".stats")?.parse().ok()?;
    // Not `01`, which is no name that the library makes.
    (default_path(process, number).file_name() == Some(name)).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_names_are_recognized() {
        assert_eq!(default_path(17, 2), Path::new("/tmp/spgc-17-2.stats"));
        let heap = |name: &str| heap_of(OsStr::new(name), 17);
        assert_eq!(heap("spgc-17-2.stats"), Some(2));
        for name in ["spgc-17-02.stats", "spgc-17-+2.stats", "spgc-17-.stats", "spgc-17-2.stat"] {
            assert_eq!(heap(name), None, "{name}");
        }
        assert_eq!(heap("spgc-1-2.stats"), None);
        assert_eq!(heap("spgc-170-2.stats"), None);
    }
}
