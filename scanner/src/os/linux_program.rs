//! The file of the program.

use std::ffi::{CStr, OsStr};
use std::fs::{File, read_link};
use std::io::{self, BufRead as _, BufReader};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A link to the file that was executed. It refers to the original file even if that was replaced.
const EXECUTED: &str = "/proc/self/exe";
/// The list of the process's mappings.
const MAPPINGS: &str = "/proc/self/maps";

/// Returns a path of the program's file, which has a mapping at `address`.
///
/// It is [`EXECUTED`], with two exceptions. A program may be started by naming the dynamic loader
/// (`ld-linux-x86-64.so.2 ./program`), as bundles with a C library of their own do. Then the link
/// refers to the loader, and the path is that of the mapping. Without `/proc`, the path is the one
/// that was executed (`AT_EXECFN`).
pub(super) fn program_file(address: u64) -> PathBuf {
    static FILE: OnceLock<PathBuf> = OnceLock::new();
    if let Some(file) = FILE.get() {
        return file.clone();
    }
    let Ok(executed) = read_link(EXECUTED) else { return executed_name().unwrap_or_else(link) };
    // Not remembered: there may be no free file descriptor at present.
    let Ok(mapped) = mapped_file(address) else { return link() };
    // The names of both are equal, also if the file was deleted. The list escapes some bytes.
    let other = mapped.filter(|mapped| *mapped != executed && mapped.exists());
    FILE.get_or_init(|| other.unwrap_or_else(link)).clone()
}

/// Returns the name of a file that [`program_file`] has returned.
pub(super) fn name_of(file: &Path) -> PathBuf {
    let name = if file == Path::new(EXECUTED) { read_link(file).ok() } else { None };
    name.unwrap_or_else(|| file.to_owned())
}

fn link() -> PathBuf {
    PathBuf::from(EXECUTED)
}

/// Returns the path that was passed to `execve`.
fn executed_name() -> Option<PathBuf> {
    // SAFETY: no preconditions.
    let name = unsafe { libc::getauxval(libc::AT_EXECFN) };
    let name: *const libc::c_char = core::ptr::with_exposed_provenance(name as usize);
    if name.is_null() {
        return None;
    }
    // SAFETY: the kernel has stored the string, which exists as long as the process.
    let name = unsafe { CStr::from_ptr(name) };
    Some(PathBuf::from(OsStr::from_bytes(name.to_bytes())))
}

/// Returns the file of the mapping that contains `address`, if it has one.
fn mapped_file(address: u64) -> io::Result<Option<PathBuf>> {
    for line in BufReader::new(File::open(MAPPINGS)?).split(b'\n') {
        let line = line?;
        if let Some(file) = file_in(&line, address) {
            return Ok(file);
        }
    }
    Ok(None)
}

/// Returns the file in a line of the list of mappings, if the line is that of the mapping which
/// contains `address`.
fn file_in(line: &[u8], address: u64) -> Option<Option<PathBuf>> {
    // start-end, protection, offset, device, number of the file, path
    let mut fields = line.splitn(6, |byte| *byte == b' ');
    let range = str::from_utf8(fields.next()?).ok()?;
    let (start, end) = range.split_once('-')?;
    let [start, end] = [start, end].map(|text| u64::from_str_radix(text, 16).ok());
    if !(start?..end?).contains(&address) {
        return None;
    }
    let path = fields.nth(4).unwrap_or_default().trim_ascii_start();
    Some(path.starts_with(b"/").then(|| PathBuf::from(OsStr::from_bytes(path))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn here() -> u64 {
        (here as fn() -> u64 as *const ()).expose_provenance() as u64
    }

    #[test]
    fn the_program_is_found_by_its_link_its_mapping_and_its_name() {
        let program = std::env::current_exe().unwrap();
        assert_eq!(program_file(here()), Path::new(EXECUTED));
        assert_eq!(name_of(&program_file(here())), program);
        assert_eq!(mapped_file(here()).unwrap(), Some(program.clone()));
        let executed = executed_name().unwrap();
        assert_eq!(executed.file_name(), program.file_name());
    }

    #[test]
    fn lines_of_mappings_are_parsed() {
        let line = b"7f00-8000 r-xp 00001000 fe:01 1234                       /opt/a b/program";
        let file = |line: &[u8], address| file_in(line, address);
        assert_eq!(file(line, 0x7f00), Some(Some(PathBuf::from("/opt/a b/program"))));
        assert_eq!(file(line, 0x7fff), Some(Some(PathBuf::from("/opt/a b/program"))));
        assert_eq!((file(line, 0x8000), file(line, 0x7eff)), (None, None));
        assert_eq!(file(b"10-20 rw-p 00000000 00:00 0 ", 0x10), Some(None));
        assert_eq!(file(b"10-20 rw-p 00000000 00:00 0   [stack]", 0x10), Some(None));
        for malformed in [&b""[..], b"10", b"10-zz", b"-"] {
            assert_eq!(file(malformed, 0x10), None);
        }
    }
}
